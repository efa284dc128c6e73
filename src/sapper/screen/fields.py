"""Finds a board of known size without lines between its hidden cells, from the sides of the whole board.

A rectangle with an edge along its four sides may be the board. The right one has the fewest different cells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.engine_call import in_time
from sapper.screen.edges import LARGEST_PITCH, LEAST_PITCH, summed
from sapper.screen.grid import Grid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.edges import Edges, Plane, Steps

    Ints = NDArray[np.int_]
    Sums = NDArray[np.uint32]

_EDGE: Final = 0.2  # the least part of a full edge
_SIDE: Final = 0.7  # the least part of a side that has an edge
_SHORTEST: Final = 5 * LEAST_PITCH  # pixels of a side with an edge
_MOST_LINES: Final = 40  # that may be sides, of each kind
_BESIDE: Final = 2  # pixels beside such a line where no other one is
_OFF: Final = 2.5  # pixels that a board may be larger or smaller than its cells
_SQUARE: Final = 0.03  # how far the width and the height of a cell may differ
_TRIED: Final = 400  # rectangles
_POINTS: Final = 5  # across a cell that are compared
_ALIKE: Final = 22.0  # grey levels by which they may differ
_KEPT: Final = 4  # of them for a second look
_MOST_KINDS: Final = 60  # of cells; more is no board
_FIELDS: Final = 4
_MOVED: Final = 3  # pixels by which a board may lie beside its sides
_RESIZED: Final = 2  # and by which it may be smaller or larger


def find_fields(pixels: NDArray[np.uint8], edges: Edges, rows: int, columns: int) -> list[Grid]:
    """The rectangles that look like a board of some size, the likeliest first. They may overlap.

    Args:
        pixels: The picture, of shape (height, width, 3).
        edges: Its edges.
        rows: The number of rows.
        columns: The number of columns.

    Returns:
        The grids. The rules of the game decide which of them are boards.
    """
    sums = _summed(pixels)
    across, down = _Lines.of(edges.across), _Lines.of(edges.down)
    found: list[tuple[int, bool, float, Grid]] = []
    for pitches in (*edges.pitches, None):
        grids = _rectangles(across, down, (rows, columns), pitches)
        rated = [(_repeated(_points(sums, grid)), grid) for grid in in_time(grids, every=16)]
        rated.sort(key=lambda each: -each[0])
        for _, grid in rated[:_KEPT]:
            grid = _settled(sums, grid)
            points = _points(sums, grid)
            found.append((_kinds(points), pitches is None, _differs(points), grid))
    found.sort(key=lambda each: each[:3])
    return [grid for *_, grid in found[:_FIELDS]]


def _summed(pixels: NDArray[np.uint8]) -> Sums:
    """The sums of the colours above and left of each pixel, in whole numbers that hold ten million pixels."""
    sums = np.zeros((pixels.shape[0] + 1, pixels.shape[1] + 1, 3), dtype=np.uint32)
    np.cumsum(pixels, axis=1, dtype=np.uint32, out=sums[1:, 1:])
    for row in range(1, len(pixels)):
        sums[row + 1] += sums[row]
    return sums


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a picture that may be sides of a board, upright ones or level ones.

    Attributes:
        places: Where they are.
        sums: How many pixels of each line have an edge, up to each place along it.
    """

    places: Ints
    sums: Plane

    @staticmethod
    def of(steps: Steps) -> _Lines:
        """Takes those with the longest edges."""
        edges = steps.edges > _EDGE
        near = edges.copy()
        near[:, 1:] |= edges[:, :-1]
        near[:, :-1] |= edges[:, 1:]
        sums = summed(near.astype(np.float32))
        free = np.ones(sums.shape[1], dtype=bool)
        chosen: list[int] = []
        for line in np.argsort(-sums[-1] - steps.edges.sum(axis=0), kind="stable").tolist():
            if len(chosen) >= _MOST_LINES or sums[-1, line] < _SHORTEST:
                break
            if free[line]:
                chosen.append(line)
                free[max(0, line - _BESIDE) : line + _BESIDE + 1] = False
        lines = np.array(sorted(chosen), dtype=np.int_)
        return _Lines(lines + 1, sums[:, lines])  # a step lies at the edge of its second pixel

    def spans(self, count: int, pitch: float | None) -> tuple[Ints, Ints]:
        """Pairs of lines that may have this number of cells between them."""
        first, second = np.triu_indices(self.places.size, 1)
        sizes = self.places[second] - self.places[first]
        if pitch is None:
            fits = (sizes >= LEAST_PITCH * count) & (sizes <= LARGEST_PITCH * count)
        else:
            fits = np.abs(sizes - count * pitch) <= _OFF
        return first[fits], second[fits]

    def covered(self, starts: Ints, ends: Ints) -> NDArray[np.float32]:
        """The part of each line that has an edge, for each span along it; of shape (spans, lines)."""
        last = len(self.sums) - 1
        parts = self.sums[np.minimum(ends, last)] - self.sums[np.minimum(starts, last)]
        return np.asarray(parts / (ends - starts)[:, np.newaxis], dtype=np.float32)


def _rectangles(
    across: _Lines, down: _Lines, shape: tuple[int, int], pitches: tuple[float, float] | None
) -> list[Grid]:
    """The rectangles of cells with an edge along all sides, the best sides first.

    Without the width and the height of a cell, cells are squares.
    """
    width, height = pitches or (None, None)
    left, right = across.spans(shape[1], width)
    top, bottom = down.spans(shape[0], height)
    xs, ys = (across.places[left], across.places[right]), (down.places[top], down.places[bottom])
    upright, level = across.covered(*ys), down.covered(*xs).T
    sides = np.minimum(upright[:, left], upright[:, right])
    sides = np.minimum(sides, np.minimum(level[top], level[bottom]))
    if pitches is None:
        wide, high = (xs[1] - xs[0]) / shape[1], (ys[1] - ys[0]) / shape[0]
        sides[np.abs(wide / high[:, np.newaxis] - 1) > _SQUARE] = 0
    chosen = np.argwhere(sides >= _SIDE)
    order = np.argsort(-sides[chosen[:, 0], chosen[:, 1]], kind="stable")[:_TRIED]
    grids = []
    for row, column in chosen[order]:
        low_x, high_x, low_y, high_y = xs[0][column], xs[1][column], ys[0][row], ys[1][row]
        if pitches is not None:
            more_x, more_y = (
                (size * count - (high - low)) / 2
                for size, count, low, high in (
                    (pitches[0], shape[1], low_x, high_x),
                    (pitches[1], shape[0], low_y, high_y),
                )
            )
            low_x, high_x, low_y, high_y = low_x - more_x, high_x + more_x, low_y - more_y, high_y + more_y
        grids.append(Grid.between((low_x, low_y, high_x, high_y), *shape))
    return grids


def _settled(sums: Sums, grid: Grid) -> Grid:
    """The grid, moved and resized by some pixels so that cells are most like those beside them.

    Sides may be thick, or stand a little apart from the board.
    """
    for moved, most in (
        ((1, 0, 1, 0), _MOVED),
        ((0, 0, 1, 0), _RESIZED),
        ((0, 1, 0, 1), _MOVED),
        ((0, 0, 0, 1), _RESIZED),
    ):
        sides = np.array((grid.xs[0], grid.ys[0], grid.xs[-1], grid.ys[-1]))
        grids = []
        for step in sorted(range(-most, most + 1), key=abs):
            left, top, right, bottom = sides + step * np.array(moved)
            grids.append(Grid.between((left, top, right, bottom), grid.rows, grid.columns))
        grid = min(grids, key=lambda each: _differs(_points(sums, each)))
    return grid


def _points(sums: Sums, grid: Grid) -> NDArray[np.float64]:
    """Some mean colours of each cell, of shape (rows, columns, colours)."""
    xs, ys = (
        np.round(np.linspace(lines[0], lines[-1], _POINTS * (len(lines) - 1) + 1)).astype(np.int_)
        for lines in (grid.xs, grid.ys)
    )
    ys, xs = np.clip(ys, 0, len(sums) - 1), np.clip(xs, 0, sums.shape[1] - 1)
    totals = np.diff(np.diff(sums[ys][:, xs], axis=0), axis=1)
    parts: NDArray[np.float64] = totals / np.maximum(np.outer(np.diff(ys), np.diff(xs)), 1)[..., np.newaxis]
    cells = parts.reshape(grid.rows, _POINTS, grid.columns, _POINTS, 3).swapaxes(1, 2)
    return cells.reshape(grid.rows, grid.columns, -1)


def _repeated(points: NDArray[np.float64]) -> float:
    """How many cells are like one beside them, less at the sides than inside."""
    alike = _nearest(points, np.max) < _ALIKE
    ring = np.concatenate([alike[0], alike[-1], alike[:, 0], alike[:, -1]])
    return float(alike.mean() * ring.mean())


def _differs(points: NDArray[np.float64]) -> float:
    """How much cells differ from those beside them, in grey levels."""
    return float(np.minimum(_nearest(points, np.mean), _ALIKE).mean())


def _nearest(points: NDArray[np.float64], measure: Callable[..., Any]) -> NDArray[np.float64]:
    """The difference of each cell from the one beside, above or below it that is most like it."""
    nearest = np.full(points.shape[:2], np.inf)
    for axis in (0, 1):
        differs = measure(np.abs(np.diff(points, axis=axis)), axis=2)
        turned = nearest if axis == 0 else nearest.T
        differs = differs if axis == 0 else differs.T
        turned[1:] = np.minimum(turned[1:], differs)
        turned[:-1] = np.minimum(turned[:-1], differs)
    return nearest


def _kinds(points: NDArray[np.float64]) -> int:
    """The number of different cells."""
    left = points.reshape(-1, points.shape[2])
    kinds = 0
    while len(left) and kinds < _MOST_KINDS:
        left = left[np.abs(left - left[0]).max(axis=1) >= _ALIKE]
        kinds += 1
    return kinds + len(left)
