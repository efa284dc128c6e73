"""Open cells of a picture whose numbers cannot be seen: something covers them, or a puzzle hides them."""

from itertools import product

import numpy as np
import pytest
from support.cases import rest_long
from support.screens import LOOKS, midgame, window

import sapper
from sapper import ArgumentError, Position
from sapper.board.marks import SAFE
from sapper.draw import board_svg, png_of

Block = list[tuple[int, int]]


def open_blocks(position: Position[tuple[int, int]]) -> list[Block]:
    """The blocks of two rows and columns in which all cells are open."""
    rows, columns = position.topology.shape
    blocks = (
        [(row + down, column + right) for down, right in product((0, 1), repeat=2)]
        for row, column in product(range(rows - 1), range(columns - 1))
    )
    return [block for block in blocks if all(position[cell] >= 0 for cell in block)]


@pytest.mark.parametrize("cover_kind", ["flat", "noise"])
@pytest.mark.parametrize("case", rest_long(["bevel 1", "dark 2", "shadow 3", "bevel 4"]))
def test_an_answer_says_that_their_numbers_are_unknown(case: str, cover_kind: str) -> None:
    look, seed = case.split()
    position = midgame(9, 11, 14, seed=int(seed), moves=4)
    random = np.random.default_rng(int(seed))
    picture = window(position, LOOKS[look], size=(700, 640)).copy()
    blocks = open_blocks(position)
    block = blocks[len(blocks) // 2]
    pitch = LOOKS[look].pitch
    left, top = 137 + int(block[0][1] * pitch), 149 + int(block[0][0] * pitch)
    side = int(2 * pitch)
    cover = np.array((40, 90, 160)) if cover_kind == "flat" else random.integers(0, 255, (side, side, 3))
    picture[top : top + side, left : left + side] = cover
    reading = sapper.read_picture(picture, 14)
    for cell in block:
        reading = reading.answer(cell, SAFE)
    for question in reading.questions:  # of other cells, as without the cover
        reading = reading.answer(question.cells[0], position[question.cells[0]])
    expected = position.marks.copy()
    for cell in block:
        expected[cell] = SAFE
    assert np.array_equal(reading.position.marks, expected)
    assert sapper.analyse(reading.position).exact


def test_a_drawing_of_them_is_read() -> None:
    position = midgame(9, 11, 14, seed=5, moves=4)
    marks = position.marks.copy()
    block = open_blocks(position)[3]
    for cell in block:
        marks[cell] = SAFE
    visible = Position(marks, 14)
    reading = sapper.read_picture(png_of(board_svg(visible)), 14).answer(block[0], SAFE)
    assert reading.sure
    assert reading.position == visible


def test_no_other_mark_is_an_answer() -> None:
    reading = sapper.read_picture(png_of(board_svg(midgame(9, 11, 14, seed=5, moves=4))), 14)
    for mark in (-3, -4, -5, -7, 9):
        with pytest.raises(ArgumentError, match="-6 safe without a number"):
            reading.answer((0, 0), mark)
