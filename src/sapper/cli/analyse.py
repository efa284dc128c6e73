"""`sapper analyse`: computes the exact mine probabilities of a position."""

from __future__ import annotations

import time

import click

from sapper._support.deadline import Deadline
from sapper._support.naming import quantity
from sapper.board.position import Position
from sapper.cli.common.findings import report
from sapper.cli.common.ranking import MOVES, moves_table, ranked
from sapper.cli.common.showing import Showing, draws, showing_options
from sapper.cli.common.source import Source, source_options
from sapper.inference.analysis import Analysis, analyse
from sapper.protocol.answers import analysis_object, counted, line_of, moves_object
from sapper.strategy.evaluating import evaluate

EPILOG = """
\b
A position has one row on each line. 0 to 8 are numbers, F is a flag, and each of . ? x #
is a hidden cell.
Examples:
  sapper analyse position.txt --level expert
  sapper analyse --mines 10 < position.txt
  sapper analyse position.txt --mines 40 --json | jq .best
  sapper analyse position.txt --level expert --win

\b
Exit codes: 0 done, 1 no minefield fits the position, 2 wrong usage or unreadable input,
3 gave up (time limit or memory), 130 interrupted.
"""


@click.command(epilog=EPILOG)
@source_options
@click.option("--trust-flags", is_flag=True, help="Treat flagged cells as mines.")
@click.option(
    "--win",
    is_flag=True,
    help="Estimate the chance to win, and order the guesses of --moves by it.",
)
@MOVES
@showing_options
def command(source: Source, trust_flags: bool, win: bool, moves: int | None, showing: Showing) -> None:
    """Compute the exact mine probabilities of a position.

    Reads FILE; without FILE or with '-', standard input. Shows the probability of a mine in every hidden
    cell, the cells that are certainly safe or certainly mines, and a cell of least risk.
    """
    position = source.position(counted=True)
    with showing.contradictions(position):
        deadline = Deadline(showing.time_limit)
        analysis, seconds = _analysed(position, trust_flags, showing.time_limit)
        best = ranked(position, moves, deadline, trust_flags=trust_flags, by="win" if win else "best")
        chance = evaluate(position, time_limit=deadline.left) if win else None
    showing.write_picture(position, analysis)
    if showing.as_json:
        told = analysis_object(analysis, seconds, counted(analysis, deadline.left))
        if best is not None:
            told = {**told, "moves": moves_object(best)}
        if chance is not None:
            told = {**told, "evaluation": chance.to_dict()}
        click.echo(line_of(told))
    else:
        _print_drawing(analysis, seconds, showing)
        if chance is not None:
            played = "" if chance.exact else f" ({quantity(chance.games, 'game')})"
            showing.output.print(f"Win             {chance} if {chance.player} plays on{played}")
        if best is not None:
            showing.output.print(f"\n{moves_table(best)}")


def _analysed(position: Position, trust_flags: bool, limit: float | None) -> tuple[Analysis, float]:
    """The analysis and its time in seconds."""
    start = time.perf_counter()
    analysis = analyse(position, trust_flags=trust_flags, time_limit=limit)
    return analysis, time.perf_counter() - start


def _print_drawing(analysis: Analysis, seconds: float, showing: Showing) -> None:
    from sapper.draw.terminal import board_text, legend_text  # slow to import, and JSON does not need it

    output = showing.output
    if draws(analysis.position):
        output.print(
            board_text(analysis.position, analysis, width=output.width, ascii_only=output.ascii_only)
        )
        output.print("")
        output.print(legend_text(analysis, ascii_only=output.ascii_only))
        output.print("")
    output.print(report(analysis, seconds, output.width))
