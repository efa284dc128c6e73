"""The choice of a strategy in a position without a mine count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _engine
from sapper._support.engine_call import EngineCall
from sapper.board.marks import EXPLODED
from sapper.board.position import Position, mines_missing

if TYPE_CHECKING:
    from sapper._support.deadline import Deadline
    from sapper.inference.analysis import Cancel


def assumed(position: Position, name: str | None, deadline: Deadline, cancel: Cancel | None) -> Position:
    """The position with a mine count that changes nothing of what a strategy concludes, for the engine.

    Inference levels use the mine count only when all mines are known, or all safe cells. With the count given
    here half of the uncertain cells are mines. If no cell is uncertain, it is the only count that fits.

    Args:
        position: A position without a mine count.
        name: The name of the strategy; None if a part of it is written in Python, which may need the count.
        deadline: When to give up.
        cancel: Gives up if it is set from another thread.

    Raises:
        PositionError: The strategy needs the mine count, or everything here depends on it.
        ContradictionError: No minefield fits the numbers.
        BudgetError: It took too long.
        CancelledError: `cancel` was set.
    """
    if name is None or _engine.needs_mine_count(name) or not (position.marks >= 0).any():
        raise mines_missing(position.topology.shape)
    with EngineCall("the choice", deadline.limit, position):
        found, _ = _engine.explain(position._view, deadline.left, cancel, mine_count=False)
    safe = sum(len(each.safe) for each in found)
    mines = sum(len(each.mines) for each in found)
    uncertain = position.hidden - safe - mines
    if uncertain == 1 and safe == 0:
        # The last cell touches no number: only the count decides it.
        raise mines_missing(position.topology.shape)
    exploded = int((position.marks == EXPLODED).sum())
    return Position(position.marks, exploded + mines + (uncertain + 1) // 2, position.topology)
