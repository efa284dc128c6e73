"""A report of a player as one file of HTML that needs no other files. It has charts and pictures."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from sapper._support.words import quantity
from sapper.draw.arguments import check_report, check_title
from sapper.draw.charts import line_chart
from sapper.draw.palette import PaletteName, palette_of
from sapper.draw.report import cards, guess_svg, page_of, swatch
from sapper.draw.view import can_be_seen
from sapper.draw.wording import cell_words, mistake_words, percent, player_summary

if TYPE_CHECKING:
    from sapper.draw.palette import Palette
    from sapper.reviews.player_reports import PlayerReport
    from sapper.reviews.reviewed_games import Mistake

_WORST: Final = 10
_FOR_EACH_RULE: Final = 2


def player_html(
    report: PlayerReport, *, theme: PaletteName | Palette = "classic", title: str | None = None
) -> str:
    """Makes a page of a report on many games.

    Args:
        report: The report.
        theme: As in `board_svg`.
        title: The heading.

    Returns:
        The page, some hundred kilobytes. It has charts over time if there are two games or more, the worst
        mistakes of each kind with pictures, except on boards without rows and columns, and the files that
        were skipped.

    Raises:
        BoardError: There is no such theme.
        ArgumentError: `report` is not a report, or `title` is not a text.
        BudgetError: Analysing a position would take too much memory.
    """
    check_report(report)
    check_title(title)
    palette = palette_of(theme)
    parts = [
        *cards(player_summary(report)),
        *_charts(report, palette),
        *_missed(report, palette),
        *_skipped(report),
    ]
    return page_of(title or "Many games reviewed", _lead(report), parts, palette)


def _lead(report: PlayerReport) -> str:
    days = sorted({f"{game.played:%Y-%m-%d}" for game in report.games if game.played is not None})
    when = (
        ", played " + (f"on {days[0]}" if len(days) == 1 else f"from {days[0]} to {days[-1]}") if days else ""
    )
    return f"{quantity(len(report.games), 'game')}{when}."


_LUCK: Final = "Luck: mines expected and not hit, in a game"
_CHARTS: Final[tuple[tuple[str, Callable[[PlayerReport], float | None]], ...]] = (
    ("Games won, %", lambda period: 100 * period.won / len(period.games)),
    ("3BV per second", lambda period: period.three_bv_per_second),
    ("Efficiency: 3BV per click", lambda period: period.efficiency),
    ("Needless guesses in a game", lambda period: period.needless / len(period.games)),
    ("Forced guesses in a game", lambda period: period.forced / len(period.games)),
    (_LUCK, lambda period: (period.expected - period.struck) / len(period.games)),
    ("Pluck of the games won", lambda period: period.pluck),
    ("Accuracy, %", lambda period: None if period.accuracy is None else 100 * period.accuracy),
)


def _charts(report: PlayerReport, palette: Palette) -> Iterator[str]:
    periods = report.periods()
    if len(periods) < 2:
        return
    most = max(len(period.games) for period in periods)
    yield f"<h2>Over time</h2><p>Each point stands for {quantity(most, 'game')}, in order.</p>"
    begun = [period.games[0].played for period in periods]
    names = [f"{date:%Y-%m-%d}" if date else str(number) for number, date in enumerate(begun, start=1)]
    for title, figure in _CHARTS:
        if title == _LUCK and report.selected:
            continue
        values = list(map(figure, periods))
        if any(value is not None for value in values):  # replays without times have no speed
            yield f"<figure>{line_chart(title, names, values, palette)}</figure>"


def _missed(report: PlayerReport, palette: Palette) -> Iterator[str]:
    yield "<h2>What was missed</h2>"
    if not report.missed:
        yield "<p>Nothing: no guess was needless.</p>"
        return
    yield "<div class=wide><table><tr><th>rule</th><th class=n>times</th><th class=n>risk in all</th></tr>"
    for missed in report.missed:
        rule = html.escape(missed.rule.replace("_", " "))
        yield f"<tr><td>{rule}</td><td class=n>{len(missed.mistakes):,}</td>"
        yield f"<td class=n>{missed.risk:.2f} mines</td></tr>"
    yield "</table></div><h2>The worst needless guesses</h2>"
    yield "<p>The position before each guess, with the risk of every hidden cell in per cent. One ring marks "
    yield f"the clicked cell {swatch(palette.conflict)}, the other a safe cell {swatch(palette.best)}.</p>"
    for mistake in report.worst(_WORST):
        yield from _example(mistake, palette)
    for missed in report.missed:
        yield f"<h2>Missed: {html.escape(missed.rule.replace('_', ' '))}</h2>"
        for mistake in missed.mistakes[:_FOR_EACH_RULE]:
            yield from _example(mistake, palette)


def _example(mistake: Mistake, palette: Palette) -> Iterator[str]:
    words = mistake_words(mistake)
    yield f"<figure><figcaption>{html.escape(words)}</figcaption>"
    if can_be_seen(mistake.position.topology):
        title = f"{cell_words(mistake.cell)}, risk {percent(mistake.risk)}"
        yield guess_svg(mistake.position, mistake.cell, mistake.best, title, palette)
    if mistake.reason is not None:
        yield f"<p class=why>{html.escape(mistake.reason)}</p>"
    yield "</figure>"


def _skipped(report: PlayerReport) -> Iterator[str]:
    if not report.skipped:
        return
    yield "<h2>Files that were skipped</h2><ul>"
    for file in report.skipped:
        yield f"<li><b>{html.escape(file.name)}</b>: {html.escape(file.error)}</li>"
    yield "</ul>"
