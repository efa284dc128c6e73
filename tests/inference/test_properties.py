"""What holds in every state of every game, whoever counts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.marks import EXPLODED, HIDDEN, positions_seen
from support.play import play
from support.strategies import boards, rules
from support.truth import hidden_probabilities

import sapper
from sapper import (
    Analysis,
    Board,
    Cell,
    ContradictionError,
    Game,
    Position,
    Rules,
    Topology,
    analyse,
)
from sapper.formats import FORMATS


def check_sum(analysis: Analysis) -> None:
    """Asserts that the probabilities add up to the mines that have not exploded."""
    position = analysis.position
    left = position.board.mines - int((position.marks == EXPLODED).sum())
    total = math.fsum(chance for _, chance in hidden_probabilities(analysis))
    assert abs(total - left) <= 1e-9 * left


def check_game(game: Game) -> Analysis:
    """Asserts everything that holds in one state. Returns its analysis."""
    analysis = analyse(game.position)
    check_sum(analysis)
    if game.minefield is not None:
        # The true minefield fits, so what is certain is true of it.
        assert analysis.configurations >= 1
        assert not any(game.minefield[cell] for cell in analysis.safe)
        assert all(game.minefield[cell] for cell in analysis.mines)
    return analysis


@settings(max_examples=50)
@given(boards(), rules(), st.integers(0, 2**32))
def test_every_state_of_random_games(board: Board, played_by: Rules, seed: int) -> None:
    game = Game(board, played_by, seed=seed)
    check_game(game)
    for _ in play(game, seed, most=10):
        check_game(game)
    check_game(game)


def careless_game(board: Board, seed: int) -> Iterator[Game]:
    """A game that opens cells here and there, and goes on after a mine."""
    random = Random(seed)
    game = Game(board, Rules("any", on_mine="continue"), seed=seed)
    while game.status == "playing":
        hidden = np.flatnonzero(game.position.marks == HIDDEN).tolist()
        for index in random.sample(hidden, min(len(hidden), 1 + len(hidden) // 12)):
            game.open(board.topology.cell(index))
            if game.status != "playing":
                break
        yield game


BOARDS = [
    pytest.param(Board.level("beginner"), id="beginner"),
    pytest.param(Board.level("intermediate"), id="intermediate"),
    pytest.param(Board.level("expert"), id="expert"),
    pytest.param(Board(Topology.torus(12, 14), 34), id="torus"),
    pytest.param(Board(Topology.hexagons(14, 14), 45), id="hexagons"),
    pytest.param(Board(Topology.grid(5, 5, 5), 14), id="cube"),
    pytest.param(Board(Topology.grid(300), 100), id="line"),
    pytest.param(Board(Topology.graph([[i ^ 1, i ^ 8, i ^ 64] for i in range(128)]), 30), id="graph"),
]


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_known_stays_known_and_is_true(board: Board) -> None:
    for seed in range(3):
        safe: set[Cell] = set()
        mines: set[Cell] = set()
        for game in careless_game(board, seed):
            analysis = check_game(game)
            assert {cell for cell in safe if game.position[cell] == HIDDEN} <= set(analysis.safe)
            assert {cell for cell in mines if game.position[cell] == HIDDEN} <= set(analysis.mines)
            safe, mines = set(analysis.safe), set(analysis.mines)


def assert_equal(one: Analysis, other: Analysis) -> None:
    """Asserts equality to the last bit."""
    assert np.array_equal(one.mine_probability, other.mine_probability, equal_nan=True)
    assert (one.safe, one.mines, one.safest) == (other.safe, other.mines, other.safest)
    assert one.log_configurations == other.log_configurations


@given(positions_seen())
def test_all_forms_of_a_position_are_the_same(seen: tuple[Position, frozenset[int]]) -> None:
    position, _ = seen
    topology, mines, marks = position.topology, position.mines, position.marks
    analysis = analyse(position)
    assert_equal(analysis, analyse(marks, mines, topology=topology))
    assert_equal(analysis, analyse(marks.tolist(), mines, topology=topology))
    assert_equal(analysis, analyse(marks.astype(np.int64), mines, topology=topology))
    assert_equal(analysis, analyse(np.asfortranarray(marks), mines, topology=topology))
    assert_equal(analysis, analyse(position, mines))
    for name in FORMATS:
        try:
            text = position.to_text(name)
        except sapper.FormatError:
            assert name != "plain"
        else:
            read = Position.from_text(text, mines, topology, name)
            # Not every format knows question marks; an opinion changes nothing.
            assert_equal(analysis, analyse(read))


@settings(max_examples=60)
@given(positions_seen(), st.data())
def test_opening_a_cell_shares_out_the_configurations(
    seen: tuple[Position, frozenset[int]], data: st.DataObject
) -> None:
    position, _ = seen
    topology = position.topology
    whole = analyse(position)
    hidden = [cell for cell, _ in hidden_probabilities(whole)]
    if not hidden:
        return
    cell = data.draw(st.sampled_from(hidden))
    total = 0
    mixture = np.zeros(topology.shape)
    for mark in [EXPLODED, *range(len(topology.neighbours(cell)) + 1)]:
        marks = position.marks.copy()
        marks.flat[topology.index(cell)] = mark
        try:
            part = analyse(Position(marks, position.mines, topology))
        except (ContradictionError, sapper.PositionError):
            continue
        total += part.configurations
        mixture += part.mine_probability * (part.configurations / whole.configurations)
        if mark == EXPLODED:
            chance = part.configurations / whole.configurations
            assert whole.mine_probability[cell] == pytest.approx(chance, rel=1e-9)
    assert total == whole.configurations
    elsewhere = ~np.isnan(mixture)
    np.testing.assert_allclose(mixture[elsewhere], whole.mine_probability[elsewhere], rtol=1e-9, atol=0)
