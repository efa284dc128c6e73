"""The chance to win by perfect play, of a position and of a board, against its definition."""

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.expectimax import best_chance, best_chance_from

import sapper
from sapper import Board, Game, Position, Rules, Topology
from sapper.board.rules import FirstClick

BOARDS = [
    Board.square(3, 4, 3),
    Board.square(2, 6, 4),
    Board(Topology.torus(3, 4), 4),
    Board(Topology.hexagons(3, 4), 4),
    Board(Topology.graph([[(cell - 1) % 10, (cell + 1) % 10] for cell in range(10)]), 3),
]


@settings(max_examples=15)
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
    assert sapper.analyse(position).win_probability == best_chance_from(position)
    assert sapper.analyse("??\n11", mines=1).win_probability == 0.5
    assert sapper.analyse([[-2, -1, 1]], mines=1).win_probability == 1
    assert sapper.analyse([[-2, -1, -1], [1, 1, -1]], mines=1, trust_flags=True).win_probability == 1


def test_nothing_is_proven_where_there_is_too_much_to_search() -> None:
    assert sapper.analyse(Position([[-1] * 30] * 16, mines=99)).win_probability is None
    assert sapper.analyse(Position([[-1] * 8] * 8, mines=10)).win_probability is None


TOPOLOGIES = [Topology.square(4, 5), Topology.torus(4, 5), Topology.hexagons(4, 5), Topology.grid(2, 5, 2)]
PAIRS = Topology.graph([[i ^ 1] for i in range(20)])


@pytest.mark.parametrize("topology", [*TOPOLOGIES, PAIRS], ids=lambda topology: topology.kind)
@pytest.mark.parametrize("first_click", ["safe", "opening"])
def test_before_the_first_click_the_rules_protect_it(topology: Topology, first_click: FirstClick) -> None:
    board = Board(topology, 2)
    perfect = sapper.optimum(board, first_click).win_probability
    hidden, game = np.full(topology.shape, -1), sapper.Game(board, first_click)
    for analysis in (
        sapper.analyse(hidden, 2, topology=topology, rules=first_click),
        sapper.analyse(game),
        pickle.loads(pickle.dumps(sapper.analyse(game))),
    ):
        # Each first cell of a graph is searched, which takes too long here. Grids have equal ones.
        assert analysis.win_probability == (None if topology.kind == "graph" else perfect)
    cell = next(iter(topology))
    hidden.flat[0] = len(topology.neighbours(cell)) and 1
    analysis = sapper.analyse(hidden, 2, topology=topology, rules=first_click)
    assert (
        analysis.win_probability == sapper.analyse(hidden, 2, topology=topology, rules="any").win_probability
    )
    perfect = sapper.optimum(Board(topology, 1), "any").win_probability
    hidden.flat[0] = -1
    assert sapper.analyse(hidden, 1, topology=topology, rules="any").win_probability == pytest.approx(perfect)


FIRST_CLICKS: list[FirstClick] = ["safe", "opening", "any"]
TINY = [Topology.square(3, 3), Topology.torus(3, 3), Topology.hexagons(2, 4), Topology.octagons(3, 3)]


def chance(topology: Topology, mines: int, rule: FirstClick) -> Fraction:
    return sapper.optimum(Board(topology, mines), rule).fraction


# In the quick run, each topology and each rule.
@pytest.mark.parametrize(
    ("topology", "rule"),
    [
        pytest.param(each, rule, id=f"{each!r}-{rule}", marks=[pytest.mark.long] if (i + j) % 3 else [])
        for i, each in enumerate(TINY)
        for j, rule in enumerate(FIRST_CLICKS)
    ],
)
def test_on_tiny_boards_it_is_the_definition(topology: Topology, rule: FirstClick) -> None:
    for mines in range(topology.size):
        assert chance(topology, mines, rule) == best_chance(topology, mines, rule), mines


@pytest.mark.parametrize("rule", FIRST_CLICKS)
def test_on_a_graph_without_any_symmetry(rule: FirstClick) -> None:
    graph = Topology.graph([[1, 2], [0, 2, 3], [0, 1, 4], [1, 4, 5], [2, 3], [3, 6], [5]])
    for mines in range(graph.size):
        assert chance(graph, mines, rule) == best_chance(graph, mines, rule), mines


@pytest.mark.long
def test_few_and_many_mines_on_larger_boards() -> None:
    for topology, few in ((Topology.square(2, 5), 3), (Topology.square(3, 4), 1)):
        for mines in (*range(few + 1), *range(topology.size - few - 1, topology.size)):
            assert chance(topology, mines, "safe") == best_chance(topology, mines, "safe"), (topology, mines)


@pytest.mark.parametrize(
    ("board", "limits", "message"),
    [
        ((9, 9, 10), {}, "too large"),
        ((7, 7, 20), {}, "too large"),
        ((5, 5, 4), {"memory": 800_000}, "memory"),
        ((5, 5, 6), {"time_limit": 0.05}, r"within 0\.05 seconds"),
    ],
)
def test_size_memory_and_time_are_bounded(
    board: tuple[int, int, int], limits: dict[str, Any], message: str
) -> None:
    with pytest.raises(sapper.BudgetError, match=message):
        sapper.optimum(board, "safe", **limits)


def test_a_board_without_a_safe_cell_is_an_error() -> None:
    with pytest.raises(sapper.GameError, match="needs a safe cell"):
        sapper.optimum((2, 2, 4), "safe")
