"""Intervals for shares."""

from __future__ import annotations

import math
from statistics import NormalDist

__all__ = ["wilson"]


def wilson(hits: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's interval for the chance behind `hits` of `trials`: both ends 0 to 1.

    Holds its confidence for few trials and for shares near 0 and 1, where the usual formula does not. Without
    trials it is (0, 1): nothing is known.
    """
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = hits / trials
    centre = share + z * z / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # whatever the rounding
