"""Arguments of the wrong kind are named, in Sapper's words."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sapper import (
    ArgumentError,
    Board,
    Cancel,
    GameError,
    Inference,
    Position,
    PositionError,
    Topology,
    analyse,
    analyse_many,
    optimum,
)

POSITION = Position([[1, -1], [-1, -1]], 1)
MANY = [[[1, -1], [-1, -1]]]
RAGGED: Any = [[[1, -1], [-1]]]

Call = Callable[[Any], object]

LIMITED: dict[str, Callable[..., object]] = {
    "analyse": lambda **limits: analyse(POSITION, **limits),
    "analyse_many": lambda **limits: analyse_many(MANY, 1, **limits),
    "count_configurations": lambda **limits: analyse(POSITION).count_configurations(**limits),
    "optimum": lambda **limits: optimum(Board.square(2, 2, 1), **limits),
}
TRUSTING: dict[str, Call] = {
    "analyse": lambda flag: analyse(POSITION, trust_flags=flag),
    "analyse_many": lambda flag: analyse_many(MANY, 1, trust_flags=flag),
    "Inference": lambda flag: Inference(POSITION, trust_flags=flag),
}


@pytest.mark.parametrize("call", LIMITED.values(), ids=LIMITED)
def test_limits(call: Callable[..., object]) -> None:
    for wrong in ("3", [1], np.array([1, 2]), 1j, True, math.inf, math.nan, -1):
        with pytest.raises(ArgumentError, match="time_limit must be a number of seconds from 0, not"):
            call(time_limit=wrong)
    for no_cancel in (3, "stop", Cancel):
        with pytest.raises(ArgumentError, match=r"cancel must be a sapper\.Cancel or None, not"):
            call(cancel=no_cancel)
    for right in (9, 9.0, np.float64(9)):
        call(time_limit=right, cancel=Cancel())


@pytest.mark.parametrize("call", TRUSTING.values(), ids=TRUSTING)
def test_switches(call: Call) -> None:
    for wrong in (None, 1, "yes", np.array([1, 2])):
        with pytest.raises(ArgumentError, match="trust_flags must be True or False, not"):
            call(wrong)


def test_ragged_marks_and_mines() -> None:
    for call in (lambda: Position(RAGGED[0], 1), lambda: analyse(RAGGED[0], 1)):
        with pytest.raises(PositionError, match=r"row 1 \(0-based\) has 1 cell, but row 0 has 2"):
            call()
    with pytest.raises(PositionError, match="all rows of a position must have the same number of cells"):
        analyse_many(RAGGED, 1)
    ragged: Any = [[1], [1, 2]]
    with pytest.raises(PositionError, match="mines must be one number or 1 of them"):
        analyse_many(MANY, ragged)


@pytest.mark.parametrize("wrong", [2.5, "4", [1], np.array([1, 2])], ids=repr)
def test_how_many_threads(wrong: Any) -> None:
    with pytest.raises(ArgumentError, match="threads must be a whole number, not"):
        analyse_many(MANY, 1, threads=wrong)
    with pytest.raises(ArgumentError, match="threads must be from 1 to 1024, not 0"):
        analyse_many(MANY, 1, threads=0)


def test_more_threads_than_work() -> None:
    assert len(analyse_many(MANY * 3, 1, threads=1000)) == 3


def test_the_mines_and_the_topology_of_a_position() -> None:
    wrong: Any = np.array([1, 2])
    with pytest.raises(PositionError, match="mines must be a whole number, not"):
        analyse(POSITION, wrong)
    with pytest.raises(PositionError, match="unknown topology"):
        analyse([[-1]], 1, topology=wrong)
    with pytest.raises(PositionError, match=r"is on Topology\.square\(2, 2\), not on 'torus'"):
        analyse(POSITION, topology="torus")
    assert (
        analyse(POSITION, topology="square").safest
        == analyse(POSITION, topology=Topology.square(2, 2)).safest
    )


@pytest.mark.parametrize("wrong", [None, 2, {}, [POSITION]], ids=repr)
def test_what_an_inference_is_given(wrong: Any) -> None:
    with pytest.raises(PositionError, match=r"a position must be .*, not|list of positions"):
        Inference(wrong)
    inference = Inference(POSITION)
    with pytest.raises(GameError, match=r"an inference follows a sapper\.Game, not"):
        inference.follow(wrong)
    with pytest.raises(PositionError, match="number must be a whole number, not '1'"):
        inference.reveal((0, 1), "1")  # type: ignore[arg-type]


def test_how_much_memory() -> None:
    board = Board.square(2, 2, 1)
    wrong: Any
    for wrong in (None, 1.5, "1 GB", [1]):
        with pytest.raises(ArgumentError, match="memory must be a whole number, not"):
            optimum(board, memory=wrong)
    for wrong in (-1, 0, 10**5000):
        with pytest.raises(ArgumentError, match=r"memory must be from 1 to 2\^64 - 1, not"):
            optimum(board, memory=wrong)
    assert optimum(board, memory=2**64 - 1) == optimum(board)
