"""Runs as objects for JSON."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from sapper._engine import wilson
from sapper.board.encoding import board_object
from sapper.draw.wording import level_of
from sapper.simulation.run.reading import kept_run, reports_of, stop_rule_of
from sapper.simulation.run.run import Totals
from sapper.simulation.storage.ledger import Ledger
from sapper.web import limits
from sapper.web.encoding.values import Object

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.simulation.plan.configuration import Configuration
    from sapper.simulation.report.report import Report
    from sapper.simulation.results.timing import Timing
    from sapper.simulation.run.chunk import ChunkResult


@dataclass(slots=True)
class Course(Totals):
    """Totals that keep points of their course."""

    # Games and wins after some of the chunks, evenly spaced.
    points: list[tuple[int, int]] = field(default_factory=list)
    step: int = 1  # how many chunks lie between two points

    def add(self, result: ChunkResult) -> None:
        """Adds a chunk."""
        Totals.add(self, result)
        if (self.chunks - 1) % self.step == 0:
            self.points.append((self.tallies[0].games, self.tallies[0].won))
        if len(self.points) > limits.COURSE_POINTS:
            self.step *= 2
            del self.points[1::2]

    def win_rates(self) -> list[list[float]]:
        """The win rate over time: games, win rate and its interval, at the points and now."""
        now = (self.tallies[0].games, self.tallies[0].won)
        points = self.points if now in self.points[-1:] or not self.chunks else [*self.points, now]
        return [[games, won / games, *wilson(won, games)] for games, won in points]


class KeptRun:
    """The file of a run. Each call reads only the chunks that were added since the last one."""

    def __init__(self, file: Path) -> None:
        """Takes a file. Reads nothing yet."""
        self._file = file
        self._reading = threading.Lock()
        self._configuration: Configuration | None = None
        self._course: Course | None = None
        self._last = 0  # games of the last chunk that was counted; a short chunk may grow

    def read(self, *, results: bool) -> tuple[Report, Object]:
        """The report of the run, valid until the next call, and the run as an object.

        The object has no id, and does not say who started the run.

        Raises:
            SimulationError: The file is damaged or not a run.
        """
        with self._reading, Ledger.read(self._file) as ledger:
            course = self._counted(ledger)
            report = reports_of(kept_run(ledger, course), ledger)[0]
            self._last = ledger.count(course.chunks - 1) if course.chunks else 0
            stop, sessions = stop_rule_of(ledger), ledger.sessions()
            started_at = _milliseconds(sessions[0]["started"]) if sessions else None
            games = None if stop is None else stop.games
            seen = _run_object(self._file.stem, report, games, started_at)
            if results:
                seen["results"] = _results_object(report, course.win_rates())
            return report, seen

    def _counted(self, ledger: Ledger) -> Course:
        """The totals so far, if the file still begins with the same chunks."""
        course = self._course
        same = ledger.configuration == self._configuration
        if course is None or not same or (course.chunks and ledger.count(course.chunks - 1) != self._last):
            course = self._course = Course.empty(ledger.configuration)
            self._configuration = ledger.configuration
        return course


def _run_object(name: str, report: Report, games: int | None, started_at: int | None) -> Object:
    configuration = report.configuration
    known = report.games > 0
    return {
        "name": name,
        "board": board_object(configuration.board),
        "level": level_of(configuration.board),
        "first_click": configuration.rules.first_click,
        "strategy": report.strategy,
        "seed": str(configuration.seed),
        "games": games,
        "done": report.games,
        "won": report.won,
        "win_rate": report.win_rate if known else None,
        "win_interval": list(report.interval) if known else None,
        "games_per_second": report.games_per_second if report.played and report.seconds else None,
        "started_at": started_at,
    }


def _results_object(report: Report, points: list[list[float]]) -> Object:
    rows, columns = report.configuration.board.topology.shape
    return {
        "win_rate_by_games": points,
        "calibration": [[1 - row.predicted, 1 - row.happened, row.guesses] for row in report.calibration],
        "by_guesses": [[row.guesses, row.games, row.won] for row in report.by_guesses],
        "milliseconds": _histogram(report.timing),
        "heat": {"rows": rows, "columns": columns, "lost": report.lost_at.ravel().tolist()},
    }


def _histogram(timing: Timing) -> list[list[float]]:
    """Games by time: upper bounds in milliseconds, half a power of two apart, and numbers of games."""
    steps = len(timing.bins) // 64
    halves = timing.bins.reshape(-1, steps // 2).sum(axis=1)
    used = np.flatnonzero(halves)
    if not used.size:
        return []
    span = range(int(used[0]), int(used[-1]) + 1)
    return [[2 ** ((place + 1) / 2) / 1e6, int(halves[place])] for place in span]


def _milliseconds(date: str) -> int:
    return int(1000 * datetime.fromisoformat(date).timestamp())
