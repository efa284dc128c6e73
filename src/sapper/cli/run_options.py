"""What `sapper simulate` and `sapper compare` have in common: which games, played where, kept where."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from sapper.board import LEVELS, Board
from sapper.cli.play.setup import board_on
from sapper.errors import SimulationError
from sapper.position import TopologyName
from sapper.simulation.options import default_strategy
from sapper.strategy.strategy import Strategy
from sapper.topology import Cell

__all__ = ["board_from", "cell_from", "run_options", "strategy_from"]

_C = TypeVar("_C", bound=Callable[..., Any])

_LEVELS = ", ".join(LEVELS)

_OPTIONS = [
    click.option("--level", "-l", metavar="LEVEL", help=f"{_LEVELS}.  [default: expert]"),
    click.option("--rows", type=click.IntRange(min=1), help="With --columns and --mines any size of board."),
    click.option("--columns", type=click.IntRange(min=1), help="See --rows."),
    click.option("--mines", "-m", type=click.IntRange(min=0), help="The mines; alone, on the level's board."),
    click.option(
        "--topology",
        "-t",
        type=click.Choice(["square", "torus", "hexagons"]),
        default="square",
        show_default=True,
        help="Which cells touch: those around; also across the edges; six, odd rows shifted.",
    ),
    click.option(
        "--first-click",
        type=click.Choice(["safe", "opening", "any"]),
        default="opening",
        show_default=True,
        help="What the first cell is sure of: no mine; nor around it; nothing.",
    ),
    click.option(
        "--on-mine",
        type=click.Choice(["stop", "continue"]),
        default="stop",
        show_default=True,
        help="What a mine does: ends the game, or counts while play goes on.",
    ),
    click.option("--first-cell", metavar="ROW,COLUMN", help="Where to begin, instead of its own cell."),
    click.option("--seed", type=int, default=0, show_default=True, help="Decides the minefields."),
    click.option("--threads", type=int, help="How many threads play.  [default: one a processor]"),
    click.option(
        "--cluster", metavar="ADDRESS", help="Play on Dask: tcp://HOST:PORT, or local:N for N processes here."
    ),
    click.option("--chunk", type=int, help="Games in a unit of work.  [default: by the board]"),
    click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where the run is kept."),
]


def run_options(command: _C) -> _C:
    """Adds the options to a command, in their order."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def board_from(
    level: str | None, rows: int | None, columns: int | None, mines: int | None, topology: TopologyName
) -> Board:
    """The board that the options mean.

    Raises:
        UsageError: They do not go together.
        BoardError: The board cannot be.
    """
    if rows is None and columns is None:
        board = Board.level(level or "expert")
        rows, columns = board.topology.shape
        mines = board.mines if mines is None else mines
    elif level is not None:
        raise click.UsageError("--level says how large the board is; --rows and --columns do not go with it")
    elif rows is None or columns is None or mines is None:
        raise click.UsageError("--rows, --columns and --mines go together")
    return board_on(topology, rows, columns, mines)


def cell_from(text: str | None) -> Cell | None:
    """A cell as typed. Raises UsageError for what is none."""
    if text is None:
        return None
    try:
        return tuple(map(int, text.split(",")))
    except ValueError:
        raise click.UsageError(f"--first-cell is ROW,COLUMN, as in 0,0, not {text!r}") from None


def strategy_from(name: str | None) -> Strategy:
    """The strategy of a name, or the function that MODULE:FUNCTION means, with a word about its speed.

    Raises:
        StrategyError: There is no such strategy.
        SimulationError: There is no such function.
    """
    if name is None:
        return Strategy(default_strategy())
    module_name, colon, function_name = name.partition(":")
    if not colon:
        return Strategy(name)
    sys.path.insert(0, "")
    try:
        function = getattr(importlib.import_module(module_name), function_name)
    except (ImportError, AttributeError) as error:
        raise SimulationError(f"the strategy {name}: {error}") from None
    click.echo(
        f"{name} is a function in Python: it plays in processes, and much slower than the "
        "engine's strategies.",
        err=True,
    )
    return Strategy(function)
