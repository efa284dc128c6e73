"""What follows from a few premises alone, by the reference solver."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from support.truth import marks_of, neighbours_of

from sapper import Position, reference

HIDDEN, EXPLODED = -1, -3


def follows(
    position: Position,
    numbers: Collection[int],
    given: Mapping[int, bool],
    mine_count: bool,
    claims: Mapping[int, bool],
) -> bool:
    """Whether all the claims follow.

    Args:
        position: Which board, and what its numbers say.
        numbers: The only numbers that count.
        given: Hidden cells that are taken to be mines (True) or safe.
        mine_count: Whether the number of mines on the board counts.
        claims: Hidden cells that should be mines (True) or safe.
    """
    marks = marks_of(position)
    hidden = [cell for cell, mark in enumerate(marks) if mark in (-1, -2, -4) and cell not in given]
    mined = [cell for cell, mark in enumerate(marks) if mark == EXPLODED]
    mined += [cell for cell, mine in given.items() if mine]
    kept = [*hidden, *mined, *numbers]
    place = {cell: index for index, cell in enumerate(kept)}
    neighbours: list[list[int]] = [[] for _ in kept]
    for number in numbers:
        around = [place[cell] for cell in neighbours_of(position.topology)[number] if cell in place]
        around = [cell for cell in around if cell < len(kept) - len(numbers)]
        neighbours[place[number]] = around
        for cell in around:
            neighbours[cell].append(place[number])
    shown = [HIDDEN] * len(hidden) + [EXPLODED] * len(mined) + [marks[number] for number in numbers]
    mines = position.board.mines
    if not mine_count:
        # As many more cells without numbers, so that any number of mines may be among the first.
        neighbours += [[] for _ in hidden]
        shown += [HIDDEN] * len(hidden)
        mines = len(hidden) + len(mined)
    truth = reference.solve(neighbours, shown, mines)
    return all(
        truth.mine_configurations[place[cell]] == (truth.configurations if mine else 0)
        for cell, mine in claims.items()
    )


def is_subset(
    position: Position, numbers: Collection[int], given: Mapping[int, bool], claims: Mapping[int, bool]
) -> bool:
    """Whether the subset rule proves the claims, once some cells are given.

    The hidden cells of one of the two numbers must be among those of the other. The cells that only the
    other one has are then all mines, or all safe.
    """
    marks, neighbours = marks_of(position), neighbours_of(position.topology)
    sets, needs = [], []
    for number in numbers:
        around = neighbours[number]
        sets.append({cell for cell in around if marks[cell] in (-1, -2, -4) and cell not in given})
        found = sum(marks[cell] == EXPLODED or given.get(cell, False) for cell in around)
        needs.append(marks[number] - found)
    for inner, outer in ((0, 1), (1, 0)):
        rest, mines = sets[outer] - sets[inner], needs[outer] - needs[inner]
        if sets[inner] <= sets[outer] and rest and mines in (0, len(rest)):
            return set(claims) <= rest and all(mine == (mines > 0) for mine in claims.values())
    return False
