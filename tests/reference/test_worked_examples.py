"""Examples that others worked out by hand, each with the exact truth about it."""

from fractions import Fraction
from math import comb

from sapper.reference import Truth, solve, square

LETTERS = "ABCDEFGHIJKLMNOP"


def truth_of_sets(sets: dict[str, int], mines: int) -> tuple[Truth, str]:
    """The truth when each set of lettered cells holds this many mines: the letters first, then the sets."""
    letters = "".join(sorted(set("".join(sets))))
    neighbours = [
        [len(letters) + at for at, cells in enumerate(sets) if letter in cells] for letter in letters
    ]
    neighbours += [[letters.index(letter) for letter in cells] for cells in sets]
    return solve(neighbours, [-1] * len(letters) + list(sets.values()), mines), letters


def safe_and_mines(sets: dict[str, int], mines: int) -> tuple[str, str]:
    truth, letters = truth_of_sets(sets, mines)
    return "".join(letters[cell] for cell in truth.safe), "".join(letters[cell] for cell in truth.mines)


def test_fewer_mines_on_the_frontier_are_likelier_by_the_ratio_of_the_seas() -> None:
    # Fifteen 1s along the top edge leave one arrangement with 5 mines and two with 6, and a sea of 224 cells.
    marks = [1] * 15 + [-1] * 241
    truth = solve(square(16, 16), marks, 40)
    sea = 256 - 15 - 17
    five, six = comb(sea, 35), comb(sea, 34)
    assert truth.configurations == five + 2 * six
    assert truth.mine_configurations[16 + 1] == five
    assert truth.mine_configurations[15] == truth.mine_configurations[16 + 15] == six
    assert round(five / six, 1) == 5.4


def test_four_by_four() -> None:
    marks = [3, -1, 2, -1, -1, -1, -1, -1, 3, -1, -1, -1, 1, -1, -1, 0]
    truth = solve(square(4, 4), marks, 4)
    assert [LETTERS[cell] for cell in truth.mines] == ["B", "E", "F"]
    assert [LETTERS[cell] for cell in truth.safe] == ["D", "G", "H", "K", "L", "O"]
    assert truth.configurations == 2
    assert truth.probability[LETTERS.index("J")] == truth.probability[LETTERS.index("N")] == Fraction(1, 2)


def test_the_difference_of_two_numbers_decides_both_sets() -> None:
    assert safe_and_mines({"BCDE": 3, "ABC": 1}, mines=3) == ("A", "DE")


def test_a_chain_of_single_cells() -> None:
    chain = {"A": 0, "AB": 1, "BE": 2}
    assert safe_and_mines(chain, mines=2) == ("A", "BE")
    # With B known, the 4 around it is a 3 among the others.
    truth, letters = truth_of_sets({**chain, "BCDFG": 4}, mines=5)
    assert [truth.probability[letters.index(letter)] for letter in "CDFG"] == [Fraction(3, 4)] * 4


def test_one_mine_among_three_is_a_third_each() -> None:
    truth, _ = truth_of_sets({"ABC": 1}, mines=1)
    assert truth.probability == (*[Fraction(1, 3)] * 3, None)


def test_at_most_k_less_at_least_m() -> None:
    # Two of A, B, E: at least one of A and B. One of A, B, C: at most one. So none is left for C.
    safe, _ = safe_and_mines({"ABE": 2, "ABC": 1}, mines=2)
    assert safe == "C"


def test_at_least_k_less_at_most_m() -> None:
    # One of A, B, E: at most one of A and B. Two of A, B, C: at least two. So C has to be one.
    safe, mines = safe_and_mines({"ABE": 1, "ABC": 2}, mines=2)
    assert (safe, mines) == ("E", "C")
