"""Text that leaves a command: printed, in colour on a terminal that has it; or written to a file."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click

from sapper.errors import SapperError

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["ColourChoice", "Output", "write_svg", "write_text"]

ColourChoice = Literal["auto", "always", "never"]


class Output:
    """Standard output.

    Attributes:
        in_colour: Whether styles are shown.
        width: How many characters there are in a line; None where there is no end to it.
    """

    def __init__(self, colour: ColourChoice) -> None:
        """Decides about colour: with `"auto"` a terminal has it, unless NO_COLOR or TERM=dumb say no."""
        terminal = sys.stdout.isatty()
        wanted = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.in_colour = wanted if colour == "auto" else colour == "always"
        self.width = shutil.get_terminal_size().columns if terminal else None

    def print(self, text: Text | str) -> None:
        """Prints lines, none of them wrapped; plain ones without blanks at their ends."""
        if isinstance(text, str):
            click.echo(text)
        elif self.in_colour:
            self._print_in_colour(text)
        else:
            click.echo("\n".join(map(str.rstrip, text.plain.split("\n"))))

    def _print_in_colour(self, text: Text) -> None:
        from rich.console import Console  # plain text need not wait for it

        console = Console(force_terminal=True, no_color=False, highlight=False)
        console.print(text, soft_wrap=True)


_PIXELS: Final = frozenset((".png", ".gif", ".jpg", ".jpeg", ".webp", ".bmp"))


def write_svg(path: Path | str, picture: str) -> None:
    """Writes a picture.

    Raises:
        SapperError: It cannot be written, or its name says that it is something else.
    """
    ending = Path(path).suffix
    if ending.lower() in _PIXELS:
        raise SapperError(f"{path}: this would be no {ending} but SVG: let its name end in .svg")
    write_text(path, picture)


def write_text(path: Path | str, text: str) -> None:
    """Writes a file.

    Raises:
        SapperError: It cannot be written; the text names it and says why.
    """
    try:
        Path(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise SapperError(f"{path}: cannot be written: {reason}") from None
