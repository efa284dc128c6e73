"""A game looked at again, click by click, with exact inference: what was risked, and what was to be seen."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from sapper import _engine
from sapper.analysis import analyse
from sapper.errors import BudgetError, CancelledError, ContradictionError
from sapper.game import Game, Status
from sapper.generation import RULES, is_fair
from sapper.inference import Inference
from sapper.metrics import GameMetrics, measure
from sapper.position import EXPLODED, FLAG, HIDDEN, Position
from sapper.replay import Replay

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.analysis import Cancel
    from sapper.mouse import TimedAction
    from sapper.topology import Cell

__all__ = ["Review", "ReviewedMove", "Verdict", "review"]

Verdict = Literal["start", "certain", "forced", "needless", "flag", "idle"]
"""What a move was: the first cell; without risk; a guess because nothing was safe; a guess though something
was; a flag; a click that changed nothing."""

_GUESSES: Final = ("forced", "needless")


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One click and what was known before it. Made by `review`.

    Attributes:
        action: When it was, what was done, and where.
        verdict: What kind of move it was.
        opened: How many cells it opened, mines among them.
        exploded: Whether it set off a mine.
        risk: The chance that it would, before it; 0 where nothing was opened. For a chord that of all cells
            it opened together. For the first cell None: who made the board knew what is safe.
        best: A cell of least risk: the one that was opened, where it was safe; else of those that `rule`
            shows the nearest. None when no cell could be safe, and where nothing was opened.
        best_risk: The risk of that cell, or nan.
        safe: How many hidden cells were certainly safe.
        rule: The easiest of `sapper.generation.RULES` that shows one of them; None when there was none, or
            the move was no guess.
        seconds: Since the move before it; None where the replay has no times.
    """

    action: TimedAction
    verdict: Verdict
    opened: int
    exploded: bool
    risk: float | None
    best: Cell | None
    best_risk: float
    safe: int
    rule: str | None
    seconds: float | None

    @property
    def is_guess(self) -> bool:
        """Whether something was risked."""
        return self.verdict in _GUESSES

    @property
    def excess(self) -> float:
        """How much more was risked than had to be: 0 for a guess as good as any."""
        return max(0.0, self.risk - self.best_risk) if self.is_guess and self.risk is not None else 0.0


@dataclass(frozen=True)
class Review:
    """A game looked at again. Made by `review`.

    Attributes:
        replay: The game.
        moves: Its actions up to its end, in order.
        metrics: 3BV, ZiNi, clicks and so on.
        fair: Whether the minefield can be cleared from the first cell without a guess; None if that is too
            hard to tell, or no cell was opened.
    """

    replay: Replay
    moves: tuple[ReviewedMove, ...]
    metrics: GameMetrics
    fair: bool | None

    @property
    def status(self) -> Status:
        """How the game ended, or stands."""
        return self.metrics.status

    @cached_property
    def guesses(self) -> tuple[ReviewedMove, ...]:
        """The moves that risked something."""
        return tuple(move for move in self.moves if move.is_guess)

    @property
    def forced(self) -> int:
        """How many guesses there were while nothing was safe."""
        return sum(move.verdict == "forced" for move in self.guesses)

    @property
    def needless(self) -> int:
        """How many guesses there were while something was safe."""
        return sum(move.verdict == "needless" for move in self.guesses)

    @cached_property
    def luck(self) -> float:
        """The chance of surviving all that was risked: 1 for a game without guesses."""
        return math.prod(1 - (move.risk or 0.0) for move in self.guesses)

    @cached_property
    def needed_luck(self) -> float:
        """What that chance would have been with the best cell at each of these moves."""
        return math.prod(1 - move.best_risk for move in self.guesses)

    def position(self, move: int) -> Position:
        """What the player saw before a move, by its place. Plays up to there."""
        return self.replay.play(move).position

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values, for JSON; the fields are described in `docs/review.md`."""
        board, metrics = self.replay.board, self.metrics
        return {
            "board": {
                "topology": "square" if board.topology.kind == "grid" else board.topology.kind,
                "shape": list(board.topology.shape),
                "mines": board.mines,
            },
            "status": self.status,
            "fair": self.fair,
            "seconds": metrics.time or None,
            "three_bv": metrics.board.three_bv,
            "solved": metrics.solved,
            "zini": metrics.board.zini,
            "clicks": metrics.clicks,
            "efficiency": metrics.ioe,
            "guesses": {"forced": self.forced, "needless": self.needless},
            "luck": self.luck,
            "needed_luck": self.needed_luck,
            "moves": [_plain(move) for move in self.moves],
        }

    def __repr__(self) -> str:
        """A summary in one line."""
        return (
            f"<Review: {self.status}, {len(self.moves)} moves, {self.forced} forced and {self.needless} "
            f"needless guesses, luck {self.luck:.3g}>"
        )


def review(game: Replay | Game, *, time_limit: float | None = None, cancel: Cancel | None = None) -> Review:
    """Looks at a game again, with exact inference at every click.

    Args:
        game: A replay, or a game of which a cell was opened.
        time_limit: Seconds after which to give up; looked at between moves.
        cancel: Gives up between moves when set from another thread.

    Returns:
        The review; some tens of milliseconds for an expert game.

    Raises:
        GameError: No cell of the game was opened yet, or the replay names a cell that is not on the board.
        BudgetError: It took longer than the time limit, or counting would take too much memory.
        CancelledError: `cancel` was set.
    """
    replay = game if isinstance(game, Replay) else Replay.of(game)
    end = math.inf if time_limit is None else time.monotonic() + time_limit
    moves = []
    for move in _Reviewer(replay).moves():
        if cancel is not None and cancel.is_set:
            raise CancelledError("the review was cancelled")
        if time.monotonic() > end:
            raise BudgetError(f"the review did not finish within {time_limit:g} seconds")
        moves.append(move)
    first = next((move.action.cell for move in moves if move.verdict == "start"), None)
    return Review(replay, tuple(moves), measure(replay), _fairness(replay, first))


class _Reviewer:
    """Plays a replay and follows it with inference."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.game = replay.start()
        self.inference = Inference(replay.board)
        self.timed = replay.seconds > 0

    def moves(self) -> Iterator[ReviewedMove]:
        before = 0.0
        for action in self.replay.actions:
            if self.game.status != "playing":
                return
            yield self._move(action, max(action.time - before, 0.0) if self.timed else None)
            before = max(action.time, before)

    def _move(self, action: TimedAction, seconds: float | None) -> ReviewedMove:
        first = self.game.safe_left == self.replay.board.topology.size - self.replay.board.mines
        exploded = self.game.exploded
        position = self.game.position
        changed = {"open": self.game.open, "flag": self.game.flag, "chord": self.game.chord}[action.kind](
            action.cell
        )
        if not changed or action.kind == "flag":
            verdict: Verdict = "flag" if changed else "idle"
            return ReviewedMove(action, verdict, 0, False, 0.0, None, math.nan, 0, None, seconds)
        boom = self.game.exploded > exploded
        if first and not exploded:
            move = ReviewedMove(action, "start", changed, boom, None, None, math.nan, 0, None, seconds)
        else:
            move = self._opening(action, position, changed, boom, seconds)
        self._follow()
        return move

    def _opening(
        self, action: TimedAction, position: Position, opened: int, boom: bool, seconds: float | None
    ) -> ReviewedMove:
        risks = self.inference.mine_probability
        risk = (
            float(risks[action.cell]) if action.kind == "open" else _chord_risk(position, action.cell, risks)
        )
        safe = int(np.count_nonzero(risks == 0))
        if risk == 0:
            return ReviewedMove(action, "certain", opened, boom, 0.0, action.cell, 0.0, safe, None, seconds)
        if safe:
            rule, easy = _easiest(position)
            best = min(easy, key=lambda cell: _distance(cell, action.cell))
            return ReviewedMove(action, "needless", opened, boom, risk, best, 0.0, safe, rule, seconds)
        least, least_risk = self.inference.safest or (None, math.nan)
        return ReviewedMove(action, "forced", opened, boom, risk, least, least_risk, 0, None, seconds)

    def _follow(self) -> None:
        marks = self.game.position.marks
        for cell in self.game.changed:
            mark = int(marks[cell])
            if mark >= 0:
                self.inference.reveal(cell, mark)
            elif mark == EXPLODED:
                self.inference.explode(cell)


def _chord_risk(position: Position, cell: Cell, risks: NDArray[np.float64]) -> float:
    """The chance that some cell a chord opens holds a mine: that not all flags around it are right."""
    around = position.topology.neighbours(cell)
    flags = [other for other in around if position[other] == FLAG]
    hidden = [other for other in around if position[other] < 0 and position[other] not in (FLAG, EXPLODED)]
    if all(risks[other] == 0 for other in hidden):
        return 0.0
    if any(risks[other] == 0 for other in flags):
        return 1.0
    marks = position.marks.copy()
    marks[(marks < 0) & (marks != EXPLODED)] = HIDDEN
    everything = analyse(Position(marks, position.mines, position.topology)).log_configurations
    for flag in flags:
        marks[flag] = FLAG
    try:
        right = analyse(Position(marks, position.mines, position.topology), trust_flags=True)
    except ContradictionError:
        return 1.0
    return min(1.0, max(0.0, -math.expm1(right.log_configurations - everything)))


def _easiest(position: Position) -> tuple[str, list[Cell]]:
    """The easiest rule that shows a safe cell, in a position that has one, and all that it shows."""
    for place, rule in enumerate(RULES):
        safe = _engine.conclude_up_to(place, position._engine)[0]
        if safe:
            return rule, [position.topology.cell(index) for index in safe]
    raise AssertionError("counting finds every safe cell")


def _distance(cell: Cell, other: Cell) -> int:
    """How far two cells are apart, as far as coordinates say; on graphs they say nothing."""
    if not isinstance(cell, tuple) or not isinstance(other, tuple):
        return 0
    return max(abs(a - b) for a, b in zip(cell, other, strict=True))


def _fairness(replay: Replay, first: Cell | None) -> bool | None:
    if first is None:
        return None
    try:
        return is_fair(replay.minefield, first)
    except BudgetError:
        return None


def _plain(move: ReviewedMove) -> dict[str, Any]:
    cell, best = move.action.cell, move.best
    return {
        "time": move.action.time,
        "seconds": move.seconds,
        "kind": move.action.kind,
        "cell": list(cell) if isinstance(cell, tuple) else cell,
        "verdict": move.verdict,
        "opened": move.opened,
        "exploded": move.exploded,
        "risk": move.risk,
        "best": list(best) if isinstance(best, tuple) else best,
        "best_risk": None if math.isnan(move.best_risk) else move.best_risk,
        "safe": move.safe,
        "rule": move.rule,
    }
