"""The exact counts of a position: its configurations, in all and with a mine in each cell."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

# For every cell of a board the cells it touches; they touch it too.
Neighbours = Sequence[Sequence[int]]

HIDDEN, FLAG, EXPLODED, QUESTION = -1, -2, -3, -4


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
    """Raise `ValueError` unless there is one mark a cell, each a number or one of the four others."""
    if len(marks) != len(neighbours):
        raise ValueError(f"{len(marks)} marks for a board of {len(neighbours)} cells")
    for cell, mark in enumerate(marks):
        if mark < QUESTION:
            raise ValueError(f"cell {cell} has the mark {mark}; marks are numbers and -1 to -4")


def no_configuration(mines: int) -> ValueError:
    """The error of a position that contradicts itself."""
    return ValueError(f"no configuration fits: these numbers and {mines} mines contradict each other")


@dataclass(frozen=True)
class Truth:
    """The exact counts of one position.

    Attributes:
        configurations: how many placements of all mines fit; never 0.
        mine_configurations: for every cell, how many of them have a mine there; None where the cell is
            revealed (a number or an exploded mine).
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
