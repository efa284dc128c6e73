"""What lies on a board: what games, positions and minefields have in common."""

from __future__ import annotations

from typing import Final

from sapper._support.naming import quantity
from sapper._support.values import Immutable
from sapper.board.board import Board
from sapper.board.topology import Topology

__all__ = ["BoardValue", "OnBoard"]

_LARGEST_REPR: Final = 10_000  # cells


class OnBoard:
    """Anything that lies on a board."""

    __slots__ = ("_board",)
    _board: Board

    @property
    def board(self) -> Board:
        """Topology and number of mines."""
        return self._board

    @property
    def topology(self) -> Topology:
        """Which cells touch which."""
        return self._board.topology


class BoardValue(OnBoard, Immutable):
    """A value that says something of every cell of a board."""

    __slots__ = ()

    @property
    def mines(self) -> int:
        """How many mines the whole board holds."""
        return self._board.mines

    def _outline(self) -> str | None:
        """A representation of more than ten thousand cells; None of a board small enough to tell them all."""
        if self.topology.size <= _LARGEST_REPR:
            return None
        size = " x ".join(map(str, self.topology.shape))
        mines = quantity(self.mines, "mine")
        return f"<{type(self).__name__} on a {self.topology.kind} of {size} cells, {mines}>"
