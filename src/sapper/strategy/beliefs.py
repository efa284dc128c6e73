"""What a strategy takes for true before its next move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper import _engine
    from sapper.board.topology import Cell, Topology

__all__ = ["Beliefs", "Statement"]


@dataclass(frozen=True, slots=True)
class Statement:
    """What a strategy knows of some hidden cells together: how many mines they hold.

    Attributes:
        cells: The cells, in row-major order.
        least: They hold at least so many mines.
        most: They hold at most so many mines.
    """

    cells: tuple[Cell, ...]
    least: int
    most: int

    def __str__(self) -> str:
        mines = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        return f"{mines} mine{'' if mines == '1' else 's'} among {', '.join(map(str, self.cells))}"


@dataclass(frozen=True, slots=True, eq=False)
class Beliefs:
    """What a strategy takes for true before its next move. Made by `Strategy.beliefs`.

    It is what the strategy knows by its own rules. Cells may be certain that it does not know, and its
    estimates need not be probabilities.

    Attributes:
        safe: The hidden cells that it takes for safe. Bool of the board's shape; read-only.
        mines: The hidden cells that it takes for mines, likewise.
        risk: Its estimate of the risk of every hidden cell: 0.0 and 1.0 for the cells above, otherwise what
            its policy goes by. nan if it has none. float64 of the board's shape; read-only.
        statements: What it knows of several cells together, of those that it has not decided. Only
            strategies whose inference level is a part of its own have any.
    """

    safe: NDArray[np.bool_]
    mines: NDArray[np.bool_]
    risk: NDArray[np.float64]
    statements: tuple[Statement, ...]

    @classmethod
    def _of(cls, beliefs: _engine.Beliefs, topology: Topology) -> Beliefs:
        safe, mines = np.zeros(topology.size, dtype=bool), np.zeros(topology.size, dtype=bool)
        safe[beliefs.safe] = True
        mines[beliefs.mines] = True
        risk = np.array(beliefs.risks) if beliefs.risks else np.full(topology.size, np.nan)
        for array in (safe, mines, risk):
            array.setflags(write=False)
        statements = (
            Statement(tuple(map(topology.cell, each.cells)), each.least, each.most)
            for each in beliefs.statements
        )
        shape = topology.shape
        return cls(safe.reshape(shape), mines.reshape(shape), risk.reshape(shape), tuple(statements))
