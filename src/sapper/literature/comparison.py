"""A published result beside ours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from sapper.board.encoding import board_object
from sapper.literature.rows import HUMANS, Row
from sapper.simulation import Report, simulate

__all__ = ["Comparison", "compare"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A published result, and ours on the same board under the same rule.

    Attributes:
        row: What was published.
        report: What was measured.
    """

    row: Row
    report: Report

    @property
    def difference(self) -> float:
        """Measured less published, -1 to 1."""
        return self.report.win_rate - self.row.published

    @property
    def joint_half_width(self) -> float | None:
        """Half the 95 % interval of the difference; None where the published rate has none."""
        if self.row.half_width is None:
            return None
        low, high = self.report.interval
        return math.hypot(self.row.half_width, (high - low) / 2)

    @property
    def agrees(self) -> bool | None:
        """Whether chance explains the difference; None where the published rate has no interval."""
        joint = self.joint_half_width
        return None if joint is None else abs(self.difference) <= joint

    @property
    def human(self) -> float | None:
        """The share of games that people win on that board, 0 to 1, or None."""
        return HUMANS.get(self.row.board_name)

    def to_dict(self) -> dict[str, Any]:
        """As plain values; rates 0 to 1."""
        row, report = self.row, self.report
        return {
            "source": row.source,
            "strategy": row.strategy,
            "board": board_object(row.board),
            "first_click": row.first_click,
            "published": {
                "win_rate": row.published,
                "games": row.games,
                "half_width": row.half_width,
                "about": row.about,
            },
            "measured": {
                "games": report.games,
                "won": report.won,
                "win_rate": report.win_rate,
                "interval": list(report.interval),
                "digest": report.digest,
            },
            "difference": self.difference,
            "joint_half_width": self.joint_half_width,
            "agrees": self.agrees,
            "human": self.human,
            "note": row.note,
        }


def compare(row: Row, *, games: int = 10_000, seed: int = 0, threads: int | None = None) -> Comparison:
    """Plays a published row anew.

    Args:
        row: What was published.
        games: How many games to play. Thousands a second on one thread.
        seed: Which minefields.
        threads: How many threads play; None is one for each processor.

    Raises:
        SimulationError: An argument is out of bounds.
    """
    report = simulate(
        row.board, row.strategy, games=games, first_click=row.first_click, seed=seed, threads=threads
    )
    return Comparison(row, report)
