"""`sapper generate`: minefields that need no guess."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from sapper import formats
from sapper.board import LEVELS, Board, Level
from sapper.cli.content import STANDARD
from sapper.cli.play.setup import board_on
from sapper.errors import FormatError
from sapper.generation import RULES, Generated, Method, Progress, Start, generate_many
from sapper.minefield import Minefield
from sapper.protocol.answers import board_object, cell_value, line_of

if TYPE_CHECKING:
    from sapper.position import TopologyName
    from sapper.topology import Cell

__all__ = ["command"]

_WORD = click.IntRange(0, 2**64 - 1)
_WRITTEN = [name for name, each in formats.FORMATS.items() if each.write and Minefield in each.kinds]

EPILOG = """
\b
Examples:
  sapper generate --level expert
  sapper generate --mines 130 --method adjusted --output board.mbf
  sapper generate --level beginner --hardest subset --three-bv 20-25 --count 10
"""


@click.command(epilog=EPILOG)
@click.option("--level", type=click.Choice(list(LEVELS)), help="The board.  [default: expert]")
@click.option("--rows", type=click.IntRange(min=1), help="With --columns and --mines any size of board.")
@click.option("--columns", type=click.IntRange(min=1), help="See --rows.")
@click.option("--mines", type=click.IntRange(min=0), help="The mines; alone, on the level's board.")
@click.option(
    "--topology",
    type=click.Choice(["square", "torus", "hexagons"]),
    default="square",
    show_default=True,
    help="Which cells touch. What is not square is printed as JSON.",
)
@click.option("--start", metavar="ROW,COLUMN", help="The first cell, from 0.  [default: a good cell]")
@click.option(
    "--first-click",
    type=click.Choice(["opening", "safe"]),
    default="opening",
    show_default=True,
    help="What the first cell is: a zero, or any safe cell.",
)
@click.option(
    "--method",
    type=click.Choice(["uniform", "adjusted"]),
    default="uniform",
    show_default=True,
    help="Draw until a board is fair, or move mines until it is: for dense boards.",
)
@click.option(
    "--hardest",
    type=click.Choice(RULES),
    default=RULES[-1],
    show_default=True,
    help="The hardest rule it may take.",
)
@click.option("--no-mine-count", is_flag=True, help="The number of mines left is no clue.")
@click.option("--three-bv", metavar="LEAST-MOST", help="Its 3BV: a number, 100-150, 100- or -150.")
@click.option("--any", "any_board", is_flag=True, help="Boards that need guesses will do, too.")
@click.option("--seed", type=_WORD, help="Decides the boards. Without it one is drawn.")
@click.option("--game", type=_WORD, default=0, show_default=True, help="The first candidate of the seed.")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, help="How many boards.")
@click.option("--threads", type=click.IntRange(1, 1024), default=1, show_default=True, help="Search on them.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Give up after this time.",
)
@click.option("--output", "-o", metavar="FILE", help="Write the board there, in the format of its ending.")
@click.option(
    "--format",
    "-f",
    "format",
    type=click.Choice(_WRITTEN),
    default="tatham",
    show_default=True,
    help="How boards are printed.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each board, in a line.")
def command(
    *,
    level: Level | None,
    rows: int | None,
    columns: int | None,
    mines: int | None,
    topology: TopologyName,
    start: str | None,
    first_click: Start,
    method: Method,
    hardest: str,
    no_mine_count: bool,
    three_bv: str | None,
    any_board: bool,
    seed: int | None,
    game: int,
    count: int,
    threads: int,
    time_limit: float,
    output: str | None,
    format: str,
    as_json: bool,
) -> None:
    """Make boards that need no guess.

    That no guess is needed from the first cell on is exact. Prints game IDs of Simon Tatham's Mines, a
    board a line, unless told otherwise.
    """
    if output is not None and (count > 1 or as_json):
        raise click.UsageError("--output is for one board, and not with --json")
    made = generate_many(
        count,
        _board(level, rows, columns, mines, topology),
        fair=not any_board,
        start=None if start is None else _cell(start),
        first_click=first_click,
        method=method,
        hardest=hardest,
        mine_count=not no_mine_count,
        three_bv=None if three_bv is None else _range(three_bv),
        seed=seed,
        game=game,
        threads=threads,
        time_limit=time_limit,
        progress=_progress if sys.stderr.isatty() else None,
    )
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    if output is not None and output != STANDARD:
        formats.write(made[0].minefield, output)
    elif as_json or topology != "square":
        click.echo("\n".join(line_of(_object(each)) for each in made))
    else:
        _print(made, format)


def _board(
    level: Level | None, rows: int | None, columns: int | None, mines: int | None, topology: TopologyName
) -> Board:
    if rows is None and columns is None:
        board = LEVELS[level or "expert"]
        rows, columns = board.topology.shape
        return board_on(topology, rows, columns, board.mines if mines is None else mines)
    if level is not None:
        raise click.UsageError("--level says how large the board is; --rows and --columns do not go with it")
    if rows is None or columns is None or mines is None:
        raise click.UsageError("--rows, --columns and --mines go together")
    return board_on(topology, rows, columns, mines)


def _cell(text: str) -> Cell:
    try:
        row, column = map(int, text.split(","))
    except ValueError:
        problem = f"{text!r} is not a row and a column, as in 3,5"
        raise click.BadParameter(problem, param_hint="--start") from None
    return row, column


def _range(text: str) -> tuple[int | None, int | None]:
    least, dash, most = text.partition("-")
    try:
        low = int(least) if least else None
        high = (int(most) if most else None) if dash else low
    except ValueError:
        problem = f"{text!r} is not a range, as in 100-150, 100- or -150"
        raise click.BadParameter(problem, param_hint="--three-bv") from None
    return low, high


def _progress(progress: Progress) -> None:
    click.echo(f"\r{progress.tried} candidates, {progress.found} found", nl=False, err=True)


def _object(made: Generated) -> dict[str, Any]:
    return {
        "board": board_object(made.board),
        "start": cell_value(made.start),
        "mines": [cell_value(cell) for cell in made.minefield.cells()],
        "method": made.method,
        "seed": made.seed,
        "game": made.game,
    }


def _print(made: list[Generated], name: str) -> None:
    chosen = formats.format_named(name)
    if not chosen.is_text and len(made) > 1:
        raise FormatError(f"only one board goes in a stream of the format {name!r}")
    for each in made:
        written = formats.encoded(each.minefield, chosen)
        sys.stdout.buffer.write(written + b"\n" if chosen.is_text else written)
    sys.stdout.buffer.flush()
