"""Boards of tens of thousands to a million cells."""

from __future__ import annotations

import math

import numpy as np
import pytest
from support.lattices import strewn
from support.marks import HIDDEN
from support.tiles import Tiling, tile

from sapper import Board, Game, Rules, Strategy, analyse

TILES = [
    tile(15, density=0.2, opened=opened, seed=seed)
    for opened, seed in [(0.2, 0), (0.2, 2), (0.5, 2), (0.5, 0), (0.7, 0), (0.9, 0)]
]


@pytest.mark.long
def test_every_probability_of_a_massive_board() -> None:
    # 150 x 300 cells, a third of them open, 500 components, 7000 mines.
    layout = np.random.default_rng(5).integers(len(TILES), size=(10, 20))
    tiling = Tiling(TILES, layout)
    position = tiling.position
    assert position.topology.shape == (150, 300)
    analysis = analyse(position)
    exact = tiling.probability()
    np.testing.assert_allclose(analysis.mine_probability, exact, rtol=1e-9, atol=0)
    assert np.array_equal(analysis.mine_probability == 1, exact == 1)
    assert analysis.log_configurations == pytest.approx(tiling.log_configurations(), rel=1e-13)
    assert math.log(analysis.configurations) == pytest.approx(tiling.log_configurations(), rel=1e-13)


@pytest.mark.parametrize("share", [0.02, 0.1])
def test_a_million_cells(share: float) -> None:
    position, mined = strewn(1000, 0.2, share, seed=1000)
    probability = analyse(position).mine_probability
    assert np.nansum(probability) == pytest.approx(mined.sum(), rel=1e-9)
    assert not mined[probability == 0].any()
    assert mined[probability == 1].all()
    assert np.array_equal(np.isnan(probability), position.marks != HIDDEN)


def test_a_game_goes_to_the_last_of_45_000_cells() -> None:
    game = Game(Board.square(300, 150, 10_000), Rules(on_mine="continue"), seed=1)
    Strategy("exact+first").play(game)
    assert game.status == "cleared"
    assert game.safe_left == 0
    assert 0 < game.exploded < 60
    assert game.minefield is not None
    marks = game.position.marks
    assert np.array_equal(marks < 0, game.minefield)
