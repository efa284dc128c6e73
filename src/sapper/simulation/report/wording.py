"""Reports and comparisons as lines of text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sapper._support.words import percent
from sapper.simulation.plan.configuration import board_name
from sapper.simulation.results.timing import duration

if TYPE_CHECKING:
    from sapper.simulation.report.comparison import Comparison
    from sapper.simulation.report.report import Report


_HEADINGS = ("Strategy", "Board", "First click", "Games", "Win rate", "95 %", "Guesses a game", "Risk a game",
             "Time a game")  # fmt: skip


def report_entries(report: Report) -> list[tuple[str, str]]:
    """The lines about a report, as labels and texts."""
    configuration, tally = report.configuration, report.tally
    drawn = f"-{tally.drawn:,}" if configuration.rules.on_mine == "continue" else ""
    lines = [
        ("Strategy", report.strategy),
        ("Board", board_name(configuration.board)),
        ("First click", _FIRST_CLICK[configuration.rules.first_click]),
        ("Seed", str(configuration.seed)),
        ("Games", f"{report.games:,}{'' if report.complete else ' (the run is not complete)'}"),
    ]
    if not report.games:
        return lines
    low, high = report.interval
    lines += [
        ("Record", f"{tally.won:,}-{tally.lost:,}{drawn} (won-lost{'-drawn' if drawn else ''})"),
        ("Win rate", f"{percent(report.win_rate)} (95 % confidence: {100 * low:.2f} to {100 * high:.2f})"),
        ("Guesses", f"{report.guesses_per_game:.2f} a game"),
        ("Risk taken", _risk(report.risk)),
        ("Mines set off", f"{tally.exploded:,}; {report.expected_explosions:,.0f} expected from the risks"),
        ("Cells opened", f"{percent(report.cells_opened)} of the safe cells"),
        (
            "Mines found",
            "the board has none" if math.isnan(report.mines_found) else percent(report.mines_found),
        ),
        ("Clicks", f"{report.clicks_per_game:.1f} a game, on minefields of 3BV {report.three_bv:.1f}"),
        ("Time a game", _times(report)),
    ]
    if report.seconds:
        lines.append(("Speed", f"{report.games_per_second:,.0f} games a second"))
    lines.append(("Digest", f"{report.digest} (the same on every machine)"))
    return lines


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


def comparison_entries(comparison: Comparison) -> list[tuple[str, str]]:
    """The lines about a comparison, as labels and texts."""
    first, second, evidence = comparison.first, comparison.second, comparison.evidence
    configuration = first.configuration
    lines = [
        ("Board", board_name(configuration.board)),
        ("First click", _FIRST_CLICK[configuration.rules.first_click]),
        ("Seed", str(configuration.seed)),
        ("Minefields", f"{evidence.games:,}, each played by A and B"),
    ]
    if evidence.games:
        alone = f"only A {evidence.first:,}, only B {evidence.second:,}"
        won_by = f"both {comparison.both:,}, {alone}, neither {comparison.neither:,}"
        lines += [
            ("A", _player(first)),
            ("B", _player(second)),
            ("Won by", won_by),
            ("A minus B", difference_text(comparison)),
        ]
    return [*lines, ("Verdict", comparison.verdict)]


def difference_text(comparison: Comparison) -> str:
    """The difference of the win rates, with its confidence interval."""
    if not comparison.evidence.games:
        return "no games"
    low, high = comparison.interval
    interval = f"(95 % confidence, whenever the test stops: {100 * low:+.2f} to {100 * high:+.2f})"
    return f"{100 * comparison.difference:+.2f} points {interval}"


def _player(report: Report) -> str:
    return f"{report.strategy}: {percent(report.win_rate)} won, {duration(report.timing.mean)} a game"


_FIRST_CLICK = {
    "safe": "safe (never a mine)",
    "opening": "opening (neither it nor its neighbours hold a mine)",
    "any": "any (may be a mine)",
}


def _risk(risk: float) -> str:
    if math.isnan(risk):
        return "unknown: the strategy gives no risks"
    stated = "the chance that some guess hits a mine, as the strategy states its risks"
    return f"{percent(risk)} a game ({stated})"


def _times(report: Report) -> str:
    timing = report.timing
    if not timing.games:  # a rescued file may have lost its times
        return duration(timing.mean)
    half, most = duration(timing.quantile(0.5)), duration(timing.quantile(0.99))
    longest = duration(timing.longest / 1e9)
    return f"{duration(timing.mean)} (half within {half}, 99 % within {most}, longest {longest})"
