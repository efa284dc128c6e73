"""A test that may be checked after every game, and a confidence interval that holds whenever it stops.

Two players play the same minefields. A minefield counts 1 if only the first player wins, -1 if only the
second does, and 0 otherwise. The mean of these counts is the difference of the win rates. To test whether the
difference can be m or less, we bet against it. We start with a purse of 1. Each minefield multiplies the
purse by 1 + f (x - m) / (1 + m), where x is the count of the minefield and f, between 0 and 1, is the stake.
The factor is never negative, and if the difference is m or less, its mean is at most 1. So the purse is a
supermartingale, and the probability that it ever reaches 1 / alpha is at most alpha (Ville's inequality).
This holds however often the purse is checked and whatever decides when to stop. The best stake is not known
beforehand, so the purse is divided among stakes from small to large. The interval consists of the
differences that neither this bet nor the opposite bet excludes, each with half of alpha. The first player is
better when the interval lies above 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

# The best stake is about 3 / sqrt(n), where n is the number of games that only one player wins. These stakes
# are for n from ten to ten million. Most of the purse is for n of about a thousand, which is typical.
_STAKES: Final = np.geomspace(0.001, 0.95, 32)
_SHARES: Final = 1 / (1 + np.log(_STAKES / 0.1) ** 2)
_LOG_SHARES: Final = np.log(_SHARES / _SHARES.sum())
_LOST: Final = np.log1p(-_STAKES)  # the effect of a minefield that only the other player wins, for every m


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """What paired games have shown so far. Made by `compare`.

    Attributes:
        games: The number of pairs.
        first: The pairs that only the first player won.
        second: The pairs that only the second player won.
        alpha: The probability of error, over all checks together.
    """

    games: int
    first: int
    second: int
    alpha: float = 0.04

    @property
    def decided(self) -> int:
        """The number of pairs that only one player won."""
        return self.first + self.second

    @property
    def difference(self) -> float:
        """The first player's win rate minus the second's; nan without games."""
        return (self.first - self.second) / self.games if self.games else math.nan

    @property
    def p_value(self) -> float:
        """An upper bound of the chance to ever see such evidence if neither player is better; at most 1."""
        return min(1.0, 2 * math.exp(-max(self._above(0.0), self._mirrored._above(0.0))))

    @property
    def interval(self) -> tuple[float, float]:
        """The confidence interval of the difference of the win rates. It holds for all checks together."""
        return self._least(), -self._mirrored._least()

    @property
    def better(self) -> int:
        """1 if the first player is shown to be better, 2 if the second is, else 0."""
        if self._is_above(0.0):
            return 1
        return 2 if self._mirrored._is_above(0.0) else 0

    def is_within(self, margin: float) -> bool:
        """Whether the win rates are shown to differ by no more than this."""
        return self._is_above(-margin) and self._mirrored._is_above(-margin)

    @property
    def _mirrored(self) -> SequentialTest:
        """The evidence with the players exchanged."""
        return SequentialTest(self.games, self.second, self.first, self.alpha)

    def _least(self) -> float:
        """The lower end of the interval."""
        low, high = -1.0, self.difference if self.games else -1.0  # the observed difference is never excluded
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
        """Whether the difference is shown to be larger than `mean`."""
        return self._above(mean) >= math.log(2 / self.alpha)

    def _above(self, mean: float) -> float:
        """The logarithm of the purse of the bet that the difference is larger than `mean`."""
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
        return round(purse, 9)  # the last bits, which differ between machines, never decide when to stop
