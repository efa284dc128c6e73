"""The report on many games of a player: as text, and as the files that a command writes."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from sapper._support.installation import importing
from sapper._support.words import quantity
from sapper.cli.shared.meanings import meanings
from sapper.cli.shared.output import folded, write_bytes, write_text
from sapper.draw.captions import (
    STANDING_HEADINGS,
    STANDING_SAMPLE,
    left_out_words,
    mistake_words,
    player_summary,
    standing_rows,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from rich.text import Text

    from sapper.draw.palettes import PaletteName
    from sapper.reviews.player_reports import PlayerReport

LABEL_WIDTH: Final = 18
"""The width of the names before the values."""

_ODD: Final = 10  # games named of each kind of check
_EXAMPLES: Final = 2  # printed of each kind of mistake
_INDENT: Final = "     "


class Wanted(NamedTuple):
    """The games of a folder that are wanted."""

    level: str | None
    player: str | None
    mode: str | None
    since: date | None
    until: date | None


class Outputs(NamedTuple):
    """The files that a review of a folder writes."""

    page: str | None
    theme: PaletteName
    table: str | None
    pages: Path | None


def write_report(report: PlayerReport, folder: str, outputs: Outputs) -> None:
    """Writes the files of a report.

    Raises:
        FileError: One cannot be written.
    """
    links: dict[str, str] = {}
    if outputs.pages is not None:
        from sapper.draw.player_pages import write_pages

        links = write_pages(report, Path(folder), outputs.pages, outputs.page, outputs.theme)
    if outputs.page is not None:
        from sapper.draw.player_pages import player_html

        write_text(outputs.page, player_html(report, theme=outputs.theme, links=links))
    if outputs.table is not None:
        write_bytes(outputs.table, _parquet(report))


def _parquet(report: PlayerReport) -> bytes:
    with importing("parquet", "tables need pyarrow"):
        import pyarrow
        import pyarrow.parquet
    written = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(report.to_arrow(), written)
    data: bytes = written.getvalue().to_pybytes()
    return data


def report_text(report: PlayerReport, width: int) -> Text:
    """The report in words."""
    from rich.text import Text  # slow to import, and JSON does not need it

    text = Text()
    for label, value in player_summary(report):
        text.append(f"{folded(label.ljust(LABEL_WIDTH) + value, width)}\n")
    append_meanings(text, player_summary(report), width)
    _append_standings(text, report, width)
    for missed in report.missed:
        rule = missed.rule.replace("_", " ")
        text.append(f"\nMissed {rule}: {quantity(len(missed.mistakes), 'time')}, ", "bold")
        text.append(f"a risk of {missed.risk:.2f} mines in all\n", "bold")
        for mistake in missed.mistakes[:_EXAMPLES]:
            text.append(f"{folded(f'  {mistake_words(mistake)}', width)}\n")
            if mistake.reason is not None:
                text.append(f"{reason_text(mistake.reason, width)}\n")
    if report.skipped:
        text.append(f"\nSkipped {quantity(len(report.skipped), 'file')}:\n", "bold red")
    for file in report.skipped:
        text.append(f"{folded(f'  {file.name}: {file.error}', width)}\n")
    text.rstrip()
    return text


def _append_standings(text: Text, report: PlayerReport, width: int) -> None:
    """The tables of the player's bests and means, and what they leave out."""
    for standing in report.standings:
        text.append(f"\n{standing.title}: ", "bold")
        text.append(f"{quantity(standing.games, 'game')}, {standing.won:,} won\n")
        rows = [STANDING_HEADINGS, *standing_rows(standing)]
        if len(rows) > 1:
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            for row in rows:
                line = _standing_line(row, widths, width)
                text.append(f"{line}\n", "bold" if row is rows[0] else "")
    if any(standing.won for standing in report.standings):
        text.append(f"\n{folded(STANDING_SAMPLE, width)}\n", "dim")
    for line in left_out_words(report, _ODD):
        text.append(f"{folded(line, width)}\n")


def _standing_line(row: tuple[str, ...], widths: list[int], width: int) -> str:
    """A row of the table, with the name at its end cut to the width."""
    numbers = (cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1], strict=True))
    line = "  ".join((row[0].ljust(widths[0]), *numbers, ""))
    room = max(width - len(line), 8)
    return (line + (row[-1] if len(row[-1]) <= room else f"{row[-1][: room - 3]}...")).rstrip()


def append_meanings(text: Text, entries: Iterable[tuple[str, str]], width: int) -> None:
    """Says what the figures mean."""
    names = {"3BV done": "3BV", "Pluck of wins": "Pluck"}
    told = meanings((names.get(label, label) for label, _ in entries), width)
    text.append(f"\n{told}\n" if told else "", "dim")


def reason_text(reason: str, width: int) -> str:
    """The reason why the best cell was safe, for the line below a move."""
    return textwrap.fill(reason, width, initial_indent=_INDENT, subsequent_indent=_INDENT)
