"""A test that may be looked at after every game, and an interval that holds however early one stops.

Two players meet the same minefields. A minefield counts 1 where only the first wins, -1 where only the second
does, and 0 where both do the same; the mean of that is the difference of their win rates. Whether it can be m
or less is decided by betting: a purse of 1 grows with every minefield by the factor 1 + f (x - m) / (1 + m),
where x is what the minefield counts and f, between 0 and 1, how much is staked. The factor is never negative,
and if the difference is m or less it is at most 1 on average. So the purse is a martingale at best, and the
chance that it ever reaches 1 / alpha is at most alpha (Ville's inequality), however often one looks and
whatever decides when to stop. Nobody knows the best stake beforehand, so the purse is shared out among stakes
from cautious to bold. The differences that neither this bet nor its mirror image excludes, with half
of alpha each, make the interval; the first player is better when 0 lies below it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

__all__ = ["Evidence"]

# The best stake is about 3 / sqrt(games that only one wins): here for ten of them up to ten millions. Most of
# the purse is for about a thousand, what differences worth finding take; the ends keep enough to count.
_STAKES: Final = np.geomspace(0.001, 0.95, 32)
_SHARES: Final = 1 / (1 + np.log(_STAKES / 0.1) ** 2)
_LOG_SHARES: Final = np.log(_SHARES / _SHARES.sum())
_LOST: Final = np.log1p(-_STAKES)  # what a minefield that only the other wins does to each, for every m


@dataclass(frozen=True, slots=True)
class Evidence:
    """What paired games have shown so far.

    Attributes:
        games: How many pairs.
        first: Pairs that only the first player won.
        second: Pairs that only the second player won.
        alpha: The chance of error that is allowed, for ever.
    """

    games: int
    first: int
    second: int
    alpha: float = 0.04

    @property
    def decided(self) -> int:
        """Pairs that only one player won."""
        return self.first + self.second

    @property
    def difference(self) -> float:
        """The first player's win rate less the second's; nan without games."""
        return (self.first - self.second) / self.games if self.games else math.nan

    @property
    def p_value(self) -> float:
        """At most this likely ever to be seen if neither is better; at most 1."""
        return min(1.0, 2 * math.exp(-max(self._above(0.0), self._mirrored._above(0.0))))

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the difference of the win rates lies; holds at every moment together."""
        return self._least(), -self._mirrored._least()

    @property
    def better(self) -> int:
        """1 if the first player is better, 2 if the second is, 0 while neither is shown to be."""
        if self._is_above(0.0):
            return 1
        return 2 if self._mirrored._is_above(0.0) else 0

    def is_within(self, margin: float) -> bool:
        """Whether the players are shown to differ by no more than this."""
        return self._is_above(-margin) and self._mirrored._is_above(-margin)

    @property
    def _mirrored(self) -> Evidence:
        """The players change places."""
        return Evidence(self.games, self.second, self.first, self.alpha)

    def _least(self) -> float:
        """The lower end of the interval."""
        low, high = -1.0, self.difference if self.games else -1.0  # what was seen is never excluded
        if not self._is_above(low):
            return low
        for _ in range(50):
            middle = (low + high) / 2
            if self._is_above(middle):
                low = middle
            else:
                high = middle
        return low

    def _is_above(self, mean: float) -> bool:
        """Whether the difference is shown to be more than this."""
        return self._above(mean) >= math.log(2 / self.alpha)

    def _above(self, mean: float) -> float:
        """The logarithm of the purse that was bet on a difference of more than this."""
        same = self.games - self.decided
        if mean <= -1:
            return math.inf if self.first or same else 0.0
        gains = (
            _LOG_SHARES
            + self.first * np.log1p(_STAKES * (1 - mean) / (1 + mean))
            + same * np.log1p(-_STAKES * mean / (1 + mean))
            + self.second * _LOST
        )
        most = float(gains.max())
        purse = most + math.log(float(np.exp(gains - most).sum()))
        return round(purse, 9)  # no last bit of a machine decides when to stop
