"""Writes analyses, hints, minefields and errors as objects for JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, cast

from sapper.board.json_form import board_object, cell_value
from sapper.errors import (
    BoardError,
    BudgetError,
    CancelledError,
    CellError,
    ContradictionError,
    FileError,
    FormatError,
    PositionError,
    SapperError,
)
from sapper.inference.analysis import MOST_DIGITS

if TYPE_CHECKING:
    from sapper.formats.registry import Format
    from sapper.hints.hints import Hint
    from sapper.hints.ranking import RankedMove
    from sapper.inference.analysis import Analysis, Cancel
    from sapper.minefields.generation import Generated

Object = dict[str, Any]
"""An object in JSON."""

_ERROR_TYPES: Final[Mapping[type[SapperError], str]] = {
    ContradictionError: "contradiction",
    PositionError: "position",
    CellError: "cell",
    BoardError: "board",
    FileError: "file",
    FormatError: "format",
    BudgetError: "budget",
    CancelledError: "cancelled",
}


def analysis_object(analysis: Analysis, seconds: float, configurations: int | None = None) -> Object:
    """An analysis as `analysis.schema.json` describes it.

    `configurations` is their exact number, if it was counted.
    """
    return {
        **analysis.to_dict(),
        "configurations": None if configurations is None else str(configurations),
        "elapsed_ms": round(1000 * seconds, 3),
    }


def exact_configurations(
    analysis: Analysis, time_limit: float | None = None, cancel: Cancel | None = None
) -> int | None:
    """The exact number of configurations. None if it is not known or too long, or the time is up.

    Raises:
        CancelledError: `cancel` was set.
    """
    if analysis.log_configurations > MOST_DIGITS * math.log(10):
        return None
    try:
        return analysis.count_configurations(time_limit=time_limit, cancel=cancel)
    except BudgetError:
        return None


def moves_object(moves: Iterable[RankedMove]) -> list[Object]:
    """A ranking, as both schemas describe it."""
    return [move.to_dict() for move in moves]


def read_as(format: Format | None) -> Object:
    """The field that names the format of a position, if `sapper.formats.registry.format_to_name` says so."""
    return {} if format is None else {"read_as": format.name}


def puzzle_object(board: Generated) -> Object:
    """A generated minefield: the board, the first cell, the cells with a mine, and where it comes from."""
    return {
        "board": board_object(board.board),
        "first_cell": cell_value(board.first_cell),
        "mines": [cell_value(cell) for cell in board.minefield.cells()],
        "method": board.method,
        "seed": board.seed,
        "number": board.number,
    }


def error_object(error: SapperError) -> Object:
    """An error: its type, its text, and its place if that is known."""
    names = (name for kind, name in _ERROR_TYPES.items() if isinstance(error, kind))
    answer: Object = {"type": next(names, "error"), "message": str(error)}
    if isinstance(error, ContradictionError):
        answer["cells"] = list(map(cell_value, error.cells))
        answer["mine_count"] = error.mine_count
    elif isinstance(error, PositionError) and error.cell is not None:
        answer["cell"] = cell_value(error.cell)
    elif isinstance(error, FormatError):
        where = {"offset": error.offset, "line": error.line, "column": error.column}
        answer.update((name, value) for name, value in where.items() if value is not None)
        if error.formats:
            answer["formats"] = list(error.formats)
    return answer


def json_line(answer: Object) -> str:
    """An object as a line of ASCII, without the line end.

    Raises:
        ValueError: A number is not finite. JSON cannot write it.
    """
    return json.dumps(answer, allow_nan=False)


def hint_object(hint: Hint, seconds: float, *, everything: bool) -> Object:
    """A hint as `hint.schema.json` describes it.

    `everything` writes all deductions and not only the simplest.
    """
    fields = hint.to_dict()
    deductions = fields.pop("deductions")
    fields["elapsed_ms"] = round(1000 * seconds, 3)
    return {**fields, "deductions": deductions} if everything else fields


def analysis_schema() -> dict[str, Any]:
    """The JSON Schema of what `sapper analyse --json` prints."""
    return _schema("analysis")


def hint_schema() -> dict[str, Any]:
    """The JSON Schema of what `sapper hint --json` prints."""
    return _schema("hint")


def _schema(name: str) -> Object:
    text = resources.files("sapper.protocol").joinpath(f"{name}.schema.json").read_text(encoding="utf-8")
    return cast("Object", json.loads(text))
