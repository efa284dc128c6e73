"""What the numbers of a deduction say, for putting it in words. For use inside the package."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sapper.board.marks import EXPLODED

if TYPE_CHECKING:
    from sapper import _engine
    from sapper.board.position import Position
    from sapper.board.topology import Cell

__all__ = ["Clue", "Reasons"]

Cells = frozenset[int]
"""The engine's numbers of hidden cells."""


class Clue(NamedTuple):
    """So many mines among some hidden cells, by a number.

    Attributes:
        number: The engine's number of its cell.
        cells: The hidden cells around it that are not given.
        need: How many of them are mines.
        found: How many mines around it are given or exploded.
    """

    number: int
    cells: Cells
    need: int
    found: int


@dataclass(frozen=True, slots=True)
class Reasons:
    """A deduction of the engine, and the position and what was known when it was made.

    Attributes:
        position: What the player sees.
        deduction: What follows, and from what.
        known: The hidden cells that deductions before this one found: whether each is a mine.
    """

    position: Position
    deduction: _engine.Deduction
    known: Mapping[int, bool]

    @property
    def clues(self) -> list[Clue]:
        """What each number of the deduction says, the given cells left out."""
        given = {cell: self.known[cell] for cell in self.deduction.given}
        return [self.clue(number, given) for number in self.deduction.numbers]

    def clue(self, number: int, given: Mapping[int, bool]) -> Clue:
        """What a number says when some hidden cells are given."""
        cells, found = set(), 0
        for cell in self.position.topology._engine.neighbours(number):
            mark = int(self.position.marks.flat[cell])
            if mark == EXPLODED or given.get(cell, False):
                found += 1
            elif mark < 0 and cell not in given:
                cells.add(cell)
        return Clue(number, frozenset(cells), self.shown(number) - found, found)

    def shown(self, number: int) -> int:
        """The number at a cell."""
        return int(self.position.marks.flat[number])

    def cell(self, index: int) -> Cell:
        """A cell as the topology names it."""
        return self.position.topology.cell(index)
