"""Reports as tables in CSV and Markdown, with a row for each."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sapper.simulation.plan.configuration import board_name
from sapper.simulation.report.wording import difference_text, percent
from sapper.simulation.results.timing import duration

if TYPE_CHECKING:
    from sapper.simulation.report.comparison import Comparison
    from sapper.simulation.report.report import Report

_LEFT_OUT = ("configuration", "timing", "by_guesses", "calibration", "lost_at", "win_interval",
             "most_guesses_told_apart")  # fmt: skip

_HEADINGS = ("Strategy", "Board", "First click", "Games", "Win rate", "95 %", "Guesses a game", "Risk a game",
             "Time a game")  # fmt: skip


def csv_of(reports: Sequence[Report], comparisons: Sequence[Comparison] = ()) -> str:
    """A header and a line for each report. Rates are from 0 to 1, times in milliseconds.

    A comparison has two lines, with the difference from the other strategy, its interval and the verdict.
    """
    rows = _rows(reports, comparisons)
    names = dict.fromkeys(name for row in rows for name in row)
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def arrow_of(reports: Sequence[Report], comparisons: Sequence[Comparison] = ()) -> dict[str, Any]:
    """The table of `csv_of` as columns of Arrow; null where a value is unknown."""
    import pyarrow as pa

    rows = _rows(reports, comparisons)
    columns = {name: [None if row[name] == "" else row[name] for row in rows] for name in rows[0]}
    unknown = {name for name, values in columns.items() if all(value is None for value in values)}
    return {
        name: pa.array(values, pa.float64() if name in unknown else None) for name, values in columns.items()
    }


def _rows(reports: Sequence[Report], comparisons: Sequence[Comparison]) -> list[dict[str, object]]:
    pairs = (row for comparison in comparisons for row in _pair(comparison))
    return [*(_row(report) for report in reports), *pairs]


def _row(report: Report) -> dict[str, object]:
    values = report.to_dict()
    configuration = report.configuration
    low, high = report.interval
    return {
        "board": board_name(configuration.board),
        "first_click": configuration.rules.first_click,
        "seed": configuration.seed,
        **{name: value for name, value in values.items() if name not in _LEFT_OUT},
        "win_low": low,
        "win_high": high,
        **values["timing"],
    }


def _pair(comparison: Comparison) -> list[dict[str, object]]:
    (low, high), difference = comparison.interval, comparison.difference
    return [
        {
            **_row(report),
            "difference": "" if math.isnan(less) else less,
            "difference_low": least,
            "difference_high": most,
            "verdict": comparison.verdict,
        }
        for report, less, least, most in (
            (comparison.first, difference, low, high),
            (comparison.second, -difference, -high, -low),
        )
    ]


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


def comparison_markdown(comparison: Comparison) -> str:
    """A table of the most important numbers of both strategies, followed by the verdict."""
    table = markdown_of([comparison.first, comparison.second])
    return f"{table}\n\n**{comparison.verdict}**: {difference_text(comparison)}"
