"""MBF, the boards of Minesweeper X, Arbiter and JSMinesweeper (ABF is the same).

Width u8, height u8, number of mines u16, then for every mine its column u8 and row u8, from 0. There is no
magic number. Bytes are recognised as MBF if all of them fit the format.
"""

from __future__ import annotations

import numpy as np

from sapper.board.minefield import Minefield
from sapper.errors import FormatError
from sapper.formats.cursor import Cursor
from sapper.formats.format import Format, Hints
from sapper.formats.squares import check_hints, check_size, check_square, mines_by_pairs

_HEADER = 4
_MOST = 255  # rows or columns


def _recognises(data: bytes) -> bool:
    if len(data) < _HEADER or len(data) != _HEADER + 2 * int.from_bytes(data[2:4], "big"):
        return False
    try:
        _read(data, Hints())
    except FormatError:
        return False
    return True


def _read(data: bytes, hints: Hints) -> Minefield:
    cursor = Cursor(data, "mbf")
    columns, rows = cursor.byte("width"), cursor.byte("height")
    mines = cursor.unsigned(2, "the number of mines")
    check_size(cursor, rows, columns, mines, 0)
    mined = mines_by_pairs(cursor, (rows, columns), mines)
    if cursor.left:
        raise cursor.error(f"expected the end after {mines} mines, but {cursor.left} bytes follow")
    minefield = Minefield(mined)
    check_hints(minefield, hints, "mbf")
    return minefield


def _write(minefield: Minefield) -> bytes:
    rows, columns = check_square(minefield.topology, "mbf")
    if max(rows, columns) > _MOST:
        raise FormatError(f"mbf holds at most {_MOST} rows and columns, not {rows} and {columns}")
    header = bytes((columns, rows)) + minefield.mines.to_bytes(2, "big")
    return header + np.argwhere(minefield.mined)[:, ::-1].astype(np.uint8).tobytes()


MBF = Format(
    "mbf",
    "MBF, a list of mines (Minesweeper X, Arbiter)",
    (Minefield,),
    False,
    _recognises,
    _read,
    _write,
    (".mbf", ".abf"),
)
