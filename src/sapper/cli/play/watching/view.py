"""The part of a board that the terminal shows while the engine plays, and how it moves."""

from __future__ import annotations

from collections.abc import Iterator

from rich.segment import Segment

from sapper.board.topology import Cell
from sapper.cli.play.scene import Scene
from sapper.cli.play.tiles import LARGE, SMALL, Tiles, line_of, size_of
from sapper.cli.play.window import followed, glided

__all__ = ["View"]


class View:
    """Follows the play."""

    def __init__(self, below: int = 0, *, glides: bool = False) -> None:
        """Begins in the corner.

        Args:
            below: How many lines are left free below the board.
            glides: Whether it moves a little with every scene instead of jumping: for play faster than the
                eye.
        """
        self._below = below
        self._glides = glides
        self._left = self._top = 0

    def lines(
        self, scene: Scene, size: tuple[int, int], focus: Cell | None = None
    ) -> Iterator[list[Segment]]:
        """The lines of the board that are in view.

        Args:
            scene: The board.
            size: Width and height of the screen.
            focus: The cell to keep in view.
        """
        tiles, room, lines = self._fitting(scene, size)
        wide, high = size_of(scene, tiles)
        if isinstance(focus, tuple):
            row, column = focus
            left = followed(self._left, column * tiles.width, room, wide, tiles.width)
            top = followed(self._top, row * tiles.height, lines, high, tiles.height)
            if self._glides:
                left, top = glided(self._left, left, tiles.width), glided(self._top, top, tiles.height)
            self._left, self._top = left, top
        self._left, self._top = min(self._left, wide - room), min(self._top, high - lines)
        for y in range(self._top, self._top + lines):
            yield line_of(scene, tiles, y, self._left, room)

    def seen(self, scene: Scene, size: tuple[int, int]) -> tuple[int, int, int, int]:
        """The rows and columns that are in view: the first of each, and those after the last."""
        tiles, room, lines = self._fitting(scene, size)
        top, left = self._top // tiles.height, self._left // tiles.width
        bottom, right = (self._top + lines) // tiles.height, (self._left + room) // tiles.width
        return top, left, bottom, right

    def _fitting(self, scene: Scene, size: tuple[int, int]) -> tuple[Tiles, int, int]:
        """The size of the cells, and how many characters and lines of the board are shown."""
        width, height = size
        wide, high = size_of(scene, LARGE)
        if wide <= width and high + self._below <= height:
            return LARGE, wide, high
        wide, high = size_of(scene, SMALL)
        return SMALL, min(wide, width), min(high, max(1, height - self._below))
