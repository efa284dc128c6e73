"""`sapper picture`: draws a position, a minefield or a game as a picture, or a game as a moving one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from sapper import formats
from sapper._support.file_bytes import unusable
from sapper.board.game import Game
from sapper.board.game_arguments import new_seed
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.board.rules import FirstClick, Rules
from sapper.cli.shared.board_options import (
    FIRST_CLICK,
    BoardChoice,
    board_options,
    number_option,
    seed_option,
)
from sapper.cli.shared.input import content_of, level_has, naming
from sapper.cli.shared.options import FILE, THEME, Number, PathName, Whole, format_option, refuse
from sapper.cli.shared.output import check_room, tell_format, write_bytes
from sapper.cli.shared.run_options import find_strategy, strategies_beginning
from sapper.formats.files import check_size
from sapper.formats.registry import format_to_name

if TYPE_CHECKING:
    from sapper.draw.palettes import PaletteName

_OF_A_GAME: Final = ("rows", "columns", "first_click", "seed", "number")
_USUAL_SPEED: Final = 7.0
_USUAL_CELL: Final = 30

EPILOG = """
\b
Examples:
  sapper picture position.txt --mines 99 --out position.svg
  sapper picture game.avf --out game.gif --theme dark --speed 20
  sapper picture --strategy best --level beginner --seed 3 --out game.gif
"""


@click.command(epilog=EPILOG)
@click.argument("file", required=False, type=FILE)
@click.option(
    "--out",
    "-o",
    type=PathName(),
    required=True,
    metavar="OUT",
    help="The file to write: OUT.svg, OUT.png, or OUT.gif for a moving picture of a game.",
)
@THEME
@click.option(
    "--cell-size",
    type=Whole(8, 200),
    default=_USUAL_CELL,
    show_default=True,
    metavar="PIXELS",
    help="The width of a cell.",
)
@click.option(
    "--speed",
    type=Number(0.05, 50),
    default=_USUAL_SPEED,
    show_default=True,
    help="Moves per second of a moving picture.",
)
@board_options()
@format_option(formats.FORMATS, "file")
@click.option(
    "--strategy",
    metavar="NAME",
    shell_complete=strategies_beginning,
    help="Draw a game that this strategy plays, instead of FILE.",
)
@FIRST_CLICK
@seed_option(None, "Decides the minefields. Without it, a random seed is chosen and shown.")
@number_option("Which game of the seed the strategy plays.")
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    file: str | None,
    out: Path,
    theme: PaletteName,
    cell_size: int,
    speed: float,
    board: BoardChoice,
    format: str,
    strategy: str | None,
    first_click: FirstClick,
    seed: int | None,
    number: int,
) -> None:
    """Draw a position, a minefield or a game.

    Reads a position, a minefield or a replay from FILE; without FILE or with '-', from standard input. With
    --strategy, a strategy plays a game instead. A picture of a game shows its last position; a GIF shows it
    move by move.
    """
    ending = out.suffix.lower()
    if ending not in (".svg", ".png", ".gif"):
        raise click.UsageError(f"{out}: the name of a picture must end in .svg, .png or .gif")
    if ending != ".gif":
        refuse(context, ["speed"], "needs a moving picture, OUT.gif")
    if ending != ".svg":  # before a long game is played in vain
        from sapper.draw import pixels  # slow to import

        (pixels.check_gif_packages if ending == ".gif" else pixels.check_png_packages)()
    subject: Position | Minefield | Game
    if strategy is None:
        refuse(context, _OF_A_GAME, "needs --strategy")
        subject = _subject(context, file, board, format)
        check_room(subject.topology)
    else:
        if file is not None:
            raise click.UsageError("--strategy plays a game of its own: leave out FILE")
        refuse(context, ["format"], "needs FILE")
        word = new_seed() if seed is None else seed
        check_room(board.board.topology)
        subject = Game(board.board, Rules(first_click), seed=word, number=number)
        find_strategy(strategy).play(subject)
        click.echo(f"Seed {word}, game {number}: {subject.status}", err=True)
    if ending == ".gif":
        _write_gif(subject, out, theme, cell_size, speed)
        return
    from sapper.draw.svg import picture_of  # slow to import

    if ending == ".svg":
        write_bytes(out, picture_of(subject, theme=theme, cell_size=cell_size).encode())
    else:
        from sapper.draw.pixels import png_of

        write_bytes(out, png_of(picture_of(subject, theme=theme), zoom=cell_size / _USUAL_CELL))


def _subject(
    context: click.Context, file: str | None, board: BoardChoice, format: str
) -> Position | Minefield | Game:
    """What the file holds; for a replay, its game."""
    name, data = content_of(file, "file", "sapper picture position.txt --mines 99 --out position.svg")
    is_explicit = context.get_parameter_source("topology") is not ParameterSource.DEFAULT
    mines = board.mines if board.level is None else board.board.mines
    with naming(name):
        hints = formats.Hints(mines, board.topology if is_explicit else None)
        reading = formats.identify(data, hints, format)
        contents = reading.contents
        if board.level is not None and isinstance(contents, Position):
            check_size(contents, board.board.topology.shape, level_has(board.level))
    tell_format(format_to_name(reading, format), err=True)
    return contents if isinstance(contents, (Position, Minefield)) else contents.play()


def _write_gif(
    subject: Position | Minefield | Game, out: Path, theme: PaletteName, cell_size: int, speed: float
) -> None:
    if not isinstance(subject, Game):
        what = "position" if isinstance(subject, Position) else "minefield"
        raise click.UsageError(f"a GIF shows a game, and this is a {what}: name it OUT.svg or OUT.png")
    from sapper.draw.pixels import write_gif  # slow to import

    try:
        write_gif(subject, out, theme=theme, seconds=1 / speed, cell_size=cell_size)
    except OSError as error:
        raise unusable(out, "cannot be written", error) from None
