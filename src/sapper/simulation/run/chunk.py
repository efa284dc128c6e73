"""What comes back for a chunk, wherever it was played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.simulation.plan.configuration import Chunk, Configuration
from sapper.simulation.results.records import WON, Records
from sapper.simulation.results.tally import Tally
from sapper.simulation.results.timing import Timing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.board import Board

__all__ = ["ChunkResult"]


@dataclass(frozen=True, slots=True)
class ChunkResult:
    """The results of a chunk: one tally and one timing for each strategy of the run.

    Attributes:
        number: Of the chunk.
        count: How many games.
        tallies: What came of the games.
        timings: How long they took.
        pairs: Of two strategies: int64 (2, 2), the games by whether the first and the second won; else None.
        digests: Of the games of each strategy, as `Records.digest` makes them.
        records: The games themselves, where they were asked for.
    """

    number: int
    count: int
    tallies: tuple[Tally, ...]
    timings: tuple[Timing, ...]
    pairs: NDArray[np.int64] | None
    digests: tuple[int, ...]
    records: tuple[Records, ...] | None = None

    @classmethod
    def of(
        cls, configuration: Configuration, chunk: Chunk, played: Sequence[Records], keep: bool
    ) -> ChunkResult:
        """Sums up; with `keep` the games stay with the sums."""
        return cls(
            chunk.number,
            chunk.count,
            tuple(Tally.of(records, configuration.board) for records in played),
            tuple(Timing.of(records.nanoseconds) for records in played),
            _pairs(*played) if len(played) == 2 else None,
            tuple(records.digest(chunk.first) for records in played),
            tuple(played) if keep else None,
        )

    def results_text(self) -> str:
        """The results, without times, as JSON: the same wherever and however often the chunk is played."""
        values: dict[str, Any] = {"tallies": [tally.to_dict() for tally in self.tallies]}
        if self.pairs is not None:
            values["pairs"] = self.pairs.tolist()
        values["digests"] = [f"{digest:016x}" for digest in self.digests]
        return json.dumps(values, separators=(",", ":"))

    def timings_text(self) -> str:
        """The times as JSON."""
        return json.dumps([timing.to_dict() for timing in self.timings], separators=(",", ":"))

    @classmethod
    def from_texts(
        cls, number: int, count: int, results: str, timings: str | None, board: Board
    ) -> ChunkResult:
        """The inverse of the texts; times may be lost. Raises KeyError, TypeError or ValueError otherwise."""
        values = json.loads(results)
        times = [Timing().to_dict()] * len(values["tallies"]) if timings is None else json.loads(timings)
        pairs = values.get("pairs")
        return cls(
            number,
            count,
            tuple(Tally.from_dict(tally, board) for tally in values["tallies"]),
            tuple(Timing.from_dict(timing) for timing in times),
            None if pairs is None else np.array(pairs, dtype=np.int64),
            tuple(int(digest, 16) for digest in values["digests"]),
        )


def _pairs(first: Records, second: Records) -> NDArray[np.int64]:
    cell = 2 * (first.outcome == WON) + (second.outcome == WON)
    return np.bincount(cell, minlength=4).reshape(2, 2)
