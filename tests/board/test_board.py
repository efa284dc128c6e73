"""Boards: the levels, and values that compare and hash."""

import copy
import dataclasses
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from support.strategies import boards, minefields, positions, topologies

from sapper import LEVELS, Board, BoardError, Minefield, Position, Topology


@pytest.mark.parametrize(
    ("name", "rows", "columns", "mines"),
    [("beginner", 9, 9, 10), ("intermediate", 16, 16, 40), ("expert", 16, 30, 99)],
)
def test_the_levels_are_what_everybody_plays(name: str, rows: int, columns: int, mines: int) -> None:
    board = Board.level(name)
    assert board == Board(Topology.square(rows, columns), mines) == Board.square(rows, columns, mines)
    assert board.density == mines / (rows * columns)
    assert name in LEVELS


def test_an_unknown_level_suggests_the_nearest() -> None:
    with pytest.raises(BoardError, match="unknown level 'experts': did you mean 'expert'"):
        Board.level("experts")
    with pytest.raises(BoardError, match="did you mean 'beginner'"):
        Board.level("Beginner")
    with pytest.raises(BoardError, match="level must be one of 'beginner', 'intermediate', 'expert', not 7"):
        Board.level(7)  # type: ignore[arg-type] # what a caller without a type checker may do


def test_the_levels_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        LEVELS["expert"] = Board.square(1, 1, 0)  # type: ignore[index] # the point of the test
    with pytest.raises(dataclasses.FrozenInstanceError):
        Board.level("expert").mines = 3  # type: ignore[misc] # the point of the test


NAMES = {"Board": Board, "Minefield": Minefield, "Position": Position, "Topology": Topology}
WITH_START = minefields().map(lambda mined: Minefield(mined[1], mined[0], first_cell=mined[0].cell(0)))


@given(topologies() | boards() | positions() | WITH_START)
@settings(max_examples=200)
def test_topologies_boards_positions_and_minefields_are_values(value: Any) -> None:
    for same in (
        eval(repr(value), dict(NAMES)),
        pickle.loads(pickle.dumps(value)),
        copy.copy(value),
        copy.deepcopy(value),
    ):
        assert same == value
        assert hash(same) == hash(value)
        assert repr(same) == repr(value)
    assert value != repr(value)
