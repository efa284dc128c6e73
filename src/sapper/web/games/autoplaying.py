"""Lets a strategy play a hosted game."""

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

_LONGEST: Final = 0.1  # seconds of thinking before what was found so far is shown


class Shadow:
    """A copy of a game. The strategy plays ahead on it, and the game itself repeats the moves.

    The strategy follows the copy move by move. That costs far less than analysing every position again.
    """

    def __init__(
        self, game: Game, strategy: Strategy, time_limit: float, cancel: Cancel, long: bool = False
    ) -> None:
        """Copies the game.

        If `long`, its moves are long thoughts from the start, and not only after one took long.
        """
        self._strategy, self._time_limit, self._cancel = strategy, time_limit, cancel
        self._index = game.topology.index
        self.long = long
        self._begin(game.__copy__(), None)

    def _begin(self, game: Game, kept: Move | None) -> None:
        """Plays a game from now on. `kept` is a move on it that was not returned yet."""
        limit = self._time_limit if self.long else min(self._time_limit, SLICE - _LONGEST)
        self._game, self._kept = game, kept
        self._before = game, kept
        self._moves: Iterator[Move] = autoplay(
            game, strategy=self._strategy, time_limit=limit, cancel=self._cancel
        )

    def next(self, most: int, guesses: bool, whole: Budget, budget: Budget) -> list[Step]:
        """The next moves: up to `most` of them, and none after a guess. Empty if there is nothing to do.

        Args:
            most: 1 and up.
            guesses: Whether to make guesses. Otherwise they are kept for later.
            whole: The whole time limit.
            budget: The whole time limit, or a part of it. After a part, a second call may follow with the
                whole limit. It starts where the first call started.

        Raises:
            BudgetError: A position is too hard, or the time is up.
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
        while len(steps) < most and not deadline.is_over:
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
