"""Every count, probability and verdict against exact counting that shares no code with the engine."""

import json
import math
from collections.abc import Callable
from fractions import Fraction
from math import comb, isnan
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cases import some_of
from support.marks import FLAG, HIDDEN, positions_in_view
from support.play import play
from support.sets import letter_position
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


Counts = tuple[int, list[Fraction | float | None]]
Solver = Callable[[Position], Counts]


def by_engine(position: Position) -> Counts:
    analysis = analyse(position)
    risks = analysis.mine_probability.ravel().tolist()
    return analysis.configurations, [None if isnan(risk) else risk for risk in risks]


def by_reference(position: Position) -> Counts:
    assert position.mines is not None
    truth = solve(neighbours_of(position.topology), position.marks.ravel().tolist(), position.mines)
    return truth.configurations, list(truth.probability)


@pytest.fixture(params=[by_engine, by_reference])
def solver(request: pytest.FixtureRequest) -> Solver:
    solver: Solver = request.param
    return solver


def certain(solver: Solver, sets: dict[str, int], mines: int, more: str = "") -> tuple[str, str]:
    """The safe letters and the mined ones."""
    position, letters = letter_position(sets, mines, more)
    risks = dict(zip(letters, solver(position)[1], strict=False))
    by_risk = {risk: "".join(each for each in letters if risks[each] == risk) for risk in (0, 1)}
    return by_risk[0], by_risk[1]


def test_fewer_mines_on_the_frontier_are_likelier_by_the_ratio_of_the_seas(solver: Solver) -> None:
    # Fifteen 1s along the top edge leave one arrangement with 5 mines and two with 6, and a sea of 224 cells.
    configurations, risks = solver(Position([[1] * 15 + [-1]] + [[-1] * 16] * 15, 40))
    five, six = comb(224, 35), comb(224, 34)
    assert configurations == five + 2 * six
    assert round(five / six, 1) == 5.4
    with_five, with_six = Fraction(five, five + 2 * six), Fraction(six, five + 2 * six)
    assert risks[16 + 1] == pytest.approx(with_five, rel=1e-9)
    assert [risks[15], risks[16 + 15]] == pytest.approx([with_six] * 2, rel=1e-9)
    assert risks[-1] == pytest.approx((35 * with_five + 2 * 34 * with_six) / 224, rel=1e-9)


def test_four_by_four(solver: Solver) -> None:
    configurations, risks = solver(Position.from_text("3.2.\n....\n3...\n1..0", 4, format="plain"))
    risks_by_name = dict(zip("ABCDEFGHIJKLMNOP", risks, strict=True))
    assert [name for name, risk in risks_by_name.items() if risk == 1] == ["B", "E", "F"]
    assert [name for name, risk in risks_by_name.items() if risk == 0] == ["D", "G", "H", "K", "L", "O"]
    assert configurations == 2
    assert (risks_by_name["J"], risks_by_name["N"]) == (0.5, 0.5)


def test_a_chain_of_single_cells(solver: Solver) -> None:
    chain = {"A": 0, "AB": 1, "BE": 2}
    assert certain(solver, chain, mines=2) == ("A", "BE")
    # With B known, the 4 around it is a 3 among the others.
    position, letters = letter_position({**chain, "BCDFG": 4}, mines=5)
    risks = solver(position)[1]
    assert [risks[letters.index(letter)] for letter in "CDFG"] == [0.75] * 4


def test_one_mine_among_three_is_a_third_each(solver: Solver) -> None:
    position, _ = letter_position({"ABC": 1}, mines=1)
    assert solver(position)[1][:3] == pytest.approx([1 / 3] * 3, rel=1e-15)
