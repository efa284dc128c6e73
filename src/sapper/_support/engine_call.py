"""Calls of the engine that may end early: its errors become those of this package, told in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _engine
from sapper._support import limits
from sapper.errors import ArgumentError, BudgetError, CancelledError, ContradictionError

if TYPE_CHECKING:
    from types import TracebackType

    from sapper.board.position import Position

__all__ = ["EngineCall", "check_kinds"]


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
            ArgumentError: `time_limit` is no number from 0.
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


def check_kinds(*, cancel: object = None, **switches: object) -> None:
    """Says which argument is of the wrong kind.

    Args:
        cancel: A `Cancel`, or None.
        **switches: True or False, by name.

    Raises:
        ArgumentError: An argument is something else.
    """
    if cancel is not None and not isinstance(cancel, _engine.Cancel):
        raise ArgumentError(f"cancel is a sapper.Cancel or None, not {limits.shown(cancel)}") from None
    for name, switch in switches.items():
        if not isinstance(switch, bool):
            raise ArgumentError(f"{name} is True or False, not {limits.shown(switch)}") from None


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
