"""Reports as HTML: tables for notebooks, and pages with plots for browsers."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from sapper.simulation.report.plots import figures, svg
from sapper.simulation.report.wording import comparison_entries, entries

if TYPE_CHECKING:
    from sapper.simulation.report.comparison import Comparison
    from sapper.simulation.report.report import Report

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1a202c; background: #fff; margin: 2rem auto;
       max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin-top: 3rem; }
h3 { font-size: 1.1rem; margin-top: 2rem; }
svg { max-width: 100%; height: auto; }
"""

_HEADINGS = {
    "guesses": "Win rate by number of guesses",
    "calibration": "Do guesses fail as often as predicted?",
    "times": "How long games take",
    "lost": "Where games are lost",
}


def table_of(report: Report) -> str:
    """The numbers as a table below a bar for the win rate. It has its own style and needs no script."""
    return f"<div>{_bar(report)}{_table(entries(report))}</div>"


def comparison_table(comparison: Comparison) -> str:
    """A comparison as a table below a bar for each win rate."""
    bars = _bar(comparison.first) + _bar(comparison.second)
    return f"<div>{bars}{_table(comparison_entries(comparison))}</div>"


def page_of(report: Report) -> str:
    """A complete page with the numbers and all plots.

    Raises:
        MissingExtraError: matplotlib is missing.
    """
    return _page(str(report.configuration), table_of(report) + _plots(report))


def comparison_page(comparison: Comparison) -> str:
    """A complete page with the comparison, then the numbers and plots of both strategies.

    Raises:
        MissingExtraError: matplotlib is missing.
    """
    both = "".join(
        f"\n<h2>{letter}: {escape(report.strategy)}</h2>\n{table_of(report)}{_plots(report)}"
        for letter, report in zip("AB", (comparison.first, comparison.second), strict=True)
    )
    return _page(str(comparison.first.configuration), comparison_table(comparison) + both)


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head>\n<body><h1>{escape(title)}</h1>\n{body}</body></html>\n"
    )


def _plots(report: Report) -> str:
    return "".join(
        f"\n<h3>{escape(_HEADINGS[name])}</h3>\n{svg(drawn)}\n" for name, drawn in figures(report).items()
    )


def _table(lines: Iterable[tuple[str, str]]) -> str:
    rows = "".join(
        f'<tr><th style="text-align:left;padding-right:1.5em;font-weight:600">{escape(label)}</th>'
        f'<td style="text-align:left">{escape(text)}</td></tr>'
        for label, text in lines
    )
    return f'<table style="border-collapse:collapse">{rows}</table>'


def _bar(report: Report) -> str:
    """A bar for the win rate. The confidence interval is in a lighter colour."""
    if not report.games:
        return ""
    low, high = report.interval
    return (
        '<div role="img" aria-label="win rate" style="width:24em;max-width:100%;height:0.8em;'
        "margin:0.5em 0;background:linear-gradient(to right,"
        f"#2b6cb0 {100 * low:.3f}%,#90cdf4 {100 * low:.3f}% {100 * high:.3f}%,#e2e8f0 {100 * high:.3f}%)"
        '"></div>'
    )
