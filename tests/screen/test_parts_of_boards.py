"""Parts of boards, whose edge is no wall, and cells whose numbers cannot be seen."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from support.cases import rest_long
from support.screens import LOOKS, Look, midgame, picture_file, same, window

import sapper
from sapper import ArgumentError, Position
from sapper.board.marks import SAFE
from sapper.draw import board_svg, png_of


def test_a_part_of_a_board_is_no_board_even_if_the_rest_is_plain() -> None:
    """Without lines between hidden cells, the lines of the open ones may not show the whole board."""
    position = midgame(12, 14, 26, seed=8, moves=6)
    look = Look("open", (150, 175, 200), (228, 228, 228), pitch=24)
    try:
        reading = sapper.read_picture(window(position, look))
    except sapper.PositionError:
        return
    assert same(reading, position) or not reading.sure


@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
def test_a_board_that_the_picture_cuts_is_not_taken_for_a_whole_one(side: str) -> None:
    """The lines between its cells go on up to where the picture ends."""
    position = midgame(9, 11, 14, seed=4, moves=4)
    whole = window(position, LOOKS["bevel"], size=(700, 640))
    pitch = LOOKS["bevel"].pitch
    cut = {
        "left": whole[:, 137 + round(1.5 * pitch) :],
        "top": whole[149 + round(1.5 * pitch) :],
        "right": whole[:, : 137 + round(9.5 * pitch)],
        "bottom": whole[: 149 + round(7.5 * pitch)],
    }[side]
    try:
        reading = sapper.read_picture(np.ascontiguousarray(cut))
    except (sapper.FormatError, sapper.PositionError):
        return  # the rules do not allow it without the rest
    assert side in reading.unclear_ends


@pytest.mark.parametrize("seed", rest_long(list(range(12)), 4))
def test_what_is_safe_in_a_part_of_a_board_is_safe(seed: int) -> None:
    """Numbers at the cut sides count mines outside, and no conclusion may rest on them."""
    rng = np.random.default_rng(seed)
    game = sapper.Game((16, 16, 40), seed=seed)
    game.open(8, 8)
    for _ in range(6):
        if game.status == "playing" and (safe := sapper.analyse(game.position).safe):
            game.open(safe[0])
    pixels = window(game.position, LOOKS["bevel"], size=(700, 640))
    pitch = LOOKS["bevel"].pitch
    left, top = (int(each) for each in rng.integers(0, 5, 2))
    width, height = (int(each) for each in rng.integers(8, 11, 2))
    x, y = 137 + round(left * pitch), 149 + round(top * pitch)
    within = (x, y, x + round(width * pitch), y + round(height * pitch))
    reading = sapper.read_picture(pixels, partial=True, within=within)
    assert not reading.unclear_ends
    if not reading.sure:
        return
    # The reading may leave out a side that looks unlike the rest: what it has must be right.
    marks = reading.position.marks
    left, top = round((reading.box[0] - 137) / pitch), round((reading.box[1] - 149) / pitch)
    height, width = marks.shape
    true = game.position.marks[top : top + height, left : left + width]
    inside = np.zeros(true.shape, dtype=bool)
    inside[1:-1, 1:-1] = True
    assert (np.where(inside | (true <= 0), true, SAFE) == marks).all()
    mined = game.minefield
    assert mined is not None
    analysis = sapper.analyse(reading.position, mines=sapper.Density(0.16))
    assert not any(mined[row + top, column + left] for row, column in analysis.safe)
    assert all(mined[row + top, column + left] for row, column in analysis.mines)


def test_nobody_knows_the_mines_of_a_part_of_a_board() -> None:
    pixels = window(midgame(9, 11, 14, seed=4, moves=4), LOOKS["bevel"], size=(700, 640))
    with pytest.raises(sapper.ArgumentError, match="leave out the mines"):
        sapper.read_picture(pixels, 14, partial=True)
    reading = sapper.read_picture(pixels, partial=True)
    assert reading.position.mines is None
    with pytest.raises(sapper.PositionError, match="leave out the mines"):
        reading.with_mines(14)


def test_files_of_parts_of_boards_are_read(tmp_path: Path) -> None:
    position = midgame(9, 11, 14, seed=4, moves=4)
    path = tmp_path / "part.png"
    path.write_bytes(picture_file(window(position, LOOKS["bevel"], size=(700, 640))))
    part = sapper.read(path, partial=True, kind=sapper.Position)
    assert (part.marks[1:-1, 1:-1] == position.marks[1:-1, 1:-1]).all()
    assert (part.marks[0] <= 0).all()


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
