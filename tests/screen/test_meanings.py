"""What looks mean by the rules and the shapes of drawings, what they leave open, and the mine count."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from support import screens
from support.cases import rest_long
from support.screens import LOOKS, SIGNS, Look, midgame, picture_file, same, unclear_picture, window

import sapper
from sapper import formats
from sapper._engine import Grid, looks_in, readings_of


def test_a_question_is_asked_answered_and_never_guessed() -> None:
    position, picture = unclear_picture()
    reading = sapper.read_picture(picture, 6)
    assert not reading.sure
    assert reading.certainty[0, 0] < 1
    question = next(each for each in reading.questions if (0, 0) in each.cells)
    assert {1, 2} <= set(question.options)
    assert sum(question.chances) == pytest.approx(1)
    assert "row 0, column 0" in str(question)
    reading_after = reading.answer((0, 0), 2)
    assert reading_after.sure
    assert same(reading_after, position)
    with pytest.raises(sapper.PositionError, match="no minefield"):
        reading.answer((0, 0), 5)
    with pytest.raises(sapper.PositionError):
        reading.with_mines(43)
    with pytest.raises(sapper.CellError):
        reading.answer((6, 0), 1)


def test_whether_cells_have_flags_is_never_asked() -> None:
    position = midgame(9, 9, 10, seed=0, moves=99)  # won, so ten cells are covered, all with a bright spot
    look = Look("line", (120, 150, 190), (235, 235, 235), pitch=24, gloss=True)
    reading = sapper.read_picture(window(position, look, size=(700, 640)), 10)
    assert reading.sure
    assert np.array_equal(screens.covered(reading.position.marks), position.marks)
    cell = next(zip(*np.where(position.marks == -1), strict=True))
    with_flag = reading.answer((int(cell[0]), int(cell[1])), -2)
    assert np.array_equal(with_flag.position.marks, np.where(position.marks == -1, -2, position.marks))


@pytest.mark.parametrize("seed", rest_long([20, 14, 32]))
def test_different_numbers_on_equal_signs_are_told_apart(seed: int) -> None:
    position = midgame(9, 9, 10, seed=seed, moves=1 + seed % 4)
    assert {2, 3} <= set(position.marks.ravel().tolist())
    reading = sapper.read_picture(window(position, SIGNS, size=(600, 600)), 10, shape=(9, 9))
    assert screens.is_honest(reading, position.marks, flags=True)


ONES_TO_FOURS = """
.10000000
110000122
0000001..
0000124..
00001....
000013...
000001...
111112...
.........
"""


def test_one_number_has_one_colour() -> None:
    """With few mines, the rules alone would rather take 1 and 2 for one number than see so many mines."""
    position = formats.parse(ONES_TO_FOURS, 10, kind=sapper.Position)
    reading = sapper.read_picture(window(position, LOOKS["bevel small"]), 10)
    assert same(reading, position)
    assert reading.questions == ()


# With ten mines, most other meanings of these signs are likelier, by the numbers of minefields alone.
MANY_MINES = """
000001...
000002...
000003...
000002...
001122...
002......
003......
014......
01.......
"""


def test_what_the_shapes_of_numbers_say_is_tried() -> None:
    position = formats.parse(MANY_MINES, 10, kind=sapper.Position)
    reading = sapper.read_picture(window(position, LOOKS["bevel small"]), 10)
    options = {cell: question.options for question in reading.questions for cell in question.cells}
    for cell, mark in np.ndenumerate(position.marks):
        assert mark in options.get(cell, (reading.position.marks[cell],))


def test_the_rules_outweigh_what_the_shapes_of_digits_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters stand for the digits here. Where the rules prove little, that is a doubt."""

    def letter(draw: ImageDraw.ImageDraw, look: Look, box: tuple[int, ...], mark: int) -> None:
        screens._text(draw, look, box, "KXWMNRPH"[mark - 1], look.digits[mark - 1])

    monkeypatch.setattr(screens, "_digit", letter)
    large, small = midgame(16, 16, 40, seed=1, moves=25), midgame(6, 6, 5, seed=6, moves=2)
    other_reading = sapper.read_picture(window(large, LOOKS["bevel small"]), 40)
    assert same(other_reading, large)
    assert other_reading.sure
    assert sapper.read_picture(window(small, LOOKS["bevel small"], size=(420, 400)), 5).doubtful


def test_numbers_are_doubtful_where_hidden_cells_look_like_empty_ones(tmp_path: Path) -> None:
    """Hidden and empty cells differ so little that they are taken for one look. All may be hidden then."""
    position = midgame(9, 9, 10, seed=3, moves=6)
    assert (position.marks == 0).any()
    look = Look("line", (245, 245, 247), (244, 245, 246), pitch=30)
    reading = sapper.read_picture(window(position, look), 10)
    assert reading.doubtful
    assert not reading.sure
    assert reading.certainty.max() < 1
    path = tmp_path / "alike.png"
    path.write_bytes(picture_file(window(position, look)))
    with pytest.raises(sapper.FormatError, match="may be read wrong"):
        sapper.read(path, 10)


def test_covered_cells_like_open_ones_and_unlike_the_others_are_doubted() -> None:
    """Light falls on some empty cells, as in the game of Windows 7. Covered cells have a drawing."""
    position = midgame(16, 16, 46, seed=0, moves=60)
    look = Look("line", (70, 110, 215), (205, 205, 225), pitch=28, gloss=True)
    picture = window(position, look, size=(750, 750)).copy()
    empty = np.pad(position.marks == 0, 1)
    for row, column in np.argwhere(position.marks == 0):
        if np.count_nonzero(empty[row : row + 3, column : column + 3]) == 1:  # alone, so it could be covered
            cell = picture[149 + 28 * row :, 137 + 28 * column :][:28, :28]
            cell[(cell == look.open_ground).all(axis=2)] = 214, 215, 232
    reading = sapper.read_picture(picture)
    assert reading.sure
    assert np.array_equal(screens.covered(reading.position.marks), position.marks)
    assert reading.answer((0, 4), -1).doubtful


def test_a_grid_that_goes_on_beyond_its_board_is_doubtful() -> None:
    """Its last columns are the window, on the ground of open cells: they are no covered cells."""
    picture = Image.new("RGB", (260, 180), (189, 189, 189))
    draw = ImageDraw.Draw(picture)
    for row, line in enumerate(["0001h", "0001h", "0001h", "1111h", "hh1hh"]):
        for column, sign in enumerate(line):
            x, y = 83 + 16 * column, 69 + 16 * row
            if sign == "h":
                draw.rectangle((x, y, x + 15, y + 15), fill=(192, 192, 192))
                for i in range(2):  # a bevel
                    near, far = (x + i, y + i), (x + 15 - i, y + 15 - i)
                    draw.line(((near[0], far[1]), near, (far[0], near[1])), fill=(255, 255, 255))
                    draw.line(((far[0], near[1] + 1), far, (near[0] + 1, far[1])), fill=(128, 128, 128))
            else:
                draw.line((x + 15, y, x + 15, y + 15, x, y + 15), fill=(123, 123, 123))
                if sign != "0":
                    draw.text(
                        (x + 8, y + 8), sign, font=ImageFont.load_default(11), fill=(0, 0, 255), anchor="mm"
                    )
    looks = looks_in(np.asarray(picture), Grid.between(82, 69, 210, 149, 5, 8))
    assert readings_of(looks, 5, 8, None, {})[2]


def label(text: str, *, size: int = 14, ink: int = 20) -> NDArray[np.uint8]:
    """A fresh board of 9 x 9 with a text below it."""
    fresh = sapper.Position(np.full((9, 9), -1))
    picture = Image.fromarray(window(fresh, LOOKS["bevel"], size=(420, 440)))
    ImageDraw.Draw(picture).text(
        (140, 375), text, font=ImageFont.load_default(size=size), fill=(ink, ink, ink)
    )
    return np.asarray(picture)


@pytest.mark.parametrize(
    ("rows", "columns", "mines"),
    [
        (9, 9, 10),
        pytest.param(16, 16, 40, marks=pytest.mark.long),
        pytest.param(9, 11, 14, marks=pytest.mark.long),
    ],
)
def test_displays_of_segments_are_read(rows: int, columns: int, mines: int) -> None:
    fresh = sapper.Position(np.full((rows, columns), -1))
    reading = sapper.read_picture(window(fresh, LOOKS["bevel"], size=(560, 560), counter=mines))
    assert reading.position.mines == mines
    assert reading.counts == (mines,)


@pytest.mark.parametrize(
    ("text", "mines"),
    [
        ("Marked: 0 / 12", 12),
        ("[0:00] Marked: 0 / 11", 11),
        pytest.param("Left: 10", 10, marks=pytest.mark.long),
        pytest.param("13", 13, marks=pytest.mark.long),
    ],
)
def test_labels_are_read_or_left_open(text: str, mines: int) -> None:
    counts = [sapper.read_picture(label(text, size=size)).position.mines for size in (12, 14, 16, 20)]
    assert set(counts) <= {mines, None}
    assert mines in counts


@pytest.mark.parametrize("text", rest_long(["0:12", "Mines", "12 14", "99", "F12", "3/12"], 2))
def test_other_numbers_are_no_counter(text: str) -> None:
    assert sapper.read_picture(label(text)).position.mines is None


def test_the_count_of_the_user_wins() -> None:
    reading = sapper.read_picture(label("0 / 12"), 15)
    assert reading.position.mines == 15
    assert reading.counts == ()


def test_a_number_that_may_be_a_clock_is_asked_for() -> None:
    position = midgame(9, 11, 14, seed=4, moves=4)
    reading = sapper.read_picture(window(position, LOOKS["bevel"], size=(560, 560), counter=14))
    assert reading.position.mines is None
    assert reading.counts == (14,)
    assert reading.with_mines(14).position.mines == 14


def test_a_counter_that_no_minefield_fits_is_none() -> None:
    position = midgame(9, 11, 14, seed=4, moves=4)
    with pytest.raises(sapper.ContradictionError):
        sapper.analyse(sapper.Position(position.marks, 2))
    reading = sapper.read_picture(window(position, LOOKS["bevel"], size=(560, 560), counter=2))
    assert (reading.position.mines, reading.counts) == (None, ())
