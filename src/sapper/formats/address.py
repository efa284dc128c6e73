"""The end of the addresses of ZiNi calculators, which hold a board: `?b=1&m=0008040000g0000g0`.

`b` is 1, 2 or 3 for a beginner, intermediate or expert board, or the width and the height with as many
digits each, such as `3016`. `m` is a bitmap of the mines with one bit per cell in row-major order. Each digit
of base 32 (0 to 9, a to v) has five bits, the highest first. LlamaSweeper, minesweeper.online, JSMinesweeper
and the ZiNi calculators share it.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sapper.board.board import LEVELS
from sapper.board.minefield import Minefield
from sapper.errors import FormatError
from sapper.formats.format import Hints, text_format
from sapper.formats.squares import check_hints, check_square

_LEVELS: Final = {str(number): LEVELS[name].topology.shape for number, name in enumerate(LEVELS, start=1)}
_DIGITS: Final = b"0123456789abcdefghijklmnopqrstuv"
_BITS: Final = 5  # of a digit
_MOST_DIGITS: Final = 4  # of the width or the height
_MOST_CELLS: Final = 1_000_000
_SIZE = re.compile(r"(?:^|[?&#\s])b=([^&#\s]*)")
_MINES = re.compile(r"(?:^|[?&#\s])m=([^&#\s]*)")
_VALUE_OF = np.full(128, -1, dtype=np.int8)
_VALUE_OF[list(_DIGITS)] = np.arange(len(_DIGITS))
_EXAMPLE: Final = "expected an address with a board, such as ?b=1&m=0008040000g0000g0"


def _recognises(text: str) -> bool:
    return _SIZE.search(text) is not None and _MINES.search(text) is not None


def _read(text: str, hints: Hints) -> Minefield:
    line = text.strip()
    indent = len(text) - len(text.lstrip())
    size, mines = _SIZE.search(line), _MINES.search(line)
    if size is None or mines is None:
        raise FormatError(f"address: {_EXAMPLE}", line=1)
    if "\n" in line:
        at = text[: indent + line.index("\n") + 1].count("\n") + 1
        raise FormatError(f"address: line {at}: expected one address, but more text follows", line=at)
    shape = _shape(size[1], indent + size.start(1))
    minefield = Minefield(_mined(mines[1], shape, indent + mines.start(1)))
    check_hints(minefield, hints, "address")
    return minefield


def _shape(size: str, column: int) -> tuple[int, ...]:
    if size in _LEVELS:
        return _LEVELS[size]
    half = len(size) // 2
    if not (size.isascii() and size.isdigit() and len(size) == 2 * half and 1 <= half <= _MOST_DIGITS):
        text = "expected b= with 1, 2 or 3 for a level, or a width and a height with as many digits each"
        raise _error(f"{text}, not {size[:20]!r}", column)
    width, height = int(size[:half]), int(size[half:])
    if not 1 <= width * height <= _MOST_CELLS:
        raise _error(f"a board must have 1 to {_MOST_CELLS} cells, not {width} x {height}", column)
    return height, width


def _mined(digits: str, shape: tuple[int, ...], column: int) -> NDArray[np.bool_]:
    cells = shape[0] * shape[1]
    wanted = -(-cells // _BITS)
    if len(digits) != wanted:
        raise _error(f"expected m= with {wanted} digits for {cells} cells, not {len(digits)}", column)
    codes = np.frombuffer(digits.encode("ascii", "replace").lower(), dtype=np.uint8)
    values = _VALUE_OF[codes]
    if (values < 0).any():
        at = int(np.argmax(values < 0))
        raise _error(f"expected a digit of base 32 (0 to 9, a to v), not {digits[at]!r}", column + at)
    bits = np.unpackbits(values.astype(np.uint8)[:, None], axis=1)[:, -_BITS:]
    return bits.ravel()[:cells].astype(np.bool_).reshape(shape)


def _error(text: str, column: int) -> FormatError:
    return FormatError(f"address: column {column + 1}: {text}", line=1, column=column + 1)


def _write(minefield: Minefield) -> str:
    rows, columns = shape = check_square(minefield.topology, "address")
    digits = max(2, len(str(max(shape))))
    if digits > _MOST_DIGITS or rows * columns > _MOST_CELLS:
        raise FormatError(f"address holds boards of at most {_MOST_CELLS} cells, not {rows} x {columns}")
    level = next((number for number, known in _LEVELS.items() if known == shape), None)
    size = f"{columns:0{digits}}{rows:0{digits}}" if level is None else level
    bits = np.zeros((-(-rows * columns // _BITS), 8), dtype=np.uint8)
    padded = np.zeros(len(bits) * _BITS, dtype=np.uint8)
    padded[: rows * columns] = minefield.mined.ravel()
    bits[:, -_BITS:] = padded.reshape(-1, _BITS)
    values = np.packbits(bits, axis=1).ravel()
    return f"?b={size}&m={np.frombuffer(_DIGITS, dtype=np.uint8)[values].tobytes().decode()}"


ADDRESS = text_format(
    "address", "end of the address of a ZiNi calculator", (Minefield,), _recognises, _read, _write
)
