"""What comes of looking at a game again: its moves with their risks, and the whole. Made by `review`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

from sapper.board.encoding import board_object, cell_value

if TYPE_CHECKING:
    from sapper.board.game import Status
    from sapper.board.position import Position
    from sapper.board.topology import Cell
    from sapper.knowledge.hints import Deduction
    from sapper.minefields.metrics import GameMetrics
    from sapper.replays.mouse import TimedAction
    from sapper.replays.replay import Replay

__all__ = ["Review", "ReviewedMove", "Verdict"]

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
        seconds: Since the move before it; None where the replay has no times.
        best: A cell of least risk: the one that was opened, where it was safe; else of those that `rule`
            shows the nearest. None when no cell could be safe, and where nothing was opened.
        best_risk: The risk of that cell, or nan.
        safe: How many hidden cells were certainly safe.
        rule: The easiest of `sapper.minefields.generation.RULES` that shows one of them; None when there was
            none, or the move was no guess.
        missed: What proves the safe cells, if the move was a guess: all deductions of `sapper.hint` that do,
            the simplest first.
        exact: Whether the risks are exact and not estimates, as in `Analysis.exact`.
    """

    action: TimedAction
    verdict: Verdict
    opened: int
    exploded: bool
    risk: float | None
    seconds: float | None
    best: Cell | None = None
    best_risk: float = math.nan
    safe: int = 0
    rule: str | None = None
    missed: tuple[Deduction, ...] = ()
    exact: bool = True

    @property
    def reason(self) -> str | None:
        """Why `best` was certainly safe, in words; None when the move was no needless guess."""
        proofs = (each.text for each in self.missed if self.best in each.safe)
        return next(proofs, None)

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

    @property
    def first(self) -> ReviewedMove | None:
        """The move that opened the first cell, if there is one."""
        return next((move for move in self.moves if move.verdict == "start"), None)

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
        metrics = self.metrics
        return {
            "board": board_object(self.replay.board),
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

    def _repr_svg_(self) -> str:
        """The risk of every move, for notebooks."""
        from sapper.draw.timeline import review_svg  # which is above this

        return review_svg(self)

    def __repr__(self) -> str:
        """A summary in one line."""
        return (
            f"<Review: {self.status}, {len(self.moves)} moves, {self.forced} forced and {self.needless} "
            f"needless guesses, luck {self.luck:.3g}>"
        )


def _plain(move: ReviewedMove) -> dict[str, Any]:
    return {
        "time": move.action.time,
        "seconds": move.seconds,
        "kind": move.action.kind,
        "cell": cell_value(move.action.cell),
        "verdict": move.verdict,
        "opened": move.opened,
        "exploded": move.exploded,
        "risk": move.risk,
        "best": None if move.best is None else cell_value(move.best),
        "best_risk": None if math.isnan(move.best_risk) else move.best_risk,
        "safe": move.safe,
        "rule": move.rule,
        "reason": move.reason,
        "missed": [_told(deduction) for deduction in move.missed],
        "exact": move.exact,
    }


def _told(deduction: Deduction) -> dict[str, Any]:
    safe = list(map(cell_value, deduction.safe))
    return {"safe": safe, "rule": deduction.rule, "pattern": deduction.pattern, "text": deduction.text}
