"""Writes boards, cells, marks and figures for messages, and reads them."""

from __future__ import annotations

import base64
import binascii
import struct
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic_core import from_json

from sapper._support.naming import quantity
from sapper.board.board import Board
from sapper.board.encoding import board_object
from sapper.board.marks import HIDDEN
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.formats.format import Format, kind_name
from sapper.knowledge.wording import filled
from sapper.web.errors import WebError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from sapper.board.topology import Cell, Topology
    from sapper.minefields.metrics import GameMetrics

Object = dict[str, Any]
"""An object in JSON."""


def marks_text(marks: NDArray[np.int16]) -> str | None:
    """All marks of a board; None if all are hidden."""
    if bool((marks == HIDDEN).all()):
        return None
    return base64_of(marks.astype(np.int8))


def floats(values: NDArray[np.float64]) -> str:
    """Figures as float32, little endian, in base64."""
    return base64_of(values.astype("<f4"))


def base64_of(array: NDArray[Any]) -> str:
    """The bytes of an array in base64."""
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


def format_object(format: Format) -> Object:
    """A file format, for those who choose one."""
    return {
        "name": format.name,
        "title": format.title,
        "holds": list(map(kind_name, format.kinds)),
        "read": True,
        "write": format.write is not None,
        "endings": list(format.suffixes),
    }


def position_object(position: Position) -> Object:
    """A board and its marks."""
    return {**board_object(position.board), "marks": marks_text(position.marks)}


def position_from(board: Board, marks: str | None) -> Position:
    """The position that a message describes.

    Raises:
        WebError: The marks are not base64, or there are more or fewer than cells.
        PositionError: A mark is not possible on this board.
    """
    shape = board.topology.shape
    if marks is None:
        return Position(np.full(shape, HIDDEN, dtype=np.int16), board.mines, board.topology)
    try:
        raw = base64.b64decode(marks, validate=True)
    except (binascii.Error, ValueError):
        raise WebError("request", "'marks' must be base64 of one byte for every cell") from None
    if len(raw) != board.topology.size:
        raise WebError(
            "request", f"'marks' has {len(raw)} bytes, but the board has {board.topology.size} cells"
        )
    array = np.frombuffer(raw, dtype=np.int8).reshape(shape)
    return Position(array.astype(np.int16), board.mines, board.topology)


def minefield_object(minefield: Minefield) -> Object:
    """A board and its mined cells."""
    start = minefield.start
    return {
        **board_object(minefield.board),
        "mined": np.flatnonzero(minefield.mined).tolist(),
        "first_cell": None if start is None else minefield.topology.index(start),
    }


def mined_array(board: Board, mined: Sequence[int]) -> NDArray[np.bool_]:
    """The minefield as an array.

    Raises:
        WebError: A cell is not a whole number or not on the board, or the number of cells differs from the
            mine count.
    """
    array = np.zeros(board.topology.size, dtype=np.bool_)
    if not set(map(type, mined)) <= {int}:
        raise WebError("request", "'mined' must be a list of whole numbers, one for each cell with a mine")
    try:
        cells = np.array(mined, dtype=np.int64)
    except OverflowError:
        raise WebError(
            "cell", f"'mined' has a number that is too large: the board has {quantity(array.size, 'cell')}"
        ) from None
    missing = cells[(cells < 0) | (cells >= array.size)]
    if missing.size:
        raise WebError("cell", f"there is no cell {missing[0]}: the board has {quantity(array.size, 'cell')}")
    array[cells] = True
    if int(array.sum()) != board.mines:
        raise WebError(
            "request", f"'mined' names {int(array.sum())} cells, but the board has {board.mines} mines"
        )
    return array.reshape(board.topology.shape)


def indices(topology: Topology, cells: Iterable[Cell]) -> list[int]:
    """The numbers of cells."""
    return list(map(topology.index, cells))


def values_in(answer: str) -> Any:
    """The values of an answer of the engine in JSON, with its numbers from their bits."""
    values = from_json(answer)
    return _plain(values) if '"=' in answer else values


def _plain(value: Any) -> Any:
    if isinstance(value, str) and value.startswith("="):
        return struct.unpack(">d", bytes.fromhex(value[1:]))[0]
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list):
        return value if value and isinstance(value[0], int) else list(map(_plain, value))
    return value


def told_in(answer: str) -> Object:
    """The values of such an answer, with its phrases filled in.

    A list that begins with a text is a phrase.
    """
    told: Object = _filled_in(values_in(answer))
    return told


def _filled_in(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _filled_in(each) for name, each in value.items()}
    if not isinstance(value, list) or not value or isinstance(value[0], int):
        return value
    return filled(_phrase(value)) if isinstance(value[0], str) else list(map(_filled_in, value))


def _phrase(value: Any) -> Any:
    """A phrase as `filled` takes it."""
    if not isinstance(value, list) or not value or isinstance(value[0], int):
        return value
    if isinstance(value[0], str):
        name, values = value
        return name, {place: _phrase(each) for place, each in values.items()}
    return list(map(_phrase, value))


def metrics_object(measured: GameMetrics) -> Object:
    """The metrics of a game that is over. All that the page shows of them comes from here."""
    return {
        "three_bv": measured.board.three_bv,
        "openings": measured.board.openings,
        "islands": measured.board.islands,
        "solved": measured.solved,
        "clicks": measured.clicks,
        "effective_clicks": measured.effective_clicks,
        "efficiency": measured.ioe,
        "correctness": measured.correctness,
        "throughput": measured.throughput,
        "three_bv_per_second": measured.three_bv_per_second,
    }
