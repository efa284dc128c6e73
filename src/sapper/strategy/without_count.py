"""The choice of a strategy in a position without a mine count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sapper import _engine
from sapper.board.board import Board
from sapper.board.marks import EXPLODED
from sapper.board.position import Position, PositionCall, mines_missing
from sapper.cells import CellT_co

if TYPE_CHECKING:
    from sapper._support.engine_call import Deadline
    from sapper.board.topology import Topology
    from sapper.inference.analysis import Cancel


class BoardWithoutCount(Board[CellT_co]):
    """The board of a position without a mine count, for strategies in Python.

    Raises:
        PositionError: The strategy reads `mines`.
    """

    __slots__ = ()

    def __init__(self, topology: Topology[CellT_co]) -> None:
        object.__setattr__(self, "topology", topology)

    @property
    def mines(self) -> int:
        """Raises PositionError."""
        raise mines_missing(self.topology.shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoardWithoutCount) and self.topology == other.topology

    def __hash__(self) -> int:
        return hash(self.topology)

    def __repr__(self) -> str:
        return f"<Board on {self.topology!r}, mines unknown>"

    def __reduce__(self) -> tuple[Any, ...]:
        return BoardWithoutCount, (self.topology,)


def assumed(position: Position, *, in_python: bool, deadline: Deadline, cancel: Cancel | None) -> Position:
    """Adds a mine count to a position, because the engine needs one. It changes no conclusion of a strategy.

    Inference levels use the mine count only if all mines are known, or all safe cells. The count that is
    added makes half of the uncertain cells mines. If no cell is uncertain, it is the only count that fits. If
    no cell is open, it is 0: then the board has room for an opening, and there is nothing to conclude. If a
    function or a class chooses (`in_python`), it gets the position without the added count.

    Raises:
        PositionError: What is certain here depends on the mine count.
        ContradictionError: No minefield fits the numbers.
        BudgetError: It took too long.
        CancelledError: `cancel` was set.
    """
    exploded = int((position.marks == EXPLODED).sum())
    if position.hidden == position.topology.size:
        return Position(position.marks, 0, position.topology)
    with PositionCall("the choice", position, deadline.limit):
        found = _engine.explain(position._view, deadline.left, cancel, mine_count=False).deductions
    safe = sum(len(each.safe) for each in found)
    mines = sum(len(each.mines) for each in found)
    uncertain = position.hidden - safe - mines
    if in_python:
        return Position(position.marks, exploded + mines + uncertain // 2, position.topology)
    if uncertain == 1 and safe == 0:
        # The last cell touches no number: only the count decides it.
        raise mines_missing(position.topology.shape)
    return Position(position.marks, exploded + mines + (uncertain + 1) // 2, position.topology)
