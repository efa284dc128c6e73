"""The risk of a chord, from exact inference. For use inside the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _engine
from sapper._support.engine_call import EngineCall

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sapper._support.deadline import Deadline
    from sapper.board.position import Position
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
    with EngineCall("the risk of the chord", deadline.limit):
        return _engine.chord_risk(
            position._engine,
            position.topology.index(cell),
            risks.ravel(),
            log_configurations,
            deadline.left,
            cancel,
        )
