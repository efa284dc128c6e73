"""A time limit that several steps share."""

from __future__ import annotations

import time

from sapper._support.limits import seconds

__all__ = ["Deadline"]


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
