"""The proven chance to win of an analysis, against a player who tries every order of opening cells."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.expectimax import best_chance_from

import sapper
from sapper import Board, Game, Position, Rules, Topology

BOARDS = [
    Board.square(3, 4, 3),
    Board.square(2, 6, 4),
    Board(Topology.torus(3, 4), 4),
    Board(Topology.hexagons(3, 4), 4),
    Board(Topology.graph([[(cell - 1) % 10, (cell + 1) % 10] for cell in range(10)]), 3),
]


@settings(max_examples=25, deadline=None)
@given(board=st.sampled_from(BOARDS), seed=st.integers(0, 10**6), moves=st.integers(1, 6))
def test_it_is_the_chance_of_perfect_play(board: Board, seed: int, moves: int) -> None:
    game = Game(board, Rules("safe"), seed=seed)
    for cell in list(board.topology)[:moves]:
        if game.status == "playing" and game.position[cell] == -1:
            game.open(cell)
    if game.status == "lost":
        return
    win = sapper.analyse(game.position).win_probability
    assert win is not None
    assert win == pytest.approx(float(best_chance_from(game.position)), abs=1e-12)


def test_cells_known_to_be_safe_are_played_out_too() -> None:
    # The middle is safe; what it shows tells on which side the mines are.
    position = Position.from_text("1??\n1??\n1??", mines=1)
    win = sapper.analyse(position).win_probability
    assert win == best_chance_from(position)


def test_an_even_chance_is_one_half() -> None:
    assert sapper.analyse("??\n11", mines=1).win_probability == 0.5


def test_flags_that_are_trusted_count() -> None:
    position = Position([[-2, -1, 1]], mines=1)
    assert sapper.analyse(position).win_probability == Fraction(1)
    assert sapper.analyse([[-2, -1, -1], [1, 1, -1]], mines=1, trust_flags=True).win_probability == 1.0


def test_nothing_is_proven_where_there_is_too_much_to_search() -> None:
    assert sapper.analyse(Position([[-1] * 30] * 16, mines=99)).win_probability is None
    assert sapper.analyse(Position([[-1] * 8] * 8, mines=10)).win_probability is None
