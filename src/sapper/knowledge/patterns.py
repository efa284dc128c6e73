"""The named patterns of numbers along a wall of hidden cells.

A pattern has two numbers side by side on a square board or torus, and all their hidden cells lie in one line
along them. 1-1 proves a cell safe, and 1-2 proves a mine. Two 1-2 patterns that share their 2 make a 1-2-1,
and two with their 2s side by side make a 1-2-2-1. A number counts as the mines that it still needs, so
positions that reduce to a pattern count too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.knowledge.premises import Cells, Clue, Reasons

Place = tuple[int, int]


def pattern_of(reasons: Reasons) -> str | None:
    """`"1-1"`, `"1-2"`, `"1-2-1"`, `"1-2-2-1"`, or None if the deduction is not a pattern."""
    topology = reasons.position.topology
    is_square = topology.kind in ("grid", "torus") and topology.dimension == 2
    if not is_square or len(reasons.deduction.numbers) != 2:
        return None
    # A mine that both numbers touch is not a premise, but the pattern is what is left without it.
    clues = [reasons.clue(number, reasons.known) for number in reasons.deduction.numbers]
    low, high = sorted(clues, key=lambda clue: clue.need)
    step = _step(reasons, low, high)
    if step is None or not _is_wall(reasons, low.cells | high.cells, step):
        return None
    if (low.need, high.need) == (1, 1) and reasons.deduction.safe:
        return "1-1"
    if (low.need, high.need) == (1, 2) and reasons.deduction.mines:
        return _longer(reasons, high, step) or "1-2"
    return None


def _step(reasons: Reasons, start: Clue, end: Clue) -> Place | None:
    """The step from one number to the other if they are side by side, else None."""
    one, other = _place(reasons, start.number), _place(reasons, end.number)
    for step in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        if _moved(reasons, one, step, 1) == other:
            return step
    return None


def _is_wall(reasons: Reasons, cells: Cells, step: Place) -> bool:
    """Whether all cells lie in one line in the direction of the step."""
    across = 0 if step[0] == 0 else 1
    return len({_place(reasons, cell)[across] for cell in cells}) == 1


def _longer(reasons: Reasons, two: Clue, step: Place) -> str | None:
    """The longer pattern, if the numbers beyond the 2 need 1, or 2 and 1, of the same wall; else None."""
    needs = []
    for distance in (1, 2):
        place = _moved(reasons, _place(reasons, two.number), step, distance)
        if place is None:
            break
        number = reasons.position.topology.index(place)
        if reasons.shown(number) < 0:
            break
        clue = reasons.clue(number, reasons.known)
        if not clue.cells or not _is_wall(reasons, clue.cells | two.cells, step):
            break
        needs.append(clue.need)
    return {(1,): "1-2-1", (1, 1): "1-2-1", (1, 2): "1-2-1", (2, 1): "1-2-2-1"}.get(tuple(needs))


def _place(reasons: Reasons, index: int) -> Place:
    cell = reasons.cell(index)
    assert isinstance(cell, tuple)
    row, column = cell
    return row, column


def _moved(reasons: Reasons, place: Place, step: Place, times: int) -> Place | None:
    """The place a number of steps away; None if that is off the board."""
    topology = reasons.position.topology
    row, column = (at + times * by for at, by in zip(place, step, strict=True))
    rows, columns = topology.shape
    if topology.kind == "torus":
        return row % rows, column % columns
    return (row, column) if 0 <= row < rows and 0 <= column < columns else None
