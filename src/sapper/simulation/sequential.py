"""A test that may be looked at after every game, and intervals that hold however early one stops.

Two players meet the same minefields. Games that both win or both lose say nothing about who is better. The
others, the decided ones, are each won by the first player with some chance p, 1/2 if neither is better. The
evidence against a value of p is a mixture likelihood ratio: how much likelier the decided games are when p is
drawn from a symmetric beta distribution than at that value. If the value is the true one, the evidence is a
martingale that begins at 1, so the chance that it ever reaches 1/alpha is at most alpha (Ville's inequality),
however often one looks and whatever decides when to stop. The values whose evidence is below 1/alpha make the
interval. The share of games that are decided gets an interval of the same kind.

The chance of error is split: 4 % for who wins the decided games, 1 % for how many are decided, so that the
difference of the win rates, which is made of both, is inside its interval at every moment with at least 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

__all__ = ["Evidence", "share_interval"]

_SPLIT: Final = 0.8  # of alpha, for who wins
_WINS_PRIOR: Final = 40.0  # sharpest for p about 0.42 or 0.58: players differ by little
_DECIDED_PRIOR: Final = 0.5


@dataclass(frozen=True, slots=True)
class Evidence:
    """What paired games have shown so far.

    Attributes:
        games: How many pairs.
        first: Pairs that only the first player won.
        second: Pairs that only the second player won.
        alpha: The chance of error that is allowed.
    """

    games: int
    first: int
    second: int
    alpha: float = 0.05

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
        """At most this likely ever to be seen if neither is better: one over the evidence, at most 1."""
        return min(1.0, math.exp(-_log_evidence(self.first, self.second, 0.5, _WINS_PRIOR)))

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the difference of the win rates lies; holds at every moment together."""
        low, high = share_interval(self.first, self.second, self.alpha * _SPLIT, _WINS_PRIOR)
        undecided = self.games - self.decided
        fewest, most = share_interval(self.decided, undecided, self.alpha * (1 - _SPLIT), _DECIDED_PRIOR)
        leads = 2 * low - 1, 2 * high - 1
        return (
            leads[0] * (fewest if leads[0] > 0 else most),
            leads[1] * (most if leads[1] > 0 else fewest),
        )

    @property
    def better(self) -> int:
        """1 if the first player is better, 2 if the second is, 0 while neither is shown to be."""
        if _log_evidence(self.first, self.second, 0.5, _WINS_PRIOR) < -math.log(self.alpha * _SPLIT):
            return 0
        return 1 if self.first > self.second else 2

    def is_within(self, margin: float) -> bool:
        """Whether the players are shown to differ by no more than this."""
        low, high = self.interval
        return -margin <= low and high <= margin


def share_interval(hits: int, misses: int, alpha: float, prior: float) -> tuple[float, float]:
    """The chances of a hit that the evidence does not exclude, whenever one looks.

    Args:
        hits: How many.
        misses: How many.
        alpha: The chance that the interval is ever wrong.
        prior: Both parameters of the symmetric beta distribution of the mixture.
    """
    if hits + misses == 0:
        return 0.0, 1.0
    share = hits / (hits + misses)
    limit = -math.log(alpha)

    def excluded(chance: float) -> bool:
        return _log_evidence(hits, misses, chance, prior) >= limit

    return _edge(excluded, 0.0, share), _edge(excluded, 1.0, share)


def _edge(excluded: Callable[[float], bool], outside: float, inside: float) -> float:
    if not excluded(outside):
        return outside
    for _ in range(60):
        middle = (outside + inside) / 2
        if excluded(middle):
            outside = middle
        else:
            inside = middle
    return outside


def _log_evidence(hits: int, misses: int, chance: float, prior: float) -> float:
    """The logarithm of the mixture likelihood ratio against a chance."""
    if (chance <= 0 and hits) or (chance >= 1 and misses):
        return math.inf
    likelihood = (hits * math.log(chance) if hits else 0.0) + (
        misses * math.log1p(-chance) if misses else 0.0
    )
    evidence = _log_beta(prior + hits, prior + misses) - _log_beta(prior, prior) - likelihood
    return round(evidence, 9)  # no last bit of a machine decides when to stop


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
