"""The record of a series of games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from sapper.board.game import Game
from sapper.board.marks import FLAG, HIDDEN
from sapper.board.position import Position
from sapper.board.topology import Cell
from sapper.inference.analysis import analyse
from sapper.simulation.results.intervals import wilson
from sapper.simulation.results.timing import duration

Outcome = Literal["won", "lost", "drawn", "unfinished"]
"""How a game ended. A drawn game was played to its end, but mines were set off on the way."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game.

    Attributes:
        outcome: How it ended.
        mines: How many mines the board has.
        cleared: How many of them were found. In a won game these are all, in a drawn one those that were not
            set off. In a lost one they are those that were certain, or by hand those rightly flagged.
        seconds: How long it took.
    """

    outcome: Outcome
    mines: int
    cleared: int
    seconds: float

    @classmethod
    def of_engine(cls, game: Game, lost_at: Cell | None, seconds: float) -> Result:
        """The result of a game that the engine played. `lost_at` is the mine that lost the game, if any."""
        if lost_at is None:
            return cls._of(game, 0, seconds)
        marks = game.position.marks.copy()
        marks[lost_at] = HIDDEN
        before = analyse(Position(marks, game.board.mines, game.topology))
        return cls._of(game, len(before.mines), seconds)

    @classmethod
    def of_person(cls, game: Game, seconds: float) -> Result:
        """The result of a game played by hand."""
        mined = game.minefield
        right = 0 if mined is None else int(np.count_nonzero((game.position.marks == FLAG) & mined))
        return cls._of(game, right, seconds)

    @classmethod
    def _of(cls, game: Game, known: int, seconds: float) -> Result:
        outcome = outcome_of(game)
        mines = game.board.mines
        return cls(outcome, mines, mines - game.exploded if outcome in ("won", "drawn") else known, seconds)


def outcome_of(game: Game) -> Outcome:
    """How the game ended, or that it has not."""
    if game.status == "won" or game.status == "lost":
        return game.status
    return "drawn" if game.status == "cleared" else "unfinished"


@dataclass(frozen=True, slots=True)
class Record:
    """Sums over games. Rates, shares and times are of finished games only."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    unfinished: int = 0
    mines: int = 0
    cleared: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def plus(self, result: Result) -> Record:
        """The record with one more game."""
        if result.outcome == "unfinished":
            return replace(self, unfinished=self.unfinished + 1)
        return replace(
            self,
            won=self.won + (result.outcome == "won"),
            lost=self.lost + (result.outcome == "lost"),
            drawn=self.drawn + (result.outcome == "drawn"),
            mines=self.mines + result.mines,
            cleared=self.cleared + result.cleared,
            seconds=self.seconds + result.seconds,
            longest=max(self.longest, result.seconds),
        )

    @property
    def finished(self) -> int:
        """How many games were finished."""
        return self.won + self.lost + self.drawn

    @property
    def games(self) -> int:
        """How many games were begun."""
        return self.finished + self.unfinished

    @property
    def win_rate(self) -> float | None:
        """The share of games won, 0 to 1, or None before the first finished game."""
        return self.won / self.finished if self.finished else None

    @property
    def win_interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the win rate (Wilson's), or None before the first finished game."""
        return wilson(self.won, self.finished) if self.finished else None

    @property
    def cleared_share(self) -> float | None:
        """The share of mines cleared, 0 to 1, or None if there were no mines."""
        return self.cleared / self.mines if self.mines else None

    def __str__(self) -> str:
        """The record as a table of lines."""
        unfinished = f", {self.unfinished} unfinished" if self.unfinished else ""
        lines = [
            f"Games          {self.games}",
            f"Record         {self.won}-{self.lost}-{self.drawn} (won-lost-drawn){unfinished}",
        ]
        if self.win_interval is not None:
            low, high = self.win_interval
            interval = f"(95 % interval {100 * low:.2f} to {100 * high:.2f})"
            lines.append(f"Win rate       {100 * self.won / self.finished:.2f} % {interval}")
        if self.cleared_share is not None:
            lines.append(f"Mines cleared  {100 * self.cleared_share:.2f} %")
        if self.finished:
            lines.append(f"Time per game  {duration(self.seconds / self.finished)}")
            lines.append(f"Total time     {duration(self.seconds)}")
            lines.append(f"Longest game   {duration(self.longest)}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The record as plain values. Shares are 0 to 1 or None, times are in milliseconds."""
        return {
            "games": self.games,
            "won": self.won,
            "lost": self.lost,
            "drawn": self.drawn,
            "unfinished": self.unfinished,
            "win_rate": self.win_rate,
            "win_interval": None if self.win_interval is None else list(self.win_interval),
            "mines_cleared": self.cleared_share,
            "ms_per_game": 1000 * self.seconds / self.finished if self.finished else None,
            "total_ms": 1000 * self.seconds,
            "longest_ms": 1000 * self.longest,
        }
