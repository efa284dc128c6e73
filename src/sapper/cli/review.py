"""`sapper review`: reviews a recorded game, or all those in a folder."""

from __future__ import annotations

from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import click

from sapper import formats
from sapper._support.file_bytes import bytes_of, parquet_bytes
from sapper._support.words import quantity
from sapper.cli.shared.board_options import seed_option
from sapper.cli.shared.exit_codes import ExitCode
from sapper.cli.shared.input import STANDARD, content_of, naming, speaking_first
from sapper.cli.shared.options import (
    AS_JSON,
    COLOUR,
    FILE,
    THEME,
    PathName,
    Whole,
    choice_option,
    format_option,
    refuse,
    time_limit_option,
)
from sapper.cli.shared.output import (
    ColourChoice,
    Output,
    fill,
    fold,
    tell,
    write_bytes,
    write_svg,
    write_text,
)
from sapper.cli.shared.progress import counting
from sapper.draw.captions import (
    REVIEW_HEADINGS,
    STANDING_HEADINGS,
    STANDING_SAMPLE,
    cell_words,
    chance_words,
    end_words,
    meanings,
    mistake_words,
    omission_words,
    player_summary,
    review_cells,
    side_by_side_lines,
    standing_rows,
    summary,
    table,
    without_empty_columns,
)
from sapper.draw.review_chart import review_svg
from sapper.errors import SapperError
from sapper.formats.files import replays_of
from sapper.protocol.answers import json_line
from sapper.replays.replay import Replay
from sapper.reviews.reviewing import Review, ReviewedMove, review
from sapper.reviews.side_by_side import compare_replays
from sapper.reviews.standings import LEVELS
from sapper.reviews.verdicts import NEAR_MISS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from rich.text import Text

    from sapper.draw.palettes import PaletteName
    from sapper.reviews.player_reports import PlayerReport


_DAY = click.DateTime(["%Y-%m-%d"])
_STYLES = {"forced": "yellow", "needless": "bold red", "slip": "red", "certain": "green"}

EPILOG = """
\b
Examples:
  sapper review game.avf
  sapper review --all game.rawvf
  sapper review --win game.rawvf
  sapper review --html report.html game.evf
  sapper review game.evf --against record.evf
  sapper review --html report.html my_replays/
  sapper review --level expert --from 2024-01-01 my_replays/
"""


@click.command(epilog=EPILOG)
@click.argument("file", required=False, type=FILE)
@click.option(
    "--against",
    type=FILE,
    metavar="OTHER",
    help="Compare the speed with that of another replay, part by part.",
)
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
    "--pages",
    type=PathName(folder=True),
    metavar="FOLDER",
    help="For a folder, also write a page for each game into this folder. The report links to them.",
)
@choice_option(
    "--level",
    among=["any", *LEVELS],
    usual="any",
    help_text="For a folder, the games of this level.",
    what="level",
)
@seed_option(0, "Decides the games that --win plays.")
@click.option("--player", metavar="NAME", help="For a folder, the games of this player.")
@click.option("--mode", metavar="NAME", help="For a folder, the games of this kind, as 'classic' or 'UPK'.")
@click.option(
    "--from", "since", type=_DAY, metavar="DAY", help="For a folder, the games from this day on: 2024-05-01."
)
@click.option("--to", "until", type=_DAY, metavar="DAY", help="For a folder, the games up to this day.")
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
    against: str | None,
    format: str,
    all: bool,
    win: bool,
    page: str | None,
    svg: str | None,
    theme: PaletteName,
    parquet: str | None,
    pages: Path | None,
    seed: int,
    level: str,
    player: str | None,
    mode: str | None,
    since: datetime | None,
    until: datetime | None,
    findings: str | None,
    threads: int | None,
    time_limit: float | None,
    as_json: bool,
    colour: ColourChoice,
) -> None:
    """Review a recorded game, or all those in a folder.

    Reads a replay from FILE; without FILE or with '-', from standard input. Prints the risk of each guess,
    the better moves, and the safe cells that the player missed. If FILE is a folder, or a file with several
    replays, reviews all replays in it on all processors, and prints a report of the player.
    """
    if page is None and svg is None:
        refuse(context, ["theme"], "needs --html or --svg")
    if file is not None and file != STANDARD and _has_several(file):
        refuse(context, ["format", "all", "svg", "against"], "is for a single replay")
        days = (None if day is None else day.date() for day in (since, until))
        choice = GameChoice(None if level == "any" else level, player, mode, *days)
        outputs = Outputs(page, theme, parquet, pages)
        _review_folder(
            context, file, choice, outputs, findings, threads, win, seed, time_limit, as_json, colour
        )
        return
    filters = ["level", "player", "mode", "since", "until"]
    refuse(context, ["parquet", "pages", *filters, "findings", "threads"], "needs a folder of replays")
    replay = _replay_in(file, format)
    if against is not None:
        refuse(context, ["all", "win", "page", "svg"], "does not go with --against")
        both = compare_replays(replay, _replay_in(against, "auto"))
        output = Output(colour)
        click.echo(json_line(both.to_dict())) if as_json else output.print(
            "\n".join(side_by_side_lines(both))
        )
        return
    with counting("Reviewing", "moves", hidden=as_json or not win) as progress:
        by: Literal["risk", "win"] = "win" if win else "risk"
        result = review(replay, by=by, seed=seed, time_limit=time_limit, progress=progress)
    if page is not None:
        from sapper.draw.html_pages import review_html  # slow to import, and most reviews make no page

        write_text(page, review_html(result, theme=theme))
    if svg is not None:
        write_svg(svg, review_svg(result, theme=theme))
    if as_json:
        click.echo(json_line(result.to_dict()))
    else:
        output = Output(colour)
        output.print(_text(result, all, output.room))


def _has_several(file: str) -> bool:
    """Whether a path is a folder, or a file with several replays."""
    path = Path(file)
    if path.is_dir():
        return True
    if path.suffix.lower() != ".evfs" or not path.is_file():
        return False
    try:
        return len(list(islice(replays_of(bytes_of(path)), 2))) > 1
    except SapperError:
        return False  # whoever reads the first replay says what is wrong


def _replay_in(file: str | None, format: str) -> Replay:
    name, data = content_of(file, "replay", "sapper review game.avf")
    with naming(name), speaking_first(name, data, format):
        replay: Replay = formats.parse(data, format=format, kind=Replay)
    return replay


def _review_folder(
    context: click.Context,
    folder: str,
    choice: GameChoice,
    outputs: Outputs,
    findings: str | None,
    threads: int | None,
    win: bool,
    seed: int,
    time_limit: float | None,
    as_json: bool,
    colour: ColourChoice,
) -> None:
    from sapper.reviews.folder_review import review_folder  # slow to import, and most reviews are of one game

    beside = outputs.page or outputs.table
    if findings is None and beside is not None:
        findings = str(Path(beside).with_suffix(".findings"))
    try:
        with counting("Reviewing", "files", hidden=as_json) as progress:
            report = review_folder(
                folder,
                threads=threads,
                findings=findings,
                by="win" if win else "risk",
                seed=seed,
                time_limit=time_limit,
                progress=progress,
            )
    except KeyboardInterrupt:
        advice = "The findings are kept. The same command goes on with them."
        warning = "Nothing is kept. With --findings FILE, the same command would go on."
        tell(f"\n{warning if findings is None else advice}")
        raise
    report = report.only(**choice._asdict())  # keeps all games if nothing is wanted
    write_report(report, folder, outputs)
    if as_json:
        click.echo(json_line(report.to_dict()))
    else:
        output = Output(colour)
        output.print(report_text(report, output.room))
    if report.skipped:
        gave_up = all(file.gave_up for file in report.skipped)
        context.exit(ExitCode.GAVE_UP if gave_up else ExitCode.BAD_INPUT)


def _text(result: Review, all_moves: bool, width: int) -> Text:
    from rich.text import Text  # slow to import, and JSON does not need it

    text = Text()
    _append_entries(text, [("Status", end_words(result)), *summary(result)], width)
    moves = [(place, move) for place, move in enumerate(result.moves) if all_moves or move.is_guess]
    rows = without_empty_columns([REVIEW_HEADINGS, *(review_cells(place, move) for place, move in moves)])
    head, *lines = table(rows, REVIEW_HEADINGS, " ") if moves else [""]
    if moves:
        text.append(f"\n{head}\n", "bold")
    for (_, move), line in zip(moves, lines, strict=True):
        remark = _remark(move)
        text.append(line, _STYLES.get(move.verdict, ""))
        if remark and len(line) + 2 + len(remark) > width:
            text.append(f"\n{_reason_text(remark, width)}\n")
        else:
            text.append(f"  {remark}\n".rstrip(" "))
        if move.reason is not None:
            text.append(f"{_reason_text(move.reason, width)}\n")
    text.rstrip()
    return text


def _remark(move: ReviewedMove) -> str:
    remarks = []
    if move.rule is not None:
        remarks.append(f"rule: {move.rule.replace('_', ' ')}")
    if move.verdict == "slip":
        remarks.append(f"pressed on {cell_words(move.safest)}")
    if move.missed_by is not None and (move.verdict == "slip" or move.missed_by <= NEAR_MISS):
        remarks.append(f"{move.missed_by:.0f} pixels beside a safe cell")
    if move.riskier:
        is_best = move.chance is not None and move.chance.grade == "best"
        remarks.append("riskier than the safest, but worth it" if is_best else "riskier than the safest")
    if move.exploded:
        remarks.append("a mine")
    if move.lost_by_guess:
        remarks.append("lost by the rule of guessing")
    if move.chance is not None:
        remarks.append(chance_words(move))
    return ", ".join(remarks)


_LABEL_WIDTH: Final = 18
_MOST_GAMES_NAMED: Final = 10  # games named of each kind of check
_EXAMPLES_OF_EACH_KIND: Final = 2  # printed of each kind of mistake
_INDENT: Final = "     "


class GameChoice(NamedTuple):
    """Which games of a folder the user wants."""

    level: str | None
    player: str | None
    mode: str | None
    since: date | None
    until: date | None


class Outputs(NamedTuple):
    """The files that the review of a folder may write."""

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
        write_bytes(outputs.table, parquet_bytes([report.to_arrow()]))


def report_text(report: PlayerReport, width: int) -> Text:
    """The report in words."""
    from rich.text import Text  # slow to import, and JSON does not need it

    text = Text()
    _append_entries(text, list(player_summary(report)), width)
    _append_standings(text, report, width)
    for miss in report.missed:
        rule = miss.rule.replace("_", " ")
        text.append(f"\nMissed {rule}: {quantity(len(miss.mistakes), 'time')}, ", "bold")
        text.append(f"a risk of {miss.risk:.2f} mines in all\n", "bold")
        for mistake in miss.mistakes[:_EXAMPLES_OF_EACH_KIND]:
            text.append(f"{fold(f'  {mistake_words(mistake)}', width)}\n")
            if mistake.reason is not None:
                text.append(f"{_reason_text(mistake.reason, width)}\n")
    if report.skipped:
        text.append(f"\nSkipped {quantity(len(report.skipped), 'file')}:\n", "bold red")
    for file in report.skipped:
        text.append(f"{fold(f'  {file.name}: {file.error}', width)}\n")
    text.rstrip()
    return text


def _append_standings(text: Text, report: PlayerReport, width: int) -> None:
    """The tables of the player's bests and means, and what they leave out."""
    for standing in report.standings:
        text.append(f"\n{standing.title}: ", "bold")
        text.append(f"{quantity(standing.games, 'game')}, {standing.won:,} won\n")
        rows = [STANDING_HEADINGS, *standing_rows(standing)]
        for number, line in enumerate(table(rows, words=("", "best game")) if len(rows) > 1 else ()):
            short = line if len(line) <= width else f"{line[: width - 3]}..."
            text.append(f"{short}\n", "" if number else "bold")
    if any(standing.won for standing in report.standings):
        text.append(f"\n{fold(STANDING_SAMPLE, width)}\n", "dim")
    for line in omission_words(report, _MOST_GAMES_NAMED):
        text.append(f"{fold(line, width)}\n")


def _append_entries(text: Text, entries: Sequence[tuple[str, str]], width: int) -> None:
    """Names and values, and what the figures among them mean."""
    for label, value in entries:
        text.append(f"{fold(label.ljust(_LABEL_WIDTH) + value, width)}\n")
    names = {"3BV done": "3BV", "Pluck of wins": "Pluck"}
    lines = meanings((names.get(label, label) for label, _ in entries), width)
    text.append(f"\n{lines}\n" if lines else "", "dim")


def _reason_text(reason: str, width: int) -> str:
    """The reason why the best cell was safe, for the line below a move."""
    return fill(reason, width, _INDENT)
