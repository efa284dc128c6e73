"""Where a command reads its position from: a file or standard input, with what the options say about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from sapper import formats
from sapper.board import Board
from sapper.cli.content import content_of, naming
from sapper.errors import PositionError
from sapper.position import Position

if TYPE_CHECKING:
    from sapper.position import TopologyName

__all__ = ["Source"]


@dataclass(frozen=True, slots=True)
class Source:
    """What the user said about the position.

    Attributes:
        file: A path, `"-"` for standard input, or None if nothing was said.
        mines: How many mines the board holds, if said.
        level: The name of the level that the board is of, if said.
        topology: The name of the topology, if said.
        format: The name of the format, or `"auto"`.
        command: The command that reads it, for messages.
    """

    file: str | None
    mines: int | None
    level: str | None
    topology: TopologyName | None
    format: str
    command: str

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
        name, data = content_of(self.file, "position", f"sapper {self.command} position.txt --mines 99")
        mines = self.mines if level is None else level.mines
        with naming(name):
            position = formats.parse(data, mines, self.topology, self.format, kind=Position)
        if level is not None and position.topology.shape != level.topology.shape:
            raise PositionError(
                f"{name}: the level {self.level!r} has {_size(level.topology.shape)}, "
                f"but the position has {_size(position.topology.shape)}"
            )
        return position


def _size(shape: tuple[int, ...]) -> str:
    if len(shape) == 2:
        return f"{shape[0]} rows and {shape[1]} columns"
    return f"the shape {shape}"
