"""Finds a board of known size again in a later picture: it moved, or its cells are larger, or not equal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.engine_call import in_time
from sapper.screen.edges import Edges
from sapper.screen.fields import find_fields
from sapper.screen.grid import Grid, find_grids
from sapper.screen.looks import Faces, looks_of
from sapper.screen.outline import trimmed, widened

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.edges import Plane

_CANDIDATES: Final = 3  # places of the picture that are tried
_ALONG: Final = 0.45  # the least share of a line between cells that has an edge
_EDGE: Final = 0.2  # the least part of a full edge
_CLUSTER: Final = 4  # edges at most so many pixels apart are of one line
_GAPS: Final = (0.72, 1.4)  # the least and the most width of a cell, as parts of the usual one
_EQUAL: Final = 2.0  # mean squared grey levels within which two places are equally good


def moved_to(pixels: NDArray[np.uint8], before: NDArray[np.uint8], at: tuple[int, int]) -> tuple[int, int]:
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
    best = np.argwhere(differs <= differs.min() + _EQUAL)
    away = best - np.array(at)[::-1]
    down, right = away[np.abs(away).sum(axis=1).argmin()]
    return int(right), int(down)


def grids_like(pixels: NDArray[np.uint8], before: Grid) -> Iterator[list[Grid]]:
    """The places that look like a board with as many rows and columns as one before.

    Args:
        pixels: The picture, of shape (height, width, 3).
        before: Where the board was.

    Yields:
        Those with lines between their cells, the ones with the fewest different cells first, then others.
    """
    edges, shape = Edges.of(pixels), (before.rows, before.columns)
    lined = list(_uneven(edges, before, *shape))
    for grid in in_time(find_grids(edges)[:_CANDIDATES], every=1):
        wide, cells = widened(pixels, grid)
        equal = trimmed(pixels, wide, cells)[0], wide, grid
        lined += [each for each in equal if (each.rows, each.columns) == shape][:1]
        lined += _uneven(edges, grid, *shape)
    yield sorted(dict.fromkeys(lined), key=lambda each: len(looks_of(Faces.of(pixels, each))))
    yield find_fields(pixels, edges, *shape)


def _uneven(edges: Edges, part: Grid, rows: int, columns: int) -> Iterator[Grid]:
    """Boards of which a part was found, if their columns or rows have widths or heights of their own.

    Programs whose rows and columns are as large as what is in them have such boards.
    """
    left, top, right, bottom = part.box
    for xs in _runs(edges.across.edges[max(0, top) : bottom], part.width, columns):
        for ys in _runs(edges.down.edges[max(0, round(xs[0])) : round(xs[-1])], part.height, rows):
            if xs[0] < right and xs[-1] > left and ys[0] < bottom and ys[-1] > top:
                yield Grid(xs, ys)


def _runs(edges: Plane, pitch: float, count: int) -> Iterator[tuple[float, ...]]:
    """The lines around some cells beside each other, from the edges of a band across them."""
    along = (edges > _EDGE).mean(axis=0)
    lines = list(_clusters(np.flatnonzero(along >= _ALONG)))
    run: list[tuple[float, float]] = []
    for line in lines:
        low, high = (share * pitch for share in _GAPS)
        gap = sum(line) / 2 - sum(run[-1]) / 2 if run else pitch
        if not low <= gap <= high:
            run = []
        run.append(line)
        if len(run) > count:
            yield _places(run[-count - 1 :])


def _clusters(places: NDArray[Any]) -> Iterator[tuple[float, float]]:
    """Where edges that are near each other begin and end."""
    if not places.size:
        return
    cuts = np.flatnonzero(np.diff(places) > _CLUSTER) + 1
    for low, high in pairwise([0, *cuts.tolist(), places.size]):
        yield float(places[low]) + 1.5, float(places[high - 1]) + 1.5


def _places(lines: list[tuple[float, float]]) -> tuple[float, ...]:
    """The middles of lines. Of the outer ones, only the half inside the board counts."""
    half = float(np.median([high - low for low, high in lines[1:-1]])) / 2
    inner = [(low + high) / 2 for low, high in lines[1:-1]]
    return (lines[0][1] - half, *inner, lines[-1][0] + half)
