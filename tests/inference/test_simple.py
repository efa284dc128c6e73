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


@pytest.mark.parametrize(
    ("mark", "mines", "probability"),
    [(-1, 0, 0.0), (-1, 1, 1.0), (-2, 0, 0.0), (-2, 1, 1.0), (-4, 0, 0.0), (-4, 1, 1.0)],
)
@pytest.mark.parametrize("topology", [Topology.square(1, 1), Topology.torus(1), Topology.graph([[]])])
def test_one_hidden_cell(topology: Topology, mark: int, mines: int, probability: float) -> None:
    analysis = sapper.analyse(np.full(topology.shape, mark), mines, topology=topology)
    assert analysis.mine_probability.item() == probability
    (cell,) = topology
    assert analysis.mines == [cell] * mines
    assert analysis.safe == [cell] * (1 - mines)
    assert analysis.configurations == 1


def test_a_number_alone_in_the_middle() -> None:
    for mines in range(1, 16):
        for number in range(9):
            ways = math.comb(8, number) * math.comb(7, mines - number) if mines >= number else 0
            if not ways:
                continue
            analysis = analyse(f"....\n.{number}..\n....\n....", mines)
            assert analysis.configurations == ways
            assert analysis.mine_probability[0, 0] == pytest.approx(number / 8, rel=1e-9)
            assert analysis.mine_probability[3, 3] == pytest.approx((mines - number) / 7, rel=1e-9)


def test_all_mines_found_makes_the_sea_safe() -> None:
    analysis = analyse("1.\n..\n..\n2.\n..", 3)
    assert analysis.safe == []
    analysis = analyse("3.\n..\n..\n..\n..", 3)
    assert analysis.mines == [(0, 1), (1, 0), (1, 1)]
    assert analysis.safe == [(row, column) for row in (2, 3, 4) for column in (0, 1)]
    assert analysis.safest == (2, 0)
    assert (analysis.configurations, analysis.win_probability) == (1, 1)


def test_mines_for_every_cell_of_the_sea() -> None:
    analysis = analyse("1.\n..\n..\n..\n..", 7)
    assert analysis.mines == [(row, column) for row in (2, 3, 4) for column in (0, 1)]
    assert analysis.mine_probability[:2].ravel()[1:].tolist() == pytest.approx([1 / 3] * 3)
    assert analysis.safest == (0, 1)


def test_no_sea() -> None:
    analysis = analyse("1.\n..", 1)
    assert analysis.mine_probability.ravel()[1:].tolist() == pytest.approx([1 / 3] * 3, rel=1e-12)
    assert analysis.configurations == 3


def test_flags_and_question_marks_are_opinions() -> None:
    plain = analyse("1....\n.....\n..2..", 5)
    marked = sapper.analyse(Position([[1, -2, -4, -1, -2], [-2, -2, -1, -4, -4], [-1, -2, 2, -1, -2]], 5))
    assert np.array_equal(plain.mine_probability, marked.mine_probability, equal_nan=True)
    assert plain.configurations == marked.configurations


def test_trusted_flags_are_mines_and_not_revealed() -> None:
    position = Position([[1, -2, -1, -1], [-1, -1, -1, 1]], 2)
    analysis = sapper.analyse(position, trust_flags=True)
    assert analysis.mine_probability[0, 1] == 1
    assert (0, 1) in analysis.mines
    assert analysis.safe == [(1, 0), (1, 1)]
    uncertain = [analysis.mine_probability[cell] for cell in [(0, 2), (0, 3), (1, 2)]]
    assert uncertain == pytest.approx([1 / 3] * 3, rel=1e-12)
    assert sapper.analyse(position).mines == []


def test_exploded_mines_count_for_numbers_and_board() -> None:
    analysis = sapper.analyse(Position([[1, -3, -1, -1], [-1, -1, -1, -1]], 2))
    assert analysis.safe == [(1, 0), (1, 1)]
    assert analysis.configurations == 4
    assert math.isnan(analysis.mine_probability[0, 1])
    assert analysis.mine_probability[1, 3] == 0.25
    analysis = sapper.analyse(Position([[-3, -3, -1, -1]], 2))
    assert analysis.safe == [(0, 2), (0, 3)]


def test_the_best_cell_is_the_first_of_the_least_likely() -> None:
    analysis = analyse("........\n.1....1.\n........", 2)
    assert analysis.safest == (0, 3)
    assert analysis.safest_risk == 0
    analysis = analyse("..1...1..", 3)
    assert analysis.safest == (0, 0)
    check_against_reference(analysis.position)
