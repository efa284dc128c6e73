"""Positions as values, and marks that are refused with the cell that is wrong."""

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from support.strategies import positions

from sapper import Minefield, Position, PositionError, SapperError, Topology

SMALL = [[1, -1, -2], [1, 2, -4]]


def test_unsigned_integers_will_do_for_numbers() -> None:
    assert Position(np.zeros((2, 2), dtype=np.uint64), 0).marks.tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize(
    ("marks", "mines", "topology", "complaint", "cell"),
    [
        ([[1, -1], [4, 1]], 1, None, r"row 1, column 0 \(0-based\): the number is 4, but", (1, 0)),
        ([[1, -5]], 1, None, r"row 0, column 1 \(0-based\): -5 is not a mark", (0, 1)),
        ([[1, 40_000]], 1, None, r"row 0, column 1 \(0-based\): 40000 is not a mark", (0, 1)),
        ([[3, -1]], 1, Topology.torus(1, 2), "row 0, column 0 .* the cell has 1 neighbour$", (0, 0)),
        ([[[9, -1]]], 1, None, r"cell \(0, 0, 0\): the number is 9", (0, 0, 0)),
        ([-1, 2], 1, Topology.graph([[1], [0]]), "cell 1: the number is 2", 1),
        ([[-1, -1], [-1]], 1, None, r"row 1 \(0-based\) has 1 cell, but row 0 has 2", None),
        ([[[1], [1]], [[1], 2]], 1, None, "all rows", None),
        ([[1, -1]], 2, None, "2 mines but only 1 cell that", None),
        ([[1, -1]], -1, None, "2 cells cannot hold -1 mines", None),
        ([[1, -1]], 1.0, None, "`mines` must be a whole number, not 1.0", None),
        ([[-3, -3, 1]], 1, None, "2 exploded mines but has only 1", None),
        ([[1.5, -1.0]], 1, None, r"whole numbers, but number 0, 0 \(0-based\) is 1.5", None),
        ([["1", "."]], 1, None, "whole numbers", None),
        ([[True, False]], 1, None, "whole numbers, not bool", None),
        ([], 1, None, "at least one cell", None),
        (3, 1, None, "an array of marks, not 3", None),
        ([[1, -1]], 1, Topology.square(2, 1), r"shape \(1, 2\) do not fit a board of shape \(2, 1\)", None),
        ([[1, -1]], 1, "tours", "unknown topology 'tours': did you mean 'torus'", None),
        ([1, -1], 1, "hexagons", r"has rows and columns, but the shape is \(2,\)", None),
        (np.full((1,) * 9, -1), 1, None, "1 to 6 dimensions", None),
    ],
)
def test_malformed_marks_are_refused_and_located(
    marks: Any, mines: Any, topology: Any, complaint: str, cell: Any
) -> None:
    with pytest.raises(PositionError, match=complaint) as refusal:
        Position(marks, mines, topology)
    assert refusal.value.cell == cell
    assert isinstance(refusal.value, SapperError)
    assert isinstance(refusal.value, ValueError)


def test_a_position_is_not_iterated_by_accident() -> None:
    with pytest.raises(TypeError, match="not iterable"):
        list(Position(SMALL, 2))  # type: ignore[call-overload] # the point of the test


@given(positions())
def test_a_changed_position_differs(position: Position) -> None:
    assert position != position.marks.tolist()
    marks = np.array(position.marks)
    marks.flat[0] = -2 if marks.flat[0] == -1 else -1
    if (marks == -3).sum() <= position.mines <= (marks < 0).sum():
        assert Position(marks, position.mines, position.topology) != position


def test_the_error_pickles_with_its_cell() -> None:
    error = pickle.loads(pickle.dumps(PositionError("no", (1, 2))))
    assert (str(error), error.cell) == ("no", (1, 2))


def test_the_repr_of_a_huge_position_is_short() -> None:
    assert repr(Position(np.full((200, 300), -1), 7)) == "<Position on a grid of 200 x 300 cells, 7 mines>"


def test_an_array_of_a_position_has_its_marks() -> None:
    position = Position("1.\nF2", 2)
    marks = np.asarray(position)
    assert np.shares_memory(marks, position.marks)
    assert not marks.flags.writeable
    assert np.asarray(position, dtype=np.float64).tolist() == [[1, -1], [-2, 2]]
    copy = np.array(position)
    copy[0, 0] = 5  # does not change the position
    assert position[0, 0] == 1
    assert (np.asarray(position) == -1).sum() == 1
    assert Position(np.asarray(position), 2) == position
    batch: Any = [position, position]
    assert np.array(batch).shape == (2, 2, 2)
    game = Minefield([(0, 0)], Topology.square(2, 2)).game()
    assert np.array_equal(np.asarray(game), game.position.marks)
    assert np.array(game, dtype=float).dtype == np.float64
