"""The options that `sapper simulate` and `sapper compare` share, and the plan of the run that they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from sapper.board.rules import FirstClick, OnMine, Rules
from sapper.cli.common.board_options import FIRST_CELL, FIRST_CLICK, ON_MINE, seed_option
from sapper.cli.common.options import THREADS, PathName, Whole, gathered
from sapper.errors import SimulationError
from sapper.simulation.plan.plan import Plan
from sapper.simulation.storage.usual_file import usual_file

if TYPE_CHECKING:
    from sapper.board.board import Board
    from sapper.strategy.strategy import Strategy


def planned(board: Board, strategies: Sequence[Strategy], run: Mapping[str, Any], **limits: Any) -> Plan:
    """The plan of a run, from its shared options and the arguments of `Plan.of` that are a command's own.

    If no file is given, it is the usual one, whose folder is made.

    Raises:
        SimulationError: An option is out of bounds, or the folder cannot be made.
    """
    plan = Plan.of(board, strategies, **run, **limits)
    if plan.out is not None:
        return plan
    file = usual_file(plan.configuration)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SimulationError(
            f"{file.parent}: cannot be made: {error.strerror}. Name a file with --out"
        ) from None
    return replace(plan, out=file)


def _chosen(first_click: FirstClick, on_mine: OnMine, **others: Any) -> dict[str, Any]:
    return {"rules": Rules(first_click, on_mine=on_mine), **others}


run_options: Final = gathered(
    "run",
    _chosen,
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
        "--chunk",
        type=Whole(min=1),
        help="Games in a chunk, the unit of work.  [default: depends on the board]",
    ),
    click.option(
        "--out",
        "-o",
        type=PathName(),
        metavar="FILE",
        help="The file that keeps the run.  [default: one in your data folder]",
    ),
)
"""Adds the options to a command, which takes them as `run`, for `planned`."""
