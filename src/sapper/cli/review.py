"""`sapper review`: reviews a recorded game, or all those in a folder."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sapper import formats
from sapper._support.installation import importing
from sapper._support.words import quantity
from sapper.cli.shared.exit_codes import ExitCode
from sapper.cli.shared.input import STANDARD, content_of, naming, speaking_first
from sapper.cli.shared.meanings import meanings
from sapper.cli.shared.options import (
    AS_JSON,
    COLOUR,
    FILE,
    THEME,
    Whole,
    format_option,
    refuse,
    time_limit_option,
)
from sapper.cli.shared.output import ColourChoice, Output, folded, tell, write_bytes, write_svg, write_text
from sapper.cli.shared.progress import counting
from sapper.draw.captions import (
    REVIEW_HEADINGS,
    cell_words,
    chance_words,
    mistake_words,
    player_summary,
    review_cells,
    summary,
)
from sapper.draw.review_chart import review_svg
from sapper.protocol.answers import line_of
from sapper.replays.replay import Replay
from sapper.reviews.reviewing import Review, ReviewedMove, review

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.text import Text

    from sapper.draw.palettes import PaletteName
    from sapper.reviews.player_reports import PlayerReport

_USUAL_WIDTH = 100
_LABEL_WIDTH = 18
_EXAMPLES = 2  # printed of each kind of mistake
_INDENT = "     "
_STYLES = {"forced": "yellow", "needless": "bold red", "slip": "red", "certain": "green"}

EPILOG = """
\b
Examples:
  sapper review game.avf
  sapper review --all game.rawvf
  sapper review --win game.rawvf
  sapper review --html report.html game.evf
  sapper review --html report.html my_replays/
"""


@click.command(epilog=EPILOG)
@click.argument("file", required=False, type=FILE)
@format_option([name for name, each in formats.FORMATS.items() if Replay in each.kinds], "file")
@click.option("--all", is_flag=True, help="Print all moves, not only guesses.")
@click.option(
    "--win", is_flag=True, help="Follow the chance to win, and say what each guess lost. Takes longer."
)
@click.option("--html", "page", type=FILE, metavar="OUT.html", help="Also write a report with pictures.")
@click.option("--svg", type=FILE, metavar="OUT.svg", help="Also write a picture of the risk of each move.")
@THEME
@click.option(
    "--parquet",
    type=FILE,
    metavar="OUT.parquet",
    help="For a folder, also write a table with a row for each game.",
)
@click.option(
    "--findings",
    type=FILE,
    metavar="FILE",
    help="For a folder, the file that keeps what was found, so that it is not reviewed again.  "
    "[default: beside the report]",
)
@click.option(
    "--threads",
    type=Whole(1, 1024),
    help="For a folder, the number of processes.  [default: one for each processor]",
)
@time_limit_option()
@AS_JSON
@COLOUR
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    file: str | None,
    format: str,
    all: bool,
    win: bool,
    page: str | None,
    svg: str | None,
    theme: PaletteName,
    parquet: str | None,
    findings: str | None,
    threads: int | None,
    time_limit: float | None,
    as_json: bool,
    colour: ColourChoice,
) -> None:
    """Review a recorded game, or all those in a folder.

    Reads a replay from FILE; without FILE or with '-', from standard input. Prints the risk of each guess,
    the better moves, and the safe cells that the player missed. If FILE is a folder, reviews all replays in
    it on all processors, and prints a report of the player.
    """
    if page is None and svg is None:
        refuse(context, ["theme"], "needs --html or --svg")
    if file is not None and file != STANDARD and Path(file).is_dir():
        refuse(context, ["format", "all", "svg"], "is for a single replay")
        _review_folder(
            context, file, page, theme, parquet, findings, threads, win, time_limit, as_json, colour
        )
        return
    refuse(context, ["parquet", "findings", "threads"], "needs a folder of replays")
    name, data = content_of(file, "replay", "sapper review game.avf")
    with naming(name), speaking_first(name, data, format):
        replay = formats.parse(data, format=format, kind=Replay)
    with counting("Reviewing", "moves", hidden=as_json or not win) as progress:
        reviewed = review(replay, by="win" if win else "risk", time_limit=time_limit, progress=progress)
    if page is not None:
        from sapper.draw.review_pages import review_html  # slow to import, and most reviews make no page

        write_text(page, review_html(reviewed, theme=theme))
    if svg is not None:
        write_svg(svg, review_svg(reviewed, theme=theme))
    if as_json:
        click.echo(line_of(reviewed.to_dict()))
    else:
        output = Output(colour)
        output.print(_text(reviewed, all, output.width or _USUAL_WIDTH))


def _review_folder(
    context: click.Context,
    folder: str,
    page: str | None,
    theme: PaletteName,
    table: str | None,
    findings: str | None,
    threads: int | None,
    win: bool,
    time_limit: float | None,
    as_json: bool,
    colour: ColourChoice,
) -> None:
    from sapper.reviews.folder_review import review_folder  # slow to import, and most reviews are of one game

    beside = page or table
    if findings is None and beside is not None:
        findings = str(Path(beside).with_suffix(".findings"))
    try:
        with counting("Reviewing", "files", hidden=as_json) as progress:
            report = review_folder(
                folder,
                threads=threads,
                findings=findings,
                by="win" if win else "risk",
                time_limit=time_limit,
                progress=progress,
            )
    except KeyboardInterrupt:
        kept = "The findings are kept. The same command goes on with them."
        lost = "Nothing is kept. With --findings FILE, the same command would go on."
        tell(f"\n{lost if findings is None else kept}")
        raise
    if page is not None:
        from sapper.draw.review_pages import player_html

        write_text(page, player_html(report, theme=theme))
    if table is not None:
        write_bytes(table, _parquet(report))
    if as_json:
        click.echo(line_of(report.to_dict()))
    else:
        output = Output(colour)
        output.print(_report_text(report, output.width or _USUAL_WIDTH))
    if report.skipped:
        gave_up = all(file.gave_up for file in report.skipped)
        context.exit(ExitCode.GAVE_UP if gave_up else ExitCode.BAD_INPUT)


def _parquet(report: PlayerReport) -> bytes:
    with importing("parquet", "tables need pyarrow"):
        import pyarrow
        import pyarrow.parquet
    written = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(report.to_arrow(), written)
    data: bytes = written.getvalue().to_pybytes()
    return data


def _report_text(report: PlayerReport, width: int) -> Text:
    from rich.text import Text  # slow to import, and JSON does not need it

    text = Text()
    for label, value in player_summary(report):
        text.append(f"{folded(label.ljust(_LABEL_WIDTH) + value, width)}\n")
    _explain(text, player_summary(report), width)
    for missed in report.missed:
        rule = missed.rule.replace("_", " ")
        text.append(f"\nMissed {rule}: {quantity(len(missed.mistakes), 'time')}, ", "bold")
        text.append(f"a risk of {missed.risk:.2f} mines in all\n", "bold")
        for mistake in missed.mistakes[:_EXAMPLES]:
            text.append(f"{folded(f'  {mistake_words(mistake)}', width)}\n")
            if mistake.reason is not None:
                text.append(f"{_why(mistake.reason, width)}\n")
    if report.skipped:
        text.append(f"\nSkipped {quantity(len(report.skipped), 'file')}:\n", "bold red")
    for file in report.skipped:
        text.append(f"{folded(f'  {file.name}: {file.error}', width)}\n")
    text.rstrip()
    return text


def _text(reviewed: Review, all_moves: bool, width: int) -> Text:
    from rich.text import Text  # slow to import, and JSON does not need it

    text = Text(f"{'Status'.ljust(_LABEL_WIDTH)}{reviewed.status}\n")
    for label, value in summary(reviewed):
        text.append(f"{folded(label.ljust(_LABEL_WIDTH) + value, width)}\n")
    _explain(text, summary(reviewed), width)
    rows = [(place, move) for place, move in enumerate(reviewed.moves) if all_moves or move.is_guess]
    cells = [review_cells(place, move) for place, move in rows]
    columns = zip(REVIEW_HEADINGS, *cells, strict=True)
    widths = [max(map(len, column)) if any(column[1:]) else 0 for column in columns]
    if rows:
        text.append(f"\n{_row(REVIEW_HEADINGS, widths)}\n", "bold")
    for (_, move), row in zip(rows, cells, strict=True):
        line, remark = _row(row, widths), _remark(move)
        text.append(line, _STYLES.get(move.verdict, ""))
        if remark and len(line) + 2 + len(remark) > width:
            text.append(f"\n{_why(remark, width)}\n")
        else:
            text.append(f"  {remark}\n".rstrip(" "))
        if move.reason is not None:
            text.append(f"{_why(move.reason, width)}\n")
    text.rstrip()
    return text


def _explain(text: Text, entries: Iterable[tuple[str, str]], width: int) -> None:
    """Says what the figures mean."""
    names = {"3BV done": "3BV", "Pluck of wins": "Pluck"}
    told = meanings((names.get(label, label) for label, _ in entries), width)
    text.append(f"\n{told}\n" if told else "", "dim")


def _why(reason: str, width: int) -> str:
    """The reason why the best cell was safe, for the line below a move."""
    return textwrap.fill(reason, width, initial_indent=_INDENT, subsequent_indent=_INDENT)


def _row(cells: tuple[str, ...], widths: list[int]) -> str:
    return " ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True) if width).rstrip()


def _remark(move: ReviewedMove) -> str:
    remarks = []
    if move.rule is not None:
        remarks.append(f"rule: {move.rule.replace('_', ' ')}")
    if move.verdict == "slip":
        remarks.append(f"pressed on {cell_words(move.safest)}")
    if move.riskier:
        is_best = move.chance is not None and move.chance.grade == "best"
        remarks.append("riskier than the safest, but worth it" if is_best else "riskier than the safest")
    if move.exploded:
        remarks.append("a mine")
    if move.chance is not None:
        remarks.append(chance_words(move))
    return ", ".join(remarks)
