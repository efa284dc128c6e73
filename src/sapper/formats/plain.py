"""Plain text: the format of positions in messages, tests and prints.

Each line is a row. `0` to `9` is a number, `.` `?` `x` `#` a hidden cell, `F` a flag, `q` a question mark,
`!` an exploded mine. Hidden cells are written as `.`. Cells may also be separated by white space, and then
numbers may have more digits: `1 12 . F`. On boards of three dimensions a blank line separates the planes, on
boards of four two blank lines separate the cubes, and so on. A graph is one row with its cells in order.

The text contains neither the mine count nor the topology.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.board.marks import EXPLODED, FLAG, HIDDEN, QUESTION
from sapper.board.position import Position
from sapper.board.topology import Topology
from sapper.errors import FormatError
from sapper.formats.format import Hints, text_format
from sapper.formats.rows import Alphabet, Row, marks_of_characters, marks_of_words, rows_of

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
    rows = rows_of(text)
    topology = hints.topology if isinstance(hints.topology, Topology) else None
    marks = _marks(rows, topology)
    shape = (*_outer_shape(rows), marks.shape[1])
    if topology is not None:
        _check_shape(shape, topology)
        shape = topology.shape
    return Position(marks.reshape(shape), hints.mines, hints.topology)


def _marks(rows: list[Row], topology: Topology | None) -> NDArray[np.int16]:
    in_words = any(character.isspace() for row in rows for character in set(row.text))
    if in_words or (topology is not None and topology.shape[-1] == 1):
        return marks_of_words(rows, _ALPHABET)
    return marks_of_characters(rows, _ALPHABET)


def _outer_shape(rows: list[Row]) -> tuple[int, ...]:
    """The shape without its last dimension, derived from the blank lines."""
    deepest = max(rows, key=lambda row: row.gap)
    if deepest.gap + 2 > _engine.MAX_DIMENSIONS:
        text = f"line {deepest.line}: the {deepest.gap} blank lines above it would mean too many dimensions"
        raise FormatError(text, line=deepest.line)
    return _block_shape(rows, deepest.gap)


def _block_shape(rows: list[Row], gap: int) -> tuple[int, ...]:
    if gap == 0:
        return (len(rows),)
    blocks = list(_split(rows, gap))
    shapes = [_block_shape(block, gap - 1) for block in blocks]
    for block, shape in zip(blocks, shapes, strict=True):
        if shape != shapes[0]:
            raise FormatError(
                f"line {block[0].line}: the block of rows that begins here has shape {shape}, "
                f"but the first one has shape {shapes[0]}",
                line=block[0].line,
            )
    return (len(blocks), *shapes[0])


def _split(rows: list[Row], gap: int) -> Iterator[list[Row]]:
    start = 0
    for index, row in enumerate(rows):
        if index > 0 and row.gap == gap:
            yield rows[start:index]
            start = index
    yield rows[start:]


def _check_shape(shape: tuple[int, ...], topology: Topology) -> None:
    if topology.kind == "graph":
        fits = int(np.prod(shape)) == topology.size
    else:
        fits = _without_leading_ones(shape) == _without_leading_ones(topology.shape)
    if not fits:
        raise FormatError(f"the text has cells of shape {shape}, but the board has shape {topology.shape}")


def _without_leading_ones(shape: tuple[int, ...]) -> tuple[int, ...]:
    return shape[1:] and _without_leading_ones(shape[1:]) if shape[0] == 1 else shape


def _write(position: Position) -> str:
    marks = position.marks.reshape(-1, position.topology.shape[-1])
    lines = _lines_of_words(marks) if int(marks.max()) > 9 else _ALPHABET.encode(marks)
    outer = position.topology.shape[:-1]
    return "".join(_separator(index, outer) + line for index, line in enumerate(lines))


def _lines_of_words(marks: NDArray[np.int16]) -> list[str]:
    characters = _ALPHABET.characters
    return [" ".join(characters.get(mark) or str(mark) for mark in row) for row in marks.tolist()]


def _separator(index: int, outer: tuple[int, ...]) -> str:
    """The line breaks before a row: one more for every outer dimension that starts again."""
    if index == 0:
        return ""
    breaks = "\n"
    for extent in reversed(outer[1:]):
        index, place = divmod(index, extent)
        if place:
            break
        breaks += "\n"
    return breaks


PLAIN = text_format(
    "plain", "rows of numbers, '.' hidden, 'F' flag", (Position,), _ALPHABET.has_only, _read, _write
)
