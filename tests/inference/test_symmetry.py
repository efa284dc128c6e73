"""The same position seen another way: turned, mirrored, shifted, renumbered."""

from __future__ import annotations

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
