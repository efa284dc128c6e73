"""Minefields and puzzles to order: fair by an independent replay, as asked for, and the same for a seed."""

import math
import pickle
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any, get_args

import numpy as np
import pytest
from support.any_topology import EACH_KIND, topology_of
from support.cases import rest_long

import sapper
import sapper.formats
from sapper import ArgumentError, GameError, GenerationError, Topology, _engine
from sapper.board.marks import FLAG, HIDDEN
from sapper.hints.hints import RULES
from sapper.minefields.generation import Method
from sapper.reference import enumerate_configurations

TATHAM = Path(__file__).resolve().parents[1] / "data" / "tatham.txt"


def certain_moves(game: sapper.Game, *, mine_count: bool = True) -> str:
    """Opens only what a fresh analysis of each position proves safe. Returns the game's status then."""
    while game.status == "playing":
        safe = sapper.analyse(game.position).safe if mine_count else safe_without_count(game.position)
        if not safe:
            break
        for cell in safe:
            if game.status == "playing":
                game.open(cell)
    return game.status


def safe_without_count(position: sapper.Position) -> list[sapper.Cell]:
    """What is safe for every mine count that fits."""
    safe: set[sapper.Cell] | None = None
    for mines in range(position.topology.size + 1):
        try:
            safe_cells = set(sapper.analyse(position, mines).safe)
        except (sapper.ContradictionError, sapper.PositionError):
            continue
        safe = safe_cells if safe is None else safe & safe_cells
    return list(safe or ())


BOARDS = [
    sapper.Board.level("beginner"),
    sapper.Board.level("intermediate"),
    sapper.Board.level("expert"),
    sapper.Board(sapper.Topology.torus(9, 9), 12),
    sapper.Board(sapper.Topology.hexagons(9, 9), 15),
    sapper.Board(sapper.Topology.octagons(9, 9), 13),
    sapper.Board(sapper.Topology.grid(5, 5, 5), 10),
]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
@pytest.mark.parametrize("method", get_args(Method))
def test_no_guess_is_needed(board: sapper.Board, method: Method) -> None:
    for result in sapper.generate_many(15, board, method=method, seed=3):
        assert result.minefield.mines == board.mines
        assert certain_moves(result.play()) == "won"
        assert sapper.is_fair(result.minefield)


def test_no_guess_is_needed_without_the_mine_count() -> None:
    board = sapper.Board.square(6, 6, 7)
    for result in sapper.generate_many(15, board, mine_count=False, seed=1):
        assert certain_moves(result.play(), mine_count=False) == "won"
    with_count = sapper.generate_many(200, board, seed=1)
    assert any(not sapper.is_fair(result.minefield, mine_count=False) for result in with_count)


@pytest.mark.parametrize("kind", EACH_KIND)
def test_is_fair_agrees_with_a_replay_on_any_board(kind: str) -> None:
    random = Random(kind)
    fair = 0
    for _ in range(100):
        topology = topology_of(kind, random)
        start, *others = random.sample(list(topology), topology.size)
        mines = others[: random.randint(0, topology.size // 3)]
        minefield = sapper.Minefield(mines, topology, first_cell=start)
        game = minefield.game()
        game.open(start)
        won = certain_moves(game) == "won"
        assert sapper.is_fair(minefield) == won
        fair += won
    assert 5 < fair < 95


@pytest.mark.parametrize("hardest", RULES)
@pytest.mark.parametrize("method", get_args(Method))
def test_nothing_harder_is_needed_than_was_asked_for(hardest: str, method: Method) -> None:
    for result in sapper.generate_many(4, "beginner", hardest=hardest, method=method, seed=2):
        game = result.play()
        while game.status == "playing":
            safe = _engine.conclude_up_to(RULES.index(hardest), game.position._engine)[0]
            assert safe
            for index in safe:
                if game.status == "playing":
                    game.open(result.board.topology.cell(index))
        assert game.status == "won"
        assert sapper.is_fair(result.minefield, hardest=hardest)
        assert certain_moves(result.play()) == "won"


def test_each_rule_more_makes_more_minefields_fair() -> None:
    samples = sapper.generate_many(300, "beginner", fair=False, seed=4)
    fair = [{one.number for one in samples if sapper.is_fair(one.minefield, hardest=rule)} for rule in RULES]
    assert all(easier <= harder for easier, harder in pairwise(fair))
    assert len(fair[0]) < len(fair[1]) < len(fair[-1]) < 300


def test_a_uniform_minefield_is_that_of_a_game() -> None:
    for result in sapper.generate_many(5, "intermediate", seed=11, first_cell=(3, 4)):
        game = sapper.Game(result.board, seed=result.seed, number=result.number)
        game.open(result.first_cell)
        assert game.minefield is not None
        assert np.array_equal(game.minefield, result.minefield.mined)


@pytest.mark.parametrize("method", get_args(Method))
def test_the_seed_decides_and_threads_do_not(method: Method) -> None:
    one = sapper.generate_many(30, "beginner", method=method, seed=9)
    assert one == sapper.generate_many(30, "beginner", method=method, seed=9, threads=3)
    assert one[0] == sapper.generate("beginner", method=method, seed=9)
    assert sapper.generate("beginner", method=method, seed=9, number=one[0].number + 1) == one[1]
    assert one != sapper.generate_many(30, "beginner", method=method, seed=10)
    assert pickle.loads(pickle.dumps(one)) == one


def test_every_fair_minefield_is_equally_likely() -> None:
    board = sapper.Board.square(3, 4, 2)
    topology = board.topology
    samples = (sapper.Minefield(mines, topology, first_cell=(0, 0)) for mines in combinations(topology, 2))
    fair = [mines for mines in samples if not mines.mined[:2, :2].any() and sapper.is_fair(mines)]
    results = sapper.generate_many(200 * len(fair), board, first_cell=(0, 0), seed=1)
    counts = Counter(frozenset(one.minefield.cells()) for one in results)
    assert set(counts) == {frozenset(mines.cells()) for mines in fair}
    expected = len(results) / len(fair)
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    degrees = len(fair) - 1
    assert chi_squared < degrees + 5 * (2 * degrees) ** 0.5


def test_the_three_bv_is_as_asked_for() -> None:
    for result in sapper.generate_many(5, "beginner", three_bv=(20, 22), seed=1):
        assert 20 <= sapper.measure(result.minefield).three_bv <= 22
    for result in sapper.generate_many(5, "beginner", three_bv=25, method="adjusted", seed=1):
        assert sapper.measure(result.minefield).three_bv == 25
    assert sapper.measure(sapper.generate(three_bv=(None, 120), seed=1).minefield).three_bv <= 120


def efficiency(result: sapper.Generated) -> float:
    metrics = sapper.measure(result.minefield)
    return metrics.three_bv / metrics.zini


def test_the_efficiency_is_as_asked_for() -> None:
    samples = sapper.generate_many(200, "beginner", fair=False, seed=1)
    exact = efficiency(samples[5])
    for least, most in ((1.5, None), (None, 1.1), (exact, exact), (1.2, 1.3)):
        low, high = least or 0, most or math.inf
        fit = [result for result in samples if low <= efficiency(result) <= high]
        assert sapper.generate_many(len(fit), "beginner", fair=False, efficiency=(least, most), seed=1) == fit
    for method in get_args(Method):
        results = sapper.generate_many(
            3, "beginner", method=method, efficiency=1.6, three_bv=(16, 25), seed=1
        )
        assert all(efficiency(one) >= 1.6 and sapper.is_fair(one) for one in results)
        assert all(16 <= sapper.measure(one.minefield).three_bv <= 25 for one in results)


def test_a_safe_start_may_be_a_number() -> None:
    results = sapper.generate_many(40, sapper.Board.square(4, 4, 2), rules="safe", first_cell=(1, 1), seed=2)
    assert all(certain_moves(one.play()) == "won" for one in results)
    assert {one.play().position[1, 1] for one in results} > {0}


@pytest.mark.parametrize("mines", [130, 170])
def test_dense_boards_are_adjusted(mines: int) -> None:
    for result in sapper.generate_many(8, (16, 30, mines), method="adjusted", seed=1):
        assert result.board == sapper.Board.square(16, 30, mines)
        assert certain_moves(result.play()) == "won"


def test_a_failed_search_gives_the_reasons() -> None:
    with pytest.raises(sapper.GenerationError, match=r"guess; the method 'adjusted' makes") as refusal:
        sapper.generate((16, 30, 200), time_limit=0.2)
    assert isinstance(refusal.value, sapper.BudgetError)
    with pytest.raises(sapper.GenerationError, match=r"no such minefield .* \d+ had another 3BV$"):
        sapper.generate("beginner", three_bv=(80, None), time_limit=0.1)
    with pytest.raises(sapper.GenerationError, match=r"\d+ had another efficiency \(at most [12]\.\d\d\)$"):
        sapper.generate("beginner", efficiency=5, fair=False, time_limit=0.1)
    with pytest.raises(sapper.GenerationError, match=r"only \d+ of 1000000 within"):
        sapper.generate_many(1_000_000, "beginner", time_limit=0.1)


def test_a_search_reports_its_progress_and_can_be_stopped() -> None:
    steps: list[sapper.Progress] = []
    cancel = sapper.Cancel()

    def watch(progress: sapper.Progress) -> None:
        steps.append(progress)
        if len(steps) == 3:
            cancel.set()

    with pytest.raises(sapper.CancelledError):
        sapper.generate((16, 30, 200), progress=watch, cancel=cancel)
    assert {*steps} == {(0, 1)}
    steps.clear()
    cancel = sapper.Cancel()
    with pytest.raises(sapper.CancelledError):
        sapper.generate_many(10**6, "beginner", progress=watch, cancel=cancel)
    counts = [one.done for one in steps]
    assert 0 < counts[0] < counts[1] < counts[2] < 10**6
    assert {one.total for one in steps} == {10**6}

    def refuse(_: sapper.Progress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        sapper.generate((16, 30, 200), progress=refuse, threads=2)


@pytest.mark.parametrize(("rows", "columns", "mines"), [(3, 3, 1), (3, 3, 2), (1, 3, 1)])
def test_where_the_middle_has_no_room_a_corner_comes_first(rows: int, columns: int, mines: int) -> None:
    result = sapper.generate((rows, columns, mines), seed=1, time_limit=None)
    assert result.first_cell == (0, 0)
    assert sapper.is_fair(result.minefield)


def test_boards_of_another_program_that_makes_fair_ones_are_fair() -> None:
    lines = TATHAM.read_text(encoding="utf-8").splitlines()
    boards = [sapper.formats.parse(line.split()[1].encode(), kind=sapper.Minefield) for line in lines if line]
    assert len(boards) > 5
    assert all(map(sapper.is_fair, boards))


def test_a_first_cell_with_a_mine_is_not_fair() -> None:
    assert not sapper.is_fair(sapper.Minefield([(0, 0)], sapper.Topology.square(3, 3)), (0, 0))


PUZZLE_BOARDS = [
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
@pytest.mark.parametrize("board", rest_long(PUZZLE_BOARDS, 3), ids=str)
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
