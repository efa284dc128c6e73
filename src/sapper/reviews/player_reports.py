"""Sums up many reviews: what a player guesses, misses and risks from game to game."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, Generic

from sapper import _engine
from sapper._support.checks import whole
from sapper._support.values import Figures, Tabular
from sapper._support.words import brief, brief_contents, check_choice, label_of, quantity
from sapper.board.game_arguments import is_list
from sapper.board.json_form import board_object
from sapper.cells import CellT, CellT_co
from sapper.errors import ArgumentError, GameError
from sapper.hints.hints import RULES
from sapper.minefields.metrics import LINE_NAMES
from sapper.reviews.reviewed_games import Mistake, ReviewedGame, SkippedFile
from sapper.reviews.standings import LEVELS, Standing, standings_of
from sapper.reviews.verdicts import Review

__all__ = ["MissedRule", "PlayerReport", "player_report"]

_WORST_MISTAKES = 10
_IN_TABLES = {"usual": "is_usual"}
_PERIODS = 20
UNKNOWN: Final = datetime.max.replace(tzinfo=UTC)
"""Where games without a date stand in the order of play."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MissedRule(Figures, Generic[CellT_co]):
    """The mistakes that one rule would have avoided.

    Attributes:
        rule: One of `sapper.types.RULES`.
        mistakes: These mistakes, those of the greatest risk first.
    """

    rule: str
    mistakes: tuple[Mistake[CellT_co], ...]

    @property
    def risk(self) -> float:
        """The sum of their risks: how many mines they should have hit."""
        return math.fsum(mistake.risk for mistake in self.mistakes)


_FIGURES: Final = (
    *("won", "forced", "riskier", "needless", "slips", "expected", "mines_hit", "selected", "excess"),
    *("efficiency", "three_bv_per_second", "pluck", "chance_lost", "accuracy", "chance_lost_error"),
    "accuracy_error",
)
"""What the engine adds up over the games, in its order."""


@dataclass(frozen=True, repr=False)
class PlayerReport(Tabular, Generic[CellT_co]):
    """How a player played many games. Made by `player_report` and `review_folder`; picklable.

    Attributes:
        games: The games, in the order in which they were given.
        skipped: The files that `review_folder` could not review.
        apart: The games of other modes (UPK, density and so on, see `ReviewedGame.is_usual`). They are in
            none of the figures. `PlayerReport(report.apart)` has those of them alone.
        selection: Which games `only` has taken, in words; empty for all games.
        won: The number of games that were won.
        forced: The number of guesses while no cell was safe.
        riskier: The number of forced guesses with at least 0.1 more risk than necessary.
        needless: The number of guesses while some cell was safe, without slips.
        slips: The number of guesses by a slip of the mouse, as in `Review.slips`.
        expected: The sum of the risks of all guesses. If these are all games of the player, won or lost,
            about this many guesses should have hit a mine. See `selected`.
        mines_hit: How many guesses did hit a mine. The player was lucky if this is less than `expected`,
            unless the games are `selected`.
        selected: Whether the games seem to be chosen by how they ended, as in a folder of wins. Then
            `mines_hit` and `expected` cannot be compared. They are if all were won although guesses were a
            risk, or if chance explains the number of mines hit less often than once in 10,000 times.
        excess: The risk of the forced guesses beyond the least possible, added up. Perfect play need not have
            0: a riskier cell may show more.
        efficiency: The 3BV done per click, over all games; None without clicks.
        three_bv_per_second: The 3BV done per second, over the games with a time; None if there are none.
        pluck: The mean of the pluck of the games that were won; None if there are none.
        chance_lost: How many wins the choices lost: the chances lost, added up. None if no game has one.
        accuracy: The mean accuracy of the games that have one; None if there are none.
        chance_lost_error: The standard error of `chance_lost`, or None.
        accuracy_error: The standard error of `accuracy`, from the errors of its games; None if there are
            none.
    """

    games: tuple[ReviewedGame[CellT_co], ...]
    skipped: tuple[SkippedFile, ...] = ()
    apart: tuple[ReviewedGame[CellT_co], ...] = ()
    selection: str = ""
    # What follows from the games:
    won: int = field(init=False, compare=False)
    forced: int = field(init=False, compare=False)
    riskier: int = field(init=False, compare=False)
    needless: int = field(init=False, compare=False)
    slips: int = field(init=False, compare=False)
    expected: float = field(init=False, compare=False)
    mines_hit: int = field(init=False, compare=False)
    selected: bool = field(init=False, compare=False)
    excess: float = field(init=False, compare=False)
    efficiency: float | None = field(init=False, compare=False)
    three_bv_per_second: float | None = field(init=False, compare=False)
    pluck: float | None = field(init=False, compare=False)
    chance_lost: float | None = field(init=False, compare=False)
    accuracy: float | None = field(init=False, compare=False)
    chance_lost_error: float | None = field(init=False, compare=False)
    accuracy_error: float | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Lets the engine add up the games."""
        games = [
            (
                game.status == "won",
                game.solved,
                game.clicks,
                game.seconds,
                game.forced,
                game.riskier,
                game.needless,
                game.slips,
                game.expected,
                game.mines_hit,
                game.excess,
                game.luck,
                game.chance_lost,
                game.accuracy,
                game.chance_lost_error or 0.0,
                game.accuracy_error or 0.0,
            )
            for game in self.games
        ]
        vars(self).update(zip(_FIGURES, _engine.player_figures(games), strict=True))

    @property
    def guesses(self) -> int:
        """The number of moves that were a risk."""
        return self.forced + self.needless + self.slips

    @cached_property
    def standings(self) -> tuple[Standing[CellT_co], ...]:
        """How the player stands on each kind of board, with and without flags, and in each mode.

        Games whose file contradicts their events are in none: those of `disproved`.
        """
        return standings_of([game for game in self._all() if not game.is_disproved])

    @property
    def disproved(self) -> tuple[ReviewedGame[CellT_co], ...]:
        """The games whose file contradicts their events. The figures count them as they were played."""
        return tuple(game for game in self._all() if game.is_disproved)

    @cached_property
    def repeated(self) -> dict[str, str]:
        """The names of games on a board that an earlier game had, with the name of the first such game."""
        games = self._all()
        earlier = _engine.earlier_games([(repr(game.board), game.board_key) for game in games])
        return {
            game.name: games[first].name
            for game, first in zip(games, earlier, strict=True)
            if first is not None
        }

    def only(
        self,
        *,
        level: str | None = None,
        player: str | None = None,
        mode: str | None = None,
        since: date | None = None,
        until: date | None = None,
    ) -> PlayerReport[CellT_co]:
        """The report on some of the games. The files that were skipped stay.

        Args:
            level: `"beginner"`, `"intermediate"`, `"expert"` or `"custom"`.
            player: The name of the player. Upper and lower case are the same, and an accent however a file
                has it.
            mode: The kind of game, as `"UPK"`. `"classic"` also takes games that do not say it.
            since: The first day. Games without a date are left out.
            until: The last day. Games without a date are left out.

        Raises:
            ArgumentError: There is no such level, or an argument has the wrong type.
        """
        if level is not None:
            check_choice("level", level, LEVELS, ArgumentError)
        for name, text in (("player", player), ("mode", mode)):
            if not isinstance(text, str | None):
                raise ArgumentError(f"{label_of(name)} must be a text, not {brief(text)}")
        for name, day in (("since", since), ("until", until)):
            if not isinstance(day, date | None):
                raise ArgumentError(f"{label_of(name)} must be a datetime.date, not {brief(day)}")

        def fits(game: ReviewedGame) -> bool:
            day = None if game.played is None else game.played.date()
            return (
                (level is None or game.level == level)
                and (player is None or _fold(game.player) == _fold(player))
                and (mode is None or _fold(game.mode or "classic") == _fold(mode))
                and (since is None or (day is not None and day >= _day(since)))
                and (until is None or (day is not None and day <= _day(until)))
            )

        choice = {"level": level, "player": player, "mode": mode, "from": since, "to": until}
        words = [f"{name} {value}" for name, value in choice.items() if value is not None]
        return PlayerReport(
            tuple(filter(fits, self.games)),
            self.skipped,
            tuple(filter(fits, self.apart)),
            ", ".join([*([self.selection] if self.selection else []), *words]),
        )

    def _all(self) -> list[ReviewedGame[CellT_co]]:
        """All games in the order in which they were played."""
        games = [*self.games, *self.apart]
        return sorted(games, key=lambda game: game.played or UNKNOWN) if self.apart else games

    def periods(self, most: int = _PERIODS) -> tuple[PlayerReport[CellT_co], ...]:
        """The games in parts, in order, each with its own figures: how the player changed over time.

        Args:
            most: The largest number of parts. All parts have the same number of games, or one more.

        Raises:
            ArgumentError: `most` is not a whole number from 1.
        """
        parts = min(whole("most", most, 1), len(self.games))
        ends = [len(self.games) * part // parts for part in range(parts + 1)] if parts else []
        return tuple(PlayerReport(self.games[first:last]) for first, last in pairwise(ends))

    @cached_property
    def missed(self) -> tuple[MissedRule[CellT_co], ...]:
        """The mistakes by the rule that would have avoided them, the rule missed most often first."""
        mistakes = self._mistakes
        return tuple(
            MissedRule(RULES[rule], tuple(mistakes[place] for place in places))
            for rule, places, _ in _engine.missed_rules(_facts(mistakes))
        )

    def worst(self, most: int = _WORST_MISTAKES) -> tuple[Mistake[CellT_co], ...]:
        """The mistakes of the greatest risk.

        Args:
            most: The largest number of mistakes to return.

        Raises:
            ArgumentError: `most` is not a whole number from 0.
        """
        most = whole("most", most)
        mistakes = self._mistakes
        return tuple(mistakes[place] for place in _engine.riskiest(_facts(mistakes), most))

    @property
    def _mistakes(self) -> list[Mistake[CellT_co]]:
        return [mistake for game in self.games for mistake in game.mistakes]

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values, for JSON. `docs/review.md` describes the fields."""
        return {
            "selection": self.selection,
            "games": len(self.games),
            "apart": self.apart_by_mode,
            **{name: getattr(self, name) for name in _FIGURES},
            "missed": [
                {"rule": each.rule, "mistakes": len(each.mistakes), "risk": each.risk} for each in self.missed
            ],
            "worst": [mistake.to_dict() for mistake in self.worst()],
            "periods": [_plain_period(period) for period in self.periods()],
            "standings": [standing.to_dict() for standing in self.standings],
            "doubts": [
                {"game": game.name, **doubt.to_dict()} for game in self._all() for doubt in game.doubts
            ],
            "repeated": self.repeated,
            "skipped": [file.to_dict() for file in self.skipped],
        }

    @property
    def apart_by_mode(self) -> dict[str, int]:
        """How many games of each other mode are left out of the figures."""
        return dict(Counter(game.mode or "" for game in self.apart))

    def _arrow_columns(self) -> dict[str, Any]:
        """A row for each game, those of other modes at the end."""
        import pyarrow as pa

        types = {
            "name": pa.string(),
            "player": pa.string(),
            "program": pa.string(),
            "style": pa.string(),
            "level": pa.string(),
            "status": pa.string(),
            "mode": pa.string(),
            "usual": pa.bool_(),
            "fair": pa.bool_(),
            "played": pa.timestamp("us", "UTC"),
            "seconds": pa.float64(),
            "three_bv": pa.int64(),
            "solved": pa.int64(),
            "clicks": pa.int64(),
            "efficiency": pa.float64(),
            "forced": pa.int64(),
            "riskier": pa.int64(),
            "needless": pa.int64(),
            "slips": pa.int64(),
            "expected": pa.float64(),
            "mines_hit": pa.int64(),
            "excess": pa.float64(),
            "luck": pa.float64(),
            "needed_luck": pa.float64(),
            "pluck": pa.float64(),
            "chance_lost": pa.float64(),
            "chance_lost_error": pa.float64(),
            "accuracy": pa.float64(),
            "accuracy_error": pa.float64(),
        }
        games = (*self.games, *self.apart)
        boards = [board_object(game.board) for game in games]
        columns = {
            "topology": pa.array([board["topology"] for board in boards], pa.string()),
            "shape": pa.array([board["shape"] for board in boards], pa.list_(pa.int64())),
            "mines": pa.array([board["mines"] for board in boards], pa.int64()),
        }
        columns |= {
            name: pa.array([getattr(game, _IN_TABLES.get(name, name)) for game in games], kind)
            for name, kind in types.items()
        }
        lines = [game.metrics for game in games]
        names = [name for name in LINE_NAMES if name not in columns]
        columns |= {name: pa.array([line.get(name) for line in lines], pa.float64()) for name in names}
        doubts = [[f"{doubt.name}: {doubt.text}" for doubt in game.doubts] for game in games]
        return columns | {"doubts": pa.array(doubts, pa.list_(pa.string()))}

    def __repr__(self) -> str:
        """A summary in one line."""
        return (
            f"<PlayerReport: {quantity(len(self.games), 'game')}, {self.won} won, guesses: {self.forced} "
            f"forced and {self.needless} needless>"
        )


def report_on(
    games: Sequence[ReviewedGame[CellT]], skipped: tuple[SkippedFile, ...] = ()
) -> PlayerReport[CellT]:
    """The report on games in this order, those of other modes apart. For use inside the package."""
    usual = tuple(game for game in games if game.is_usual)
    return PlayerReport(usual, skipped, tuple(game for game in games if not game.is_usual))


def player_report(games: Iterable[Review[CellT] | ReviewedGame[CellT]]) -> PlayerReport[CellT]:
    """Sums up the reviews of many games of one player.

    Args:
        games: The reviews, or what `ReviewedGame.from_review` keeps of them. For many games, give a generator
            of reviews: each review is dropped after its turn. Reviews have no name, so their mistakes do not
            say in which game they were. `ReviewedGame.from_review(review, name)` gives them one.

    Returns:
        The report. It takes a few kilobytes for each game, and microseconds to make. Games of other modes
        than the usual one are in `apart`.

    Raises:
        GameError: `games` is no list, or has something else than reviews and reviewed games.

    Example:
        >>> player = sapper.Strategy("single+random")  # sees only what a single number shows
        >>> games = [player.play(sapper.Game("beginner", seed=seed)) for seed in range(60)]
        >>> report = sapper.player_report(map(sapper.review, games))
        >>> report
        <PlayerReport: 60 games, 52 won, guesses: 1 forced and 25 needless>
        >>> [(missed.rule, len(missed.mistakes)) for missed in report.missed]
        [('subset', 24), ('mine_count', 1)]
    """
    if not is_list(games):
        raise GameError(f"a report needs a list of reviews, not {brief_contents(games)}")
    entries = []
    for place, game in enumerate(games):
        if not isinstance(game, Review | ReviewedGame):
            raise GameError(f"game {place} of the report must be a sapper.Review, not {brief_contents(game)}")
        entries.append(game if isinstance(game, ReviewedGame) else ReviewedGame.from_review(game))
    return report_on(entries)


def _plain_period(period: PlayerReport) -> dict[str, Any]:
    first, last = period.games[0].played, period.games[-1].played
    return {
        "games": len(period.games),
        "from": None if first is None else first.isoformat(),
        "to": None if last is None else last.isoformat(),
        "won": period.won,
        "forced": period.forced,
        "needless": period.needless,
        "slips": period.slips,
        "expected": period.expected,
        "mines_hit": period.mines_hit,
        "efficiency": period.efficiency,
        "three_bv_per_second": period.three_bv_per_second,
        "pluck": period.pluck,
        "accuracy": period.accuracy,
    }


def _fold(text: str) -> str:
    """The same text for all spellings of a name that count as one. The page folds names in the same way."""
    return unicodedata.normalize("NFC", text.strip(" ").lower().upper())


def _day(day: date) -> date:
    return day.date() if isinstance(day, datetime) else day


def _facts(mistakes: Iterable[Mistake]) -> list[tuple[int, float]]:
    """The mistakes for the engine: the numbers of their rules, and their risks."""
    return [(RULES.index(mistake.rule), mistake.risk) for mistake in mistakes]
