"""Intervals for shares."""

from __future__ import annotations

import math
from typing import Final

__all__ = ["wilson"]

_Z: Final = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval for the chance behind `hits` of `trials`: both ends 0 to 1.

    Holds its confidence for few trials and for shares near 0 and 1, where the usual formula does not. Without
    trials it is (0, 1): nothing is known.
    """
    if trials == 0:
        return 0.0, 1.0
    share = hits / trials
    centre = share + _Z * _Z / (2 * trials)
    spread = _Z * math.sqrt(share * (1 - share) / trials + _Z * _Z / (4 * trials * trials))
    scale = 1 + _Z * _Z / trials
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # whatever the rounding
