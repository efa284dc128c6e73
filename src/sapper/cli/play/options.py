"""The options that say what is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from sapper.board import LEVELS, Level
from sapper.cli.play.setup import Setup, board_on
from sapper.origins import new_seed
from sapper.position import TopologyName
from sapper.rules import FirstClick, OnMine, Rules, Win

__all__ = ["setup_from", "setup_options"]

_C = TypeVar("_C", bound=Callable[..., Any])
_WORD = click.IntRange(0, 2**64 - 1)

_OPTIONS = [
    click.option("--level", type=click.Choice(list(LEVELS)), help="The board.  [default: expert]"),
    click.option("--rows", type=click.IntRange(min=1), help="With --columns and --mines any size of board."),
    click.option("--columns", type=click.IntRange(min=1), help="See --rows."),
    click.option("--mines", type=click.IntRange(min=0), help="The mines; alone, on the level's board."),
    click.option(
        "--topology",
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
    click.option("--seed", type=_WORD, help="Decides the minefields. Without it one is drawn, and shown."),
    click.option("--game", type=_WORD, default=0, show_default=True, help="Which game of the seed is first."),
    click.option(
        "--win",
        type=click.Choice(["cleared", "flagged"]),
        default="cleared",
        show_default=True,
        help="What wins: all safe cells open, or flags on exactly the mines.",
    ),
    click.option(
        "--on-mine",
        type=click.Choice(["stop", "continue"]),
        default="stop",
        show_default=True,
        help="What a mine does: ends the game, or counts while play goes on.",
    ),
    click.option("--question-marks", is_flag=True, help="A flag flagged again is a question mark."),
]


def setup_options(command: _C) -> _C:
    """Adds the options to a command, in their order."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def setup_from(
    *,
    level: Level | None,
    rows: int | None,
    columns: int | None,
    mines: int | None,
    topology: TopologyName,
    first_click: FirstClick,
    seed: int | None,
    game: int,
    win: Win,
    on_mine: OnMine,
    question_marks: bool,
) -> Setup:
    """What the options say.

    Raises:
        UsageError: They do not go together.
        BoardError: The board cannot be.
    """
    if rows is None and columns is None:
        board = LEVELS[level or "expert"]
        rows, columns = board.topology.shape
        mines = board.mines if mines is None else mines
    elif level is not None:
        raise click.UsageError("--level says how large the board is; --rows and --columns do not go with it")
    elif rows is None or columns is None or mines is None:
        raise click.UsageError("--rows, --columns and --mines go together")
    rules = Rules(first_click, win, on_mine, question_marks)
    return Setup(board_on(topology, rows, columns, mines), rules, new_seed() if seed is None else seed, game)
