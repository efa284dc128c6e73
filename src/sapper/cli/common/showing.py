"""How a command shows what it found in a position: drawn for people, as JSON for programs, as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from sapper.cli.common.exits import code_of
from sapper.cli.common.options import AS_JSON, COLOUR, THEME, gathered, time_limit_option
from sapper.cli.common.output import ColourChoice, Output
from sapper.cli.common.picture import Picture
from sapper.errors import ContradictionError, SapperError
from sapper.protocol.answers import error_object, line_of

if TYPE_CHECKING:
    from sapper.board.position import Position
    from sapper.draw.palette import PaletteName

__all__ = ["Showing", "draws", "showing_options"]

_MOST_CELLS_DRAWN = 20_000  # larger boards help nobody on a terminal


@dataclass(frozen=True, slots=True)
class Showing:
    """What the user said about the answer.

    Attributes:
        time_limit: After how many seconds to give up, if said.
        as_json: Whether to print JSON instead of a drawing.
        colour: Whether the drawing has colours.
        svg: The file to write a picture to, if said.
        theme: The colours of the picture.
    """

    time_limit: float | None
    as_json: bool
    colour: ColourChoice
    svg: str | None
    theme: PaletteName

    @property
    def picture(self) -> Picture:
        """The picture to write."""
        return Picture(self.svg, self.theme)

    @property
    def output(self) -> Output:
        """Where the drawing goes."""
        return Output(self.colour)

    @contextmanager
    def errors(self) -> Iterator[None]:
        """As JSON, where JSON was asked for: an object on standard output, and the exit code."""
        try:
            yield
        except SapperError as error:
            if not self.as_json:
                raise
            click.echo(line_of({"error": error_object(error)}))
            click.get_current_context().exit(code_of(error))

    @contextmanager
    def contradictions(self, position: Position) -> Iterator[None]:
        """Shows the numbers in conflict, in the picture and the drawing, before the error goes on."""
        try:
            yield
        except ContradictionError as error:
            self.picture.write(position, conflicts=error.cells)
            if not self.as_json and draws(position):
                from sapper.draw.terminal import board_text  # JSON need not wait for it

                output = self.output
                output.print(board_text(position, conflicts=error.cells, width=output.width))
            raise


showing_options: Final = gathered(
    "showing",
    Showing,
    time_limit_option(),
    AS_JSON,
    COLOUR,
    click.option("--svg", metavar="OUT.svg", help="Write a picture of it, too."),
    THEME,
)
"""Adds a time limit, and how the result is shown: the command takes a `Showing` as `showing`."""


def draws(position: Position) -> bool:
    """Whether the board is drawn."""
    return position.topology.size <= _MOST_CELLS_DRAWN
