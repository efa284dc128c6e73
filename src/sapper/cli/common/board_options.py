"""Which board, by which rules, from which cell: options that mean the same in every command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar, get_args

import click

from sapper.board.board import LEVELS, Board, Level
from sapper.board.kinds import TOPOLOGY_NAMES, TopologyName, named_topology, topology_help
from sapper.board.rules import FirstClick, OnMine, Win
from sapper.cli.common.options import Named, Option, Whole, choice_option, gathered

__all__ = [
    "FIRST_CELL",
    "FIRST_CLICK",
    "ON_MINE",
    "QUESTION_MARKS",
    "WIN",
    "BoardChoice",
    "board_on",
    "board_options",
    "cell_option",
    "game_option",
    "said_of_position",
    "seed_option",
]

_C = TypeVar("_C", bound=Callable[..., Any])

_TOPOLOGY: Final = Named("topology", TOPOLOGY_NAMES)
_LEVEL: Final = Named("level", LEVELS)
_COUNT: Final = Whole(min=0)
_WORD: Final = Whole(0, 2**64 - 1)


def board_on(topology: str, rows: int, columns: int, mines: int) -> Board:
    """A board of that topology and size. Raises BoardError if it cannot be."""
    return Board(named_topology(topology, (rows, columns)), mines)


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """What the user said about the board to play on.

    Attributes:
        rows: How many rows, if said.
        columns: How many columns, if said.
        mines: How many mines, if said.
        topology: Which cells touch.
        level: The name of the level, if said.
    """

    rows: int | None
    columns: int | None
    mines: int | None
    topology: TopologyName
    level: Level | None = None

    @property
    def board(self) -> Board:
        """The board that is meant; expert if nothing was said.

        Raises:
            UsageError: The options do not go together.
            BoardError: The board cannot be.
        """
        rows, columns, mines = self.rows, self.columns, self.mines
        if rows is None and columns is None:
            board = LEVELS[self.level or "expert"]
            rows, columns = board.topology.shape
            mines = board.mines if mines is None else mines
        elif self.level is not None:
            raise click.UsageError("--level says how large the board is: leave out --rows and --columns")
        elif rows is None or columns is None or mines is None:
            raise click.UsageError("--rows, --columns and --mines go together")
        return board_on(self.topology, rows, columns, mines)


def board_options(levels: bool = True) -> Callable[[_C], Callable[..., Any]]:
    """Adds the options of a board to a command, which takes them as `board`, a `BoardChoice`.

    Args:
        levels: Whether it may be that of a level; otherwise its size must be said.
    """
    level = click.option("--level", "-l", type=_LEVEL, help="The board.  [default: expert]")
    custom, alone = "", ""
    if levels:
        custom, alone = (
            "With --columns and --mines any size of board.",
            "The mines; alone, on the level's board.",
        )
    return gathered(
        "board",
        BoardChoice,
        *([level] if levels else []),
        _size("--rows", "-r", not levels, custom or "Of the board."),
        _size("--columns", "-c", not levels, "See --rows." if levels else "Of the board."),
        click.option("--mines", "-m", type=_COUNT, required=not levels, help=alone or "On the whole board."),
        click.option(
            "--topology",
            "-t",
            type=_TOPOLOGY,
            default="square",
            show_default=True,
            help=f"Which cells touch. {topology_help()}.",
        ),
    )


def said_of_position(level: bool = False) -> list[Option]:
    """Options for what a file may leave out about a position.

    Args:
        level: Whether a level may be named in place of the mines.
    """
    options = [
        click.option(
            "--mines", "-m", type=_COUNT, metavar="COUNT", help="How many mines the whole board holds."
        ),
        click.option("--topology", "-t", type=_TOPOLOGY, help="Which cells touch. Without it a grid."),
    ]
    if level:
        said = "The level, instead of --mines; its size is checked."
        options.insert(1, click.option("--level", "-l", type=_LEVEL, help=said))
    return options


def seed_option(usual: int | None, said: str) -> Option:
    """What decides the minefields.

    Args:
        usual: The seed if none is given; None to draw one.
        said: The line of help.
    """
    return click.option("--seed", "-s", type=_WORD, default=usual, show_default=usual is not None, help=said)


def game_option(said: str) -> Option:
    """Which game of the seed is the first; `said` is the line of help."""
    return click.option("--game", type=_WORD, default=0, show_default=True, help=said)


def cell_option(name: str, said: str) -> Option:
    """A cell; `said` is the line of help."""
    return click.option(name, type=_cell, metavar="ROW,COLUMN", help=said)


def _size(name: str, short: str, required: bool, said: str) -> Option:
    return click.option(name, short, type=Whole(min=1), required=required, help=said)


def _cell(text: str) -> tuple[int, int]:
    try:
        row, column = map(int, text.split(","))
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a row and a column, as in 3,5") from None
    return row, column


FIRST_CELL: Final = cell_option("--first-cell", "Where to begin, from 0, instead of the strategy's own cell.")
"""Where a strategy begins."""

FIRST_CLICK: Final = choice_option(
    "--first-click",
    among=get_args(FirstClick),
    usual="opening",
    said="What the first cell is sure of: no mine; nor around it; nothing.",
)
"""As in `sapper.Rules`."""

WIN: Final = choice_option(
    "--win",
    among=get_args(Win),
    usual="cleared",
    said="What wins: all safe cells open, or flags on exactly the mines.",
)
"""As in `sapper.Rules`."""

ON_MINE: Final = choice_option(
    "--on-mine",
    among=get_args(OnMine),
    usual="stop",
    said="What a mine does: ends the game, or counts while play goes on.",
)
"""As in `sapper.Rules`."""

QUESTION_MARKS: Final = click.option(
    "--question-marks", is_flag=True, help="A flag flagged again is a question mark."
)
"""As in `sapper.Rules`."""
