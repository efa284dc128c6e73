"""Inference that follows a game says the same as a fresh analysis, and what a cell will show."""

import math
import random
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import rest_long
from support.following import TOPOLOGIES, FollowedGame
from support.lattices import scattered_numbers
from support.marks import EXPLODED, HIDDEN, scatter
from support.play import play
from support.strategies import boards, rules
from support.truth import truth_of

import sapper
from sapper import (
    Board,
    Cell,
    ContradictionError,
    Game,
    Inference,
    Position,
    PositionError,
    Rules,
    Topology,
    analyse,
)


@pytest.mark.parametrize("seed", rest_long(range(60), 2 * len(TOPOLOGIES)))
def test_along_random_games(seed: int) -> None:
    FollowedGame(TOPOLOGIES[seed % len(TOPOLOGIES)], random.Random(seed), often=0.5).play()


def test_an_inference_says_what_is_wrong() -> None:
    inference = Inference(Board.square(3, 3, 2))
    with pytest.raises(sapper.PositionError, match="nothing to undo"):
        inference.pop()
    inference.reveal((0, 0), 1)
    with pytest.raises(sapper.PositionError, match=r"row 0, column 0 .* not hidden"):
        inference.reveal((0, 0), 1)
    with pytest.raises(sapper.PositionError, match="3 neighbours cannot show 4"):
        inference.reveal((2, 2), 4)


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


BOARDS = [
    pytest.param(Topology.square(6, 7), 9, id="square"),
    pytest.param(Topology.torus(5, 6), 7, id="torus"),
    pytest.param(Topology.hexagons(6, 6), 8, id="hexagons"),
    pytest.param(Topology.grid(3, 3, 4), 5, id="cube"),
    pytest.param(Topology.grid(30), 9, id="line"),
    pytest.param(Topology.graph([[i ^ 1, i ^ 4, i ^ 16] for i in range(32)]), 8, id="graph"),
]


def hidden_cells(position: Position) -> list[Cell]:
    return [cell for cell in position.topology if position[cell] == HIDDEN]


def with_mark(position: Position, cell: Cell, mark: int) -> Position:
    marks = position.marks.copy()
    marks.flat[position.topology.index(cell)] = mark
    return Position(marks, position.mines, position.topology)


def check_outcomes(outcomes: dict[int, float], position: Position, cell: Cell) -> None:
    """Asserts that the outcomes are those that the reference counts."""
    whole = truth_of(position)
    assert whole is not None
    for number in range(len(position.topology.neighbours(cell)) + 1):
        part = truth_of(with_mark(position, cell, number))
        if part is None:
            assert number not in outcomes
        else:
            assert outcomes[number] == pytest.approx(part.configurations / whole.configurations, rel=1e-9)
    assert list(outcomes) == sorted(outcomes)


@pytest.mark.parametrize("open_share", rest_long([0.0, 0.3, 0.1, 0.6], 2))
@pytest.mark.parametrize(("topology", "mines"), BOARDS)
def test_against_the_reference(topology: Topology, mines: int, open_share: float) -> None:
    for seed in range(3):
        position = scatter(topology, mines, open_share, seed)
        inference = Inference(position)
        analysis = analyse(position)
        hidden = hidden_cells(position)
        for cell in Random(seed).sample(hidden, min(5, len(hidden))):
            outcomes = inference.outcomes(cell)
            check_outcomes(outcomes, position, cell)
            assert analysis.outcomes(cell) == outcomes
            safe = 1 - analysis.mine_probability[cell]
            assert math.fsum(outcomes.values()) == pytest.approx(safe, rel=1e-12, abs=1e-15)


def test_exploded_mines_and_deduced_ones_count() -> None:
    topology = Topology.square(4, 5)
    position = Position([[2, EXPLODED, -1, -1, -1], [-1, 3, -1, -1, -1], [-1] * 5, [-1] * 5], 5, topology)
    for cell in hidden_cells(position):
        check_outcomes(analyse(position).outcomes(cell), position, cell)


def test_trusted_flags_count() -> None:
    position = Position.from_text("F...\n....", 2, format="plain")
    trusting = analyse(position, trust_flags=True).outcomes((0, 1))
    assert trusting == Inference(position, trust_flags=True).outcomes((0, 1))
    assert min(trusting) == 1
    assert min(analyse(position).outcomes((0, 1))) == 0


def chances_one_by_one(inference: Inference, cell: Cell) -> dict[int, float]:
    before = inference.log_configurations
    chances = {}
    for number in range(len(inference.board.topology.neighbours(cell)) + 1):
        inference.push()
        inference.reveal(cell, number)
        if inference.is_possible():
            chances[number] = math.exp(inference.log_configurations - before)
        inference.pop()
    return chances


def test_a_board_of_many_components() -> None:
    position, _ = scattered_numbers(120, 0.15, 0.02, seed=3)
    inference = Inference(position)
    probability = inference.mine_probability
    for cell in [(10, 10), (60, 61), (100, 3)]:
        if position[cell] == HIDDEN:
            outcomes = inference.outcomes(cell)
            assert math.fsum(outcomes.values()) == pytest.approx(1 - probability[cell], rel=1e-12)
            assert outcomes == pytest.approx(chances_one_by_one(inference, cell), rel=1e-9)


def test_outcomes_say_what_is_wrong() -> None:
    inference = Inference(Board.square(3, 3, 2))
    inference.reveal((0, 0), 1)
    with pytest.raises(PositionError, match="not hidden"):
        inference.outcomes((0, 0))
    with pytest.raises(PositionError, match="not hidden"):
        analyse(inference.position).outcomes((0, 0))
    inference.reveal((0, 1), 0)
    with pytest.raises(ContradictionError):
        inference.outcomes((2, 2))


def test_a_certain_mine_shows_nothing() -> None:
    assert analyse("1.", 1).outcomes((0, 1)) == {}
