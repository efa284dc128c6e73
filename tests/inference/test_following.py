"""Inference that follows a game says the same, to the last bit, as a fresh analysis."""

from __future__ import annotations

import random

import numpy as np
import pytest

import sapper
from sapper import Board, Game, Inference, Topology

TOPOLOGIES = [
    Topology.square(6, 7),
    Topology.square(9, 9),
    Topology.torus(6, 6),
    Topology.hexagons(7, 6),
    Topology.grid(3, 3, 4),
    Topology.graph([[(i + d) % 30 for d in (-7, -1, 1, 7)] for i in range(30)]),
]


def assert_same_as_fresh(inference: Inference) -> None:
    fresh = sapper.analyse(inference.position)
    assert np.array_equal(fresh.mine_probability, inference.mine_probability, equal_nan=True)
    assert (fresh.safe, fresh.mines) == (inference.safe, inference.mines)
    assert fresh.log_configurations == inference.log_configurations
    safest = inference.safest
    if safest is None:
        assert fresh.best is None
    else:
        assert safest[1] == fresh.best_risk
        assert safest[0] in fresh.safe or safest[0] == fresh.best


def hidden_cells(inference: Inference) -> list[sapper.Cell]:
    marks = inference.position.marks.ravel()
    return [inference.board.topology.cell(int(i)) for i in np.flatnonzero(marks == -1)]


def wander(inference: Inference, choice: random.Random) -> None:
    """Imagines some cells opened, right or wrong, at several depths, and takes all of it back."""
    depth = inference.depth
    while inference.is_possible() and choice.random() < 0.5:
        inference.push()
        hidden = hidden_cells(inference)
        for cell in choice.sample(hidden, min(len(hidden), choice.randint(1, 3))):
            if not inference.is_possible():
                break
            if choice.random() < 0.8:
                inference.reveal(
                    cell, choice.randint(0, min(3, len(inference.board.topology.neighbours(cell))))
                )
            elif inference.position.mines_left > 0:
                inference.explode(cell)
            if inference.is_possible() and choice.random() < 0.5:
                assert_same_as_fresh(inference)
        if choice.random() < 0.5:
            inference.pop()
    while inference.depth > depth:
        inference.pop()


@pytest.mark.parametrize("seed", range(60))
def test_along_random_games(seed: int) -> None:
    choice = random.Random(seed)
    topology = TOPOLOGIES[seed % len(TOPOLOGIES)]
    board = Board(topology, choice.randint(0, topology.size // 4))
    game = Game.new(board=board, first_click="any", on_mine="continue", seed=seed)
    inference = Inference(board)
    while game.status == "playing":
        hidden = hidden_cells(inference)
        game.open(choice.choice(hidden))
        for cell in game.changed:
            mark = game.position[cell]
            if mark == -3:
                inference.explode(cell)
            else:
                inference.reveal(cell, mark)
        wander(inference, choice)
        assert inference.position == game.position
        if choice.random() < 0.5:
            assert_same_as_fresh(inference)


def test_starts_from_a_position_with_or_without_its_flags() -> None:
    position = sapper.Position.from_text("1F..\n11..\n....", 2, format="plain")
    assert Inference(position).mines == sapper.analyse(position).mines
    trusting = Inference(position, trust_flags=True)
    fresh = sapper.analyse(position, trust_flags=True)
    assert np.array_equal(trusting.mine_probability, fresh.mine_probability, equal_nan=True)


def test_says_what_is_wrong() -> None:
    inference = Inference(Board.square(3, 3, 2))
    with pytest.raises(IndexError, match="pop without push"):
        inference.pop()
    inference.reveal((0, 0), 1)
    with pytest.raises(sapper.PositionError, match=r"row 0, column 0 .* not hidden"):
        inference.reveal((0, 0), 1)
    with pytest.raises(sapper.PositionError, match="3 neighbours does not show 4"):
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
