"""The text of JSMinesweeper: a header `WxHxM`, then rows of `F`, `H`, `?` and `0` to `8`; square boards only.

`?` is read and written as a question mark. JSMinesweeper itself writes it for a mine that shows after a loss.
In both cases the cell counts as hidden.
"""

from __future__ import annotations

import re

from sapper._support.naming import quantity
from sapper.board.marks import FLAG, HIDDEN, QUESTION
from sapper.board.position import Position
from sapper.errors import FormatError
from sapper.formats.format import Hints, text_format
from sapper.formats.rows import Alphabet, Row, marks_of_characters, rows_of
from sapper.formats.squares import square_text

_ALPHABET = Alphabet(
    {"H": HIDDEN, "F": FLAG, "?": QUESTION, **{str(number): number for number in range(9)}},
    "'H' hidden, 'F' flag, '?', '0' to '8'",
)
# Nine digits are enough for every board, and limit the size of the numbers.
_HEADER = re.compile(r"(\d{1,9})x(\d{1,9})x(\d{1,9})", re.ASCII)


def _recognises(text: str) -> bool:
    return _HEADER.fullmatch(text.removeprefix("\ufeff").lstrip().split("\n", 1)[0].strip()) is not None


def _read(text: str, hints: Hints) -> Position:
    header, *rows = rows_of(text)
    width, height, mines = _header(header)
    if hints.mines is not None and hints.mines != mines:
        said = quantity(mines, "mine")
        text = f"line {header.line}: the header says {said}, but mines={hints.mines} was given"
        raise FormatError(text, line=header.line)
    if len(rows) != height:
        text = f"line {header.line}: the header says {height} rows, but {len(rows)} follow"
        raise FormatError(text, line=header.line)
    marks = marks_of_characters(rows, _ALPHABET)
    if marks.shape[1] != width:
        text = f"line {header.line}: the header says {width} columns, but the rows have {marks.shape[1]}"
        raise FormatError(text, line=header.line)
    return Position(marks, mines, hints.topology)


def _header(row: Row) -> tuple[int, int, int]:
    match = _HEADER.fullmatch(row.text)
    if match is None:
        text = f"line {row.line}: expected the header, width x height x mines, such as 30x16x99"
        raise FormatError(text, line=row.line)
    width, height, mines = map(int, match.groups())
    if width == 0 or height == 0:
        raise FormatError(f"line {row.line}: a board needs at least one row and one column", line=row.line)
    return width, height, mines


def _write(position: Position) -> str:
    rows = square_text(position, _ALPHABET, "jsminesweeper")
    height, width = position.topology.shape
    return f"{width}x{height}x{position.board.mines}\n{rows}"


JSMINESWEEPER = text_format(
    "jsminesweeper",
    "JSMinesweeper: a header 'WxHxM', 'H' hidden, 'F' flag",
    (Position,),
    _recognises,
    _read,
    _write,
)
