"""A session of a run: its file, who plays, and the reports."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.simulation.configuration import Configuration
from sapper.simulation.games_folder import GamesFolder
from sapper.simulation.ledger import Ledger
from sapper.simulation.places import workers_for
from sapper.simulation.report import Report
from sapper.simulation.running import Run, Totals
from sapper.simulation.stopping import StopRule
from sapper.strategy.strategy import Strategy

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Session", "read_report", "read_reports", "reports_of"]


class Session:
    """A run, open to be played on. A context manager: leaving it closes the file.

    Attributes:
        run: The run; right at any moment, also after Ctrl-C.
        configuration: What is played.
    """

    def __init__(
        self,
        configuration: Configuration,
        strategies: Sequence[Strategy],
        stop: StopRule,
        *,
        until: Callable[[Totals], bool] = lambda _: False,
        out: Path | None = None,
        games_folder: Path | None = None,
        same_chunks: bool = True,
    ) -> None:
        """Opens the run.

        Args:
            configuration: What is played.
            strategies: Who plays: those of the configuration.
            stop: When it is done.
            until: It is also done when this holds for the totals.
            out: The file; None keeps nothing.
            games_folder: Where every game is kept.
            same_chunks: Whether a file that exists may have chunks of another size; then its size holds.

        Raises:
            SimulationError: The file or the folder cannot be used.
        """
        self._open = ExitStack()
        self._strategies = strategies
        self._stop = stop
        folder = None if games_folder is None else GamesFolder(games_folder)
        self._keep = folder is not None
        self._ledger: Ledger | None = None
        if out is not None:
            if same_chunks and out.exists() and out.stat().st_size:
                with Ledger.read(out) as there:
                    configuration = configuration.with_chunk(there.configuration.chunk)
            self._ledger = self._open.enter_context(Ledger.begin(out, configuration))
        self.configuration = configuration
        try:
            self.run = Run(
                configuration,
                lambda totals, seconds: stop.holds(totals.tallies[0], seconds) or until(totals),
                games=stop.games,
                ledger=self._ledger,
                folder=folder,
            )
        except BaseException:
            self._open.close()
            raise

    def __enter__(self) -> Session:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the file."""
        self._open.close()

    def play(
        self,
        *,
        threads: int | None = None,
        cluster: str | Client | None = None,
        watch: Callable[[Run], None] = lambda _: None,
    ) -> None:
        """Plays until the run is done. What is done already is not played again.

        Raises:
            SimulationError: Results cannot be kept, or the workers are lost.
            BudgetError: A position was too hard to analyse.
        """
        if self._ledger is not None:
            self._ledger.note("stop", self._stop.to_dict())
        if self.run.done:
            return
        workers = workers_for(
            self.configuration, self._strategies, threads=threads, cluster=cluster, keep=self._keep
        )
        with workers:
            self.run.play(workers, watch)

    @property
    def report(self) -> Report:
        """What there is to tell so far about the first strategy."""
        return self.reports[0]

    @property
    def reports(self) -> list[Report]:
        """What there is to tell so far about each strategy."""
        return reports_of(self.run, self._ledger)


def read_reports(path: str | os.PathLike[str]) -> list[Report]:
    """What the file of a run has to tell about each of its strategies; the run may still be going on.

    Raises:
        SimulationError: There is no such file, or it is damaged or no run.
    """
    with Ledger.read(Path(path)) as ledger:
        noted = ledger.noted("stop")
        stop = None if noted is None else StopRule(**noted)
        run = Run(
            ledger.configuration,
            lambda totals, _: stop is not None and stop.holds(totals.tallies[0]),
            games=None if stop is None else stop.games,
            ledger=ledger,
            reading=True,
        )
        return reports_of(run, ledger)


def read_report(path: str | os.PathLike[str]) -> Report:
    """What the file of a run has to tell about its first strategy.

    Raises:
        SimulationError: There is no such file, or it is damaged or no run.
    """
    return read_reports(path)[0]


def reports_of(run: Run, ledger: Ledger | None) -> list[Report]:
    """A report on each of the strategies of a run."""
    sessions = [] if ledger is None else ledger.sessions()
    totals = run.totals
    return [
        Report(
            configuration=run.configuration,
            strategy=strategy,
            tally=tally,
            timing=timing,
            digest=totals.digest,
            seconds=run.seconds if ledger is None else sum(session["seconds"] for session in sessions),
            played=totals.games if ledger is None else sum(session["games"] for session in sessions),
            complete=run.done,
        )
        for strategy, tally, timing in zip(
            run.configuration.strategies, totals.tallies, totals.timings, strict=True
        )
    ]
