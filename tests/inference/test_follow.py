"""An inference that follows a game knows what a fresh one knows."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from sapper.board.marks import EXPLODED, HIDDEN
from support.play import play
from support.strategies import boards, rules

from sapper import Board, Game, Inference, Position, Rules


@given(boards(), rules(), st.integers(0, 2**32))
def test_an_inference_follows_a_game(board: Board, played_by: Rules, seed: int) -> None:
    game = Game(board, played_by, seed=seed)
    inference = Inference(board)
    for _ in play(game, seed, most=10):
        inference.follow(game)
        marks = game.position.marks
        seen = np.where((marks >= 0) | (marks == EXPLODED), marks, HIDDEN)
        position = Position(seen, board.mines, board.topology)
        assert inference.position == position
        assert np.array_equal(
            inference.mine_probability, Inference(position).mine_probability, equal_nan=True
        )
