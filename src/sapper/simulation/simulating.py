"""`sapper.simulate` and `play_range`: many games of one strategy."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from sapper.board.board import Board, Level
from sapper.board.rules import FirstClick, Rules
from sapper.board.topology import Cell
from sapper.simulation.plan.options import check_progress, configured
from sapper.simulation.plan.stopping import StopRule
from sapper.simulation.report.report import Report
from sapper.simulation.run.places import Place
from sapper.simulation.run.run import Run
from sapper.simulation.run.session import Session
from sapper.strategy.names import DEFAULT_STRATEGY
from sapper.strategy.parts import WholeStrategy
from sapper.strategy.strategy import Strategy

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["USUAL_GAMES", "play_range", "simulate"]

USUAL_GAMES = 10_000


def simulate(
    board: Board | Level | str = "expert",
    strategy: Strategy | str | WholeStrategy | None = None,
    *,
    effort: int | None = None,
    games: int | None = None,
    seconds: float | None = None,
    width: float | None = None,
    first_click: FirstClick | None = None,
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
        strategy: A `Strategy`, or its name; None takes the strongest. Or a function that is given a
            `Position` and returns the cell to open. Python is tens to hundreds of times slower than the
            engine and plays in processes, not threads.
        effort: How hard the strategy thinks, where it is `"best"`: 1 to 4; 3 is usual.
        games: Stops after this many; 10,000 when nothing else stops.
        seconds: Stops after this time.
        width: Stops when the 95 % interval of the win rate is no wider than this, from 0 to 1.
        first_click: What the first opened cell is sure of; see `Rules`. `"opening"` if nobody says.
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
        StrategyError: There is no such strategy, it knows no such effort, or its Python failed.
        SimulationError: A limit is out of bounds, the file cannot be used, or the
            cluster does not answer.
        BudgetError: A position was too hard to analyse.
    """
    if games is None and seconds is None and width is None:
        games = USUAL_GAMES
    check_progress(progress)
    stop = StopRule(games, width, seconds)
    place = Place(threads, cluster)
    chosen = Strategy.of(DEFAULT_STRATEGY if strategy is None else strategy, effort)
    configuration = configured(
        board,
        [chosen],
        first_click=first_click,
        rules=rules,
        seed=seed,
        chunk=chunk,
        first_cell=first_cell,
    )
    session = Session(
        configuration,
        [chosen],
        stop,
        place,
        out=out,
        games_folder=games_folder,
        same_chunks=chunk is None,
    )
    with session:
        session.play(progress)
        return session.report


def play_range(
    strategy: Strategy | str | WholeStrategy,
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
        StrategyError: There is no such strategy, or its Python failed.
        SimulationError: A number is out of bounds.
        BudgetError: A position was too hard to analyse.
    """
    stop, place = StopRule(count), Place(threads)
    chosen = Strategy.of(strategy)
    configuration = configured(board, [chosen], rules=rules, seed=seed, first=first)
    with Session(configuration, [chosen], stop, place) as session:
        session.play()
        return session.report
