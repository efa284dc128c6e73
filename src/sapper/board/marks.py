"""The marks of cells, and arrays of them as callers give them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.words import brief_contents, quantity
from sapper.board.arrays import NotAnArray, depth_of, whole_numbers
from sapper.errors import PositionError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

HIDDEN: Final = -1
FLAG: Final = -2
EXPLODED: Final = -3
QUESTION: Final = -4
SAFE: Final = -6  # open, but its number is not known

_SOURCES: Final = "a sapper.Position, a sapper.Game, a text or an array of marks"
_ADVICE: Final = (
    ": 0 and up, -1 or masked for hidden, -2 flag, -3 exploded, -4 question mark, -6 safe; "
    "for a text, give one string with a row on each line"
)


def is_hidden(mark: int) -> bool:
    """Whether the cell is hidden. A flag or a question mark is only an opinion."""
    return mark in (HIDDEN, FLAG, QUESTION)


def where_hidden(marks: NDArray[Any]) -> NDArray[np.bool_]:
    """Where the cells are hidden: an array of the shape of the marks."""
    hidden: NDArray[np.bool_] = (marks < 0) & (marks >= QUESTION) & (marks != EXPLODED)
    return hidden


def marks_array(marks: ArrayLike) -> NDArray[Any]:
    """Marks as a numpy array of integers.

    Raises:
        PositionError: Rows differ in length, or there are other values than whole numbers.
    """
    try:
        array = whole_numbers("marks", marks, PositionError, HIDDEN, _ADVICE)
    except NotAnArray:
        if depth_of(marks):
            raise PositionError(_uneven_row(marks)) from None
        array = np.empty(())
    if array.ndim == 0:
        raise PositionError(f"a position must be {_SOURCES}, not {brief_contents(marks)}")
    # The engine takes numbers in the byte order of the machine.
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder())


def _uneven_row(marks: Any) -> str:
    """The text of the error about the first row whose length differs from that of row 0."""
    if isinstance(marks, Sequence) and all(isinstance(row, Sequence) for row in marks):
        for number, row in enumerate(marks):
            if len(row) != len(marks[0]):
                return (
                    f"row {number} (0-based) has {quantity(len(row), 'cell')}, but row 0 has {len(marks[0])}"
                )
    return "all rows of a position must have the same number of cells"


def narrow(array: NDArray[Any]) -> tuple[NDArray[np.int16], int | None]:
    """Integers as int16 in C order, and the index of the first that does not fit. Copies only if it must."""
    marks = np.ascontiguousarray(array, np.int16)
    if array.dtype == np.int16:
        return marks, None
    wrong = np.flatnonzero(marks.ravel() != array.ravel())
    return marks, int(wrong[0]) if wrong.size else None
