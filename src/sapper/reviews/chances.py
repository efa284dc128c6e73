"""The chance to win before every move of a game, for reviews. For use inside the package."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from sapper.board.marks import EXPLODED, FLAG
from sapper.board.rules import Rules
from sapper.errors import BudgetError
from sapper.knowledge.ranking import rank
from sapper.reviews.grades import MoveChance
from sapper.strategy.evaluating import evaluate, evaluate_moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper._support.deadline import Deadline
    from sapper.board.game import Status
    from sapper.board.position import Position
    from sapper.board.topology import Cell
    from sapper.inference.analysis import Cancel
    from sapper.replays.mouse import TimedAction
    from sapper.reviews.result import ReviewedMove

_ERROR: Final = 0.02
"""The standard error of the chance to win before a certain move."""

_ERROR_OF_GUESS: Final = 0.005
"""The standard error of the difference between the move played and the best guess."""

_COMPARED: Final = 4
"""How many guesses are compared with the one played."""

_TOLD_APART: Final = 2
"""A move has lost something if it is behind the best by more than so many standard errors."""

_RULES: Final = Rules("any")


class Chances:
    """Follows the chance to win through a game."""

    def __init__(self, deadline: Deadline, cancel: Cancel | None) -> None:
        self._deadline = deadline
        self._cancel = cancel

    def of(self, move: ReviewedMove[Any], position: Position[Any]) -> MoveChance[Any] | None:
        """The chances of a move, with `after` nan.

        Args:
            move: A move that is judged.
            position: The position before it.

        Returns:
            None for moves that open nothing, for the first cell, whose rules the replay does not know, after
            a mine, and in positions that are too entangled to count.
        """
        if move.verdict not in ("certain", "forced", "needless") or (position.marks == EXPLODED).any():
            return None
        try:
            return self._guess(move, position) if move.is_guess else self._certain(position)
        except BudgetError:
            if self._deadline.is_over:
                raise
            return None

    def with_outcomes(
        self, moves: Sequence[ReviewedMove[Any]], status: Status, end: Position[Any]
    ) -> tuple[ReviewedMove[Any], ...]:
        """The moves with the chance after each: the one before the next.

        Args:
            moves: The moves.
            status: How the game ended.
            end: The last position.
        """
        after = 1.0 if status == "won" else 0.0 if status == "lost" else self._at(end)
        found = []
        for move in reversed(moves):
            if move.exploded:
                after = 0.0
            if move.chance is not None:
                move = replace(move, chance=replace(move.chance, after=after))
                after = move.chance.before
            found.append(move)
        return tuple(reversed(found))

    def _at(self, position: Position[Any]) -> float:
        """The chance to win from a position; nan if it is too entangled."""
        try:
            return self._certain(position).before
        except BudgetError:
            if self._deadline.is_over:
                raise
            return math.nan

    def _certain(self, position: Position[Any]) -> MoveChance[Any]:
        found = evaluate(
            position, rules=_RULES, error=_ERROR, time_limit=self._deadline.left, cancel=self._cancel
        )
        chance = found.win_probability
        return MoveChance(chance, found.error, chance, 0.0, 0.0, math.nan, None)

    def _guess(self, move: ReviewedMove[Any], position: Position[Any]) -> MoveChance[Any] | None:
        if not move.exact:
            return None
        topology, played = position.topology, _opened(move.action, position)
        others = [cell for cell in self._others(move, position) if (cell,) != played]
        moves = [tuple(map(topology.index, cells)) for cells in (played, *((cell,) for cell in others))]
        compared = evaluate_moves(
            position, moves, _RULES, self._deadline, self._cancel, _ERROR_OF_GUESS, against=0
        )
        (best, first), own = compared[0], dict(compared)[0]
        if own.behind <= _TOLD_APART * own.behind_error:
            chance = first.win_probability
            return MoveChance(chance, first.error, chance, 0.0, own.behind_error, math.nan, None)
        return MoveChance(
            first.win_probability,
            first.error,
            own.win_probability,
            own.behind,
            own.behind_error,
            math.nan,
            topology.cell(moves[best][0]),
        )

    def _others(self, move: ReviewedMove[Any], position: Position[Any]) -> list[Cell]:
        """The cells that a guess is compared with: a safe one, or the guesses that our own player prefers."""
        if move.verdict == "needless":
            return [] if move.best is None else [move.best]
        moves = rank(position, _COMPARED, rules=_RULES, time_limit=self._deadline.left, cancel=self._cancel)
        return [ranked.cell for ranked in moves if ranked.kind == "open"]


def _opened(action: TimedAction[Any], position: Position[Any]) -> tuple[Cell, ...]:
    """The cells that an action opens. Those that a zero opens do not count."""
    if action.kind == "open":
        return (action.cell,)
    around = position.topology.neighbours(action.cell)
    return tuple(cell for cell in around if position[cell] < 0 and position[cell] != FLAG)
