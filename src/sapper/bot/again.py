"""Looks for a board again where the picture does not fit what is remembered of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper.screen.again import grids_like, moved_to

if TYPE_CHECKING:
    from sapper.bot.sight import Cells, Pixels, Sight

_UNCHANGED: Final = 0.3  # the least share of the cells that look the same at another place


def found_again(
    screen: Pixels, sight: Sight, before: Cells, *, thorough: bool = False
) -> Iterator[tuple[Sight, Cells]]:
    """The places where a board may lie now, in the end also the one where it was if it seems to be there.

    Args:
        screen: The whole screen.
        sight: What is known of the board.
        before: The looks of its cells when it was seen last.
        thorough: Whether to look for cells of other sizes although nothing around the board has changed.

    Yields:
        What is seen there, and the looks before in its numbers.
    """
    moved: Sight | None = None
    if sight.last is not None and all(np.less_equal(sight.last.shape, screen.shape)):
        right, down = moved_to(screen, sight.last, sight.box[:2])
        other = sight.moved(right, down)
        left, top, end, bottom = other.box
        now = screen[top:bottom, left:end]
        if now.shape == sight.last.shape and 1 - sight.changed(sight.last, now).mean() >= _UNCHANGED:
            moved = other if right or down else None
            if sight.in_place(now) and (moved is not None or not thorough):
                yield (sight if moved is None else moved), before
                return
    for grids in grids_like(screen, sight.grid):
        found = [
            (share, not sight.lies_in(grid), other, was)
            for grid in ((sight.grid, *grids) if thorough else grids)
            for other, was, share in sight.resized(grid, screen, before)
        ]
        if found:
            # Of places that are equally good, the one where the board was comes first.
            _, elsewhere, other, was = max(found, key=lambda each: each[0])
            yield (other, was) if elsewhere else (sight, before)
            return
    if moved is not None:
        yield moved, before
