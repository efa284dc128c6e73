"""Every count, probability and verdict against exact counting that shares no code with the engine."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cases import some_of
from support.marks import FLAG, HIDDEN, positions_in_view
from support.play import play
from support.strategies import boards, rules
from support.truth import check_against_reference, check_counts, marks_of, neighbours_of, truth_of

from sapper import Board, ContradictionError, Game, Position, Rules, Topology, analyse
from sapper.reference import Truth, enumerate_truth, solve

DATA = Path(__file__).parents[1] / "data"
EXACT = json.loads((DATA / "positions/exact.json").read_text(encoding="utf-8"))
CONFIGURATIONS = json.loads((DATA / "configurations.json").read_text(encoding="utf-8"))
ENUMERABLE = 18
"""Boards with so many cells or fewer are listed."""


@pytest.mark.parametrize("at", some_of(EXACT))
def test_positions_counted_by_others(at: int) -> None:
    """By the engine and by the reference."""
    entry = EXACT[at]
    position = Position("\n".join(entry["rows"]), entry["mines"])
    analysis, truth = analyse(position), truth_of(position)
    assert truth is not None
    assert analysis.configurations == truth.configurations == int(entry["configurations"])
    exact = np.array(entry["probability"], dtype=np.float64)  # null becomes nan
    np.testing.assert_allclose(analysis.mine_probability, exact, rtol=1e-9, atol=0)
    for certain in (0, 1):
        assert np.array_equal(analysis.mine_probability == certain, exact == certain)
    # Both are the double nearest to the exact fraction, so they are the same double.
    chances = [math.nan if chance is None else float(chance) for chance in truth.probability]
    assert np.array_equal(chances, exact.ravel(), equal_nan=True)


@pytest.mark.parametrize("at", some_of(CONFIGURATIONS))
def test_positions_that_keep_their_counts(at: int) -> None:
    """By the engine, and by the reference or a list of all placements."""
    entry = CONFIGURATIONS[at]
    if entry["topology"] == "graph":
        topology = Topology.graph(entry["adjacency"])
    else:
        topology = getattr(Topology, entry["topology"])(*entry["shape"])
    position = Position(np.reshape(entry["marks"], topology.shape), entry["mines"], topology)
    method = enumerate_truth if topology.size <= ENUMERABLE else solve
    question = neighbours_of(topology), marks_of(position), entry["mines"]
    configurations = int(entry["configurations"])
    if configurations == 0:
        with pytest.raises(ContradictionError):
            analyse(position)
        with pytest.raises(ValueError, match="no configuration fits"):
            method(*question)
        return
    counts: list[int | None] = [None] * topology.size
    for count, cells in entry["mine_configurations"].items():
        for cell in cells:
            counts[cell] = int(count)
    check_counts(analyse(position), counts, configurations)
    assert method(*question) == Truth(configurations, tuple(counts))


@given(positions_in_view())
def test_whatever_a_player_may_see(view_and_mines: tuple[Position, frozenset[int]]) -> None:
    check_against_reference(view_and_mines[0])


@given(positions_in_view(), st.data())
def test_trusted_flags(view_and_mines: tuple[Position, frozenset[int]], data: st.DataObject) -> None:
    position, mined = view_and_mines
    marks = position.marks.copy()
    all_right = data.draw(st.booleans())
    for at in np.flatnonzero(marks == FLAG).tolist():
        if all_right and at not in mined:
            marks.flat[at] = HIDDEN
    check_against_reference(Position(marks, position.mines, position.topology), trust_flags=True)


@settings(max_examples=50)
@given(boards(5), rules(), st.integers(0, 2**32))
def test_states_of_games(board: Board, played_by: Rules, seed: int) -> None:
    game = Game(board, played_by, seed=seed)
    for at, _ in enumerate(play(game, seed, most=12)):
        if at % 3 == 0:
            check_against_reference(game.position)
    check_against_reference(game.position)
