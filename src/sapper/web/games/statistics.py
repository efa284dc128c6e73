"""The statistics of a player: games, wins, streaks, best times."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from pydantic_core import from_json

from sapper.board.encoding import board_from, board_object
from sapper.web.encoding.values import Object

_BEST_TIMES: Final = 10

Result = tuple[str, str, int, int, str, int | None, str]


def statistics_object(results: list[Result]) -> Object:
    """The answer to `GET /api/statistics`.

    Args:
        results: From `Store.results`: category, status, milliseconds, date, reasons, 3BV, id.
    """
    tallies: dict[str, _Tally] = {}
    not_counted = 0
    for category, *result in results:
        if result[3] != "[]":
            not_counted += 1
        else:
            tallies.setdefault(category, _Tally()).add(result)
    categories = [{**_category(text), **tally.object()} for text, tally in tallies.items()]
    return {"categories": categories, "not_counted": not_counted}


def _category(text: str) -> Object:
    """A category of the store, with its board as answers write boards."""
    category: Object = from_json(text, allow_inf_nan=False)
    return {**category, "board": board_object(board_from(category["board"]))}


@dataclass
class _Tally:
    played: int = 0
    won: int = 0
    streak: int = 0
    best_streak: int = 0
    total_ms: int = 0
    total_three_bv: int = 0
    wins: list[Object] = field(default_factory=list)

    def add(self, result: list[Any]) -> None:
        status, elapsed_ms, ended_at, _, three_bv, game = result
        self.played += 1
        self.streak = self.streak + 1 if status == "won" else 0
        self.best_streak = max(self.best_streak, self.streak)
        if status == "won":
            self.won += 1
            self.total_ms += elapsed_ms
            self.total_three_bv += three_bv or 0
            self.wins.append(
                {"elapsed_ms": elapsed_ms, "ended_at": ended_at, "game": game, "three_bv": three_bv}
            )

    def object(self) -> Object:
        per_second = 1000 * self.total_three_bv / self.total_ms if self.total_ms else None
        return {
            "played": self.played,
            "won": self.won,
            "streak": self.streak,
            "best_streak": self.best_streak,
            "mean_ms": round(self.total_ms / self.won) if self.won else None,
            "three_bv_per_second": per_second,
            "best": sorted(self.wins, key=lambda win: int(win["elapsed_ms"]))[:_BEST_TIMES],
        }
