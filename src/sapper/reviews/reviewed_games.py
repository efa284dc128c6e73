"""What a report keeps of a reviewed game: its figures, and the mistakes in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, cast

from sapper import _engine
from sapper._support.values import Figures
from sapper._support.words import brief, brief_contents
from sapper.board.json_form import plain_fields
from sapper.cells import CellT, CellT_co
from sapper.errors import GameError
from sapper.replays.replay import Doubt
from sapper.reviews.verdicts import Review, ReviewedMove

if TYPE_CHECKING:
    from datetime import datetime

    from sapper.board.board import Board
    from sapper.board.game import Status
    from sapper.board.position import Position
    from sapper.minefields.metrics import GameMetrics


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Mistake(Figures, Generic[CellT_co]):
    """A needless guess: the player took a risk although some cell was certainly safe.

    Attributes:
        game: The name of the game in its `ReviewedGame`.
        move: The place of the move in `Review.moves`.
        cell: The cell of the move.
        risk: The chance that it would set off a mine.
        safest: The nearest of the safe cells that `rule` shows.
        rule: The easiest of `sapper.types.RULES` that shows a safe cell.
        reason: Why `safest` was certainly safe, in words. None if that is too hard to explain.
        position: What the player saw before the move.
    """

    game: str
    move: int
    cell: CellT_co
    risk: float
    safest: CellT_co
    rule: str
    reason: str | None
    position: Position[CellT_co]

    def to_dict(self) -> dict[str, Any]:
        """The mistake as plain values, for JSON, without its position."""
        return plain_fields(self, without="position")


Figure = float | int | str | None
"""A metric; its name says which of these it is."""

Line = tuple[tuple[str, ...], tuple[Figure, ...]]
"""The names of metrics, and their values."""

_NAMES: Final[dict[tuple[str, ...], tuple[str, ...]]] = {}


def line_from(metrics: Mapping[str, Figure]) -> Line:
    """The metrics of a game. All games share the names, which would take most of the memory of a report."""
    names = tuple(metrics)
    return _NAMES.setdefault(names, names), tuple(metrics.values())


@dataclass(frozen=True, eq=False, repr=False)
class ReviewedGame(Figures, Generic[CellT_co]):
    """What a report keeps of the review of a game. It takes a small part of the memory of the review.

    Attributes:
        name: The name of the game, such as that of its file.
        board: Topology and number of mines.
        level: As in `Replay.level`.
        status: The status of the game after its last move.
        mode: The rule of guessing, or what the file calls the kind of game, as in `Review.mode`; or None.
        fair: Whether the minefield needed no guess, as in `Review.fair`.
        played: When it was played, as in `Replay.played`; None if unknown.
        seconds: The time of the game; None if unknown.
        three_bv: The 3BV of the board.
        solved: The part of the 3BV that was done.
        clicks: The number of all clicks.
        forced: The number of guesses while no cell was safe.
        riskier: How many of these had at least 0.1 more risk than necessary.
        slips: The number of guesses by a slip of the mouse, as in `Review.slips`.
        expected: The sum of the risks of all guesses.
        mines_hit: How many guesses did hit a mine.
        excess: The sum over the forced guesses of the risk beyond the least possible.
        luck: The chance to survive all guesses, as in `Review.luck`.
        needed_luck: What `luck` would be if every guess had been of least risk.
        mistakes: The needless guesses, in order.
        player: The name of the player, as the file says it; empty if it does not.
        program: The program that recorded the game, as the file says it; empty if it does not.
        style: `"NF"` if no flag was ever set, otherwise `"FL"`.
        line: The names and values of `metrics`.
        doubts: What is odd about the recording, as `Replay.doubts`.
        board_key: A number that equal minefields share.
        chance_lost: How much of the chance to win the choices lost, as `Review.chance_lost`. None unless the
            chance was followed.
        accuracy: The share of the chance to win that the choices kept, as `Review.accuracy`, or None.
        chance_lost_error: The standard error of `chance_lost`, or None.
        accuracy_error: The standard error of `accuracy`, or None.
        lost_by_guess: Whether a needless guess lost it by the rule of guessing.
    """

    name: str
    board: Board[CellT_co]
    level: str
    status: Status
    mode: str | None
    fair: bool | None
    played: datetime | None
    seconds: float | None
    three_bv: int
    solved: int
    clicks: int
    forced: int
    riskier: int
    slips: int
    expected: float
    mines_hit: int
    excess: float
    luck: float
    needed_luck: float
    mistakes: tuple[Mistake[CellT_co], ...]
    player: str = ""
    program: str = ""
    style: str = "FL"
    line: tuple[tuple[str, ...], tuple[int | float | str | None, ...]] = ((), ())
    doubts: tuple[Doubt, ...] = ()
    board_key: int = 0
    chance_lost: float | None = None
    accuracy: float | None = None
    chance_lost_error: float | None = None
    accuracy_error: float | None = None
    lost_by_guess: bool = False

    @classmethod
    def from_review(cls, review: Review[CellT], name: str = "") -> ReviewedGame[CellT]:
        """Takes what a report needs from a review.

        Args:
            review: The review.
            name: The name of the game.

        Raises:
            GameError: This is not a review.
        """
        if not isinstance(review, Review):
            raise GameError(f"`review` must be a sapper.Review, not {brief_contents(review)}")
        if not isinstance(name, str):
            raise GameError(f"`name` must be a text, not {brief(name)}")
        metrics = review.metrics
        return ReviewedGame(
            name=name,
            board=review.replay.board,
            level=review.replay.level,
            status=review.status,
            mode=review.mode,
            fair=review.fair,
            played=review.replay.played,
            seconds=metrics.seconds or None,
            three_bv=metrics.board.three_bv,
            solved=metrics.solved,
            clicks=metrics.clicks,
            forced=review.forced,
            riskier=review.riskier,
            slips=review.slips,
            expected=review._expected,
            mines_hit=review._mines_hit,
            excess=review._excess,
            luck=review.luck,
            needed_luck=review.needed_luck,
            mistakes=tuple(_mistakes(review, name)),
            player=review.replay.about.get("Player", "").strip(),
            program=review.replay.about.get("Program", "").strip(),
            style=_engine.style_of(review.replay._line.flags_set),
            line=line_from(dict(_line(metrics))),
            doubts=review.replay.doubts,
            board_key=review.replay._line.board_key,
            chance_lost=review.chance_lost,
            accuracy=review.accuracy,
            chance_lost_error=review.chance_lost_error,
            accuracy_error=review.accuracy_error,
            lost_by_guess=review.lost_by_guess,
        )

    @property
    def is_usual(self) -> bool:
        """Whether it was the usual game, on an evenly drawn board that the player did not know.

        That is so if no rule of guessing holds, and the file names no mode or the classic one. The figures of
        other games cannot be compared: a player of UPK knows the board, density games and boards without
        guesses are drawn in another way.
        """
        return _engine.is_usual_mode(self.mode or "")

    @property
    def metrics(self) -> dict[str, Figure]:
        """All metrics of the game by name, as in `GameMetrics.to_dict`, those of the mouse among them."""
        return dict(zip(*self.line, strict=True))

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Shares the list of names with the other games. A game from another process comes with its own."""
        names, values = state["line"]
        self.__dict__.update(state, line=(_NAMES.setdefault(names, names), values))

    @property
    def is_disproved(self) -> bool:
        """Whether its file contradicts its events. Such a game is in no standing."""
        return any(doubt.grade == "contradiction" for doubt in self.doubts)

    @property
    def needless(self) -> int:
        """The number of guesses while some cell was safe, without slips."""
        return len(self.mistakes)

    @property
    def guesses(self) -> int:
        """The number of moves that were a risk."""
        return self.forced + self.needless + self.slips

    @property
    def efficiency(self) -> float | None:
        """The 3BV done per click; None without clicks."""
        return self.solved / self.clicks if self.clicks else None

    @property
    def pluck(self) -> float:
        """How much luck the game took, as `Review.pluck`."""
        return _engine.pluck_of(self.luck)


def _line(metrics: GameMetrics) -> Iterable[tuple[str, Figure]]:
    """The metrics in one list, without the splits, which take much memory."""
    values = metrics.to_dict()
    mouse = values.pop("mouse") or {}
    for name, value in (values | mouse).items():
        if name not in ("board", "status", "splits"):
            yield name, value


def _mistakes(review: Review[CellT], name: str) -> Iterable[Mistake[CellT]]:
    game = review.replay.start()
    for place, move in enumerate(review.moves):
        if move.verdict == "needless":
            yield mistake_of(move, place, name, game.position)
        cell: Any = move.action.cell
        game.act(move.action.kind, cell)


def mistake_of(move: ReviewedMove[CellT], place: int, name: str, position: Position[CellT]) -> Mistake[CellT]:
    """A needless guess as a mistake. For use inside the package."""
    # A needless guess has a risk, a better cell and a rule.
    risk, safest, rule = cast("tuple[float, CellT, str]", (move.risk, move.safest, move.rule))
    return Mistake(name, place, move.action.cell, risk, safest, rule, move.reason, position)


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that `review_folder` could not review.

    Attributes:
        name: The path of the file from the folder, with `/`.
        error: What is wrong with it.
        gave_up: Whether it took too much time or memory. Otherwise the file is damaged.
    """

    name: str
    error: str
    gave_up: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The file as plain values, for JSON."""
        return plain_fields(self)
