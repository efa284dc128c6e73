"""EVF 0.4 as it is written: by hand from its layout, and read again."""

import struct
from dataclasses import replace

import pytest
from hypothesis import given
from support.recordings import Recording, bitmap, clicks, evf4, rawvf
from support.replays import GAME, minefield_of, recordings, replay_of

import sapper
from sapper import FormatError, Minefield, MouseEvent, Replay, Rules, Topology
from sapper.formats import render

STEPS = [
    (100, "mv", (0, 2)),
    (110, "lc", (0, 2)),
    (150, "lr", (0, 2)),
    (70_150, "lc", (1, 0)),
    (70_160, "lr", (1, 0)),
]
SMALL = Recording(
    2, 3, ((0, 0),), clicks(*STEPS, (70_170, "lc", (0, 1)), (70_180, "lr", (0, 1))), player="Zoë"
)


def test_every_byte_is_that_of_the_layout() -> None:
    about = {"Player": "Zoë", "Country": "at", "Timestamp": "1600000000", "Mode": "upk"}
    replay = replace(replay_of(rawvf(SMALL)), about=about)
    assert render(replay, "evf") == b"".join(
        (
            bytes((4, 0x90, 0, 2, 3, 0, 1, 16)),
            struct.pack(">HHI", 1, 2, 70_010),
            b"AT",
            struct.pack(">QQ", 1_600_000_000_000_000, 1_600_000_070_010_000),
            f"Sapper {sapper.__version__}\0Zoë\0\0\0".encode(),
            bytes((0, 0, 0b10000000, 0, 0)),
            struct.pack(">BBhh", 1, 0, 40, 8),
            struct.pack(">BBhh", 2, 10, 0, 0),
            struct.pack(">BBhh", 3, 40, 0, 0),
            b"\xff\xff\xff\xff\x11\x71",  # pauses of 65,535 and 4,465 ms
            struct.pack(">BBhh", 2, 0, -32, 16),
            struct.pack(">BBhh", 3, 10, 0, 0),
            struct.pack(">BBhh", 2, 10, 16, -16),
            struct.pack(">BBhh", 3, 10, 0, 0),
            bytes(3),
        )
    )


def _first_opening(replay: Replay) -> float | None:
    """The time of the first action that opens a cell without a flag."""
    flagged: set[object] = set()
    for action in replay.actions:
        if action.kind == "flag":
            flagged ^= {action.cell}
        elif action.kind == "open" and action.cell not in flagged:
            return action.seconds
    return None


@given(recordings())
def test_any_recording_is_written(game: Recording) -> None:
    replay = replay_of(rawvf(game))
    if game.question_marks:
        replay = replace(replay, rules=Rules("any"))
    again = replay_of(render(replay, "evf"))
    start = _first_opening(replay)
    if start is None:
        start = replay.events[0].seconds if replay.events else 0.0
    assert again.minefield == replay.minefield
    assert [(event.kind, event.cell) for event in again.events] == [(e.kind, e.cell) for e in replay.events]
    assert [event.seconds for event in again.events] == [round(e.seconds - start, 3) for e in replay.events]
    assert all(
        ours.pixel == theirs.pixel
        for ours, theirs in zip(again.events, replay.events, strict=True)
        if ours.cell
    )
    assert again.play() == replay.play()
    assert int(again.about["BBBV"]) == sapper.measure(replay.minefield).three_bv
    assert ("Status" in again.about) == (replay.play().status == "won")


def test_what_is_converted_names_both_programs() -> None:
    about = {
        "Program": "Minesweeper Arbiter",
        "Player": "王",
        "Timestamp": "21.11.2021.10:00:00:000",
        "Mode": "Odd",
    }
    data = render(replace(replay_of(rawvf(GAME)), about=about), "evf")
    again = replay_of(data)
    assert again.about["Program"] == "Minesweeper Arbiter"
    assert again.about["Translator"] == f"Sapper {sapper.__version__}"
    assert again.about["Player"] == "王"
    assert again.about["Timestamp"] == "1637488800000000"
    assert "Country" not in again.about
    assert "Mode" not in again.about
    assert data.startswith(b"\4\x08")  # not won, with a flag, translated
    assert bitmap(GAME) in data
    assert replay_of(render(again, "evf")).events == again.events
    assert render(replay_of(evf4(GAME)), "evf") == render(
        replay_of(render(replay_of(evf4(GAME)), "evf")), "evf"
    )


def test_shift_becomes_the_middle_button_and_the_setting_is_left_out() -> None:
    steps = [(0, "lc", (0, 2)), (1, "lr", (0, 2)), (2, "rc", (0, 0)), (3, "rr", (0, 0)), (4, "mt", (0, 0))]
    steps += [(5, "sc", (0, 1)), (6, "lr", (0, 1)), (7, "lc", (1, 0)), (8, "lr", (1, 0))]
    replay = replay_of(rawvf(Recording(2, 3, ((0, 0),), clicks(*steps))))
    again = replay_of(render(replay, "evf"))
    assert [event.kind for event in again.events] == ["lc", "lr", "rc", "rr", "mc", "mr", "lc", "lr"]
    assert [action[1:] for action in again.actions] == [action[1:] for action in replay.actions]


def test_places_that_do_not_fit_are_moved_on_their_cells() -> None:
    minefield = Minefield([(0, 0)], Topology.square(2, 3))
    events = (
        MouseEvent(0, "mv", (1, 2), (0, 0)),
        MouseEvent(0, "mv", None, (-5, 10**9)),
        MouseEvent(0, "mv", (1, 1), None),
        MouseEvent(0, "mv", None, None),
        MouseEvent(0, "mv", (0, 1), (3, 1)),
    )
    again = replay_of(render(Replay(minefield, events, cell_size=2), "evf"))
    assert [event.pixel for event in again.events] == [(40, 24), (48, 32), (24, 24), (48, 32), (24, 8)]
    assert again.cell_size == 16


SQUARE = Minefield([(0, 0)], Topology.square(2, 3))


def after(*times: float) -> tuple[MouseEvent, ...]:
    return tuple(MouseEvent(time, "mv", (0, 0)) for time in times)


@pytest.mark.parametrize(
    ("replay", "complaint"),
    [
        (Replay(Minefield([], Topology.torus(3, 3)), ()), "evf holds only square boards"),
        (Replay(Minefield([], Topology.square(1, 256)), ()), "at most 255 rows and columns, not 1 and 256"),
        (Replay(SQUARE, (), Rules("any", win="flagged")), "cannot hold a game with the rule win='flagged'"),
        (Replay(SQUARE, (), Rules("any", on_mine="continue")), "the rule on_mine='continue'"),
        (Replay(SQUARE, (), Rules("any", guessing="kaboom")), "the rule guessing='kaboom'"),
        (
            Replay(SQUARE, after(1, 0.5)),
            "cannot hold event 2: its time must be at least that of the event before",
        ),
        (Replay(SQUARE, after(0, 5e6)), "cannot hold a game of 4294967.296 seconds or more"),
        (Replay(SQUARE, (), about={"Player": "\ud800"}), "cannot hold the character"),
    ],
)
def test_what_evf_cannot_hold_is_refused(replay: Replay, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        render(replay, "evf")


def test_question_marks_are_refused_only_if_there_are_some() -> None:
    def game(presses: int) -> Replay:
        steps = [(ms, kind, (0, 0)) for ms in range(presses) for kind in ("rc", "rr")]
        return replay_of(rawvf(Recording(2, 3, ((0, 0),), clicks(*steps), question_marks=True)))

    assert len(replay_of(render(game(1), "evf")).actions) == 1
    with pytest.raises(FormatError, match="cannot hold question marks, and this game has some"):
        render(game(2), "evf")


def test_a_click_with_shift_that_would_mean_something_else_is_refused() -> None:
    steps = [(0, "rc", (0, 0)), (1, "sc", (0, 0)), (2, "rr", (0, 0)), (3, "lr", (0, 0))]
    with pytest.raises(FormatError, match="cannot hold a click with Shift while other buttons are held"):
        render(replay_of(rawvf(Recording(2, 3, ((1, 1),), clicks(*steps)))), "evf")


assert minefield_of(SMALL) == SQUARE
