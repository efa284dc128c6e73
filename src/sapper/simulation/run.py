"""A run: played chunk by chunk until its stop rule holds, kept in a file, and read from it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Self

from sapper._support.checks import path_of
from sapper._support.parallel import end_if_importing_a_script, usable_cores
from sapper.errors import SimulationError
from sapper.simulation.chunk_result import ChunkResult, Totals
from sapper.simulation.comparison import Comparison
from sapper.simulation.configuration import Configuration
from sapper.simulation.games_folder import GamesFolder
from sapper.simulation.plan import Plan, StopRule
from sapper.simulation.run_file import RunFile, begin_anew_after_damage
from sapper.simulation.strategy_report import Report
from sapper.simulation.workers import EngineThreads, InProcess, Processes, Workers, stays_here

_CHUNKS_AHEAD = 16  # how many chunks, for each slot of the workers, may be played ahead of a slow chunk


class Run:
    """A run in progress. Made by `simulate` and `compare`.

    Its totals are right at any moment, even after Ctrl-C.

    Attributes:
        configuration: What is played.
        totals: The sums so far.
        games: The number of games after which it ends, if there is such a limit; else None.
        complete: Whether the stop rule holds.
        games_before: The number of games that the file had when the run was opened.
        seconds: The duration of this session so far.
    """

    def __init__(
        self,
        configuration: Configuration,
        stop: StopRule | None,
        *,
        run_file: RunFile | None = None,
        folder: GamesFolder | None = None,
        reading: bool = False,
    ) -> None:
        """Opens a run and counts the chunks of its file.

        Args:
            configuration: What is played.
            stop: When the run ends; None is never, for a file without a stop rule.
            run_file: The file of the run; None keeps only the totals.
            folder: The folder that keeps every game, or None.
            reading: Whether the run is only read. Then the last chunk counts even if it is short.

        Raises:
            SimulationError: The file is damaged.
        """
        self.configuration = configuration
        self.totals = Totals.empty(configuration)
        self.seconds = 0.0
        self._stop = stop
        self.games = None if stop is None else stop.games
        self._run_file = run_file
        self._folder = folder
        self._reading = reading
        self._waiting: dict[int, ChunkResult] = {}
        self.complete = False
        self._count()
        if reading and run_file is not None and run_file.value_of("ended") and not self.complete:
            if stop is not None and stop.seconds is None:
                raise run_file.damage()  # a chunk is missing
            self.complete = True  # its last session came to its end, which may have been a time limit
        self.games_before = self.totals.games

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
        if self._run_file is not None and not self.complete:
            self._run_file.start_session(str(workers))
        number, pending = self.totals.chunks, 0
        while not self.complete:
            # Each slot has a chunk to play and one that waits, so that none is ever idle.
            while pending < 2 * workers.slots and number < self.totals.chunks + _CHUNKS_AHEAD * workers.slots:
                if self._chunk_in_file(number) is None:
                    chunk = self.configuration.chunk_at(number, self.games)
                    if chunk.count == 0:
                        break
                    workers.submit(chunk)
                    pending += 1
                number += 1
            if pending == 0:  # other programs have kept these chunks, or no chunk is left
                before = self.totals.chunks
                self._count()
                if self.totals.chunks == before:
                    return
                watch(self)
                continue
            result = workers.take()
            pending -= 1
            self._keep(result)
            self.seconds = time.perf_counter() - start
            self._count()
            watch(self)

    def _chunk_in_file(self, number: int) -> ChunkResult | None:
        """A chunk of the file that this run can count; None if it has to be played.

        A chunk of another length is played again: it belongs to a run of fewer or more games. A damaged chunk
        is played again, too, but a run that is only read raises DamageError for it.
        """
        if self._run_file is None:
            return None
        if self._reading:  # a short chunk leaves a gap after it
            there = self.totals.games == self.configuration.games_before(number)
            return self._run_file.chunk(number) if there else None
        result = self._run_file.intact(number)
        count = self.configuration.chunk_at(number, self.games).count
        if result is None or result.count != count:
            return None
        if self._folder is not None and not self._folder.has(number, count):
            return None
        return result

    def _keep(self, result: ChunkResult) -> None:
        if self._folder is not None:
            self._folder.store(result)  # first, so that every chunk that counts has its games in the folder
        if self._run_file is not None:
            self._run_file.store(result)
        self._waiting[result.number] = result

    def _count(self) -> None:
        """Counts the chunks that are there, one by one, up to the first gap or until the stop rule holds."""
        while not self.complete:
            result = self._next()
            if result is None:
                return
            self.totals.add(result)
            self.complete = self._stop is not None and self._stop.holds(self.totals, self.seconds)

    def _next(self) -> ChunkResult | None:
        number = self.totals.chunks
        if number in self._waiting:
            return self._waiting.pop(number)
        return self._chunk_in_file(number)

    @property
    def reports(self) -> list[Report]:
        """A report on each of the strategies, so far."""
        sessions = [] if self._run_file is None else self._run_file.sessions()
        in_file = self._run_file is not None
        totals = self.totals
        return [
            Report(
                configuration=self.configuration,
                strategy=strategy,
                tally=tally,
                without_luck=without_luck,
                timing=timing,
                digest=f"{digest:016x}",
                seconds=sum(session["seconds"] for session in sessions) if in_file else self.seconds,
                played=sum(session["games"] for session in sessions) if in_file else totals.games,
                complete=self.complete,
            )
            for strategy, tally, without_luck, timing, digest in zip(
                self.configuration.strategies,
                totals.tallies,
                totals.without_luck,
                totals.timings,
                totals.digests,
                strict=True,
            )
        ]

    @property
    def comparison(self) -> Comparison:
        """The comparison of two strategies, so far."""
        pairs = self.totals.pairs
        assert pairs is not None
        margin = None if self._stop is None else self._stop.margin
        first, second = self.reports
        return Comparison(first, second, self.totals.evidence, int(pairs[1, 1]), int(pairs[0, 0]), margin)

    @property
    def result(self) -> Report | Comparison:
        """The report on one strategy or the comparison of two, so far."""
        return self.reports[0] if len(self.configuration.strategies) == 1 else self.comparison


def stop_rule_of(run_file: RunFile) -> StopRule | None:
    """The stop rule of the last session of a run; None if the file has none.

    Raises:
        SimulationError: The rule has parts that this version does not know.
    """
    note = run_file.value_of("stop")
    try:
        return None if note is None else StopRule(**note)
    except (TypeError, SimulationError):
        raise SimulationError(
            f"{run_file.path}: is a run of a later version of Sapper. Use that version"
        ) from None


def run_in(run_file: RunFile) -> Run:
    """The run in a file, as far as it was played. It may still go on.

    Raises:
        SimulationError: The file is damaged.
    """
    run_file.check()
    return Run(run_file.configuration, stop_rule_of(run_file), run_file=run_file, reading=True)


def read_result(path: str | os.PathLike[str]) -> Report | Comparison:
    """Reads the report on a run of one strategy, or the comparison of two, from its file.

    The run may still go on.

    Raises:
        ArgumentError: `path` is not a path.
        MissingFileError: There is no such file.
        SimulationError: It is damaged, or it is not a run.
    """
    with RunFile.read(path_of("path", path)) as run_file:
        return run_in(run_file).result


def read_reports(path: str | os.PathLike[str]) -> list[Report]:
    """Reads a report on each strategy of a run from its file. Errors are those of `read_result`."""
    with RunFile.read(path_of("path", path)) as run_file:
        return run_in(run_file).reports


def read_report(path: str | os.PathLike[str]) -> Report:
    """Reads the report on the first strategy of a run from its file. Errors are those of `read_result`."""
    return read_reports(path)[0]


def read_comparison(path: str | os.PathLike[str]) -> Comparison:
    """Reads a comparison from its file. Errors are those of `read_result`.

    Raises:
        SimulationError: Also if the file is the run of one strategy.
    """
    result = read_result(path)
    if isinstance(result, Comparison):
        return result
    raise SimulationError(f"{path}: is the run of one strategy, not a comparison of two")


class OpenRun:
    """A run, open to be played. It is a context manager that closes the file.

    Attributes:
        plan: The plan, with the size of chunks that the file has.
        run: The run. Its totals are right at any moment, even after Ctrl-C.
        set_aside: The new path of the file that was found, if it was damaged; else None.
    """

    def __init__(self, plan: Plan) -> None:
        """Opens the run.

        Raises:
            SimulationError: The file or the folder cannot be used.
        """
        end_if_importing_a_script()
        self._run_file: RunFile | None = None
        self.set_aside: Path | None = None
        folder: GamesFolder | None = None
        with ExitStack() as stack:
            if plan.out is not None:
                run_file, self.set_aside = begin_anew_after_damage(plan.out, plan.configuration)
                self._run_file = stack.enter_context(run_file)
                plan = replace(plan, configuration=run_file.configuration)
            if plan.games_folder is not None:
                folder = GamesFolder(plan.games_folder, plan.configuration)
            self.plan = plan
            self.run = Run(plan.configuration, plan.stop, run_file=self._run_file, folder=folder)
            self._open = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def play(
        self, watch: Callable[[Run], None] | None = None, ready: Callable[[], None] = lambda: None
    ) -> None:
        """Plays until the run is done. Chunks that the file has are not played again.

        `watch` is called after every chunk, and `ready` once, when the workers are ready and before they
        play.

        Raises:
            SimulationError: Results cannot be kept, or the workers are lost.
            BudgetError: A position was too hard to analyse.
        """
        if self.run.complete:
            self._note()
            ready()
            return
        with workers_for(self.plan) as workers:
            self._note()
            ready()
            self.run.play(workers, watch or (lambda _: None))
        self._note()

    def _note(self) -> None:
        """Writes the stop rule into the file, and whether it holds."""
        if self._run_file is not None:
            self._run_file.note(stop=self.plan.stop.to_dict(), ended=self.run.complete)

    @property
    def longer(self) -> int | None:
        """The number of games in the file, if it is more than the stop rule wants; else None."""
        if self._run_file is None or self.plan.stop.games is None:
            return None
        games = self._run_file.games
        return games if games > self.plan.stop.games else None


def workers_for(plan: Plan) -> Workers:
    """The workers for a plan: the engine's threads, processes for functions in Python, or a cluster.

    Raises:
        SimulationError: A function cannot be sent to a process.
    """
    if plan.cluster is not None:
        from sapper.simulation.dask_workers import Cluster  # Dask is an optional package

        return Cluster(plan, plan.cluster)
    count = usable_cores() if plan.threads is None else plan.threads
    if not any(strategy._is_in_python for strategy in plan.strategies):
        return EngineThreads(plan, count)
    if count == 1 or (plan.threads is None and any(map(stays_here, plan.strategies))):
        return InProcess(plan)
    return Processes(plan, count)
