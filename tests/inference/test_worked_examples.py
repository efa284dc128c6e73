"""Examples that others worked out by hand, for the engine and for the reference solver."""

from collections.abc import Callable
from fractions import Fraction
from math import comb, isnan

import pytest
from support.sets import letter_position
from support.truth import neighbours_of

from sapper import Position, analyse
from sapper.reference import solve

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
