"""What a review says of every move of a game, and of the game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, cast, get_args

from sapper import _engine
from sapper._support import checks, notebook_text
from sapper._support.values import Figures, Tabular
from sapper._support.words import quantity
from sapper.board.json_form import board_object, cell_value, plain
from sapper.cells import CellT_co

if TYPE_CHECKING:
    from sapper._support.words import Phrase
    from sapper.board.game import Status
    from sapper.board.position import Position
    from sapper.hints.hints import Deduction
    from sapper.minefields.metrics import GameMetrics
    from sapper.replays.replay import Replay, TimedAction

Grade = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
"""The grades of a move, by how much of the chance to win it lost."""

GRADES: Final[Mapping[Grade, float]] = MappingProxyType(
    {cast("Grade", name): most for name, most in _engine.grades()}
)
"""Each grade, and the largest loss of the chance to win that it allows."""

_NAMES: Final = tuple(GRADES)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MoveChance(Figures, Generic[CellT_co]):
    """How a move changed the chance to win. In `ReviewedMove.chance`, made by `review` with `by="win"`.

    All chances of a move are those of one player who goes on after it. Where at most 2,000 minefields fit and
    the rest of the game can be solved, it plays perfectly, and the chances are exact. Elsewhere it is
    `"fast"`, as in `evaluate`.

    Attributes:
        before: The chance to win before the move, by the best move that was found.
        before_error: Its standard error; 0.0 if it is exact.
        chosen: The chance to win by the move that was played, before its outcome was known.
        lost: What the choice lost: `before` less `chosen`. 0.0 for a move without risk, and if the difference
            is within two standard errors.
        lost_error: The standard error of the difference. It is small, because both moves were tried on the
            same minefields.
        after: The chance to win after the outcome: 1.0 after a win, 0.0 after a mine. nan if the position is
            too entangled to count. The `before` of the next move may be higher, because the best move is
            known there.
        best: The best cell that was found; None if it is the cell that was played.
        chosen_error: The standard error of `chosen`.
        after_error: The standard error of `after`.
    """

    before: float
    before_error: float
    chosen: float
    lost: float
    lost_error: float
    after: float
    best: CellT_co | None
    chosen_error: float = 0.0
    after_error: float = 0.0

    @property
    def luck(self) -> float:
        """What the outcome gained: `after` less `chosen`. Its mean is 0, whatever the player does."""
        return self.after - self.chosen

    @property
    def luck_error(self) -> float:
        """The standard error of `luck`."""
        return _engine.luck_error(self.chosen_error, self.after_error)

    @property
    def kept(self) -> float:
        """The share of the chance to win that the choice kept, from 0 to 1."""
        return _engine.kept_share(self.before, self.lost)

    @property
    def grade(self) -> Grade:
        """The grade of the move, by what it lost.

        It is `"best"` if it lost nothing, `"fine"` up to 2 %, `"inaccuracy"` up to 5 %, `"mistake"` up to
        10 %, and `"blunder"` beyond.
        """
        return _NAMES[_engine.grade_of(self.lost)]

    def to_dict(self) -> dict[str, Any]:
        """The chances as plain values, for JSON. `docs/review.md` describes the fields."""
        return {
            "before": self.before,
            "before_error": self.before_error,
            "chosen": self.chosen,
            "lost": self.lost,
            "lost_error": self.lost_error,
            "after": plain(self.after),
            "luck": None if math.isnan(self.after) else self.luck,
            "luck_error": None if math.isnan(self.after) else self.luck_error,
            "grade": self.grade,
            "best": plain(self.best),
        }


Verdict = Literal["start", "certain", "forced", "needless", "slip", "flag", "idle"]
"""The kinds of moves, in this order: the first cell; a move without risk; a guess while no cell was safe; a
guess although some cell was safe; the same by a slip of the mouse, whose button went down where the move
would have been without risk; a flag; a click that changed nothing."""

VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)
"""The verdicts, in the order of the engine."""

_GUESSES: Final = ("forced", "needless", "slip")

NEAR_MISS: Final = _engine.NEAR_MISS
"""The pixels by which a hand may miss a cell of 16."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ReviewedMove(Figures, Generic[CellT_co]):
    """One move, and what was known before it. Made by `review`.

    Attributes:
        action: Its time, kind and cell.
        verdict: The kind of move.
        opened: The number of cells that it opened, including mines.
        exploded: Whether it opened a mine.
        risk: The chance, before the move, that it would open a mine; 0 if nothing was opened. For a chord the
            chance that any of its cells is a mine. None for the first cell, which depends on the rules. 0
            where a rule of guessing moves mines away, unless that is impossible.
        pause: Seconds since the move before it; None if the replay has no times.
        safest: A cell of least risk. If the opened cell was certainly safe, it is that cell. If only others
            were, it is the nearest of those that `rule` shows. For a slip it is the cell on which the button
            went down. None if no cell could be safe, or nothing was opened.
        safest_risk: The risk of `safest`; nan if `safest` is None.
        safe: The number of hidden cells that were certainly safe.
        rule: The easiest of `sapper.types.RULES` that shows one of them. None if the move was not a
            needless guess.
        missed: If the move was a needless guess, all deductions of `sapper.hint` that prove safe cells, the
            simplest first.
        exact: Whether the risks are exact and not estimates, as in `Analysis.exact`.
        chance: How the move changed the chance to win, with `review(by="win")`. None for moves that opened
            nothing, for the first cell, after a mine, and where the position is too entangled to count
            thousands of times.
        lost_by_guess: Whether it was a needless guess that lost by the rule of guessing. It opened nothing,
            and its `risk` is that of opening its cells.
        missed_by: How far a slip or a needless guess was from where it would have been no risk, in pixels of
            cells of 16: after a slip from the cell on which the button went down, otherwise from the nearest
            certainly safe cell. None if the recording has no moves of the mouse, or the board no squares.
    """

    action: TimedAction[CellT_co]
    verdict: Verdict
    opened: int
    exploded: bool
    risk: float | None
    pause: float | None
    safest: CellT_co | None = None
    safest_risk: float = math.nan
    safe: int = 0
    rule: str | None = None
    missed: tuple[Deduction[CellT_co], ...] = ()
    exact: bool = True
    chance: MoveChance[CellT_co] | None = None
    missed_by: float | None = None
    lost_by_guess: bool = False
    _why: tuple[Phrase, list[int], list[int]] | None = field(default=None, compare=False, repr=False)
    """Why `safest` was safe, step by step, and the numbers and hidden cells that this rests on."""

    @property
    def proof(self) -> Deduction[CellT_co] | None:
        """The deduction that proves `safest` safe. None if the move was not a needless guess."""
        return next((each for each in self.missed if self.safest in each.safe), None)

    @property
    def reason(self) -> str | None:
        """Why `safest` was certainly safe, in words. None if the move was not a needless guess."""
        return None if self.proof is None else self.proof.text

    @property
    def is_guess(self) -> bool:
        """Whether the move was a risk."""
        return self.verdict in _GUESSES

    @property
    def excess(self) -> float:
        """How much greater the risk was than necessary: 0 for a guess of least risk."""
        return _engine.excess_risk(*self._judgement)

    @property
    def riskier(self) -> bool:
        """Whether it was a forced guess with at least 0.1 more risk than necessary: a doubtful choice."""
        return _engine.is_riskier(*self._judgement)

    @property
    def _judgement(self) -> tuple[int, float | None, float]:
        """The number of the verdict, the risk and the least risk, for the engine."""
        return VERDICTS.index(self.verdict), self.risk, self.safest_risk


_SUMS: Final = (
    *("forced", "riskier", "needless", "slips", "near", "_expected", "_mines_hit", "_excess"),
    *("luck", "needed_luck", "chance_lost", "chance_lost_error", "accuracy", "accuracy_error", "grades"),
)
"""What the engine adds up over the moves of a game, in its order."""
_OF_CHANCES: Final = ("chance_lost", "chance_lost_error", "accuracy", "accuracy_error")


@dataclass(frozen=True)
class Review(Tabular, Generic[CellT_co]):
    """The review of a game. Made by `review`.

    Attributes:
        replay: The game.
        moves: Its actions up to its end, in order.
        metrics: 3BV, ZiNi, clicks and so on.
        fair: Whether the minefield can be cleared from the first cell without a guess. None if that is too
            hard to decide, or no cell was opened.
        by_win: Whether the chance to win was followed.
        forced: The number of guesses that were made while no cell was safe.
        riskier: The number of forced guesses with at least 0.1 more risk than necessary.
        needless: The number of guesses that were made while some cell was safe, without slips of the mouse.
        slips: The number of guesses by a slip of the mouse. The button went down on a cell where the move
            would have been without risk, and up on another one.
        near: The number of needless guesses at most 3 pixels from a safe cell: perhaps slips, too.
        luck: The chance to survive all guesses of the game: 1 if there were none.
        needed_luck: What `luck` would be if every guess had been a cell of least risk. Guesses where all
            hidden cells were mines do not count.
        chance_lost: How much of the chance to win the choices lost, added up. None without `by="win"`, as the
            next three.
        chance_lost_error: The standard error of `chance_lost`.
        accuracy: The share of the chance to win that the choices kept: the product of `MoveChance.kept`. With
            the best moves, the player would have won `1 / accuracy` times as often.
        accuracy_error: The standard error of `accuracy`.
        grades: How many guesses have each grade. All are 0 without `by="win"`.
    """

    replay: Replay[CellT_co]
    moves: tuple[ReviewedMove[CellT_co], ...]
    metrics: GameMetrics
    fair: bool | None
    by_win: bool = False
    # What follows from the moves:
    forced: int = field(init=False, compare=False)
    riskier: int = field(init=False, compare=False)
    needless: int = field(init=False, compare=False)
    slips: int = field(init=False, compare=False)
    near: int = field(init=False, compare=False)
    luck: float = field(init=False, compare=False)
    needed_luck: float = field(init=False, compare=False)
    chance_lost: float | None = field(init=False, compare=False)
    chance_lost_error: float | None = field(init=False, compare=False)
    accuracy: float | None = field(init=False, compare=False)
    accuracy_error: float | None = field(init=False, compare=False)
    grades: dict[Grade, int] = field(init=False, compare=False)
    # Over all guesses: the sum of their risks, how many hit a mine, and the sum of the needless risk.
    _expected: float = field(init=False, compare=False)
    _mines_hit: int = field(init=False, compare=False)
    _excess: float = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Lets the engine add up the moves."""
        moves = [
            (
                *move._judgement,
                move.exploded,
                move.lost_by_guess,
                None
                if chance is None
                else (chance.before, chance.before_error, chance.lost, chance.lost_error),
                move.missed_by,
            )
            for move, chance in ((move, move.chance) for move in self.moves)
        ]
        sums: dict[str, Any] = dict(zip(_SUMS, _engine.review_summary(moves), strict=True))
        sums["grades"] = dict(zip(GRADES, sums["grades"], strict=True))
        vars(self).update(sums if self.by_win else sums | dict.fromkeys(_OF_CHANCES))

    @property
    def status(self) -> Status:
        """The status of the game after its last move."""
        return self.metrics.status

    @property
    def mode(self) -> str | None:
        """The rule of guessing, as `"hard core"`, or what the file calls the kind of game, as `"UPK"`.

        None for the usual game. The risks are those of a board that was drawn evenly and that the player did
        not know.
        """
        rule = self.replay.rules.guessing
        return self.replay.about.get("Mode") or None if rule == "free" else rule.replace("_", " ")

    @property
    def lost_by_guess(self) -> bool:
        """Whether the last move was a needless guess that lost by the rule of guessing."""
        return self.replay._line.lost_by_guess

    @property
    def first(self) -> ReviewedMove[CellT_co] | None:
        """The move that opened the first cell; None if no cell was opened."""
        return next((move for move in self.moves if move.verdict == "start"), None)

    @cached_property
    def guesses(self) -> tuple[ReviewedMove[CellT_co], ...]:
        """The moves that were a risk."""
        return tuple(move for move in self.moves if move.is_guess)

    @property
    def pluck(self) -> float:
        """How much luck the game took: `-log10` of `luck`. 0 without guesses, infinite if `luck` is 0."""
        return _engine.pluck_of(self.luck)

    def position(self, move: int) -> Position[CellT_co]:
        """The position before a move, by its index. Replays the game up to there.

        Raises:
            ArgumentError: `move` is not a whole number from 0.
        """
        return self.replay.play(checks.whole("move", move)).position

    def to_dict(self) -> dict[str, Any]:
        """The review as plain values, for JSON. `docs/review.md` describes the fields."""
        metrics = self.metrics
        return {
            "board": board_object(self.replay.board),
            "status": self.status,
            "lost_by_guess": self.lost_by_guess,
            "mode": self.mode,
            "fair": self.fair,
            "seconds": metrics.seconds or None,
            "three_bv": metrics.board.three_bv,
            "solved": metrics.solved,
            "zini": metrics.board.zini,
            "clicks": metrics.clicks,
            "efficiency": metrics.ioe,
            "metrics": {name: value for name, value in metrics.to_dict().items() if name != "board"},
            "doubts": [doubt.to_dict() for doubt in self.replay.doubts],
            "guesses": {
                "forced": self.forced,
                "riskier": self.riskier,
                "needless": self.needless,
                "slips": self.slips,
                "near": self.near,
            },
            "luck": self.luck,
            "needed_luck": self.needed_luck,
            "chance_lost": self.chance_lost,
            "chance_lost_error": self.chance_lost_error,
            "accuracy": self.accuracy,
            "accuracy_error": self.accuracy_error,
            "grades": self.grades if self.by_win else None,
            "moves": [_plain(move) for move in self.moves],
        }

    def _arrow_columns(self) -> dict[str, Any]:
        """A row for each move, with the fields of `to_dict` that hold one value."""
        import pyarrow as pa

        dimensions = self.replay.board.topology.dimension
        cell = pa.int64() if self.replay.board.topology.kind == "graph" else pa.list_(pa.int64(), dimensions)
        types = {
            "seconds": pa.float64(),
            "pause": pa.float64(),
            "kind": pa.string(),
            "cell": cell,
            "verdict": pa.string(),
            "opened": pa.int64(),
            "exploded": pa.bool_(),
            "lost_by_guess": pa.bool_(),
            "risk": pa.float64(),
            "safest": cell,
            "safest_risk": pa.float64(),
            "safe": pa.int64(),
            "rule": pa.string(),
            "reason": pa.string(),
            "missed_by": pa.float64(),
            "exact": pa.bool_(),
            "before": pa.float64(),
            "lost": pa.float64(),
            "after": pa.float64(),
            "grade": pa.string(),
        }
        empty = dict.fromkeys(("before", "lost", "after", "grade"))
        moves = [empty | (move["chance"] or {}) | move for move in map(_plain, self.moves)]
        return {name: pa.array([move[name] for move in moves], kind) for name, kind in types.items()}

    def _repr_svg_(self) -> str | None:
        """The risk of every move, for notebooks."""
        return notebook_text(self)

    def __repr__(self) -> str:
        """A summary in one line."""
        return (
            f"<Review: {self.status}, {quantity(len(self.moves), 'move')}, guesses: {self.forced} forced and "
            f"{self.needless} needless, luck {self.luck:.3g}>"
        )


def _plain(move: ReviewedMove) -> dict[str, Any]:
    return {
        "seconds": move.action.seconds,
        "pause": move.pause,
        "kind": move.action.kind,
        "cell": cell_value(move.action.cell),
        "verdict": move.verdict,
        "opened": move.opened,
        "exploded": move.exploded,
        "lost_by_guess": move.lost_by_guess,
        "risk": move.risk,
        "safest": plain(move.safest),
        "safest_risk": plain(move.safest_risk),
        "safe": move.safe,
        "rule": move.rule,
        "reason": move.reason,
        "missed": [
            {
                "safe": list(map(cell_value, each.safe)),
                "rule": each.rule,
                "pattern": each.pattern,
                "text": each.text,
            }
            for each in move.missed
        ],
        "missed_by": move.missed_by,
        "exact": move.exact,
        "chance": None if move.chance is None else move.chance.to_dict(),
    }
