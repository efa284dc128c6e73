"""Inference that follows a game says the same, to the last bit, as a fresh analysis."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import rest_long
from support.following import TOPOLOGIES, FollowedGame
from support.play import play
from support.strategies import boards, rules

import sapper
from sapper import Board, Game, Inference, Position, Rules
from sapper.board.marks import EXPLODED, HIDDEN


@pytest.mark.parametrize("seed", rest_long(range(60), 2 * len(TOPOLOGIES)))
def test_along_random_games(seed: int) -> None:
    FollowedGame(TOPOLOGIES[seed % len(TOPOLOGIES)], random.Random(seed), often=0.5).play()


def test_says_what_is_wrong() -> None:
    inference = Inference(Board.square(3, 3, 2))
    with pytest.raises(sapper.PositionError, match="nothing to undo"):
        inference.pop()
    inference.reveal((0, 0), 1)
    with pytest.raises(sapper.PositionError, match=r"row 0, column 0 .* not hidden"):
        inference.reveal((0, 0), 1)
    with pytest.raises(sapper.PositionError, match="3 neighbours cannot show 4"):
        inference.reveal((2, 2), 4)
    with pytest.raises(sapper.CellError):
        inference.reveal((3, 0), 0)


def test_a_contradiction_can_be_taken_back() -> None:
    inference = Inference(Board.square(1, 4, 1))
    inference.push()
    inference.reveal((0, 0), 1)
    inference.reveal((0, 2), 0)
    assert not inference.is_possible()
    with pytest.raises(sapper.ContradictionError):
        _ = inference.mine_probability
    with pytest.raises(sapper.ContradictionError):
        inference.push()
    inference.pop()
    assert inference.mine_probability.tolist() == [[0.25] * 4]


@given(boards(), rules(), st.integers(0, 2**32))
def test_an_inference_follows_a_game(board: Board, played_by: Rules, seed: int) -> None:
    game = Game(board, played_by, seed=seed)
    one = Inference(board)
    for _ in play(game, seed, most=10):
        one.follow(game)
        marks = game.position.marks
        view = np.where((marks >= 0) | (marks == EXPLODED), marks, HIDDEN)
        position = Position(view, board.mines, board.topology)
        assert one.position == position
        assert np.array_equal(one.mine_probability, Inference(position).mine_probability, equal_nan=True)
