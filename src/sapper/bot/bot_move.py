"""What to open next, where a picture may show several positions."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper import _engine
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.bot.board_reader import around
from sapper.inference.analysing import analyse
from sapper.inference.analysis import Analysis

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.bot.board_reader import Marks
    from sapper.strategy.strategy import Strategy

    Cell = tuple[int, int]

# Minefields that are drawn to see whether a move may win: enough to tell a share of 1 in 100. Their seed is
# fixed so that a run can be repeated.
_DRAWS: Final = 300
# Of the drawn minefields in which the move ends the game, the share of wins up to which it counts as lost.
_LOST_SHARE: Final = 0.01
_SECONDS_FOR_GAMES: Final = 1.0  # seconds for the games in them
_EXCESS_RISK: Final = 0.01  # how much more than the least risk the guess of the strategy may have


@dataclass(frozen=True, slots=True)
class BotMove:
    """What to open next.

    Attributes:
        position: The most likely position.
        analysis: Of this position.
        readings: How many positions the picture may show.
        cells: The cells to open; none if no cell is hidden in all positions that the picture may show.
        sure: Whether they are safe in every position that the picture may show.
        risk: The probability of a mine in the first cell, over all these positions; 1.0 without a cell.
    """

    position: Position
    analysis: Analysis
    readings: int
    cells: tuple[Cell, ...]
    sure: bool
    risk: float


def move_in(
    readings: Sequence[Marks], mines: int, strategy: Strategy, chances: Sequence[float] | None = None
) -> BotMove:
    """Chooses a move that is right for all positions that a picture may show.

    Args:
        readings: Their marks, the most likely first.
        mines: The number of mines on the board.
        strategy: Chooses where nothing is sure.
        chances: How likely each position is; by default all the same.

    Returns:
        The choice of the strategy, if the picture leaves nothing open. Otherwise all cells that are safe in
        all positions. If there are none, the guess of the strategy in the most likely position, if that has
        nearly the least risk over all positions. Otherwise the cell with the least risk over all positions.
    """
    positions = [Position(marks, mines) for marks in readings]
    analyses = [analyse(position) for position in positions]
    first, others = analyses[0], analyses[1:]
    everywhere = set(first.safe).intersection(*(each.safe for each in others))
    if everywhere and others:
        return BotMove(positions[0], first, len(positions), tuple(sorted(everywhere)), True, 0.0)
    cells = strategy.choose(positions[0]).cells
    # nan where a cell is open in one of them
    risks = np.average([each.mine_probability for each in analyses], axis=0, weights=chances)
    if others:
        hidden = not np.isnan(risks).all()
        cells = cells[:1] if hidden else ()
        if hidden and not risks[cells[0]] <= np.nanmin(risks) + _EXCESS_RISK:
            row, column = np.unravel_index(int(np.nanargmin(risks)), risks.shape)
            cells = ((int(row), int(column)),)
    risk = float(risks[cells[0]]) if cells else 1.0
    return BotMove(
        positions[0], first, len(positions), cells, bool(cells) and everywhere.issuperset(cells), risk
    )


def may_win(move: BotMove) -> bool:
    """Whether a move that ended the game may have won it. Games in drawn minefields tell if there is time."""
    marks, topology = move.position.marks, move.position.topology
    if np.count_nonzero(marks < 0) - len(move.cells) <= (move.position.mines or 0):
        return True
    minefields = _engine.draw_minefields(move.position._engine, 1, _DRAWS).reshape(_DRAWS, *marks.shape)
    clicks = [*map(tuple, np.argwhere(_needs_click(marks)).tolist()), *move.cells]
    ends = []
    end = time.monotonic() + _SECONDS_FOR_GAMES
    for is_mine in minefields.astype(bool):
        if time.monotonic() > end:
            return True
        game = Minefield(is_mine, topology).game()
        for cell in clicks:
            if game.status == "playing":
                game.open(*cell)
        ends.append(game.status)
    return ends.count("won") > _LOST_SHARE * (ends.count("won") + ends.count("lost"))


def _needs_click(marks: Marks) -> NDArray[np.bool_]:
    """The open cells that do not open with an empty cell beside them, which is clicked or opens itself."""
    empty = marks == 0
    wider = np.pad(empty, 1)
    before = wider[:-2, :-2] | wider[:-2, 1:-1] | wider[:-2, 2:] | wider[1:-1, :-2]
    return np.asarray((empty & ~before) | ((marks > 0) & (around(empty) == 0)))
