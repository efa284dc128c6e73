"""The board in the terminal: tiles of characters, the size that fits, and the part that is in view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

from rich.segment import Segment
from rich.style import Style

from sapper.cells import Cell
from sapper.cli.shared.plain_terminals import SHADE
from sapper.draw.cell_symbols import shapes_of
from sapper.draw.palettes import AROUND, BLACK, PALETTES, Colour
from sapper.draw.scene import Look, Scene
from sapper.draw.text_drawing import sign_of, style_of


class Tiles(NamedTuple):
    """The size of a cell in characters. Characters are about twice as high as wide."""

    width: int
    height: int


SMALL: Final = Tiles(2, 1)
MIDDLE: Final = Tiles(3, 1)
LARGE: Final = Tiles(4, 2)
SIZES: Final = (LARGE, MIDDLE, SMALL)

GAP: Final = Style(bgcolor=str(PALETTES["dark"].board))
"""The style of what is between and around the tiles."""

NUMBER: Final = GAP + Style(color=AROUND["dark"]["soft"])
"""The style of the numbers of rows and columns."""

_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""One column in this many has a number, where there is no room for a number at each."""


def size_of(scene: Scene, tiles: Tiles) -> tuple[int, int]:
    """How many characters wide and high the board is."""
    rows, columns = scene.position.topology.shape
    return columns * tiles.width + _shift(scene, tiles, 1), rows * tiles.height


def place_of(scene: Scene, tiles: Tiles, x: int, y: int) -> tuple[int, int] | None:
    """The cell at a character of the board; None beside the cells."""
    rows, columns = scene.position.topology.shape
    row = y // tiles.height
    column = (x - _shift(scene, tiles, row)) // tiles.width
    return (row, column) if 0 <= row < rows and 0 <= column < columns else None


def screen_line(scene: Scene, tiles: Tiles, y: int, start: int, width: int) -> list[Segment]:
    """Line `y` of the drawn board: `width` characters from `start` on. Takes time linear in `width`."""
    columns = scene.position.topology.shape[1]
    row, part = divmod(y, tiles.height)
    shift = _shift(scene, tiles, row)
    first = min(max(0, (start - shift) // tiles.width), columns)
    last = min(max(0, -((shift - start - width) // tiles.width)), columns)
    segments = [Segment(" " * shift, GAP)] if shift and not first else []
    shapes = shapes_of(scene.position.topology.kind)
    looks = scene.looks(range(row * columns + first, row * columns + last))
    for column, look in enumerate(looks, first):
        shape = shapes[(row + column) % len(shapes)]
        segments += _tile(look, tiles, part, (row + column) % 2 == 0, shape.zoom < 1)
    offset = shift + first * tiles.width if first else 0
    return _crop(segments, start - offset, width)


def column_numbers(scene: Scene, tiles: Tiles, start: int, width: int) -> str:
    """The numbers of the columns, from 1, over the part of the board that `screen_line` draws."""
    columns = scene.position.topology.shape[1]
    room = len(str(columns)) + 1
    step = next((step for step in _STEPS if step * tiles.width >= room), columns)
    numbers = [" "] * (columns * tiles.width + room)
    for column in (1, *range(step, columns + 1, step)):
        at = (column - 1) * tiles.width
        numbers[at : at + len(str(column))] = str(column)
    return "".join(numbers)[start : start + width].ljust(width)


def row_number(tiles: Tiles, y: int) -> str:
    """The number of the row, from 1, that begins on line `y` of the drawn board; empty if none does."""
    row, part = divmod(y, tiles.height)
    return "" if part else str(row + 1)


def _shift(scene: Scene, tiles: Tiles, row: int) -> int:
    """How far a row is to the right: half a tile for odd rows of boards whose rows are shifted."""
    return tiles.width // 2 if row % 2 and shapes_of(scene.position.topology.kind)[0].shift else 0


@lru_cache(maxsize=8192)
def _tile(look: Look, tiles: Tiles, part: int, shade: bool, narrow: bool) -> list[Segment]:
    """A line of a tile. The narrow ones are the squares between octagons."""
    style = _style(look, shade)
    if part > 0 and narrow:
        return [Segment(" " * tiles.width, GAP)]
    if part > 0:
        # The upper half of a character finishes the tile, the lower half is the gap.
        half = Style(color=style.bgcolor, bgcolor=GAP.bgcolor)
        return [Segment("▀▀▀", half), Segment(" ", GAP)]
    sign = sign_of(look)
    if tiles == SMALL:
        if look.kind == "risk":  # two digits would run into a number beside them
            sign = f"{sign[0]}_"
        return _pad(sign.ljust(1 if narrow else 2), style, "", tiles.width)
    before = " " if narrow else ""
    text = sign.ljust(2) if narrow else sign.center(3)
    return _pad(text, style, before, tiles.width)


def _pad(text: str, style: Style, before: str, width: int) -> list[Segment]:
    after = " " * (width - len(before + text))
    parts = [(before, GAP), (text, style), (after, GAP)]
    return [Segment(part, look) for part, look in parts if part]


def _style(look: Look, shade: bool) -> Style:
    style = Style.parse(style_of(look))
    stands_out = look.under_cursor or look.role or look.kind in ("exploded", "wrong", "under")
    if not shade or stands_out or style.bgcolor is None or style.bgcolor.triplet is None:
        return style
    ground = Colour(*style.bgcolor.triplet).towards(BLACK, SHADE)
    return style + Style(bgcolor=str(ground))


def _crop(segments: list[Segment], start: int, width: int) -> list[Segment]:
    """The characters from `start` on, filled up with blanks to `width`."""
    if start:
        parts = [*Segment.divide(segments, [start, start + width])]
        segments = parts[1] if len(parts) > 1 else []
    return Segment.adjust_line_length(segments, width, GAP)


def start_in_view(start: int, at: int, room: int, length: int, step: int = 1) -> int:
    """Where a view should start to keep a place in view, a quarter of the view away from its ends.

    The view shows `room` of `length`. Its start cuts nothing of the size `step` in two.
    """
    margin = room // 4
    start = max(start, at + margin + 1 - room)
    start = min(start, at - margin)
    if start >= length - room:
        return max(0, length - room)
    return max(0, start - start % step if step <= margin else start)


def next_start(start: int, goal: int, step: int = 1) -> int:
    """Where a view should start on its way to a goal: a quarter of the way on, in whole steps, at least one.

    The start cuts nothing of the size `step` in two.
    """
    way = goal - start
    if abs(way) <= step:
        return goal
    steps = max(1, abs(way) // (4 * step))
    return start + (steps * step if way > 0 else -steps * step)


_MOST_LINES_BELOW: Final = 8  # lines; more are not needed below a board
_FEWEST_LINES_BELOW: Final = 3  # lines; with fewer, the cells become small or the board scrolls
_COLUMN: Final = 34  # characters; the narrowest column of text beside a board
_WIDEST_COLUMN: Final = 60  # characters; longer lines are hard to read in a column


class Arrangement(NamedTuple):
    """How large the cells are, and where the sentences stand, by hand and watching.

    Only the size of the screen and that of the board decide, so no text moves the board.
    """

    tiles: Tiles
    beside: bool  # whether to the right of the board, else below it
    extent: int  # the width of the sentences beside the board, or their lines below it


def arrange(
    room: tuple[int, int],
    size_for: Callable[[Tiles], tuple[int, int]],
    choice: Sequence[Tiles] = SIZES,
    lines: tuple[int, int] = (_FEWEST_LINES_BELOW, _MOST_LINES_BELOW),
) -> Arrangement:
    """Arranges a board and its sentences: the first size of cells with which both fit, else the last.

    Args:
        room: For both, the width and the height in characters.
        size_for: How many characters wide and high the board is with cells of that size.
        choice: The sizes of cells.
        lines: How many lines of text do, and how many are plenty.
    """
    width, height = room
    few, plenty = lines
    beside = 0
    for tiles in choice:
        wide, high = size_for(tiles)
        below, beside = height - high, width - wide
        if wide <= width and below >= plenty:
            return Arrangement(tiles, False, plenty)
        if high <= height and beside >= _COLUMN:
            return Arrangement(tiles, True, min(beside, _WIDEST_COLUMN))
        if wide <= width and below >= few:
            return Arrangement(tiles, False, below)
    if beside >= _COLUMN:
        return Arrangement(choice[-1], True, min(beside, _WIDEST_COLUMN))
    return Arrangement(choice[-1], False, min(few, max(1, height // 3)))


class Viewport:
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
        tiles, room, lines = self._size_in_view(scene, size)
        wide, high = size_of(scene, tiles)
        if isinstance(focus, tuple):
            row, column = focus
            left = start_in_view(self._left, column * tiles.width, room, wide, tiles.width)
            top = start_in_view(self._top, row * tiles.height, lines, high, tiles.height)
            if self.glides:
                left, top = (
                    next_start(self._left, left, tiles.width),
                    next_start(self._top, top, tiles.height),
                )
            self._left, self._top = left, top
        self._left, self._top = min(self._left, wide - room), min(self._top, high - lines)
        for y in range(self._top, self._top + lines):
            yield screen_line(scene, tiles, y, self._left, room)

    def in_view(self, scene: Scene, size: tuple[int, int]) -> tuple[int, int, int, int]:
        """The rows and columns that are in view: the first of each, and those after the last."""
        tiles, room, lines = self._size_in_view(scene, size)
        top, left = self._top // tiles.height, self._left // tiles.width
        bottom, right = (self._top + lines) // tiles.height, (self._left + room) // tiles.width
        return top, left, bottom, right

    def arrangement(self, scene: Scene, size: tuple[int, int]) -> Arrangement:
        """Where the board and the texts stand on a screen of this size."""
        return arrange(size, partial(size_of, scene), lines=(self._below, self._below))

    def _size_in_view(self, scene: Scene, size: tuple[int, int]) -> tuple[Tiles, int, int]:
        """The size of the cells, and how many characters and lines of the board are shown."""
        width, height = size
        tiles, beside, extent = self.arrangement(scene, size)
        wide, high = size_of(scene, tiles)
        return tiles, min(wide, width), min(high, max(1, height - (0 if beside else extent)))
