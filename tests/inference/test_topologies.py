"""Positions of many components on every topology, against the reference; and the components themselves."""

import random
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import rest_long
from support.marks import scatter
from support.optional import not_none
from support.strategies import positions
from support.truth import check, truth_of

import sapper
from sapper import Board, ContradictionError, Game, Position, Rules, Topology, analyse
from sapper.inference.components import anatomy_of, sweep_of


def random_graph(size: int, edges: int) -> Topology:
    """A graph that is likely to have cells without neighbours, and several separate parts."""
    random = Random(size)
    touching: list[set[int]] = [set() for _ in range(size)]
    for _ in range(edges):
        one, other = random.sample(range(size), 2)
        touching[one].add(other)
        touching[other].add(one)
    return Topology.graph(list(map(sorted, touching)))


def ladder(rungs: int) -> Topology:
    size = 2 * rungs
    return Topology.graph([[j for j in (i - 2, i ^ 1, i + 2) if 0 <= j < size] for i in range(size)])


def islands(sizes: list[int]) -> Topology:
    """Complete graphs that do not touch each other."""
    adjacency: list[list[int]] = []
    for size in sizes:
        first = len(adjacency)
        adjacency += [[first + j for j in range(size) if j != i] for i in range(size)]
    return Topology.graph(adjacency)


# Small enough that the reference takes milliseconds, large enough for many components: topology and mines.
BOARDS = [
    pytest.param(Topology.square(9, 9), 10, id="beginner"),
    pytest.param(Topology.square(16, 16), 40, id="intermediate"),
    pytest.param(Topology.square(3, 60), 45, id="strip"),
    pytest.param(Topology.torus(9, 8), 12, id="torus"),
    pytest.param(Topology.torus(4, 3, 4), 6, id="torus of three dimensions"),
    pytest.param(Topology.torus(70), 25, id="circle"),
    pytest.param(Topology.hexagons(11, 12), 30, id="hexagons"),
    pytest.param(Topology.octagons(11, 12), 30, id="octagons"),
    pytest.param(Topology.offsets(11, 12, "knight"), 30, id="knight"),
    pytest.param(Topology.offsets(9, 10, [(0, 1), (0, -1), (2, 0), (-2, 0)], wrap=True), 25, id="steps"),
    pytest.param(Topology.grid(80), 30, id="line"),
    pytest.param(Topology.grid(4, 4, 4), 8, id="cube"),
    pytest.param(Topology.grid(3, 2, 3, 3), 6, id="four dimensions"),
    pytest.param(ladder(30), 20, id="ladder"),
    pytest.param(random_graph(90, 90), 25, id="sparse graph"),
    pytest.param(random_graph(40, 100), 8, id="dense graph"),
    pytest.param(islands([1, 1, 2, 3, 5, 8, 13, 21, 1, 4, 4]), 20, id="islands"),
]


@pytest.mark.parametrize("open_share", rest_long([0.4, 0.05, 0.15, 0.8]))
@pytest.mark.parametrize(("topology", "mines"), BOARDS)
def test_numbers_here_and_there(topology: Topology, mines: int, open_share: float) -> None:
    for seed in range(3):
        position = scatter(topology, mines, open_share, seed)
        check(analyse(position), not_none(truth_of(position)))


@pytest.mark.parametrize(("topology", "mines"), BOARDS)
def test_a_game_of_least_risk(topology: Topology, mines: int) -> None:
    # Guesses at the edge of the known: the positions that people want analysed.
    game = Game(Board(topology, mines), rules=Rules(first_click="safe", on_mine="continue"), seed=mines)
    game.open(topology.cell(topology.size // 3))
    while game.status == "playing":
        analysis, truth = analyse(game.position), truth_of(game.position)
        assert truth is not None
        check(analysis, truth)
        for cell in analysis.safe or [not_none(analysis.safest)]:
            if game.position[cell] == -1:
                game.open(cell)


def answers_as_bytes(position: Position, trust_flags: bool) -> list[bytes]:
    """The probabilities and the number of configurations to the last bit; the cells of a contradiction."""
    try:
        analysis = analyse(position, trust_flags=trust_flags)
    except ContradictionError as error:
        return [bytes(map(position.topology.index, error.cells))]
    return [analysis.mine_probability.tobytes(), np.float64(analysis.log_configurations).tobytes()]


@given(positions(of=st.builds(Topology.square, st.integers(1, 9), st.integers(1, 9))), st.booleans())
def test_a_square_board_says_the_same_as_its_graph(position: Position, trust_flags: bool) -> None:
    # The engine reads the marks of a square board a word of cells at a time, and those of others one by one.
    cells = position.topology
    graph = Topology.graph([[cells.index(other) for other in cells.neighbours(cell)] for cell in cells])
    same = Position(position.marks.ravel(), position.mines, graph)
    assert answers_as_bytes(position, trust_flags) == answers_as_bytes(same, trust_flags)


@pytest.mark.parametrize("topology", ["square", "torus", "hexagons"])
@pytest.mark.parametrize("seed", range(5))
def test_components_are_what_constraints_tie_together(topology: str, seed: int) -> None:
    board = sapper.Board(getattr(sapper.Topology, topology)(9, 11), 20)
    game = sapper.Game(board, seed=seed)
    chance = random.Random(seed)
    game.open(4, 5)
    while game.status == "playing" and chance.random() < 0.8:
        game.open(*divmod(chance.randrange(99), 11))
    view = game.position
    if game.status != "playing":
        return
    anatomy = anatomy_of(view)
    certain = set(anatomy.safe) | set(anatomy.mines)
    analysis = sapper.analyse(view)
    assert set(anatomy.safe) <= set(analysis.safe)
    assert set(anatomy.mines) <= set(analysis.mines)
    constraints = {
        cell: frozenset(
            near for near in board.topology.neighbours(cell) if view[near] < 0 and near not in certain
        )
        for cell in board.topology
        if view[cell] >= 0
    }
    live = {cell: cells for cell, cells in constraints.items() if cells}
    for component in anatomy.components:
        assert {cell for number in component.numbers for cell in live[number]} == set(component.cells)
        for group in component.sweep:
            under = [{number for number, cells in live.items() if cell in cells} for cell in group]
            assert all(numbers == under[0] for numbers in under)
    places = [cell for component in anatomy.components for cell in component.cells]
    assert len(places) == len(set(places))
    assert set(places) == set().union(*live.values())
    assert anatomy.sea == view.hidden - len(certain) - len(places)


def test_a_sweep_is_the_anatomy_as_maps() -> None:
    view = sapper.Game("expert", seed=3)
    view.open(8, 8)
    anatomy, maps = anatomy_of(view.position), sweep_of(view.position)
    assert len(anatomy.components) == len(maps.lengths) > 0
    steps = 0
    for number, component in enumerate(anatomy.components):
        assert maps.lengths[number] == len(component.sweep)
        for step, group in enumerate(component.sweep):
            for cell in group:
                assert (maps.component[cell], maps.step[cell]) == (number, step)
                steps += 1
    assert (maps.component >= 0).sum() == (maps.step >= 0).sum() == steps
