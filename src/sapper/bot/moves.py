"""What the bot does in a position of which the picture may leave something open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper.board.position import Position
from sapper.inference.analysis import Analysis, analyse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.bot.sight import Marks
    from sapper.strategy.strategy import Strategy

    Cell = tuple[int, int]

_WORSE: Final = 0.01  # how much more than the least risk a guess may have in another reading


@dataclass(frozen=True, slots=True)
class Move:
    """What to open next.

    Attributes:
        position: The most likely position.
        analysis: Of this position.
        readings: How many positions the picture may show.
        cells: The cells to open; none if that depends on what the picture leaves open.
        sure: Whether they are safe in every position that the picture may show.
        risk: The probability of a mine in the first cell, in the most likely position; 1.0 without a cell.
    """

    position: Position
    analysis: Analysis
    readings: int
    cells: tuple[Cell, ...]
    sure: bool
    risk: float


def move_in(readings: Sequence[Marks], mines: int, strategy: Strategy) -> Move:
    """Chooses a move that is right for all positions that a picture may show.

    Args:
        readings: Their marks, the most likely first.
        mines: The number of mines on the board.
        strategy: Chooses where nothing is sure.

    Returns:
        The choice of the strategy, if the picture leaves nothing open. Else all cells that are safe in all
        positions. If there are none, the guess of the strategy in the most likely one, if that has nearly
        the least risk in the others too. Else the cell whose largest risk in any of them is least, unless
        each may surely be a mine.
    """
    positions = [Position(marks, mines) for marks in readings]
    analyses = [analyse(position) for position in positions]
    first, others = analyses[0], analyses[1:]
    everywhere = set(first.safe).intersection(*(each.safe for each in others))
    if everywhere and others:
        return Move(positions[0], first, len(positions), tuple(sorted(everywhere)), True, 0.0)
    cells = strategy.choose(positions[0]).cells
    if others:
        cells = cells[:1]
        if not all(float(each.mine_probability[cells[0]]) <= each.best_risk + _WORSE for each in others):
            cells = _least_of_all(analyses)
    risk = float(first.mine_probability[cells[0]]) if cells else 1.0
    return Move(
        positions[0], first, len(positions), cells, bool(cells) and everywhere.issuperset(cells), risk
    )


def _least_of_all(analyses: Sequence[Analysis]) -> tuple[Cell, ...]:
    """The cell whose largest risk in all analyses is least; none if each is a mine in one of them."""
    worst = np.max([each.mine_probability for each in analyses], axis=0)  # nan where one of them is open
    if np.isnan(worst).all():
        return ()
    row, column = np.unravel_index(int(np.nanargmin(worst)), worst.shape)
    return ((int(row), int(column)),) if worst[row, column] < 1 else ()
