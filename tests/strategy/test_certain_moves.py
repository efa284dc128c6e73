"""The certain moves of the assistant, compared with the reference and with hints."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.lattices import lattice
from support.strategies import positions
from support.truth import truth_of

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
    found, index = hint(position), position.topology.index
    opens, flags = moves(position)
    assert set(opens) == {index(cell) for each in found.deductions for cell in each.safe}
    assert set(flags) == {index(cell) for each in found.deductions for cell in each.mines}
