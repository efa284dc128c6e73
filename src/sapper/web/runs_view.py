"""Runs as the page sees them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper.simulation.intervals import wilson
from sapper.simulation.ledger import Ledger
from sapper.simulation.session import kept_run, reports_of, stop_rule_of
from sapper.web.values import Object, board_object, level_of

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.simulation.report import Report
    from sapper.simulation.timing import Timing

__all__ = ["read_run"]

_MOST_POINTS: Final = 200


def read_run(file: Path, results: bool) -> tuple[Report, Object]:
    """The report of a run that is kept, and the run as the page sees it, but for its id and who plays it.

    Raises:
        SimulationError: The file is damaged or no run.
    """
    with Ledger.read(file) as ledger:
        report = reports_of(kept_run(ledger), ledger)[0]
        stop, sessions = stop_rule_of(ledger), ledger.sessions()
        started_at = _milliseconds(sessions[0]["started"]) if sessions else None
        seen = _run_object(file.stem, report, None if stop is None else stop.games, started_at)
        if results:
            seen["results"] = _results_object(report, _points(ledger))
        return report, seen


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
        "interval": list(report.interval) if known else None,
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


def _points(ledger: Ledger) -> list[list[float]]:
    """How the win rate settled: games, win rate, and its interval, at evenly spaced points."""
    games = won = 0
    points: list[tuple[int, int]] = []
    for chunk in ledger.chunks():
        games += chunk.tallies[0].games
        won += chunk.tallies[0].won
        points.append((games, won))
    step = max(1, -(-len(points) // _MOST_POINTS))
    chosen = points[:-1][::step] + points[-1:]
    return [[games, won / games, *wilson(won, games)] for games, won in chosen]


def _histogram(timing: Timing) -> list[list[float]]:
    """Games by time, in steps of a half: up to so many milliseconds, so many games."""
    steps = len(timing.bins) // 64
    halves = timing.bins.reshape(-1, steps // 2).sum(axis=1)
    used = np.flatnonzero(halves)
    if not used.size:
        return []
    span = range(int(used[0]), int(used[-1]) + 1)
    return [[2 ** ((place + 1) / 2) / 1e6, int(halves[place])] for place in span]


def _milliseconds(date: str) -> int:
    return int(1000 * datetime.fromisoformat(date).timestamp())
