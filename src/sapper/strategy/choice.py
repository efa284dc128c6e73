"""The choice of a strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from sapper._support.values import Figures
from sapper.board.json_form import cell_value
from sapper.cells import CellT, CellT_co

if TYPE_CHECKING:
    from sapper import _engine
    from sapper.board.topology import Topology


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Choice(Figures, Generic[CellT_co]):
    """What to do next: open certainly safe cells, open a guess, or set flags.

    A strategy in Python may return one.

    Attributes:
        cells: The hidden cells to open, in this order.
        flags: The hidden cells to flag after that. Sapper's own strategies set flags only at the end of games
            that flags win (`Rules.win`). A strategy in Python may set them at any time.
        risk: The probability that the first of the cells holds a mine, 0 to 1. It is 0.0 if the cells are
            certainly safe, and None if the strategy does not know. Reports on simulations use this value as
            it is, and the exact risk in place of None.
        win_probability: The proven chance to win from here; None if it is not known.
    """

    cells: tuple[CellT_co, ...]
    flags: tuple[CellT_co, ...] = ()
    risk: float | None = None
    win_probability: float | None = None

    @property
    def cell(self) -> CellT_co:
        """The cell to open first, or to flag first if there is none to open."""
        return (self.cells or self.flags)[0]

    @property
    def certain(self) -> bool:
        """Whether the choice has no risk."""
        return self.risk == 0.0

    def to_dict(self) -> dict[str, Any]:
        """The choice as plain values, for JSON. `docs/json.md` describes the fields."""
        return {
            "cells": list(map(cell_value, self.cells)),
            "flags": list(map(cell_value, self.flags)),
            "risk": self.risk,
            "win_probability": self.win_probability,
        }

    @classmethod
    def _of(cls, choice: _engine.Choice, topology: Topology[CellT]) -> Choice[CellT]:
        cells, flags = (tuple(map(topology.cell, some)) for some in (choice.cells, choice.flags))
        return Choice(cells, flags, choice.risk, choice.win_probability)
