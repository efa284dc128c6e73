import pytest
from hypothesis import given
from support.recordings import Recording, avf, clicks
from support.replays import GAME, check_all_read, check_read, recordings, replay_of, with_prelude

from sapper import FormatError
from sapper.formats import parse

BEGINNER = Recording(8, 8, tuple(divmod(index, 8) for index in range(10)), GAME.events)


@pytest.mark.parametrize("game", [GAME, BEGINNER])
def test_a_recording_is_read(game: Recording) -> None:
    replay = replay_of(avf(game))
    check_read(replay, game)
    assert replay.about == {
        "Program": "Minesweeper Arbiter",
        "Version": "0.52.3",
        "Player": "Nobody",
        "RealTime": "12.34",
        "Skin": "blue",
        "Time": "12.340",
        "BBBV": "9",
        "Timestamp": "21.11.2021.10:00:00:000",
    }


# The first event has to be in the first second for the reader to find it.
@given(recordings(kinds="mv lc lr rc rr mc mr sc", step=10))
def test_any_recording_is_read(game: Recording) -> None:
    game = with_prelude(game, "mv")
    check_all_read(replay_of(avf(game)), game)


@pytest.mark.parametrize("columns", [8, 30, 32, 33, 40, 64, 256])
def test_the_first_event_is_found_wherever_it_is_on_the_board(columns: int) -> None:
    for column in {0, columns // 2, columns - 1}:
        events = clicks((0, "lc", (3, column)), (40, "lr", (3, column)), (400, "mv", (0, 0)))
        game = Recording(10, columns, ((0, 0), (9, 7)), events)
        check_read(replay_of(avf(game)), game)


def test_presses_with_another_button_held_have_codes_of_their_own() -> None:
    game = Recording(
        2, 3, (), clicks((0, "lc", (0, 0)), (0, "lr", (0, 0)), (0, "rr", (0, 0)), (0, "mr", (0, 0)))
    )
    plain = avf(game)
    at = plain.index(b"]") + 2
    codes = {at + 8: 21, at + 16: 145, at + 24: 193}
    held = bytes(codes.get(offset, byte) for offset, byte in enumerate(plain))
    assert held != plain
    assert replay_of(held) == replay_of(plain)


def test_a_stray_bracket_and_a_decimal_comma_are_taken() -> None:
    assert replay_of(avf(GAME, before=b"[\0[0|\x11")) == replay_of(avf(GAME))
    assert replay_of(avf(GAME).replace(b"T13.34]", b"T13,34]")).about["Time"] == "12.340"
    assert replay_of(avf(GAME).replace(b"T13.34]", b"T13]")).about["Time"] == "12.000"


def test_old_versions_write_no_bar_before_the_score() -> None:
    old = replay_of(avf(GAME).replace(b"|10:00:12|B9T", b"|10:00:12B9T"))
    assert old == replay_of(avf(GAME))


@pytest.mark.parametrize(
    ("lines", "about"),
    [
        (b"", {"Player": "", "Program": "Minesweeper Arbiter", "Version": "0.52"}),
        (b"Somebody\r", {"Player": "Somebody", "Version": "0.52"}),
        (b"Some<body\rArbiter 0.43 demo3. Copyright x\r", {"Player": "Some", "Version": "0.43 demo3"}),
        (b"J\xfcrgen\rSomething\r", {"Player": "J\xfcrgen", "Program": "Something", "Version": "0.52"}),
        ("王\r".encode(), {"Player": "王"}),
        (b"\rProgram 1.2\r", {"Player": "", "Program": "Program", "Version": "1.2"}),
    ],
)
def test_trailers_come_in_several_forms(lines: bytes, about: dict[str, str]) -> None:
    replay = replay_of(avf(GAME, trailer=b"cs=" + bytes(17) + lines))
    assert {key: replay.about.get(key, "") for key in about} == about


def test_a_board_full_of_mines_is_refused() -> None:
    with pytest.raises(FormatError, match=r"avf: .*every cell is a mine"):
        parse(avf(Recording(1, 1, ((0, 0),), GAME.events)), format="avf")
