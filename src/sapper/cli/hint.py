"""`sapper hint`: what is certain in a position and why, for people or for programs."""

from __future__ import annotations

import textwrap
import time
from typing import TYPE_CHECKING

import click

from sapper.cli.exits import code_of
from sapper.cli.output import ColourChoice, Output
from sapper.cli.picture import Picture
from sapper.cli.position_options import MOST_CELLS_DRAWN, position_options, showing_options
from sapper.cli.source import Source
from sapper.errors import ContradictionError, SapperError
from sapper.hint import Deduction, Hint, hint
from sapper.position import Position, TopologyName
from sapper.protocol.answers import error_object, line_of
from sapper.protocol.hints import hint_object

if TYPE_CHECKING:
    from sapper.draw.palette import PaletteName

__all__ = ["command"]

_USUAL_WIDTH = 100
_INDENT = "   "

EPILOG = """
\b
Examples:
  sapper hint position.txt --level expert
  sapper hint --all --mines 10 < position.txt
  sapper hint position.txt --mines 40 --json | jq .deduction.safe

\b
Exit codes: 0 done, 1 no minefield fits the position, 2 wrong usage or unreadable input,
3 gave up (time limit or memory), 130 interrupted.
"""


@click.command(epilog=EPILOG)
@position_options
@click.option("--all", "everything", is_flag=True, help="Tell all deductions, in order of difficulty.")
@showing_options
@click.pass_context
def command(
    context: click.Context,
    file: str | None,
    mines: int | None,
    level: str | None,
    topology: TopologyName | None,
    format: str,
    everything: bool,
    time_limit: float | None,
    as_json: bool,
    colour: ColourChoice,
    svg: str | None,
    theme: PaletteName,
) -> None:
    """Explain what is certain in a position, the simplest first.

    Reads FILE, or standard input if there is none or it is '-'. Shows the simplest deduction a person can
    follow, marks the cells it proves and what it rests on, and says why; if no cell is safe, the best guess.
    """
    source = Source(file, mines, level, topology, format, "hint")
    picture = Picture(svg, theme)
    if as_json:
        _print_json(context, source, everything, time_limit, picture)
    else:
        _print_drawing(source, everything, time_limit, Output(colour), picture)


def _print_json(
    context: click.Context, source: Source, everything: bool, time_limit: float | None, picture: Picture
) -> None:
    try:
        found, seconds = _hinted(source.position(), time_limit, picture)
    except SapperError as error:
        click.echo(line_of({"error": error_object(error)}))
        context.exit(code_of(error))
    click.echo(line_of(hint_object(found, seconds, everything=everything)))


def _print_drawing(
    source: Source, everything: bool, time_limit: float | None, output: Output, picture: Picture
) -> None:
    from sapper.draw.terminal import board_text, hint_legend_text  # JSON need not wait for it

    position = source.position()
    drawn = position.topology.size <= MOST_CELLS_DRAWN
    try:
        found, _ = _hinted(position, time_limit, picture)
    except ContradictionError as error:
        if drawn:
            output.print(board_text(position, conflicts=error.cells, width=output.width))
        raise
    if drawn:
        output.print(board_text(position, hint=found, width=output.width))
        output.print("")
        if found.deduction is not None or found.guess is not None:
            output.print(hint_legend_text(found))
            output.print("")
    output.print(_told(found, everything, output.width or _USUAL_WIDTH))


def _hinted(position: Position, time_limit: float | None, picture: Picture) -> tuple[Hint, float]:
    """The hint and how many seconds it took; the picture is written, even of a contradiction."""
    start = time.perf_counter()
    try:
        found = hint(position, time_limit=time_limit)
    except ContradictionError as error:
        picture.write(position, conflicts=error.cells)
        raise
    seconds = time.perf_counter() - start
    guess = found.guess.cell if found.guess is not None and found.deduction is None else None
    picture.write(position, deduction=found.deduction, guess=guess)
    return found, seconds


def _told(found: Hint, everything: bool, width: int) -> str:
    """The hint in words and its rule; or every deduction with its number, what it proves and why."""
    if not everything:
        rule = "" if found.deduction is None else f"[{_kind(found.deduction)}] "
        return _wrapped(f"{rule}{found.text}", width)
    told = [
        _wrapped(f"{number}. [{_kind(deduction)}] {deduction.text}", width, _INDENT)
        for number, deduction in enumerate(found.deductions, start=1)
    ]
    if found.difficulty is not None:
        more = "" if found.complete else " (too entangled to be counted: there may be more)"
        told.append(f"Hardest rule needed: {found.difficulty}{more}")
    if found.guess is not None or not told:
        told.append(_wrapped(found.advice, width))
    return "\n".join(told)


def _kind(deduction: Deduction) -> str:
    return deduction.rule if deduction.pattern is None else f"{deduction.rule}, {deduction.pattern}"


def _wrapped(text: str, width: int, indent: str = "") -> str:
    return textwrap.fill(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
