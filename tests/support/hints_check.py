"""What holds of every hint."""

from __future__ import annotations

from support.hints_model import follows, is_subset

import sapper
from sapper import Deduction, Hint, Position, _engine, analyse
from sapper.hints.hints import RULES


def check(found: Hint) -> None:
    """Asserts all that holds of every hint."""
    check_found(found)
    known: dict[int, bool] = {}
    for deduction in found.deductions:
        check_deduction(found.position, deduction, known)
        known.update(indexed(found.position, deduction.claims))
    ranks = [RULES.index(deduction.difficulty) for deduction in found.deductions]
    assert ranks == sorted(ranks)
    hardest = _engine.difficulty_of(found.position._engine)
    assert found.difficulty == (None if hardest is None else RULES[hardest])


def check_found(found: Hint) -> None:
    """Asserts that the deductions find just the certain cells, each once."""
    analysis = analyse(found.position)
    safe = [cell for deduction in found.deductions for cell in deduction.safe]
    mines = [cell for deduction in found.deductions for cell in deduction.mines]
    assert sorted(safe) == analysis.safe
    assert sorted(mines) == analysis.mines
    if analysis.safe or analysis.safest is None:
        assert found.guess is None
    else:
        assert found.guess is not None
        is_fresh = found.position.hidden == found.position.topology.size
        safest = found.guess.cell if is_fresh else analysis.safest
        assert (found.guess.safest, found.guess.safest_risk) == (safest, analysis.safest_risk)
        assert found.guess.risk == analysis.mine_probability[found.guess.cell]
        assert found.exact
    assert found.complete


def check_deduction(position: Position, deduction: Deduction, known: dict[int, bool]) -> None:
    """Asserts that the claims follow from the premises, and not without any one of them.

    Without a given cell they may still follow from a subset's two numbers, but the subset is gone.
    """
    index = position.topology.index
    claims = indexed(position, deduction.claims)
    numbers = [index(cell) for cell in deduction.numbers]
    given = {index(cell): known[index(cell)] for cell in deduction.given}
    assert claims
    assert all(position.marks.flat[number] >= 0 for number in numbers)
    assert follows(position, numbers, given, deduction.mine_count, claims)
    for left_out in numbers:
        others = [number for number in numbers if number != left_out]
        assert not follows(position, others, given, deduction.mine_count, claims), (left_out, deduction)
    assert deduction.rule != "subset" or is_subset(position, numbers, given, claims), deduction
    for left_out in given:
        fewer = {cell: mine for cell, mine in given.items() if cell != left_out}
        if deduction.rule == "subset":
            assert not is_subset(position, numbers, fewer, claims), (left_out, deduction)
        else:
            assert not follows(position, numbers, fewer, deduction.mine_count, claims), (left_out, deduction)
    if deduction.mine_count:
        assert not follows(position, numbers, given, False, claims), deduction


def indexed(position: Position, claims: dict[sapper.Cell, bool]) -> dict[int, bool]:
    """With the engine's numbers of the cells."""
    return {position.topology.index(cell): mine for cell, mine in claims.items()}
