"""Win rates, and differences of win rates, without the luck of the guesses.

`engine/simulation/luck.hpp` says what luck is and why its removal keeps the mean. The page has the same
figures.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _engine
from sapper.board.json_form import nulls_for_nan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.simulation.tally import Records


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
    def of(cls, before: int, by_strategy: tuple[Records, ...]) -> LuckSums:
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
        values = {"value": self.value, "error": self.error, "factor": self.factor}
        figures = {name: nulls_for_nan(value) for name, value in values.items()}
        return {**figures, interval: list(self.interval)}


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
