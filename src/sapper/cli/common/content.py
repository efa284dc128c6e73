"""Reads the input of a command from a file or standard input. Errors name the source."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final

import click

from sapper import formats
from sapper._support.whole_files import unusable
from sapper.errors import FormatError, PositionError

__all__ = ["OPTIONS", "STANDARD", "as_options", "content_of", "naming"]

STANDARD: Final = "-"
"""The path that means standard input or output."""

OPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {"mines": "--mines", "topology": "--topology", "format": "--format"}
)
"""The options of most commands for the arguments of the library."""

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
        FormatError: The file cannot be read; the text names it.
    """
    typed = sys.stdin is not None and sys.stdin.isatty()
    if file is not None and file != STANDARD:
        return file, _content_of_file(file)
    if sys.stdin is None or (file is None and typed):
        raise click.UsageError(
            f"There is no {what} to read. Name a file, such as '{example}', or pipe one in, "
            "or use '-' to type it."
        )
    if typed:
        click.echo(f"Type or paste the {what}, then press {_END_OF_INPUT}.", err=True)
    name = "standard input"
    return name, _checked(sys.stdin.buffer.read(formats.LARGEST_FILE + 1), name)


@contextmanager
def naming(name: str, options: Mapping[str, str] = OPTIONS) -> Iterator[None]:
    """Makes errors name the source, and options instead of arguments of the library."""
    try:
        yield
    except FormatError as error:
        where = {"offset": error.offset, "line": error.line, "column": error.column}
        raise FormatError(f"{name}: {as_options(str(error), options)}", **where) from None
    except PositionError as error:
        raise PositionError(f"{name}: {as_options(str(error), options)}", error.cell) from None


def _content_of_file(file: str) -> bytes:
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(formats.LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise unusable(file, "cannot be read", error) from None
    return _checked(data, file)


def _checked(data: bytes, name: str) -> bytes:
    if len(data) > formats.LARGEST_FILE:
        raise FormatError(f"{name}: a file has at most {formats.LARGEST_FILE} bytes, and this one has more")
    return data


def as_options(text: str, options: Mapping[str, str] = OPTIONS) -> str:
    """The text with `mines=`, `mines=3` and the like replaced by options."""
    return re.sub(rf"\b({'|'.join(options)})=(\w?)", lambda match: _as_option(match, options), text)


def _as_option(match: re.Match[str], options: Mapping[str, str]) -> str:
    name, value = match.groups()
    return f"{options[name]} {value}" if value else options[name]
