"""`sapper review`: reviews a recorded game."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from sapper import formats
from sapper.cli.common.content import content_of, naming
from sapper.cli.common.options import AS_JSON, COLOUR, FILE, THEME, format_option, refuse, time_limit_option
from sapper.cli.common.output import ColourChoice, Output, write_svg, write_text
from sapper.draw.timeline import review_svg
from sapper.draw.wording import REVIEW_HEADINGS, review_cells, summary
from sapper.protocol.answers import line_of
from sapper.replays.replay import Replay
from sapper.reviews.reviewing import Review, ReviewedMove, review

if TYPE_CHECKING:
    from rich.text import Text

    from sapper.draw.palette import PaletteName

_USUAL_WIDTH = 100
_LABEL_WIDTH = 18
_INDENT = "     "
_STYLES = {"forced": "yellow", "needless": "bold red", "certain": "green"}
_WIDTHS = (4, 9, 8, 6, 9, 15, 8, 9, 8, 5)

EPILOG = """
\b
Examples:
  sapper review game.avf
  sapper review --all game.rawvf
  sapper review --html report.html game.evf
"""


@click.command(epilog=EPILOG)
@click.argument("file", required=False, type=FILE)
@format_option([name for name, each in formats.FORMATS.items() if Replay in each.kinds], "file")
@click.option("--all", "all_moves", is_flag=True, help="Print all moves, not only guesses.")
@click.option("--html", "page", type=FILE, metavar="OUT.html", help="Also write a report with pictures.")
@click.option(
    "--svg", "picture", type=FILE, metavar="OUT.svg", help="Also write a picture of the risk of each move."
)
@THEME
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
    all_moves: bool,
    page: str | None,
    picture: str | None,
    theme: PaletteName,
    time_limit: float | None,
    as_json: bool,
    colour: ColourChoice,
) -> None:
    """Review a recorded game.

    Reads a replay from FILE; without FILE or with '-', from standard input. Prints the risk of each guess,
    the better moves, and the safe cells that the player missed.
    """
    if page is None and picture is None:
        refuse(context, ["theme"], "needs --html or --svg")
    name, data = content_of(file, "replay", "sapper review game.avf")
    with naming(name):
        replay = formats.parse(data, format=format, kind=Replay)
    reviewed = review(replay, time_limit=time_limit)
    if page is not None:
        from sapper.draw.report import review_html  # slow to import, and most reviews make no page

        write_text(page, review_html(reviewed, theme=theme))
    if picture is not None:
        write_svg(picture, review_svg(reviewed, theme=theme))
    if as_json:
        click.echo(line_of(reviewed.to_dict()))
    else:
        output = Output(colour)
        output.print(_text(reviewed, all_moves, output.width or _USUAL_WIDTH))


def _text(reviewed: Review, all_moves: bool, width: int) -> Text:
    from rich.text import Text  # slow to import, and JSON does not need it

    text = Text(f"{'Status'.ljust(_LABEL_WIDTH)}{reviewed.status}\n")
    for label, value in summary(reviewed):
        text.append(f"{label.ljust(_LABEL_WIDTH)}{value}\n")
    rows = [(place, move) for place, move in enumerate(reviewed.moves) if all_moves or move.is_guess]
    if rows:
        text.append(f"\n{_row(REVIEW_HEADINGS)}\n", "bold")
    for place, move in rows:
        text.append(_row(review_cells(place, move)), _STYLES.get(move.verdict, ""))
        text.append(f"  {_remark(move)}\n")
        if move.reason is not None:
            text.append(f"{_why(move.reason, width)}\n")
    text.rstrip()
    return text


def _why(reason: str, width: int) -> str:
    """The reason why the best cell was safe, for the line below a move."""
    return textwrap.fill(reason, width, initial_indent=_INDENT, subsequent_indent=_INDENT)


def _row(cells: tuple[str, ...]) -> str:
    return " ".join(cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True)).rstrip()


def _remark(move: ReviewedMove) -> str:
    remarks = []
    if move.rule is not None:
        remarks.append(f"rule: {move.rule.replace('_', ' ')}")
    if move.riskier:
        remarks.append("riskier than needed")
    if move.exploded:
        remarks.append("a mine")
    return ", ".join(remarks)
