"""Finds a board again that has moved on the screen, or whose cells have another size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper import _engine

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper._engine import Grid
    from sapper.bot.board_sight import Cells, Pixels, Sight

_EQUAL_DIFFERENCE: Final = 2.0  # mean squared grey levels within which two places are equally good
SAME_SHARE: Final = 0.3
"""The least share of the cells that look the same at another place."""


def places_of(
    screen: Pixels, sight: Sight, before: Cells, *, thorough: bool = False
) -> Iterator[tuple[Sight, Cells]]:
    """The places where a board may lie now. Its old place comes last, if it still seems to be there.

    Args:
        screen: The whole screen.
        sight: What is known of the board.
        before: The looks of its cells when it was seen last.
        thorough: Whether to look for cells of other sizes although nothing around the board has changed.

    Yields:
        What is seen there, and the looks before in its numbers.
    """
    other_place: Sight | None = None
    if sight.last is not None and all(np.less_equal(sight.last.shape, screen.shape)):
        right, down = _offset_of(screen, sight.last, sight.box[:2])
        other = sight.at_offset(right, down)
        left, top, end, bottom = other.box
        now = screen[top:bottom, left:end]
        same = now.shape == sight.last.shape and ~sight.changes(sight.last, now)
        if np.mean(same) >= SAME_SHARE:
            other_place = other if right or down else None
            if sight.in_place(now) and (other_place is not None or not thorough):
                yield (sight if other_place is None else other_place), before
                return
            # Equal cells lie beside each other at many places, so they do not tell this one from others.
            telling = before != np.bincount(before.ravel()).argmax()
            if not telling.any() or (same & telling).sum() < SAME_SHARE * telling.sum():
                other_place = None
    for grids in _grids_like(screen, sight.grid):
        places = [
            (share, not sight.lies_in(grid), other, was)
            for grid in ((sight.grid, *grids) if thorough else grids)
            for other, was, share in sight.with_grid(grid, screen, before)
        ]
        if places:
            # Of places that are equally good, the one where the board was comes first.
            _, elsewhere, other, was = max(places, key=lambda each: each[0])
            yield (other, was) if elsewhere else (sight, before)
            return
    if other_place is not None:
        yield other_place, before


def _grids_like(screen: Pixels, before: Grid) -> Iterator[list[Grid]]:
    """The places that look like the board: those with lines between their cells, then others."""
    yield _engine.grids_like(screen, before)
    yield _engine.find_fields(screen, before.rows, before.columns)


def _offset_of(pixels: NDArray[np.uint8], before: NDArray[np.uint8], at: tuple[int, int]) -> tuple[int, int]:
    """Where the part of an earlier picture lies in a later one: by how many pixels right and down it moved.

    The place where the two differ least is taken, and the nearest if several are equal.

    Args:
        pixels: The later picture, of shape (height, width, 3).
        before: A part of the earlier one, at most as large.
        at: The left and upper edge of this part.
    """
    image, part = (each.mean(axis=2, dtype=np.float64) for each in (pixels, before))
    size = tuple(1 << (length - 1).bit_length() for length in image.shape)
    rows, columns = (whole - own + 1 for whole, own in zip(image.shape, part.shape, strict=True))
    spectrum = np.fft.rfft2(image, size)
    spectrum *= np.conj(np.fft.rfft2(part, size))
    products = np.fft.irfft2(spectrum, size)[:rows, :columns]
    sums = np.zeros((image.shape[0] + 1, image.shape[1] + 1))
    np.cumsum(np.cumsum(image**2, axis=0), axis=1, out=sums[1:, 1:])
    high, wide = part.shape
    squares = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    differs = (squares - 2 * products) / part.size
    best = np.argwhere(differs <= differs.min() + _EQUAL_DIFFERENCE)
    away = best - np.array(at)[::-1]
    down, right = away[np.abs(away).sum(axis=1).argmin()]
    return int(right), int(down)
