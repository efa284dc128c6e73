"""Time limits that several steps share."""

from __future__ import annotations

import time

from sapper._support.limits import seconds

__all__ = ["Deadline"]


class Deadline:
    """The end of so many seconds from now on.

    Attributes:
        limit: How many seconds there were; None without a limit.
    """

    __slots__ = ("_end", "limit")

    def __init__(self, limit: float | None) -> None:
        """Begins to count.

        Raises:
            ArgumentError: `limit` is no number from 0.
        """
        self.limit = None if limit is None else seconds("time_limit", limit)
        self._end = None if self.limit is None else time.monotonic() + self.limit

    @property
    def left(self) -> float | None:
        """The seconds that are left, 0 and up; None without a limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    @property
    def is_over(self) -> bool:
        """Whether nothing is left."""
        return self.left == 0
