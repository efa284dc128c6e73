"""Games played by a strategy, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sapper import _engine
from sapper.board.board import Board
from sapper.board.game import Action, Game
from sapper.board.position import Position
from sapper.board.rules import FirstClick, Rules
from sapper.board.topology import Cell
from sapper.inference.analysis import Analysis, Cancel, analyse
from sapper.strategy.names import DEFAULT_STRATEGY
from sapper.strategy.parts import WholeStrategy
from sapper.strategy.playing import Playing
from sapper.strategy.strategy import Strategy

__all__ = ["Move", "autoplay", "good_first_cell"]


@dataclass(frozen=True)
class Move:
    """What the player did and what it saw.

    Attributes:
        action: What was done, and where.
        risk: The chance that this action would set off a mine as the strategy knew it, 0 to 1; nan where it
            had no idea.
        position: What the action rests on: a position that may be some certain moves old. None for the first
            move, which has nothing to go by.
    """

    action: Action
    risk: float
    position: Position | None

    @cached_property
    def analysis(self) -> Analysis | None:
        """The exact truth about `position`, whatever the strategy knew of it. Computed when asked."""
        return None if self.position is None else analyse(self.position)


def good_first_cell(board: Board, first_click: FirstClick) -> Cell:
    """The cell that wins most often when opened first.

    A corner, unless an opening is sure: then the third cell from both edges, and on boards larger than
    intermediate the fourth (the centre, where the board is too small for either), if the mines leave room for
    an opening there. On a board without edges, and on a graph, all cells are taken for equal.

    Args:
        board: The board to begin on.
        first_click: What the first click is sure of.
    """
    topology, rules = board.topology, Rules(first_click)._for_engine()
    return topology.cell(_engine.good_first_cell(topology._engine, board.mines, rules))


def autoplay(
    game: Game,
    first_cell: Cell | None = None,
    strategy: Strategy | str | WholeStrategy = DEFAULT_STRATEGY,
    *,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Iterator[Move]:
    """Plays a game to its end, from wherever it stands.

    Args:
        game: Is played on in place. A game that is over yields nothing.
        first_cell: Opened first if no cell was opened yet. By default the strategy's own first cell.
        strategy: Who plays.
        time_limit: Seconds for every thought, after which to give up.
        cancel: Gives up when set from another thread, also in the middle of a thought.

    Yields:
        Every action, after it was done. The caller may stop at any time, and may play in between.

    Raises:
        GameError: `game` is no game.
        ArgumentError: `time_limit` or `cancel` is none.
        CellError: `first_cell` is not on the board.
        BudgetError: A thought took longer than the time limit, or the engine would need too much memory to
            count a position.
        CancelledError: `cancel` was set.
        StrategyError: There is no such strategy, or a part of it written in Python raised or chose a cell
            that is not hidden.
    """
    playing = Playing(game, Strategy.of(strategy), first_cell, time_limit=time_limit, cancel=cancel)
    while game.status == "playing":
        position = None if game._engine.is_fresh else game.position
        turn = playing.choose()
        for action, risk in playing.act(turn):
            yield Move(action, risk, position)
