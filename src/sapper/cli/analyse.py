"""`sapper analyse`: the exact truth about a position, for people or for programs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, get_args

import click

from sapper import formats
from sapper.analysis import Analysis, analyse
from sapper.board import LEVELS
from sapper.cli.exits import code_of
from sapper.cli.findings import report
from sapper.cli.output import ColourChoice, Output
from sapper.cli.picture import THEMES, Picture
from sapper.cli.source import Source
from sapper.errors import ContradictionError, SapperError
from sapper.position import Position, TopologyName
from sapper.protocol.answers import analysis_object, counted, error_object, line_of

if TYPE_CHECKING:
    from sapper.draw.palette import PaletteName

__all__ = ["command"]

_MOST_CELLS_DRAWN = 20_000
_FORMATS = [name for name, format in formats.FORMATS.items() if Position in format.kinds]

EPILOG = """
\b
A position is one row a line: 0 to 8 is a number, '.' '?' 'x' or '#' a hidden cell, F a flag.
Examples:
  sapper analyse position.txt --level expert
  sapper analyse --mines 10 < position.txt
  sapper analyse position.txt --mines 40 --json | jq .best

\b
Exit codes: 0 done, 1 no minefield fits the position, 2 wrong usage or unreadable input,
3 gave up (time limit or memory), 130 interrupted.
"""


@click.command(epilog=EPILOG)
@click.argument("file", required=False)
@click.option(
    "--mines", "-m", type=click.IntRange(min=0), metavar="COUNT", help="How many mines the whole board holds."
)
@click.option(
    "--level",
    "-l",
    type=click.Choice(list(LEVELS)),
    help="The level, instead of --mines; its size is checked.",
)
@click.option(
    "--topology",
    "-t",
    type=click.Choice(get_args(TopologyName)),
    help="Which cells touch. Without it a grid.",
)
@click.option(
    "--format",
    "-f",
    "format",
    type=click.Choice(["auto", *_FORMATS]),
    default="auto",
    show_default=True,
    help="How the position is written.",
)
@click.option("--trust-flags", is_flag=True, help="Take flags for mines instead of opinions.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="Give up after this time.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a drawing.")
@click.option(
    "--color",
    "--colour",
    "colour",
    type=click.Choice(get_args(ColourChoice)),
    default="auto",
    show_default=True,
    help="Whether to use colour. NO_COLOR is heeded.",
)
@click.option("--svg", metavar="OUT.svg", help="Write a picture of the analysis, too.")
@click.option(
    "--theme",
    type=click.Choice(THEMES),
    default="classic",
    show_default=True,
    help="The colours of the picture.",
)
@click.pass_context
def command(
    context: click.Context,
    file: str | None,
    mines: int | None,
    level: str | None,
    topology: TopologyName | None,
    format: str,
    trust_flags: bool,
    time_limit: float | None,
    as_json: bool,
    colour: ColourChoice,
    svg: str | None,
    theme: PaletteName,
) -> None:
    """Tell the exact truth about a position.

    Reads FILE, or standard input if there is none or it is '-'. Shows the probability of a mine in every
    hidden cell, which cells are certainly safe or mines, and the best cell to open.
    """
    source = Source(file, mines, level, topology, format)
    picture = Picture(svg, theme)
    if as_json:
        _print_json(context, source, trust_flags, time_limit, picture)
    else:
        _print_drawing(source, trust_flags, time_limit, Output(colour), picture)


def _print_json(
    context: click.Context, source: Source, trust_flags: bool, time_limit: float | None, picture: Picture
) -> None:
    try:
        analysis, seconds = _analysed(source.position(), trust_flags, time_limit, picture)
        time_left = None if time_limit is None else max(0.0, time_limit - seconds)
        answer = analysis_object(analysis, seconds, counted(analysis, time_left))
    except SapperError as error:
        click.echo(line_of({"error": error_object(error)}))
        context.exit(code_of(error))
    click.echo(line_of(answer))


def _print_drawing(
    source: Source, trust_flags: bool, time_limit: float | None, output: Output, picture: Picture
) -> None:
    from sapper.draw.terminal import board_text, legend_text  # a program that wants JSON need not wait for it

    position = source.position()
    drawn = position.topology.size <= _MOST_CELLS_DRAWN
    try:
        analysis, seconds = _analysed(position, trust_flags, time_limit, picture)
    except ContradictionError as error:
        if drawn:
            output.print(board_text(position, conflicts=error.cells, width=output.width))
        raise
    if drawn:
        output.print(board_text(position, analysis, width=output.width))
        output.print("")
        output.print(legend_text(analysis))
        output.print("")
    output.print(report(analysis, seconds, output.width))


def _analysed(
    position: Position, trust_flags: bool, time_limit: float | None, picture: Picture
) -> tuple[Analysis, float]:
    """The analysis and how many seconds it took; the picture is written, even of a contradiction."""
    start = time.perf_counter()
    try:
        analysis = analyse(position, trust_flags=trust_flags, time_limit=time_limit)
    except ContradictionError as error:
        picture.write(position, conflicts=error.cells)
        raise
    seconds = time.perf_counter() - start
    picture.write(position, analysis)
    return analysis, seconds
