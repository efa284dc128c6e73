"""Limits the rate of requests."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

_MOST_KEPT: Final = 10_000


class Rate:
    """A bucket that fills steadily. Every request takes a drop, and a large one takes several."""

    __slots__ = ("_burst", "_drops", "_now", "_per_second", "_seen")

    def __init__(self, per_second: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._drops = float(burst)
        self._now = now
        self._seen = now()

    def allows(self, drops: int = 1) -> bool:
        """Takes drops, if there are enough. A full bucket allows any request; a very large one empties it."""
        now = self._now()
        self._drops = min(self._burst, self._drops + (now - self._seen) * self._per_second)
        self._seen = now
        if self._drops < min(drops, self._burst):
            return False
        self._drops = max(0.0, self._drops - drops)
        return True


class Rates:
    """A bucket for everybody. Those unused for longest are forgotten."""

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second = per_second
        self._burst = burst
        self._of: OrderedDict[str, Rate] = OrderedDict()

    def allows(self, who: str, drops: int = 1) -> bool:
        """Takes drops from somebody's bucket, if there are enough."""
        rate = self._of.get(who)
        if rate is None:
            rate = self._of[who] = Rate(self._per_second, self._burst)
            if len(self._of) > _MOST_KEPT:
                self._of.popitem(last=False)
        self._of.move_to_end(who)
        return rate.allows(drops)
