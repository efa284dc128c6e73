"""`sapper analyse`: the exact truth about a position, for people or for programs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from sapper.analysis import Analysis, analyse
from sapper.cli.exits import code_of
from sapper.cli.findings import report
from sapper.cli.output import ColourChoice, Output
from sapper.cli.picture import Picture
from sapper.cli.position_options import MOST_CELLS_DRAWN, position_options, showing_options
from sapper.cli.source import Source
from sapper.errors import ContradictionError, SapperError
from sapper.position import Position, TopologyName
from sapper.protocol.answers import analysis_object, counted, error_object, line_of

if TYPE_CHECKING:
    from sapper.draw.palette import PaletteName

__all__ = ["command"]

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
@position_options
@click.option("--trust-flags", is_flag=True, help="Take flags for mines instead of opinions.")
@showing_options
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
    source = Source(file, mines, level, topology, format, "analyse")
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
    drawn = position.topology.size <= MOST_CELLS_DRAWN
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
