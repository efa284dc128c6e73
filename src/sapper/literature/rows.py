"""The published results, read from `rows.json`."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from sapper._engine import Z_95
from sapper.board.board import Board
from sapper.board.rules import FirstClick


@dataclass(frozen=True, slots=True)
class Row:
    """One published win rate.

    Attributes:
        source: Who published it.
        strategy: The name of the strategy that plays like the published program.
        rows: The rows of the board.
        columns: The columns of the board.
        mines: The mines on the board.
        first_click: The rule for the first click.
        published: The published win rate, from 0 to 1.
        games: The number of games behind it, or None.
        within: Half the published 95 % confidence interval, from 0 to 1, or None.
        about: Whether the win rate is only a rounded number without an interval.
        note: A remark, or None.
    """

    source: str
    strategy: str
    rows: int
    columns: int
    mines: int
    first_click: FirstClick
    published: float
    games: int | None = None
    within: float | None = None
    about: bool = False
    note: str | None = None

    @property
    def board(self) -> Board:
        """The board."""
        return Board.square(self.rows, self.columns, self.mines)

    @property
    def board_name(self) -> str:
        """The rows, columns and mines, as in `16x30/99`."""
        return f"{self.rows}x{self.columns}/{self.mines}"

    @property
    def half_width(self) -> float | None:
        """Half the 95 % confidence interval of the published rate, from 0 to 1; None if it is unknown.

        If it was not published, it follows from the number of games.
        """
        if self.within is not None or self.games is None:
            return self.within
        return Z_95 * math.sqrt(self.published * (1 - self.published) / self.games)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the published rate, from 0 to 1; None if it is unknown."""
        if self.half_width is None:
            return None
        return max(self.published - self.half_width, 0.0), min(self.published + self.half_width, 1.0)

    @classmethod
    def _of(cls, row: Mapping[str, Any]) -> Row:
        fields = dict(row)
        rows, columns, mines = fields.pop("board")
        fields |= {name: _share(row[name]) for name in ("published", "within") if name in row}
        return cls(rows=rows, columns=columns, mines=mines, **fields)


def _share(per_cent: float) -> float:
    return round(per_cent / 100, 6)  # exactly the decimal number that was published


_DATA: Final = json.loads(files("sapper.literature").joinpath("rows.json").read_text(encoding="utf-8"))

ROWS: Final[tuple[Row, ...]] = tuple(map(Row._of, _DATA["rows"]))
"""All published results, in the order of their systems."""

HUMANS: Final[Mapping[str, float]] = {
    "{}x{}/{}".format(*human["board"]): _share(human["win_rate"]) for human in _DATA["human"]
}
"""The win rates of people by the name of the board, from 0 to 1 (minesweeper.online, quoted by D)."""
