"""The game IDs of Simon Tatham's Mines: `WxH:x,y,m<hex>`, such as `9x9:5,1,mec0f712b5982f397a0180`.

The hexadecimal digits are a bitmap of the mines with one bit per cell in row-major order, the highest bit
first. After `u` they are clear. After `m` they are masked, so that nobody sees the mines by accident. (x, y)
is the column and row of the first cell, from which the board needs no guess. It may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Final

from sapper._support.deadline import in_time
from sapper.board.minefield import Minefield
from sapper.errors import FormatError
from sapper.formats.format import Hints, text_format
from sapper.formats.squares import bitmap_of, bits_of, check_hints, check_square

_MOST_CELLS: Final = 1_000_000
_NUMBER = r"(\d{1,7})"
_ID = re.compile(
    rf"{_NUMBER}x{_NUMBER}(?:n{_NUMBER})?a?:(?:{_NUMBER},{_NUMBER},)?([mu])([0-9a-fA-F]*)", re.ASCII
)
_MEANT = re.compile(r"\d{1,7}x\d{1,7}(?:n\d{1,7})?a?[:#]", re.ASCII)
_NOT_LAID = re.compile(r"[^#]*:r\d", re.ASCII)
_EXPECTED = "expected a game ID, such as 9x9:5,1,mec0f712b5982f397a0180"


def _recognises(text: str) -> bool:
    return _MEANT.match(_first_line(text)) is not None


def _recognises_clear(text: str) -> bool:
    match = _ID.fullmatch(_first_line(text))
    return match is not None and match[6] == "u"


def _first_line(text: str) -> str:
    return text.strip().split("\n", 1)[0].strip()


def _match(text: str) -> re.Match[str]:
    """The game ID in the first line. Raises FormatError if it is not one."""
    line = _first_line(text)
    match = _ID.fullmatch(line)
    if match is not None:
        return match
    if "#" in line:
        raise FormatError(
            "tatham: this is a random seed, which only Mines itself can turn into a board: "
            "copy the game ID after the first click",
            line=1,
        )
    if _NOT_LAID.match(line):
        raise FormatError(
            "tatham: this game has no mines before the first click: copy the game ID after the first click",
            line=1,
        )
    raise FormatError(f"tatham: {_EXPECTED}", line=1)


def _read(text: str, hints: Hints) -> Minefield:
    indent = len(text) - len(text.lstrip())
    match = _match(text)
    if "\n" in text.strip():
        line = text[:indent].count("\n") + 2
        raise FormatError(f"tatham: line {line}: expected one game ID, but more text follows", line=line)
    width, height = int(match[1]), int(match[2])
    cells, digits = width * height, match[7]
    if not 1 <= cells <= _MOST_CELLS:
        raise _error(f"a board must have 1 to {_MOST_CELLS} cells, not {width} x {height}", indent)
    if len(digits) != -(-cells // 4):
        text = f"expected {-(-cells // 4)} hexadecimal digits for {cells} cells, not {len(digits)}"
        raise _error(text, indent + match.start(7))
    bitmap = bytes.fromhex(digits + "0" * (len(digits) % 2))
    bitmap = _unmasked(bitmap, cells) if match[6] == "m" else _cut(bitmap, cells)
    start = None if match[4] is None else (int(match[5]), int(match[4]))
    if start is not None and not (start[0] < height and start[1] < width):
        raise _error(f"the first cell {match[4]},{match[5]} is not on the board", indent + match.start(4))
    minefield = Minefield(bits_of(bitmap, (height, width)), start=start)
    if match[3] is not None and int(match[3]) != minefield.mines:
        text = f"the ID says {match[3]} mines, but its bitmap has {minefield.mines}"
        raise _error(text, indent + match.start(3))
    check_hints(minefield, hints, "tatham")
    return minefield


def _error(text: str, column: int) -> FormatError:
    return FormatError(f"tatham: column {column + 1}: {text}", line=1, column=column + 1)


def _write(minefield: Minefield) -> str:
    return _written(minefield, "m")


def _write_clear(minefield: Minefield) -> str:
    return _written(minefield, "u")


def _written(minefield: Minefield, mode: str) -> str:
    height, width = check_square(minefield.topology, "tatham")
    cells = height * width
    if cells > _MOST_CELLS:
        raise FormatError(f"tatham holds boards of at most {_MOST_CELLS} cells, not {cells}")
    bitmap = bitmap_of(minefield.mined)
    if mode == "m":
        bitmap = _masked(bitmap, cells)
    start = minefield.start
    first = f"{start[1]},{start[0]}," if isinstance(start, tuple) else ""
    return f"{width}x{height}:{first}{mode}{bitmap.hex()[: -(-cells // 4)]}"


def _masked(bitmap: bytes, cells: int) -> bytes:
    half = len(bitmap) // 2
    first = _mixed(bitmap[:half], bitmap[half:])
    return _cut(first + _mixed(bitmap[half:], first), cells)


def _unmasked(bitmap: bytes, cells: int) -> bytes:
    half = len(bitmap) // 2
    second = _cut(bitmap[:half] + _mixed(bitmap[half:], bitmap[:half]), cells)[half:]
    return _mixed(bitmap[:half], second) + second


def _mixed(data: bytes, seed: bytes) -> bytes:
    """The data XORed with the seed's stream of bytes. Doing it twice gives the data again."""
    stream = _stream(seed)
    return bytes(byte ^ next(stream) for byte in in_time(data))


def _stream(seed: bytes) -> Iterator[int]:
    """The SHA-1 digests of the seed followed by 0, 1, 2, ... The seed is long, so it is hashed only once."""
    from hashlib import sha1  # slow to import, and only masked IDs need it

    hashed = sha1(seed, usedforsecurity=False)
    for counter in count():
        block = hashed.copy()
        block.update(str(counter).encode())
        yield from block.digest()


def _cut(bitmap: bytes, cells: int) -> bytes:
    """The bitmap with zeros for the bits past the last cell."""
    over = 8 * len(bitmap) - cells
    return bitmap[:-1] + bytes((bitmap[-1] >> over << over,))


TATHAM = text_format("tatham", "game ID of Simon Tatham's Mines", (Minefield,), _recognises, _read, _write)
TATHAM_CLEAR = text_format(
    "tatham-clear",
    "game ID of Simon Tatham's Mines that shows the mines",
    (Minefield,),
    _recognises_clear,
    _read,
    _write_clear,
)
