"""What hypothesis draws: topologies, boards, rules, positions, minefields.

Hypothesis looks through a strategy when it first draws from it, which takes longer than to draw. So each is
made once.
"""

from collections.abc import Sequence
from functools import cache
from typing import get_args

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from sapper import Board, Minefield, Position, Rules, Topology
from sapper.board.rules import FirstClick, OnMine, Win
from sapper.board.topology import TOPOLOGY_NAMES, topology_by_name


@cache
def grids(most: int = 6) -> st.SearchStrategy[Topology]:
    """Square boards, and grids of one to four dimensions."""
    square = st.builds(Topology.square, st.integers(1, most), st.integers(1, most))
    other = st.lists(st.integers(1, 3), min_size=1, max_size=4).map(lambda shape: Topology.grid(*shape))
    return square | other


@cache
def regular_topologies(most: int = 6) -> st.SearchStrategy[Topology]:
    """Everything but graphs."""
    torus = st.lists(st.integers(1, 5), min_size=1, max_size=3).map(lambda shape: Topology.torus(*shape))
    sides = st.tuples(st.integers(1, most), st.integers(1, most))
    flat = st.builds(topology_by_name, st.sampled_from(TOPOLOGY_NAMES), sides)
    return grids(most) | torus | flat | offsets(most)


@cache
@st.composite
def offsets(draw: st.DrawFn, most: int = 6) -> Topology:
    """Any few steps with their opposites, on rows and columns with or without edges."""
    half = draw(st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 3)), min_size=1, max_size=4))
    steps = {(sign * down, sign * right) for down, right in half for sign in (-1, 1)} - {(0, 0)}
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    return Topology.offsets(rows, columns, sorted(steps) or "knight", wrap=draw(st.booleans()))


@cache
@st.composite
def graphs(draw: st.DrawFn, most: int = 14) -> Topology:
    """Any graph, edge by edge; now and then a star, whose middle may say more than 9."""
    size = draw(st.integers(1, most))
    if draw(st.booleans()):
        return Topology.graph([list(range(1, size)), *([0] for _ in range(1, size))])
    edges: Sequence[tuple[int, int]] = draw(_edges(size)) if size > 1 else []
    adjacency: list[list[int]] = [[] for _ in range(size)]
    for i, j in edges:
        adjacency[i].append(j)
        adjacency[j].append(i)
    return Topology.graph(adjacency)


@cache
def _edges(size: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    return st.lists(st.sampled_from([(i, j) for i in range(size) for j in range(i)]), unique=True)


@cache
def topologies(most: int = 6) -> st.SearchStrategy[Topology]:
    """Every kind."""
    return regular_topologies(most) | graphs()


@cache
@st.composite
def boards(draw: st.DrawFn, most: int = 6) -> Board:
    """Any board with a safe cell."""
    topology = draw(topologies(most))
    few = min(topology.size - 1, 1 + topology.size // 5)
    return Board(topology, draw(st.integers(0, few) | st.integers(0, topology.size - 1)))


@cache
@st.composite
def minefields(draw: st.DrawFn, most: int = 6) -> tuple[Topology, NDArray[np.bool_]]:
    """Where the mines are on any topology: few, many, none or all."""
    topology = draw(topologies(most))
    return topology, np.array(draw(_mine_lists(topology.size)), dtype=np.bool_).reshape(topology.shape)


@cache
def _mine_lists(size: int) -> st.SearchStrategy[list[bool]]:
    return st.lists(st.booleans() | st.just(False) | st.just(False), min_size=size, max_size=size)


@cache
def rules() -> st.SearchStrategy[Rules]:
    """Every combination."""
    return st.builds(
        Rules,
        st.sampled_from(get_args(FirstClick)),
        st.sampled_from(get_args(Win)),
        st.sampled_from(get_args(OnMine)),
        st.booleans(),
    )


@cache
@st.composite
def positions(draw: st.DrawFn, of: st.SearchStrategy[Topology] | None = None) -> Position:
    """Any well-formed position, possible or not."""
    topology = draw(topologies() if of is None else of)
    marks = np.array([draw(_marks(len(topology.neighbours(cell)))) for cell in topology], dtype=np.int16)
    least, most = int((marks == -3).sum()), int(((marks < 0) & (marks != -6)).sum())
    return Position(marks.reshape(topology.shape), draw(st.integers(least, most)), topology)


@cache
def _marks(most: int) -> st.SearchStrategy[int]:
    return st.integers(-4, most) | st.sampled_from([-1, -2, -6])


@st.composite
def square_minefields(draw: st.DrawFn, most: int = 9, *, start: bool = True) -> Minefield:
    """Any minefield on a small square board, with or without a cell to start at."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    is_mine = np.array(draw(st.lists(st.booleans(), min_size=rows * columns, max_size=rows * columns)))
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    return Minefield(is_mine.reshape(rows, columns), first_cell=draw(st.none() | cells) if start else None)
