"""Where the rows and columns of a board lie now, by the drawings that its cells had before.

Columns that are as wide as what is in them change their widths one by one, and often no line shows them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper import _engine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sapper._engine import Grid

    Pixels = NDArray[np.uint8]
    Grey = NDArray[np.float64]
    Mask = NDArray[np.bool_]

MOST_DIFFERENCE: Final = 0.1
"""The most mean squared difference of equal drawings, as a part of the variance of their pixels."""
_NEAR: Final = 3  # how far from its old place the board may lie, in cells
_INK: Final = 12  # grey levels by which a drawing differs from the ground of its cell
_SIDE: Final = 0.1  # of a cell, where nothing is drawn
_MARGIN: Final = 2  # pixels around a drawing that are compared, too
_SAME_LINE: Final = 2  # pixels by which drawings of one row or column may be off
_SAME_CELL: Final = 0.25  # of a cell, between its middle and that of its drawing
_OFF: Final = 0.1  # how much less one counts for each of these pixels
_GAPS: Final = (0.45, 1.8)  # the least and the most distance of two columns, as a part of that before
_STRAY: Final = 0.01  # the part of a drawing that counts less for each cell by which a row has moved
_NEW: Final = 0.1  # how much a new digit in a row and a column counts, where a known drawing counts 1
_LEAST_SHARE: Final = 0.1  # the least share of the drawings that are still there


@dataclass(frozen=True)
class _Drawing:
    """What is drawn in the cells of one look. Places are of the middle of a cell: down, right.

    Attributes:
        cells: The cells that had it.
        places: Where it is now.
        low: How far it reaches from the middle of the cell up and left.
        high: And down and right.
        counts: How much it counts in each cell.
    """

    cells: Mask
    places: Grey
    low: Grey
    high: Grey
    counts: float = 1.0

    def turned(self) -> _Drawing:
        """The same with rows and columns exchanged."""
        return _Drawing(self.cells.T, self.places[:, ::-1], self.low[::-1], self.high[::-1], self.counts)


@dataclass(frozen=True)
class Layout:
    """How a board lies on the screen.

    Attributes:
        grid: The lines between the cells.
        xs: For each column, where the middle is of what it showed before: drawings need not be in the middle.
        ys: The same for each row.
    """

    grid: Grid
    xs: Grey
    ys: Grey

    @classmethod
    def of(cls, grid: Grid) -> Layout:
        """A layout in which cells have their middles between their lines."""
        xs, ys = np.array(grid.xs), np.array(grid.ys)
        return cls(grid, (xs[:-1] + xs[1:]) / 2, (ys[:-1] + ys[1:]) / 2)

    def at_offset(self, right: int, down: int) -> Layout:
        """The same at another place."""
        return Layout(self.grid.at_offset(right, down), self.xs + right, self.ys + down)


def layout_by_drawings(
    screen: Pixels, layout: Layout, last: Pixels, looks: NDArray[np.int64], grid_in_last: Grid
) -> Layout | None:
    """The layout in which most drawings of a board lie in rows and columns as they did before.

    Args:
        screen: The whole screen now.
        layout: Where the board lay before.
        last: An earlier picture of it.
        looks: The look of each cell then, with the shape of the board.
        grid_in_last: The lines between the cells in that picture.

    Returns:
        The layout; None if too few drawings are there.
    """
    grid = layout.grid
    reach = round(_NEAR * grid.size)
    left, top = (max(0, edge - reach) for edge in grid.box[:2])
    right, bottom = (edge + reach for edge in grid.box[2:])
    now = Matcher(screen[top:bottom, left:right].mean(axis=2))
    earlier = last.mean(axis=2)
    drawings = [
        drawing
        for number in np.unique(looks).tolist()
        if (drawing := _find(looks == number, earlier, grid_in_last, now)) is not None
    ]
    most = sum(np.count_nonzero(each.cells) for each in drawings)
    if not most:
        return None
    known = np.concatenate([each.places for each in drawings])
    drawings += _digits_in(np.ascontiguousarray(screen[top:bottom, left:right]), grid, known)
    turned = [drawing.turned() for drawing in drawings]
    downs, rights = layout.ys - top, layout.xs - left
    ys, _ = _settle(drawings, None, downs)
    xs, _ = _settle(turned, ys, rights)
    ys, _ = _settle(drawings, xs, downs)
    xs, count = _settle(turned, ys, rights)
    if count < _LEAST_SHARE * most:
        return None
    before = grid.at_offset(-left, -top)
    x_lines, xs = _lines(turned, xs, ys, np.array(before.xs), rights)
    y_lines, ys = _lines(drawings, ys, xs, np.array(before.ys), downs)
    # What reaches into the next row is no drawing of one cell.
    if any(np.diff(each).min() < _GAPS[0] * grid.size for each in (x_lines, y_lines)):
        return None
    return Layout(_engine.Grid((x_lines + left).tolist(), (y_lines + top).tolist()), xs + left, ys + top)


def _find(cells: Mask, earlier: Grey, grid: Grid, now: Matcher) -> _Drawing | None:
    """What is drawn in some cells, and where it is now; None if nothing is, or if it is nowhere."""
    row, column = np.argwhere(cells)[0].tolist()
    (top, bottom), (left, right) = (
        (round(lines[place]), round(lines[place + 1])) for lines, place in ((grid.ys, row), (grid.xs, column))
    )
    # Lines between cells may be some pixels off, so that a side has a part of the next cell.
    aside = max(1, round(_SIDE * grid.size))
    top, bottom, left, right = top + aside, bottom - aside, left + aside, right - aside
    cell = earlier[top:bottom, left:right]
    ground = np.median(np.concatenate([cell[0], cell[-1], cell[:, 0], cell[:, -1]]))
    ink = np.argwhere(np.abs(cell - ground) > _INK)
    if not ink.size:
        return None
    low, high = ink.min(axis=0), ink.max(axis=0) + 1
    start = np.maximum(low - _MARGIN, 0)
    drawing = cell[start[0] : high[0] + _MARGIN, start[1] : high[1] + _MARGIN]
    places = _places_of(drawing, now)
    if not 0 < len(places) <= 2 * cells.size:
        return None
    middle = np.array([np.mean(grid.ys[row : row + 2]) - top, np.mean(grid.xs[column : column + 2]) - left])
    return _Drawing(cells, places + (middle - start), middle - low, high - middle)


def _digits_in(picture: Pixels, grid: Grid, known: Grey) -> list[_Drawing]:
    """What may be a new digit of any cell, as one drawing; nothing if there is none.

    Args:
        picture: What is near the board.
        grid: Of the board before.
        known: The middles of the cells with drawings that are known.
    """
    boxes = np.unique([box for box, _ in _engine.cut_signs(picture)], axis=0).reshape(-1, 2, 2)[..., ::-1]
    boxes = boxes[(boxes[:, 1] - boxes[:, 0] < grid.size).all(axis=1)]
    if not len(boxes):
        return []
    middles = boxes.mean(axis=1)
    away = known - middles[:, np.newaxis]
    boxes = boxes[(np.abs(away).max(axis=2) > _SAME_CELL * grid.size).all(axis=1)]
    # The lines of the board may be some pixels off. Then all drawings are as much off the middle.
    off = np.zeros(2)
    for axis in (0, 1):
        nearest = away[np.arange(len(away)), np.abs(away[..., axis]).argmin(axis=1), axis]
        nearest = nearest[np.abs(nearest) <= _SAME_CELL * grid.size]
        off[axis] = np.median(nearest) if nearest.size else 0
    if not len(boxes):
        return []
    half = np.median(boxes[:, 1] - boxes[:, 0], axis=0) / 2
    cells = np.ones((grid.rows, grid.columns), dtype=bool)
    return [_Drawing(cells, boxes.mean(axis=1) + off, half + off, half - off, _NEW)]


def _places_of(drawing: Grey, picture: Matcher) -> NDArray[np.int_]:
    """The upper left corners of the places where a drawing is in a picture, of shape (places, 2)."""
    if any(np.greater_equal(drawing.shape, picture.shape)):
        return np.zeros((0, 2), dtype=np.int_)
    differs = picture.differences(drawing)
    most = MOST_DIFFERENCE * drawing.var()
    corners = np.argwhere(differs <= most)
    corners = corners[np.argsort(differs[tuple(corners.T)], kind="stable")]
    places: list[NDArray[np.int_]] = []
    while corners.size:  # the best of those that are near each other
        places.append(corners[0])
        corners = corners[np.abs(corners - corners[0]).max(axis=1) > _SAME_LINE]
    return np.array(places, dtype=np.int_).reshape(-1, 2)


class Matcher:
    """Compares a picture with parts of others."""

    def __init__(self, picture: Grey) -> None:
        """Takes time and memory in proportion to the pixels, and so does each comparison."""
        self.shape = picture.shape
        self._size = tuple(1 << (length - 1).bit_length() for length in picture.shape)
        self._spectrum = np.fft.rfft2(picture, self._size)
        self._sums = np.zeros((picture.shape[0] + 1, picture.shape[1] + 1))
        np.cumsum(np.cumsum(picture**2, axis=0), axis=1, out=self._sums[1:, 1:])

    def differences(self, part: Grey) -> Grey:
        """The mean squared difference, for each place where the part fits into the picture."""
        rows, columns = (whole - own + 1 for whole, own in zip(self.shape, part.shape, strict=True))
        spectrum = self._spectrum * np.conj(np.fft.rfft2(part, self._size))
        products = np.fft.irfft2(spectrum, self._size)[:rows, :columns]
        high, wide = part.shape
        sums = self._sums
        squares = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
        return np.asarray((squares + (part**2).sum() - 2 * products) / part.size)


def _nearness(lines: Grey, places: Grey) -> Grey:
    """How near places are to lines, from 0 to 1, of shape (lines, places)."""
    away = np.abs(lines[:, np.newaxis] - places)
    return np.where(away <= _SAME_LINE, 1 - _OFF * away, 0)


def _settle(drawings: Sequence[_Drawing], across: Grey | None, before: Grey) -> tuple[Grey, float]:
    """Where the middles of the rows lie, so that most drawings are where they were.

    Args:
        drawings: Those of the board.
        across: The middles of the columns; None if they are not known.
        before: The middles of the rows before.

    Returns:
        The middles, nan where no drawing tells, and how many drawings are there.
    """
    count, pitch = len(before), float(np.diff(before).mean())
    candidates = np.unique(np.concatenate([each.places[:, 0] for each in drawings] or [np.zeros(0)]))
    middles = np.full(count, np.nan)
    if not candidates.size:
        return middles, 0.0
    counts = np.zeros((count, len(candidates)))
    for each in drawings:
        near = _nearness(candidates, each.places[:, 0])
        if across is None:
            in_row = each.cells.sum(axis=1)[:, np.newaxis]
            counts += each.counts * np.minimum(in_row, near.sum(axis=1))
        else:
            beside = _nearness(across, each.places[:, 1])
            counts += each.counts * each.cells @ np.minimum(1, near @ beside.T).T
    counts -= _STRAY / pitch * np.abs(candidates - before[:, np.newaxis])
    best, came_from = counts.copy(), np.full((count, len(candidates), 2), -1)
    gaps = (candidates[:, np.newaxis] - candidates) / pitch
    for row in range(count):
        for skipped in range(1, row + 1):
            least, most = (skipped * each for each in _GAPS)
            total = best[row - skipped] + counts[row][:, np.newaxis]
            total[(gaps < least) | (gaps > most)] = -np.inf
            previous = total.argmax(axis=1)
            total = total[np.arange(len(candidates)), previous]
            better = total > best[row]
            best[row][better] = total[better]
            came_from[row][better] = np.stack([np.full(len(candidates), row - skipped), previous], 1)[better]
    row, place = divmod(int(best.argmax()), best.shape[1])
    total_count = float(best[row, place])
    while row >= 0:
        if counts[row, place] > 0:
            middles[row] = candidates[place]
        row, place = came_from[row, place].tolist()
    return middles, total_count


def _lines(
    drawings: Sequence[_Drawing], middles: Grey, across: Grey, before: Grey, middles_before: Grey
) -> tuple[Grey, Grey]:
    """The lines between rows, and the middles of all rows.

    A row is as high as before if its largest drawings are still there. Other lines lie half-way between the
    drawings in rows beside each other.
    """
    count = len(middles)
    height_before, reach, largest = np.zeros(count), np.zeros((2, count)), np.zeros(count)
    exact = middles.copy()
    for each in drawings:
        size = each.low[0] + each.high[0]
        if each.counts == 1:
            height_before = np.maximum(height_before, each.cells.any(axis=1) * size)
        near, beside = _nearness(middles, each.places[:, 0]) > 0, _nearness(across, each.places[:, 1]) > 0
        is_here = near & (each.cells.astype(int) @ beside > 0)
        reach = np.maximum(reach, is_here.any(axis=1) * np.array([[each.low[0]], [each.high[0]]]))
        # Digits of different widths are off the middle by a pixel, so the largest drawing tells.
        for row in np.flatnonzero(is_here.any(axis=1) & (size > largest)):
            largest[row], exact[row] = size, np.median(each.places[is_here[row], 0])
    middles, (low, high) = exact, reach
    numbers, known = np.arange(count), np.flatnonzero(~np.isnan(middles))
    pitch = (before[-1] - before[0]) / count
    middles = np.interp(numbers, known, middles[known])
    middles -= pitch * np.maximum(0, known[0] - numbers)
    middles += pitch * np.maximum(0, numbers - known[-1])
    is_same = (low + high > 0) & (low + high >= height_before - 1)
    to_low, to_high = middles_before - before[:-1], before[1:] - middles_before
    between = (middles[:-1] + high[:-1] + middles[1:] - low[1:]) / 2
    as_before = ((middles + to_high)[:-1] + (middles - to_low)[1:]) / 2
    between = np.where(is_same[:-1] & is_same[1:], as_before, between)
    first = to_low[0] if is_same[0] else between[0] - middles[0]
    last = to_high[-1] if is_same[-1] else middles[-1] - between[-1]
    return np.concatenate([[middles[0] - first], between, [middles[-1] + last]]), middles
