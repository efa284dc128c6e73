"""Where a command reads its position from: a file or standard input, with what the options say about it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sapper import formats
from sapper.board import Board
from sapper.errors import FormatError, PositionError

if TYPE_CHECKING:
    from sapper.position import Position, TopologyName

__all__ = ["Source"]

_STANDARD_INPUT = "-"
_END_OF_INPUT = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D at the beginning of a line"


@dataclass(frozen=True, slots=True)
class Source:
    """What the user said about the position.

    Attributes:
        file: A path, `"-"` for standard input, or None if nothing was said.
        mines: How many mines the board holds, if said.
        level: The name of the level that the board is of, if said.
        topology: The name of the topology, if said.
        format: The name of the format, or `"auto"`.
    """

    file: str | None
    mines: int | None
    level: str | None
    topology: TopologyName | None
    format: str

    def position(self) -> Position:
        """Reads the position.

        Raises:
            click.UsageError: The options do not go together, or there is nothing to read.
            FormatError: The content cannot be read; the text names the file.
            PositionError: It reads, but as a malformed position, or of another size than the level has.
        """
        if self.mines is not None and self.level is not None:
            raise click.UsageError("--level says how many mines there are: leave out --mines, or the level.")
        level = None if self.level is None else Board.level(self.level)
        name, data = self._content()
        mines = self.mines if level is None else level.mines
        try:
            position = formats.parse(data, mines, self.topology, self.format, kind=Position)
        except FormatError as error:
            where = {"offset": error.offset, "line": error.line, "column": error.column}
            raise FormatError(f"{name}: {_as_options(str(error))}", **where) from None
        except PositionError as error:
            raise PositionError(f"{name}: {_as_options(str(error))}", error.cell) from None
        if level is not None and position.topology.shape != level.topology.shape:
            raise PositionError(
                f"{name}: the level {self.level!r} has {_size(level.topology.shape)}, "
                f"but the position has {_size(position.topology.shape)}"
            )
        return position

    def _content(self) -> tuple[str, bytes]:
        """The name of what was read, for messages, and its bytes."""
        typed = sys.stdin is not None and sys.stdin.isatty()
        if sys.stdin is None or (self.file is None and typed):
            raise click.UsageError(
                "There is no position to read. Name a file, such as 'sapper analyse position.txt "
                "--mines 99', or pipe one in, or say '-' to type it."
            )
        if self.file is None or self.file == _STANDARD_INPUT:
            if typed:
                click.echo(f"Type or paste the position, then press {_END_OF_INPUT}.", err=True)
            return "standard input", _at_most(sys.stdin.buffer.read, "standard input")
        try:
            with Path(self.file).open("rb") as file:
                return self.file, _at_most(file.read, self.file)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise FormatError(f"{self.file}: cannot be read: {reason}") from None


def _at_most(read: Callable[[int], bytes], name: str) -> bytes:
    data = read(formats.LARGEST_FILE + 1)
    if len(data) > formats.LARGEST_FILE:
        raise FormatError(f"{name}: more than {formats.LARGEST_FILE} bytes is no file of a position")
    return data


def _as_options(text: str) -> str:
    """The text of an error, with what are arguments of the library, such as `mines=`, named as options."""
    return re.sub(r"\b(mines|topology|format)=(\w?)", _as_option, text)


def _as_option(match: re.Match[str]) -> str:
    name, value = match.groups()
    return f"--{name} {value}" if value else f"--{name}"


def _size(shape: tuple[int, ...]) -> str:
    if len(shape) == 2:
        return f"{shape[0]} rows and {shape[1]} columns"
    return f"the shape {shape}"
