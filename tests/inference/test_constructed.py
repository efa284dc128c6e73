"""Positions that formulas count, and boards of up to a million cells."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import rest_long
from support.lattices import numbers_of, scattered_numbers
from support.marks import HIDDEN
from support.optional import not_none
from support.sets import Hubs, Stars, as_position
from support.truth import check, check_against_reference, check_counts, truth_of

from sapper import Board, ContradictionError, Game, Position, Rules, Strategy, Topology, analyse


def check_stars(stars: Stars) -> None:
    counts, configurations = stars.counts()
    if configurations:
        check_counts(analyse(stars.position), counts, configurations)
    else:
        with pytest.raises(ContradictionError) as refusal:
            analyse(stars.position)
        assert refusal.value.mine_count


@pytest.mark.parametrize("sea", rest_long([0, 1, 2, 3], 2))
@pytest.mark.parametrize("leaves", [[1], [2], [5], [3, 3], [3, 4], [4, 4, 4], [1, 1, 6]])
def test_every_mine_count(leaves: list[int], sea: int) -> None:
    cells = sum(leaves) + len(leaves) + sea
    for mines in range(cells + 1):
        stars = Stars(leaves, sea, mines)
        check_against_reference(stars.position)
        check_stars(stars)


# Stars of three hold 1 or 3 mines; with stars of any other odd number and no sea the parity decides.
MANY: list[tuple[Sequence[int], int]] = [
    ([3] * 100, 0),
    ([1] * 100 + [2] * 300, 100),
    ([7] * 50 + [5] * 2, 1),
    ([40, 60, 90, 3], 7),
    ([3] * 40 + [4], 0),
    ([3] * 100, 1),
    ([3] * 80 + [9], 0),
    ([5] * 60 + [4], 0),
    ([6] * 30, 4),
    ([6] * 30, 1000),
]


@pytest.mark.parametrize(("leaves", "sea"), rest_long([pytest.param(*each) for each in MANY], 4))
def test_many_stars(leaves: Sequence[int], sea: int) -> None:
    least, most = len(leaves), sum(leaves) + sea
    middle = (least + most) // 2
    for mines in [*range(least - 1, least + 4), *range(middle, middle + 3), *range(most - 2, most + 1)]:
        check_stars(Stars(leaves, sea, mines))


@pytest.mark.parametrize(
    ("leaves", "sea", "mines"),
    [
        (10, 1000, 20),  # 4e-17 from certain: less than the last digit of a number near 1
        (60, 20000, 19900),
        (100, 20000, 200),  # 1e-211 from certain
        (200, 20000, 210),  # less than the least double from certain, on either side
        (300, 5000, 5000),
    ],
)
def test_nearly_certain_is_not_certain(leaves: int, sea: int, mines: int) -> None:
    check_stars(Stars([leaves], sea, mines))


@given(st.data())
def test_any_sets_and_any_mine_count(data: st.DataObject) -> None:
    cells = data.draw(st.integers(1, 9))
    mined = data.draw(st.sets(st.integers(0, cells - 1)))
    sets = data.draw(st.lists(st.sets(st.integers(0, cells - 1), min_size=1, max_size=4), max_size=8))
    position = as_position(cells, [(around, len(around & mined)) for around in sets], len(mined))
    for mines in range(cells + 1):
        check_against_reference(Position(position.marks, mines, position.topology))


# Up to three numbers; the groups that some of them share; a sea that none touches.
PATTERNS = {
    "one": [(0,), ()],
    "apart": [(0,), (1,), ()],
    "overlapping": [(0,), (0, 1), (1,), ()],
    "nested": [(0, 1), (1,), ()],
    "chain": [(0,), (0, 1), (1,), (1, 2), (2,)],
    "cycle": [(0, 1), (1, 2), (0, 2), ()],
    "all three": [(0,), (1,), (0, 1, 2), (1, 2)],
}


def hubs_of(pattern: str, most: int, seed: int) -> Hubs:
    """Groups of random sizes, each with none, one, all or some of its cells mined."""
    random = Random(seed)
    groups = [(numbers, random.choice([1, 2, random.randint(1, most)])) for numbers in PATTERNS[pattern]]
    mined = [random.choice([0, 1, size, random.randint(0, size), size // 2]) for _, size in groups]
    needs = [
        sum(mines for (numbers, _), mines in zip(groups, mined, strict=True) if number in numbers)
        for number in range(1 + max(number for numbers, _ in groups for number in numbers))
    ]
    return Hubs(needs, groups, sum(mined))


@pytest.mark.parametrize("seed", rest_long(range(5)))
@pytest.mark.parametrize("pattern", PATTERNS)
def test_numbers_with_many_neighbours(pattern: str, seed: int) -> None:
    few = hubs_of(pattern, 6, seed)
    truth = truth_of(few.position)
    assert truth is not None
    assert few.counts() == (list(truth.mine_configurations), truth.configurations)
    check(analyse(few.position), truth)
    hundreds = hubs_of(pattern, 150 if pattern in ("chain", "cycle") else 300, seed)
    check_counts(analyse(hundreds.position), *hundreds.counts())


# In the last two the configurations of the possible shares differ by hundreds of digits.
HUBS = {
    "the largest": [Hubs([need], [((0,), 900), ((), 40)], need + 20) for need in (1, 450, 899)],
    "without a sea": [Hubs([need], [((0,), 900)], need) for need in (2, 898)],
    "with a sea": [Hubs([500], [((0,), 900), ((), 20_000)], mines) for mines in (500, 501, 20_499, 20_500)],
    "apart": [Hubs([225, 450, 450], [((0,), 450), ((1,), 900), ((2,), 900), ((), 10)], 1130)],
    "in a row": [  # each shares one cell with the next; the count has 960 digits
        Hubs([200] * 8, [*(((n, n + 1), 1) for n in range(7)), *(((n,), 400) for n in range(8))], 1595)
    ],
    "two that share": [
        Hubs([450] * 2, [((0,), 450), ((0, 1), 450), ((1,), 450)], mines) for mines in (450, 675, 899)
    ],
    "three that share": [
        Hubs([200, 230, 200], [((0,), 200), ((0, 1), 200), ((1,), 150), ((1, 2), 200), ((2,), 200)], 401)
    ],
}


@pytest.mark.parametrize("name", rest_long(list(HUBS), 4))
def test_hubs(name: str) -> None:
    for hubs in HUBS[name]:
        check_counts(analyse(hubs.position), *hubs.counts())


def beam(length: int) -> Position:
    """A 3 x 3 beam with a number in every other cell of its axis. All hidden cells form one component."""
    mined = np.random.default_rng(length).random((3, 3, length)) < 0.5
    mined[1, 1, ::2] = False
    marks = np.full((3, 3, length), -1)
    marks[1, 1, ::2] = numbers_of(mined)[1, 1, ::2]
    return Position(marks, int(mined.sum()), Topology.grid(3, 3, length))


def test_a_short_beam() -> None:
    check_against_reference(beam(16))


@pytest.mark.parametrize("length", [150, 205, 300])
def test_components_of_a_thousand_bits(length: int) -> None:
    position = beam(length)
    analysis = analyse(position)
    probability = analysis.mine_probability[position.marks == -1]
    assert ((probability > 0) & (probability < 1)).all()
    assert probability.sum() == pytest.approx(position.mines, rel=1e-12)
    # The mirror image has the same truth, reached from the other end.
    mirror = analyse(Position(position.marks[:, :, ::-1], position.mines))
    np.testing.assert_allclose(mirror.mine_probability[:, :, ::-1], analysis.mine_probability, rtol=1e-11)
    assert mirror.log_configurations == pytest.approx(analysis.log_configurations, rel=1e-13)


TILE = 15


def tiles_of(rows: int, columns: int) -> Position:
    """Mines anywhere. A random share of the inner cells of each tile is open: components stay within it."""
    random = np.random.default_rng(5)
    mined = random.random((rows, columns)) < 0.2
    row, column = (np.arange(side) % TILE % (TILE - 1) != 0 for side in (rows, columns))
    shares = random.choice([0.2, 0.5, 0.7, 0.9], size=(rows // TILE, columns // TILE))
    is_open = random.random(mined.shape) < np.kron(shares, np.ones((TILE, TILE)))
    marks = np.where(~mined & is_open & np.outer(row, column), numbers_of(mined), HIDDEN)
    return Position(marks, int(mined.sum()))


# The first two share the mines among the components by a product, the others by a contour integral.
@pytest.mark.parametrize("shape", rest_long([(30, 45), (45, 90), (75, 120), (90, 150), (150, 150)], 2))
def test_every_count_on_a_large_board(shape: tuple[int, int]) -> None:
    position = tiles_of(*shape)
    check(analyse(position), not_none(truth_of(position)))


@pytest.mark.parametrize("share", [0.02, 0.1])
def test_a_million_cells(share: float) -> None:
    position, mined = scattered_numbers(1000, 0.2, share, seed=1000)
    probability = analyse(position).mine_probability
    assert np.nansum(probability) == pytest.approx(mined.sum(), rel=1e-9)
    assert not mined[probability == 0].any()
    assert mined[probability == 1].all()
    assert np.array_equal(np.isnan(probability), position.marks != HIDDEN)


def test_a_game_goes_to_the_last_of_45_000_cells() -> None:
    game = Game(Board.square(300, 150, 10_000), Rules(on_mine="continue"), seed=1)
    Strategy("exact+first").play(game)
    assert (game.status, game.safe_left) == ("drawn", 0)
    assert 0 < game.exploded < 60
    assert np.array_equal(game.position.marks < 0, not_none(game.minefield))
