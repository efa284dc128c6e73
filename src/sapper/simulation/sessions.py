"""`sapper.simulate` and `sapper.simulation.play_range`: runs from Python."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from sapper.board import Board, Level
from sapper.errors import SimulationError
from sapper.rules import FirstClick, Rules
from sapper.simulation.configuration import Configuration
from sapper.simulation.ledger import Ledger
from sapper.simulation.options import configured, default_strategy
from sapper.simulation.report import Report
from sapper.simulation.running import Run, Totals
from sapper.simulation.stopping import StopRule
from sapper.simulation.workers import Threads, usable_cores
from sapper.topology import Cell

__all__ = ["play_range", "read_report", "simulate"]


def simulate(
    board: Board | Level | str = "expert",
    strategy: str | None = None,
    *,
    games: int | None = None,
    seconds: float | None = None,
    width: float | None = None,
    first_click: FirstClick = "opening",
    rules: Rules | None = None,
    seed: int = 0,
    first_cell: Cell | None = None,
    threads: int | None = None,
    out: str | os.PathLike[str] | None = None,
    chunk: int | None = None,
    progress: Callable[[Run], None] | None = None,
) -> Report:
    """Plays many games and reports what came of them.

    The results, game by game, depend on the board, the rules, the strategy, the seed and the version of
    Sapper, not on the threads. Memory does not grow with the games.

    Args:
        board: A `Board`, or `"beginner"`, `"intermediate"` or `"expert"`.
        strategy: The name of a strategy; None takes the strongest.
        games: Stops after this many; 10,000 when nothing else stops.
        seconds: Stops after this time.
        width: Stops when the 95 % interval of the win rate is no wider than this, from 0 to 1.
        first_click: What the first opened cell is sure of; see `Rules`.
        rules: All the rules, instead of `first_click`.
        seed: Which minefields.
        first_cell: Opened first instead of the strategy's own first cell.
        threads: How many threads play; None is one for each processor.
        out: A file to keep the run in. A run that was broken off goes on when it is called again.
        chunk: How many games make a unit of work; None chooses by the board.
        progress: Called now and then with the run; `run.totals` has the sums so far.

    Raises:
        BoardError: There is no such level.
        SimulationError: There is no such strategy, a limit is out of bounds, or the file cannot be used.
        BudgetError: A position was too hard to analyse.
    """
    if games is None and seconds is None and width is None:
        games = 10_000
    stop = StopRule(games, width, seconds)
    configuration = configured(
        board,
        [default_strategy() if strategy is None else strategy],
        first_click=first_click,
        rules=rules,
        seed=seed,
        chunk=chunk,
        games=games,
        first_cell=first_cell,
    )
    ledger = None if out is None else Ledger.begin(Path(out), configuration)
    try:
        run = Run(configuration, _stopping(stop), games=games, ledger=ledger)
        if not run.done:
            with Threads(configuration, _thread_count(threads)) as workers:
                run.play(workers, progress or (lambda _: None))
        if ledger is not None:
            ledger.note("stop", stop.to_dict())
        return _report(run, ledger)
    finally:
        if ledger is not None:
            ledger.close()


def play_range(
    strategy: str,
    board: Board | Level | str,
    rules: Rules | None = None,
    seed: int = 0,
    first: int = 0,
    count: int = 1000,
    threads: int = 1,
) -> Report:
    """Plays the games `first`, `first + 1`, ... of a seed, keeps nothing, and reports what came of them.

    Args:
        strategy: The name of a strategy.
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
    configuration = configured(board, [strategy], rules=rules, seed=seed, first=first, games=count)
    run = Run(configuration, _stopping(StopRule(count)), games=count)
    with Threads(configuration, _thread_count(threads)) as workers:
        run.play(workers)
    return _report(run, None)


def read_report(path: str | os.PathLike[str]) -> Report:
    """What the file of a run has to tell; the run may still be going on.

    Raises:
        SimulationError: There is no such file, or it is damaged or no run.
    """
    with Ledger.read(Path(path)) as ledger:
        noted = ledger.noted("stop")
        stop = StopRule(**noted) if noted else None
        run = Run(
            ledger.configuration, (lambda *_: False) if stop is None else _stopping(stop), ledger=ledger
        )
        return _report(run, ledger)


def _stopping(stop: StopRule) -> Callable[[Totals, float], bool]:
    return lambda totals, seconds: stop.holds(totals.tallies[0], seconds)


def _report(run: Run, ledger: Ledger | None, player: int = 0) -> Report:
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


def _thread_count(threads: int | None) -> int:
    if threads is None:
        return usable_cores()
    if threads < 1:
        raise SimulationError(f"games are played on at least one thread, not {threads}")
    return threads


def configuration_of(path: Path) -> Configuration:
    """What the run of a file plays."""
    with Ledger.read(path) as ledger:
        return ledger.configuration
