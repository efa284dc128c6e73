"""What notebooks show of a position, a game, an analysis, a minefield or a hint."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

import numpy as np

from sapper.board.marks import HIDDEN
from sapper.board.position import Position
from sapper.draw.svg import board_svg
from sapper.draw.view import can_be_seen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.minefield import Minefield
    from sapper.inference.analysis import Analysis
    from sapper.knowledge.hints import Hint

__all__ = ["explained", "laid_open", "picture"]


def picture(
    position: Position, analysis: Analysis | None = None, minefield: NDArray[np.bool_] | None = None
) -> str | None:
    """An SVG document; None for a board that makes no picture, so that notebooks show its `repr`."""
    if not can_be_seen(position.topology):
        return None
    return board_svg(position, analysis, minefield=minefield)


def laid_open(minefield: Minefield) -> str | None:
    """Where the mines are, with a ring around the first cell if there is one."""
    if not can_be_seen(minefield.topology):
        return None
    hidden = Position(np.full(minefield.topology.shape, HIDDEN), minefield.mines, minefield.topology)
    return board_svg(hidden, minefield=minefield.mined, best=minefield.start, legend=False)


def explained(hint: Hint) -> str:
    """The words of a hint, below a picture of what they speak of where the board makes one."""
    text = f"<p>{html.escape(hint.text)}</p>"
    if not can_be_seen(hint.position.topology):
        return text
    deduction, guess = hint.deduction, hint.guess
    drawn = board_svg(
        hint.position,
        safe=() if deduction is None else deduction.safe,
        mines=() if deduction is None else deduction.mines,
        outlined=() if deduction is None else (*deduction.numbers, *deduction.given),
        risks=None if guess is None else {guess.cell: guess.risk},
        best=None if guess is None else guess.cell,
    )
    return f"{drawn}{text}"
