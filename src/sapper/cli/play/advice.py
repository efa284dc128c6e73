"""What the library says to a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sapper._support.naming import quantity
from sapper.draw.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.board import Board
    from sapper.board.position import Position
    from sapper.board.topology import Cell
    from sapper.inference.analysis import Analysis
    from sapper.knowledge.hints import Hint


class Advice(NamedTuple):
    """What is known about the hidden cells.

    Attributes:
        risks: The mine probabilities, float64 of the board's shape, nan where revealed.
        best: A safe cell if there is one, else the best guess; None where nothing is hidden.
    """

    risks: NDArray[np.float64]
    best: Cell | None

    @classmethod
    def of(cls, analysis: Analysis, found: Hint | None = None) -> Advice:
        """Takes the advice from an analysis, and from a hint if the analysis has no safe cell."""
        if found is None:
            return cls(analysis.mine_probability, analysis.best)
        risks = analysis.mine_probability.copy()
        claims = {cell: mined for deduction in found.deductions for cell, mined in deduction.claims.items()}
        for cell, mined in claims.items():  # news if the analysis is an estimate
            risks[cell] = float(mined)
        safe = min((cell for cell, mined in claims.items() if not mined), default=None)
        return cls(risks, safe if found.guess is None else found.guess.cell)

    @classmethod
    def to_begin(cls, board: Board, cell: Cell) -> Advice:
        """Advises to open this cell first, on a board whose rules keep the first cell safe."""
        risks = np.full(board.topology.shape, np.nan)
        risks[cell] = 0.0
        return cls(risks, cell)

    @property
    def safe(self) -> list[Cell]:
        """The certainly safe cells."""
        return [tuple(cell) for cell in np.argwhere(self.risks == 0.0).tolist()]

    @property
    def mines(self) -> list[Cell]:
        """The certain mines."""
        return [tuple(cell) for cell in np.argwhere(self.risks == 1.0).tolist()]

    def over(self, position: Position, *, every_risk: bool = False) -> Scene:
        """Lays the advice over a position.

        Args:
            position: The position that the advice is about, or a later one.
            every_risk: Whether all risks show. If not, certain cells show, or else the best guess.
        """
        guesses = self.best is not None and self.risks[self.best] != 0.0
        best = position.topology.index(self.best) if self.best is not None and guesses else None
        return Scene(position, self.risks, best, every_risk)

    def nearest(self, cell: Cell) -> Cell | None:
        """The certainly safe cell nearest to a cell, else the best guess."""
        safe = np.argwhere(self.risks == 0.0)
        if not len(safe):
            return self.best
        nearest = safe[np.abs(safe - np.array(cell)).max(axis=1).argmin()]
        return tuple(nearest.tolist())

    def __str__(self) -> str:
        """What to do, in a sentence."""
        safe = int(np.count_nonzero(self.risks == 0.0))
        mines = int(np.count_nonzero(self.risks == 1.0))
        if safe:
            return f"Certain: {safe} safe, {quantity(mines, 'mine')}."
        if self.best is None:
            return "Nothing is hidden."
        known = f"; {quantity(mines, 'mine')} certain" if mines else ""
        return (
            f"Nothing is safe{known}. Best guess {self.best}: a mine at {100 * self.risks[self.best]:.1f} %."
        )
