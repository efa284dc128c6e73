"""Telling cells apart where a background shines through them."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from support.screens import WITHOUT_LINES, midgame, window

import sapper
from sapper._engine import Grid, looks_in, readings_of
from sapper.board.marks import HIDDEN

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
