"""What is odd about a recording: every kind, and that none is seen in the game of a hand."""

from dataclasses import replace
from random import Random

import pytest

from sapper import Minefield, MouseEvent, Replay, Topology
from sapper.replays.replay import MouseKind

CORNER = Minefield([(0, 0)], Topology.square(8, 8))


def hand(seed: int = 1, clicks: int = 40) -> list[MouseEvent]:
    """A hand that moves from cell to cell at uneven times, and flags and unflags cells."""
    random = Random(seed)
    events = []
    seconds, x, y = 0.0, 5, 5
    for _ in range(clicks):
        to = random.randrange(128), random.randrange(128)
        seconds += random.expovariate(2)
        for step in range(1, 9):
            seconds += random.uniform(0.01, 0.06)
            place = x + (to[0] - x) * step // 8, y + (to[1] - y) * step // 8
            events.append(event(seconds, "mv", *place))
        x, y = to
        events += [event(seconds, "rc", x, y), event(seconds + 0.05, "rr", x, y)]
        seconds += 0.06
    return events


def event(seconds: float, kind: MouseKind, x: int, y: int) -> MouseEvent:
    return MouseEvent(seconds, kind, (y // 16, x // 16), (x, y))


def kinds(events: list[MouseEvent], **about: str) -> dict[str, str]:
    return {doubt.name: doubt.grade for doubt in Replay(CORNER, tuple(events), about=about).doubts}


def test_a_hand_is_not_doubted() -> None:
    for seed in range(30):
        assert kinds(hand(seed)) == {"unfinished": "note"}


def test_clocks() -> None:
    events = hand()
    for back, grade in ((0.02, "note"), (0.5, "doubt")):
        assert kinds([*events, replace_time(events[-1], events[-1].seconds - back)])["clock"] == grade
    assert "clock" not in kinds([*events, replace_time(events[-1], events[-1].seconds)])


def replace_time(one: MouseEvent, seconds: float) -> MouseEvent:
    return one._replace(seconds=seconds)


def test_pointers() -> None:
    events = hand()
    assert kinds([each for each in events if each.kind != "mv"])["no_pointer"] == "note"
    wide = Minefield([(0, 0)], Topology.square(8, 30))
    there = [event(1.0, "mv", 5, 5), event(1.01, "mv", 5 + 16 * 10, 5), event(1.02, "mv", 5, 5)]
    near = [event(1.0, "mv", 5, 5), event(1.01, "mv", 4 + 16 * 10, 5)]
    assert "jumps 2 times" in " ".join(doubt.text for doubt in Replay(wide, tuple(there)).doubts)
    assert "jump" not in {doubt.name for doubt in Replay(wide, tuple(near)).doubts}
    touches = [each for place, each in enumerate(events) if each.kind != "mv" or place < 8]
    assert kinds(touches)["apart"] == "doubt"


def test_rhythms() -> None:
    robot = []
    for place in range(30):
        seconds, cell = 0.25 * place, (place % 8, place % 7)
        x, y = 16 * cell[1] + 8, 16 * cell[0] + 8
        robot += [event(seconds, "mv", x, y), event(seconds, "rc", x, y), event(seconds + 0.1, "rr", x, y)]
    assert kinds(robot) == {"same_pixel": "doubt", "even": "doubt", "unfinished": "note"}
    assert kinds([each for each in robot if each.seconds < 4]) == {"unfinished": "note"}


@pytest.mark.parametrize(
    ("about", "kind", "grade"),
    [
        ({"Mode": "UPK"}, "mode", "note"),
        ({"Mode": "\x1b[2JOdd"}, "mode", "doubt"),
        ({"Level": "Expert"}, "level", "contradiction"),
        ({"Level": "Superexpert"}, "level", "note"),
        ({"BBBV": "77"}, "three_bv", "contradiction"),
        ({"Status": "Won"}, "result", "contradiction"),
    ],
)
def test_claims(about: dict[str, str], kind: str, grade: str) -> None:
    replay = Replay(CORNER, tuple(hand()), about=about)
    assert {doubt.name: doubt.grade for doubt in replay.doubts} == {kind: grade, "unfinished": "note"}
    assert all(doubt.text.isprintable() for doubt in replay.doubts)
    assert replace(replay, about={}).doubts == Replay(CORNER, tuple(hand())).doubts
