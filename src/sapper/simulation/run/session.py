"""A run that is open to be played: its file, its workers and its reports."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Self

from sapper._support.processes import end_if_importing_a_script, usable_cores
from sapper.simulation.plan.plan import Plan
from sapper.simulation.report.comparison import Comparison
from sapper.simulation.report.report import Report
from sapper.simulation.run.playing import Here, Threads, Workers
from sapper.simulation.run.reading import comparison_of, reports_of
from sapper.simulation.run.run import Run
from sapper.simulation.storage.games_folder import GamesFolder
from sapper.simulation.storage.ledger import Ledger
from sapper.simulation.storage.rescue import begin_or_rescue


class Session:
    """A run, open to be played. It is a context manager that closes the file.

    Attributes:
        plan: The plan, with the size of chunks that the file has.
        run: The run. Its totals are right at any moment, even after Ctrl-C.
        set_aside: The copy of the file as it was found, if it was damaged; else None.
    """

    def __init__(self, plan: Plan) -> None:
        """Opens the run.

        Raises:
            SimulationError: The file or the folder cannot be used.
        """
        end_if_importing_a_script()
        self._ledger: Ledger | None = None
        self.set_aside: Path | None = None
        folder: GamesFolder | None = None
        with ExitStack() as opened:
            if plan.out is not None:
                ledger, self.set_aside = begin_or_rescue(plan.out, plan.configuration)
                self._ledger = opened.enter_context(ledger)
                plan = replace(plan, configuration=ledger.configuration)
            if plan.games_folder is not None:
                folder = GamesFolder(plan.games_folder, plan.configuration)
            self.plan = plan
            self.run = Run(plan.configuration, plan.stop, ledger=self._ledger, folder=folder)
            self._open = opened.pop_all()

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
        if self.run.done:
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
        if self._ledger is not None:
            self._ledger.note(stop=self.plan.stop.to_dict(), ended=self.run.done)

    @property
    def longer(self) -> int | None:
        """The number of games in the file, if that is more than were asked for; else None."""
        if self._ledger is None or self.plan.stop.games is None:
            return None
        games = self._ledger.games
        return games if games > self.plan.stop.games else None

    @property
    def report(self) -> Report:
        """The report on the first strategy, so far."""
        return reports_of(self.run, self._ledger)[0]

    @property
    def comparison(self) -> Comparison:
        """The comparison of two strategies, so far."""
        return comparison_of(self.run, self._ledger, self.plan.stop.margin)

    @property
    def result(self) -> Report | Comparison:
        """The report on one strategy or the comparison of two, so far."""
        return self.report if len(self.plan.strategies) == 1 else self.comparison


def workers_for(plan: Plan) -> Workers:
    """The workers for a plan: the engine's threads, processes for functions in Python, or a cluster.

    Raises:
        SimulationError: A function cannot be sent to a process.
    """
    if plan.cluster is not None:
        from sapper.simulation.run.cluster import Cluster  # Dask is an optional package

        return Cluster(plan, plan.cluster)
    count = usable_cores() if plan.threads is None else plan.threads
    if not any(strategy._is_in_python for strategy in plan.strategies):
        return Threads(plan, count)
    from sapper.simulation.run.processes import Processes, stays_here  # few runs need processes

    if count == 1 or (plan.threads is None and any(map(stays_here, plan.strategies))):
        return Here(plan)
    return Processes(plan, count)
