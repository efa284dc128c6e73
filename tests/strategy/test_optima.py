"""Perfect play on small boards, against its definition."""

from fractions import Fraction
from typing import Any

import pytest
from support.expectimax import best_chance

import sapper
from sapper.board.rules import FirstClick

RULES: list[FirstClick] = ["safe", "opening", "any"]
SMALL = [
    sapper.Topology.square(3, 3),
    sapper.Topology.torus(3, 3),
    sapper.Topology.hexagons(2, 4),
    sapper.Topology.octagons(3, 3),
]


def chance(topology: sapper.Topology, mines: int, rule: FirstClick) -> Fraction:
    return sapper.optimum(sapper.Board(topology, mines), rule).fraction


# In the quick run, each topology and each rule.
@pytest.mark.parametrize(
    ("topology", "rule"),
    [
        pytest.param(
            topology, rule, id=f"{topology!r}-{rule}", marks=[] if (at + of) % 3 == 0 else [pytest.mark.long]
        )
        for at, topology in enumerate(SMALL)
        for of, rule in enumerate(RULES)
    ],
)
def test_on_tiny_boards_it_is_the_definition(topology: sapper.Topology, rule: FirstClick) -> None:
    for mines in range(topology.size):
        assert chance(topology, mines, rule) == best_chance(topology, mines, rule), mines


@pytest.mark.parametrize("rule", RULES)
def test_on_a_graph_without_any_symmetry(rule: FirstClick) -> None:
    graph = sapper.Topology.graph([[1, 2], [0, 2, 3], [0, 1, 4], [1, 4, 5], [2, 3], [3, 6], [5]])
    for mines in range(graph.size):
        assert chance(graph, mines, rule) == best_chance(graph, mines, rule), mines


@pytest.mark.long
def test_few_and_many_mines_on_larger_boards() -> None:
    for topology, few in ((sapper.Topology.square(2, 5), 3), (sapper.Topology.square(3, 4), 1)):
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
