"""The options that `sapper simulate` and `sapper compare` share, and the plan of the run that they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from sapper.board.rules import FirstClick, OnMine, Rules
from sapper.cli.common.board_options import FIRST_CELL, FIRST_CLICK, ON_MINE, seed_option
from sapper.cli.common.options import THREADS, PathName, gathered
from sapper.errors import SimulationError
from sapper.simulation.plan.plan import Plan
from sapper.simulation.storage.usual_file import usual_file

if TYPE_CHECKING:
    from sapper.board.board import Board
    from sapper.board.topology import Cell
    from sapper.strategy.strategy import Strategy

__all__ = ["RunChoice", "run_options"]


@dataclass(frozen=True, slots=True)
class RunChoice:
    """The shared options of a run.

    Attributes:
        first_click: As in `Rules`.
        on_mine: As in `Rules`.
        first_cell: The cell to open first, if given.
        seed: Which minefields.
        threads: The number of threads, if given.
        cluster: The address of a cluster, if given.
        chunk: The number of games in a chunk, if given.
        out: The file that keeps the run, if given.
    """

    first_click: FirstClick
    on_mine: OnMine
    first_cell: Cell | None
    seed: int
    threads: int | None
    cluster: str | None
    chunk: int | None
    out: Path | None

    def plan(
        self,
        board: Board,
        strategies: Sequence[Strategy],
        *,
        games: int | None = None,
        seconds: float | None = None,
        width: float | None = None,
        margin: float | None = None,
        keep_games: Path | None = None,
    ) -> Plan:
        """The plan of the run. If no file is given, it is the usual one, whose folder is made.

        Args:
            board: The board.
            strategies: One strategy, or two to compare.
            games: The number of games after which the run stops.
            seconds: The time after which it stops.
            width: The width of the confidence interval at which it stops, in points.
            margin: The difference that does not matter, in points.
            keep_games: The folder that keeps every game.

        Raises:
            SimulationError: An option is out of bounds, or the folder cannot be made.
        """
        plan = Plan.of(
            board,
            strategies,
            games=games,
            seconds=seconds,
            width=None if width is None else width / 100,
            margin=None if margin is None else margin / 100,
            rules=Rules(self.first_click, on_mine=self.on_mine),
            seed=self.seed,
            first_cell=self.first_cell,
            threads=self.threads,
            cluster=self.cluster,
            out=self.out,
            games_folder=keep_games,
            chunk=self.chunk,
        )
        return plan if plan.out is not None else _in_usual_file(plan)


def _in_usual_file(plan: Plan) -> Plan:
    file = usual_file(plan.configuration)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SimulationError(
            f"{file.parent}: cannot be made: {error.strerror}. Name a file with --out"
        ) from None
    return replace(plan, out=file)


run_options: Final = gathered(
    "run",
    RunChoice,
    FIRST_CLICK,
    ON_MINE,
    FIRST_CELL,
    seed_option(0, "Which minefields. The same seed gives the same games."),
    THREADS,
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Dask cluster: tcp://HOST:PORT, or local:N for N processes on this machine.",
    ),
    click.option(
        "--chunk", type=int, help="Games in a chunk, the unit of work.  [default: depends on the board]"
    ),
    click.option(
        "--out",
        "-o",
        type=PathName(),
        metavar="FILE",
        help="The file that keeps the run.  [default: one in your data folder]",
    ),
)
"""Adds the options to a command, which takes them as `run`, a `RunChoice`."""
