"""Certain moves, against the reference, hints and rules by their definitions; and dead cells."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import rest_long
from support.lattices import lattice
from support.runs import records_of_strategy
from support.strategies import positions
from support.truth import neighbours_of, truth_of

import sapper
from sapper import Board, BudgetError, Game, Position, Rules, Strategy, Topology, _engine, analyse, hint
from sapper.board.marks import EXPLODED, FLAG

USUAL = Rules()._for_engine()


def moves(
    position: Position, opens: bool = True, flags: bool = True, number: int | None = None
) -> tuple[list[int], list[int]]:
    return _engine.certain_moves(position._view, USUAL, opens, flags, number)


def is_begun(position: Position) -> bool:
    return bool(((position.marks >= 0) | (position.marks == EXPLODED)).any())


@given(positions(), st.booleans(), st.booleans())
def test_moves_are_all_that_is_certain(position: Position, opens: bool, flags: bool) -> None:
    truth = truth_of(position)
    if truth is None or not is_begun(position):
        return
    marks = position.marks.ravel()
    mines = [cell for cell in truth.mines if marks[cell] != FLAG]
    assert moves(position, opens, flags) == (truth.safe if opens else [], mines if flags else [])


@given(positions(), st.booleans(), st.integers(0, 4))
def test_a_step_is_the_first_cell_of_a_hint_or_of_the_next(
    position: Position, flags: bool, number: int
) -> None:
    if truth_of(position) is None or not is_begun(position):
        return
    index = position.topology.index
    turns = hint(position).in_turn
    steps: list[tuple[list[int], list[int]]] = []
    for each in turns[number:] + turns[:number]:
        steps += [([index(cell)], []) for cell in each.safe]
        steps += [([], [index(cell)]) for cell in each.mines if flags and position[cell] != FLAG]
    assert moves(position, True, flags, number) == (steps or [([], [])])[0]


def test_a_game_begins_with_a_move_only_if_the_rules_make_it_safe() -> None:
    hidden = Position(np.full((9, 9), -1), 10)
    assert moves(hidden) == ([2 * 9 + 2], [])
    assert moves(hidden, number=0) == ([2 * 9 + 2], [])
    assert moves(hidden, opens=False) == ([], [])
    assert _engine.certain_moves(hidden._view, Rules("any")._for_engine(), True, True, None) == ([], [])


@pytest.mark.long
def test_what_is_too_entangled_to_analyse_has_the_moves_of_its_hints() -> None:
    position = lattice(241, 241)
    with pytest.raises(BudgetError):
        analyse(position)
    advice, index = hint(position), position.topology.index
    opens, flags = moves(position)
    assert set(opens) == {index(cell) for each in advice.deductions for cell in each.safe}
    assert set(flags) == {index(cell) for each in advice.deductions for cell in each.mines}


def guesses_of_games(count: int) -> list[Position]:
    """Positions in the middle of games that need a guess."""
    guess_positions = []
    for seed in range(count):
        moves = list(sapper.autoplay(sapper.Game((7, 8, 14), rules="safe", seed=seed), strategy="fast"))
        guess_positions += [move.position for move in moves if move.risk > 0 and move.position is not None]
    return guess_positions


def test_dead_cells_show_one_number_only_and_are_uncertain() -> None:
    dead = 0
    for position in guesses_of_games(40):
        analysis = analyse(position)
        for index in _engine.dead_cells(position._engine, trust_flags=False):
            cell = position.topology.cell(index)
            assert 0 < analysis.mine_probability[cell] < 1
            assert len(analysis.outcomes(cell)) == 1
            dead += 1
    assert dead > 20


def test_it_can_be_stopped() -> None:
    cancel = sapper.Cancel()
    cancel.set()
    position = Position.from_text("1..\n...", mines=2)
    with pytest.raises(_engine.Cancellation):
        _engine.dead_cells(position._engine, trust_flags=False, cancel=cancel)
    with pytest.raises(_engine.TimeIsUp):
        _engine.dead_cells(position._engine, trust_flags=False, time_limit=0.0)


# Rows, columns, mines. The boards take one word or several, with one row or several in a word, and end with
# the first or the last row of a word. The last two are too wide for words.
BOARDS = [
    (9, 9, 10), (16, 30, 99), (1, 40, 8), (40, 1, 7), (12, 20, 40), (13, 21, 50), (4, 31, 22), (6, 32, 32),
    (5, 62, 50), (4, 63, 40), (3, 64, 30),
]  # fmt: skip


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("on_mine", ["stop", "continue"])
@pytest.mark.parametrize("strategy", rest_long(["fast", "exact+first"]))
def test_same_games_as_on_a_graph(board: tuple[int, int, int], on_mine: str, strategy: str) -> None:
    rows, columns, mines = board
    topology = Topology.square(rows, columns)
    rules = Rules("safe", on_mine=on_mine)  # type: ignore[arg-type]  # one of the names
    count = 40 if rows * columns > 200 else 120
    square, graph = (
        records_of_strategy(
            Board(kind, mines), rules, Strategy(strategy), count, first_cell=kind.cell(columns // 2), seed=29
        )
        for kind in (topology, Topology.graph(neighbours_of(topology)))
    )
    assert square.guesses.sum() > 0
    of_games = ("outcome", "opened", "exploded", "guesses", "risk", "lost_at", "found", "solved")
    for name in (*of_games, "guess_cell", "guess_risk", "guess_exploded"):
        assert np.array_equal(getattr(square, name), getattr(graph, name)), name


def by_trivial_rules(
    neighbours: list[list[int]], marks: list[int], safe: set[int]
) -> tuple[set[int], set[int]]:
    """The safe cells and the mines that the two rules find, computed by their definitions."""
    mines = {cell for cell, mark in enumerate(marks) if mark == -3}
    safe = set(safe)
    count = -1
    while count < len(mines) + len(safe):
        count = len(mines) + len(safe)
        for cell, mark in enumerate(marks):
            if mark < 0:
                continue
            hidden = {near for near in neighbours[cell] if marks[near] < 0} - safe
            if len(hidden) == mark:
                mines |= hidden
            if len(hidden & mines) == mark:
                safe |= hidden - mines
    return safe, mines


def by_pairs(neighbours: list[list[int]], marks: list[int], safe: set[int], mines: set[int]) -> set[int]:
    """What a number proves safe if all the cells that another lacks are mines."""
    numbers = {}
    for cell, mark in enumerate(marks):
        unknown_near = {near for near in neighbours[cell] if marks[near] < 0} - safe - mines
        if mark >= 0 and unknown_near:
            numbers[cell] = unknown_near, mark - sum(near in mines for near in neighbours[cell])
    conclusions: set[int] = set()
    for one, need in numbers.values():
        for other, less in numbers.values():
            if len(one - other) == need - less:
                conclusions |= other - one
    return conclusions


@pytest.mark.parametrize("seed", rest_long(range(24), 6))
def test_find_all_that_the_rules_by_the_book_find(seed: int) -> None:
    """In positions that no player reaches: cells are opened at random, and mines explode."""
    rng = random.Random(seed)
    sizes = [(9, 9, 12), (6, 21, 22), (4, 40, 25), (5, 62, 40), (8, 5, 6), (4, 64, 40)]
    board, rules = Board.square(*sizes[seed % 6]), Rules("safe", on_mine="continue")
    neighbours = neighbours_of(board.topology)
    for number in range(4):
        game = Game(board, rules, seed=seed, number=number)
        player = Strategy("exact+first")._player(board, rules)
        player.begin(game._engine, seed, number)
        by_two: set[int] = set()  # the cells that two numbers proved safe, until they are open
        for _ in range(25):
            hidden = np.flatnonzero(game.position.marks.ravel() == -1)
            game.open(board.topology.cell(rng.choice(hidden.tolist())))
            if game.status != "playing":
                break
            player.follow(game._engine)
            if rng.random() < 0.3:
                continue
            marks = game.position.marks.ravel().tolist()
            by_two = {cell for cell in by_two if marks[cell] < 0}
            safe, count = by_trivial_rules(neighbours, marks, by_two)
            cells = set(player.next().cells)
            if safe:
                assert cells == safe
            elif board.topology.shape[1] < 63 and (pair := by_pairs(neighbours, marks, safe, count)):
                assert cells == by_trivial_rules(neighbours, marks, pair)[0]
                by_two = cells
