"""The same position seen another way: turned, mirrored, shifted, renumbered."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from support.marks import positions_seen, scattered
from support.truth import neighbours_of

from sapper import Analysis, Position, Topology, analyse

Array = NDArray[Any]


def certain(analysis: Analysis) -> tuple[Array, Array]:
    """For every cell, in order, whether it is certainly a mine; and whether it is certainly safe."""
    topology = analysis.position.topology
    among = np.arange(topology.size)
    mines, safe = (list(map(topology.index, cells)) for cells in (analysis.mines, analysis.safe))
    return np.isin(among, mines), np.isin(among, safe)


def check_view(position: Position, view: Array, topology: Topology) -> None:
    """Asserts that a position looks the same when cell `view[i]` becomes cell i of another topology."""
    order = view.ravel()
    one = analyse(position)
    marks = position.marks.ravel()[order].reshape(topology.shape)
    other = analyse(Position(marks, position.mines, topology))
    np.testing.assert_allclose(
        other.mine_probability.ravel(), one.mine_probability.ravel()[order], rtol=1e-12, atol=0
    )
    for of_one, of_other in zip(certain(one), certain(other), strict=True):
        assert np.array_equal(of_other, of_one[order])
    assert other.configurations == one.configurations
    assert other.log_configurations == pytest.approx(one.log_configurations, rel=1e-12, abs=1e-12)
    assert other.safest_risk == pytest.approx(one.safest_risk, rel=1e-12, nan_ok=True)


def numbered(*shape: int) -> Array:
    return np.arange(np.prod(shape)).reshape(shape)


SQUARE: dict[str, Callable[[Array], Array]] = {
    "transposed": lambda cells: cells.T,
    "upside down": lambda cells: cells[::-1],
    "left to right": lambda cells: cells[:, ::-1],
    "half a turn": lambda cells: cells[::-1, ::-1],
    "a quarter turn": np.rot90,
    "three quarters": lambda cells: np.rot90(cells, 3),
    "other diagonal": lambda cells: np.rot90(cells, 2).T,
}


@pytest.mark.parametrize("turn", SQUARE.values(), ids=SQUARE)
def test_the_square_board_turned_and_mirrored(turn: Callable[[Array], Array]) -> None:
    for seed, (rows, columns, mines) in enumerate([(9, 9, 10), (16, 30, 99), (5, 40, 40), (12, 7, 30)]):
        view = turn(numbered(rows, columns))
        for opened in (0.1, 0.3, 0.7):
            position = scattered(Topology.square(rows, columns), mines, opened, seed)
            check_view(position, view, Topology.square(*view.shape))


@pytest.mark.parametrize("shift", [(1, 0), (0, 5), (4, 3)])
def test_a_torus_shifted(shift: tuple[int, int]) -> None:
    view = np.roll(numbered(9, 11), shift, (0, 1))
    for seed in range(4):
        position = scattered(Topology.torus(9, 11), 20, 0.3, seed)
        check_view(position, view, position.topology)


def test_hexagons_turned_and_mirrored() -> None:
    for seed in range(4):
        position = scattered(Topology.hexagons(8, 11), 18, 0.3, seed)
        check_view(position, numbered(8, 11)[::-1, ::-1], position.topology)
        position = scattered(Topology.hexagons(9, 11), 20, 0.3, seed)
        check_view(position, numbered(9, 11)[::-1], position.topology)


@pytest.mark.parametrize("axes", [(1, 0, 2), (2, 0, 1), (0, 2, 1)])
def test_a_cube_seen_along_another_axis(axes: tuple[int, int, int]) -> None:
    for seed in range(4):
        position = scattered(Topology.grid(3, 4, 6), 10, 0.2, seed)
        view = numbered(3, 4, 6).transpose(axes)
        check_view(position, view, Topology.grid(*view.shape))


@settings(max_examples=60)
@given(positions_seen(), st.randoms(use_true_random=False))
def test_any_board_as_a_graph_in_any_order(seen: tuple[Position, frozenset[int]], random: Random) -> None:
    position, _ = seen
    neighbours = neighbours_of(position.topology)
    order = list(range(len(neighbours)))
    random.shuffle(order)
    place = {cell: at for at, cell in enumerate(order)}
    shuffled = [[place[other] for other in neighbours[cell]] for cell in order]
    check_view(position, np.array(order), Topology.graph(shuffled))


def test_the_expert_board_as_a_graph() -> None:
    for seed in range(3):
        position = scattered(Topology.square(16, 30), 99, 0.3, seed)
        check_view(position, numbered(480), Topology.graph(neighbours_of(position.topology)))
