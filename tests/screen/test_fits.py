"""The counts that compare readings, against all minefields of a small board."""

from itertools import combinations
from math import comb, log

import numpy as np
import pytest
from numpy.typing import NDArray
from support.screens import LOOKS, window

import sapper
from sapper._engine import Grid, Look, fits_of, looks_in
from sapper.board.marks import FLAG, HIDDEN

POSITION = sapper.Position("11100\n.F100\n.2210\n..F10\n..110", mines=3)
LOOK = LOOKS["line"]


def looks() -> tuple[list[Look], NDArray[np.int16], NDArray[np.int_]]:
    """The looks of a picture of the position, their marks, and the look of each cell."""
    pixels = window(POSITION, LOOK, at=(20, 90), size=(200, 280))
    pitch = round(LOOK.pitch)
    looks_found = looks_in(pixels, Grid.between(20, 90, 20 + 5 * pitch, 90 + 5 * pitch, 5, 5))
    marks = POSITION.marks.ravel()
    meaning = np.array([np.unique(marks[look.cells]).item() for look in looks_found], dtype=np.int16)
    of = np.zeros(25, dtype=np.int_)
    for number, look in enumerate(looks_found):
        of[look.cells] = number
    return looks_found, meaning, of


def fitting(marks: NDArray[np.int16], mines: int, is_used: NDArray[np.bool_]) -> int:
    """How many minefields have these numbers. Cells that are not used are open and show anything."""
    shape, count = (5, 5), 0
    covered = np.flatnonzero(marks < 0)
    for mine_cells in combinations(covered.tolist(), mines):
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
    looks_found, meaning, of = looks()
    assert sorted(meaning.tolist()) == [-2, -1, 0, 1, 2]
    marks = np.where(meaning == FLAG, HIDDEN, meaning)[of]
    for is_used in (np.ones(5, dtype=bool), meaning != 2):
        (fit,) = fits_of(looks_found, 5, 5, mines, [meaning.tolist()], is_used.tolist())
        count = fitting(marks, mines, is_used[of])
        assert fit == pytest.approx(log(count / comb(25, mines))) if count else fit < -1000


def test_flags_cost_which_cells_have_one() -> None:
    looks_found, meaning, _ = looks()
    without = np.where(meaning == FLAG, HIDDEN, meaning)
    wrong = np.where(meaning == 1, FLAG, without)  # too many flags
    meanings = [each.tolist() for each in (meaning, without, wrong)]
    with_flags, hidden, never = fits_of(looks_found, 5, 5, POSITION.mines, meanings)
    # All flags are on mines: what the flags cost is which mines have one, and no more than which cells.
    covered = int((POSITION.marks < 0).sum())
    assert hidden - log(comb(covered, 2)) < with_flags < hidden
    assert never < with_flags
