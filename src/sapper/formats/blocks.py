"""Cells drawn with a character or a word each, in any number of dimensions.

Each line is a row. On boards of three dimensions a blank line separates the planes, on boards of four two
blank lines separate the cubes, and so on. A graph is one row with its cells in order.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.board.topology import Topology
from sapper.errors import FormatError
from sapper.formats.format import Hints
from sapper.formats.rows import Alphabet, Row, marks_of_characters, marks_of_words, rows_of


def marks_of_blocks(text: str, alphabet: Alphabet, hints: Hints) -> NDArray[np.int16]:
    """Reads cells as characters, or as words if there is white space between them.

    Returns:
        The marks: int16 of the shape of the board.

    Raises:
        FormatError: A cell is not in the alphabet, or the rows do not make a board.
    """
    rows = rows_of(text)
    topology = hints.topology if isinstance(hints.topology, Topology) else None
    in_words = any(character.isspace() for row in rows for character in set(row.text))
    if in_words or (topology is not None and topology.shape[-1] == 1):
        marks = marks_of_words(rows, alphabet)
    else:
        marks = marks_of_characters(rows, alphabet)
    shape = (*_outer_shape(rows), marks.shape[1])
    if topology is not None:
        _check_shape(shape, topology)
        shape = topology.shape
    return marks.reshape(shape)


def blocks_of_marks(marks: NDArray[np.int16], alphabet: Alphabet) -> str:
    """Writes cells as `marks_of_blocks` reads them. Numbers above 9 make words of all cells."""
    rows = marks.reshape(-1, marks.shape[-1])
    lines = _lines_of_words(rows, alphabet) if int(rows.max()) > 9 else alphabet.encode(rows)
    outer = marks.shape[:-1]
    return "".join(_separator(index, outer) + line for index, line in enumerate(lines))


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


def _lines_of_words(rows: NDArray[np.int16], alphabet: Alphabet) -> list[str]:
    characters = alphabet.characters
    return [" ".join(characters.get(mark) or str(mark) for mark in row) for row in rows.tolist()]


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
