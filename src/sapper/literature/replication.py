"""Replications of published results."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from sapper._support.checks import shown, whole
from sapper._support.values import Tabular
from sapper.board.json_form import board_object
from sapper.errors import ArgumentError
from sapper.literature.rows import HUMANS, Row
from sapper.simulation import Report, simulate

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.simulation.run import Run


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
        """The win rate of people on this board, from 0 to 1; None if it is unknown."""
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
    progress: Callable[[Run], None] | None = None,
) -> Replication:
    """Replicates a published result.

    Args:
        row: The published result.
        games: The number of games to play. One thread plays thousands a second.
        seed: Decides the minefields.
        threads: The number of threads; None is one for each processor.
        progress: As in `simulate`.

    Raises:
        ArgumentError: `row` is not a Row, `progress` is not a function, or a number is out of bounds.
    """
    if not isinstance(row, Row):
        raise ArgumentError(f"row must be one of sapper.literature.ROWS, not {shown(row)}")
    games = whole("games", games, 1)
    report = simulate(
        row.board,
        row.strategy,
        games=games,
        first_click=row.first_click,
        seed=seed,
        threads=threads,
        progress=progress,
    )
    return Replication(row, report)
