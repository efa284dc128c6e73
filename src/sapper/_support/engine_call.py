"""Calls of the engine that may end early: its errors become those of this package, told in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _engine
from sapper._support import limits
from sapper.errors import BudgetError, CancelledError, ContradictionError

if TYPE_CHECKING:
    from types import TracebackType

    from sapper.board.position import Position

__all__ = ["EngineCall"]


class EngineCall:
    """The context of a call: `with EngineCall("the analysis", time_limit): ...`. For use inside the package.

    A class, since a generator would cost some of the microseconds in which an analysis is done.
    """

    __slots__ = ("_position", "_time_limit", "_what")

    def __init__(self, what: str, time_limit: float | None = None, position: Position | None = None) -> None:
        """Remembers what an error has to tell.

        Args:
            what: What is called, as the beginning of a sentence: "the analysis".
            time_limit: The seconds that the engine was given.
            position: What the engine answers about; a contradiction in it is told with its cells.

        Raises:
            LimitError: `time_limit` is no number from 0.
        """
        if time_limit is not None:
            limits.seconds("time_limit", time_limit)
        self._what = what
        self._time_limit = time_limit
        self._position = position

    def __enter__(self) -> None:
        """Nothing yet."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Raises the error of this package for one of the engine.

        Raises:
            BudgetError: The time or the memory was not enough.
            CancelledError: Somebody set the `Cancel`.
            ContradictionError: No minefield fits the position.
        """
        if error is None:
            return
        if isinstance(error, _engine.TimeIsUp):
            raise BudgetError(f"{self._what} did not finish within {self._time_limit:g} seconds") from None
        if isinstance(error, _engine.Cancelled):
            raise CancelledError(f"{self._what} was cancelled") from None
        if isinstance(error, _engine.BudgetExceeded):
            raise BudgetError(str(error)) from None
        if isinstance(error, _engine.Contradiction) and self._position is not None:
            raise _contradiction(self._position, *error.args) from None


def _contradiction(position: Position, text: str, indices: list[int], mine_count: bool) -> ContradictionError:
    """What the engine says of a contradiction, with the cells in words."""
    cells = [position.topology.cell(index) for index in indices]
    if cells:
        described = "; ".join(
            f"the {position[cell]} at {position.topology.describe(cell)}" for cell in cells[:8]
        )
        more = f" and {len(cells) - 8} more" if len(cells) > 8 else ""
        text = f"{text}: {described}{more}"
    return ContradictionError(text, cells, mine_count)
