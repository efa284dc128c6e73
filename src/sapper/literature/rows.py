"""The published results, from `rows.json`."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from sapper.board.board import Board
from sapper.board.rules import FirstClick

__all__ = ["HUMANS", "ROWS", "Row"]

_Z = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations


@dataclass(frozen=True, slots=True)
class Row:
    """One published win rate.

    Attributes:
        source: Whose it is.
        strategy: The name of the strategy that plays as they did.
        rows: Of the board.
        columns: Of the board.
        mines: Of the board.
        first_click: Their rule.
        published: Their win rate, 0 to 1.
        games: How many they played, or None.
        within: Half the 95 % interval they give, 0 to 1, or None.
        about: Whether the number is rounded, without an interval.
        note: What else there is to know, or None.
    """

    source: str
    strategy: str
    rows: int
    columns: int
    mines: int
    first_click: FirstClick
    published: float
    games: int | None
    within: float | None
    about: bool
    note: str | None

    @property
    def board(self) -> Board:
        """The board."""
        return Board.square(self.rows, self.columns, self.mines)

    @property
    def board_name(self) -> str:
        """Rows, columns and mines, as in `16x30/99`."""
        return f"{self.rows}x{self.columns}/{self.mines}"

    @property
    def half_width(self) -> float | None:
        """Half the 95 % interval of the published rate, 0 to 1: given, or by its games; None if unknown."""
        if self.within is not None or self.games is None:
            return self.within
        return _Z * math.sqrt(self.published * (1 - self.published) / self.games)

    @classmethod
    def _of(cls, row: Mapping[str, Any]) -> Row:
        rows, columns, mines = row["board"]
        return cls(
            source=row["source"],
            strategy=row["strategy"],
            rows=rows,
            columns=columns,
            mines=mines,
            first_click=row["first_click"],
            published=_share(row["published"]),
            games=row.get("games"),
            within=_share(row["within"]) if "within" in row else None,
            about=row.get("about", False),
            note=row.get("note"),
        )


def _share(per_cent: float) -> float:
    return round(per_cent / 100, 6)  # as exact as it was written


_DATA: Final = json.loads(files("sapper.literature").joinpath("rows.json").read_text(encoding="utf-8"))

ROWS: Final[tuple[Row, ...]] = tuple(map(Row._of, _DATA["rows"]))
"""All of them, in the order of the systems."""

HUMANS: Final[Mapping[str, float]] = {
    "{}x{}/{}".format(*human["board"]): _share(human["win_rate"]) for human in _DATA["human"]
}
"""By the name of the board: the share of games that people win, 0 to 1 (minesweeper.online, quoted by D)."""
