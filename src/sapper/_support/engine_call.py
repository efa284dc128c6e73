"""Calls of the engine that may fail: turns the engine's errors into the errors of this package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _engine
from sapper._support import checks
from sapper.errors import ArgumentError, BudgetError, CancelledError

if TYPE_CHECKING:
    from types import TracebackType


class EngineCall:
    """The context of a call: `with EngineCall("the analysis", time_limit): ...`.

    It is a class because a generator is slower, and an analysis takes only microseconds.
    """

    __slots__ = ("_time_limit", "_what")

    def __init__(self, what: str, time_limit: float | None = None) -> None:
        """Keeps what an error message needs.

        Args:
            what: What is called; an error message begins with it, for example "the analysis".
            time_limit: The seconds that the engine gets.

        Raises:
            ArgumentError: `time_limit` is not a finite number from 0.
        """
        if time_limit is not None:
            checks.seconds("time_limit", time_limit)
        self._what = what
        self._time_limit = time_limit

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Turns an error of the engine into an error of this package.

        Raises:
            BudgetError: The time or the memory was not enough.
            CancelledError: The `Cancel` was set.
        """
        if error is None:
            return
        if isinstance(error, _engine.TimeIsUp):
            raise BudgetError(f"{self._what} did not finish within {self._time_limit:g} seconds") from None
        if isinstance(error, _engine.Cancelled):
            raise CancelledError(f"{self._what} was cancelled") from None
        if isinstance(error, _engine.BudgetExceeded):
            raise BudgetError(str(error)) from None


def check_kinds(*, cancel: object = None, progress: object = None, **switches: object) -> None:
    """Checks the types of arguments that many functions have. `switches` should be True or False.

    Raises:
        ArgumentError: An argument has another type; the message names it.
    """
    if cancel is not None and not isinstance(cancel, _engine.Cancel):
        raise ArgumentError(f"cancel must be a sapper.Cancel or None, not {checks.shown(cancel)}") from None
    if progress is not None and not callable(progress):
        raise ArgumentError(f"progress must be a function or None, not {checks.shown(progress)}")
    for name, switch in switches.items():
        if not isinstance(switch, bool):
            raise ArgumentError(f"{name} must be True or False, not {checks.shown(switch)}") from None
