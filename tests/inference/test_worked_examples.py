"""Examples that others worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from support.sets import lettered

from sapper import Topology, analyse

LETTERS = "ABCDEFGHIJKLMNOP"


def certain(sets: dict[str, int], mines: int, more: str = "") -> tuple[str, str]:
    """The safe letters and the mined ones."""
    position, letters = lettered(sets, mines, more)
    analysis = analyse(position)
    return (
        "".join(letters[cell] for cell in analysis.safe if isinstance(cell, int)),
        "".join(letters[cell] for cell in analysis.mines if isinstance(cell, int)),
    )


def test_fewer_mines_on_the_frontier_are_likelier_by_the_ratio_of_the_seas() -> None:
    # Fifteen 1s along the top edge leave one arrangement with 5 mines and two with 6, and a sea of 224 cells.
    marks = [[1] * 15 + [-1]] + [[-1] * 16] * 15
    analysis = analyse(marks, 40)
    five, six = comb(224, 35), comb(224, 34)
    assert analysis.configurations == five + 2 * six
    probability = analysis.mine_probability
    assert probability[1, 1] / probability[0, 15] == pytest.approx(five / six, rel=1e-9)
    assert round(probability[1, 1] / probability[1, 15], 1) == 5.4
    assert probability[1, 1] == pytest.approx(Fraction(five, five + 2 * six), rel=1e-9)
    assert probability[15, 15] == pytest.approx(
        Fraction(35 * five + 2 * 34 * six, 224 * (five + 2 * six)), rel=1e-9
    )


def test_four_by_four() -> None:
    analysis = analyse("3.2.\n....\n3...\n1..0", 4)
    names = dict(zip(Topology.square(4, 4), LETTERS, strict=True))
    assert [names[cell] for cell in analysis.mines] == ["B", "E", "F"]
    assert [names[cell] for cell in analysis.safe] == ["D", "G", "H", "K", "L", "O"]
    assert analysis.configurations == 2
    assert (analysis.mine_probability[2, 1], analysis.mine_probability[3, 1]) == (0.5, 0.5)
    assert names[analysis.safest or (0, 0)] == "D"


def test_the_difference_of_two_numbers_decides_both_sets() -> None:
    assert certain({"BCDE": 3, "ABC": 1}, mines=3) == ("A", "DE")
    # Wherever else mines may lie.
    assert certain({"BCDE": 3, "ABC": 1}, mines=5, more="UVWXYZ") == ("A", "DE")


def test_a_chain_of_single_cells() -> None:
    chain = {"A": 0, "AB": 1, "BE": 2}
    assert certain(chain, mines=2) == ("A", "BE")
    # With B known, the 4 around it is a 3 among the others.
    position, letters = lettered({**chain, "BCDFG": 4}, mines=5)
    probability = analyse(position).mine_probability
    assert [probability[letters.index(letter)] for letter in "CDFG"] == [0.75] * 4


def test_one_mine_among_three_is_a_third_each() -> None:
    position, _ = lettered({"ABC": 1}, mines=1)
    assert analyse(position).mine_probability[:3].tolist() == pytest.approx([1 / 3] * 3, rel=1e-15)


def test_at_most_k_less_at_least_m() -> None:
    # Two of A, B, E: at least one of A and B. One of A, B, C: at most one. So none is left for C.
    assert certain({"ABE": 2, "ABC": 1}, mines=3, more="XYZ")[0] == "C"


def test_at_least_k_less_at_most_m() -> None:
    # One of A, B, E: at most one of A and B. Two of A, B, C: at least two. So C has to be one.
    assert certain({"ABE": 1, "ABC": 2}, mines=3, more="XYZ") == ("E", "C")
