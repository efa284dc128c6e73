"""The position that a command reads, from a file or standard input, and the options for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from sapper import formats
from sapper.board.board import LEVELS, Level
from sapper.board.position import Position, counted_position
from sapper.cli.common.board_options import said_of_position
from sapper.cli.common.content import content_of, naming
from sapper.cli.common.options import FILE, format_option, gathered
from sapper.errors import PositionError

if TYPE_CHECKING:
    from sapper.board.kinds import TopologyName


@dataclass(frozen=True, slots=True)
class Source:
    """The file of the position, and the options for it.

    Attributes:
        file: A path, or `"-"` for standard input, if given.
        mines: The number of mines on the board, if given.
        level: The name of the level, if given.
        topology: The name of the topology, if given.
        format: The name of the format, or `"auto"`.
    """

    file: str | None
    mines: int | None
    level: Level | None
    topology: TopologyName | None
    format: str

    def position(self, *, counted: bool = False) -> Position:
        """Reads the position.

        Args:
            counted: Whether the number of mines is needed.

        Raises:
            click.UsageError: The options do not go together, or there is nothing to read.
            FormatError: The content cannot be read; the text names the file.
            PositionError: The position is malformed, has another size than the level, or lacks the number of
                mines.
        """
        if self.mines is not None and self.level is not None:
            raise click.UsageError("--level sets the number of mines: leave out --mines, or the level.")
        command = click.get_current_context().command_path
        name, data = content_of(self.file, "position", f"{command} position.txt --mines 99")
        mines = self.mines if self.level is None else LEVELS[self.level].mines
        with naming(name):
            try:
                position = formats.parse(data, mines, self.topology, self.format, kind=Position)
            except PositionError as error:
                if self.level is None or error.cell is not None:
                    raise
                expected = _size(LEVELS[self.level].topology.shape)
                raise PositionError(f"{error}; the level {self.level!r} has {expected}") from None
            if self.level is not None:
                check_size(position, self.level)
            if not counted:
                return position
            try:
                return counted_position(position)
            except PositionError as error:
                raise PositionError(or_level(str(error), position)) from None


source_options: Final = gathered(
    "source",
    Source,
    click.argument("file", required=False, type=FILE),
    *said_of_position(level=True),
    format_option([name for name, each in formats.FORMATS.items() if Position in each.kinds], "position"),
)
"""Adds the file and the options to a command, which takes them as `source`, a `Source`."""


def or_level(text: str, position: Position) -> str:
    """The text with the level beside `give mines=`, if the position has the size of a level."""
    topology = position.topology
    level = next((name for name, board in LEVELS.items() if board.topology.shape == topology.shape), None)
    return text if level is None else text.replace("give mines=", f"give mines= or --level {level}")


def check_size(position: Position, level: Level) -> None:
    """Raises PositionError if the position has another size than the level."""
    shape, expected = position.topology.shape, LEVELS[level].topology.shape
    if shape != expected:
        raise PositionError(f"the level {level!r} has {_size(expected)}, but the position has {_size(shape)}")


def _size(shape: tuple[int, ...]) -> str:
    if len(shape) == 2:
        return f"{shape[0]} rows and {shape[1]} columns"
    return f"the shape {shape}"
