from fractions import Fraction

import pytest

from sapper.reference import Truth, enumerate_configurations, enumerate_truth, solve, square


def test_lists_all_mines_of_every_configuration() -> None:
    # A row of six: an exploded mine, a 1 beside it, three hidden cells around a number.
    found = set(enumerate_configurations(square(1, 6), [-3, 1, -1, 1, -1, -1], 2))
    assert found == {frozenset({0, 4})}


def test_lists_each_configuration_once() -> None:
    found = list(enumerate_configurations(square(2, 2), [-1, -2, -4, -1], 2))
    assert len(found) == len(set(found)) == 6


def test_a_contradictory_position_has_no_configurations() -> None:
    assert list(enumerate_configurations(square(1, 2), [0, -1], 1)) == []
    assert list(enumerate_configurations(square(1, 2), [-3, -1], 0)) == []
    for method in (solve, enumerate_truth):
        for marks, mines in (([0, -1], 1), ([-3, -1], 0), ([-1, -1], 3), ([-1, -1], -1), ([0, 1], 0)):
            with pytest.raises(ValueError, match="no configuration fits"):
                method(square(1, 2), marks, mines)


def test_counts_the_mines_of_each_hidden_cell() -> None:
    truth = enumerate_truth(square(1, 5), [-1, 1, -1, -1, -1], 2)
    # One mine beside the 1, left or right, and one of the last two cells.
    assert truth == Truth(4, (2, None, 2, 2, 2))
    assert truth.probability == (*[Fraction(1, 2), None], *[Fraction(1, 2)] * 3)
    assert truth.safe == truth.mines == []
