"""`.board`, the text of ms_toollib, with the sections `[real]` (the minefield) and `[view]` (the position).

A file has one of the two sections or both. `[real]` is a minefield: `*` a mine, `0` to `8` the numbers.
`[view]` is a position: `U` hidden, `0` to `8`, `F` a flag, `?` a question mark, `X` an exploded mine. `@` and
`#` mark mistakes after the end of a game; they count as a hidden cell and a flag. A file with both sections
is read as the position, unless the caller asks for the minefield.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from sapper._support.naming import quantity
from sapper._support.numbering import row_and_column
from sapper.board.marks import EXPLODED, FLAG, HIDDEN, QUESTION
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.errors import FormatError
from sapper.formats.format import Contents, Hints, text_format
from sapper.formats.rows import MOST_LINES, Alphabet, Row, lines_of, marks_of_characters
from sapper.formats.squares import check_hints, check_square, numbers_of, square_text

_NUMBERS = {str(number): number for number in range(9)}
_MINE = -1
_REAL = Alphabet({"*": _MINE, **_NUMBERS}, "'*' mine, '0' to '8'")
_VIEW = Alphabet(
    {"U": HIDDEN, "@": HIDDEN, "F": FLAG, "#": FLAG, "?": QUESTION, "X": EXPLODED, **_NUMBERS},
    "'U' hidden, '0' to '8', 'F' flag, '?', 'X' exploded mine, '@' and '#'",
)
_ALPHABETS = {"[real]": _REAL, "[view]": _VIEW}
_HEADER = re.compile(r"#\s*MINESWEEPER-BOARD v\d{1,3}\.\d{1,3}", re.ASCII)
_SIZE_KEYS = ("rows", "columns", "mines")
_MOST = 10_000  # rows or columns
_SIZE = re.compile(r"\d{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Size:
    rows: int
    columns: int
    mines: int


def _recognises(text: str) -> bool:
    return _HEADER.fullmatch(text.lstrip().split("\n", 1)[0].strip()) is not None


def _read(text: str, hints: Hints) -> Contents:
    size, sections = _sections(text)
    real, view = sections.get("[real]"), sections.get("[view]")
    minefield = None if real is None else _minefield(real, size)
    position = None if view is None else Position(view, size.mines, hints.topology)
    if minefield is not None and view is not None and real is not None:
        _check_agreement(real, view)
    if minefield is not None and (position is None or hints.kind is Minefield):
        check_hints(minefield, hints, "board")
        return minefield
    if position is None:
        raise FormatError("board: expected a section [real] or [view], but there is none")
    if hints.mines is not None and hints.mines != size.mines:
        text = f"board: the file says {size.mines} mines, but mines={hints.mines} was given"
        raise FormatError(text)
    return position


def _sections(text: str) -> tuple[_Size, dict[str, NDArray[np.int16]]]:
    """The size and the sections by their names."""
    lines = lines_of(text, MOST_LINES)
    metadata: dict[str, tuple[str, int]] = {}
    sections: dict[str, NDArray[np.int16]] = {}
    _check_header(lines)
    for line, raw in lines:
        content = raw.strip()
        if content in sections:
            raise _error(f"a second section {content}", line)
        if content in _ALPHABETS:
            sections[content] = _section(lines, _ALPHABETS[content], _size(metadata, line), line)
        elif content.startswith("#"):
            _check_render(content, line)
        elif ":" in content and not sections:
            key, value = content.split(":", 1)
            if key.strip() in _SIZE_KEYS:
                metadata[key.strip()] = value.strip(), line
        elif content:
            raise _error("expected 'key: value', [real] or [view]", line)
    return _size(metadata, 1), sections


def _check_header(lines: Iterator[tuple[int, str]]) -> None:
    line, first = next(((line, raw.strip()) for line, raw in lines if raw.strip()), (1, ""))
    if _HEADER.fullmatch(first) is None:
        raise _error("expected '# MINESWEEPER-BOARD v0.1'", line)


def _check_render(comment: str, line: int) -> None:
    key, _, value = comment.removeprefix("#").partition(":")
    if key.strip() == "Render" and value.strip() != "ascii":
        raise _error(f"expected the render ascii, not {value.strip()[:20]!r}", line)


def _size(metadata: Mapping[str, tuple[str, int]], line: int) -> _Size:
    numbers = []
    for key in _SIZE_KEYS:
        if key not in metadata:
            raise _error(f"expected '{key}: ...' before the sections", line)
        value, at = metadata[key]
        if not _SIZE.fullmatch(value):
            raise _error(f"{key} must be a number of at most nine digits, not {value[:20]!r}", at)
        numbers.append(int(value))
    rows, columns, mines = numbers
    if max(rows, columns) > _MOST:
        raise _error(f"expected at most {_MOST} rows and columns, not {rows} and {columns}", line)
    if rows == 0 or columns == 0 or mines > rows * columns:
        raise _error(f"a board of {rows} x {columns} cannot hold {quantity(mines, 'mine')}", line)
    return _Size(rows, columns, mines)


def _section(
    lines: Iterator[tuple[int, str]], alphabet: Alphabet, size: _Size, start: int
) -> NDArray[np.int16]:
    """The marks of the rows that follow."""
    rows = [Row(raw.strip(), line, len(raw) - len(raw.lstrip()), 0) for line, raw in islice(lines, size.rows)]
    if len(rows) < size.rows or not all(row.text for row in rows):
        raise _error(f"expected {size.rows} rows in this section", start)
    marks = marks_of_characters(rows, alphabet)
    if marks.shape[1] != size.columns:
        raise _error(f"expected {size.columns} columns in this section, not {marks.shape[1]}", start)
    return marks


def _minefield(real: NDArray[np.int16], size: _Size) -> Minefield:
    minefield = Minefield(real == _MINE)
    if minefield.mines != size.mines:
        raise FormatError(f"board: the file says {size.mines} mines, but [real] has {minefield.mines}")
    wrong = np.argwhere(real != numbers_of(minefield.mined))
    if wrong.size:
        row, column = wrong[0].tolist()
        where = minefield.topology.describe((row, column))
        raise FormatError(f"board: [real], {where}: the number differs from the number of mines around it")
    return minefield


def _check_agreement(real: NDArray[np.int16], view: NDArray[np.int16]) -> None:
    shown = np.where(view == EXPLODED, _MINE, view)
    wrong = np.argwhere(((view >= 0) | (view == EXPLODED)) & (shown != real))
    if wrong.size:
        raise FormatError(f"board: {row_and_column(*wrong[0].tolist())}: [real] and [view] disagree")


def _error(text: str, line: int) -> FormatError:
    return FormatError(f"board: line {line}: {text}", line=line)


def _write(contents: Position | Minefield) -> str:
    if isinstance(contents, Position):
        section = "[view]\n" + square_text(contents, _VIEW, "board")
    else:
        check_square(contents.topology, "board")
        section = "[real]\n" + "\n".join(_REAL.encode(numbers_of(contents.mined)))
    rows, columns = contents.topology.shape
    return (
        "# MINESWEEPER-BOARD v0.1\n# Render: ascii\n\n"
        f"rows: {rows}\ncolumns: {columns}\nmines: {contents.board.mines}\ngame_mode: classic\n\n{section}"
    )


BOARD_TEXT = text_format(
    "board",
    ".board text of ms_toollib",
    (Position, Minefield),
    _recognises,
    _read,
    _write,
    (".board",),
)
