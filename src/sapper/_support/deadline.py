"""A time limit that several steps share."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from sapper._support.limits import seconds
from sapper.errors import BudgetError

Item = TypeVar("Item")


class Deadline:
    """A point in time, a given number of seconds after it is made.

    Attributes:
        limit: The number of seconds; None without a limit.
    """

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


_deadline: ContextVar[tuple[str, Deadline] | None] = ContextVar("deadline", default=None)


@contextmanager
def within(what: str, limit: float | None) -> Iterator[None]:
    """Gives a time limit to all loops over `in_time` in this context.

    Args:
        what: What is limited, as the beginning of a sentence: "reading".
        limit: Seconds, or None.

    Raises:
        ArgumentError: `limit` is not a finite number from 0.
        BudgetError: A loop took longer.
    """
    token = _deadline.set(None if limit is None else (what, Deadline(limit)))
    try:
        yield
    finally:
        _deadline.reset(token)


def in_time(items: Iterable[Item], every: int = 1024) -> Iterator[Item]:
    """Yields the items, and looks at the clock before every item whose index is a multiple of `every`.

    Raises:
        BudgetError: The time limit of `within` is over.
    """
    set_limit = _deadline.get()
    if set_limit is None:
        yield from items
        return
    what, deadline = set_limit
    for number, item in enumerate(items):
        if number % every == 0 and deadline.is_over:
            raise BudgetError(f"{what} did not finish within {deadline.limit:g} seconds")
        yield item
