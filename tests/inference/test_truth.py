"""Every count, probability and verdict against exact counting that shares no code with the engine."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cases import some_of
from support.marks import FLAG, HIDDEN, positions_in_view, scatter
from support.play import play
from support.strategies import boards, rules
from support.truth import check, check_against_reference, check_counts, marks_of, neighbours_of, truth_of

from sapper import Board, ContradictionError, Game, Position, Rules, Topology, analyse
from sapper.reference import enumerate_truth

DATA = Path(__file__).parents[1] / "data"
EXACT = json.loads((DATA / "positions/exact.json").read_text(encoding="utf-8"))
CONFIGURATIONS = json.loads((DATA / "configurations.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("at", some_of(EXACT))
def test_positions_counted_by_others(at: int) -> None:
    entry = EXACT[at]
    analysis = analyse("\n".join(entry["rows"]), entry["mines"])
    assert analysis.configurations == int(entry["configurations"])
    exact = np.array(entry["probability"], dtype=np.float64)  # null becomes nan
    probability = analysis.mine_probability
    np.testing.assert_allclose(probability, exact, rtol=1e-9, atol=0)
    for certain in (0, 1):
        assert np.array_equal(probability == certain, exact == certain)


def position_of_entry(entry: dict[str, Any]) -> Position:
    if entry["topology"] == "graph":
        topology = Topology.graph(entry["adjacency"])
    else:
        topology = getattr(Topology, entry["topology"])(*entry["shape"])
    return Position(np.reshape(entry["marks"], topology.shape), entry["mines"], topology)


@pytest.mark.parametrize("at", some_of(CONFIGURATIONS))
def test_positions_that_keep_their_counts(at: int) -> None:
    entry = CONFIGURATIONS[at]
    position = position_of_entry(entry)
    configurations = int(entry["configurations"])
    if configurations == 0:
        with pytest.raises(ContradictionError):
            analyse(position)
        return
    counts: list[int | None] = [None] * position.topology.size
    for count, cells in entry["mine_configurations"].items():
        for cell in cells:
            counts[cell] = int(count)
    check_counts(analyse(position), counts, configurations)


@given(positions_in_view())
def test_whatever_a_player_may_see(seen: tuple[Position, frozenset[int]]) -> None:
    check_against_reference(seen[0])


@given(positions_in_view(), st.data())
def test_any_mine_count(seen: tuple[Position, frozenset[int]], data: st.DataObject) -> None:
    position, _ = seen
    exploded = int((position.marks == -3).sum())
    mines = data.draw(st.integers(exploded, exploded + position.hidden))
    check_against_reference(Position(position.marks, mines, position.topology))


@given(positions_in_view(), st.data())
def test_a_number_changed(seen: tuple[Position, frozenset[int]], data: st.DataObject) -> None:
    position, _ = seen
    numbers = [cell for cell in position.topology if position[cell] >= 0]
    marks = position.marks.copy()
    if numbers:
        cell = data.draw(st.sampled_from(numbers))
        degree = len(position.topology.neighbours(cell))
        marks.flat[position.topology.index(cell)] = data.draw(st.integers(0, degree))
    check_against_reference(Position(marks, position.mines, position.topology))


@given(positions_in_view(), st.data())
def test_trusted_flags(seen: tuple[Position, frozenset[int]], data: st.DataObject) -> None:
    position, mined = seen
    marks = position.marks.copy()
    all_right = data.draw(st.booleans())
    for at in np.flatnonzero(marks == FLAG).tolist():
        if all_right and at not in mined:
            marks.flat[at] = HIDDEN
    position = Position(marks, position.mines, position.topology)
    truth = truth_of(position, trust_flags=True)
    if truth is None:
        with pytest.raises(ContradictionError):
            analyse(position, trust_flags=True)
        return
    flagged = (marks == FLAG).ravel().tolist()
    counts = zip(flagged, truth.mine_configurations, strict=True)
    expected = [truth.configurations if flag else count for flag, count in counts]
    check_counts(analyse(position, trust_flags=True), expected, truth.configurations)


@settings(max_examples=50)
@given(boards(5), rules(), st.integers(0, 2**32))
def test_states_of_games(board: Board, played_by: Rules, seed: int) -> None:
    game = Game(board, played_by, seed=seed)
    for at, _ in enumerate(play(game, seed, most=12)):
        if at % 3 == 0:
            check_against_reference(game.position)
    check_against_reference(game.position)


def tiny() -> Iterator[Position]:
    """Positions small enough to look at every placement of the mines."""
    random = Random(1)
    shapes = [
        Topology.square(3, 4),
        Topology.torus(3, 4),
        Topology.hexagons(4, 3),
        Topology.grid(2, 2, 3),
        Topology.grid(2, 2, 2, 2),
        Topology.grid(13),
        Topology.graph([[(i + d) % 13 for d in (-3, -1, 1, 3)] for i in range(13)]),
    ]
    for topology in shapes:
        for _ in range(12):
            yield scatter(topology, random.randint(0, 6), random.random(), random.randrange(10**6))


@pytest.mark.parametrize("position", list(tiny()))
def test_plain_enumeration(position: Position) -> None:
    truth = enumerate_truth(neighbours_of(position.topology), marks_of(position), position.board.mines)
    check(analyse(position), truth)
