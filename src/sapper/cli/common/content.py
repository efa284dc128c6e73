"""Reads the input of a command from a file or standard input. Errors name the source."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from sapper import formats
from sapper.board.board import LEVELS, Level
from sapper.errors import FormatError, PositionError
from sapper.formats.files import bytes_of, checked

STANDARD: Final = "-"
"""The path that means standard input or output."""

_END_OF_INPUT = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D at the beginning of a line"


def content_of(file: str | None, what: str, example: str) -> tuple[str, bytes]:
    """Reads a file or standard input.

    Args:
        file: A path, or `"-"` for standard input. None is standard input too, unless that is a terminal.
        what: What is read, such as `"position"`.
        example: A command that names a file.

    Returns:
        The name of the source, for messages, and its bytes.

    Raises:
        click.UsageError: There is nothing to read.
        FileError: The file cannot be read.
        FormatError: It is too large.
    """
    typed = sys.stdin is not None and sys.stdin.isatty()
    if file is not None and file != STANDARD:
        return file, bytes_of(file)
    if sys.stdin is None or (file is None and typed):
        raise click.UsageError(
            f"There is no {what} to read. Name a file, such as '{example}', or pipe one in, "
            "or use '-' to type it."
        )
    if typed:
        click.echo(f"Type or paste the {what}, then press {_END_OF_INPUT}.", err=True)
    name = "standard input"
    return name, checked(sys.stdin.buffer.read(formats.LARGEST_FILE + 1), name)


@contextmanager
def naming(name: str, level: Level | None = None) -> Iterator[None]:
    """Makes errors name the source, and the level whose mine count is missing or, if given, is wrong."""
    given = "" if level is None else f"mines={LEVELS[level].mines} was given"
    try:
        yield
    except FormatError as error:
        where = {"offset": error.offset, "line": error.line, "column": error.column}
        text = str(error).replace(given, f"--level {level} was given") if given else str(error)
        raise FormatError(f"{name}: {text}", **where) from None
    except PositionError as error:
        raise PositionError(f"{name}: {or_level(str(error), error._uncounted)}", error.cell) from None


def or_level(text: str, shape: tuple[int, ...] | None) -> str:
    """The text with the level beside `give mines=`, if this is the shape of a level."""
    level = next((name for name, board in LEVELS.items() if board.topology.shape == shape), None)
    return text if level is None else text.replace("give mines=", f"give mines= or --level {level}")
