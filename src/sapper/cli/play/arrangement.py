"""How a board and its sentences share the screen, by hand and watching.

Only the size of the screen and that of the board decide, so no text moves the board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from sapper.cli.play.tiles import SIZES, Tiles

_PLENTY: Final = 8  # lines; more are not needed below a board
_FEW: Final = 3  # lines; with fewer, the cells become small or the board scrolls
_COLUMN: Final = 34  # characters; the narrowest column of text beside a board
_WIDEST: Final = 60  # characters; longer lines are hard to read in a column


class Arrangement(NamedTuple):
    """How large the cells are, and where the sentences stand."""

    tiles: Tiles
    beside: bool  # whether to the right of the board, else below it
    extent: int  # the width of the sentences beside the board, or their lines below it


def arranged(
    room: tuple[int, int],
    needed: Callable[[Tiles], tuple[int, int]],
    choice: Sequence[Tiles] = SIZES,
    lines: tuple[int, int] = (_FEW, _PLENTY),
) -> Arrangement:
    """Arranges a board and its sentences: the first size of cells with which both fit, else the last.

    Args:
        room: For both, the width and the height in characters.
        needed: How many characters wide and high the board is with cells of that size.
        choice: The sizes of cells.
        lines: How many lines of text do, and how many are plenty.
    """
    width, height = room
    few, plenty = lines
    beside = 0
    for tiles in choice:
        wide, high = needed(tiles)
        below, beside = height - high, width - wide
        if wide <= width and below >= plenty:
            return Arrangement(tiles, False, plenty)
        if high <= height and beside >= _COLUMN:
            return Arrangement(tiles, True, min(beside, _WIDEST))
        if wide <= width and below >= few:
            return Arrangement(tiles, False, below)
    if beside >= _COLUMN:
        return Arrangement(choice[-1], True, min(beside, _WIDEST))
    return Arrangement(choice[-1], False, min(few, max(1, height // 3)))
