"""What reports and comparisons have in common: both are written as texts, tables, plots and pages."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.checks import path_of
from sapper._support.installation import importing
from sapper._support.values import Tabular
from sapper._support.words import brief, check_choice, label_of, percent
from sapper.draw.cell_symbols import CELL, SQUARE, Shape, shapes_of
from sapper.errors import ArgumentError, SimulationError
from sapper.simulation.configuration import board_name
from sapper.simulation.tally import STEPS, duration

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.cm import ScalarMappable
    from matplotlib.figure import Figure

    from sapper.simulation.report_figures import ReportFigures

_BLUE, _ORANGE, _GREY = "#2b6cb0", "#dd6b20", "#a0aec0"
_FEWEST_FOR_A_POINT = 20  # the least number of games or guesses behind a point: fewer are noise
_BAR = 4  # bins of a timing: eight bars for each doubling of the time


def figure(report: ReportFigures, name: str) -> Figure:
    """One of the plots as a figure of its own.

    Raises:
        MissingExtraError: matplotlib is missing.
        SimulationError: This board has no such plot, or there are no games.
    """
    _check_games(report)
    plot: Figure = _figure_class()(figsize=(7.2, 4.2), layout="constrained")
    axes = plot.add_subplot()
    PLOTS[name](report, axes)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    low, high = report.interval
    axes.set_title(
        f"{report.strategy} on {board_name(report.configuration.board)}, first click "
        f"{report.configuration.rules.first_click}\n"
        f"{report.games:,} {'game' if report.games == 1 else 'games'}, "
        f"{percent(report.win_rate)} won ({100 * low:.2f} to {100 * high:.2f})",
        fontsize=9,
        loc="left",
    )
    # Notebooks show only figures of pyplot, and objects that have this method.
    vars(plot)["_repr_png_"] = partial(_png, plot)
    return plot


def figures(report: ReportFigures) -> dict[str, Figure]:
    """All plots that this report can have, by name."""
    names = [name for name in PLOTS if name != "lost" or _is_flat(report)]
    return {name: figure(report, name) for name in names} if report.games else {}


def save(report: ReportFigures, folder: Path, kind: str = "png", prefix: str = "") -> list[Path]:
    """Writes all plots into a folder and returns their paths.

    Raises:
        MissingExtraError: matplotlib is missing.
        ArgumentError: `kind` is not a known format, or `prefix` is not a text.
        SimulationError: There are no games, or the folder cannot be written.
    """
    _check_games(report)
    for what, name in (("kind", kind), ("prefix", prefix)):
        if not isinstance(name, str):
            raise ArgumentError(f"{label_of(what)} must be a text, not {brief(name)}")
    path_of("prefix", f"{prefix}.")  # raises if the names of files cannot begin with it
    check_choice("kind", kind, _figure_class()().canvas.get_supported_filetypes(), ArgumentError)
    paths = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, plot in figures(report).items():
            paths.append(folder / f"{prefix}{name}.{kind}")
            plot.savefig(paths[-1], dpi=150)
    except OSError as error:
        raise SimulationError(f"{folder}: cannot be written: {error.strerror or error}") from None
    return paths


def _png(plot: Figure) -> bytes:
    stream = io.BytesIO()
    plot.savefig(stream, format="png")
    return stream.getvalue()


def svg(plot: Figure) -> str:
    """A figure as an SVG element for a page."""
    text = io.StringIO()
    plot.savefig(text, format="svg")
    return text.getvalue().partition("<svg")[2].join(["<svg", ""])


def _check_games(report: ReportFigures) -> None:
    if not report.games:
        raise SimulationError("there is nothing to draw: no games are counted yet")


def _figure_class() -> Any:
    with importing("plots", "plots need matplotlib"):
        from matplotlib.figure import Figure
    return Figure


def _by_guesses(report: ReportFigures, axes: Axes) -> None:
    rows = [row for row in report.by_guesses if row.games >= _FEWEST_FOR_A_POINT] or report.by_guesses
    places = [row.guesses for row in rows]
    rates = np.array([100 * row.won / row.games for row in rows])
    axes.bar(places, rates, color=_BLUE, yerr=_bars(rates, [row.interval for row in rows]), ecolor="#1a202c")
    axes.set_ylim(0, 105)
    axes.set_xlabel("guesses in the game")
    axes.set_ylabel("games won, %", color=_BLUE)
    _whole_numbers(axes.xaxis)
    share = axes.twinx()
    share.plot(places, [100 * row.games / report.games for row in rows], "o-", color=_ORANGE, markersize=4)
    share.set_ylim(bottom=0)
    share.set_ylabel("games with this many guesses, %", color=_ORANGE)
    share.spines["top"].set_visible(False)


def _calibration(report: ReportFigures, axes: Axes) -> None:
    rows = [row for row in report.calibration if row.guesses >= _FEWEST_FOR_A_POINT] or report.calibration
    axes.plot([0, 100], [0, 100], color=_GREY, linestyle="--", label="as predicted")
    if rows:
        shares = np.array([100 * row.happened for row in rows])
        axes.errorbar(
            [100 * row.predicted for row in rows],
            shares,
            yerr=_bars(shares, [row.interval for row in rows]),
            fmt="o",
            markersize=4,
            color=_BLUE,
            ecolor=_GREY,
            label="guesses, with 95 % intervals",
        )
    most = max((100 * row.predicted for row in rows), default=50)
    highest = max((100 * row.interval[1] for row in rows), default=50)
    axes.set_xlim(0, min(102, 1.15 * most))
    axes.set_ylim(0, min(102, 1.15 * max(most, highest)))
    axes.set_xlabel("predicted risk of the guess, %")
    axes.set_ylabel("guesses that hit a mine, %")
    axes.legend(frameon=False, loc="upper left")


def _times(report: ReportFigures, axes: Axes) -> None:
    from matplotlib.ticker import LogLocator, NullFormatter

    bars = report.timing.bins.reshape(-1, _BAR).sum(axis=1)
    places = np.flatnonzero(bars)
    if not len(places):  # nothing was timed
        return
    edges = 2 ** (np.arange(places[0], places[-1] + 2) * _BAR / STEPS) / 1e6
    axes.stairs(bars[places[0] : places[-1] + 1], edges, fill=True, color=_BLUE)
    axes.set_xscale("log")
    axes.set_xlim(min(edges[0], edges[-1] / 4), max(edges[-1], 4 * edges[0]))
    axes.set_ylim(0, 1.25 * bars.max())  # the upper fifth is for the legend
    for share, style in ((50, "-"), (99, "--")):
        value = report.timing.quantile(share / 100)
        label = f"{share} % within {duration(value)}"
        axes.axvline(1000 * value, ymax=0.8, color=_ORANGE, linestyle=style, label=label)
    axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("time of a game, ms")
    axes.set_ylabel("games")
    _whole_numbers(axes.yaxis)
    axes.legend(frameon=False, loc="upper left", ncols=2)


def _lost(report: ReportFigures, axes: Axes) -> None:
    if not _is_flat(report):
        raise SimulationError("the plot of lost games needs a board with rows and columns")
    shares = 100 * report.lost_at / max(report.games, 1)
    shapes = shapes_of(report.configuration.board.topology.kind)
    image = axes.imshow(shares) if shapes == (SQUARE,) else _tiles(shares, shapes, axes)
    image.set_cmap("magma_r")
    image.set_clim(0, _typical_most(shares))
    axes.set_xlabel("column")
    axes.set_ylabel("row")
    _whole_numbers(axes.xaxis)
    _whole_numbers(axes.yaxis)
    axes.figure.colorbar(image, label="games lost at the cell, %", shrink=0.8, extend="max")


def _tiles(shares: Any, shapes: tuple[Shape, ...], axes: Axes) -> ScalarMappable:
    """Draws cells of other shapes than squares. The axes are in columns and rows."""
    from matplotlib.collections import PolyCollection

    pitch, shift = shapes[0].pitch, shapes[0].shift
    edges = [(np.array(shape.corners) - shape.centre) / (CELL, pitch) for shape in shapes]
    cells = [
        edges[(row + column) % len(edges)] + (column + row % 2 * shift / CELL, row)
        for row, column in np.ndindex(shares.shape)
    ]
    plot = PolyCollection(cells, array=shares.ravel(), edgecolors="face", rasterized=True)
    axes.add_collection(plot)
    corners = np.concatenate(cells)
    axes.set_xlim(corners[:, 0].min(), corners[:, 0].max())
    axes.set_ylim(corners[:, 1].max(), corners[:, 1].min())  # the first row is above
    axes.set_aspect(pitch / CELL)
    return plot


def _typical_most(shares: Any) -> float:
    """The top of the colour scale: a quantile, because the few cells opened first would dwarf all others."""
    return float(np.quantile(shares, 0.99)) or float(shares.max()) or 1.0


def _bars(shares: Any, intervals: list[tuple[float, float]]) -> Any:
    ends = 100 * np.array(intervals).reshape(-1, 2)
    return np.clip(np.array([shares - ends[:, 0], ends[:, 1] - shares]), 0, None)


def _whole_numbers(axis: Axis) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))


def _is_flat(report: ReportFigures) -> bool:
    return report.configuration.board.topology.dimension == 2


PLOTS: Final[Mapping[str, Callable[[ReportFigures, Axes], None]]] = {
    "guesses": _by_guesses,
    "calibration": _calibration,
    "times": _times,
    "lost": _lost,
}
"""The functions that draw the plots, by name."""


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

    def _reports(self) -> tuple[Any, ...]:
        """The reports on the strategies: objects of `Report`, whose module imports this one."""
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


def _plots(report: ReportFigures) -> str:
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


def _bar(report: ReportFigures) -> str:
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
