"""Time limits that several steps share."""

from __future__ import annotations

import time
from collections.abc import Callable

from sapper._support import limits

__all__ = ["countdown"]


def countdown(seconds: float | None) -> Callable[[], float | None]:
    """Tells, whenever asked, the seconds that are left from now on: 0 and up, or None without a limit.

    Raises:
        ArgumentError: `seconds` is no number from 0.
    """
    if seconds is None:
        return lambda: None
    end = time.monotonic() + limits.seconds("time_limit", seconds)
    return lambda: max(0.0, end - time.monotonic())
