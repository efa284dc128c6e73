"""What a strategy wants to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper import _engine
    from sapper.board.topology import Cell, Topology

__all__ = ["Choice"]


@dataclass(frozen=True, slots=True)
class Choice:
    """What to do next: open certainly safe cells, or one guess; or, where flags win, set flags.

    Attributes:
        cells: The hidden cells to open, in this order.
        flags: The hidden cells to flag: those still missing when all safe cells are open, where flags win.
        risk: The chance that the first of the cells holds a mine, 0 to 1; 0.0 when they are certainly safe,
            None when the strategy has no idea.
        win_probability: The proven chance to win from here; None when none is proven.
    """

    cells: tuple[Cell, ...]
    flags: tuple[Cell, ...]
    risk: float | None
    win_probability: float | None

    @property
    def cell(self) -> Cell:
        """The cell to open first, or to flag where there is none to open."""
        return (self.cells or self.flags)[0]

    @property
    def certain(self) -> bool:
        """Whether nothing is risked."""
        return self.risk == 0.0

    @classmethod
    def _of(cls, choice: _engine.Choice, topology: Topology) -> Choice:
        cells, flags = (tuple(map(topology.cell, some)) for some in (choice.cells, choice.flags))
        return cls(cells, flags, choice.risk, choice.win_probability)
