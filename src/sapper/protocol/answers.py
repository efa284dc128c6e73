"""Writes positions, analyses, hints and errors as objects for JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, cast

from sapper.board.encoding import board_object, cell_value
from sapper.errors import (
    BoardError,
    BudgetError,
    CancelledError,
    CellError,
    ContradictionError,
    FormatError,
    PositionError,
    SapperError,
)
from sapper.protocol.requests import RequestError

if TYPE_CHECKING:
    from sapper.board.position import Position
    from sapper.inference.analysis import Analysis, Cancel
    from sapper.knowledge.hints import Deduction, Guess, Hint
    from sapper.knowledge.ranking import RankedMove

__all__ = [
    "Object",
    "analysis_object",
    "analysis_schema",
    "counted",
    "error_object",
    "hint_object",
    "hint_schema",
    "line_of",
    "moves_object",
    "position_object",
]

Object = dict[str, Any]
"""An object in JSON."""

_MOST_DIGITS: Final = 4000
"""The most digits of a number of configurations. Python writes integers of up to 4300 digits."""

_ERROR_TYPES: Final[Mapping[type[SapperError], str]] = {
    ContradictionError: "contradiction",
    PositionError: "position",
    CellError: "cell",
    BoardError: "board",
    FormatError: "format",
    BudgetError: "budget",
    CancelledError: "cancelled",
    RequestError: "request",
}


def analysis_object(analysis: Analysis, seconds: float, configurations: int | None = None) -> Object:
    """An analysis as `analysis.schema.json` describes it.

    Args:
        analysis: The analysis.
        seconds: How long it took.
        configurations: The exact number of configurations, if it was counted.
    """
    best = analysis.best
    errors = None if analysis.exact else _numbers(analysis.mine_probability_error.tolist())
    return {
        "board": board_object(analysis.position.board),
        "mine_probability": _numbers(analysis.mine_probability.tolist()),
        "mine_probability_error": errors,
        "safe": list(map(cell_value, analysis.safe)),
        "mines": list(map(cell_value, analysis.mines)),
        "best": None if best is None else cell_value(best),
        "best_risk": None if best is None else analysis.best_risk,
        "configurations": None if configurations is None else str(configurations),
        "log10_configurations": max(0.0, analysis.log_configurations / math.log(10)),
        "log10_configurations_error": analysis.log_configurations_error / math.log(10),
        "exact": analysis.exact,
        "win_probability": analysis.win_probability,
        "elapsed_ms": round(1000 * seconds, 3),
    }


def counted(analysis: Analysis, time_limit: float | None = None, cancel: Cancel | None = None) -> int | None:
    """The exact number of configurations. None if it is not known or too long, or the time is up.

    Raises:
        CancelledError: `cancel` was set.
    """
    if analysis.log_configurations > _MOST_DIGITS * math.log(10):
        return None
    try:
        return analysis.count_configurations(time_limit=time_limit, cancel=cancel)
    except BudgetError:
        return None


def moves_object(moves: Iterable[RankedMove]) -> list[Object]:
    """A ranking, as both schemas describe it."""
    return [
        {
            "action": move.action,
            "cell": cell_value(move.cell),
            "risk": None if math.isnan(move.risk) else move.risk,
            "exact": move.exact,
            "rule": move.rule,
            "figures": None if move.figures is None else asdict(move.figures),
        }
        for move in moves
    ]


def position_object(position: Position) -> Object:
    """A position in short: its board, and how many hidden cells and mines are left (null if not known)."""
    return {
        "board": board_object(position),
        "hidden": position.hidden,
        "mines_left": position.mines_left,
    }


def error_object(error: SapperError) -> Object:
    """An error: its type, its text, and its place if that is known."""
    known = (name for kind, name in _ERROR_TYPES.items() if isinstance(error, kind))
    answer: Object = {"type": next(known, "error"), "message": str(error)}
    if isinstance(error, ContradictionError):
        answer["cells"] = list(map(cell_value, error.cells))
        answer["mine_count"] = error.mine_count
    elif isinstance(error, PositionError) and error.cell is not None:
        answer["cell"] = cell_value(error.cell)
    elif isinstance(error, FormatError):
        where = {"offset": error.offset, "line": error.line, "column": error.column}
        answer.update((name, value) for name, value in where.items() if value is not None)
    return answer


def line_of(answer: Object) -> str:
    """An object as a line of ASCII, without the line end.

    Raises:
        ValueError: A number is not finite. JSON cannot write it.
    """
    return json.dumps(answer, allow_nan=False)


def hint_object(hint: Hint, seconds: float, *, everything: bool) -> Object:
    """A hint as `hint.schema.json` describes it.

    Args:
        hint: The hint.
        seconds: How long it took.
        everything: Whether to write all deductions and not only the simplest.
    """
    answer: Object = {
        "board": board_object(hint.position),
        "difficulty": hint.difficulty,
        "deduction": None if hint.deduction is None else _deduction_object(hint.deduction),
        "guess": None if hint.guess is None else _guess_object(hint.guess),
        "complete": hint.complete,
        "text": hint.text,
        "elapsed_ms": round(1000 * seconds, 3),
    }
    if everything:
        answer["deductions"] = list(map(_deduction_object, hint.deductions))
    return answer


def _deduction_object(deduction: Deduction) -> Object:
    """A deduction: its claims, its premises, its rule, and its text."""
    return {
        "rule": deduction.rule,
        "pattern": deduction.pattern,
        "difficulty": deduction.difficulty,
        "safe": list(map(cell_value, deduction.safe)),
        "mines": list(map(cell_value, deduction.mines)),
        "numbers": list(map(cell_value, deduction.numbers)),
        "given": list(map(cell_value, deduction.given)),
        "mine_count": deduction.mine_count,
        "text": deduction.text,
    }


def analysis_schema() -> Object:
    """The JSON Schema of what `sapper analyse --json` prints."""
    return _schema("analysis")


def hint_schema() -> Object:
    """The JSON Schema of what `sapper hint --json` prints."""
    return _schema("hint")


def _schema(name: str) -> Object:
    text = resources.files("sapper.protocol").joinpath(f"{name}.schema.json").read_text(encoding="utf-8")
    return cast("Object", json.loads(text))


def _guess_object(guess: Guess) -> Object:
    return {
        "cell": cell_value(guess.cell),
        "risk": guess.risk,
        "safest": cell_value(guess.safest),
        "safest_risk": guess.safest_risk,
        "reason": guess.reason,
        "figures": None if guess.figures is None else asdict(guess.figures),
        "safest_figures": None if guess.safest_figures is None else asdict(guess.safest_figures),
    }


def _numbers(nested: Any) -> Any:
    """Nested lists with None for nan."""
    if isinstance(nested, list):
        return list(map(_numbers, nested))
    return None if math.isnan(nested) else nested
