"""Everything that shows on a board at one moment, and what each cell therefore looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from sapper._support.naming import quantity
from sapper.board.marks import EXPLODED, FLAG, HIDDEN
from sapper.cli.play.looks import (
    Look,
    guess_look,
    mark_look,
    mine_look,
    risk_look,
    safe_look,
    walk_look,
    wrong_flag_look,
)
from sapper.draw.shapes import shapes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.board import Board
    from sapper.board.position import Position
    from sapper.board.topology import Cell
    from sapper.cli.play.watching.thinking import Thought
    from sapper.inference.analysis import Analysis

__all__ = ["Advice", "Overlay", "Reveal", "Scene"]

Overlay = Literal["certain", "probabilities"]
"""What of an analysis shows: the certain cells, else the best guess; every cell's mine probability."""

Reveal = Literal["wrong flags", "mines", "flags"]
"""What of the minefield shows: flags that are wrong; those and the mines; flags on all mines (a won game)."""


class Advice(NamedTuple):
    """What an analysis says, at hand for drawing.

    Attributes:
        risks: The mine probabilities, float64 of the board's shape, nan where revealed.
        best: A cell of least risk, None where nothing is hidden.
    """

    risks: NDArray[np.float64]
    best: Cell | None

    @classmethod
    def of(cls, analysis: Analysis) -> Advice:
        """Of an analysis."""
        return cls(analysis.mine_probability, analysis.best)

    @classmethod
    def to_begin(cls, board: Board, cell: Cell) -> Advice:
        """On a board where nothing was opened yet: begin there, the rules keep it safe."""
        risks = np.full(board.topology.shape, np.nan)
        risks[cell] = 0.0
        return cls(risks, cell)

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


@dataclass(frozen=True, slots=True)
class Scene:
    """A position of two dimensions and what is laid over it.

    Attributes:
        position: What the player sees.
        cursor: The cell under the cursor.
        advice: What is known about the position.
        overlay: How much of the advice shows.
        thought: What the solver walks along, if that shows.
        minefield: Where the mines are, bool of the board's shape.
        reveal: How much of `minefield` shows.
    """

    position: Position
    cursor: Cell | None = None
    advice: Advice | None = None
    overlay: Overlay = "certain"
    thought: Thought | None = None
    minefield: NDArray[np.bool_] | None = None
    reveal: Reveal = "wrong flags"

    @property
    def rows(self) -> int:
        """How many rows the board has."""
        return self.position.topology.shape[0]

    @property
    def columns(self) -> int:
        """How many columns the board has."""
        return self.position.topology.shape[1]

    @property
    def shifts(self) -> bool:
        """Whether odd rows are drawn half a cell to the right."""
        return shapes_of(self.position.topology.kind)[0].shift > 0

    def looks(self, row: int, first: int, last: int) -> list[Look]:
        """What the cells of a row look like, from column `first` to before `last`. Cost: those cells."""
        marks = self.position.marks[row, first:last].tolist()
        looks = [mark_look(mark, (row + column) % 2) for column, mark in enumerate(marks, first)]
        if self.advice is not None:
            self._lay_advice(self.advice, looks, marks, row, first)
            if self.thought is not None:
                self._lay_thought(self.thought, self.advice, looks, marks, row, first)
        if self.minefield is not None:
            self._lay_minefield(self.minefield, looks, marks, row, first)
        if isinstance(self.cursor, tuple) and self.cursor[0] == row and first <= self.cursor[1] < last:
            at = self.cursor[1] - first
            looks[at] = looks[at].under_cursor()
        return looks

    def _lay_advice(self, advice: Advice, looks: list[Look], marks: list[int], row: int, first: int) -> None:
        risks = advice.risks[row, first : first + len(marks)].tolist()
        for at, risk in enumerate(risks):
            if risk != risk or marks[at] >= 0 or marks[at] == EXPLODED:  # not hidden: nan, or opened since
                continue
            shade = (row + first + at) % 2
            if risk == 0.0:
                looks[at] = safe_look(shade)
            elif risk == 1.0:
                if marks[at] != FLAG:
                    looks[at] = mine_look(shade)
            elif (row, first + at) == advice.best:
                looks[at] = guess_look(_percent(risk))
            elif self.overlay == "probabilities":
                looks[at] = risk_look(_percent(risk), shade)

    def _lay_thought(
        self, thought: Thought, advice: Advice, looks: list[Look], marks: list[int], row: int, first: int
    ) -> None:
        last = first + len(marks)
        risks = advice.risks[row, first:last].tolist()
        for at, walked in enumerate(thought.stages(row, first, last)):
            if walked is None or marks[at] != HIDDEN or risks[at] != risks[at]:
                continue
            component, stage = walked
            shade = (row + first + at) % 2
            if stage != "behind":
                looks[at] = walk_look(component, shade, None, stage == "under")
            elif 0.0 < risks[at] < 1.0 and (row, first + at) != advice.best:
                looks[at] = walk_look(component, shade, _percent(risks[at]), under=False)

    def _lay_minefield(
        self, minefield: NDArray[np.bool_], looks: list[Look], marks: list[int], row: int, first: int
    ) -> None:
        mined = minefield[row, first : first + len(marks)].tolist()
        for at, mark in enumerate(marks):
            shade = (row + first + at) % 2
            if mark == FLAG and not mined[at]:
                looks[at] = wrong_flag_look()
            elif mined[at] and mark not in (FLAG, EXPLODED) and self.reveal != "wrong flags":
                looks[at] = mine_look(shade) if self.reveal == "mines" else mark_look(FLAG, shade)


def _percent(risk: float) -> int:
    """Whole per cent that never claim certainty."""
    return min(99, max(1, round(100 * risk)))
