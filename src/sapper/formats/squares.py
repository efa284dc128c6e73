"""Shared parts of the formats that hold only square boards."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sapper._support.naming import quantity
from sapper.board.marks import EXPLODED, FLAG, HIDDEN, QUESTION
from sapper.board.minefield import Minefield
from sapper.board.position import Position, shaped_topology
from sapper.board.topology import Topology
from sapper.errors import FormatError
from sapper.formats.cursor import Cursor
from sapper.formats.format import Hints
from sapper.formats.rows import Alphabet

_MARKS: Final = {
    HIDDEN: "a hidden cell",
    FLAG: "a flag",
    EXPLODED: "an exploded mine",
    QUESTION: "a question mark",
}


def check_size(cursor: Cursor, rows: int, columns: int, mines: int, offset: int) -> None:
    """Refuses a board without cells or with more mines than cells. `offset` is where the size is written."""
    if rows == 0 or columns == 0:
        raise cursor.error(f"a board of {rows} x {columns} has no cells", offset)
    if mines > rows * columns:
        raise cursor.error(f"a board of {rows} x {columns} cannot hold {quantity(mines, 'mine')}", offset)


def mines_by_pairs(
    cursor: Cursor, shape: tuple[int, int], mines: int, *, base: int = 0, row_first: bool = False
) -> NDArray[np.bool_]:
    """Reads a list of mines, two bytes each.

    Args:
        cursor: At the first mine.
        shape: Rows and columns of the board.
        mines: The number of mines.
        base: The number of the first row and column.
        row_first: Whether the row comes before the column.

    Returns:
        Where the mines are, bool of the shape.
    """
    start = cursor.offset
    pairs = np.frombuffer(cursor.take(2 * mines, "mines"), dtype=np.uint8).reshape(mines, 2).astype(np.int64)
    rows, columns = (pairs[:, 0], pairs[:, 1]) if row_first else (pairs[:, 1], pairs[:, 0])
    rows, columns = rows - base, columns - base
    beside = (rows < 0) | (columns < 0) | (rows >= shape[0]) | (columns >= shape[1])
    if beside.any():
        at = int(np.argmax(beside))
        row, column = rows[at] + base, columns[at] + base
        text = f"a mine at row {row}, column {column} is not on a board of {shape[0]} x {shape[1]}"
        raise cursor.error(f"{text}, counted from {base}", start + 2 * at)
    mined = np.zeros(shape, dtype=np.bool_)
    mined[rows, columns] = True
    if int(np.count_nonzero(mined)) != mines:
        raise cursor.error(f"some of the {mines} mines are listed twice", start)
    return mined


def bitmap_of(mined: NDArray[np.bool_]) -> bytes:
    """One bit per cell in row-major order, the highest bit of a byte first. Bits past the end are 0."""
    return np.packbits(mined.ravel()).tobytes()


def bits_of(bitmap: bytes, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """The mines of a bitmap with at least one bit per cell: bool of the shape."""
    bits = np.unpackbits(np.frombuffer(bitmap, dtype=np.uint8), count=shape[0] * shape[1])
    return bits.astype(np.bool_).reshape(shape)


def numbers_of(mined: NDArray[np.bool_]) -> NDArray[np.int16]:
    """The number of mines around each cell of a square board, -1 for a mine: int16 (rows, columns)."""
    rows, columns = mined.shape
    around = np.pad(mined.astype(np.int16), 1)
    numbers = sum(
        (around[row : row + rows, column : column + columns] for row in range(3) for column in range(3)),
        start=np.zeros(mined.shape, dtype=np.int16),
    )
    numbers[mined] = -1
    return numbers


def check_hints(minefield: Minefield, hints: Hints, format: str) -> None:
    """Raises FormatError if the file contradicts what the caller says about the board."""
    if hints.mines is not None and hints.mines != minefield.mines:
        raise FormatError(f"the {format} file has {minefield.mines} mines, but mines={hints.mines} was given")
    if hints.topology is not None:
        wanted = shaped_topology(hints.topology, minefield.topology.shape)
        found = minefield.topology
        if wanted != found:
            raise FormatError(
                f"the {format} file has a {found.kind} of shape {found.shape}, "
                f"but topology= is a {wanted.kind} of shape {wanted.shape}"
            )


def check_square(topology: Topology, format: str) -> tuple[int, int]:
    """The rows and columns of a square board. Raises FormatError if it is another board."""
    if topology.kind != "grid" or topology.dimension != 2:
        kind, shape = topology.kind, topology.shape
        raise FormatError(f"{format} holds only square boards; this one is a {kind} of shape {shape}")
    rows, columns = topology.shape
    return rows, columns


def square_text(position: Position, alphabet: Alphabet, format: str) -> str:
    """A position as text: one character for each cell, one line for each row.

    Raises:
        FormatError: The board has no rows and columns, or a mark has no character.
    """
    topology = position.topology
    if topology.kind == "graph" or topology.dimension != 2:
        raise FormatError(
            f"{format} text needs rows and columns; this board is a {topology.kind} of shape {topology.shape}"
        )
    for mark in np.unique(position.marks).tolist():
        if mark not in alphabet.characters:
            cell = topology.cell(int(np.flatnonzero(position.marks == mark)[0]))
            where = topology.describe(cell)
            what = _MARKS.get(mark, f"the number {mark}")
            raise FormatError(f"{where}: {format} text cannot hold {what}; it may have {alphabet.allowed}")
    return "\n".join(alphabet.encode(position.marks))
