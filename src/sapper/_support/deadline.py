"""Time limits that several steps share."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["countdown"]


def countdown(seconds: float | None) -> Callable[[], float | None]:
    """Tells, whenever asked, the seconds that are left from now on: 0 and up, or None without a limit."""
    if seconds is None:
        return lambda: None
    end = time.monotonic() + seconds
    return lambda: max(0.0, end - time.monotonic())
