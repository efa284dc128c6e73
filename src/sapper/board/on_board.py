"""The base classes of games, positions and minefields."""

from __future__ import annotations

from typing import Final, Generic

from sapper._support.values import Immutable
from sapper._support.words import quantity
from sapper.board.board import Board
from sapper.board.topology import Topology
from sapper.cells import CellT_co

_LARGEST_REPR: Final = 10_000  # cells


class OnBoard(Generic[CellT_co]):
    """The base class of everything that has a board."""

    __slots__ = ("_board",)
    _board: Board[CellT_co]

    @property
    def board(self) -> Board[CellT_co]:
        """Topology and number of mines."""
        return self._board

    @property
    def topology(self) -> Topology[CellT_co]:
        """The cells and their neighbours."""
        return self._board.topology


class BoardValue(OnBoard[CellT_co], Immutable):
    """An immutable value with an entry for every cell of a board."""

    __slots__ = ()

    @property
    def mines(self) -> int | None:
        """The number of mines on the whole board."""
        return self._board.mines

    def _outline(self) -> str | None:
        """A short `repr` for boards of more than ten thousand cells; None for smaller ones."""
        if self.topology.size <= _LARGEST_REPR:
            return None
        size = " x ".join(map(str, self.topology.shape))
        mines = "mines unknown" if self.mines is None else quantity(self.mines, "mine")
        return f"<{type(self).__name__} on a {self.topology.kind} of {size} cells, {mines}>"
