"""A strategy that plays a hosted game in view."""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sapper._support.deadline import Deadline
from sapper.strategy.autoplaying import Move, autoplay
from sapper.web.games.desk import Step
from sapper.web.questions.thoughts import SLICE

if TYPE_CHECKING:
    from sapper.board.game import Game
    from sapper.inference.analysis import Cancel
    from sapper.strategy.strategy import Strategy
    from sapper.web.questions.figures import Budget

__all__ = ["Shadow"]

_MOST_STEPS: Final = 500
_LONGEST: Final = 0.1  # seconds of thinking before what was found so far is shown


class Shadow:
    """Plays ahead on a copy of a game, and tells what it did, so that the game can follow.

    The strategy keeps up with the game it plays, which costs far less than to see every position anew.
    """

    def __init__(
        self, game: Game, strategy: Strategy, time_limit: float, cancel: Cancel, long: bool = False
    ) -> None:
        """Copies the game.

        Args:
            game: Where to begin.
            strategy: Who plays.
            time_limit: Seconds for every move.
            cancel: Stops it.
            long: Whether its moves are long thoughts. Else they are until one takes more than a moment.
        """
        self._strategy, self._time_limit, self._cancel = strategy, time_limit, cancel
        self._index = game.topology.index
        self.long = long
        self._begin(game.__copy__(), None)

    def _begin(self, game: Game, kept: Move | None) -> None:
        """Plays a game from now on, after a move on it that was not told yet."""
        limit = self._time_limit if self.long else min(self._time_limit, SLICE - _LONGEST)
        self._game, self._kept = game, kept
        self._before = game, kept
        self._moves: Iterator[Move] = autoplay(
            game, strategy=self._strategy, time_limit=limit, cancel=self._cancel
        )

    def next(self, most: int, guesses: bool, whole: Budget, budget: Budget) -> list[Step]:
        """The next moves: up to `most` of them, and none after a guess; empty when there is nothing to do.

        Args:
            most: 1 and up.
            guesses: Whether guesses are moves; else they are left for later.
            whole: All the time for this.
            budget: The same, or a part of it: then a second call may follow with all of it, and begins where
                the first did.

        Raises:
            BudgetError: A position is too hard to count, or takes too long.
            CancelledError: It was stopped.
        """
        if not self.long:
            if budget is whole:
                self.long = True
                self._begin(*self._before)
            else:
                self._before = self._game.__copy__(), self._kept
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
