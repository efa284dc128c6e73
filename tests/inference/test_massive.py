"""Boards of thousands to a million cells."""

import numpy as np
import pytest
from support.cases import rest_long
from support.lattices import numbers_of, scattered_numbers
from support.marks import HIDDEN
from support.optional import not_none
from support.truth import check, truth_of

from sapper import Board, Game, Position, Rules, Strategy, analyse

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
