"""Plays a run, chunk by chunk, until its stop rule holds."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from sapper.simulation.plan.configuration import Configuration
from sapper.simulation.run.chunk import ChunkResult, Totals

if TYPE_CHECKING:
    from sapper.simulation.plan.stopping import StopRule
    from sapper.simulation.run.playing import Workers
    from sapper.simulation.storage.games_folder import GamesFolder
    from sapper.simulation.storage.ledger import Ledger

_AHEAD = 16  # how many chunks, for each slot of the workers, may be played ahead of a slow chunk


class Run:
    """A run in progress. Made by `simulate` and `compare`.

    Its totals are right at any moment, even after Ctrl-C.

    Attributes:
        configuration: What is played.
        totals: The sums so far.
        done: Whether the stop rule holds.
        restored: The number of games that the file had when the run was opened.
        seconds: The duration of this session so far.
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
        """Opens a run and counts the chunks of the ledger.

        Args:
            configuration: What is played.
            stop: When the run ends; None is never, for a file without a stop rule.
            ledger: The file of the run; None keeps only the totals.
            folder: The folder that keeps every game, or None.
            reading: Whether the run is only read. Then the last chunk counts even if it is short.
            counted: The sums over the chunks that were read before; later chunks are added to them.

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
                raise ledger.damage()  # a chunk is missing
            self.done = True  # its last session came to its end, which may have been a time limit
        self.restored = self.totals.games

    def play(self, workers: Workers, watch: Callable[[Run], None] = lambda _: None) -> None:
        """Plays until the stop rule holds. The caller enters and leaves the workers.

        Args:
            workers: What plays the chunks.
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
                if self._kept(number) is None:
                    chunk = self.configuration.chunk_at(number, self._games)
                    if chunk.count == 0:
                        break
                    workers.submit(chunk)
                    pending += 1
                number += 1
            if pending == 0:  # other programs have kept these chunks, or no chunk is left
                counted = self.totals.chunks
                self._count()
                if self.totals.chunks == counted:
                    return
                watch(self)
                continue
            result = workers.take()
            pending -= 1
            self._keep(result)
            self.seconds = time.perf_counter() - start
            self._count()
            watch(self)

    def _kept(self, number: int) -> ChunkResult | None:
        """A chunk of the file that this run can count; None if it has to be played.

        A chunk of another length is played again: it belongs to a run of fewer or more games. A damaged chunk
        is played again, too, but a run that is only read raises DamagedError for it.
        """
        if self._ledger is None:
            return None
        if self._reading:  # a short chunk leaves a gap after it
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
            self._folder.store(result)  # first, so that every chunk that counts has its games in the folder
        if self._ledger is not None:
            self._ledger.store(result)
        self._waiting[result.number] = result

    def _count(self) -> None:
        """Counts the next chunks, one by one, up to the first gap or until the stop rule holds."""
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
