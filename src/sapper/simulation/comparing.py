"""`sapper.compare`: plays two strategies on the same minefields until it is clear which one is better."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from sapper.board.board import Board, Level
from sapper.board.rules import FirstClick, Rules
from sapper.board.topology import Cell
from sapper.simulation.plan.plan import USUAL_PAIRS, Plan, check_progress
from sapper.simulation.report.comparison import Comparison
from sapper.simulation.run.run import Run
from sapper.simulation.run.session import Session
from sapper.strategy.parts import WholeStrategy
from sapper.strategy.strategy import Strategy

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["compare"]


def compare(
    first: Strategy | str | WholeStrategy,
    second: Strategy | str | WholeStrategy,
    board: Board | Level | str = "expert",
    *,
    games: int = USUAL_PAIRS,
    margin: float | None = None,
    first_click: FirstClick | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    first_cell: Cell | None = None,
    threads: int | None = None,
    cluster: str | Client | None = None,
    out: str | os.PathLike[str] | None = None,
    chunk: int | None = None,
    progress: Callable[[Run], None] | None = None,
) -> Comparison:
    """Plays two strategies on the same minefields, and stops when it is clear which one wins more.

    Only games that one strategy wins and the other loses count. The test may look after every chunk: if the
    strategies are equally good, the chance that it ever calls one of them better is at most 4 %. The 95 %
    confidence interval of the difference holds whenever the test stops. `docs/simulation.md` explains how.

    Args:
        first: The first strategy, as for `simulate`.
        second: The second strategy.
        board: A `Board`, or the name of a level.
        games: The most minefields to play.
        margin: The test also stops when the win rates are shown to differ by no more than this, from 0 to 1.
        first_click: As for `simulate`, like all arguments below.
        rules: All the rules, instead of `first_click`.
        seed: Which minefields.
        first_cell: The cell that both open first.
        threads: The number of threads that play.
        cluster: The Dask cluster that plays instead.
        out: The file that keeps the run.
        chunk: The number of games in a chunk.
        progress: Called with the `Run` after every chunk.

    Raises:
        BoardError: There is no such level.
        StrategyError: There is no such strategy, or its Python code failed.
        CellError: `first_cell` is not on the board.
        GameError: No cell would be safe, or `rules` are none.
        ArgumentError: A number is out of bounds, or `progress` or a path is none.
        SimulationError: Both strategies are the same, the file cannot be used, or the cluster does not
            answer.
        BudgetError: A position was too hard to analyse.
    """
    check_progress(progress)
    plan = Plan.of(
        board,
        [first, second],
        games=games,
        margin=margin,
        first_click=first_click,
        rules=rules,
        seed=seed,
        first_cell=first_cell,
        threads=threads,
        cluster=cluster,
        out=out,
        chunk=chunk,
    )
    with Session(plan) as session:
        session.play(progress)
        return session.comparison
