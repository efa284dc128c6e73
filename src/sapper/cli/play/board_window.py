"""The part of a board that is in view while one watches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rich.segment import Segment

from sapper.cells import Cell
from sapper.cli.play.arrangement import Arrangement, arranged
from sapper.cli.play.tiles import Tiles, followed, glided, line_of, size_of
from sapper.draw.scene import Scene


class View:
    """The part of the board that the terminal shows while the engine plays.

    Attributes:
        glides: Whether the view moves a little with every scene instead of jumping. This is for play that is
            faster than the eye.
    """

    def __init__(self, below: int = 0, *, glides: bool = False) -> None:
        """Begins at the top left corner of the board, and has so many lines of text below it."""
        self._below = below
        self.glides = glides
        self._left = self._top = 0

    def lines(
        self, scene: Scene, size: tuple[int, int], focus: Cell | None = None
    ) -> Iterator[list[Segment]]:
        """The lines of the board that are in view. `focus` is the cell to keep in view."""
        tiles, room, lines = self._seen(scene, size)
        wide, high = size_of(scene, tiles)
        if isinstance(focus, tuple):
            row, column = focus
            left = followed(self._left, column * tiles.width, room, wide, tiles.width)
            top = followed(self._top, row * tiles.height, lines, high, tiles.height)
            if self.glides:
                left, top = glided(self._left, left, tiles.width), glided(self._top, top, tiles.height)
            self._left, self._top = left, top
        self._left, self._top = min(self._left, wide - room), min(self._top, high - lines)
        for y in range(self._top, self._top + lines):
            yield line_of(scene, tiles, y, self._left, room)

    def seen(self, scene: Scene, size: tuple[int, int]) -> tuple[int, int, int, int]:
        """The rows and columns that are in view: the first of each, and those after the last."""
        tiles, room, lines = self._seen(scene, size)
        top, left = self._top // tiles.height, self._left // tiles.width
        bottom, right = (self._top + lines) // tiles.height, (self._left + room) // tiles.width
        return top, left, bottom, right

    def arrangement(self, scene: Scene, size: tuple[int, int]) -> Arrangement:
        """Where the board and the texts stand on a screen of this size."""
        return arranged(size, partial(size_of, scene), lines=(self._below, self._below))

    def _seen(self, scene: Scene, size: tuple[int, int]) -> tuple[Tiles, int, int]:
        """The size of the cells, and how many characters and lines of the board are shown."""
        width, height = size
        tiles, beside, extent = self.arrangement(scene, size)
        wide, high = size_of(scene, tiles)
        return tiles, min(wide, width), min(high, max(1, height - (0 if beside else extent)))
