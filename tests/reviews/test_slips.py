"""Slips of the mouse, and what is odd about a recording."""

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from support.optional import not_none

import sapper
from sapper import Game, Minefield, MouseEvent, Replay, Topology, reference
from sapper.replays.replay import MouseKind, actions_of, presses_of

BOARD = sapper.Board.square(5, 6, 7)


@cache
def replay_with_drags(seed: int) -> tuple[Replay, list[str]]:
    """A game of presses and releases on any cells, and the verdicts that the pure-Python solver leads to."""
    random = Random(seed)
    game = Game(BOARD, seed=seed)
    game.open(2, 3)
    cells: list[Any] = [*game.topology, None]
    events = [MouseEvent(0, "lc", (2, 3)), MouseEvent(0, "lr", (2, 3))]
    verdicts = ["start"]
    while game.status == "playing" and len(verdicts) < 12:
        position = game.position
        marks = position.marks.ravel().tolist()
        risks = reference.solve(reference.square(5, 6), marks, BOARD.mines).probability
        hidden = [cell for cell in game.topology if position[cell] == -1]
        # So that games last for some moves.
        safe_cells = [cell for cell in hidden if not not_none(game.minefield)[cell]]
        cell = random.choice(safe_cells if random.random() < 0.9 else hidden)
        cell_down = random.choice([*cells, *hidden, *hidden, cell, cell])
        events += [MouseEvent(0, "lc", cell_down), MouseEvent(0, "lr", cell)]
        safe = [other for other in hidden if risks[game.topology.index(other)] == 0]
        if cell in safe:
            verdicts.append("certain")
        elif not safe:
            verdicts.append("forced")
        else:
            verdicts.append("slip" if cell_down in safe else "needless")
        game.open(cell)
    return Replay(Minefield(not_none(game.minefield), game.topology), tuple(events)), verdicts


@cache
def review_of(seed: int) -> sapper.Review:
    return sapper.review(replay_with_drags(seed)[0])


def test_a_slip_is_what_its_definition_says() -> None:
    verdict_list = []
    for seed in range(60):
        _, verdicts = replay_with_drags(seed)
        review = review_of(seed)
        assert [move.verdict for move in review.moves] == verdicts
        counts = [verdicts.count(each) for each in ("slip", "needless", "forced")]
        assert [review.slips, review.needless, review.forced] == counts
        verdict_list += verdicts
    assert min(map(verdict_list.count, ("slip", "needless", "forced", "certain"))) > 10


def test_a_slip_counts_as_a_risk_and_not_as_a_missed_deduction() -> None:
    reviews = [review_of(seed) for seed in range(60)]
    review = next(each for each in reviews if each.slips and each.moves[-1].verdict == "slip")
    slip = next(move for move in review.moves if move.verdict == "slip")
    place = review.moves.index(slip)
    assert slip.is_guess
    assert slip.risk
    assert (slip.safest_risk, slip.rule, slip.reason, slip.missed) == (0, None, None, ())
    assert slip.safest == review.replay.events[2 * place].cell
    assert len(review.guesses) == review.forced + review.needless + review.slips
    report = sapper.player_report(reviews)
    assert report.slips == sum(each.slips for each in reviews) > 10
    assert report.guesses == sum(len(each.guesses) for each in reviews)
    assert sum(len(each.mistakes) for each in report.missed) == report.needless
    assert report.expected == pytest.approx(sum(move.risk or 0 for each in reviews for move in each.guesses))
    assert (report.to_dict()["slips"], review.to_dict()["guesses"]["slips"]) == (report.slips, review.slips)
    assert sum(report.to_arrow()["slips"].to_pylist()) == report.slips


def replay_with_chord(seed: int) -> tuple[Replay, str] | None:
    """A game that ends with a chord of wrong flags, pressed on another number; None if it has none."""
    random = Random(seed)
    game = Game(BOARD, seed=seed)
    game.open(2, 3)
    if game.status != "playing":
        return None
    near = reference.square(5, 6)
    risks = reference.solve(near, game.position.marks.ravel().tolist(), BOARD.mines).probability
    cells = list(game.topology)
    sure = [cell for cell, risk in zip(cells, risks, strict=True) if risk == 1]
    doubtful = [cell for cell, risk in zip(cells, risks, strict=True) if risk and 0 < risk < 1]
    for cell in {*sure, *random.sample(doubtful, min(2, len(doubtful)))}:
        game.flag(cell)
    marks = dict(zip(cells, game.position.marks.ravel().tolist(), strict=True))

    def opens(place: int) -> bool:
        around = [marks[cells[other]] for other in near[place]]
        return marks[cells[place]] == around.count(-2) > 0 and -1 in around

    def is_right(place: int) -> bool:
        return all(risks[other] == 1 for other in near[place] if marks[cells[other]] == -2)

    risky = [place for place in range(len(cells)) if opens(place) and not is_right(place)]
    if not risky or not any(risk == 0 for risk in risks):
        return None
    cell_down, cell_up = random.randrange(len(cells)), random.choice(risky)
    is_meant = opens(cell_down) and is_right(cell_down)
    flags = [cell for cell in cells if marks[cell] == -2]
    clicks: list[tuple[str, Any]] = [("lc", (2, 3)), ("lr", (2, 3))]
    clicks += [(kind, cell) for cell in flags for kind in ("rc", "rr")]
    clicks += [("mc", cells[cell_down]), ("mr", cells[cell_up])]
    assert game.minefield is not None
    events = tuple(MouseEvent(0, kind, cell) for kind, cell in clicks)  # type: ignore[arg-type]
    return Replay(Minefield(game.minefield, game.topology), events), "slip" if is_meant else "needless"


def test_a_chord_can_slip() -> None:
    verdict_list: list[str] = []
    for seed in range(400):
        example = replay_with_chord(seed)
        if example is not None:
            replay, verdict = example
            assert sapper.review(replay).moves[-1].verdict == verdict
            verdict_list.append(verdict)
    assert min(map(verdict_list.count, ("slip", "needless"))) > 3


def test_the_cell_of_the_press_is_that_of_the_button_that_comes_up() -> None:
    steps = "lc:0 mv:1 lr:2 rc:3 mv:4 rr:5 mc:5 mr:6 lc:0 rc:1 lr:2 rr:3 sc:4 lr:4 lc:- lr:1 lc:2 lr:-"
    events = [
        MouseEvent(0, step[:2], None if step[3:] == "-" else (0, int(step[3:])))  # type: ignore[arg-type]
        for step in steps.split()
    ]
    actions = [(action.kind, action.cell[1]) for action in actions_of(events)]
    cells_pressed = [cell and cell[1] for cell, _ in presses_of(events)]
    assert list(zip(actions, cells_pressed, strict=True)) == [
        (("open", 2), 0),
        (("flag", 3), 3),
        (("chord", 6), 5),
        (("chord", 2), 0),
        (("chord", 4), 4),
        (("open", 1), None),
    ]


STRIP = Minefield([(0, 1), (0, 7)], sapper.Topology.square(1, 8))
"""After the first and the third cell, the fourth is certainly safe, and the fifth is a risk."""


@pytest.mark.parametrize(
    ("pixel_down", "x", "pixels"), [(4, 64, 1), (4, 66, 3), (4, 67, 4), (5, 95, 32), (3, 70, 7)]
)
@pytest.mark.parametrize("scale", [1, 2])
def test_how_far_a_move_missed_is_in_pixels_of_cells_of_16(
    pixel_down: int, x: int, pixels: int, scale: int
) -> None:
    down, up = scale * (16 * pixel_down + 3), scale * x + scale - 1  # the last of the pixels
    events = [
        MouseEvent(float(second), kind, (0, place // scale // 16), (place, 1))  # type: ignore[arg-type]
        for second, steps in enumerate(([8 * scale] * 2, [40 * scale] * 2, [down, up]))
        for kind, place in zip(("lc", "lr"), steps, strict=True)
    ]
    with_move = (MouseEvent(0.0, "mv", (0, 0), (4 * scale, 1)), *events)
    review = sapper.review(Replay(STRIP, with_move, cell_size=16 * scale))
    assert [move.missed_by for move in review.moves[:2]] == [None, None]
    assert review.moves[2].verdict == ("slip" if pixel_down == 3 else "needless")
    assert review.moves[2].missed_by == pixels
    assert review.near == (pixels <= 3)
    assert sapper.review(Replay(STRIP, tuple(events))).moves[2].missed_by is None


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
