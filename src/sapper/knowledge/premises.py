"""The premises of a deduction, as its sentence needs them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sapper.board.marks import EXPLODED

if TYPE_CHECKING:
    from sapper import _engine
    from sapper.board.position import Position

Cells = frozenset[int]
"""The indices of hidden cells."""


class Clue(NamedTuple):
    """What a number says: how many mines are among which hidden cells.

    Attributes:
        number: The index of the number's cell.
        cells: The hidden cells around it that are not given.
        need: The number of mines among these cells.
        found: The number of mines around it that are given or exploded.
    """

    number: int
    cells: Cells
    need: int
    found: int


@dataclass(frozen=True, slots=True)
class Reasons:
    """A deduction of the engine, with its position and what was known before it.

    Attributes:
        position: What the player sees.
        deduction: The deduction.
        known: The hidden cells that earlier deductions found, each with whether it is a mine.
    """

    position: Position
    deduction: _engine.Deduction
    known: Mapping[int, bool]

    @property
    def clues(self) -> list[Clue]:
        """What each number of the deduction says, without the given cells."""
        given = {cell: self.known[cell] for cell in self.deduction.given}
        return [self.clue(number, given) for number in self.deduction.numbers]

    def clue(self, number: int, given: Mapping[int, bool]) -> Clue:
        """What a number says, without some given hidden cells."""
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

    def cell(self, index: int) -> Any:
        """The cell with an index."""
        return self.position.topology.cell(index)
