"""The part of a board that is in view, and how it follows what happens."""

from __future__ import annotations

from collections.abc import Iterator

from rich.segment import Segment

from sapper.board.topology import Cell
from sapper.cli.play.tiles import LARGE, SMALL, Tiles, line_of, size_of
from sapper.draw.scene import Scene


class View:
    """The part of the board that the terminal shows while the engine plays.

    Attributes:
        glides: Whether the view moves a little with every scene instead of jumping. This is for play that is
            faster than the eye.
    """

    def __init__(self, below: int = 0, *, glides: bool = False) -> None:
        """Begins at the top left corner of the board.

        Args:
            below: How many lines are left free below the board.
            glides: The attribute.
        """
        self._below = below
        self.glides = glides
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
            if self.glides:
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


def followed(start: int, at: int, room: int, length: int, step: int = 1) -> int:
    """Where a view should start to keep a place in view, a quarter of the view away from its ends.

    Args:
        start: Where the view starts now.
        at: The place to keep in view, from 0.
        room: How much the view shows.
        length: How much there is to show.
        step: The size of what the start of the view should not cut in two.
    """
    margin = room // 4
    start = max(start, at + margin + 1 - room)
    start = min(start, at - margin)
    if start >= length - room:
        return max(0, length - room)
    return max(0, start - start % step if step <= margin else start)


def glided(start: int, goal: int, step: int = 1) -> int:
    """Where a view should start on its way to a goal: a quarter of the way on, in whole steps, at least one.

    Args:
        start: Where the view starts now.
        goal: Where it should start in the end.
        step: The size of what the start of the view should not cut in two.
    """
    way = goal - start
    if abs(way) <= step:
        return goal
    steps = max(1, abs(way) // (4 * step))
    return start + (steps * step if way > 0 else -steps * step)
