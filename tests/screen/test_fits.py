"""The counts that compare readings, against all minefields of a small board."""

from itertools import combinations
from math import comb, exp, log

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


def test_flags_are_on_mines_or_those_of_one_look_or_all_are_anywhere() -> None:
    looks_found, meaning, _ = looks()
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
