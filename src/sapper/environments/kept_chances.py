"""How much of the chance to win a player keeps: a score that nothing but good moves can raise."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from sapper._support.checks import seconds, whole
from sapper._support.engine_call import Deadline
from sapper._support.words import brief_contents
from sapper.board.game import Game
from sapper.errors import ArgumentError
from sapper.inference.analysis import Cancel
from sapper.reviews.reviewing import review
from sapper.strategy.evaluation import evaluate


@dataclass(frozen=True, slots=True)
class KeptChance:
    """What became of the chance to win in a game. Made by `kept_chance`.

    Attributes:
        chance: The chance to win when the player took over, with good play.
        lost: What the moves lost, added up: before each move the chance by the best move that was found,
            less the chance by the chosen one. Luck does not count.
        left: The chance that was left if the game was abandoned; 0.0 if it is over.
        error: The standard error of `kept`; 0.0 if all chances are exact.
    """

    chance: float
    lost: float
    left: float
    error: float

    @property
    def kept(self) -> float:
        """`chance` less `lost` and `left`: the chance to win that the player kept.

        It is the result of the game without the luck. Its mean over many games is the share of them that the
        player wins, and it varies less. In one game it may be less than 0: the chance rises by luck, and more
        than there was at first can be lost.
        """
        return self.chance - self.lost - self.left

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain values, for JSON."""
        return {**asdict(self), "kept": self.kept}


def kept_chance(
    game: Game[Any], *, since: int = 0, time_limit: float | None = None, cancel: Cancel | None = None
) -> KeptChance:
    """Computes how much of the chance to win the player of a game kept.

    The first click does not count: it is a blind one. A move that is certainly safe loses nothing, a
    certain mine loses everything. What a guess loses is exact where few minefields fit, and estimated
    elsewhere, as in `sapper.review` with `by="win"`. A game that is not over was abandoned, so the chance
    that is left is lost.

    Flags, moves that change nothing and the order of safe moves do not matter, so nothing is to be gained by
    them. A board that is known to need no guess is judged as any other.

    Args:
        game: A game with an open cell.
        since: The number of actions in its history that the player did not choose.
        time_limit: Seconds after which it gives up.
        cancel: Stops it if it is set from another thread.

    Returns:
        The figures. It takes some milliseconds, and for each guess up to two seconds.

    Raises:
        ArgumentError: No cell is open, or an argument is invalid.
        BudgetError: A position is too entangled, or the time is up.
        CancelledError: `cancel` was set.

    Example:
        >>> from sapper.environments import kept_chance
        >>> game = sapper.Game((5, 5, 5), seed=1)
        >>> _ = game.open(2, 2)
        >>> kept_chance(game).kept  # it was abandoned
        0.0
        >>> _ = sapper.Strategy("best").play(game)
        >>> result = kept_chance(game)
        >>> round(result.chance, 3), round(result.kept, 3), game.status
        (0.5, 0.5, 'lost')
    """
    source: object = game
    if not isinstance(source, Game):
        raise ArgumentError(f"game must be a Game, not {brief_contents(game)}")
    deadline = Deadline(None if time_limit is None else seconds("time_limit", time_limit))
    since = whole("since", since, 0, len(game.history))
    moves = review(game, by="win", time_limit=deadline.left, cancel=cancel).moves if game.history else ()
    chances = [move.chance for move in moves[since:] if move.chance is not None]
    if not any(move.verdict == "start" for move in moves):
        raise ArgumentError("the game has no open cell: nothing was to be lost yet")
    at_end = {"won": 1.0, "playing": None}.get(game.status, 0.0)
    end_error = 0.0
    if at_end is None:
        now = evaluate(game, time_limit=deadline.left, cancel=cancel)
        at_end, end_error = now.win_probability, now.error
    left = at_end if game.status == "playing" else 0.0
    if not chances:
        return KeptChance(at_end, 0.0, left, 0.0)
    first = chances[0]
    errors = [first.before_error, end_error, *(each.lost_error for each in chances)]
    return KeptChance(
        chance=first.before,
        lost=sum(each.lost for each in chances),
        left=left,
        error=math.hypot(*errors),
    )
