import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.recordings import Recording, clicks, rmv, rmv2
from support.replays import GAME, check_all_read, check_read, events_of, recordings, replay_of, with_prelude

from sapper import MouseEvent

ABOUT = {
    "Program": "Vienna Minesweeper - Home Edition - Release 3.0H",
    "Player": "Nobody",
    "Mode": "Classic",
    "Style": "FL",
    "BBBV": "9",
    "Timestamp": "1600000000",
    "Time": "12.340",
    "Status": "won",
}


def test_a_recording_is_read() -> None:
    replay = replay_of(rmv(GAME))
    check_read(replay, GAME)
    assert replay.about == ABOUT


@given(recordings())
def test_any_recording_is_read(game: Recording) -> None:
    game = with_prelude(game, "lc")  # otherwise the reader puts one there
    check_all_read(replay_of(rmv(game)), game)


def test_the_press_that_begins_a_game_is_put_back() -> None:
    game = Recording(2, 3, ((0, 0),), clicks((0, "mv", (0, 1)), (10, "lr", (1, 2)), (20, "lc", (1, 1))))
    replay = replay_of(rmv(game))
    assert replay.events == (MouseEvent(0, "lc", (0, 1), (24, 8)), *events_of(game))
    assert replay.actions == ((0.01, "open", (1, 2)),)


def test_flags_set_before_come_first() -> None:
    replay = replay_of(rmv(GAME, flags=((0, 4), (3, 4))))
    assert [(action.kind, action.cell) for action in replay.actions[:2]] == [
        ("flag", (0, 4)),
        ("flag", (3, 4)),
    ]
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


def test_version_2_is_read() -> None:
    replay = replay_of(rmv2(GAME))
    check_read(replay, GAME)
    assert replay.about == ABOUT | {"Program": "Vienna Minesweeper - Release 5.0.0", "BBBV": "265"}
    properties = bytes((1, 1, 11, 3, 0, 0, 16, 7))
    assert replay_of(rmv2(GAME, properties=properties)).about["Mode"] == "Chording recursive"
    assert replay_of(rmv2(GAME, fields=("王".encode("gbk"), b""))).about["Encoding"] == "gb18030"


@given(recordings(), st.integers(1, 255))
def test_any_recording_of_version_2_is_read(game: Recording, cell_size: int) -> None:
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


def test_flags_and_extensions_of_version_2() -> None:
    extensions = ((b"clone_name", b"x"), (b"", b""))
    plain = replay_of(rmv2(GAME, flags=((0, 4),), cell_size=24))
    assert replay_of(rmv2(GAME, flags=((0, 4),), cell_size=24, extensions=extensions)) == plain
    assert plain.events[0] == MouseEvent(0, "rc", (0, 4), (108, 12))
    assert replay_of(rmv2(GAME, extra=b"\x09\1\1\x12\2\2")) == replay_of(rmv2(GAME))


def test_names_are_utf_8_if_the_file_says_so_and_one_byte_otherwise() -> None:
    name = "一一".encode("gbk")  # also UTF-8 for other letters
    old, plain, flagged = bytes((1, 1, 3, 3)), bytes((0, 0, 9, 3, 0)), bytes((0, 0, 9, 3, 1))
    replay = replay_of(rmv(GAME, properties=old, fields=(name, b"nick", b"land", b"token")))
    assert replay.rules.question_marks
    about = {key: replay.about[key] for key in ("Player", "Nick", "Country", "Mode", "Style", "Encoding")}
    assert list(about.values()) == ["一一", "nick", "land", "Density", "NF", "gb18030"]
    assert "token" not in replay.about.values()
    assert replay_of(rmv(GAME, properties=plain, fields=(name,))).about["Encoding"] == "gb18030"
    assert "Encoding" not in replay_of(rmv(GAME, properties=plain, fields=(b"ascii",))).about
    about = dict(replay_of(rmv(GAME, properties=flagged, fields=(name,))).about)
    assert about["Player"] == name.decode("utf-8")
    assert "Mode" not in replay_of(rmv(GAME, properties=flagged, fields=())).about
