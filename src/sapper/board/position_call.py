"""Calls of the engine about a position, and their errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _engine
from sapper._support.engine_call import EngineCall
from sapper.board.position import Position
from sapper.errors import ContradictionError

if TYPE_CHECKING:
    from types import TracebackType

    from sapper._support.engine_call import Deadline
    from sapper.cells import CellT


class PositionCall(EngineCall):
    """A call of the engine about a position, whose error about a contradiction names the cells."""

    __slots__ = ("_position",)

    def __init__(
        self, what: str, position: Position, time_limit: float | None = None, memory: int | None = None
    ) -> None:
        super().__init__(what, time_limit, memory)
        self._position = position

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Raises as EngineCall, and ContradictionError if no minefield fits the position."""
        if isinstance(error, _engine.Contradiction):
            raise _contradiction(self._position, *error.args) from None
        super().__exit__(kind, error, traceback)


def _contradiction(position: Position, text: str, indices: list[int], mine_count: bool) -> ContradictionError:
    """The engine's error about a contradiction, with its cells described."""
    cells = [position.topology.cell(index) for index in indices]
    if cells:
        numbers = "; ".join(
            f"the {position[cell]} at {position.topology.describe(cell)}" for cell in cells[:8]
        )
        more = f" and {len(cells) - 8} more" if len(cells) > 8 else ""
        text = f"{text}: {numbers}{more}"
    return ContradictionError(text, cells, mine_count)


def trusting_flags(
    position: Position[CellT], deadline: Deadline, cancel: _engine.Cancel | None
) -> Position[CellT]:
    """The position with an exploded mine for every flag. For use inside the package.

    Hints and strategies take flags for opinions, and exploded mines for mines.

    Raises:
        ContradictionError: No minefield fits the flags.
        BudgetError: It took longer than the time limit.
        CancelledError: `cancel` was set.
    """
    with PositionCall("the analysis", position, deadline.limit):
        view = _engine.trusting_flags(position._view, position.mines is not None, deadline.left, cancel)
    count_or_prior = position.mines if position.mine_prior is None else position.mine_prior
    return Position(view.marks.reshape(position.topology.shape), count_or_prior, position.topology)
