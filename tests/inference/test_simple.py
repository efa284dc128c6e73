"""Positions whose truth is plain to see."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from support.truth import check_against_reference

import sapper
from sapper import Analysis, Position, Topology
from sapper.board.rules import FirstClick

TOPOLOGIES = [
    pytest.param(Topology.square(4, 5), id="square"),
    pytest.param(Topology.torus(4, 5), id="torus"),
    pytest.param(Topology.hexagons(4, 5), id="hexagons"),
    pytest.param(Topology.grid(2, 5, 2), id="grid"),
    pytest.param(Topology.graph([[i ^ 1] for i in range(20)]), id="graph"),
]


def analyse(text: str, mines: int) -> Analysis:
    return sapper.analyse(Position.from_text(text, mines, format="plain"))


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("mines", [0, 1, 7, 19, 20])
def test_no_numbers_at_all(topology: Topology, mines: int) -> None:
    hidden = np.full(topology.shape, -1)
    analysis = sapper.analyse(hidden, mines, topology=topology, rules="any")
    np.testing.assert_allclose(analysis.mine_probability, np.full(topology.shape, mines / 20), rtol=1e-12)
    assert analysis.configurations == math.comb(20, mines)
    assert analysis.log_configurations == pytest.approx(math.log(math.comb(20, mines)), rel=1e-14)
    cells = list(topology)
    assert analysis.safe == (cells if mines == 0 else [])
    assert analysis.mines == (cells if mines == 20 else [])
    assert analysis.safest == (None if mines == 20 else cells[0])
    if mines == 7:
        assert analysis.win_probability is None  # too many configurations to play out
    else:
        perfect = 1 if mines == 20 else sapper.optimum(sapper.Board(topology, mines), "any").win_probability
        assert analysis.win_probability == pytest.approx(perfect)


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("first_click", ["safe", "opening"])
def test_before_the_first_click_the_rules_protect_it(topology: Topology, first_click: FirstClick) -> None:
    board = sapper.Board(topology, 2)
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
    opened = sapper.analyse(hidden, 2, topology=topology, rules=first_click)
    assert opened.win_probability == sapper.analyse(hidden, 2, topology=topology, rules="any").win_probability


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize(("mark", "mines"), [(0, 0), (-3, 20)])
def test_nothing_hidden(topology: Topology, mark: int, mines: int) -> None:
    analysis = sapper.analyse(np.full(topology.shape, mark), mines, topology=topology)
    assert np.isnan(analysis.mine_probability).all()
    assert (analysis.configurations, analysis.log_configurations) == (1, 0)
    assert (analysis.safe, analysis.mines, analysis.safest) == ([], [], None)
    assert math.isnan(analysis.safest_risk)
    assert analysis.win_probability == 1


def test_the_best_cell_is_the_first_of_the_least_likely() -> None:
    analysis = analyse("........\n.1....1.\n........", 2)
    assert analysis.safest == (0, 3)
    assert analysis.safest_risk == 0
    analysis = analyse("..1...1..", 3)
    assert analysis.safest == (0, 0)
    check_against_reference(analysis.position)
