"""Win rates, their differences, and a test of two players that may stop after every game.

`engine/simulation/luck.hpp` says what the luck of guesses is and why figures without it keep the mean. The
page has the same figures.

`docs/research/sequential-test.md` explains the test: a bet against the claim that the difference of the win
rates is m or less. Half of the purse bets on the counts of wins, and half on the counts without luck, and
each half is divided among stakes from small to large. The interval consists of the differences that neither
this bet nor the opposite bet excludes, each with half of alpha.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper import _engine
from sapper._engine import MOST_LUCK_RISK
from sapper.board.json_form import plain_fields

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.simulation.tally import Records

# The best stake is about 3 / sqrt(n), where n is the number of games that only one player wins. These stakes
# are for n from ten to ten million. Most of this half of the purse is for n of about two hundred: with more
# games the other half wins more.
_STAKES: Final = np.geomspace(0.001, 0.95, 32)
_SHARES: Final = 1 / (1 + np.log(_STAKES / 0.2) ** 2)
_LOG_SHARES: Final = np.log(_SHARES / _SHARES.sum())
_LOST: Final = np.log1p(-_STAKES)  # the effect of a minefield that only the other player wins, for every m

# Up to this stake the factor of a count without luck grows with y, up to the greatest y, which is 2. So the
# purse falls as m grows, and the differences that are not excluded have no gap.
# Most of this half is for n of about a thousand, which is typical.
_FREE_STAKES: Final = np.geomspace(0.001, 0.36, 24)
_FREE_SHARES: Final = 1 / (1 + np.log(_FREE_STAKES / 0.1) ** 2)
_FREE_LOG_SHARES: Final = np.log(_FREE_SHARES / _FREE_SHARES.sum())
_FREE_LOST: Final = _FREE_STAKES + np.log1p(-_FREE_STAKES)
_GREATEST: Final = 1 + MOST_LUCK_RISK  # of a count without luck


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """What the pairs of games say so far about which player is better. Made by `compare`.

    Attributes:
        games: The number of pairs.
        first: The pairs that only the first player won.
        second: The pairs that only the second player won.
        sum: The sum of the counts without luck.
        squares: The sum of their squares.
        alpha: The probability of error, over all checks together.
    """

    games: int
    first: int
    second: int
    sum: float
    squares: float
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
        return min(1.0, 2 * math.exp(-max(self._above(0.0), self._mirror._above(0.0))))

    @property
    def interval(self) -> tuple[float, float]:
        """The confidence interval of the difference of the win rates. It holds for all checks together."""
        low, high = self._least(), -self._mirror._least()
        return min(low, high), max(low, high)

    @property
    def better(self) -> int:
        """1 if the first player is shown to be better, 2 if the second is, else 0."""
        if self._is_above(0.0):
            return 1
        return 2 if self._mirror._is_above(0.0) else 0

    def is_within(self, margin: float) -> bool:
        """Whether the win rates are shown to differ by no more than this."""
        return self._is_above(-margin) and self._mirror._is_above(-margin)

    @property
    def _mirror(self) -> SequentialTest:
        """The same test with the players exchanged."""
        return SequentialTest(self.games, self.second, self.first, -self.sum, self.squares, self.alpha)

    def _least(self) -> float:
        """The lower end of the interval."""
        if not self.games:
            return -1.0
        low, high = -1.0, min(1.0, max(self.difference, self.sum / self.games))  # never both excluded
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
        if mean <= -1:
            return math.inf if self.games > self.second else 0.0
        purse = np.logaddexp(self._by_wins(mean), self._without_luck(mean)) - math.log(2)
        return round(
            float(purse), 9
        )  # the last bits, which differ between machines, never decide when to stop

    def _by_wins(self, mean: float) -> float:
        """The half of the purse that bets on the counts."""
        same = self.games - self.decided
        gains = (
            _LOG_SHARES
            + self.first * np.log1p(_STAKES * (1 - mean) / (1 + mean))
            + same * np.log1p(-_STAKES * mean / (1 + mean))
            + self.second * _LOST
        )
        return float(np.logaddexp.reduce(gains))

    def _without_luck(self, mean: float) -> float:
        """The half of the purse that bets on the counts without luck."""
        unit = _GREATEST + mean
        total = (self.sum - self.games * mean) / unit
        squares = (self.squares - 2 * mean * self.sum + self.games * mean**2) / unit**2
        return float(np.logaddexp.reduce(_FREE_LOG_SHARES + _FREE_STAKES * total + _FREE_LOST * squares))


@dataclass(slots=True)
class LuckSums:
    """Sums of the products of wins and luck of one or two strategies, by blocks of games.

    Attributes:
        players: The number of strategies.
        first: The number of the first block.
        blocks: float64 (blocks, sums of a block), as `_engine.luck_sums` makes them.
    """

    players: int
    first: int
    blocks: NDArray[np.float64]

    @classmethod
    def empty(cls, players: int) -> LuckSums:
        """The sums over no games."""
        return cls(players, 0, np.zeros((0, _engine.luck_sums_of_block(players))))

    @classmethod
    def from_records(cls, before: int, by_strategy: tuple[Records, ...]) -> LuckSums:
        """The sums over these games of a run, with so many games of the run before them."""
        columns = [(records.outcome, records.luck.ravel()) for records in by_strategy]
        first, sums = _engine.luck_sums(before, columns)
        empty = cls.empty(len(by_strategy))
        return cls(empty.players, first, sums.reshape(-1, empty.blocks.shape[1]))

    def add(self, other: LuckSums) -> None:
        """Adds the sums over other games, from any block on."""
        missing = other.first + len(other.blocks) - len(self.blocks)
        if missing > 0:
            self.blocks = np.pad(self.blocks, ((0, missing), (0, 0)))
        self.blocks[other.first : other.first + len(other.blocks)] += other.blocks

    def without(self, *weights: int) -> tuple[float, float]:
        """The sum over all games of the weighted wins without luck, and the sum of their squares.

        `weights` has -1, 0 or 1 for each strategy. The blocks must be those from 0 on.
        """
        return _engine.luck_free(self.blocks.ravel(), weights)

    def to_list(self) -> list[Any]:
        """The sums as plain values, for files of runs."""
        return [self.first, self.blocks.tolist()]

    @classmethod
    def from_list(cls, values: list[Any], players: int) -> LuckSums:
        """The inverse of `to_list`. Raises TypeError or ValueError for values of another kind."""
        first, rows = values
        blocks = np.array(rows, np.float64)
        if not isinstance(first, int) or blocks.shape[1:] != (_engine.luck_sums_of_block(players),):
            raise ValueError("not the sums of blocks")
        return cls(players, first, blocks)


@dataclass(frozen=True, slots=True)
class WithoutLuck:
    """A win rate, or the difference of two, without luck. Its mean is that of the plain figure.

    Attributes:
        value: The rate or the difference. A rate can lie a little outside 0 to 1.
        error: The standard error.
        interval: The 95 % confidence interval, for a number of games that was fixed before.
        factor: How many times as many games the plain figure needs to be as certain.
    """

    value: float
    error: float
    interval: tuple[float, float]
    factor: float

    @classmethod
    def rate(cls, games: int, won: int, sums: tuple[float, float]) -> WithoutLuck:
        """The win rate; nan without games. Its interval is Wilson's for `factor` times as many games."""
        return cls(*_engine.luck_free_rate(games, won, sums))

    @classmethod
    def difference(cls, games: int, first: int, second: int, sums: tuple[float, float]) -> WithoutLuck:
        """The difference of the win rates of two strategies; nan without games.

        `first` and `second` are the numbers of minefields that only one of them won. One further minefield
        of each kind, half in favour of either, keeps the interval from being too narrow where few differ.
        """
        return cls(*_engine.luck_free_difference(games, first, second, sums))

    def to_dict(self, interval: str) -> dict[str, Any]:
        """Everything as plain values, for JSON, the interval by this name. Unknown values are None."""
        return {**plain_fields(self, without="interval"), interval: list(self.interval)}


def mcnemar(first: int, second: int) -> float:
    """The p-value of McNemar's exact test, for a number of minefields that was fixed before.

    It is the chance that fair coins, one for each minefield that only one of two strategies won, fall at
    least as unevenly as `first` to `second`. From 100,000 coins on it is the normal approximation with a
    correction for continuity, which differs in the fifth figure.
    """
    coins, fewer = first + second, min(first, second)
    if 2 * fewer >= coins - 1:
        return 1.0
    if coins >= 100_000:
        return math.erfc((coins - 2 * fewer - 1) / math.sqrt(2 * coins))
    logs = np.cumsum(np.log(np.arange(coins, coins - fewer, -1) / np.arange(1, fewer + 1)))
    logs = np.concatenate([[0.0], logs]) - coins * math.log(2)
    return min(1.0, 2 * float(np.exp(logs).sum()))
