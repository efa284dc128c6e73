"""Hints where numbers are too entangled to be counted: true, and honest about what they may have missed."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from support.any_topology import EACH_KIND, KINDS, random_positions
from support.cases import rest_long
from support.hints_check import by_index, check_deduction
from support.lattices import fours, lattice
from support.optional import not_none
from support.strategies import positions

from sapper import BudgetError, ContradictionError, Hint, Position, _engine, analyse, hint

explain = _engine.explain


@pytest.fixture
def small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the engine count hardly anything."""
    monkeypatch.setattr(_engine, "explain", lambda it, limit, cancel, **_: explain(it, limit, cancel, 40))


def check_true(result: Hint) -> int:
    """Asserts that everything found is certain and found once. Returns how many certain cells were missed."""
    analysis = analyse(result.position)
    safe = [cell for deduction in result.deductions for cell in deduction.safe]
    mines = [cell for deduction in result.deductions for cell in deduction.mines]
    assert len(set(safe)) == len(safe)
    assert len(set(mines)) == len(mines)
    assert set(safe) <= set(analysis.safe)
    assert set(mines) <= set(analysis.mines)
    cells_missed = len(analysis.safe) + len(analysis.mines) - len(safe) - len(mines)
    assert cells_missed == 0 or not result.complete
    return cells_missed


@pytest.mark.parametrize("kind", rest_long(KINDS[::-1]))
@pytest.mark.usefixtures("small_budget")
def test_what_is_found_without_counting_is_true_and_minimal(kind: str) -> None:
    incomplete = cells_missed = 0
    for position in random_positions(kind, 300, seed=15):
        result = hint(position)
        cells_missed += check_true(result)
        incomplete += not result.complete
        conclusions: dict[int, bool] = {}
        for deduction in result.deductions:
            check_deduction(position, deduction, conclusions)
            conclusions.update(by_index(position, deduction.claims))
    assert incomplete > 0
    assert cells_missed > 0


@settings(max_examples=60)
@given(positions())
def test_any_position_gets_a_hint_or_a_contradiction_without_counting(position: Position) -> None:
    try:
        result = explain(position._engine, None, None, 40)
    # To find why a count is impossible takes counting.
    except (_engine.Contradiction, _engine.BudgetExceeded):
        with pytest.raises(ContradictionError):
            analyse(position)
    else:
        try:
            truth = analyse(position)
        except ContradictionError:
            assert not result.complete  # it was not found
        else:
            cell = position.topology.cell
            assert {cell(index) for each in result.deductions for index in each.safe} <= set(truth.safe)


@pytest.mark.long
def test_a_large_lattice_gets_a_hint_that_says_it_is_incomplete() -> None:
    position = lattice(22, 22, density=0.35)
    result = hint(position)
    analysis = analyse(position)
    assert not analysis.exact
    assert not result.complete
    assert {cell for deduction in result.deductions for cell in deduction.safe} >= set(analysis.safe)
    assert {cell for deduction in result.deductions for cell in deduction.mines} >= set(analysis.mines)
    assert result.text == not_none(result.deduction).text


@pytest.mark.long
def test_a_lattice_without_certain_cells_says_that_there_may_be_some() -> None:
    result = hint(fours(31, 31, 300))
    assert result.deductions == ()
    assert not result.complete
    assert not result.exact
    assert result.guess is not None
    assert result.text.startswith(
        "This position is too large or too entangled to count. No certainly safe cell was found, but there "
        "may be one. The best guess is row "
    )
    assert ", with a risk of about " in result.text


def test_a_lattice_too_large_for_estimates_gets_a_guess() -> None:
    position = fours(241, 241, 20000)
    with pytest.raises(BudgetError):
        analyse(position)
    result = hint(position)
    assert position[not_none(result.guess).cell] == -1
    assert not result.exact


def test_the_time_limit_is_kept_on_entangled_positions() -> None:
    with pytest.raises(BudgetError, match=r"the search for hints did not finish within 0\.001 seconds"):
        hint(lattice(60, 60, density=0.5), time_limit=0.001)


@pytest.mark.parametrize("kind", EACH_KIND)
def test_a_search_that_ends_early_has_found_the_first_deductions(kind: str) -> None:
    stops = 0
    for position in random_positions(kind, 40, seed=16):
        whole = explain(position._engine)
        for looks in (1, 1_000, 10_000):
            result = explain(position._engine, looks=looks)
            parts = list(map(parts_of, result.deductions))
            assert parts == list(map(parts_of, whole.deductions))[: len(result)]
            assert not result.complete or (whole.complete and len(result) == len(whole))
            stops += len(result) < len(whole)
    assert stops > 0


def parts_of(deduction: _engine.Deduction) -> tuple[object, ...]:
    return (deduction.rule, deduction.safe, deduction.mines, deduction.numbers, deduction.given)


HARD = """
0000000000
0000012210
00.1....10
001.....10
00...4.000
00.2...000
0001221000
0000000000
"""
"""The last deduction takes cases."""


def with_copies_of_a_hard_position(size: int) -> Position:
    """Copies 40 cells apart. Each takes a look at the whole board."""
    marks = Position(HARD.strip()).marks
    rows, columns = marks.shape
    return Position(np.tile(np.pad(marks, ((0, 40 - rows), (0, 40 - columns))), (size // 40, size // 40)))


def test_a_hint_without_limits_is_bounded() -> None:
    for size, complete in ((200, True), (1000, False)):
        result = hint(with_copies_of_a_hard_position(size))
        hard = sum(each.rule == "cases" for each in result.deductions)
        assert result.complete == complete
        assert (hard == (size // 40) ** 2) == complete
        assert hard > 0


def test_deductions_that_nobody_reads_take_no_memory_in_python() -> None:
    hint(HARD.strip())  # reads the sentences
    position = with_copies_of_a_hard_position(400)
    tracemalloc.start()
    try:
        result = hint(position)
        assert result.deduction is not None
        assert (result.deduction.rule, result.difficulty) == ("single", "cases")
        assert result.explain(result.deduction) == result.text
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert len(result.deductions) > 1_000
