"""Confidence intervals of rates."""

from __future__ import annotations

import math
from typing import Final

Z_95: Final = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations."""


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval for the probability behind `hits` of `trials`, from 0 to 1.

    Unlike the usual formula it also holds for few trials and for rates near 0 and 1. Without trials it is
    (0, 1).
    """
    if trials == 0:
        return 0.0, 1.0
    share = hits / trials
    centre = share + Z_95 * Z_95 / (2 * trials)
    spread = Z_95 * math.sqrt(share * (1 - share) / trials + Z_95 * Z_95 / (4 * trials * trials))
    scale = 1 + Z_95 * Z_95 / trials
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # rounding never excludes the rate itself
