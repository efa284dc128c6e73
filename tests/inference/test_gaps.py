"""Components that hold few mines or many, and nothing between: what the mine count alone can prove."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import rest_long
from support.sets import as_position
from support.stars import Stars
from support.truth import check_against_reference, check_counts

from sapper import ContradictionError, Position, analyse


def check_stars(stars: Stars) -> None:
    counts, configurations = stars.counts()
    if configurations:
        check_counts(analyse(stars.position), counts, configurations)
    else:
        with pytest.raises(ContradictionError) as caught:
            analyse(stars.position)
        assert caught.value.mine_count


@pytest.mark.parametrize("sea", rest_long([0, 1, 2, 3], 2))
@pytest.mark.parametrize(
    "leaves", [[1], [2], [3], [5], [3, 3], [3, 4], [2, 5], [4, 4, 4], [3, 4, 5], [1, 1, 6]]
)
def test_every_mine_count(leaves: list[int], sea: int) -> None:
    cells = sum(leaves) + len(leaves) + sea
    for mines in range(cells + 1):
        stars = Stars(leaves, sea, mines)
        check_against_reference(stars.position)
        check_stars(stars)


@pytest.mark.parametrize("mines", range(6))
def test_a_star_on_the_square_board(mines: int) -> None:
    # Everything but the middle, the corners and the four numbers between them has exploded.
    rows = [
        [-1, -3, -3, -3, -1],
        [-3, 7, -3, 7, -3],
        [-3, -3, -1, -3, -3],
        [-3, 7, -3, 7, -3],
        [-1, -3, -3, -3, -1],
    ]
    position = Position(rows, 16 + mines)
    corners = [(0, 0), (0, 4), (4, 0), (4, 4)]
    if mines == 1:
        analysis = analyse(position)
        assert (analysis.mines, analysis.safe) == ([(2, 2)], corners)
    elif mines == 4:
        analysis = analyse(position)
        assert (analysis.mines, analysis.safe) == (corners, [(2, 2)])
    else:
        with pytest.raises(ContradictionError):
            analyse(position)


def test_a_sea_that_only_the_count_proves() -> None:
    # One star holds 1 or 5 mines.
    for sea, mines, full, sea_mined in [(2, 1, False, 0), (2, 3, False, 2), (2, 5, True, 0), (2, 7, True, 2)]:
        analysis = analyse(Stars([5], sea, mines).position)
        assert analysis.mine_probability[0] == (not full)
        assert analysis.mine_probability[1:6].tolist() == [full] * 5
        assert analysis.mine_probability[6:8].tolist() == [sea_mined / sea] * sea
        assert (analysis.configurations, analysis.win_probability) == (1, 1)


# Stars of three hold 1 or 3 mines; with stars of any other odd number and no sea the parity decides.
MANY: list[tuple[Sequence[int], int]] = [
    ([3] * 100, 0),
    ([3] * 100, 1),
    ([3] * 80 + [9], 0),
    ([3] * 40 + [4], 0),
    ([5] * 60 + [4], 0),
    ([7] * 50 + [5] * 2, 1),
    ([40, 60, 90, 3], 7),
    ([6] * 30, 4),
    ([6] * 30, 5),
    ([6] * 30, 1000),
]


@pytest.mark.parametrize(("leaves", "sea"), rest_long([pytest.param(*each) for each in MANY], 4))
def test_many_stars(leaves: Sequence[int], sea: int) -> None:
    least, most = len(leaves), sum(leaves) + sea
    middle = (least + most) // 2
    few = [least - 1, least, least + 1, least + 2, least + 3]
    for mines in [*few, middle, middle + 1, middle + 2, most - 2, most - 1, most]:
        check_stars(Stars(leaves, sea, mines))


@given(st.data())
def test_any_sets_and_any_mine_count(data: st.DataObject) -> None:
    cells = data.draw(st.integers(1, 9))
    mined = data.draw(st.sets(st.integers(0, cells - 1)))
    sets = data.draw(st.lists(st.sets(st.integers(0, cells - 1), min_size=1, max_size=4), max_size=8))
    position = as_position(cells, [(around, len(around & mined)) for around in sets], len(mined))
    for mines in range(cells + 1):
        check_against_reference(Position(position.marks, mines, position.topology))
