"""Calls of the engine: their time limit, which several steps may share, and what their errors become."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final, TypeVar

from sapper import _engine
from sapper._support import checks
from sapper._support.words import brief, label_of
from sapper.errors import ArgumentError, BudgetError, CancelledError

if TYPE_CHECKING:
    from types import TracebackType

    from sapper._engine import Cancel

Item = TypeVar("Item")


class Deadline:
    """A point in time, `limit` seconds after it is made; never, if that is None."""

    __slots__ = ("_end", "limit")

    def __init__(self, limit: float | None) -> None:
        """Starts the clock.

        Raises:
            ArgumentError: `limit` is not a finite number from 0.
        """
        self.limit = None if limit is None else checks.seconds("time_limit", limit)
        self._end = None if self.limit is None else time.monotonic() + self.limit

    @property
    def left(self) -> float | None:
        """The seconds that are left, at least 0; None without a limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self.left == 0


_limits: ContextVar[tuple[Deadline, Cancel | None] | None] = ContextVar("limits", default=None)


@contextmanager
def limit_time(what: str, limit: float | None, cancel: Cancel | None = None) -> Iterator[None]:
    """Limits the time of the work in the `with` block, as far as it asks `in_time` or `limits_left`.

    Args:
        what: What the work is called in errors, which begin with it: "reading".
        limit: The seconds that the work may take; None for any time.
        cancel: Stops the work if another thread sets it.

    Raises:
        ArgumentError: `limit` is not a finite number from 0, or `cancel` is not a Cancel.
        BudgetError: The time was not enough.
        CancelledError: `cancel` was set.
    """
    check_common_arguments(cancel=cancel)
    deadline = Deadline(limit)
    token = _limits.set(None if limit is None and cancel is None else (deadline, cancel))
    try:
        yield
    except BudgetError:
        if not deadline.is_over:
            raise
        raise BudgetError(f"{what} did not finish within {deadline.limit:g} seconds") from None
    except CancelledError:
        raise CancelledError(f"{what} was cancelled") from None
    finally:
        _limits.reset(token)


def limits_left() -> tuple[float | None, Cancel | None]:
    """The seconds that `limit_time` leaves, and its `cancel`, for a call of the engine."""
    limits = _limits.get()
    return (None, None) if limits is None else (limits[0].left, limits[1])


def in_time(items: Iterable[Item], every: int = 1024) -> Iterator[Item]:
    """Yields the items. Before each whose index is a multiple of `every`, it checks the time limit.

    Raises:
        BudgetError: The time is over.
        CancelledError: Its `cancel` was set.
    """
    limits = _limits.get()
    if limits is None:
        yield from items
        return
    deadline, cancel = limits
    for number, item in enumerate(items):
        if number % every == 0:
            if cancel is not None and cancel.is_set:
                raise CancelledError
            if deadline.is_over:
                raise BudgetError
        yield item


class EngineCall:
    """The context of a call: `with EngineCall("the analysis", time_limit): ...`.

    It is a class because a generator is slower, and an analysis takes only microseconds.
    """

    __slots__ = ("_memory", "_time_limit", "_what")

    def __init__(self, what: str, time_limit: float | None = None, memory: int | None = None) -> None:
        """Keeps what an error message needs.

        Args:
            what: What is called; an error message begins with it, for example "the analysis".
            time_limit: The seconds that the engine gets.
            memory: The bytes that counting gets, if the caller limits them.

        Raises:
            ArgumentError: `time_limit` is not a finite number from 0.
        """
        if time_limit is not None:
            checks.seconds("time_limit", time_limit)
        self._what = what
        self._time_limit = time_limit
        self._memory = memory

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
        if isinstance(error, _engine.Cancellation):
            raise CancelledError(f"{self._what} was cancelled") from None
        if isinstance(error, _engine.BudgetExceeded):
            if self._memory is not None:
                raise BudgetError(
                    f"counting takes more than the {self._memory:,} bytes of `memory`: "
                    "give more, or leave it out for an estimate"
                ) from None
            raise BudgetError(str(error)) from None


_BYTES_OF_A_VALUE: Final = 8


def values_in(memory: int) -> int:
    """How many values counting may store in a number of bytes.

    Raises:
        ArgumentError: `memory` is not a whole number from 1.
    """
    return checks.whole("memory", memory, 1) // _BYTES_OF_A_VALUE


def check_common_arguments(*, cancel: object = None, progress: object = None, **switches: object) -> None:
    """Checks the types of arguments that many functions have. `switches` should be True or False.

    Raises:
        ArgumentError: An argument has another type; the message names it.
    """
    if cancel is not None and not isinstance(cancel, _engine.Cancel):
        raise ArgumentError(f"`cancel` must be a sapper.Cancel or None, not {brief(cancel)}") from None
    if progress is not None and not callable(progress):
        raise ArgumentError(f"`progress` must be a function or None, not {brief(progress)}")
    for name, switch in switches.items():
        if not isinstance(switch, bool):
            raise ArgumentError(f"{label_of(name)} must be True or False, not {brief(switch)}") from None
