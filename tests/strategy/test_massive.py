"""Massive boards, played and analysed."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from sapper.board.marks import EXPLODED, HIDDEN
from support.truth import check, truth_of

from sapper import Board, Game, Position, Rules, Strategy, analyse
from sapper.strategy.autoplaying import autoplay

CONTINUE = Rules(on_mine="continue")


def half_opened(size: int, seed: int) -> Game:
    """A game in which play opened half of the safe cells."""
    game = Game(Board.square(size, size, size * size // 5), CONTINUE, seed=seed)
    half = (size * size - game.board.mines) // 2
    for _ in autoplay(game):
        if game.safe_left <= half:
            break
    return game


def test_a_game_goes_to_the_last_of_45_000_cells() -> None:
    game = Game(Board.square(300, 150, 10_000), CONTINUE, seed=1)
    Strategy("exact+first").play(game)
    assert game.status == "cleared"
    assert game.safe_left == 0
    assert 0 < game.exploded < 60
    assert game.minefield is not None
    marks = game.position.marks
    assert np.array_equal(marks < 0, game.minefield)


@pytest.mark.parametrize("seed", [1, 2])
def test_probabilities_sum_to_the_mines(seed: int) -> None:
    position = half_opened(200, seed).position
    analysis = analyse(position)
    exploded = int((position.marks == EXPLODED).sum())
    assert analysis.exact
    assert np.nansum(analysis.mine_probability) + exploded == pytest.approx(position.mines, rel=1e-9)


def test_cut_outs_agree_with_the_reference() -> None:
    game, size, checked = half_opened(200, 1), 12, 0
    marks, minefield = game.position.marks, game.minefield
    assert minefield is not None
    for row, column in product(range(0, 200 - size, 2 * size), repeat=2):
        window = slice(row, row + size), slice(column, column + size)
        cut = marks[window].copy()
        # Numbers on the edge count mines outside: covered, what is left stands alone.
        inner = np.zeros(cut.shape, dtype=bool)
        inner[1:-1, 1:-1] = True
        cut[~inner & (cut >= 0)] = HIDDEN
        if not 0.2 < (cut[1:-1, 1:-1] >= 0).mean() < 0.7:
            continue
        position = Position(cut, int(minefield[window].sum()))
        truth = truth_of(position)
        assert truth is not None
        check(analyse(position), truth)
        checked += 1
    assert checked >= 5
