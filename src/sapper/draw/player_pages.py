"""HTML pages of reports on the many games of a player, and of each of these games."""

from __future__ import annotations

import html
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from sapper._support.file_bytes import bytes_of, unusable, write_whole
from sapper._support.words import quantity
from sapper.board.board import board_words
from sapper.draw.captions import (
    LOST_BY_GUESS,
    STANDING_HEADINGS,
    STANDING_SAMPLE,
    cell_words,
    date_words,
    doubt_words,
    duration,
    mistake_words,
    omission_words,
    percent,
    player_summary,
    standing_rows,
)
from sapper.draw.html_pages import cards, guess_svg, page_of, review_html, swatch
from sapper.draw.palettes import PaletteName, palette_of
from sapper.draw.picture_arguments import check_links, check_report, check_title
from sapper.draw.review_chart import line_chart
from sapper.draw.svg_frame import fits_picture
from sapper.formats.files import replays_of
from sapper.reviews.reviewing import review

if TYPE_CHECKING:
    from sapper.draw.palettes import Palette
    from sapper.reviews.player_reports import PlayerReport
    from sapper.reviews.reviewed_games import Mistake, ReviewedGame
    from sapper.reviews.standings import Standing

_WORST_MISTAKES: Final = 10
_FOR_EACH_RULE: Final = 2


def player_html(
    report: PlayerReport,
    *,
    theme: PaletteName | Palette = "classic",
    title: str | None = None,
    links: Mapping[str, str] | None = None,
) -> str:
    """Makes a page of a report on many games.

    Args:
        report: The report.
        theme: As in `board_svg`.
        title: The heading.
        links: The addresses of the reviews of games, by the names of the games.

    Returns:
        The page, some hundred kilobytes, and more for thousands of games. It has a table of bests and means
        for each kind of board, a list of all games, charts over time if there are two games or more, the
        worst mistakes of each kind with pictures, except on boards without rows and columns, and the files
        that were skipped.

    Raises:
        BoardError: There is no such theme.
        ArgumentError: `report` is not a report, or `title` is not a text, or
            `links` does not map texts to texts.
        BudgetError: Analysing a position would take too much memory.
    """
    check_report(report)
    check_title(title)
    check_links(links)
    palette = palette_of(theme)
    parts = [
        *cards(player_summary(report)),
        *_standings(report, links or {}, palette),
        *_charts(report, palette),
        *_misses(report, palette),
        *_games(report, links or {}),
        *_skips(report),
    ]
    return page_of(title or "Many games reviewed", _player_lead(report), parts, palette)


def _player_lead(report: PlayerReport) -> str:
    days = sorted({f"{game.played:%Y-%m-%d}" for game in report.games if game.played is not None})
    when = (
        ", played " + (f"on {days[0]}" if len(days) == 1 else f"from {days[0]} to {days[-1]}") if days else ""
    )
    return f"{quantity(len(report.games), 'game')}{when}."


def _standings(report: PlayerReport, links: Mapping[str, str], palette: Palette) -> Iterator[str]:
    for standing in report.standings:
        yield f"<h2>{html.escape(standing.title)}</h2>"
        yield f"<p>{quantity(standing.games, 'game')}, {standing.won:,} won.</p>"
        if not any(figure.count for figure in standing.figures.values()):
            continue
        yield "<div class=wide><table>"
        yield _table_row(STANDING_HEADINGS, "th")
        for *cells, game in standing_rows(standing):
            yield _table_row(cells, "td", _link(game, links))
        yield "</table></div>"
        yield from _times(report, standing, palette)
        if standing.records:
            yield "<details><summary>Records by 3BV, and each new best time</summary><div class=wide><table>"
            yield _table_row(("3BV", "best time", "wins", "game"), "th")
            for record in standing.records:
                cells = [f"{record.least}-{record.most}", duration(record.seconds), f"{record.wins:,}"]
                yield _table_row(cells, "td", _link(record.game, links))
            yield "</table></div><ol>"
            by_name = {each.name: each for each in (*report.games, *report.apart)}
            for name in standing.progress:
                best = by_name[name]
                when = "" if best.played is None else f", {date_words(best.played)}"
                yield f"<li>{duration(best.seconds or 0)}{when}: {_link(name, links)}</li>"
            yield "</ol></details>"
    if any(standing.won for standing in report.standings):
        yield f"<p>{html.escape(STANDING_SAMPLE)}</p>"
    lines = list(omission_words(report))
    if lines:
        yield "<h2>Checks</h2>"
        yield "".join(f"<p>{html.escape(line)}</p>" for line in lines)


def _times(report: PlayerReport, standing: Standing, palette: Palette) -> Iterator[str]:
    """How the times of wins changed."""

    def is_such_a_win(game: ReviewedGame) -> bool:
        kind = (game.level, game.board, game.style, None if game.is_usual else game.mode)
        such = kind == (standing.level, standing.board, standing.style, standing.mode)
        return such and game.status == "won" and bool(game.seconds) and not game.is_disproved

    wins = tuple(filter(is_such_a_win, (*report.games, *report.apart)))
    periods = replace(report, games=wins, apart=()).periods()
    if len(periods) < 2:
        return
    means = [fmean(game.seconds or 0 for game in period.games) for period in periods]
    most = max(len(period.games) for period in periods)
    title = "Time of wins, s" if most == 1 else f"Time of wins, s: means of up to {most}"
    yield f"<figure>{line_chart(title, _beginnings(periods), means, palette)}</figure>"


def _beginnings(periods: Sequence[PlayerReport]) -> list[str]:
    """The days on which they begin, or their numbers."""
    starts = [period.games[0].played for period in periods]
    return [f"{date:%Y-%m-%d}" if date else str(number) for number, date in enumerate(starts, start=1)]


_GAME_HEADINGS: Final = (
    *("played", "board", "style", "result", "time", "3BV", "3BV/s", "STNB", "efficiency", "forced"),
    *("needless", "slips", "checks", "game"),
)


def _games(report: PlayerReport, links: Mapping[str, str]) -> Iterator[str]:
    yield "<h2>All games</h2><div class=wide><table>"
    yield _table_row(_GAME_HEADINGS, "th")
    for game in (*report.games, *report.apart):
        metrics = game.metrics
        ratios = (metrics.get(name) for name in ("three_bv_per_second", "stnb", "efficiency"))
        cells = (
            "" if game.played is None else f"{game.played:%Y-%m-%d %H:%M}",
            game.level if game.level != "custom" else board_words(game.board),
            game.style if game.is_usual else f"{game.style}, {game.mode}",
            LOST_BY_GUESS if game.lost_by_guess else game.status,
            "" if game.seconds is None else duration(game.seconds),
            str(game.three_bv),
            *("" if ratio is None else f"{ratio:.2f}" for ratio in ratios),
            *map(str, (game.forced, game.needless, game.slips)),
            " ".join(doubt_words(doubt) for doubt in game.doubts if doubt.grade != "note"),
        )
        yield _table_row(cells, "td", _link(game.name, links))
    yield "</table></div>"


def _link(name: str, links: Mapping[str, str]) -> str:
    """The name of a game, as a link to its review if there is one."""
    text = html.escape(name)
    return f'<a href="{html.escape(links[name])}">{text}</a>' if name in links else text


def _table_row(texts: Iterable[str], tag: str, last: str | None = None) -> str:
    """A row of texts, and of one element at the end."""
    cells = [f"<{tag}>{html.escape(text)}</{tag}>" for text in texts]
    end = "" if last is None else f"<{tag}>{last}</{tag}>"
    return f"<tr>{''.join(cells)}{end}</tr>"


_LUCK: Final = "Luck: mines expected and not hit, in a game"
_CHARTS: Final[tuple[tuple[str, Callable[[PlayerReport], float | None]], ...]] = (
    ("Games won, %", lambda period: 100 * period.won / len(period.games)),
    ("3BV per second", lambda period: period.three_bv_per_second),
    ("Efficiency: 3BV per click", lambda period: period.efficiency),
    ("Needless guesses in a game", lambda period: period.needless / len(period.games)),
    ("Forced guesses in a game", lambda period: period.forced / len(period.games)),
    (_LUCK, lambda period: (period.expected - period.mines_hit) / len(period.games)),
    ("Pluck of the games won", lambda period: period.pluck),
    ("Accuracy, %", lambda period: None if period.accuracy is None else 100 * period.accuracy),
)


def _charts(report: PlayerReport, palette: Palette) -> Iterator[str]:
    periods = report.periods()
    if len(periods) < 2:
        return
    most = max(len(period.games) for period in periods)
    yield f"<h2>Over time</h2><p>Each point stands for {quantity(most, 'game')}, in order.</p>"
    names = _beginnings(periods)
    for title, figure in _CHARTS:
        if title == _LUCK and report.selected:
            continue
        values = list(map(figure, periods))
        if any(value is not None for value in values):  # replays without times have no speed
            yield f"<figure>{line_chart(title, names, values, palette)}</figure>"


def _misses(report: PlayerReport, palette: Palette) -> Iterator[str]:
    yield "<h2>What was missed</h2>"
    if not report.missed:
        yield "<p>Nothing: no guess was needless.</p>"
        return
    yield "<div class=wide><table><tr><th>rule</th><th class=n>times</th><th class=n>risk in all</th></tr>"
    for miss in report.missed:
        rule = html.escape(miss.rule.replace("_", " "))
        yield f"<tr><td>{rule}</td><td class=n>{len(miss.mistakes):,}</td>"
        yield f"<td class=n>{miss.risk:.2f} mines</td></tr>"
    yield "</table></div><h2>The worst needless guesses</h2>"
    yield "<p>The position before each guess, with the risk of every hidden cell in per cent. One ring marks "
    yield f"the clicked cell {swatch(palette.conflict)}, the other a safe cell {swatch(palette.best)}.</p>"
    for mistake in report.worst(_WORST_MISTAKES):
        yield from _example(mistake, palette)
    for miss in report.missed:
        yield f"<h2>Missed: {html.escape(miss.rule.replace('_', ' '))}</h2>"
        for mistake in miss.mistakes[:_FOR_EACH_RULE]:
            yield from _example(mistake, palette)


def _example(mistake: Mistake, palette: Palette) -> Iterator[str]:
    words = mistake_words(mistake)
    yield f"<figure><figcaption>{html.escape(words)}</figcaption>"
    if fits_picture(mistake.position.topology):
        title = f"{cell_words(mistake.cell)}, risk {percent(mistake.risk)}"
        yield guess_svg(mistake.position, mistake.cell, mistake.safest, title, palette)
    if mistake.reason is not None:
        yield f"<p class=why>{html.escape(mistake.reason)}</p>"
    yield "</figure>"


def _skips(report: PlayerReport) -> Iterator[str]:
    if not report.skipped:
        return
    yield "<h2>Files that were skipped</h2><ul>"
    for file in report.skipped:
        yield f"<li><b>{html.escape(file.name)}</b>: {html.escape(file.error)}</li>"
    yield "</ul>"


def write_pages(
    report: PlayerReport,
    folder: Path,
    pages: Path,
    beside: str | None,
    theme: PaletteName | Palette,
) -> dict[str, str]:
    """Writes the page of each game of a folder. For use inside the package.

    A page that is newer than the file of its game stays as it is.

    Returns:
        The addresses of the pages by the names of the games, as links from a page in the place of `beside`.

    Raises:
        FileError: A page cannot be written.
        SapperError: A file can no longer be read.
    """
    try:
        pages.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(pages, "cannot be made", error) from None
    folder = folder.parent if folder.is_file() else folder
    start = Path(beside).parent if beside else pages
    links = {}
    for game in (*report.games, *report.apart):
        file, _, number = (
            game.name.partition("#") if not (folder / game.name).exists() else (game.name, "", "")
        )
        source, page = folder / file, pages / f"{game.name.replace('/', '_').replace('#', '_')}.html"
        if not page.exists() or page.stat().st_mtime < source.stat().st_mtime:
            replays = replays_of(bytes_of(source))
            replay = next(each for place, each in enumerate(replays, start=1) if place == int(number or 1))
            content = review_html(review(replay), theme=theme, title=game.name).encode()
            try:
                write_whole(page, content)
            except OSError as error:
                raise unusable(page, "cannot be written", error) from None
        links[game.name] = quote(os.path.relpath(page, start).replace(os.sep, "/"))
    return links
