"""Reviews a game move by move with exact inference: the risk of each move, and the safe cells it missed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _engine
from sapper._support.deadline import Deadline
from sapper._support.engine_call import EngineCall, check_kinds
from sapper._support.limits import shown
from sapper.board.game import Game
from sapper.board.marks import EXPLODED
from sapper.cells import CellT
from sapper.errors import ArgumentError, BudgetError, CancelledError, GameError
from sapper.knowledge.hints import hint
from sapper.minefields.generation import RULES, is_fair
from sapper.minefields.metrics import measure
from sapper.replays.replay import Replay
from sapper.reviews.result import Review, ReviewedMove, Verdict
from sapper.reviews.risk import chord_risk

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.game import Status
    from sapper.board.position import Position
    from sapper.board.topology import Cell
    from sapper.inference.analysis import Cancel
    from sapper.replays.mouse import TimedAction
    from sapper.reviews.chances import Chances

__all__ = ["Review", "ReviewedMove", "Verdict", "review"]


def review(
    game: Replay[CellT] | Game[CellT],
    *,
    win: bool = False,
    time_limit: float | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancel: Cancel | None = None,
) -> Review[CellT]:
    """Reviews a game, with exact inference before every move.

    Args:
        game: A replay, or a game with at least one open cell.
        win: Whether to follow the chance to win: `ReviewedMove.chance`, `Review.accuracy`. That takes some
            seconds for an expert game.
        time_limit: Seconds after which the review stops with an error, even within a move.
        progress: Called after every move with the number of moves done and the number of all moves.
        cancel: Stops the review if it is set from another thread or by `progress`.

    Returns:
        The review; some tens of milliseconds for an expert game.

    Raises:
        GameError: This is not a game, no cell of it was opened yet, or the replay names a cell that is not on
            the board.
        ArgumentError: `win`, `time_limit`, `progress` or `cancel` has the wrong type.
        BudgetError: It took longer than the time limit, or a position is too entangled to estimate.
        CancelledError: `cancel` was set.

    Example:
        >>> game = sapper.Game.new("intermediate", seed=3)
        >>> game = sapper.Strategy("subset+first").play(game)
        >>> review = sapper.review(game)
        >>> review.status, len(review.guesses), round(review.luck, 3)
        ('won', 1, 0.5)
        >>> move = review.guesses[0]
        >>> move.action.cell, move.risk, move.best_risk
        ((8, 14), 0.5, 0.5)
    """
    if not isinstance(game, Replay | Game):
        raise GameError(f"review a replay or a game, not {shown(game)}")
    check_kinds(cancel=cancel, win=win)
    if progress is not None and not callable(progress):
        raise ArgumentError(f"progress is a function or None, not {shown(progress)}")
    replay: Replay[CellT] = game if isinstance(game, Replay) else Replay.of(game)
    patience = _Patience(time_limit, cancel)
    total = len(replay.actions)
    moves = []
    with patience.kept():
        reviewer = _Reviewer(replay, patience, win)
        for move in reviewer.moves():
            moves.append(move)
            if progress is not None:
                progress(len(moves), total)
            patience.check()
        first = next((move.action.cell for move in moves if move.verdict == "start"), None)
        metrics, fair = measure(replay), _fairness(replay, first, patience)
        reviewed = Review(replay, reviewer.with_outcomes(moves, metrics.status), metrics, fair, win)
    if progress is not None and len(moves) < total:  # for the actions after the end of the game
        progress(total, total)
    return reviewed


class _Patience:
    """The time limit of a whole review."""

    def __init__(self, time_limit: float | None, cancel: Cancel | None) -> None:
        self.cancel = cancel
        self.deadline = Deadline(time_limit)

    @property
    def left(self) -> float | None:
        """The seconds that are left; None without a limit."""
        return self.deadline.left

    def check(self) -> None:
        """Raises CancelledError or BudgetError if the review has to end."""
        if self.cancel is not None and self.cancel.is_set:
            raise CancelledError("the review was cancelled")
        if self.deadline.is_over:
            raise BudgetError(f"the review did not finish within {self.deadline.limit:g} seconds")

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Makes errors name the review and not the step that was stopped."""
        try:
            with EngineCall("the review", self.deadline.limit):
                yield
        except (BudgetError, CancelledError):
            self.check()
            raise


class _Reviewer:
    """Repeats a replay and follows it with inference."""

    def __init__(self, replay: Replay, patience: _Patience, by_win: bool) -> None:
        self.replay = replay
        self.game = replay.start()
        self.patience = patience
        self.inference = _engine.Inference(
            replay.board.topology._engine, replay.board.mines, patience.left, patience.cancel
        )
        self.timed = replay.seconds > 0
        self.chances = _chances(patience) if by_win else None

    def moves(self) -> Iterator[ReviewedMove[Any]]:
        before = 0.0
        for action in self.replay.actions:
            if self.game.status != "playing":
                return
            yield self._move(action, max(action.time - before, 0.0) if self.timed else None)
            before = max(action.time, before)

    def with_outcomes(self, moves: list[ReviewedMove[Any]], status: Status) -> tuple[ReviewedMove[Any], ...]:
        """The moves with the chance to win after each, if it was followed. The game is at its end."""
        if self.chances is None:
            return tuple(moves)
        return self.chances.with_outcomes(moves, status, self.game.position)

    def _move(self, action: TimedAction, seconds: float | None) -> ReviewedMove:
        first = self.game.safe_left == self.replay.board.topology.size - self.replay.board.mines
        exploded = self.game.exploded
        position = self.game.position
        changed = self.game.act(action.kind, action.cell)
        if not changed or action.kind == "flag":
            return ReviewedMove(action, "flag" if changed else "idle", 0, False, 0.0, seconds)
        boom = self.game.exploded > exploded
        move = ReviewedMove(action, "start", changed, boom, None, seconds)
        if not first or exploded:
            move = self._judged(move, position)
            if self.chances is not None:
                move = replace(move, chance=self.chances.of(move, position))
        self._follow()
        return move

    def _judged(self, move: ReviewedMove, position: Position) -> ReviewedMove:
        risks = self.inference.mine_probability().reshape(position.topology.shape)
        risk, safe = self._risk(move.action, position, risks), int(np.count_nonzero(risks == 0))
        move = replace(move, risk=risk, safe=safe, exact=self.inference.exact())
        if risk == 0:
            return replace(move, verdict="certain", best=move.action.cell, best_risk=0.0)
        if safe:
            return self._needless(move, position, risks)
        index, least = self.inference.safest() or (None, math.nan)
        best = None if index is None else position.topology.cell(index)
        return replace(move, verdict="forced", best=best, best_risk=least)

    def _risk(self, action: TimedAction, position: Position, risks: NDArray[np.float64]) -> float:
        if action.kind == "open":
            return float(risks[action.cell])
        log_configurations = self.inference.log_configurations()
        patience = self.patience
        return chord_risk(
            position, action.cell, risks, log_configurations, patience.deadline, patience.cancel
        )

    def _needless(self, move: ReviewedMove, position: Position, risks: NDArray[np.float64]) -> ReviewedMove:
        """Adds the proofs of the safe cells, and the nearest of the cells that are easiest to see."""
        found = hint(position, time_limit=self.patience.left, cancel=self.patience.cancel)
        missed = tuple(each for each in found.deductions if each.safe)
        easiest = [each for each in missed if each.difficulty == missed[0].difficulty]
        cells = [cell for each in easiest for cell in each.safe]
        if not cells:  # the numbers are too entangled for a proof in words
            cells = list(map(position.topology.cell, map(int, np.flatnonzero(risks == 0))))
        best = min(cells, key=lambda cell: _distance(cell, move.action.cell))
        rule = missed[0].difficulty if missed else RULES[-1]
        return replace(move, verdict="needless", best=best, best_risk=0.0, rule=rule, missed=missed)

    def _follow(self) -> None:
        marks = self.game.position.marks
        index = self.replay.board.topology.index
        for cell in self.game.changed:
            mark = int(marks[cell])
            if mark >= 0:
                self.inference.reveal(index(cell), mark)
            elif mark == EXPLODED:
                self.inference.explode(index(cell))


def _chances(patience: _Patience) -> Chances:
    from sapper.reviews.chances import Chances  # slow to import, and most reviews have none

    return Chances(patience.deadline, patience.cancel)


def _distance(cell: Cell, other: Cell) -> int:
    """The distance of two cells by their coordinates; 0 on graphs, which have none."""
    if not isinstance(cell, tuple) or not isinstance(other, tuple):
        return 0
    return max(abs(a - b) for a, b in zip(cell, other, strict=True))


def _fairness(replay: Replay, first: Cell | None, patience: _Patience) -> bool | None:
    if first is None:
        return None
    try:
        return is_fair(replay.minefield, first, time_limit=patience.left, cancel=patience.cancel)
    except BudgetError:
        patience.check()
        return None
