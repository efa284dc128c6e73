"""What holds of every hint."""

from collections.abc import Collection, Mapping

from support.truth import marks_of, neighbours_of

import sapper
from sapper import Deduction, Hint, Position, _engine, analyse, reference
from sapper.hints.hints import RULES

HIDDEN, EXPLODED = -1, -3


def follows(
    position: Position,
    numbers: Collection[int],
    assumptions: Mapping[int, bool],
    mine_count: bool,
    claims: Mapping[int, bool],
) -> bool:
    """Whether all the claims follow.

    Args:
        position: Which board, and what its numbers say.
        numbers: The only numbers that count.
        assumptions: Hidden cells that are taken to be mines (True) or safe.
        mine_count: Whether the number of mines on the board counts.
        claims: Hidden cells that should be mines (True) or safe.
    """
    marks = marks_of(position)
    hidden = [cell for cell, mark in enumerate(marks) if mark in (-1, -2, -4) and cell not in assumptions]
    mine_cells = [cell for cell, mark in enumerate(marks) if mark == EXPLODED]
    mine_cells += [cell for cell, mine in assumptions.items() if mine]
    cells = [*hidden, *mine_cells, *numbers]
    place = {cell: index for index, cell in enumerate(cells)}
    neighbours: list[list[int]] = [[] for _ in cells]
    for number in numbers:
        around = [place[cell] for cell in neighbours_of(position.topology)[number] if cell in place]
        around = [cell for cell in around if cell < len(cells) - len(numbers)]
        neighbours[place[number]] = around
        for cell in around:
            neighbours[cell].append(place[number])
    values = [HIDDEN] * len(hidden) + [EXPLODED] * len(mine_cells) + [marks[number] for number in numbers]
    mines = position.board.mines
    if not mine_count:
        # As many more cells without numbers, so that any number of mines may be among the first.
        neighbours += [[] for _ in hidden]
        values += [HIDDEN] * len(hidden)
        mines = len(hidden) + len(mine_cells)
    truth = reference.solve(neighbours, values, mines)
    return all(
        truth.mine_configurations[place[cell]] == (truth.configurations if mine else 0)
        for cell, mine in claims.items()
    )


def is_subset(
    position: Position, numbers: Collection[int], assumptions: Mapping[int, bool], claims: Mapping[int, bool]
) -> bool:
    """Whether the subset rule proves the claims, once some cells are given.

    The hidden cells of one of the two numbers must be among those of the other. The cells that only the
    other one has are then all mines, or all safe.
    """
    marks, neighbours = marks_of(position), neighbours_of(position.topology)
    sets, needs = [], []
    for number in numbers:
        around = neighbours[number]
        sets.append({cell for cell in around if marks[cell] in (-1, -2, -4) and cell not in assumptions})
        mine_count = sum(marks[cell] == EXPLODED or assumptions.get(cell, False) for cell in around)
        needs.append(marks[number] - mine_count)
    for inner, outer in ((0, 1), (1, 0)):
        rest, mines = sets[outer] - sets[inner], needs[outer] - needs[inner]
        if sets[inner] <= sets[outer] and rest and mines in (0, len(rest)):
            return set(claims) <= rest and all(mine == (mines > 0) for mine in claims.values())
    return False


def check(hint: Hint) -> None:
    """Asserts all that holds of every hint."""
    check_hint(hint)
    conclusions: dict[int, bool] = {}
    for deduction in hint.deductions:
        check_deduction(hint.position, deduction, conclusions)
        conclusions.update(by_index(hint.position, deduction.claims))
    ranks = [RULES.index(deduction.difficulty) for deduction in hint.deductions]
    assert ranks == sorted(ranks)
    hardest = _engine.difficulty_of(hint.position._engine)
    assert hint.difficulty == (None if hardest is None else RULES[hardest])


def check_hint(hint: Hint) -> None:
    """Asserts that the deductions find just the certain cells, each once."""
    analysis = analyse(hint.position)
    safe = [cell for deduction in hint.deductions for cell in deduction.safe]
    mines = [cell for deduction in hint.deductions for cell in deduction.mines]
    assert sorted(safe) == analysis.safe
    assert sorted(mines) == analysis.mines
    if analysis.safe or analysis.safest is None:
        assert hint.guess is None
    else:
        assert hint.guess is not None
        is_fresh = hint.position.hidden == hint.position.topology.size
        safest = hint.guess.cell if is_fresh else analysis.safest
        assert (hint.guess.safest, hint.guess.safest_risk) == (safest, analysis.safest_risk)
        assert hint.guess.risk == analysis.mine_probability[hint.guess.cell]
        assert hint.exact
    assert hint.complete


def check_deduction(position: Position, deduction: Deduction, conclusions: dict[int, bool]) -> None:
    """Asserts that the claims follow from the premises, and not without any one of them.

    Without a given cell they may still follow from a subset's two numbers, but the subset is gone.
    """
    index = position.topology.index
    claims = by_index(position, deduction.claims)
    numbers = [index(cell) for cell in deduction.numbers]
    assumptions = {index(cell): conclusions[index(cell)] for cell in deduction.given}
    assert claims
    assert all(position.marks.flat[number] >= 0 for number in numbers)
    assert follows(position, numbers, assumptions, deduction.mine_count, claims)
    for left_out in numbers:
        others = [number for number in numbers if number != left_out]
        assert not follows(position, others, assumptions, deduction.mine_count, claims), (left_out, deduction)
    assert deduction.rule != "subset" or is_subset(position, numbers, assumptions, claims), deduction
    for left_out in assumptions:
        fewer = {cell: mine for cell, mine in assumptions.items() if cell != left_out}
        if deduction.rule == "subset":
            assert not is_subset(position, numbers, fewer, claims), (left_out, deduction)
        else:
            assert not follows(position, numbers, fewer, deduction.mine_count, claims), (left_out, deduction)
    if deduction.mine_count:
        assert not follows(position, numbers, assumptions, False, claims), deduction


def by_index(position: Position, claims: dict[sapper.Cell, bool]) -> dict[int, bool]:
    """With the engine's numbers of the cells."""
    return {position.topology.index(cell): mine for cell, mine in claims.items()}
