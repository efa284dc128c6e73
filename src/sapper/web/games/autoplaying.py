"""A strategy that plays a hosted game in view."""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sapper._support.deadline import Deadline
from sapper.strategy.autoplaying import Move, autoplay
from sapper.web.games.desk import Step

if TYPE_CHECKING:
    from sapper.board.game import Game
    from sapper.inference.analysis import Cancel
    from sapper.strategy.strategy import Strategy

__all__ = ["Shadow"]

_MOST_STEPS: Final = 500
_LONGEST: Final = 0.1  # seconds of thinking before what was found so far is shown


class Shadow:
    """Plays ahead on a copy of a game, and tells what it did, so that the game can follow.

    The strategy keeps up with the game it plays, which costs far less than to see every position anew.
    """

    def __init__(self, game: Game, strategy: Strategy, time_limit: float, cancel: Cancel) -> None:
        """Copies the game. The time limit, in seconds, is of every move."""
        self._moves: Iterator[Move] = autoplay(
            game.__copy__(), strategy=strategy, time_limit=time_limit, cancel=cancel
        )
        self._index = game.topology.index
        self._kept: Move | None = None

    def next(self, most: int, guesses: bool) -> list[Step]:
        """The next moves: up to `most` of them, and none after a guess; empty when there is nothing to do.

        Args:
            most: 1 and up.
            guesses: Whether guesses are moves; else they are left for later.

        Raises:
            BudgetError: A position is too hard to count, or takes too long.
            CancelledError: It was stopped.
        """
        steps: list[Step] = []
        deadline = Deadline(_LONGEST)
        while len(steps) < min(most, _MOST_STEPS) and not deadline.is_over:
            move = self._kept or next(self._moves, None)
            self._kept = None
            if move is None:
                break
            if move.risk != 0 and (steps or not guesses):
                self._kept = move
                break
            steps.append(self._step(move))
        return steps

    def _step(self, move: Move) -> Step:
        risk = None if math.isnan(move.risk) else move.risk
        return Step(move.action.kind, self._index(move.action.cell), secrets.token_hex(8), risk)
