"""Plain text: the format of positions in messages, tests and prints.

Each line is a row, as in `blocks.py`. `0` to `9` is a number, `.` `?` `x` `#` a hidden cell, `F` a flag, `q`
a question mark, `!` an exploded mine. Hidden cells are written as `.`. Cells may also be separated by white
space, and then numbers may have more digits: `1 12 . F`.

The text contains neither the mine count nor the topology.
"""

from __future__ import annotations

from sapper.board.marks import EXPLODED, FLAG, HIDDEN, QUESTION
from sapper.board.position import Position
from sapper.formats.blocks import blocks_of_marks, marks_of_blocks
from sapper.formats.format import Hints, text_format
from sapper.formats.rows import Alphabet

_ALPHABET = Alphabet(
    {
        **{str(number): number for number in range(10)},
        **dict.fromkeys(".?xX#", HIDDEN),
        **dict.fromkeys("Ff", FLAG),
        **dict.fromkeys("!", EXPLODED),
        **dict.fromkeys("qQ", QUESTION),
    },
    "a number, '.' '?' 'x' or '#' hidden, 'F' flag, 'q' question mark, '!' exploded mine",
)


def _read(text: str, hints: Hints) -> Position:
    return Position(marks_of_blocks(text, _ALPHABET, hints), hints.mines, hints.topology)


def _write(position: Position) -> str:
    return blocks_of_marks(position.marks, _ALPHABET)


PLAIN = text_format(
    "plain", "rows of numbers, '.' hidden, 'F' flag", (Position,), _ALPHABET.has_only, _read, _write
)
