"""Confidence intervals of rates."""

from __future__ import annotations

from typing import Final

from sapper import _engine

Z_95: Final = _engine.Z_95
"""95 % of a normal distribution lie within this many standard deviations."""


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % score interval (1927) for the probability behind `hits` of `trials`, from 0 to 1.

    Unlike the normal approximation it also holds for few trials and for rates near 0 and 1. Without trials it
    is (0, 1).
    """
    return _engine.wilson(hits, trials)
