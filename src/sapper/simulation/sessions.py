"""A session of a run: its file, who plays, and the report; `sapper.simulate` and `play_range` in Python."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.board import Board, Level
from sapper.rules import FirstClick, Rules
from sapper.simulation.configuration import Configuration
from sapper.simulation.games_folder import GamesFolder
from sapper.simulation.ledger import Ledger
from sapper.simulation.options import configured, default_strategy
from sapper.simulation.places import workers_for
from sapper.simulation.playing import Player
from sapper.simulation.report import Report
from sapper.simulation.running import Run, Totals
from sapper.simulation.stopping import StopRule
from sapper.topology import Cell

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Session", "play_range", "read_report", "simulate"]

USUAL_GAMES = 10_000


class Session:
    """A run of one strategy, open to be played on. A context manager: leaving it closes the file.

    Attributes:
        run: The run; right at any moment, also after Ctrl-C.
        configuration: What is played.
    """

    def __init__(
        self,
        configuration: Configuration,
        player: Player,
        stop: StopRule,
        *,
        out: Path | None = None,
        games_folder: Path | None = None,
        same_chunks: bool = True,
    ) -> None:
        """Opens the run.

        Args:
            configuration: What is played.
            player: Who plays.
            stop: When it is done.
            out: The file; None keeps nothing.
            games_folder: Where every game is kept.
            same_chunks: Whether a file that exists may have chunks of another size; then its size holds.

        Raises:
            SimulationError: The file or the folder cannot be used.
        """
        self._open = ExitStack()
        self._player = player
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
            self.run = Run(configuration, _holds(stop), games=stop.games, ledger=self._ledger, folder=folder)
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
            self.configuration, [self._player], threads=threads, cluster=cluster, keep=self._keep
        )
        with workers:
            self.run.play(workers, watch)

    @property
    def report(self) -> Report:
        """What there is to tell so far."""
        return report_of(self.run, self._ledger)


def simulate(
    board: Board | Level | str = "expert",
    strategy: Player | None = None,
    *,
    games: int | None = None,
    seconds: float | None = None,
    width: float | None = None,
    first_click: FirstClick = "opening",
    rules: Rules | None = None,
    seed: int = 0,
    first_cell: Cell | None = None,
    threads: int | None = None,
    cluster: str | Client | None = None,
    out: str | os.PathLike[str] | None = None,
    games_folder: str | os.PathLike[str] | None = None,
    chunk: int | None = None,
    progress: Callable[[Run], None] | None = None,
) -> Report:
    """Plays many games and reports what came of them.

    The results, game by game, depend on the board, the rules, the strategy, the seed and the version of
    Sapper, and not on who plays where. Memory does not grow with the games.

    Args:
        board: A `Board`, or `"beginner"`, `"intermediate"` or `"expert"`.
        strategy: The name of a strategy; None takes the strongest. Or a function that is given a `Position`
            and returns the cell to open: hundreds of times slower, and played by processes, not threads.
        games: Stops after this many; 10,000 when nothing else stops.
        seconds: Stops after this time.
        width: Stops when the 95 % interval of the win rate is no wider than this, from 0 to 1.
        first_click: What the first opened cell is sure of; see `Rules`.
        rules: All the rules, instead of `first_click`.
        seed: Which minefields.
        first_cell: Opened first instead of the strategy's own first cell.
        threads: How many threads (or processes) play; None is one for each processor.
        cluster: Plays on a Dask cluster instead: the address of its scheduler, a `distributed.Client`, or
            `"local:4"` for four worker processes of this machine.
        out: A file to keep the run in. A run that was broken off goes on when it is called again.
        games_folder: A folder to keep every game in, as Parquet files.
        chunk: How many games make a unit of work; None chooses by the board.
        progress: Called after every unit with the `Run`; `run.totals` has the sums so far.

    Raises:
        BoardError: There is no such level.
        SimulationError: There is no such strategy, a limit is out of bounds, the file cannot be used, or the
            cluster does not answer.
        BudgetError: A position was too hard to analyse.
    """
    if games is None and seconds is None and width is None:
        games = USUAL_GAMES
    stop = StopRule(games, width, seconds)
    player = default_strategy() if strategy is None else strategy
    configuration = configured(
        board,
        [player],
        first_click=first_click,
        rules=rules,
        seed=seed,
        chunk=chunk,
        games=games,
        first_cell=first_cell,
    )
    session = Session(
        configuration,
        player,
        stop,
        out=None if out is None else Path(out),
        games_folder=None if games_folder is None else Path(games_folder),
        same_chunks=chunk is None,
    )
    with session:
        session.play(threads=threads, cluster=cluster, watch=progress or (lambda _: None))
        return session.report


def play_range(
    strategy: Player,
    board: Board | Level | str,
    rules: Rules | None = None,
    seed: int = 0,
    first: int = 0,
    count: int = 1000,
    threads: int = 1,
) -> Report:
    """Plays the games `first`, `first + 1`, ... of a seed, keeps nothing, and reports what came of them.

    Args:
        strategy: As for `simulate`.
        board: A `Board`, or the name of a level.
        rules: By default those of `Rules()`.
        seed: Which minefields.
        first: The number of the first game.
        count: How many games.
        threads: How many threads play.

    Raises:
        BoardError: There is no such level.
        SimulationError: There is no such strategy, or a number is out of bounds.
        BudgetError: A position was too hard to analyse.
    """
    stop = StopRule(count)
    configuration = configured(board, [strategy], rules=rules, seed=seed, first=first, games=count)
    with Session(configuration, strategy, stop) as session:
        session.play(threads=threads)
        return session.report


def read_report(path: str | os.PathLike[str]) -> Report:
    """What the file of a run has to tell; the run may still be going on.

    Raises:
        SimulationError: There is no such file, or it is damaged or no run.
    """
    with Ledger.read(Path(path)) as ledger:
        noted = ledger.noted("stop")
        stop = _holds(StopRule(**noted)) if noted else (lambda *_: False)
        return report_of(Run(ledger.configuration, stop, ledger=ledger), ledger)


def report_of(run: Run, ledger: Ledger | None, player: int = 0) -> Report:
    """The report on one of the strategies of a run."""
    sessions = [] if ledger is None else ledger.sessions()
    totals = run.totals
    return Report(
        configuration=run.configuration,
        strategy=run.configuration.strategies[player],
        tally=totals.tallies[player],
        timing=totals.timings[player],
        digest=totals.digest,
        seconds=run.seconds if ledger is None else sum(session["seconds"] for session in sessions),
        played=totals.games if ledger is None else sum(session["games"] for session in sessions),
        complete=run.done,
    )


def _holds(stop: StopRule) -> Callable[[Totals, float], bool]:
    return lambda totals, seconds: stop.holds(totals.tallies[0], seconds)
