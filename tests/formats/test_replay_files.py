"""AVF, RMV, MVF and EVF: the replays of Arbiter, Viennasweeper, Minesweeper Clone and Metasweeper."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.recordings import Recording, State, avf, clicks, evf3, evf4, evfs, mvf, mvf_old, rawvf, rmv, rmv2
from support.replays import (
    GAME,
    check_all_read,
    check_read,
    events_of,
    first_opening,
    recordings,
    replay_of,
    with_prelude,
)

import sapper
from sapper import FormatError, MouseEvent, Replay
from sapper.formats import parse, read_all

BEGINNER = Recording(8, 8, tuple(divmod(index, 8) for index in range(10)), GAME.events)


@pytest.mark.parametrize("game", [GAME, BEGINNER])
def test_avf_is_read(game: Recording) -> None:
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
def test_any_avf_is_read(game: Recording) -> None:
    game = with_prelude(game, "mv")
    check_all_read(replay_of(avf(game)), game)


@pytest.mark.parametrize("columns", [8, 30, 32, 33, 40, 64, 256])
def test_the_first_event_is_found_wherever_it_is_on_the_board(columns: int) -> None:
    for column in {0, columns // 2, columns - 1}:
        events = clicks((0, "lc", (3, column)), (40, "lr", (3, column)), (400, "mv", (0, 0)))
        game = Recording(10, columns, ((0, 0), (9, 7)), events)
        check_read(replay_of(avf(game)), game)


def test_presses_with_another_button_held_have_codes_of_their_own() -> None:
    plain = avf(Recording(2, 3, (), clicks(*((0, kind, (0, 0)) for kind in ("lc", "lr", "rr", "mr")))))
    at = plain.index(b"]") + 2
    codes = {at + 8: 21, at + 16: 145, at + 24: 193}
    codes_held = bytes(codes.get(offset, byte) for offset, byte in enumerate(plain))
    assert codes_held != plain
    assert replay_of(codes_held) == replay_of(plain)


def test_a_stray_bracket_and_a_decimal_comma_are_taken() -> None:
    assert replay_of(avf(GAME, before=b"[\0[0|\x11")) == replay_of(avf(GAME))
    assert replay_of(avf(GAME).replace(b"T13.34]", b"T13,34]")).about["Time"] == "12.340"
    assert replay_of(avf(GAME).replace(b"T13.34]", b"T13]")).about["Time"] == "12.000"


def test_old_versions_write_no_bar_before_the_score() -> None:
    assert replay_of(avf(GAME).replace(b"|10:00:12|B9T", b"|10:00:12B9T")) == replay_of(avf(GAME))


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


RMV_ABOUT = {
    "Program": "Vienna Minesweeper - Home Edition - Release 3.0H",
    "Player": "Nobody",
    "Mode": "Classic",
    "Style": "FL",
    "BBBV": "9",
    "Timestamp": "1600000000",
    "Time": "12.340",
    "Status": "won",
}


def test_rmv_is_read() -> None:
    replay = replay_of(rmv(GAME))
    check_read(replay, GAME)
    assert replay.about == RMV_ABOUT


@given(recordings())
def test_any_rmv_is_read(game: Recording) -> None:
    game = with_prelude(game, "lc")  # otherwise the reader puts one there
    check_all_read(replay_of(rmv(game)), game)


def test_the_press_that_begins_a_game_is_put_back() -> None:
    game = Recording(2, 3, ((0, 0),), clicks((0, "mv", (0, 1)), (10, "lr", (1, 2)), (20, "lc", (1, 1))))
    replay = replay_of(rmv(game))
    assert replay.events == (MouseEvent(0, "lc", (0, 1), (24, 8)), *events_of(game))
    assert replay.actions == ((0.01, "open", (1, 2)),)


def test_flags_set_before_come_first() -> None:
    replay = replay_of(rmv(GAME, flags=((0, 4), (3, 4))))
    assert [action[1:] for action in replay.actions[:2]] == [("flag", (0, 4)), ("flag", (3, 4))]
    assert replay.events[4:] == events_of(GAME)
    assert replay.events[0] == MouseEvent(0, "rc", (0, 4), (72, 8))


def test_a_place_off_the_board_is_not_a_cell() -> None:
    game = Recording(2, 3, (), ((0, "lc", -12, -56), (0, "mv", -1, 0), (0, "mv", 47, 31), (0, "mv", 48, 0)))
    assert [event.cell for event in replay_of(rmv(game)).events] == [None, None, (1, 2), None]


def test_board_events_and_timestamps_are_skipped() -> None:
    extra = b"\x09\1\1" + b"\x0d\0\0" + b"\x12\2\2" + b"\x1b\0\0" + b"\0abcd"
    assert replay_of(rmv(GAME, extra=extra)) == replay_of(rmv(GAME))


@pytest.mark.parametrize(("end", "status"), [(15, "lost"), (16, "won"), (17, "nonstandard")])
def test_the_end_is_read(end: int, status: str) -> None:
    assert replay_of(rmv(GAME, end=end)).about["Status"] == status


def test_rmv_2_is_read() -> None:
    replay = replay_of(rmv2(GAME))
    check_read(replay, GAME)
    assert replay.about == RMV_ABOUT | {"Program": "Vienna Minesweeper - Release 5.0.0", "BBBV": "265"}
    properties = bytes((1, 1, 11, 3, 0, 0, 16, 7))
    assert replay_of(rmv2(GAME, properties=properties)).about["Mode"] == "Chording recursive"
    assert replay_of(rmv2(GAME, fields=("王".encode("gbk"), b""))).about["Encoding"] == "gb18030"


@given(recordings(), st.integers(1, 255))
def test_any_rmv_2_is_read(game: Recording, cell_size: int) -> None:
    game = with_prelude(game, "lc")
    replay = replay_of(rmv2(game, cell_size=cell_size))
    check_read(replay, game, cell_size)
    assert replay.cell_size == cell_size


def test_short_moves_count_from_the_mouse_event_before() -> None:
    places = [("lc", 0, 5, 5), ("mv", 255, -3, 12), ("mv", 300, 4, 4), ("lr", 300, 4, 4), ("mv", 301, 12, 4)]
    game = Recording(2, 3, (), tuple((ms, kind, x, y) for kind, ms, x, y in places))
    data = rmv2(game)
    assert data.count(b"\x1c") == 2
    assert replay_of(data).events == events_of(game)


def test_flags_and_extensions_of_rmv_2() -> None:
    extensions = ((b"clone_name", b"x"), (b"", b""))
    plain = replay_of(rmv2(GAME, flags=((0, 4),), cell_size=24))
    assert replay_of(rmv2(GAME, flags=((0, 4),), cell_size=24, extensions=extensions)) == plain
    assert plain.events[0] == MouseEvent(0, "rc", (0, 4), (108, 12))
    assert replay_of(rmv2(GAME, extra=b"\x09\1\1\x12\2\2")) == replay_of(rmv2(GAME))


def test_names_are_utf_8_if_the_file_says_so_and_one_byte_otherwise() -> None:
    name = "一一".encode("gbk")  # also UTF-8 for other letters
    old, plain, by_flags = bytes((1, 1, 3, 3)), bytes((0, 0, 9, 3, 0)), bytes((0, 0, 9, 3, 1))
    replay = replay_of(rmv(GAME, properties=old, fields=(name, b"nick", b"land", b"token")))
    assert replay.rules.question_marks
    about = {key: replay.about[key] for key in ("Player", "Nick", "Country", "Mode", "Style", "Encoding")}
    assert list(about.values()) == ["一一", "nick", "land", "Density", "NF", "gb18030"]
    assert "token" not in replay.about.values()
    assert replay_of(rmv(GAME, properties=plain, fields=(name,))).about["Encoding"] == "gb18030"
    assert "Encoding" not in replay_of(rmv(GAME, properties=plain, fields=(b"ascii",))).about
    about = dict(replay_of(rmv(GAME, properties=by_flags, fields=(name,))).about)
    assert about["Player"] == name.decode("utf-8")
    assert "Mode" not in replay_of(rmv(GAME, properties=by_flags, fields=())).about


STEPS = clicks(
    *((0, "lc", (7, 0)), (30, "lr", (7, 0)), (900, "mv", (0, 0)), (1250, "rc", (0, 0)), (1310, "rr", (0, 0))),
    *((2000, "mv", (1, 1)), (2100, "lc", (1, 1)), (2110, "rc", (1, 1)), (2200, "rr", (1, 1))),
    *((2300, "lr", (1, 1)), (60_000, "mv", (2, 2)), (70_000, "mc", (2, 2)), (70_010, "mr", (2, 2))),
)


CLONE = Recording(8, 8, tuple(divmod(index, 8) for index in range(0, 20, 2)), STEPS)
"""A beginner board of the old versions. Events move the mouse before they press."""


VERSIONS = [
    mvf,
    partial(mvf, version="2006 release 2", years="2004-2006"),
    partial(mvf, version="version 0.97 beta", years="2004-2005"),
    partial(mvf, version="version 0.97 beta", years="2004-2008"),
    partial(mvf, texts=False),
    mvf_old,
    partial(mvf_old, ending="0.76"),
]


@pytest.mark.parametrize("encoder", VERSIONS)
def test_mvf_is_read(encoder: partial[bytes]) -> None:
    replay = replay_of(encoder(CLONE))
    check_all_read(replay, CLONE)
    assert [action.kind for action in replay.actions] == ["open", "flag", "chord", "chord"]
    assert replay_of(encoder(replace(CLONE, question_marks=True))).rules.question_marks


def test_what_the_versions_say() -> None:
    about = dict(replay_of(mvf(CLONE)).about)
    assert about == {
        "Program": "Minesweeper Clone",
        "Version": "2007 release 1",
        "Timestamp": "2008-12-07 23:59:05",
        "Mode": "UPK",
        "Time": "12.340",
        "Player": "Nobody",
    }
    old = mvf(CLONE, version="version 0.97 beta", years="2004-2005", day=0, name="Łukasz".encode("cp1250"))
    assert dict(replay_of(old).about) == about | {
        "Version": "0.97 beta",
        "Timestamp": "2008-12-?? 23:59:05",
        "BBBV": "9",
        "Status": "won",
        "Player": "Łukasz".encode("cp1250").decode("cp1252"),
        "Encoding": "cp1252",
    }
    assert replay_of(mvf(CLONE, texts=False, solved=8)).about["Status"] == "lost"
    oldest = replay_of(mvf_old(CLONE, ending="0.75"))
    check_read(oldest, CLONE)
    assert dict(oldest.about) == {
        "Program": "Minesweeper Clone",
        "Version": "0.75 or earlier",
        "Time": "70.010",
        "Mode": "Classic",
    }


def states_of(replay: Replay) -> list[State]:
    """The state of the mouse after each event."""
    buttons = ""
    states = []
    for event in replay.events:
        if event.kind != "mv":
            buttons = buttons.replace(event.kind[0], "") + (event.kind[0] if event.kind[1] == "c" else "")
        assert event.pixel is not None
        states.append((round(1000 * event.seconds), *event.pixel, "".join(sorted(buttons))))
    return states


PIXELS, BUTTONS = st.integers(0, 511), st.sampled_from(["", "l", "lm", "lmr", "r"])
STATES = st.tuples(st.integers(0, 1_000), PIXELS, PIXELS, BUTTONS)


@given(st.lists(STATES, min_size=1), st.integers(0, 65535), st.sampled_from(VERSIONS[:5]))
def test_every_state_of_the_mouse_is_reached(mouse: list[State], key: int, encoder: partial[bytes]) -> None:
    mouse = sorted((10 * ms, x, y, buttons) for ms, x, y, buttons in mouse)
    rest = iter(states_of(replay_of(encoder(CLONE, mouse=tuple(mouse), key=key))))
    last = None
    for state in mouse:
        if last is None or state[1:] != last[1:]:  # no event tells of a state like the one before
            assert state in rest
        last = state


def test_places_left_of_the_board_are_below_0() -> None:
    replay = replay_of(mvf(CLONE, mouse=((0, -32, -1, "l"), (10, 2015, 1, ""))))
    assert [event.cell for event in replay.events] == [None] * 3
    assert [event.pixel for event in replay.events] == [(-32, -1), (2015, 1), (2015, 1)]


def test_old_versions_end_when_time_runs_backwards_or_out() -> None:
    plain = replay_of(mvf_old(CLONE))
    assert replay_of(mvf_old(CLONE, after=bytes(7))) == plain
    assert replay_of(mvf_old(CLONE, after=bytes((5, 0, 1, 0, 1, 0, 1, 0)))) == plain
    assert replay_of(mvf_old(CLONE, after=bytes((90, 0, 1, 0, 1, 0, 1, 0)))) == plain
    both = replay_of(mvf_old(CLONE, mouse=((0, 8, 8, "l"), (50, 8, 8, "lr"))))
    assert [event.kind for event in both.events] == ["lc", "rc", "lr", "rr"]


Encoder = Callable[..., bytes]


EVF_VERSIONS = [partial(evf3, version=2), evf3, evf4]


@pytest.mark.parametrize("encoder", EVF_VERSIONS)
def test_evf_is_read(encoder: Encoder) -> None:
    replay = replay_of(encoder(GAME))
    check_read(replay, GAME, start=30)
    assert replay.about == {
        "Program": "Metasweeper 3.2" if encoder is evf4 else "Metasweeper 3.1",
        "Player": "Nobody",
        "Country": "XY",
        "Time": "12.340",
        "Timestamp": "1600000000000000",
        "Mode": "Classic",
        "BBBV": "9",
        "Style": "FL",
        "Status": "won",
    }


@given(recordings(), st.sampled_from(EVF_VERSIONS), st.integers(1, 255))
def test_any_evf_is_read(game: Recording, encoder: Encoder, cell_size: int) -> None:
    replay = replay_of(encoder(game, cell_size=cell_size))
    start = game.events[0][0] - round(1000 * replay.events[0].seconds) if game.events else 0
    check_read(replay, game, cell_size, start)
    assert first_opening(replay) == 0 or (first_opening(replay) is None and start == 0)
    assert replay.cell_size == cell_size
    assert replay.about.get("Player", "") == game.player


def test_a_file_without_a_checksum_is_read() -> None:
    assert replay_of(evf3(GAME, checksum=False)) == replay_of(evf3(GAME))


@pytest.mark.parametrize("encoder", EVF_VERSIONS)
def test_the_clock_starts_when_the_first_cell_is_opened(encoder: Encoder) -> None:
    steps = [(0, "rc", 1), (40, "rr", 1), (50, "lc", 1), (70, "lr", 1), (500, "lc", 2), (583, "lr", 2)]
    game = Recording(1, 4, ((0, 0),), clicks(*((ms, kind, (0, column)) for ms, kind, column in steps)))
    replay = replay_of(encoder(game))
    assert [event.seconds for event in replay.events] == [-0.583, -0.543, -0.533, -0.513, -0.083, 0]
    assert [(action.seconds, action.kind) for action in replay.actions] == [
        (-0.583, "flag"),
        (-0.513, "open"),  # the flag keeps it closed
        (0, "open"),
    ]


@pytest.mark.parametrize(
    ("codes", "kinds"),
    [
        ("pf lc", "rc rr lc"),
        ("lc cc lr rr", "lc rc lr rr"),
        ("rc cc rr lr", "rc lc rr lr"),
        ("cc lr", "lc lr"),
        ("l l r r m m l", "lc lr rc rr mc mr lc"),
        ("lc l rc r mc m", "lc lr rc rr mc mr"),
    ],
)
@pytest.mark.parametrize("encoder", EVF_VERSIONS)
def test_codes_that_depend_on_the_buttons_held(encoder: Encoder, codes: str, kinds: str) -> None:
    game = Recording(2, 3, (), clicks(*((0, code, (1, 1)) for code in codes.split())))
    assert [event.kind for event in replay_of(encoder(game)).events] == kinds.split()


@pytest.mark.parametrize(
    ("code", "status"), [(81, "nonstandard"), (82, "won"), (83, "lost"), (90, "won"), (99, "nonstandard")]
)
def test_version_4_tells_how_a_game_ended(code: int, status: str) -> None:
    replay = replay_of(evf4(GAME, extra=bytes((code, 0))))
    assert replay.about["Status"] == status
    assert replay.events == replay_of(evf4(GAME)).events


@pytest.mark.parametrize("encoder", EVF_VERSIONS)
def test_the_flags_are_read(encoder: Encoder) -> None:
    data = bytearray(encoder(GAME))
    data[1] = 0x70
    about = replay_of(bytes(data)).about
    assert [about.get(name) for name in ("Status", "Official", "Fair", "Style")] == [None, "Yes", "Yes", "NF"]


def test_other_events_are_skipped_in_version_4() -> None:
    extra = b"\x5d\0\x64\0\0\0\0\0" + b"\xc8\0\x27\x10" + bytes(8) + b"\xc9\0\x27\x11text\0" + b"\xff\0\1"
    assert replay_of(evf4(GAME, metrics=(b"one", b"two"), extra=extra)) == replay_of(evf4(GAME))


def test_translated_files_name_their_translator_and_encoding() -> None:
    replay = replay_of(evf4(GAME, has_translation=True, player="王".encode("gbk")))
    assert (replay.about["Program"], replay.about["Translator"]) == ("Arbiter", "Metasweeper 3.2")
    assert replay.about["Player"] == "王"
    unknown = replay_of(evf4(GAME, has_translation=True, player=b"J\xfcrgen", encoding="unicode_escape"))
    assert unknown.about["Player"] == "Jürgen"


@pytest.mark.parametrize("checksum", [0, 32])
def test_a_container_of_one_replay_is_read(checksum: int) -> None:
    assert replay_of(evfs(evf4(GAME), checksum=checksum)) == replay_of(evf4(GAME))


def test_all_replays_are_read_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "games.evfs"
    path.write_bytes(evfs(evf4(GAME), evf3(GAME), evf3(GAME, version=2)))
    assert list(read_all(path)) == [replay_of(x) for x in (evf4(GAME), evf3(GAME), evf3(GAME, version=2))]
    with pytest.raises(FormatError, match=r"games.evfs: evfs: this file holds 3 replays, .*read_all"):
        sapper.read(path)
    with pytest.raises(FormatError, match=r"evfs: this file holds no replay$"):
        parse(evfs(), format="evfs")


def test_reading_all_replays_has_limits_for_each(tmp_path: Path) -> None:
    path = tmp_path / "games.evfs"
    path.write_bytes(evfs(evf4(GAME), evf3(GAME)))
    cancel = sapper.Cancel()
    replays = read_all(path, cancel=cancel)
    assert next(replays) == replay_of(evf4(GAME))
    cancel.set()
    with pytest.raises(sapper.CancelledError, match="reading was cancelled"):
        next(replays)
    with pytest.raises(sapper.BudgetError, match="reading did not finish within 0 seconds"):
        next(read_all(path, time_limit=0))


def test_any_other_file_gives_its_replay(tmp_path: Path) -> None:
    path = tmp_path / "game.rawvf"
    path.write_bytes(rawvf(GAME))
    assert list(read_all(path)) == [replay_of(rawvf(GAME))]
    path.write_bytes(b"?")
    with pytest.raises(FormatError, match=r"game\.rawvf: this \.rawvf file is damaged: "):
        list(read_all(path))
