"""The reference solver in play: outcomes and perfect play, against all ways to play."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.reference import enumerate_configurations, grid, hexagons, optimum, outcomes, square, torus

TINY = [square(1, 5), square(2, 3), torus(2, 4), hexagons(2, 3), grid(2, 2, 2)]


@given(st.sampled_from(TINY), st.data())
def test_outcomes_are_what_the_configurations_show(neighbours: list[list[int]], data: st.DataObject) -> None:
    cells = range(len(neighbours))
    mined = data.draw(st.sets(st.sampled_from(cells), min_size=1))
    open_cells = data.draw(st.sets(st.sampled_from(cells), max_size=3)) - mined
    marks = [
        sum(other in mined for other in neighbours[cell]) if cell in open_cells else -1 for cell in cells
    ]
    cell = data.draw(st.sampled_from([cell for cell in cells if cell not in open_cells]))

    configurations = list(enumerate_configurations(neighbours, marks, len(mined)))
    counts = Counter(
        None if cell in mines else sum(other in mines for other in neighbours[cell])
        for mines in configurations
    )
    assert outcomes(neighbours, marks, len(mined), cell) == {
        shows: Fraction(count, len(configurations)) for shows, count in counts.items()
    }


def test_outcomes_are_in_order() -> None:
    chances = outcomes(square(3, 3), [-1] * 9, 2, 4)
    assert list(chances) == [None, 2]
    chances = outcomes(square(3, 3), [-1] * 9, 2, 0)
    assert chances == {None: Fraction(8, 36), 0: Fraction(10, 36), 1: Fraction(15, 36), 2: Fraction(3, 36)}
    assert list(chances) == [None, 0, 1, 2]


@pytest.mark.parametrize("cell", [0, 2, -1, 3])
def test_only_a_hidden_cell_has_outcomes(cell: int) -> None:
    with pytest.raises(ValueError, match=f"cell {cell} is not a hidden cell"):
        outcomes(square(1, 3), [1, -1, -3], 1, cell)


@settings(max_examples=25)
@given(st.sampled_from(TINY), st.data())
def test_optimum_is_the_best_of_all_ways_to_play(neighbours: list[list[int]], data: st.DataObject) -> None:
    cells = range(len(neighbours))
    mined = data.draw(st.sets(st.sampled_from(cells), max_size=3))
    open_cells = data.draw(st.sets(st.sampled_from(cells), min_size=max(0, len(cells) - 5))) - mined
    marks = [
        sum(other in mined for other in neighbours[cell]) if cell in open_cells else -1 for cell in cells
    ]
    configurations = list(enumerate_configurations(neighbours, marks, len(mined)))
    hidden = frozenset(cell for cell in cells if cell not in open_cells)
    best = Fraction(best_of_all(neighbours, hidden, configurations), len(configurations))
    assert optimum(neighbours, marks, len(mined)) == best


def best_of_all(
    neighbours: list[list[int]], hidden: frozenset[int], configurations: list[frozenset[int]]
) -> int:
    """How many configurations can be won when every hidden cell, safe or not, is tried at every move."""
    if not configurations or len(hidden) == len(configurations[0]):
        return len(configurations)

    def wins_after(cell: int) -> int:
        around = frozenset(neighbours[cell])
        survivors = [mines for mines in configurations if cell not in mines]
        return sum(
            best_of_all(
                neighbours, hidden - {cell}, [mines for mines in survivors if len(mines & around) == number]
            )
            for number in range(len(around) + 1)
        )

    return max(wins_after(cell) for cell in hidden)


def test_optimum_of_a_contradiction_raises() -> None:
    with pytest.raises(ValueError, match="no configuration fits"):
        optimum(square(1, 2), [0, -1], 1)
