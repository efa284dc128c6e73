"""Tells the cells of a board apart by how they look. Knows nothing of what the looks mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.deadline import in_time

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.grid import Grid

    Patches = NDArray[np.float32]

MOST_LOOKS: Final = 60
"""Looks of one board. A picture with more is no board, or too noisy to read."""

_SIDES: Final = (12, 32)  # the least and the most points across a cell that are compared
_BORDER: Final = 0.14  # the part of a cell at each side where its border is
_BLURRED: Final = 18  # pixels of a cell from where two by two are averaged, so that dither is plain
_INK: Final = 26.0  # grey levels from the ground of the cell, from where a point is ink
_SEEN: Final = 0.5  # the part of that from where a point belongs to the drawing
_FULL: Final = 0.7  # the part of the strongest ink from where a point is ink altogether
_PLAIN: Final = 0.004  # the least part of a cell that is ink, if anything is drawn on it
_ALIKE: Final = 0.22  # the largest difference of two drawings that are the same, as a part of their ink
_SAME_GROUND: Final = 22.0  # the largest difference of the grounds of cells of one look, in grey levels
_SAME_BORDER: Final = 10.0  # and of their borders


@dataclass(frozen=True, slots=True)
class Look:
    """Cells that look the same.

    Attributes:
        cells: Their numbers, row by row; the first is the example.
        plain: Whether nothing is drawn on them.
        ground: The colour behind the drawing, in 3 channels.
        border: The colours along the four sides, relative to the ground.
        drawing: What is drawn on the example, 0 to 1 for each point, cut to its size; empty if plain.
        placed: Where the drawing lies in the cell: left, top, right, bottom, from 0 to 1.
        ink: What stands out from the ground of the example, in 3 channels for each point.
    """

    cells: NDArray[np.int_]
    plain: bool
    ground: NDArray[np.float32]
    border: NDArray[np.float32]
    drawing: NDArray[np.float32]
    placed: tuple[float, float, float, float]
    ink: Patches


def looks_of(pixels: NDArray[np.uint8], grid: Grid, known: Sequence[Look] = ()) -> list[Look]:
    """The looks of the cells of a grid; at most `MOST_LOOKS` + 1 of them that are not known.

    Args:
        pixels: The picture.
        grid: Where the cells lie.
        known: Looks of the same board in earlier pictures. They come first, in their order, each with the
            cells that it has now, which may be none.

    Returns:
        The looks; those that are not known come by how frequent they are.
    """
    side = int(np.clip(round(min(grid.width, grid.height)), *_SIDES))
    patches = _patches(pixels, grid, side)
    margin = max(1, round(_BORDER * side))
    inner = patches[:, margin:-margin, margin:-margin]
    around = np.ones(inner.shape[1:3], dtype=bool)
    around[margin:-margin, margin:-margin] = False
    grounds = np.median(inner[:, around], axis=1)
    inks = inner - grounds[:, np.newaxis, np.newaxis]
    borders = _borders(patches, margin) - grounds[:, np.newaxis]
    strengths = np.abs(inks).max(axis=3)
    inks[strengths < _INK / 2] = 0  # noise
    inside = strengths[:, 1:-1, 1:-1]  # a line at the edge is of the border
    plain = (inside > _INK).mean(axis=(1, 2)) < _PLAIN
    left = np.ones(len(patches), dtype=bool)

    def like(example: Look) -> NDArray[np.int_]:
        near = left & (plain == example.plain)
        near &= np.abs(grounds - example.ground).max(axis=1) < _SAME_GROUND
        if example.plain:
            near &= np.abs(borders - example.border).mean(axis=(1, 2)) < _SAME_BORDER
        else:
            numbers = np.flatnonzero(near)
            near[numbers] = _same_drawing(inks[numbers], example.ink)
        return np.flatnonzero(near)

    again = []
    for look in known:
        again.append(replace(look, cells=like(look)))
        left[again[-1].cells] = False
    looks: list[Look] = []
    while left.any() and len(looks) <= MOST_LOOKS:
        first = int(np.argmax(left))
        drawing, placed = _drawing(strengths[first], plain[first])
        look = Look(
            np.array([first]),
            bool(plain[first]),
            grounds[first],
            borders[first],
            drawing,
            placed,
            inks[first],
        )
        look = replace(look, cells=np.union1d(look.cells, like(look)))
        left[look.cells] = False
        looks.append(look)
    looks = again + looks
    flat = [number for number, look in enumerate(looks) if look.plain]
    if len(flat) > 1:
        # The first look took what is within its limits, which may be nearer to another one.
        cells = np.concatenate([looks[number].cells for number in flat])
        away = [
            np.abs(grounds[cells] - looks[number].ground).max(axis=1)
            + np.abs(borders[cells] - looks[number].border).mean(axis=(1, 2))
            for number in flat
        ]
        nearest = np.argmin(away, axis=0)
        for place, number in enumerate(flat):
            looks[number] = replace(looks[number], cells=np.sort(cells[nearest == place]))
    new = sorted((look for look in looks[len(known) :] if look.cells.size), key=lambda look: -len(look.cells))
    return looks[: len(known)] + new


def _patches(pixels: NDArray[np.uint8], grid: Grid, side: int) -> Patches:
    """The cells as squares of `side` points: the means of the pixels under each, to parts of a pixel."""
    xs = grid.left + grid.width * np.arange(grid.columns * side + 1) / side
    ys = grid.top + grid.height * np.arange(grid.rows * side + 1) / side
    low_x, low_y = max(0, int(xs[0]) - 2), max(0, int(ys[0]) - 2)
    part = pixels[low_y : int(ys[-1]) + 3, low_x : int(xs[-1]) + 3].astype(np.float32)
    shift = 0.0
    if min(grid.width, grid.height) >= _BLURRED:
        part = (part[1:] + part[:-1]) * np.float32(0.5)
        part = (part[:, 1:] + part[:, :-1]) * np.float32(0.5)
        shift = 0.5
    part = _along(part, ys - low_y - shift)
    part = _along(part.swapaxes(0, 1), xs - low_x - shift).swapaxes(0, 1)
    cells = part.reshape(grid.rows, side, grid.columns, side, 3).swapaxes(1, 2)
    return np.ascontiguousarray(cells.reshape(-1, side, side, 3))


def _along(values: Patches, cuts: NDArray[np.float64]) -> Patches:
    """The means of rows between cuts, which need not lie between whole rows."""
    sums = np.concatenate(
        [np.zeros_like(values[:1], dtype=np.float64), np.cumsum(values, axis=0, dtype=np.float64)]
    )
    cuts = np.clip(cuts, 0, len(values))
    whole = np.minimum(cuts.astype(int), len(values) - 1)
    part = (cuts - whole)[:, np.newaxis, np.newaxis]
    at = sums[whole] * (1 - part) + sums[whole + 1] * part
    widths = np.maximum(np.diff(cuts), 1e-6)[:, np.newaxis, np.newaxis]
    means: Patches = (np.diff(at, axis=0) / widths).astype(np.float32)
    return means


def _borders(patches: Patches, margin: int) -> NDArray[np.float32]:
    """The mean colours of the four sides of each cell, of shape (cells, 4, 3)."""
    middle = slice(2 * margin, -2 * margin)
    sides = (
        patches[:, :margin, middle],
        patches[:, -margin:, middle],
        patches[:, middle, :margin],
        patches[:, middle, -margin:],
    )
    return np.stack([side.mean(axis=(1, 2)) for side in sides], axis=1)


def _same_drawing(inks: Patches, example: Patches) -> NDArray[np.bool_]:
    """Which drawings are the same as one, up to a shift by one point."""
    size = example.shape[0]
    total = float(np.abs(example).sum())
    totals = np.abs(inks).sum(axis=(1, 2, 3))
    same = np.zeros(len(inks), dtype=bool)
    for down in (0, -1, 1):
        for right in in_time((0, -1, 1), every=1):
            here = slice(max(0, down), size + min(0, down)), slice(max(0, right), size + min(0, right))
            there = slice(max(0, -down), size + min(0, -down)), slice(max(0, -right), size + min(0, -right))
            left = np.flatnonzero(~same)
            away = np.abs(inks[left][:, here[0], here[1]] - example[there]).sum(axis=(1, 2, 3))
            same[left] = away < _ALIKE * np.minimum(total, totals[left])
    return same


def _drawing(strengths: Any, plain: Any) -> tuple[NDArray[np.float32], tuple[float, float, float, float]]:
    """What is drawn, cut to its size, and where in the inner part of the cell."""
    nothing = np.zeros((0, 0), dtype=np.float32), (0.0, 0.0, 0.0, 0.0)
    if plain:
        return nothing
    size = len(strengths)
    shape = np.minimum(strengths / (_FULL * strengths.max()), 1)  # some digits have an outline
    seen = shape > _SEEN
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    low, high, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    return shape[low:high, left:right], (left / size, low / size, right / size, high / size)
