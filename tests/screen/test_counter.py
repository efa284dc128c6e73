"""The mine count is read from counters of many looks, and is never taken from a number that is not one."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from support.cases import rest_long
from support.screens import LOOKS, midgame, window

import sapper


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
