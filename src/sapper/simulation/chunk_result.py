"""The results of a chunk, and the sums over the chunks of a run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from sapper.simulation.configuration import Chunk, Configuration
from sapper.simulation.statistics import LuckSums, SequentialTest, WithoutLuck
from sapper.simulation.tally import WON, Records, Tally, Timing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.board import Board


@dataclass(frozen=True, slots=True)
class ChunkResult:
    """The results of a chunk: one tally and one timing for each strategy of the run."""

    number: int
    count: int
    tallies: tuple[Tally, ...]
    timings: tuple[Timing, ...]
    # Of two strategies, (2, 2): games by whether the first and the second won.
    pairs: NDArray[np.int64] | None
    luck: LuckSums
    digests: tuple[int, ...]  # see `Records.digest`
    records: tuple[Records, ...] | None = None  # the games themselves, with `keep`

    @classmethod
    def from_records(
        cls, configuration: Configuration, chunk: Chunk, by_strategy: Sequence[Records], keep: bool
    ) -> ChunkResult:
        """The results of these games. With `keep` they include the games."""
        return cls(
            chunk.number,
            chunk.count,
            tuple(Tally.from_records(records, configuration.board) for records in by_strategy),
            tuple(Timing.from_nanoseconds(records.nanoseconds) for records in by_strategy),
            _pairs(*by_strategy) if len(by_strategy) == 2 else None,
            LuckSums.from_records(configuration.games_before(chunk.number), tuple(by_strategy)),
            tuple(records.digest(chunk.first) for records in by_strategy),
            tuple(by_strategy) if keep else None,
        )

    def results_text(self) -> str:
        """The results without times, as JSON. They are the same each time the chunk is played."""
        values: dict[str, Any] = {"tallies": [tally.to_dict() for tally in self.tallies]}
        if self.pairs is not None:
            values["pairs"] = self.pairs.tolist()
        values["luck"] = self.luck.to_list()
        values["digests"] = [f"{digest:016x}" for digest in self.digests]
        return json.dumps(values, separators=(",", ":"))

    def timings_text(self) -> str:
        """The times, as JSON."""
        return json.dumps([timing.to_dict() for timing in self.timings], separators=(",", ":"))

    @classmethod
    def from_texts(cls, number: int, count: int, results: str, timings: str, board: Board) -> ChunkResult:
        """Reads the two texts.

        Raises:
            KeyError, TypeError, ValueError: A text is not one of a chunk.
        """
        values = json.loads(results)
        pairs = values.get("pairs")
        return cls(
            number,
            count,
            tuple(Tally.from_dict(tally, board) for tally in values["tallies"]),
            tuple(Timing.from_dict(timing) for timing in json.loads(timings)),
            None if pairs is None else np.array(pairs, dtype=np.int64),
            LuckSums.from_list(values["luck"], len(values["tallies"])),
            tuple(int(digest, 16) for digest in values["digests"]),
        )


@dataclass(slots=True)
class Totals:
    """The sums over the chunks that are counted so far: the first ones, without a gap. Made by `Run`.

    Attributes:
        chunks: The number of these chunks.
        tallies: One for each strategy.
        timings: One for each strategy.
        pairs: As in `ChunkResult`, or None.
        luck: The sums that take luck out of the win rates.
        digests: One for each strategy. It changes when any result of any game does, and does not depend on
            the size of the chunks.
    """

    chunks: int
    tallies: tuple[Tally, ...]
    timings: tuple[Timing, ...]
    pairs: NDArray[np.int64] | None
    luck: LuckSums
    digests: tuple[int, ...]

    @classmethod
    def empty(cls, configuration: Configuration) -> Self:
        """The sums over no chunks."""
        players = len(configuration.strategies)
        return cls(
            0,
            tuple(Tally.empty(configuration.board) for _ in range(players)),
            tuple(Timing() for _ in range(players)),
            np.zeros((2, 2), dtype=np.int64) if players == 2 else None,
            LuckSums.empty(players),
            (0,) * players,
        )

    def add(self, result: ChunkResult) -> None:
        """Counts the next chunk."""
        self.chunks += 1
        for tally, more in zip(self.tallies, result.tallies, strict=True):
            tally.add(more)
        for timing, more_time in zip(self.timings, result.timings, strict=True):
            timing.add(more_time)
        if self.pairs is not None and result.pairs is not None:
            self.pairs += result.pairs
        self.luck.add(result.luck)
        self.digests = tuple(
            (digest + more) % 2**64 for digest, more in zip(self.digests, result.digests, strict=True)
        )

    @property
    def games(self) -> int:
        """The number of games that each strategy has played."""
        return self.tallies[0].games

    @property
    def evidence(self) -> SequentialTest:
        """What the pairs of games of two strategies show. For one strategy it is empty."""
        if self.pairs is None:
            return SequentialTest(0, 0, 0, 0.0, 0.0)
        first, second = int(self.pairs[1, 0]), int(self.pairs[0, 1])
        return SequentialTest(self.games, first, second, *self.luck.without(1, -1))

    @property
    def without_luck(self) -> tuple[WithoutLuck, ...]:
        """The win rate of each strategy without luck."""
        players = range(len(self.tallies))
        return tuple(
            WithoutLuck.rate(
                tally.games, tally.won, self.luck.without(*(int(it == player) for it in players))
            )
            for player, tally in enumerate(self.tallies)
        )


def _pairs(first: Records, second: Records) -> NDArray[np.int64]:
    cell = 2 * (first.outcome == WON) + (second.outcome == WON)
    return np.bincount(cell, minlength=4).reshape(2, 2)
