"""The counts that compare readings, against all minefields of a small board."""

from __future__ import annotations

from itertools import combinations
from math import comb, log

import numpy as np
import pytest
from numpy.typing import NDArray
from support.screens import LOOKS, window

import sapper
from sapper.board.marks import FLAG, HIDDEN
from sapper.screen.compared import Compared
from sapper.screen.fits import NEVER, Fits
from sapper.screen.grid import Grid
from sapper.screen.looks import Faces, looks_of

POSITION = sapper.Position("11100\n.F100\n.2210\n..F10\n..110", mines=3)
LOOK = LOOKS["line"]


def compared() -> Compared:
    """The looks of a picture of the position."""
    pixels = window(POSITION, LOOK, at=(20, 90), size=(200, 280))
    pitch = round(LOOK.pitch)
    grid = Grid.between((20, 90, 20 + 5 * pitch, 90 + 5 * pitch), 5, 5)
    return Compared(looks_of(Faces.of(pixels, grid)), (5, 5))


def meaning_of(looks: Compared) -> NDArray[np.int16]:
    marks = POSITION.marks.ravel()
    return np.array([np.unique(marks[cells]).item() for cells in looks.cells], dtype=np.int16)


def fitting(marks: NDArray[np.int16], mines: int, used: NDArray[np.bool_]) -> int:
    """How many minefields have these numbers. Cells that are not used are open and show anything."""
    shape, count = (5, 5), 0
    covered = np.flatnonzero(marks < 0)
    for chosen in combinations(covered.tolist(), mines):
        mined = np.zeros(25, dtype=int)
        mined[list(chosen)] = 1
        around = np.pad(mined.reshape(shape), 1)
        numbers = sum(
            around[1 + down : 6 + down, 1 + right : 6 + right] for down in (-1, 0, 1) for right in (-1, 0, 1)
        )
        told = (marks >= 0) & used
        count += bool((np.asarray(numbers).ravel()[told] == marks[told]).all())
    return count


def test_the_looks_of_a_board_are_compared() -> None:
    looks = compared()
    meaning = meaning_of(looks)
    assert sorted(meaning.tolist()) == [-2, -1, 0, 1, 2]
    of = {int(mark): number for number, mark in enumerate(meaning)}
    assert np.array_equal(meaning[looks.of], POSITION.marks.ravel())
    assert looks.plain[[of[-1], of[0]]].all()
    assert not looks.plain[[of[-2], of[1], of[2]]].any()
    assert looks.touch[of[-1], of[1]]
    assert not looks.touch[of[-1], of[0]]
    assert looks.like_digits[[of[1], of[2]]].min() > 0
    assert looks.opinions[of[1]].argmax() == 0
    assert looks.opinions[of[2]].argmax() == 1
    assert looks.kin == [[number] for number in range(5)]


@pytest.mark.parametrize("mines", [2, 3, 4])
def test_counts_are_those_of_all_minefields(mines: int) -> None:
    looks = compared()
    meaning = meaning_of(looks)
    marks = np.where(meaning == FLAG, HIDDEN, meaning)[looks.of]
    two = np.flatnonzero(meaning == 2).item()
    some = looks.of != two
    for used in (np.ones(25, dtype=bool), some):
        found = Fits(looks, mines).of_marks(marks[np.newaxis], used)
        count = fitting(marks, mines, used)
        assert found[0] == pytest.approx(log(count / comb(25, mines)) if count else NEVER)


def test_flags_cost_which_cells_have_one() -> None:
    looks = compared()
    meaning = meaning_of(looks)
    fits = Fits(looks, POSITION.mines)
    without = np.where(meaning == FLAG, HIDDEN, meaning).astype(np.int16)
    wrong = np.where(meaning == 1, FLAG, without).astype(np.int16)  # too many flags
    with_flags, hidden, never = fits.of_readings(np.array([meaning, without, wrong]))
    # All flags are on mines: what the flags cost is which mines have one, and no more than which cells.
    covered = int((POSITION.marks < 0).sum())
    assert hidden - log(comb(covered, 2)) < with_flags < hidden
    assert never < with_flags
