"""Positions that no minefield fits: the error names numbers that contradict each other, and no others."""

import re
from collections.abc import Collection
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import rest_long
from support.marks import positions_in_view, scatter
from support.sets import Stars
from support.strategies import positions
from support.truth import check_against_reference, marks_of, neighbours_of, truth_of

from sapper import ContradictionError, Position, PositionError, Topology, analyse, reference
from sapper.reference.truth import exploded_cells, hidden_cells


def possible(
    position: Position, numbers: Collection[int], mine_count: bool = True, trust_flags: bool = False
) -> bool:
    """Whether these numbers alone can be right. The other numbers only say that their cells are safe.

    Without the mine count, any number of mines will do.
    """
    marks = marks_of(position, trust_flags)
    silent = {cell for cell, mark in enumerate(marks) if mark >= 0 and cell not in numbers}
    # A cell that touches nothing and shows 0 says nothing.
    neighbours = [
        [] if cell in silent else [other for other in around if other not in silent]
        for cell, around in enumerate(neighbours_of(position.topology))
    ]
    marks = [0 if cell in silent else mark for cell, mark in enumerate(marks)]
    mines = position.board.mines
    if not mine_count:
        # As many more cells as are hidden, which touch nothing, take the remaining mines.
        hidden = len(hidden_cells(marks))
        neighbours += [[] for _ in range(hidden)]
        marks += [-1] * hidden
        mines = hidden + len(exploded_cells(marks))
    try:
        reference.solve(neighbours, marks, mines)
    except ValueError:
        return False
    return True


def check_conflict(position: Position, error: ContradictionError, trust_flags: bool = False) -> None:
    """Asserts that an error names a real conflict, from which nothing can be left out."""
    assert isinstance(error, PositionError)
    assert isinstance(error, ValueError)
    cells_named = {position.topology.index(cell) for cell in error.cells}
    assert error.cells == [position.topology.cell(index) for index in sorted(cells_named)]
    assert all(position[cell] >= 0 for cell in error.cells)
    assert error.cell == (error.cells[0] if error.cells else None)

    def alone(numbers: set[int]) -> bool:
        return possible(position, numbers, error.mine_count, trust_flags)

    assert not alone(cells_named)
    for number in cells_named:
        assert alone(cells_named - {number}), f"{position.topology.cell(number)} has no part in it"
    if error.mine_count:
        assert possible(position, cells_named, mine_count=False, trust_flags=trust_flags)
    check_message(position, error)


def check_message(position: Position, error: ContradictionError) -> None:
    """Asserts that the text names the cells, the first few at least, as people would look for them."""
    text = str(error)
    for cell in error.cells[:5]:
        assert f"the {position[cell]} at {position.topology.describe(cell)}" in text
    assert ("mine" in text and str(position.mines) in text) or not error.mine_count


def conflict_of(position: Position, trust_flags: bool = False) -> ContradictionError:
    with pytest.raises(ContradictionError) as refusal:
        analyse(position, trust_flags=trust_flags)
    check_conflict(position, refusal.value, trust_flags)
    return refusal.value


def check_any(position: Position, trust_flags: bool) -> None:
    """Asserts that an analysis is right, and of a contradiction that the error says why."""
    if truth_of(position, trust_flags) is None:
        conflict_of(position, trust_flags)
    else:
        check_against_reference(position, trust_flags)


@given(positions(), st.booleans())
def test_any_marks(position: Position, trust_flags: bool) -> None:
    check_any(position, trust_flags)


@given(positions_in_view(), st.booleans(), st.data())
def test_one_thing_wrong(
    view_and_mines: tuple[Position, frozenset[int]], trust_flags: bool, data: st.DataObject
) -> None:
    position, _ = view_and_mines
    marks, mines = position.marks.copy(), position.mines
    numbers: list[int] = np.flatnonzero(marks >= 0).tolist()
    change_a_number = data.draw(st.booleans())
    if numbers and change_a_number:
        at = data.draw(st.sampled_from(numbers))
        degree = len(position.topology.neighbours(position.topology.cell(at)))
        marks.flat[at] = data.draw(st.integers(0, degree))
    else:
        exploded = int((marks == -3).sum())
        mines = data.draw(st.integers(exploded, exploded + position.hidden))
    check_any(Position(marks, mines, position.topology), trust_flags)


LARGER = [
    pytest.param(Topology.square(16, 30), 99, id="expert"),
    pytest.param(Topology.torus(12, 12), 28, id="torus"),
    pytest.param(Topology.hexagons(12, 12), 30, id="hexagons"),
    pytest.param(Topology.grid(4, 4, 4), 8, id="cube"),
]


@pytest.mark.parametrize("open_share", rest_long([0.2, 0.6]))
@pytest.mark.parametrize(("topology", "mines"), LARGER)
def test_one_number_wrong_among_many(topology: Topology, mines: int, open_share: float) -> None:
    position = scatter(topology, mines, open_share, seed=mines)
    random = Random(mines)
    contradictions = 0
    for at in random.sample(np.flatnonzero(position.marks >= 0).tolist(), 4):
        for by in (-2, 2):
            marks = position.marks.copy()
            marks.flat[at] += by
            if not 0 <= marks.flat[at] <= len(topology.neighbours(topology.cell(at))):
                continue
            wrong = Position(marks, mines, topology)
            if truth_of(wrong) is None:
                error = conflict_of(wrong)
                contradictions += 1
                # Without the wrong number there is no conflict.
                assert error.mine_count or topology.cell(at) in error.cells
    assert contradictions


@pytest.mark.parametrize(
    ("position", "cells", "text"),
    [
        (Position([[1, -1, 0]], 1), [(0, 0), (0, 2)], "the 1 at row 0, column 0 (0-based)"),
        (Position([[1, 0, -1]], 0), [(0, 0)], "the 1 at row 0, column 0 (0-based)"),
        (Position([[1, 0, -1]], 0, "torus"), [(0, 0), (0, 1)], "the 0 at row 0, column 1 (0-based)"),
        (Position([[-3, 0, -1]], 1), [(0, 1)], "the 0 at row 0, column 1 (0-based)"),
        (Position([1, -1, 0], 1), [(0,), (2,)], "the 0 at cell (2,)"),
        (Position([[[1, -1, 0]]], 1), [(0, 0, 0), (0, 0, 2)], "the 0 at cell (0, 0, 2)"),
        (
            Position([1, -1, 0], 1, Topology.graph([[1], [0, 2], [1]])),
            [0, 2],
            "the 1 at cell 0; the 0 at cell 2",
        ),
    ],
)
def test_names_cells_as_the_topology_does(position: Position, cells: list[object], text: str) -> None:
    error = conflict_of(position)
    assert error.cells == cells
    assert not error.mine_count
    assert text in str(error)


def test_a_count_between_those_that_fit() -> None:
    # Stars of three hold one mine or three, so two hold 2, 4 or 6.
    for mines, fits in [(2, True), (3, False), (4, True), (5, False), (6, True)]:
        position = Stars([3, 3], 0, mines).position
        if fits:
            analyse(position)
        else:
            error = conflict_of(position)
            assert error.mine_count
            assert f"exactly {mines} mines" in str(error)


def test_the_bounds_in_the_text_are_true() -> None:
    for seed in range(10):
        position = scatter(Topology.square(5, 6), 9, 0.4, seed)
        fitting = [
            mines
            for mines in range(position.hidden + 1)
            if truth_of(Position(position.marks, mines, position.topology)) is not None
        ]
        for mines in {0, min(fitting) - 1, max(fitting) + 1, position.hidden} - set(fitting):
            if mines in range(position.hidden + 1):
                text = str(conflict_of(Position(position.marks, mines, position.topology)))
                bound = re.search(r"at (?:least|most) (\d+) mines", text)
                assert bound is not None
                assert int(bound[1]) == (min(fitting) if mines < min(fitting) else max(fitting))


def test_a_contradiction_on_a_large_board_is_reported_quickly() -> None:
    position = scatter(Topology.square(200, 200), 8000, 0.3, seed=1)
    marks = position.marks.copy()
    row, column = map(int, np.argwhere(marks == 1)[50])
    marks[row, column] = 7
    with pytest.raises(ContradictionError) as refusal:
        analyse(Position(marks, position.mines))
    assert (row, column) in refusal.value.cells
    assert len(refusal.value.cells) <= 6
