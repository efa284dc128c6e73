"""Published win rates, read from `rows.json`, and the win rates that the same strategies have here."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from sapper._engine import Z_95, Cancel
from sapper._support.checks import whole
from sapper._support.values import Progress, Tabular
from sapper._support.words import brief
from sapper.board.board import Board
from sapper.board.json_form import board_object
from sapper.board.rules import FirstClick
from sapper.errors import ArgumentError
from sapper.simulation import Report, simulate

if TYPE_CHECKING:
    from collections.abc import Callable


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
"""The win rates of all comers by the name of the board, from 0 to 1 (minesweeper.online, quoted by D)."""


@dataclass(frozen=True, slots=True)
class Replication(Tabular):
    """A published result, and the result that was measured here on the same board under the same rule.

    Made by `sapper.literature.replicate`.

    Attributes:
        row: The published result.
        report: The measured result.
    """

    row: Row
    report: Report

    @property
    def difference(self) -> float:
        """The measured win rate minus the published one, from -1 to 1."""
        return self.report.win_rate - self.row.published

    @property
    def difference_interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the difference; None if the published rate has no interval."""
        if self.row.half_width is None:
            return None
        low, high = self.report.interval
        joint = math.hypot(self.row.half_width, (high - low) / 2)
        return self.difference - joint, self.difference + joint

    @property
    def agrees(self) -> bool | None:
        """Whether chance can explain the difference; None if the published rate has no interval."""
        interval = self.difference_interval
        return None if interval is None else interval[0] <= 0 <= interval[1]

    @property
    def human(self) -> float | None:
        """The win rate of all comers on this board, from 0 to 1; None if it is unknown."""
        return HUMANS.get(self.row.board_name)

    def to_dict(self) -> dict[str, Any]:
        """The replication as plain values; rates are from 0 to 1."""
        row, report, interval = self.row, self.report, self.difference_interval
        return {
            "source": row.source,
            "strategy": row.strategy,
            "board": board_object(row.board),
            "rules": asdict(report.configuration.rules),
            "published": {
                "win_rate": row.published,
                "games": row.games,
                "win_interval": None if row.interval is None else list(row.interval),
                "about": row.about,
            },
            "measured": {
                "games": report.games,
                "won": report.won,
                "win_rate": report.win_rate,
                "win_interval": list(report.interval),
                "digest": report.digest,
            },
            "difference": self.difference,
            "difference_interval": None if interval is None else list(interval),
            "agrees": self.agrees,
            "human": self.human,
            "note": row.note,
        }

    def _arrow_columns(self) -> dict[str, Any]:
        """One row: the columns of the report, and what was published."""
        import pyarrow as pa

        row, (low, high) = self.row, self.difference_interval or (None, None)
        least, most = row.interval or (None, None)
        about = {
            "source": (row.source, pa.string()),
            "published_win_rate": (row.published, pa.float64()),
            "published_games": (row.games, pa.int64()),
            "published_low": (least, pa.float64()),
            "published_high": (most, pa.float64()),
            "published_about": (row.about, pa.bool_()),
            "difference": (self.difference, pa.float64()),
            "difference_low": (low, pa.float64()),
            "difference_high": (high, pa.float64()),
            "agrees": (self.agrees, pa.bool_()),
            "human": (self.human, pa.float64()),
            "note": (row.note, pa.string()),
        }
        columns = {name: pa.array([value], kind) for name, (value, kind) in about.items()}
        return {**self.report._arrow_columns(), **columns}


def replicate(
    row: Row,
    *,
    games: int = 10_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
) -> Replication:
    """Replicates a published result.

    Args:
        row: The published result.
        games: The number of games to play. One thread plays thousands a second.
        seed: Decides the minefields.
        threads: The number of threads; None is one for each processor.
        progress: As in `simulate`.
        cancel: As in `simulate`.

    Raises:
        ArgumentError: `row` is not a Row, `progress` is not a function, or a number is out of bounds.
        CancelledError: `cancel` was set.
    """
    if not isinstance(row, Row):
        raise ArgumentError(f"`row` must be one of sapper.literature.ROWS, not {brief(row)}")
    games = whole("games", games, 1)
    report = simulate(
        row.board,
        row.strategy,
        games=games,
        rules=row.first_click,
        seed=seed,
        threads=threads,
        progress=progress,
        cancel=cancel,
    )
    return Replication(row, report)
