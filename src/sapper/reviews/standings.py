"""How a player stands on each kind of board: bests, means, records and progress."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic

from sapper import _engine
from sapper._support.values import Figures
from sapper.board.board import Board, board_words
from sapper.board.json_form import plain_fields
from sapper.cells import CellT, CellT_co
from sapper.reviews.reviewed_games import ReviewedGame

METRICS: Final = dict(_engine.standing_metrics())
"""The names of the figures in a standing, and whether less is better. `docs/metrics.md` describes them."""

MEAN_LENGTHS: Final = (3, 5, 12)
"""For each of these numbers, a standing has the best mean over so many wins in a row."""

LEVELS: Final = ("beginner", "intermediate", "expert", "custom")
"""The levels of `Replay.level`, in order."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StandingFigure(Figures):
    """One metric over the games of a standing. None where there are too few games.

    Attributes:
        count: How many games have it.
        best: The best value.
        game: The name of the game that has it.
        means: The best mean of 3, 5 and 12 games in a row.
        mean: The mean of all games.
    """

    count: int
    best: float | None
    game: str | None
    means: tuple[float | None, ...]
    mean: float | None

    def to_dict(self) -> dict[str, Any]:
        """The figure as plain values, for JSON."""
        means = {f"mean_of_{length}": mean for length, mean in zip(MEAN_LENGTHS, self.means, strict=True)}
        return {"count": self.count, "best": self.best, "game": self.game, **means, "mean": self.mean}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ClassRecord(Figures):
    """The quickest win of those whose 3BV lies within bounds.

    Attributes:
        least: The least 3BV of the class.
        most: The largest 3BV of the class.
        wins: The number of wins.
        seconds: The best time.
        game: The name of the game that has it.
    """

    least: int
    most: int
    wins: int
    seconds: float
    game: str

    def to_dict(self) -> dict[str, Any]:
        """The record as plain values, for JSON."""
        return plain_fields(self)


@dataclass(frozen=True, eq=False, repr=False)
class Standing(Figures, Generic[CellT_co]):
    """The games of one kind: on one board, with or without flags, of one mode. In `PlayerReport.standings`.

    Attributes:
        level: As in `Replay.level`.
        board: Topology and number of mines.
        style: `"NF"` if no flag was set in these games, otherwise `"FL"`.
        mode: The mode, as in `ReviewedGame.mode`; None for the usual game.
        games: How many games there are.
        won: How many of these were won.
        figures: The metrics by their names, those of `METRICS`. `"estimated"` is taken over all games that
            did at least half of the 3BV, everything else over wins.
        records: The best time of each class of 3BV: tens, and fives on boards of at most 100 cells.
        progress: The names of the games that beat the times of all games before them, in order.
    """

    level: str
    board: Board[CellT_co]
    style: str
    mode: str | None
    games: int
    won: int
    figures: dict[str, StandingFigure]
    records: tuple[ClassRecord, ...]
    progress: tuple[str, ...]

    @property
    def title(self) -> str:
        """Its kind in words, such as `expert, square 16 x 30, 99 mines, FL`."""
        level = "" if self.level == "custom" else f"{self.level}, "
        mode = "" if self.mode is None else f", {self.mode}"
        return f"{level}{self.board.topology.name} {board_words(self.board)}, {self.style}{mode}"

    def to_dict(self) -> dict[str, Any]:
        """The standing as plain values, for JSON."""
        return plain_fields(self)


def standings_of(games: Sequence[ReviewedGame[CellT]]) -> tuple[Standing[CellT], ...]:
    """The standing of each kind of games in the order of play: the usual ones first, then by level."""
    numbers = _engine.kind_numbers(
        [
            ("" if game.is_usual else game.mode or "", game.level, repr(game.board), game.style)
            for game in games
        ]
    )
    facts = []
    for number, game in zip(numbers, games, strict=True):
        metrics = game.metrics
        figures = [float(metrics.get(name) or math.nan) for name in METRICS]  # a time of 0 is not known
        won = game.status == "won"
        facts.append((number, won, game.board.topology.size, game.three_bv, game.solved, figures))
    first = dict(zip(reversed(numbers), reversed(games), strict=True))
    return tuple(
        _standing(first[number], games, sums) for number, sums in enumerate(_engine.standings(facts))
    )


def _standing(one: ReviewedGame[CellT], games: Sequence[ReviewedGame[CellT]], sums: Any) -> Standing[CellT]:
    count, won, figures, records, progress = sums
    by_name = {
        name: StandingFigure(count, best, None if place is None else games[place].name, tuple(means), mean)
        for name, (count, best, place, means, mean) in zip(METRICS, figures, strict=True)
    }
    return Standing(
        level=one.level,
        board=one.board,
        style=one.style,
        mode=None if one.is_usual else one.mode,
        games=count,
        won=won,
        figures=by_name,
        records=tuple(
            ClassRecord(least, most, wins, seconds, games[place].name)
            for least, most, wins, seconds, place in records
        ),
        progress=tuple(games[place].name for place in progress),
    )
