"""Plays a run: chunk after chunk, until its stop rule holds, from wherever it stands."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from sapper.simulation.plan.configuration import Configuration
from sapper.simulation.results.sequential import Evidence
from sapper.simulation.results.tally import Tally
from sapper.simulation.results.timing import Timing
from sapper.simulation.run.chunk import ChunkResult

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.simulation.plan.stopping import StopRule
    from sapper.simulation.run.workers import Workers
    from sapper.simulation.storage.games_folder import GamesFolder
    from sapper.simulation.storage.ledger import Ledger

__all__ = ["Run", "Totals"]

_AHEAD = 16  # chunks for each that is played at a time: how far others may run ahead of a slow one


@dataclass(slots=True)
class Totals:
    """The sums over the chunks counted so far: those from the first on without a gap.

    Attributes:
        chunks: How many.
        tallies: One for each strategy.
        timings: One for each strategy.
        pairs: As in `ChunkResult`, or None.
        digests: One for each strategy: changes when any result of any game does, and does not depend on
            how the games were divided into chunks.
    """

    chunks: int
    tallies: tuple[Tally, ...]
    timings: tuple[Timing, ...]
    pairs: NDArray[np.int64] | None
    digests: tuple[int, ...]

    @classmethod
    def empty(cls, configuration: Configuration) -> Self:
        """Of nothing."""
        players = len(configuration.strategies)
        return cls(
            0,
            tuple(Tally.empty(configuration.board) for _ in range(players)),
            tuple(Timing() for _ in range(players)),
            np.zeros((2, 2), dtype=np.int64) if players == 2 else None,
            (0,) * players,
        )

    def add(self, result: ChunkResult) -> None:
        """Counts one more chunk, the next."""
        self.chunks += 1
        for tally, more in zip(self.tallies, result.tallies, strict=True):
            tally.add(more)
        for timing, more_time in zip(self.timings, result.timings, strict=True):
            timing.add(more_time)
        if self.pairs is not None and result.pairs is not None:
            self.pairs += result.pairs
        self.digests = tuple(
            (digest + more) % 2**64 for digest, more in zip(self.digests, result.digests, strict=True)
        )

    @property
    def games(self) -> int:
        """How many games each strategy has played."""
        return self.tallies[0].games

    @property
    def evidence(self) -> Evidence:
        """What the pairs of games of two strategies show; of one strategy nothing."""
        if self.pairs is None:
            return Evidence(0, 0, 0)
        return Evidence(self.games, int(self.pairs[1, 0]), int(self.pairs[0, 1]))


class Run:
    """A run in progress. Its totals are right at any moment, also when Ctrl-C breaks in.

    Attributes:
        configuration: What is played.
        totals: The sums so far.
        done: Whether the stop rule holds.
        restored: How many games were already there when the run was opened.
        seconds: How long this session has taken.
    """

    def __init__(
        self,
        configuration: Configuration,
        stop: StopRule | None,
        *,
        ledger: Ledger | None = None,
        folder: GamesFolder | None = None,
        reading: bool = False,
        counted: Totals | None = None,
    ) -> None:
        """Opens a run; counts what the ledger has.

        Args:
            configuration: What is played.
            stop: When it is done; None, of a file that does not tell, is never.
            ledger: Where results are kept; None keeps the totals only.
            folder: Where every game is kept.
            reading: Whether nothing will be played: then all there is counts, the last chunk as it is.
            counted: What was counted of this ledger before; what is there beyond it is added to it.

        Raises:
            SimulationError: The ledger is damaged.
        """
        self.configuration = configuration
        self.totals = Totals.empty(configuration) if counted is None else counted
        self.seconds = 0.0
        self._stop = stop
        self._games = None if stop is None else stop.games
        self._ledger = ledger
        self._folder = folder
        self._reading = reading
        self._waiting: dict[int, ChunkResult] = {}
        self.done = stop is not None and self.totals.chunks > 0 and stop.holds(self.totals)
        self._count()
        if reading and ledger is not None and ledger.noted("ended") and not self.done:
            if stop is not None and stop.seconds is None:
                raise ledger.damage()  # a chunk is gone
            self.done = True  # as far as its last session was asked for: also after some seconds
        self.restored = self.totals.games

    def play(self, workers: Workers, watch: Callable[[Run], None] = lambda _: None) -> None:
        """Plays until the stop rule holds; the caller enters and leaves the workers.

        Args:
            workers: Who plays.
            watch: Called after every chunk.

        Raises:
            SimulationError: Results cannot be kept, or the workers are lost.
            BudgetError: A position was too hard to analyse.
        """
        start = time.perf_counter()
        if self._ledger is not None and not self.done:
            self._ledger.start_session(str(workers))
        number, pending = self.totals.chunks, 0
        while not self.done:
            while pending < 2 * workers.slots and number < self.totals.chunks + _AHEAD * workers.slots:
                if not self._has(number):
                    chunk = self.configuration.chunk_at(number, self._games)
                    if chunk.count == 0:
                        break
                    workers.submit(chunk)
                    pending += 1
                number += 1
            if pending == 0:
                return
            result = workers.take()
            pending -= 1
            self._keep(result)
            self.seconds = time.perf_counter() - start
            self._count()
            watch(self)

    def _has(self, number: int) -> bool:
        """Whether a chunk is played and kept."""
        return self._kept(number) is not None

    def _kept(self, number: int) -> ChunkResult | None:
        """A chunk that is kept and that this run can count.

        A shorter one is of a run that was made longer, a longer one of a run that is looked at shorter: their
        part of this run is to be played. So is a damaged one; who only reads is told of it.
        """
        if self._ledger is None:
            return None
        if self._reading:  # behind a chunk that is short there is a gap
            there = self.totals.games == self.configuration.games_before(number)
            return self._ledger.chunk(number) if there else None
        result = self._ledger.intact(number)
        wanted = self.configuration.chunk_at(number, self._games).count
        if result is None or result.count != wanted:
            return None
        if self._folder is not None and not self._folder.has(number, wanted):
            return None
        return result

    def _keep(self, result: ChunkResult) -> None:
        if self._folder is not None:
            self._folder.store(result)  # first: a counted chunk has its games
        if self._ledger is not None:
            self._ledger.store(result)
        self._waiting[result.number] = result

    def _count(self) -> None:
        """Counts the chunks that follow without a gap, one by one, until the stop rule holds."""
        while not self.done:
            result = self._next()
            if result is None:
                return
            self.totals.add(result)
            self.done = self._stop is not None and self._stop.holds(self.totals, self.seconds)

    def _next(self) -> ChunkResult | None:
        number = self.totals.chunks
        if number in self._waiting:
            return self._waiting.pop(number)
        return self._kept(number)
