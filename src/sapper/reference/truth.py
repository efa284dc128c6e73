"""The exact counts of a position, by definition: every placement of the mines is tried. For tiny boards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

# For every cell of a board the cells it touches; they touch it too.
Neighbours = Sequence[Sequence[int]]

HIDDEN, FLAG, EXPLODED, QUESTION = -1, -2, -3, -4
# Known to hold no mine, but nobody knows its number.
SAFE = -6


def is_hidden(mark: int) -> bool:
    """Whether a cell is hidden. A flag or question mark is only an opinion."""
    return mark in (HIDDEN, FLAG, QUESTION)


def hidden_cells(marks: Sequence[int]) -> list[int]:
    """The hidden cells of a position."""
    return [cell for cell, mark in enumerate(marks) if is_hidden(mark)]


def exploded_cells(marks: Sequence[int]) -> list[int]:
    """The cells with an exploded mine. They count towards the numbers and the mines of the board."""
    return [cell for cell, mark in enumerate(marks) if mark == EXPLODED]


def check(neighbours: Neighbours, marks: Sequence[int]) -> None:
    """Raise `ValueError` unless there is one mark a cell, each a number or one of the five others."""
    if len(marks) != len(neighbours):
        raise ValueError(f"{len(marks)} marks for a board of {len(neighbours)} cells")
    for cell, mark in enumerate(marks):
        if mark < QUESTION and mark != SAFE:
            raise ValueError(f"cell {cell} has the mark {mark}; marks are numbers, -1 to -4 and -6")


def no_configuration(mines: int) -> ValueError:
    """The error of a position that contradicts itself."""
    return ValueError(f"no configuration fits: these numbers and {mines} mines contradict each other")


@dataclass(frozen=True)
class Truth:
    """The exact counts of one position.

    Attributes:
        configurations: how many placements of all mines fit; never 0.
        mine_configurations: for every cell, how many of them have a mine there; None where the cell is
            revealed (a number, an exploded mine, or a safe cell without a number).
    """

    configurations: int
    mine_configurations: tuple[int | None, ...]

    @property
    def probability(self) -> tuple[Fraction | None, ...]:
        """For every cell, the chance of a mine when all configurations are equally likely."""
        return tuple(
            None if count is None else Fraction(count, self.configurations)
            for count in self.mine_configurations
        )

    @property
    def safe(self) -> list[int]:
        """The hidden cells that are a mine in no configuration, in order."""
        return [cell for cell, count in enumerate(self.mine_configurations) if count == 0]

    @property
    def mines(self) -> list[int]:
        """The hidden cells that are a mine in every configuration, in order."""
        return [cell for cell, count in enumerate(self.mine_configurations) if count == self.configurations]


def fits(neighbours: Neighbours, marks: Sequence[int], mine_cells: frozenset[int]) -> bool:
    """Whether every number equals the number of mines around it."""
    return all(
        mark == sum(cell in mine_cells for cell in neighbours[number])
        for number, mark in enumerate(marks)
        if mark >= 0
    )


def enumerate_configurations(
    neighbours: Neighbours, marks: Sequence[int], mines: int
) -> Iterator[frozenset[int]]:
    """Every configuration of a position, as the set of all its mines, exploded ones included.

    Args:
        neighbours: for every cell the cells it touches.
        marks: for every cell a number, -1 hidden, -2 flag, -3 exploded mine, -4 question mark or -6 safe.
        mines: all mines of the board, exploded ones included.

    Raises:
        ValueError: the marks are not those of a board of this size. A contradictory position just has no
            configurations.
    """
    check(neighbours, marks)
    exploded = exploded_cells(marks)
    if mines < len(exploded):
        return
    for cells in combinations(hidden_cells(marks), mines - len(exploded)):
        mine_cells = frozenset(exploded).union(cells)
        if fits(neighbours, marks, mine_cells):
            yield mine_cells


def enumerate_truth(neighbours: Neighbours, marks: Sequence[int], mines: int) -> Truth:
    """The exact counts of a position, by looking at its configurations one by one.

    Arguments as in `enumerate_configurations`; the cost is C(hidden cells, mines left) steps.

    Raises:
        ValueError: no configuration fits, or the marks are not those of a board of this size.
    """
    configurations = list(enumerate_configurations(neighbours, marks, mines))
    if not configurations:
        raise no_configuration(mines)
    counts = Counter(cell for mine_cells in configurations for cell in mine_cells)
    hidden = set(hidden_cells(marks))
    return Truth(
        len(configurations),
        tuple(counts[cell] if cell in hidden else None for cell in range(len(marks))),
    )
