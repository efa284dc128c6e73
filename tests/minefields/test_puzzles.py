"""Puzzles against the reference solver, which tries all minefields."""

from typing import Any

import numpy as np
import pytest
from support.cases import rest_long

import sapper
from sapper import ArgumentError, BudgetError, GameError, GenerationError, Topology
from sapper.board.marks import FLAG, HIDDEN
from sapper.hints.hints import RULES
from sapper.reference import enumerate_configurations

BOARDS = [
    (4, 4, 5),
    sapper.Board(Topology.hexagons(4, 4), 5),
    sapper.Board(Topology.offsets(4, 4, "knight"), 5),
    sapper.Board(Topology.torus(4, 4), 4),
    sapper.Board(Topology.graph([[1, 2], [0, 2, 3], [0, 1, 4], [1, 4, 5], [2, 3, 6], [3, 6], [4, 5]]), 2),
]


def solutions(position: sapper.Position[Any], mines: int | None) -> list[tuple[int, ...]]:
    """All minefields that fit the numbers, by trying each; with any number of mines if that is None."""
    topology = position.topology
    neighbours = [[topology.index(near) for near in topology.neighbours(cell)] for cell in topology]
    marks = position.marks.ravel().tolist()
    counts = range(marks.count(HIDDEN) + 1) if mines is None else [mines]
    return [tuple(sorted(each)) for n in counts for each in enumerate_configurations(neighbours, marks, n)]


@pytest.mark.parametrize("mine_count", [True, False])
@pytest.mark.parametrize("board", rest_long(BOARDS, 3), ids=str)
def test_a_puzzle_has_one_solution_and_no_number_to_spare(board: Any, mine_count: bool) -> None:
    for seed in range(3):
        puzzle = sapper.make_puzzle(board, mine_count=mine_count, seed=seed)
        mines = puzzle.minefield.board.mines if mine_count else None
        assert solutions(puzzle.position, mines) == [tuple(np.flatnonzero(puzzle.minefield.mined).tolist())]
        assert puzzle.position.mines == mines
        for cell in np.flatnonzero(puzzle.position.marks != HIDDEN).tolist():
            marks = puzzle.position.marks.copy()
            marks.flat[cell] = HIDDEN
            assert len(solutions(sapper.Position(marks, mines, puzzle.position.topology), mines)) > 1


@pytest.mark.parametrize("hardest", rest_long(RULES, 3))
def test_no_harder_rule_than_allowed_is_needed(hardest: str) -> None:
    for seed in range(3):
        puzzle = sapper.make_puzzle((8, 8, 12), hardest=hardest, seed=seed)
        hint = sapper.hint(puzzle.position)
        mine_by_cell = {cell: mine for each in hint.deductions for cell, mine in each.claims.items()}
        assert mine_by_cell == {
            cell: bool(puzzle.minefield.mined[cell])
            for cell in zip(*np.nonzero(puzzle.position.marks == HIDDEN), strict=True)
        }
        assert hint.difficulty == puzzle.hardest
        assert RULES.index(puzzle.hardest) <= RULES.index(hardest)
        assert len(hint.deductions) == puzzle.steps
        for cell in zip(*np.nonzero(puzzle.position.marks != HIDDEN), strict=True):
            marks = puzzle.position.marks.copy()
            marks[cell] = HIDDEN
            fewer = sapper.hint(marks, 12)
            proofs = sum(len(each.safe) + len(each.mines) for each in fewer.deductions)
            harder = fewer.difficulty is None or RULES.index(fewer.difficulty) > RULES.index(hardest)
            assert harder or proofs < np.count_nonzero(marks == HIDDEN)


def test_the_same_seed_makes_the_same_puzzle() -> None:
    puzzle = sapper.make_puzzle((5, 5, 6), hardest="subset", seed=1)
    assert puzzle.position.to_text().split() == ["....1", "2..11", ".11..", ".22..", ".2.2."]
    assert puzzle == sapper.make_puzzle((5, 5, 6), hardest="subset", seed=1)
    assert puzzle.position != sapper.make_puzzle((5, 5, 6), hardest="subset", seed=2).position


def test_as_many_numbers_stay_as_wanted() -> None:
    assert sapper.make_puzzle((5, 5, 6), numbers=12, seed=1).numbers == 12
    assert sapper.make_puzzle((5, 5, 6), numbers=19, seed=1).numbers == 19
    with pytest.raises(ArgumentError, match="has only 19"):
        sapper.make_puzzle((5, 5, 6), numbers=20)


def test_the_solution_shows_all_numbers_and_flags() -> None:
    puzzle = sapper.make_puzzle((5, 5, 6), seed=3)
    marks = puzzle.solution.marks
    assert np.array_equal(marks == FLAG, puzzle.minefield.mined)
    is_given = puzzle.position.marks != HIDDEN
    assert np.array_equal(marks[is_given], puzzle.position.marks[is_given])
    assert sapper.analyse(puzzle.solution, trust_flags=True).configurations == 1


def test_what_cannot_be_a_puzzle() -> None:
    # The only number of the board says nothing about the cells that it does not touch.
    with pytest.raises(GenerationError, match="none can be proved by 'counting' without the mine count"):
        sapper.make_puzzle((1, 5, 4), mine_count=False, seed=1)
    with pytest.raises(BudgetError):
        sapper.make_puzzle("expert", time_limit=0, seed=1)
    with pytest.raises(GameError, match="9 mines leave none of 9 cells"):
        sapper.make_puzzle((3, 3, 9))


@pytest.mark.parametrize("mines", [None, 2, 4])
def test_solutions_are_counted(mines: int | None) -> None:
    random = np.random.default_rng(5)
    for _ in range(20):
        mined = random.random((3, 4)) < 0.3
        marks = sapper.make_puzzle((3, 4, 3), seed=int(random.integers(1000))).position.marks.copy()
        marks.flat[random.integers(12)] = HIDDEN
        marks[0, 0] = random.choice([HIDDEN, 0, 1, 2]) if mined[0, 0] else marks[0, 0]
        position = sapper.Position(marks)
        assert sapper.count_solutions(position, mines) == len(solutions(position, mines))
