"""The processors of this machine."""

from __future__ import annotations

import os
import sys


def usable_cores() -> int:
    """The number of processors that this process may use."""
    if sys.platform == "emscripten":  # there are no threads
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
