"""`sapper analyse` and `sapper hint`: what is certain in a position, why, and how likely the mines are."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Literal

import click
import numpy as np

from sapper._support.engine_call import Deadline, limit_time
from sapper._support.words import percent, quantity
from sapper.board.board import board_words
from sapper.board.marks import EXPLODED, FLAG
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
from sapper.draw.captions import cell_words
from sapper.hints.hints import Deduction, Hint, hint
from sapper.hints.ranking import RankedMove, rank
from sapper.inference.analysing import analyse
from sapper.inference.analysis import Analysis
from sapper.protocol.answers import (
    analysis_object,
    exact_configurations,
    hint_object,
    json_line,
    moves_object,
    read_as,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.board.position import Position
    from sapper.cells import Cell
    from sapper.strategy.evaluation import Evaluation

ANALYSE_EPILOG = """
\b
A position has one row on each line. 0 to 8 are numbers, F is a flag, * a
known mine, and each of . ? x # is a hidden cell. With --format zeros, . is an
opened zero. Above the rows may be a line with the number of mines.
Text copied from a game in a terminal may have a frame, coordinates, colours
and other signs.
Examples:
  sapper analyse position.txt --level expert
  sapper analyse --mines 10 < position.txt
  sapper analyse position.txt --mines 40 --json | jq .safest
  sapper analyse position.txt --level expert --win

\b
Exit codes: 0 done, 1 no minefield fits the position, 2 wrong usage or
unreadable input, 3 gave up (time limit or memory), 130 interrupted.
"""

_LONGEST_LIST = 40
_MOST_DIGITS = 40  # the longest number that is shown in full
_MOST_SECONDS_FOR_DIGITS = 1.0
_LABEL_WIDTH = 16


@click.command(epilog=ANALYSE_EPILOG)
@source_options
@TRUST_FLAGS
@click.option(
    "--win",
    is_flag=True,
    help="Estimate the chance to win, and order the guesses of --most by it.",
)
@seed_option(0, "Decides the games that --win plays.")
@MOVES
@showing_options
def analyse_command(
    source: Source, trust_flags: bool, win: bool, seed: int, most: int | None, showing: ResultOutput
) -> None:
    """Compute the exact mine probabilities of a position.

    Reads FILE; without FILE or with '-', standard input. Shows the probability of a mine in every hidden
    cell, the cells that are certainly safe or certainly mines, and a cell of least risk. Rows and columns
    count from 0.
    """
    position, format = source.position(needs_count=True)
    showing.tell_format(format)
    with showing.contradictions(position), limit_time("the analysis", showing.time_limit):
        deadline = Deadline(showing.time_limit)
        start = time.perf_counter()
        analysis = analyse(position, trust_flags=trust_flags, time_limit=showing.time_limit)
        seconds = time.perf_counter() - start
        by: Literal["best", "win"] = "win" if win else "best"
        best = None
        if most is not None:
            left = deadline.left
            best = rank(position, by=by, seed=seed, trust_flags=trust_flags, time_limit=left, most=most)
        chance = _chance(position, seed, deadline) if win else None
    showing.write_picture(position, analysis)
    if showing.as_json:
        answer = analysis_object(analysis, seconds, exact_configurations(analysis, deadline.left)) | read_as(
            format
        )
        if best is not None:
            answer = {**answer, "moves": moves_object(best)}
        if chance is not None:
            answer = {**answer, "evaluation": chance.to_dict()}
        click.echo(json_line(answer))
    else:
        output = showing.output
        if draws(position):
            output.print_explained(analysis)
        output.print(analysis_text(analysis, seconds, output.room))
        if chance is not None:
            output.print(_entry("Win", _chance_words(chance, position), output.room))
        if best is not None:
            output.print(f"\n{moves_table(best)}")


def analysis_text(analysis: Analysis, seconds: float, width: int) -> str:
    """The lines: the board, safe cells, mines, a cell of least risk, the configurations, the time.

    They are wrapped at `width`.
    """
    position = analysis.position
    words = f"{position.topology.name} {board_words(position)}"
    entries = {
        "Board": f"{words}, {quantity(position.hidden, 'cell')} hidden",
        "Cells": "(row,column), counted from 0" if len(position.topology.shape) == 2 else "counted from 0",
        "Safe": _cells(analysis.safe),
        "Mines": _cells(analysis.mines),
        "Least risk": _least_risk(analysis),
        "Configurations": _configurations(analysis, width - _LABEL_WIDTH),
        "Time": f"{1000 * seconds:.1f} ms",
    }
    if not analysis.exact:
        entries["Exact"] = _kind_of_position(analysis)
    if analysis.win_probability is not None:
        entries["Win"] = (
            f"{percent(analysis.win_probability, figures=4)} with perfect play{_assumption(position)}"
        )
    return "\n".join(_entry(label, text, width) for label, text in entries.items())


def _entry(label: str, text: str, width: int) -> str:
    return fill(text, max(width, 2 * _LABEL_WIDTH), label.ljust(_LABEL_WIDTH))


def _cells(cells: Sequence[Cell]) -> str:
    if not cells:
        return "none"
    names = " ".join(map(cell_words, cells[:_LONGEST_LIST]))
    more = f" and {len(cells) - _LONGEST_LIST} more" if len(cells) > _LONGEST_LIST else ""
    return f"{len(cells)}: {names}{more}"


def _least_risk(analysis: Analysis) -> str:
    cell = analysis.safest
    if cell is None:
        if analysis.position.hidden == 0:
            return "nothing is hidden"
        all_mines = len(analysis.mines) == analysis.position.hidden
        return "every hidden cell is a mine" if all_mines else "unknown without the number of mines"
    flag = ", flagged" if analysis.position[cell] == FLAG else ""
    if analysis.safest_risk == 0:
        return f"{cell_words(cell)} safe{flag}"
    if not analysis.exact:
        error = analysis.mine_probability_error[cell]
        risk = f"{percent(analysis.safest_risk, figures=2)} risk, +- {percent(error, figures=2)}"
        return f"{cell_words(cell)} {risk}{flag}"
    return f"{cell_words(cell)} {percent(analysis.safest_risk, figures=4)} risk{flag}"


def _kind_of_position(analysis: Analysis) -> str:
    """How accurate an estimate is."""
    uncertain = analysis.mine_probability_error[analysis.mine_probability_error > 0]
    usual = float(np.median(uncertain)) if uncertain.size else 0.0
    return (
        f"no, an estimate: the position is too complex to count; the median error of a risk is "
        f"+- {percent(usual, figures=2)}; safe cells and mines are proven, but there may be more"
    )


def _configurations(analysis: Analysis, room: int) -> str:
    digits = analysis.log_configurations / math.log(10)
    if not analysis.exact:
        return f"about 10^{digits:.1f}, +- {analysis.log_configurations_error / math.log(10):.1f}"
    count = exact_configurations(analysis, _MOST_SECONDS_FOR_DIGITS) if digits < _MOST_DIGITS else None
    if count is not None and len(f"{count:,}") <= room:
        return f"{count:,}"
    exponent = math.floor(digits)
    mantissa = f"{10 ** (digits - exponent):.4f}"
    return f"about 1.0000e{exponent + 1}" if mantissa == "10.0000" else f"about {mantissa}e{exponent}"


def _is_fresh(position: Position) -> bool:
    return position.hidden == position.topology.size


def _assumption(position: Position) -> str:
    """What the chance to win with perfect play assumes."""
    if bool((position.marks == EXPLODED).any()):
        return " from here, as if no mine had exploded"
    return " if the first cell is an opening" if _is_fresh(position) else ""


def _chance_words(chance: Evaluation, position: Position) -> str:
    first = " and the first cell is an opening" if _is_fresh(position) else ""
    games = "" if chance.exact else f" ({quantity(chance.games, 'game')})"
    return f"{chance} if the strategy {chance.strategy} plays on{first}{games}"


def _chance(position: Position, seed: int, deadline: Deadline) -> Evaluation:
    from sapper.strategy.evaluation import evaluate  # slow to import, and most analyses do not need it

    return evaluate(position, seed=seed, time_limit=deadline.left)


_INDENT = "   "

HINT_EPILOG = """
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


@click.command(epilog=HINT_EPILOG)
@source_options
@TRUST_FLAGS
@click.option("--all", "everything", is_flag=True, help="Show all deductions, the simplest first.")
@click.option("--win", is_flag=True, help="Compare guesses by the chance to win, also those of --most.")
@seed_option(0, "Decides the games that --win plays.")
@MOVES
@showing_options
def hint_command(
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
        click.echo(json_line(answer if best is None else {**answer, "moves": moves_object(best)}))
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
        rule = "" if result.deduction is None else f"[{_rule_words(result.deduction)}] "
        return fill(f"{rule}{_with_options(result.text, result)}", width)
    answer = [
        fill(f"{number}. [{_rule_words(deduction)}] {deduction.text}", width, others=_INDENT)
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


def _rule_words(deduction: Deduction) -> str:
    return deduction.rule if deduction.pattern is None else f"{deduction.rule}, {deduction.pattern}"
