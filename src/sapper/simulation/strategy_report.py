"""The report on one strategy: the numbers, and the methods that render them."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sapper._support.checks import path_of
from sapper._support.words import check_choice, percent, quantity
from sapper.board.json_form import plain
from sapper.errors import SimulationError
from sapper.simulation.configuration import board_name
from sapper.simulation.report_figures import ReportFigures
from sapper.simulation.result import PLOTS, Result, figure, save
from sapper.simulation.statistics import WithoutLuck
from sapper.simulation.tally import MOST_GUESSES, duration

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_OMISSIONS = ("configuration", "timing", "by_guesses", "calibration", "lost_at", "win_interval",
             "without_luck", "most_guesses_told_apart")  # fmt: skip
"""What a table of reports has no column for."""


FIRST_CLICK: Final = {
    "safe": "safe (never a mine)",
    "opening": "opening (neither it nor its neighbours hold a mine)",
    "any": "any (may be a mine)",
}
"""What the first click guarantees, in words."""

_HEADINGS = ("Strategy", "Board", "First click", "Games", "Win rate", "95 %", "Guesses a game", "Risk a game",
             "Time a game")  # fmt: skip


class Report(ReportFigures, Result):
    """The results of one strategy. Made by `simulate`.

    Rates are from 0 to 1, confidence intervals at 95 %, times in seconds.

    Two reports are equal if they cover the same games, and every game had the same result. Their times may
    differ. Reports are hashable and picklable.

    Attributes:
        configuration: What was played.
        strategy: The name of the strategy.
        tally: The sums over the games.
        without_luck: The win rate without the luck of the guesses, which needs fewer games.
        timing: The times of the games.
        digest: A hash that changes when any result of any game does. It does not depend on times or chunks.
        seconds: The duration of all sessions together.
        played: The number of games that were played in that time.
        complete: Whether the run came to its end.
    """

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON.

        Rates are from 0 to 1, times in milliseconds. Unknown values are None.
        """
        return {
            "strategy": self.strategy,
            "configuration": self.configuration.to_dict(),
            "complete": self.complete,
            "games": self.games,
            "won": self.won,
            "lost": self.tally.lost,
            "drawn": self.tally.drawn,
            "win_rate": plain(self.win_rate),
            "win_interval": list(self.interval),
            "without_luck": self.without_luck.to_dict("win_interval"),
            "guesses_per_game": plain(self.guesses_per_game),
            "risk_per_game": plain(self.risk),
            "mines_set_off": self.tally.exploded,
            "mines_expected": self.expected_explosions,
            "clicks_per_game": plain(self.clicks_per_game),
            "three_bv_per_game": plain(self.three_bv),
            "cells_opened": plain(self.cells_opened),
            "mines_found": plain(self.mines_found),
            "digest": self.digest,
            "timing": self.timing.summary(self.seconds, self.played),
            "by_guesses": [
                {"guesses": row.guesses, "games": row.games, "won": row.won} for row in self.by_guesses
            ],
            "most_guesses_told_apart": MOST_GUESSES,
            "calibration": [
                {"low": row.low, "high": row.high, "guesses": row.guesses, "predicted": row.predicted,
                 "happened": row.happened}
                for row in self.calibration
            ],
            "lost_at": self.lost_at.tolist(),
        }  # fmt: skip

    def to_markdown(self) -> str:
        """A table of the most important numbers."""
        return markdown_of([self])

    def plot(self, name: str) -> Figure:
        """One plot: win rate by `"guesses"`, `"calibration"`, `"times"`, or where games are `"lost"`.

        `"lost"` needs a board with rows and columns.

        Raises:
            MissingExtraError: matplotlib is missing.
            SimulationError: This board has no such plot, or there are no games.
        """
        check_choice("plot", name, PLOTS, SimulationError)
        return figure(self, name)

    def save_plots(self, folder: str | os.PathLike[str], kind: str = "png", prefix: str = "") -> list[Path]:
        """Writes all plots into a folder.

        Args:
            folder: The folder. It is created if it does not exist.
            kind: The format of the files: `"png"`, `"svg"`, `"pdf"`, or another that matplotlib knows.
            prefix: The start of the names of the files.

        Returns:
            The paths of the files.

        Raises:
            MissingExtraError: matplotlib is missing.
            ArgumentError: `folder` is not a path, `kind` is not a known format, or `prefix` is not a text.
            SimulationError: There are no games, or the folder cannot be written.
        """
        return save(self, path_of("folder", folder, "folder"), kind, prefix)

    def __repr__(self) -> str:
        """A summary in one line."""
        state = "" if self.complete else ", not complete"
        rate = f", {self.won} won ({percent(self.win_rate, figures=4)})" if self.games else ""
        games = quantity(self.games, "game")
        return f"<Report: {self.strategy} on {self.configuration.board!r}, {games}{rate}{state}>"

    def _reports(self) -> tuple[Report, ...]:
        return (self,)

    def _entries(self) -> list[tuple[str, str]]:
        configuration, tally = self.configuration, self.tally
        draws = f"-{tally.drawn:,}" if configuration.rules.on_mine == "continue" else ""
        lines = [
            ("Strategy", self.strategy),
            ("Board", board_name(configuration.board)),
            ("First click", FIRST_CLICK[configuration.rules.first_click]),
            ("Seed", str(configuration.seed)),
            ("Games", f"{self.games:,}{'' if self.complete else ' (the run is not complete)'}"),
        ]
        if not self.games:
            return lines
        low, high = self.interval
        lines += [
            ("Record", f"{tally.won:,}-{tally.lost:,}{draws} (won-lost{'-drawn' if draws else ''})"),
            ("Win rate", f"{percent(self.win_rate)} (95 % confidence: {100 * low:.2f} to {100 * high:.2f})"),
            ("Without luck", _without_luck(self.without_luck)),
            ("Guesses", f"{self.guesses_per_game:.2f} a game"),
            ("Mines set off", f"{tally.exploded:,}; the risks of all guesses add up to {_sum(self)}"),
            ("Risk of a game", _risk(self.risk)),
            ("Cells opened", f"{percent(self.cells_opened)} of the safe cells"),
            (
                "Mines found",
                "the board has none" if math.isnan(self.mines_found) else percent(self.mines_found),
            ),
            ("Clicks", f"{self.clicks_per_game:.1f} a game, on minefields of 3BV {self.three_bv:.1f}"),
            ("Time a game", _times(self)),
        ]
        if self.seconds:
            lines.append(("Speed", f"{self.games_per_second:,.0f} games a second"))
        lines.append(("Digest", f"{self.digest} (the same on every machine)"))
        return lines

    def _rows(self) -> list[dict[str, object]]:
        configuration, values = self.configuration, self.to_dict()
        low, high = self.interval
        row = {
            "board": board_name(configuration.board),
            "first_click": configuration.rules.first_click,
            "seed": configuration.seed,
            **{name: value for name, value in values.items() if name not in _OMISSIONS},
            "win_low": low,
            "win_high": high,
            **luck_columns("win", self.without_luck),
            **values["timing"],
        }
        return [row]


def _without_luck(figure: WithoutLuck) -> str:
    """The win rate without luck, with its interval."""
    (low, high), times = figure.interval, figure.factor
    interval = f"(95 % confidence: {100 * low:.2f} to {100 * high:.2f})"
    return f"{percent(figure.value)} {interval}, as certain as from {times:.1f} times as many games"


def luck_columns(name: str, figure: WithoutLuck) -> dict[str, object]:
    """The figures of a rate or a difference without luck, for a table."""
    (low, high), is_number = figure.interval, not math.isnan(figure.value)
    return {
        f"{name}_without_luck": figure.value if is_number else "",
        f"{name}_without_luck_low": low,
        f"{name}_without_luck_high": high,
        f"{name}_without_luck_factor": figure.factor if is_number else "",
    }


def markdown_of(reports: Sequence[Report]) -> str:
    """A table of the most important numbers."""
    lines = [f"| {' | '.join(_HEADINGS)} |", "|---|---|---|--:|--:|---|--:|--:|--:|"]
    for report in reports:
        low, high = report.interval
        cells = [
            report.strategy,
            board_name(report.configuration.board),
            report.configuration.rules.first_click,
            f"{report.games:,}",
            percent(report.win_rate),
            f"{100 * low:.2f} to {100 * high:.2f}",
            f"{report.guesses_per_game:.2f}" if report.games else "unknown",
            percent(report.risk),
            duration(report.timing.mean),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _risk(risk: float) -> str:
    if math.isnan(risk):
        return "unknown: the strategy gives no risks"
    return (
        f"{percent(risk)} on average: the chance that a mine is among the guesses made, "
        "as the strategy states its risks. A lost game counts only the guesses up to its end, "
        "so this is no rate of losses"
    )


def _sum(report: Report) -> str:
    return "unknown" if math.isnan(report.risk) else f"{report.expected_explosions:,.0f}"


def _times(report: Report) -> str:
    timing = report.timing
    if not timing.games:  # there are no games
        return duration(timing.mean)
    half, most = duration(timing.quantile(0.5)), duration(timing.quantile(0.99))
    longest = duration(timing.longest / 1e9)
    return f"{duration(timing.mean)} (half within {half}, 99 % within {most}, longest {longest})"
