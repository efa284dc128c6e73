"""How looks of cells are told apart, what the shape of a drawing says, and how readings are counted."""

from itertools import combinations
from math import comb, exp, log

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from support.screens import LOOKS, WITHOUT_LINES, midgame, window

import sapper
from sapper._engine import Grid, Look, digit_odds, digit_opinions, fits_of, looks_in, readings_of
from sapper.board.marks import FLAG, HIDDEN

PITCH = 27


def shade(position: sapper.Position, *, moon: int = 0) -> NDArray[np.uint8]:
    """Grass on hidden cells, and a cross on open ones, before a sky that is lighter in one corner.

    In another corner there may be a moon: so many grey levels lighter, with an edge.
    """
    rows, columns = position.topology.shape
    height, width = rows * PITCH, columns * PITCH
    away = np.hypot(*np.mgrid[:height, :width])
    light = 14 * np.exp(-((away / 60) ** 2)) + 4 * np.sin(away / 50)
    light += moon * (away[:, ::-1] < 2.2 * PITCH)
    sky = np.clip(light[..., np.newaxis] + np.array((50, 70, 48)), 0, 255)
    picture = Image.fromarray(sky.astype(np.uint8))
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=14)
    for (row, column), mark in np.ndenumerate(position.marks):
        x, y = column * PITCH, row * PITCH
        draw.rectangle((x + 2, y + 14, x + 24, y + 25), fill=(96, 98, 40) if mark < 0 else (72, 80, 36))
        if mark >= 0:
            draw.rectangle((x + 12, y + 2, x + 15, y + 22), fill=(62, 58, 56))
            draw.rectangle((x + 6, y + 5, x + 21, y + 8), fill=(62, 58, 56))
        if mark > 0:
            draw.text((x + 11, y + 15), str(mark), font=font, fill=(190, 220, 60), anchor="mm")
    return np.asarray(picture)


@pytest.mark.parametrize("moves", [1, 3, 9])
def test_cells_have_the_same_look_wherever_a_background_is_lighter(moves: int) -> None:
    position = midgame(16, 16, 40, seed=5, moves=moves)
    grid = Grid.between(0, 0, 16 * PITCH, 16 * PITCH, 16, 16)
    looks = looks_in(shade(position), grid)
    marks_of_looks = [np.unique(position.marks.ravel()[look.cells]).tolist() for look in looks]
    assert sorted(marks_of_looks) == [[mark] for mark in np.unique(position.marks)]


@pytest.mark.parametrize("moves", [0, 1, 9])
def test_a_background_with_an_edge_makes_no_looks(moves: int) -> None:
    """Cells of a look show through which of their points it shines. The others tell the drawing."""
    position = midgame(16, 16, 40, seed=5, moves=moves) if moves else sapper.Position([[HIDDEN] * 16] * 16)
    grid = Grid.between(0, 0, 16 * PITCH, 16 * PITCH, 16, 16)
    looks = looks_in(shade(position, moon=40), grid)
    marks_of_looks = [np.unique(position.marks.ravel()[look.cells]).tolist() for look in looks]
    assert sorted(marks_of_looks) == [[mark] for mark in np.unique(position.marks)]


@pytest.mark.parametrize(("seed", "moves", "is_known"), [(24, 24, True), (2, 6, False)])
def test_hidden_cells_with_a_drawing_are_known_when_few_are_left(
    seed: int, moves: int, is_known: bool
) -> None:
    """Either they were known before, or they are more than there are mines, so they are not all flags."""
    position = midgame(9, 9, 10, seed=seed, moves=moves)
    look = WITHOUT_LINES["tile"]
    grid = Grid.between(137, 149, 137 + 9 * look.pitch, 149 + 9 * look.pitch, 9, 9)
    looks = looks_in(window(position, look, size=(500, 500)), grid)
    marks = [int(position.marks.ravel()[each.cells[0]]) for each in looks]
    hidden = marks.index(HIDDEN)
    assert not looks[hidden].plain
    assert len(looks[hidden].cells) < 0.15 * 81
    meanings = {hidden: HIDDEN} if is_known else {}
    assert readings_of(looks, 9, 9, 10, meanings)[0] == [marks]


def test_a_new_drawing_is_rather_a_new_number_than_a_known_one_drawn_in_another_way() -> None:
    """The 4 stands on a light field of the chessboard, and each 3 on a dark one. That is an accident."""
    text = """
    0000001.1
    000000111
    000111000
    0001.1011
    01121102.
    13.31002.
    .4..10011
    .32210011
    .1000001.
    """
    position = sapper.Position("\n".join(text.split()), mines=10)
    grid = Grid.between(0, 0, 9 * PITCH, 9 * PITCH, 9, 9)
    looks = looks_in(shade(position), grid)
    marks = [int(position.marks.ravel()[look.cells[0]]) for look in looks]
    meanings, chances, _ = readings_of(looks, 9, 9, 10, {marks.index(HIDDEN): HIDDEN})
    assert meanings[0] == marks
    assert chances[0] > 0.95


def test_small_digits_on_grounds_that_hardly_differ_are_told_apart() -> None:
    picture = Image.new("RGB", (12 * 24, 5 * 24), (246, 245, 244))
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=9)
    marks = np.arange(60).reshape(5, 12) % 2 + 2
    for (row, column), mark in np.ndenumerate(marks):
        x, y = column * 24, row * 24
        draw.rectangle((x + 2, y + 2, x + 21, y + 21), fill=(236, 237, 191) if mark == 2 else (237, 218, 180))
        draw.text((x + 12, y + 12), str(mark), font=font, fill=(46, 52, 54), anchor="mm")
    looks = looks_in(np.asarray(picture), Grid.between(0, 0, 288, 120, 5, 12))
    assert sorted(np.unique(marks.ravel()[look.cells]).tolist() for look in looks) == [[2], [3]]


def digit_of(text: str, size: int) -> NDArray[np.float32]:
    """A sign as large as it is, 0 to 1 for each point."""
    picture = Image.new("L", (3 * size, 3 * size))
    ImageDraw.Draw(picture).text((size, size), text, font=ImageFont.load_default(size=size), fill=255)
    return np.asarray(picture.crop(picture.getbbox()), dtype=np.float32) / np.float32(255)


@pytest.mark.parametrize("size", [15, 30])
def test_digits_and_other_signs_are_told_apart(size: int) -> None:
    for digit in "12345678":
        shape = digit_of(digit, size)
        proportion = shape.shape[1] / shape.shape[0]
        assert digit_opinions(shape, proportion)[int(digit) - 1] == 0
        assert digit_odds(shape, proportion) > 2
    for sign in "X*#?%@":
        shape = digit_of(sign, size)
        assert digit_odds(shape, shape.shape[1] / shape.shape[0]) < -2


POSITION = sapper.Position("11100\n.F100\n.2210\n..F10\n..110", mines=3)
STRIPES = LOOKS["line"]


def picture_looks() -> tuple[list[Look], NDArray[np.int16], NDArray[np.int_]]:
    """The looks of a picture of the position, their marks, and the look of each cell."""
    pixels = window(POSITION, STRIPES, at=(20, 90), size=(200, 280))
    pitch = round(STRIPES.pitch)
    looks_found = looks_in(pixels, Grid.between(20, 90, 20 + 5 * pitch, 90 + 5 * pitch, 5, 5))
    marks = POSITION.marks.ravel()
    meaning = np.array([np.unique(marks[look.cells]).item() for look in looks_found], dtype=np.int16)
    of = np.zeros(25, dtype=np.int_)
    for number, look in enumerate(looks_found):
        of[look.cells] = number
    return looks_found, meaning, of


def fitting(
    marks: NDArray[np.int16], mines: int, is_used: NDArray[np.bool_], sure: frozenset[int] = frozenset()
) -> int:
    """How many minefields have these numbers, and mines in the sure cells. Cells not used show anything."""
    shape, count = (5, 5), 0
    covered = np.flatnonzero(marks < 0)
    for mine_cells in combinations(covered.tolist(), mines):
        if not sure.issubset(mine_cells):
            continue
        mined = np.zeros(25, dtype=int)
        mined[list(mine_cells)] = 1
        around = np.pad(mined.reshape(shape), 1)
        numbers = sum(
            around[1 + down : 6 + down, 1 + right : 6 + right] for down in (-1, 0, 1) for right in (-1, 0, 1)
        )
        is_told = (marks >= 0) & is_used
        count += bool((np.asarray(numbers).ravel()[is_told] == marks[is_told]).all())
    return count


@pytest.mark.parametrize("mines", [2, 3, 4])
def test_counts_are_those_of_all_minefields(mines: int) -> None:
    looks_found, meaning, of = picture_looks()
    assert sorted(meaning.tolist()) == [-2, -1, 0, 1, 2]
    marks = np.where(meaning == FLAG, HIDDEN, meaning)[of]
    for is_used in (np.ones(5, dtype=bool), meaning != 2):
        (fit,) = fits_of(looks_found, 5, 5, mines, [meaning.tolist()], is_used.tolist())
        count = fitting(marks, mines, is_used[of])
        assert fit == pytest.approx(log(count / comb(25, mines))) if count else fit < -1000


def test_flags_cost_which_cells_have_one() -> None:
    looks_found, meaning, _ = picture_looks()
    without = np.where(meaning == FLAG, HIDDEN, meaning)
    wrong = np.where(meaning == 1, FLAG, without)  # too many flags
    meanings = [each.tolist() for each in (meaning, without, wrong)]
    with_flags, hidden, never = fits_of(looks_found, 5, 5, POSITION.mines, meanings)
    # All flags are on mines: what the flags cost is which mines have one, and no more than which cells.
    covered = int((POSITION.marks < 0).sum())
    assert hidden - log(comb(covered, 2)) < with_flags < hidden
    assert never < with_flags


def test_flags_are_on_mines_or_those_of_one_look_or_all_are_anywhere() -> None:
    looks_found, meaning, _ = picture_looks()
    one, hidden, flag = (looks_found[meaning.tolist().index(mark)] for mark in (1, HIDDEN, FLAG))
    near = {6, 7, 8, 11, 13, 16, 17, 18}  # the cells around a single number in the middle
    flags = [[6], [0, 1]]
    rest = [cell for cell in range(25) if cell not in (12, 6, 0, 1)]
    cut = [one.with_cells([12]), hidden.with_cells(rest), *(flag.with_cells(cells) for cells in flags)]
    marks, mines = np.full(25, HIDDEN), 3
    marks[12] = 1
    beside = min(mines, round(0.45 * len(near)))  # about so many mines touch numbers

    def fit(sure: list[int]) -> float:
        return log(fitting(marks, mines, np.ones(25, dtype=bool), frozenset(sure)) / comb(25, mines))

    def on_mines(flags_of_looks: list[int]) -> float:
        by, off = len(near & set(flags_of_looks)), len(set(flags_of_looks) - near)
        return log(comb(max(beside, by), by) * comb(max(mines - beside, off), off))

    wrong = log(0.1)
    ways = [fit([6, 0, 1]) - on_mines([6, 0, 1]), fit([]) - log(8 * comb(16, 2)) + wrong]
    for doubtful, others in (flags, flags[::-1]):
        choices = comb(len(rest) + len(doubtful), len(doubtful))
        ways.append(fit(others) - on_mines(others) - log(choices) + wrong)
    (of_reading,) = fits_of(cut, 5, 5, mines, [[1, HIDDEN, FLAG, FLAG]])
    assert of_reading == pytest.approx(log(sum(exp(way) for way in ways)))
