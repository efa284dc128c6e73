"""A time limit that several steps share."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

from sapper._support.checks import seconds
from sapper.errors import BudgetError, CancelledError

if TYPE_CHECKING:
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
        self.limit = None if limit is None else seconds("time_limit", limit)
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
def limited(what: str, limit: float | None, cancel: Cancel | None = None) -> Iterator[None]:
    """Limits all loops over `in_time`, and all that asks for `limits_left`, in this context.

    Args:
        what: What is limited, as the beginning of a sentence: "reading".
        limit: Seconds, or None.
        cancel: Ends it if it is set from another thread.

    Raises:
        ArgumentError: `limit` is not a finite number from 0.
        BudgetError: It took longer.
        CancelledError: `cancel` was set.
    """
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
    """The seconds that `limited` leaves, and its `cancel`, for a call of the engine."""
    limits = _limits.get()
    return (None, None) if limits is None else (limits[0].left, limits[1])


def in_time(items: Iterable[Item], every: int = 1024) -> Iterator[Item]:
    """Yields the items. Before each whose index is a multiple of `every`, it checks the limits of `limited`.

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
