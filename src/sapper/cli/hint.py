"""`sapper hint`: explains what is certain in a position."""

from __future__ import annotations

import time
from typing import Literal

import click

from sapper._support.engine_call import Deadline, limit_time
from sapper.board.position import Position
from sapper.cli.shared.board_options import seed_option
from sapper.cli.shared.exit_codes import as_options
from sapper.cli.shared.input import Source, or_level, source_options
from sapper.cli.shared.output import fill
from sapper.cli.shared.result_output import (
    MOVES,
    TRUST_FLAGS,
    ResultOutput,
    draws,
    moves_table,
    showing_options,
)
from sapper.hints.hints import Deduction, Hint, hint
from sapper.hints.ranking import RankedMove, rank
from sapper.protocol.answers import hint_object, line_of, moves_object, read_as

_INDENT = "   "

EPILOG = """
\b
Examples:
  sapper hint position.txt --level expert
  sapper hint --all --mines 10 < position.txt
  sapper hint --most 3 --level expert position.txt
  sapper hint position.txt --mines 40 --json | jq .deduction.safe

\b
Exit codes: 0 done, 1 no minefield fits the position, 2 wrong usage or
unreadable input, 3 gave up (time limit or memory), 130 interrupted.
"""


@click.command(epilog=EPILOG)
@source_options
@TRUST_FLAGS
@click.option("--all", "everything", is_flag=True, help="Show all deductions, the simplest first.")
@click.option("--win", is_flag=True, help="Compare guesses by the chance to win, also those of --most.")
@seed_option(0, "Decides the games that --win plays.")
@MOVES
@showing_options
def command(
    source: Source,
    trust_flags: bool,
    everything: bool,
    win: bool,
    seed: int,
    most: int | None,
    showing: ResultOutput,
) -> None:
    """Explain the simplest deduction in a position.

    Reads FILE; without FILE or with '-', standard input. Shows the simplest deduction that proves a cell
    safe, or one that proves a mine if no cell is safe. Says why, what it proves and which
    numbers it uses. If no cell is safe, shows the best guess. Without the number of mines, shows what is
    certain for every number of mines that fits. Rows and columns count from 0.
    """
    position, format = source.position()
    showing.tell_format(format)
    with showing.contradictions(position), limit_time("the search for hints", showing.time_limit):
        start, deadline = time.perf_counter(), Deadline(showing.time_limit)
        by: Literal["best", "win"] = "win" if win else "best"
        result = hint(position, trust_flags=trust_flags, by=by, seed=seed, time_limit=showing.time_limit)
        seconds = time.perf_counter() - start
        has_best = position.mines is not None or bool(result.deductions)
        best: tuple[RankedMove, ...] | None = None if most is None else ()
        if has_best and most is not None:
            left = deadline.left
            best = rank(position, by=by, seed=seed, trust_flags=trust_flags, time_limit=left, most=most)
    showing.write_picture(position, hint=result)
    if showing.as_json:
        answer = hint_object(result, seconds, everything=everything) | {
            "text": _with_options(result.text, result)
        }
        answer |= read_as(format)
        click.echo(line_of(answer if best is None else {**answer, "moves": moves_object(best)}))
    else:
        _print_drawing(position, result, everything, showing)
        if best is not None:
            table = moves_table(best) if has_best else "No move is certain."
            showing.output.print(f"\n{table}")
            certain = sum(len(each.safe) + len(each.mines) for each in result.deductions)
            if position.mines is None and certain < position.hidden:
                showing.output.print(_with_options("To rank the other moves, give `mines`.", result))


def _print_drawing(position: Position, result: Hint, everything: bool, showing: ResultOutput) -> None:
    output = showing.output
    if draws(position):
        output.print_explained(result)
    output.print(_hint_text(result, everything, output.room))
    if result.deduction is not None or result.guess is not None:
        what = "Rows and columns" if len(position.topology.shape) == 2 else "Cells"
        output.print(f"{what} count from 0.")


def _hint_text(result: Hint, everything: bool, width: int) -> str:
    """The hint with its rule, or all deductions in a numbered list."""
    if not everything:
        rule = "" if result.deduction is None else f"[{_kind(result.deduction)}] "
        return fill(f"{rule}{_with_options(result.text, result)}", width)
    answer = [
        fill(f"{number}. [{_kind(deduction)}] {deduction.text}", width, others=_INDENT)
        for number, deduction in enumerate(result.deductions, start=1)
    ]
    if result.difficulty is not None:
        more = "" if result.complete else " (the position is too complex to count: there may be more)"
        answer.append(f"Hardest rule needed: {result.difficulty}{more}")
    if result.guess is not None or not answer:
        answer.append(fill(_with_options(result.advice, result), width))
    return "\n".join(answer)


def _with_options(text: str, result: Hint) -> str:
    """The text with options instead of arguments of the library."""
    answer = or_level(text, result.position.topology.shape)
    return as_options(answer, click.get_current_context().command)


def _kind(deduction: Deduction) -> str:
    return deduction.rule if deduction.pattern is None else f"{deduction.rule}, {deduction.pattern}"
