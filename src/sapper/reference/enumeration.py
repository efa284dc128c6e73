"""Exact counts by trying every placement of the mines. For tiny boards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from sapper.reference.truth import Neighbours, Truth, check, exploded_cells, hidden_cells, no_configuration


def fits(neighbours: Neighbours, marks: Sequence[int], mined: frozenset[int]) -> bool:
    """Whether every number equals the number of mines around it."""
    return all(
        mark == sum(cell in mined for cell in neighbours[number])
        for number, mark in enumerate(marks)
        if mark >= 0
    )


def enumerate_configurations(
    neighbours: Neighbours, marks: Sequence[int], mines: int
) -> Iterator[frozenset[int]]:
    """Every configuration of a position, as the set of all its mines, exploded ones included.

    Args:
        neighbours: for every cell the cells it touches.
        marks: for every cell a number, -1 hidden, -2 flag, -3 exploded mine or -4 question mark.
        mines: all mines of the board, exploded ones included.

    Raises:
        ValueError: the marks are not those of a board of this size. A contradictory position just has no
            configurations.
    """
    check(neighbours, marks)
    exploded = exploded_cells(marks)
    if mines < len(exploded):
        return
    for chosen in combinations(hidden_cells(marks), mines - len(exploded)):
        mined = frozenset(exploded).union(chosen)
        if fits(neighbours, marks, mined):
            yield mined


def enumerate_truth(neighbours: Neighbours, marks: Sequence[int], mines: int) -> Truth:
    """The exact counts of a position, by looking at its configurations one by one.

    Arguments as in `enumerate_configurations`; the cost is C(hidden cells, mines left) steps.

    Raises:
        ValueError: no configuration fits, or the marks are not those of a board of this size.
    """
    configurations = list(enumerate_configurations(neighbours, marks, mines))
    if not configurations:
        raise no_configuration(mines)
    counts = Counter(cell for mined in configurations for cell in mined)
    hidden = set(hidden_cells(marks))
    return Truth(
        len(configurations),
        tuple(counts[cell] if cell in hidden else None for cell in range(len(marks))),
    )
