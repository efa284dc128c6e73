"""Topologies: neighbours from the geometry, graphs, and sizes and cells that are refused."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from support import topology_model
from support.strategies import graphs, offsets, regular_topologies, topologies

from sapper import BoardError, CellError, SapperError, Topology, reference
from sapper.board.topology import topology_by_name


@given(regular_topologies())
def test_neighbours_follow_from_the_geometry(topology: Topology) -> None:
    if topology.kind == "offsets" and (topology.name.startswith("offsets") or topology.wraps):
        return  # below
    assert [
        [topology.index(other) for other in topology.neighbours(cell)] for cell in topology
    ] == topology_model.neighbours(topology)


@given(offsets())
def test_neighbours_lie_some_steps_away(topology: Topology) -> None:
    steps, wrap = topology._engine.steps, topology.wraps
    rows, columns = topology.shape
    assert [
        [topology.index(other) for other in topology.neighbours(cell)] for cell in topology
    ] == reference.offsets(rows, columns, steps, wrap=wrap)
    assert topology_by_name(topology.name, topology.shape) == topology
    assert Topology.offsets(rows, columns, reversed(steps), wrap=wrap) == topology
    assert Topology.offsets(rows, columns, steps, wrap=not wrap) != topology


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ([], "at least one step"),
        ([(0, 1)], r"the step \(0, 1\) needs its opposite \(0, -1\)"),
        ([(0, 0)], r"\(0, 0\) leads from a cell to itself"),
        ([(0, 1), (0, -1), (0, 1)], r"\(0, 1\) is listed twice"),
        ([(0, 1001), (0, -1001)], "too long"),
        ([(0, 10**12), (0, -(10**12))], "too long"),
        ([(0, -(2**31))], "too long"),
        ([(-(2**31), -(2**31)), (2**31 - 1, 0)], "too long"),
        ([(0, i) for i in range(-500, 501) if i], "at most 900 neighbours, not 1000"),
        ([1, 2], "pairs of whole numbers"),
        ([(1.5, 2)], "pairs of whole numbers"),
        (None, "pairs of whole numbers"),
        ("knights", "did you mean 'knight'"),
    ],
)
def test_what_is_no_neighbourhood(steps: Any, text: str) -> None:
    with pytest.raises(BoardError, match=text):
        Topology.offsets(9, 9, steps)


def test_steps_that_would_give_every_cell_its_own_neighbours_are_bounded() -> None:
    steps = [(sign * i, sign * 700) for i in range(400, 600) for sign in (-1, 1)]
    with pytest.raises(BoardError, match="take too much memory on a board of this size"):
        Topology.offsets(1000, 1000, steps)
    assert Topology.offsets(20, 20, steps).max_degree == 0
    assert Topology.offsets(1000, 1000, [(500, 500), (-500, -500)]).max_degree == 1


def test_wrong_names_of_topologies() -> None:
    for name in ("offsets:\ud800", "\ud800/wrap", "offsets:\xff"):
        with pytest.raises(BoardError, match="unknown topology"):
            topology_by_name(name, (9, 9))
    for steps in ("", "1", "x,1", "1,0", "0,1/0,-1/", "0,1/0,-1 "):
        with pytest.raises(BoardError, match="step"):
            topology_by_name(f"offsets:{steps}", (9, 9))


@given(topologies())
def test_touching_is_mutual_and_no_cell_touches_itself(topology: Topology) -> None:
    cells = list(topology)
    assert len(cells) == topology.size
    for index, cell in enumerate(cells):
        assert (topology.index(cell), topology.cell(index), cell in topology) == (index, cell, True)
        neighbours = topology.neighbours(cell)
        assert cell not in neighbours
        assert len(set(neighbours)) == len(neighbours) <= topology.max_degree
        assert [topology.index(other) for other in neighbours] == sorted(map(topology.index, neighbours))
        assert all(cell in topology.neighbours(other) for other in neighbours)
    assert max(len(topology.neighbours(cell)) for cell in cells) == topology.max_degree


@given(topologies(), topologies())
def test_different_topologies_differ(one: Topology, other: Topology) -> None:
    def outline(topology: Topology) -> Any:
        return topology.name, topology.shape, [topology.neighbours(cell) for cell in topology]

    assert (one == other) == (outline(one) == outline(other))
    assert one != repr(one)


def test_kinds_differ_even_with_the_same_neighbours() -> None:
    assert Topology.square(1, 3) != Topology.hexagons(1, 3)
    assert Topology.square(2, 2) == Topology.grid(2, 2)


@given(graphs())
def test_a_graph_comes_from_lists_mappings_and_graph_objects(graph: Topology) -> None:
    lists: list[Any] = [graph.neighbours(cell) for cell in range(graph.size)]
    # As in networkx: an object whose mapping of mappings is in any order.
    network: Any = SimpleNamespace(adj={cell: dict.fromkeys(lists[cell]) for cell in range(graph.size)[::-1]})
    assert Topology.graph([list(reversed(around)) for around in lists]) == graph
    assert Topology.graph(dict(enumerate(lists))) == graph
    assert Topology.graph(network) == graph
    assert Topology.graph([np.array(around, dtype=np.int64) for around in lists]) == graph


@pytest.mark.parametrize(
    ("adjacency", "complaint"),
    [
        ([], "at least one cell"),
        ([[1], []], "cell 0 lists 1 as a neighbour, but cell 1 does not list 0"),
        ([[0]], "cell 0 is listed as its own neighbour"),
        ([[1, 1], [0, 0]], "cell 0 lists its neighbour 1 twice"),
        ([[2], [0]], "cell 0 has the neighbour 2, which is not a cell"),
        ([[-1], []], "cell 0 has the neighbour -1, which is not a cell"),
        ([[10**30], []], "too large"),
        ({0: [2], 2: [0]}, "1 is missing"),
        ([["a"]], "must list the numbers of every cell's neighbours"),
        ([1, 2], "must list the numbers of every cell's neighbours"),
        (7, "must list the numbers of every cell's neighbours"),
        ([list(range(1, 902)), *([0] for _ in range(901))], "at most 900 neighbours"),
    ],
)
def test_an_invalid_adjacency_is_refused(adjacency: Any, complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        Topology.graph(adjacency)


@pytest.mark.parametrize(
    ("shape", "complaint"),
    [
        ((), "1 to 6 dimensions, not 0"),
        ((2,) * 9, "1 to 6 dimensions, not 9"),
        ((0, 4), "at least one cell, not 0"),
        ((4, -1), "at least one cell, not -1"),
        ((2.5, 2), "a whole number, not 2.5"),
        (("3", 2), "a whole number, not '3'"),
        ((2**28 + 1, 1), "at most 268435456 cells"),
        ((10**9, 10**9, 10**9), "at most 268435456 cells"),
        ((10**30,), "too large"),
    ],
)
def test_impossible_sizes_are_refused_at_once(shape: tuple[Any, ...], complaint: str) -> None:
    for build in (Topology.grid, Topology.torus):
        with pytest.raises(BoardError, match=complaint):
            build(*shape)


@pytest.mark.parametrize(
    "cell", [(-1, 0), (0, -1), (3, 0), (0, 4), (0,), (0, 0, 0), 5, "ab", None, (0.0, 1), (), (True, False)]
)
def test_a_cell_outside_the_board_is_named(cell: Any) -> None:
    topology = Topology.square(3, 4)
    with pytest.raises(CellError) as refusal:
        topology.index(cell)
    assert repr(cell) in str(refusal.value)
    assert "(0, 0) to (2, 3)" in str(refusal.value)
    assert refusal.value.cell == cell
    assert cell not in topology
    assert isinstance(refusal.value, SapperError)
    assert isinstance(refusal.value, IndexError)


@pytest.mark.parametrize("cell", [-1, 2, (0,), "a", None, True, np.True_])
def test_the_cells_of_a_graph_are_integers(cell: Any) -> None:
    with pytest.raises(CellError, match="integers 0 to 1"):
        Topology.graph([[1], [0]]).index(cell)


def test_cells_may_be_numpy_integers() -> None:
    row, column, cell = np.array([1, 2, 1])  # typed as Any, as numpy's indices are
    assert Topology.square(3, 4).index((row, column)) == 6
    assert Topology.graph([[1], [0]]).index(cell) == 1


@pytest.mark.parametrize("index", [-1, 12, 2**70])
def test_an_index_outside_the_board_is_refused(index: int) -> None:
    with pytest.raises(CellError, match=f"no cell number {index}"):
        Topology.square(3, 4).cell(index)
