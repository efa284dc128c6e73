"""What reports and comparisons have in common: both can be written as text, as tables and as pages."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Protocol

from sapper._support.values import Tabular
from sapper.simulation.plots import Plotted, figures, svg

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


class OneReport(Plotted, Protocol):
    """The results of one strategy."""

    def _repr_html_(self) -> str: ...


class Result(Tabular):
    """The results of one strategy, or of two."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        raise NotImplementedError

    def to_json(self) -> str:
        """`to_dict` as one line."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def to_csv(self) -> str:
        """A header and a line for each strategy. In a comparison it has the difference from the other, too.

        Rates are from 0 to 1, times in milliseconds.
        """
        return csv_of([self])

    def to_html(self) -> str:
        """A complete page with all numbers, and the plots of each strategy.

        Raises:
            MissingExtraError: matplotlib is missing.
        """
        reports = self._reports()
        if len(reports) == 1:
            details = _plots(reports[0])
        else:
            details = "".join(
                f"\n<h2>{letter}: {escape(report.strategy)}</h2>\n{report._repr_html_()}{_plots(report)}"
                for letter, report in zip("AB", reports, strict=True)
            )
        return _page(str(reports[0].configuration), self._repr_html_() + details)

    def __str__(self) -> str:
        """The numbers as lines of text."""
        return "\n".join(f"{label:16}{text}" for label, text in self._entries())

    def _repr_html_(self) -> str:
        """The numbers for notebooks: a table below a bar for each win rate. It needs no script."""
        return f"<div>{''.join(map(_bar, self._reports()))}{_table(self._entries())}</div>"

    def _arrow_columns(self) -> dict[str, Any]:
        """The table of `to_csv`; null where a value is unknown."""
        import pyarrow as pa

        rows = self._rows()
        columns = {name: [None if row[name] == "" else row[name] for row in rows] for name in rows[0]}
        return {
            name: pa.array(values, pa.float64() if all(value is None for value in values) else None)
            for name, values in columns.items()
        }

    def _reports(self) -> tuple[OneReport, ...]:
        """The reports on the strategies."""
        raise NotImplementedError

    def _entries(self) -> list[tuple[str, str]]:
        """The numbers in lines: labels and texts."""
        raise NotImplementedError

    def _rows(self) -> list[dict[str, object]]:
        """The numbers in a table: a row for each strategy."""
        raise NotImplementedError


def csv_of(results: Sequence[Result]) -> str:
    """A header and a line for each strategy. Rates are from 0 to 1, times in milliseconds."""
    rows = [row for result in results for row in result._rows()]
    names = dict.fromkeys(name for row in rows for name in row)
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head>\n<body><h1>{escape(title)}</h1>\n{body}</body></html>\n"
    )


def _plots(report: Plotted) -> str:
    return "".join(
        f"\n<h3>{escape(_HEADINGS[name])}</h3>\n{svg(plot)}\n" for name, plot in figures(report).items()
    )


def _table(lines: Iterable[tuple[str, str]]) -> str:
    rows = "".join(
        f'<tr><th style="text-align:left;padding-right:1.5em;font-weight:600">{escape(label)}</th>'
        f'<td style="text-align:left">{escape(text)}</td></tr>'
        for label, text in lines
    )
    return f'<table style="border-collapse:collapse">{rows}</table>'


def _bar(report: Plotted) -> str:
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
