"""A session of a run: its file, who plays, and the reports."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from sapper._support.limits import shown
from sapper.errors import SimulationError
from sapper.simulation.plan.configuration import Configuration
from sapper.simulation.plan.stopping import StopRule
from sapper.simulation.report.report import Report
from sapper.simulation.run.places import Place
from sapper.simulation.run.run import Run, Totals
from sapper.simulation.storage.games_folder import GamesFolder
from sapper.simulation.storage.ledger import Ledger
from sapper.simulation.storage.rescue import begin_or_rescue
from sapper.strategy.strategy import Strategy

__all__ = ["Session", "kept_run", "path_of", "read_report", "read_reports", "reports_of", "stop_rule_of"]


class Session:
    """A run, open to be played on. A context manager: leaving it closes the file.

    Attributes:
        run: The run; right at any moment, also after Ctrl-C.
        configuration: What is played.
        file: Where it is kept; None is nowhere.
        set_aside: The file as it was found, where it was damaged; else None.
    """

    def __init__(
        self,
        configuration: Configuration,
        strategies: Sequence[Strategy],
        stop: StopRule,
        place: Place,
        *,
        out: str | os.PathLike[str] | None = None,
        games_folder: str | os.PathLike[str] | None = None,
        same_chunks: bool = True,
    ) -> None:
        """Opens the run.

        Args:
            configuration: What is played.
            strategies: Who plays: those of the configuration.
            stop: When it is done.
            place: Where it is played.
            out: The file; None keeps nothing.
            games_folder: Where every game is kept.
            same_chunks: Whether a file that exists may have chunks of another size; then its size holds.

        Raises:
            SimulationError: The file or the folder cannot be used.
        """
        self._open = ExitStack()
        self._strategies = strategies
        self._stop = stop
        self._place = place
        self.file = None if out is None else path_of("out", out)
        self._keep = games_folder is not None
        self._ledger: Ledger | None = None
        folder: GamesFolder | None = None
        self.set_aside: Path | None = None
        kept = None if games_folder is None else path_of("games_folder", games_folder)
        try:
            if self.file is not None:
                opened, self.set_aside = begin_or_rescue(self.file, configuration, same_chunks=same_chunks)
                self._ledger = self._open.enter_context(opened)
                configuration = self._ledger.configuration
            self.configuration = configuration
            if kept is not None:
                folder = GamesFolder(kept, configuration)
            self.run = Run(configuration, stop, ledger=self._ledger, folder=folder)
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
        self, watch: Callable[[Run], None] | None = None, ready: Callable[[], None] = lambda: None
    ) -> None:
        """Plays until the run is done. What is done already is not played again.

        Args:
            watch: Called after every chunk.
            ready: Called when all is there that it takes, before anything is played.

        Raises:
            SimulationError: Results cannot be kept, or the workers are lost.
            BudgetError: A position was too hard to analyse.
        """
        if self.run.done:
            self._note()
            ready()
            return
        with self._place.workers(self.configuration, self._strategies, self._keep) as workers:
            self._note()
            ready()
            self.run.play(workers, watch or (lambda _: None))
        self._note()

    def _note(self) -> None:
        """Keeps what was asked for, and whether it is done."""
        if self._ledger is not None:
            self._ledger.note(stop=self._stop.to_dict(), ended=self.run.done)

    @property
    def longer(self) -> int | None:
        """How many games the file has, where that is more than were asked for; else None."""
        if self._ledger is None or self._stop.games is None:
            return None
        games = self._ledger.games
        return games if games > self._stop.games else None

    @property
    def report(self) -> Report:
        """What there is to tell so far about the first strategy."""
        return self.reports[0]

    @property
    def reports(self) -> list[Report]:
        """What there is to tell so far about each strategy."""
        return reports_of(self.run, self._ledger)


def path_of(name: str, given: str | os.PathLike[str]) -> Path:
    """What was given as a path. Raises SimulationError, which names the argument, where it is none."""
    try:
        path = Path(given)
        encoded = os.fsencode(path)
    except (TypeError, ValueError):
        raise SimulationError(f"{name} is a path, not {shown(given)}") from None
    if b"\0" in encoded:
        raise SimulationError(f"{name} is a path, not {shown(given)}")
    if not os.fspath(given):  # which a Path would take for the folder where we are
        raise SimulationError(f"{name} is empty: name a path")
    return path


def stop_rule_of(ledger: Ledger) -> StopRule | None:
    """What the last session was asked for; None where the file does not tell.

    Raises:
        SimulationError: What the file tells is no such rule.
    """
    noted = ledger.noted("stop")
    try:
        return None if noted is None else StopRule(**noted)
    except (TypeError, SimulationError):
        raise SimulationError(f"{ledger.path}: is of a later version of Sapper") from None


def kept_run(ledger: Ledger, counted: Totals | None = None) -> Run:
    """The run that a file holds, as far as it is; it may still be going on.

    Args:
        ledger: The file.
        counted: What was counted of it before: only what was added since is read, and added to it.

    Raises:
        SimulationError: The file is damaged.
    """
    if counted is None or counted.chunks == 0:
        ledger.check()  # once: what was counted before was checked then
    return Run(ledger.configuration, stop_rule_of(ledger), ledger=ledger, reading=True, counted=counted)


def read_reports(path: str | os.PathLike[str]) -> list[Report]:
    """What the file of a run has to tell about each of its strategies; the run may still be going on.

    Raises:
        SimulationError: There is no such file, or it is damaged or no run.
    """
    with Ledger.read(path_of("path", path)) as ledger:
        return reports_of(kept_run(ledger), ledger)


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
            digest=f"{digest:016x}",
            seconds=run.seconds if ledger is None else sum(session["seconds"] for session in sessions),
            played=totals.games if ledger is None else sum(session["games"] for session in sessions),
            complete=run.done,
        )
        for strategy, tally, timing, digest in zip(
            run.configuration.strategies, totals.tallies, totals.timings, totals.digests, strict=True
        )
    ]
