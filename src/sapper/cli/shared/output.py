"""The output of a command: printed, in colour if the terminal has it, or written to a file."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import click

from sapper import formats
from sapper._support.file_bytes import unusable, write_whole
from sapper._support.words import PICTURE_ENDINGS
from sapper.cli.shared.plain_terminals import text_for
from sapper.errors import BoardError, SapperError

if TYPE_CHECKING:
    from rich.text import Text

    from sapper.board.position import Position
    from sapper.board.topology import Topology
    from sapper.formats.registry import Contents, Format
    from sapper.hints.hints import Hint
    from sapper.inference.analysis import Analysis

_USUAL_WIDTH: Final = 100  # of lines that may go anywhere

ColourChoice = Literal["auto", "always", "never"]


def tell_losses(contents: Contents, format: str) -> None:
    """Prints on standard error what a format cannot hold of what was written in it."""
    losses = formats.losses(contents, format)
    if losses:
        tell(f"{format} cannot hold: {'; '.join(losses)}.")


def tell_format(format: Format | None, *, err: bool = False) -> None:
    """Prints in which format a position was read, if `sapper.formats.registry.format_to_name` says so."""
    if format is not None:
        click.echo(f"read as {format.name} ({format.title})", err=err)


def fold(text: str, width: int | None = None) -> str:
    """The text with its long lines wrapped at this width, by default that of the terminal if there is one.

    A wrapped line goes on below the text that follows its label.
    """
    width = Output("never").width if width is None else width
    if width is None:
        return text
    return "\n".join(_fold_line(line, width) for line in text.split("\n"))


def fill(text: str, width: int, first: str = "", others: str | None = None) -> str:
    """Wraps a text at this width. Its first line begins with `first`, and the others with `others`.

    By default the others begin below the end of `first`.
    """
    indent = " " * len(first) if others is None else others
    return textwrap.fill(
        text,
        width,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def tell(text: str) -> None:
    """Prints on standard error, with long lines wrapped at the width of the terminal if that is one."""
    click.echo(fold(text, shutil.get_terminal_size().columns) if sys.stderr.isatty() else text, err=True)


def _fold_line(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    label = re.match(r" *\S+(?: \S+)*  +", line)
    indent = " " * (label.end() if label and label.end() < width // 2 else 2)
    return fill(line, width, others=indent)


class Output:
    """Standard output.

    Attributes:
        in_colour: Whether colours are used.
        width: The width of a line in characters; None if it has no limit.
        ascii_only: Whether boards are drawn in ASCII, because what is printed may go anywhere.
    """

    def __init__(self, colour: ColourChoice) -> None:
        """Chooses colour. `"auto"` uses it on a terminal, unless NO_COLOR or TERM=dumb forbid it."""
        terminal = sys.stdout.isatty()
        in_colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.in_colour = in_colour if colour == "auto" else colour == "always"
        self.ascii_only = not terminal or os.environ.get("TERM") == "dumb"
        self.width = shutil.get_terminal_size().columns if terminal else None

    @property
    def room(self) -> int:
        """The width at which texts are wrapped: that of the terminal, or else 100."""
        return self.width or _USUAL_WIDTH

    def print(self, text: Text | str) -> None:
        """Prints lines without wrapping them. Without colour, spaces at the ends of lines are removed."""
        if isinstance(text, str):
            click.echo(text)
        elif self.in_colour:
            self._print_in_colour(text)
        else:
            click.echo("\n".join(map(str.rstrip, text.plain.split("\n"))))

    def print_board(self, position: Position, analysis: Analysis | None = None, **marks: Any) -> None:
        """Prints a board as `board_text` draws it with `marks`."""
        from sapper.draw.text_drawing import board_text  # slow to import, and JSON does not need it

        self.print(board_text(position, analysis, width=self.width, ascii_only=self.ascii_only, **marks))

    def print_explained(self, findings: Analysis | Hint) -> None:
        """Prints the board of an analysis or a hint, and what its marks mean. Below each is a blank line."""
        from sapper.draw.text_drawing import hint_legend_text, legend_text
        from sapper.inference.analysis import Analysis

        if isinstance(findings, Analysis):
            self.print_board(findings.position, findings)
            legend = legend_text(findings, ascii_only=self.ascii_only)
        else:
            self.print_board(findings.position, hint=findings)
            legend = hint_legend_text(findings, ascii_only=self.ascii_only)
        self.print("")
        if legend:
            self.print(legend)
            self.print("")

    def _print_in_colour(self, text: Text) -> None:
        from rich.console import Console  # slow to import, and plain text does not need it

        console = Console(force_terminal=True, no_color=False, highlight=False)
        console.print(text_for(console, text), soft_wrap=True)


def check_room(topology: Topology) -> None:
    """Raises BoardError if a board has too many cells for a picture of all of them."""
    from sapper.draw.svg_frame import MOST_CELLS  # slow to import, and most commands draw no picture

    if topology.size > MOST_CELLS:
        raise BoardError(f"{topology.size} cells are too many for a picture, which has room for {MOST_CELLS}")


def write_svg(path: Path | str, picture: str) -> None:
    """Writes a picture.

    Raises:
        SapperError: It cannot be written, or its name has the ending of another format.
    """
    ending = Path(path).suffix
    if ending.lower() in PICTURE_ENDINGS:
        raise SapperError(f"{path}: the picture is SVG, not {ending}: use a name that ends in .svg")
    write_text(path, picture)


def write_text(path: Path | str, text: str) -> None:
    """Writes a file.

    Raises:
        FileError: It cannot be written; the text names it and says why.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path | str, data: bytes) -> None:
    """Writes a file. Errors are those of `write_text`."""
    try:
        write_whole(path, data)
    except (OSError, ValueError) as error:
        raise unusable(path, "cannot be written", error) from None
