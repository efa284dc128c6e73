"""A picture of what a command shows, written to a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sapper.cli.common.output import write_svg
from sapper.draw.palette import PALETTES, PaletteName

if TYPE_CHECKING:
    from sapper.board.position import Position
    from sapper.board.topology import Cell
    from sapper.inference.analysis import Analysis
    from sapper.knowledge.hints import Deduction, Guess

__all__ = ["THEMES", "Picture"]

THEMES: Final = tuple(PALETTES)
"""The names of the themes."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What the user said about a picture.

    Attributes:
        path: The file to write, or None for no picture.
        theme: Its colours, one of `THEMES`.
    """

    path: str | None
    theme: PaletteName

    def write(
        self,
        position: Position,
        analysis: Analysis | None = None,
        *,
        conflicts: Iterable[Cell] = (),
        deduction: Deduction | None = None,
        guess: Guess | None = None,
    ) -> None:
        """Writes the picture, if there is to be one: of a position, and what is known of it.

        Raises:
            BoardError: There are no pictures of such boards.
            SapperError: The file cannot be written.
        """
        if self.path is None:
            return
        from sapper.draw.svg import board_svg  # most commands write no picture

        svg = board_svg(
            position,
            analysis,
            safe=() if deduction is None else deduction.safe,
            mines=() if deduction is None else deduction.mines,
            outlined=() if deduction is None else (*deduction.numbers, *deduction.given),
            conflicts=conflicts,
            risks=None if guess is None else {guess.cell: guess.risk},
            best=None if guess is None else guess.cell,
            theme=self.theme,
        )
        write_svg(self.path, svg)
