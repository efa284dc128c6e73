"""Plays games by a strategy, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, cast

from sapper import _engine
from sapper._support.values import Figures
from sapper.board.board import BoardLike, as_board
from sapper.board.game import Action, Game
from sapper.board.position import Position
from sapper.board.rules import RulesLike, as_rules
from sapper.cells import Cell, CellT, CellT_co
from sapper.inference.analysing import analyse
from sapper.inference.analysis import Analysis, Cancel
from sapper.strategy.names import DEFAULT_STRATEGY
from sapper.strategy.strategy import StrategyLike, as_strategy
from sapper.strategy.turns import GameTurns


@dataclass(frozen=True, eq=False, repr=False)
class Move(Figures, Generic[CellT_co]):
    """An action of a strategy, with its risk and the position before it. Made by `autoplay`.

    Attributes:
        action: The action and its cell.
        risk: The strategy's probability that the action sets off a mine, 0 to 1; nan if it does not know.
        position: The position in which the strategy decided on the action. A few certain moves may have come
            after it. None for the first move.
    """

    action: Action[CellT_co]
    risk: float
    position: Position[CellT_co] | None

    @cached_property
    def analysis(self) -> Analysis[CellT_co] | None:
        """The exact analysis of `position`, which the strategy may not have known. Computed on first use."""
        return None if self.position is None else analyse(self.position)


def good_first_cell(board: BoardLike[CellT], rules: RulesLike | None = None) -> CellT:
    """A good first cell: on the usual boards, the one that wins most often.

    It is a corner, unless the first click is certain to be an opening: the rules promise one, and the mines
    leave room for it. Then it is the third cell from both edges, or the fourth on boards of more than 256
    cells, but never past the centre. On graphs and boards without edges it is the first cell, because all
    cells count as equal. `docs/research/best.md` has the measurements.

    Args:
        board: A level's name, a `Board`, or rows, columns and mines.
        rules: The rules, or the name of their first click; by default `Rules()`.

    Raises:
        BoardError: There is no such level, or the board is impossible.
        GameError: `rules` is invalid.
    """
    board, first_rules = as_board(board), as_rules(rules)._for_engine()
    topology = board.topology
    return topology.cell(_engine.good_first_cell(topology._engine, board.mines, first_rules))


def autoplay(
    game: Game[CellT],
    strategy: StrategyLike = DEFAULT_STRATEGY,
    *,
    first_cell: Cell | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Iterator[Move[CellT]]:
    """Plays a game from its current state to its end.

    Args:
        game: The game, which changes in place. A game that is over yields nothing.
        strategy: The strategy that plays.
        first_cell: The cell to open first if none is open yet. By default the strategy chooses it.
        time_limit: Seconds for each choice of the strategy, after which the play stops with an error.
        cancel: Stops the play if it is set from another thread, even during a choice.

    Returns:
        An iterator over the actions. Each step does the next action in the game, and then yields it. The
        caller may stop at any time, and may play in between.

    Raises:
        GameError: `game` is not a game.
        ArgumentError: `time_limit` or `cancel` is invalid.
        CellError: `first_cell` is not on the board.
        BudgetError: A choice took longer than the time limit, or the engine would need too much memory to
            count a position.
        CancelledError: `cancel` was set.
        StrategyError: There is no such strategy, or a part of it in Python raised or chose a cell that is
            not hidden.

    Example:
        >>> game = sapper.Game("beginner", seed=1)
        >>> risks = [move.risk for move in sapper.autoplay(game)]
        >>> game.status, len(risks), max(risks)
        ('won', 9, 0.0)
    """
    # Not a generator itself: that would check the arguments only when the first move is asked for.
    return _moves(
        game, GameTurns(game, as_strategy(strategy), first_cell, time_limit=time_limit, cancel=cancel)
    )


def _moves(game: Game[CellT], playing: GameTurns) -> Iterator[Move[CellT]]:
    while game.status == "playing":
        position = None if game._engine.is_fresh else game.position
        turn = playing.choose()
        for action, risk in playing.act(turn):
            yield Move(cast("Action[CellT]", action), risk, position)
