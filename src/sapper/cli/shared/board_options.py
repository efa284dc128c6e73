"""The options for the board, the rules and the first cell. They mean the same in every command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args

import click

from sapper.board.board import LEVELS, Board, Level
from sapper.board.mine_prior import mine_claim
from sapper.board.rules import FirstClick, Guessing, OnMine, Win
from sapper.board.topology import (
    TOPOLOGY_NAMES,
    TopologyName,
    is_topology_name,
    topology_by_name,
    topology_help,
)
from sapper.cli.shared.options import NameChoice, Option, Whole, choice_option, gather
from sapper.errors import PositionError

if TYPE_CHECKING:
    from sapper.board.mine_prior import MinePrior

_C = TypeVar("_C", bound=Callable[..., Any])


class _TopologyChoice(NameChoice):
    """A topology by its name, or by its steps."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Returns the name, or fails with a suggestion. The engine says what is wrong with steps."""
        return value if is_topology_name(value) else super().convert(value, param, ctx)


_TOPOLOGY: Final = _TopologyChoice("topology", TOPOLOGY_NAMES)
_LEVEL: Final = NameChoice("level", LEVELS)
_COUNT: Final = Whole(min=0)
_WORD: Final = Whole(0, 2**64 - 1)


class MinesOrPrior(click.ParamType[Any]):
    """A number of mines, or what is believed of it."""

    name = "mines"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | MinePrior:
        """Returns the number or the prior, or fails if it is neither."""
        try:
            return mine_claim(value)
        except PositionError as error:
            self.fail(str(error), param, ctx)


def board_on(topology: str, rows: int, columns: int, mines: int) -> Board:
    """A board of this topology and size. Raises BoardError if there can be no such board."""
    return Board(topology_by_name(topology, (rows, columns)), mines)


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """The options for the board."""

    rows: int | None
    columns: int | None
    mines: int | None
    topology: TopologyName
    level: Level | None = None

    @property
    def board(self) -> Board:
        """The board. Without options it is the expert board.

        Raises:
            UsageError: The options do not go together.
            BoardError: There can be no such board.
        """
        rows, columns, mines = self.rows, self.columns, self.mines
        if rows is None and columns is None:
            board = LEVELS[self.level or "expert"]
            rows, columns = board.topology.shape
            mines = board.mines if mines is None else mines
        elif self.level is not None:
            raise click.UsageError("--level sets the size of the board: leave out --rows and --columns")
        elif rows is None or columns is None or mines is None:
            raise click.UsageError("--rows, --columns and --mines go together")
        return board_on(self.topology, rows, columns, mines)


def board_options(levels: bool = True) -> Callable[[_C], Callable[..., Any]]:
    """Adds the options for a board to a command, which takes them as `board`, a `BoardChoice`.

    Without `levels` no level may be named, and the size is required.
    """
    level = click.option("--level", "-l", type=_LEVEL, help="The board.  [default: expert]")
    custom, alone = "", ""
    if levels:
        custom, alone = (
            "The number of rows. Goes with --columns and --mines.",
            "The number of mines. Alone, it changes the mines of the level.",
        )
    return gather(
        "board",
        BoardChoice,
        *([level] if levels else []),
        _size("--rows", "-r", not levels, custom or "The number of rows."),
        _size("--columns", "-c", not levels, "The number of columns."),
        click.option("--mines", "-m", type=_COUNT, required=not levels, help=alone or "The number of mines."),
        click.option(
            "--topology",
            "-t",
            type=_TOPOLOGY,
            default="square",
            show_default=True,
            help=f"Which cells touch. {topology_help()}",
        ),
    )


def position_options(*mines: Option) -> list[Option]:
    """Options for what the file of a position may leave out. `mines` say how many mines there are."""
    return [
        *mines,
        click.option(
            "--level",
            "-l",
            type=_LEVEL,
            help="The level, instead of --mines. The size of the board must match.",
        ),
        click.option(
            "--topology",
            "-t",
            type=_TOPOLOGY,
            help="Which cells touch.  [default: square]",
        ),
    ]


MINES: Final = click.option(
    "--mines", "-m", type=_COUNT, metavar="COUNT", help="The number of mines on the whole board."
)
MINES_OR_PRIOR: Final = (
    click.option(
        "--mines",
        "-m",
        type=MinesOrPrior(),
        metavar="COUNT",
        help="The number of mines on the whole board. Where nobody knows it: 90-110 for each number alike, "
        "20% for the share of the cells, or 'unknown'.",
    ),
    click.option(
        "--mines-left",
        type=int,
        metavar="COUNT",
        help="What the mine counter shows, instead of --mines.",
    ),
)


def size_of_picture() -> list[Option]:
    """Options for the size of a board in a picture. `PositionOptions` takes them, too."""
    return [
        click.option(name, short, type=Whole(min=1), help=f"The number of {lines}, if no lines show it.")
        for name, short, lines in (("--rows", "-r", "rows"), ("--columns", "-c", "columns"))
    ]


def seed_option(usual: int | None, help_text: str) -> Option:
    """The seed of the minefields. `usual` is the default; without it the command draws one."""
    return click.option(
        "--seed", "-s", type=_WORD, default=usual, show_default=usual is not None, help=help_text
    )


def number_option(help_text: str) -> Option:
    """The number of the first game of the seed; `help_text` is the line of help."""
    return click.option("--number", type=_WORD, default=0, show_default=True, help=help_text)


def first_cell_option(help_text: str) -> Option:
    """The first cell; `help_text` is the line of help."""
    return click.option("--first-cell", type=_cell, metavar="ROW,COLUMN", help=help_text)


def hardest_option(help_text: str) -> Option:
    """The hardest rule that clearing a board may need; `help_text` is the line of help."""
    from sapper.hints.hints import RULES  # few commands need it, and it is slow to import

    return choice_option("--hardest", among=RULES, usual=RULES[-1], help_text=help_text, what="rule")


def _size(name: str, short: str, is_required: bool, help_text: str) -> Option:
    return click.option(name, short, type=Whole(min=1), required=is_required, help=help_text)


def _cell(text: str) -> tuple[int, int]:
    try:
        row, column = map(int, text.split(","))
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a cell: give its row and column, such as 3,5") from None
    return row, column


FIRST_CELL: Final = first_cell_option(
    "The cell to open first, counted from 0, instead of the strategy's own."
)
"""The cell that a strategy opens first."""

FIRST_CLICK: Final = choice_option(
    "--first-click",
    among=get_args(FirstClick),
    usual="opening",
    help_text="The first cell. safe: no mine; opening: no mine in it or next to it; any: may be a mine.",
)
"""As in `sapper.Rules`."""

WIN: Final = choice_option(
    "--win",
    among=get_args(Win),
    usual="cleared",
    help_text="What wins. cleared: opening all safe cells; flagged: flagging exactly the mines.",
)
"""As in `sapper.Rules`."""

ON_MINE: Final = choice_option(
    "--on-mine",
    among=get_args(OnMine),
    usual="stop",
    help_text="What a mine does. stop: it ends the game; continue: it is counted, and play goes on.",
)
"""As in `sapper.Rules`."""

GUESSING: Final = choice_option(
    "--guessing",
    among=get_args(Guessing),
    usual="free",
    help_text="What a guess does. hard_core: it loses while a cell is certainly safe; lucky: it is safe if "
    "the mines can lie elsewhere; kaboom: both.",
)
"""As in `sapper.Rules`."""

QUESTION_MARKS: Final = click.option(
    "--question-marks", is_flag=True, help="Flagging a flagged cell makes a question mark."
)
"""As in `sapper.Rules`."""
