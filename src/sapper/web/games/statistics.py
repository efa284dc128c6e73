"""The statistics of a player: games, wins, streaks, personal bests, and how they came about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from pydantic_core import from_json

from sapper.board.encoding import board_from, board_object
from sapper.web.encoding.values import Object
from sapper.web.games.store import Result

_BEST_TIMES: Final = 10
_LATEST: Final = 500
"""The most wins, and the most games of the curve of win rates."""

_WINDOW: Final = 50
"""The win rate at a game is over this many games up to it."""

_LEFT: Final = ("unfinished", "abandoned")
_HELPED: Final = "helped"


def statistics_object(results: list[Result]) -> Object:
    """The results by category, for the answer to `GET /api/statistics`.

    Args:
        results: From `Store.results`.
    """
    tallies: dict[str, _Tally] = {}
    for result in results:
        tallies.setdefault(result.category, _Tally()).add(result)
    categories = [{**_category(text), **tally.object()} for text, tally in tallies.items()]
    return {"categories": categories}


def _category(text: str) -> Object:
    """A category of the store, with its board as answers write boards."""
    category: Object = from_json(text, allow_inf_nan=False)
    return {**category, "board": board_object(board_from(category["board"]))}


@dataclass
class _Tally:
    dates: list[int] = field(default_factory=list)
    successes: list[bool] = field(default_factory=list)
    left: int = 0
    helped: int = 0
    streak: int = 0
    best_streak: int = 0
    wins: list[Object] = field(default_factory=list)

    def add(self, result: Result) -> None:
        won = result.standing == "won"
        self.dates.append(result.at)
        self.successes.append(won)
        self.left += result.standing in _LEFT
        self.helped += result.standing == _HELPED
        self.streak = self.streak + 1 if won else 0
        self.best_streak = max(self.best_streak, self.streak)
        if won:
            self.wins.append(_win(result))

    def object(self) -> Object:
        played, won = len(self.successes), len(self.wins)
        total_ms = sum(win["elapsed_ms"] for win in self.wins)
        total_three_bv = sum(win["three_bv"] or 0 for win in self.wins)
        return {
            "played": played,
            "won": won,
            "lost": played - won - self.left - self.helped,
            "left": self.left,
            "helped": self.helped,
            "streak": self.streak,
            "best_streak": self.best_streak,
            "mean_ms": round(total_ms / won) if won else None,
            "three_bv_per_second": 1000 * total_three_bv / total_ms if total_ms else None,
            "bests": self._bests() if self.wins else None,
            "best": sorted(self.wins, key=_time)[:_BEST_TIMES],
            "wins": self.wins[-_LATEST:],
            "win_rates": self._win_rates(),
        }

    def _bests(self) -> Object:
        """The best win by each measure; the earliest of those that are equal."""

        def highest(measure: str) -> Any:
            measured = [win for win in self.wins if win[measure] is not None]
            return max(measured, key=lambda win: float(win[measure]), default=None)

        measures = ("three_bv_per_second", "efficiency")
        return {"time": min(self.wins, key=_time), **{name: highest(name) for name in measures}}

    def _win_rates(self) -> list[Object]:
        points = []
        for game in range(max(1, len(self.dates) - _LATEST + 1), len(self.dates) + 1):
            window = self.successes[max(0, game - _WINDOW) : game]
            points.append({"game": game, "at": self.dates[game - 1], "rate": sum(window) / len(window)})
        return points


def _win(result: Result) -> Object:
    """A won game. All its 3BV is done, so the ratios are those of the library's metrics."""
    three_bv = result.three_bv
    return {
        "game": result.game,
        "ended_at": result.at,
        "elapsed_ms": result.elapsed_ms,
        "three_bv": three_bv,
        "clicks": result.clicks,
        "three_bv_per_second": _ratio(three_bv, result.elapsed_ms / 1000),
        "efficiency": _ratio(three_bv, result.clicks),
    }


def _ratio(much: int | None, of: float) -> float | None:
    return None if much is None or not of else much / of


def _time(win: Object) -> int:
    return int(win["elapsed_ms"])
