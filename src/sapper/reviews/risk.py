"""The risk of a chord, from exact inference. For use inside the package."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sapper.board.marks import EXPLODED, FLAG, HIDDEN
from sapper.board.position import Position
from sapper.errors import ContradictionError
from sapper.inference.analysis import analyse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sapper._support.deadline import Deadline
    from sapper.board.topology import Cell
    from sapper.inference.analysis import Cancel


def chord_risk(
    position: Position,
    cell: Cell,
    risks: NDArray[np.float64],
    log_configurations: float,
    deadline: Deadline,
    cancel: Cancel | None,
) -> float:
    """The chance that a chord opens a mine. It is safe if and only if all flags around the cell are right.

    Args:
        position: The position before the chord.
        cell: The number that is chorded.
        risks: The mine probability of every cell. Flags are ignored.
        log_configurations: The natural logarithm of how many configurations fit the position. Flags are
            ignored here too.
        deadline: When to give up.
        cancel: Gives up when set from another thread.

    Raises:
        BudgetError: It took too long, or the position is too entangled.
        CancelledError: `cancel` was set.
    """
    around = position.topology.neighbours(cell)
    flags = [other for other in around if position[other] == FLAG]
    hidden = [other for other in around if position[other] < 0 and position[other] not in (FLAG, EXPLODED)]
    if all(risks[other] == 0 for other in hidden):
        return 0.0
    if any(risks[other] == 0 for other in flags):
        return 1.0
    marks = position.marks.copy()
    marks[(marks < 0) & (marks != EXPLODED)] = HIDDEN
    for flag in flags:
        marks[flag] = FLAG
    flagged = Position(marks, position.mines, position.topology)
    try:
        right = analyse(flagged, trust_flags=True, time_limit=deadline.left, cancel=cancel)
    except ContradictionError:
        return 1.0
    return min(1.0, max(0.0, -math.expm1(right.log_configurations - log_configurations)))
