"""`sapper.simulate` and `play_range`: play many games with one strategy."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from sapper._support.limits import whole
from sapper.board.board import Board, Level
from sapper.board.rules import FirstClick, Rules
from sapper.board.topology import Cell
from sapper.simulation.plan.plan import Plan, check_progress
from sapper.simulation.report.report import Report
from sapper.simulation.run.run import Run
from sapper.simulation.run.session import Session
from sapper.strategy.names import DEFAULT_STRATEGY
from sapper.strategy.parts import WholeStrategy
from sapper.strategy.strategy import Strategy

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["play_range", "simulate"]


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
    """Plays many games and reports the results.

    The result of each game depends on the board, the rules, the strategy, the seed and the version of Sapper.
    It does not depend on the machine or the number of threads. Memory does not grow with the number of games.

    Args:
        board: A `Board`, or `"beginner"`, `"intermediate"` or `"expert"`.
        strategy: A `Strategy`, or its name; None takes the strongest. It may also be a function that takes a
            `Position` and returns the cell to open. A function in Python is tens to hundreds of times slower
            than the engine, and plays in processes instead of threads.
        effort: How hard the strategy `"best"` thinks: 1 to 4; 3 is usual.
        games: The run stops after this many games; after 10,000 if no limit is given.
        seconds: The run stops after this time.
        width: The run stops when the 95 % confidence interval of the win rate is no wider than this, from 0
            to 1.
        first_click: What the first click is sure of; see `Rules`. The default is `"opening"`.
        rules: All the rules, instead of `first_click`.
        seed: Which minefields.
        first_cell: The cell to open first, instead of the strategy's own.
        threads: The number of threads (or processes) that play; None is one for each processor.
        cluster: The Dask cluster that plays instead: the address of its scheduler, a `distributed.Client`, or
            `"local:4"` for four worker processes of this machine.
        out: The file that keeps the run. The same call continues a run that was interrupted.
        games_folder: The folder that keeps every game, as Parquet files.
        chunk: The number of games in a chunk, the unit of work; None chooses by the board.
        progress: Called with the `Run` after every chunk; `run.totals` has the sums so far.

    Raises:
        BoardError: There is no such level.
        StrategyError: There is no such strategy, it has no such effort, or its Python code failed.
        CellError: `first_cell` is not on the board.
        GameError: No cell would be safe, or `rules` are none.
        ArgumentError: A number is out of bounds, or `progress` or a path is none.
        MissingExtraError: An optional package is missing.
        SimulationError: The file cannot be used, or the cluster does not answer.
        BudgetError: A position was too hard to analyse.
    """
    check_progress(progress)
    plan = Plan.of(
        board,
        [Strategy.of(DEFAULT_STRATEGY if strategy is None else strategy, effort)],
        games=games,
        seconds=seconds,
        width=width,
        first_click=first_click,
        rules=rules,
        seed=seed,
        first_cell=first_cell,
        threads=threads,
        cluster=cluster,
        out=out,
        games_folder=games_folder,
        chunk=chunk,
    )
    with Session(plan) as session:
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
    """Plays the games `first`, `first + 1`, ... of a seed and reports the results. Nothing is kept.

    Args:
        strategy: As for `simulate`.
        board: A `Board`, or the name of a level.
        rules: The rules; the default is `Rules()`.
        seed: Which minefields.
        first: The number of the first game.
        count: The number of games.
        threads: The number of threads that play.

    Raises:
        BoardError: There is no such level.
        StrategyError: There is no such strategy, or its Python code failed.
        ArgumentError: A number is out of bounds.
        BudgetError: A position was too hard to analyse.
    """
    count = whole("count", count, 1)
    plan = Plan.of(board, [strategy], games=count, rules=rules, seed=seed, first=first, threads=threads)
    with Session(plan) as session:
        session.play()
        return session.report
