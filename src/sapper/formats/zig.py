"""The text of zig-minesolver: `#` hidden, `.` or `0` a zero, `1` to `8`, `*` a flag. Square boards only."""

from __future__ import annotations

from sapper.board.marks import FLAG, HIDDEN
from sapper.board.position import Position, mines_missing
from sapper.formats.format import Hints, text_format
from sapper.formats.rows import Alphabet, marks_of_characters, rows_of
from sapper.formats.squares import square_text

_ALPHABET = Alphabet(
    {"#": HIDDEN, ".": 0, "*": FLAG, **{str(number): number for number in range(9)}},
    "'#' hidden, '.' or '0' a zero, '1' to '8', '*' flag",
)


def _read(text: str, hints: Hints) -> Position:
    marks = marks_of_characters(rows_of(text), _ALPHABET)
    if hints.mines is None and not (marks < 0).any():
        # Plain text without a mine count, in which '.' is a hidden cell, must not be mistaken for this.
        raise mines_missing(marks.shape)
    return Position(marks, hints.mines, hints.topology)


def _write(position: Position) -> str:
    return square_text(position, _ALPHABET, "zig")


ZIG = text_format(
    "zig",
    "zig-minesolver: '#' hidden, '.' zero, '*' flag",
    (Position,),
    _ALPHABET.has_only,
    _read,
    _write,
)
