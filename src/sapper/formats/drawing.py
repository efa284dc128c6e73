"""A drawing of a minefield: `*` a mine, `.` a safe cell.

Each line is a row, as in `blocks.py`. A safe cell may have the number of mines around it instead, and then
all numbers must be right. If all of them are 0, as RawVF writes a board, they just mean safe cells. Safe
cells are written as `.`.

The text contains neither the topology nor the first cell. It needs a mine, unless a minefield is asked for:
rows of dots alone are a position.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper._support.naming import quantity
from sapper.board.minefield import Minefield
from sapper.board.position import shaped_topology
from sapper.board.topology import Topology
from sapper.errors import FormatError
from sapper.formats.blocks import blocks_of_marks, marks_of_blocks
from sapper.formats.format import Hints, text_format
from sapper.formats.rows import Alphabet

_MINE, _SAFE = -1, -2  # a number says that the cell is safe, too
_ALPHABET = Alphabet(
    {"*": _MINE, ".": _SAFE, **{str(number): number for number in range(10)}},
    "'*' mine, '.' safe, or the number of mines around a safe cell",
)


def _read(text: str, hints: Hints) -> Minefield:
    if hints.kind is not Minefield and "*" not in text:
        raise FormatError("drawing: there is no '*' for a mine")
    marks = marks_of_blocks(text, _ALPHABET, hints)
    topology = shaped_topology(hints.topology, marks.shape)
    mined = marks == _MINE
    if hints.mines is not None and hints.mines != np.count_nonzero(mined):
        count = np.count_nonzero(mined)
        raise FormatError(
            f"drawing: it shows {quantity(int(count), 'mine')}, but mines={hints.mines} was given"
        )
    if (marks > 0).any():
        _check_numbers(marks, topology)
    return Minefield(mined, topology)


def _check_numbers(marks: NDArray[np.int16], topology: Topology[Any]) -> None:
    """Raises FormatError about the first number that is not the number of mines around it."""
    numbers = np.zeros(topology.size, dtype=np.int64)
    for mine in np.flatnonzero(marks == _MINE).tolist():
        numbers[topology._engine.neighbours(mine)] += 1
    flat = marks.ravel()
    wrong = np.flatnonzero((flat >= 0) & (flat != numbers))
    if wrong.size:
        where = topology.describe(topology.cell(int(wrong[0])))
        says, are = int(flat[wrong[0]]), int(numbers[wrong[0]])
        raise FormatError(
            f"drawing: {where}: the number is {says}, but the mines around it are {are}; '*' is a mine"
        )


def _write(minefield: Minefield) -> str:
    return blocks_of_marks(np.where(minefield.mined, np.int16(_MINE), np.int16(_SAFE)), _ALPHABET)


DRAWING = text_format(
    "drawing", "rows of '*' mine and '.' safe", (Minefield,), _ALPHABET.has_only, _read, _write
)
