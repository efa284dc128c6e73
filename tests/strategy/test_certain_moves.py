"""Certain moves, compared with the reference and with hints, and dead cells, with their definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.lattices import lattice
from support.strategies import positions
from support.truth import truth_of

import sapper
from sapper import BudgetError, Position, Rules, _engine, analyse, hint
from sapper.board.marks import EXPLODED, FLAG

RULES = Rules()._for_engine()


def moves(
    position: Position, opens: bool = True, flags: bool = True, number: int | None = None
) -> tuple[list[int], list[int]]:
    return _engine.certain_moves(position._view, RULES, opens, flags, number)


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
