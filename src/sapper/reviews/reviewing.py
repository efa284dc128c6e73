"""Reviews a game move by move with exact inference: the risk of each move, and the safe cells it missed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from sapper import _engine
from sapper._support.checks import whole
from sapper._support.engine_call import EngineCall, check_common_arguments
from sapper._support.values import Progress
from sapper._support.words import brief_contents, check_choice
from sapper.board.game import Game, engine_action
from sapper.cells import CellT
from sapper.errors import ArgumentError, GameError
from sapper.hints.hints import RULES, deduction_of
from sapper.minefields.metrics import measure
from sapper.replays.replay import Replay, presses_of
from sapper.reviews.verdicts import VERDICTS, MoveChance, Review, ReviewedMove, Verdict

if TYPE_CHECKING:
    from sapper.inference.analysis import Cancel
    from sapper.replays.replay import TimedAction

__all__ = ["Review", "ReviewedMove", "Verdict", "review"]


def review(
    game: Replay[CellT] | Game[CellT],
    *,
    by: Literal["risk", "win"] = "risk",
    seed: int = 0,
    time_limit: float | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
) -> Review[CellT]:
    """Reviews a game, with exact inference before every move.

    Args:
        game: A replay, or a game with at least one open cell.
        by: `"risk"`, or `"win"` to follow the chance to win, too: `ReviewedMove.chance`, `Review.accuracy`.
            That takes some seconds for an expert game.
        seed: Decides the games of `by="win"`. Another seed gives other estimates; what is exact stays.
        time_limit: Seconds after which the review stops with an error, even within a move.
        progress: Called with a `Progress` after every move: the moves done, and all moves.
        cancel: Stops the review if it is set from another thread or by `progress`.

    Returns:
        The review; some tens of milliseconds for an expert game.

    Raises:
        GameError: This is not a game, no cell of it was opened yet, or the replay names a cell that is not on
            the board.
        ArgumentError: `by`, `seed`, `time_limit`, `progress` or `cancel` has the wrong type.
        BudgetError: It took longer than the time limit, or a position is too entangled to estimate.
        CancelledError: `cancel` was set.

    Example:
        >>> game = sapper.Game("intermediate", seed=3)
        >>> game = sapper.Strategy("subset+first").play(game)
        >>> review = sapper.review(game)
        >>> review.status, len(review.guesses), round(review.luck, 3)
        ('won', 1, 0.5)
        >>> move = review.guesses[0]
        >>> move.action.cell, move.risk, move.safest_risk
        ((8, 14), 0.5, 0.5)
    """
    if not isinstance(game, Replay | Game):
        raise GameError(f"review a replay or a game, not {brief_contents(game)}")
    check_common_arguments(cancel=cancel, progress=progress)
    check_choice("by", by, ("risk", "win"), ArgumentError)
    seed = whole("seed", seed)
    replay: Replay[CellT] = game if isinstance(game, Replay) else Replay.from_game(game)
    topology, total = replay.board.topology, len(replay.actions)
    is_mine = replay.minefield.mined.view(np.uint8).ravel()
    moves = 0
    with EngineCall("the review", time_limit):
        reviewer = _engine.Reviewer(
            topology._engine, is_mine, replay.rules._for_engine(), by == "win", seed, time_limit, cancel
        )
        actions: Sequence[TimedAction[Any]] = replay.actions
        presses: Sequence[Any] = presses_of(replay.events)
        has_moves = replay._line.path is not None
        for action, (cell, event) in zip(actions, presses, strict=True):
            if reviewer.is_over:
                break
            down = _engine.NO_CELL if cell is None else topology.index(cell)
            x, y = (event.pixel if has_moves else None) or (_engine.NO_PIXEL, _engine.NO_PIXEL)
            reviewer.act(engine_action(topology, action.kind, action.cell), down, x, y, replay.cell_size)
            moves += 1
            if progress is not None:
                progress(Progress(moves, total))
        reviewer.set_outcomes()
        fair = reviewer.is_fair()
    if progress is not None and moves < total:  # for the actions after the end of the game
        progress(Progress(total, total))
    return Review(replay, tuple(_moves(replay, reviewer.moves)), measure(replay), fair, by == "win")


def _moves(replay: Replay[CellT], moves: list[_engine.ReviewedMove]) -> Iterator[ReviewedMove[CellT]]:
    """The moves of the game with the engine's verdicts."""
    cell = cache(replay.board.topology.cell)
    has_times, before = replay.seconds > 0, 0.0
    for action, move in zip(replay.actions, moves, strict=False):
        yield ReviewedMove(
            action,
            VERDICTS[move.verdict],
            move.opened,
            move.exploded,
            move.risk,
            max(action.seconds - before, 0.0) if has_times else None,
            None if move.safest is None else cell(move.safest),
            move.safest_risk,
            move.safe,
            None if move.rule is None else RULES[move.rule],
            tuple(deduction_of(cell, *each) for each in move.missed),
            move.exact,
            None if move.chance is None else _chance(cell, move.chance),
            move.missed_by,
            move.lost_by_guess,
            move.why,
        )
        before = max(action.seconds, before)


def _chance(cell: Callable[[int], CellT], chance: _engine.MoveChance) -> MoveChance[CellT]:
    values = {each.name: getattr(chance, each.name) for each in fields(MoveChance)}
    return MoveChance(**values | {"best": None if chance.best is None else cell(chance.best)})
