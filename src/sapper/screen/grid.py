"""Finds the grid of a board in a picture, from the edges that repeat across and down.

The borders of cells are straight edges at equal distances. No look of any program is known here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.engine_call import in_time
from sapper.screen.edges import FEWEST, LARGEST_PITCH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.edges import Edges, Plane, Steps

_PLAIN: Final = 7.0  # a step of this many grey levels at a side of a cell is enough for a frame
_FITS: Final = 3  # how often a fit is repeated, each time with better lines
_SEEDS: Final = 6  # places of the picture where a fit begins, for each pair
_AROUND: Final = 4  # blocks of half a cell, on each side of a place, that are looked at together
_HOPELESS: Final = 0.3  # a fit is given up if its score is below this share of the best score so far
_END: Final = 255.0  # grey levels at the end of the picture
_STRAY: Final = 1.5  # a line this many pixels from its even place does not count for the fit
_UNEVEN: Final = 1.0  # if a line is more pixels than this from its even place, lines have places of their own
_STEP: Final = 1.0  # the most pixels by which a cell may be wider or narrower than the others
_CLEAR: Final = 0.3  # the least share of the usual edges with which a line has a place of its own
_OUTERMOST: Final = 3  # cells at a side whose mean size continues beside the board
_KEPT: Final = 0.15  # a fit begins where at least this share of the edges lies on lines
_WEAK: Final = 0.12  # the least share of the usual edge that an outer side must have
_ENOUGH: Final = 3.0  # an outer side with an edge of this many grey levels needs no more
_OUTER: Final = 0.6  # the least share of an outer side of a board that has an edge
_HALVED: Final = 0.15  # lines with less than this share of the edges of the lines between them are no lines
_FULL: Final = 0.9  # what is framed by more than this is surely a cell
_UNFRAMED: Final = 0.2  # a cell that is framed by less than this counts against the rectangle


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cells of a board lie in a picture. Some programs draw cells that differ by a pixel.

    Attributes:
        xs: The places of the lines from left to right, in pixels; one more than there are columns.
        ys: The places of the lines from top to bottom; one more than there are rows.
    """

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.ys) - 1

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self.xs) - 1

    @property
    def width(self) -> float:
        """The mean width of a cell."""
        return (self.xs[-1] - self.xs[0]) / self.columns

    @property
    def height(self) -> float:
        """The mean height of a cell."""
        return (self.ys[-1] - self.ys[0]) / self.rows

    @property
    def size(self) -> float:
        """The smaller of the mean width and height."""
        return min(self.width, self.height)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The left, upper, right and lower edge, rounded to pixels."""
        return round(self.xs[0]), round(self.ys[0]), round(self.xs[-1]), round(self.ys[-1])

    @staticmethod
    def between(box: tuple[float, float, float, float], rows: int, columns: int) -> Grid:
        """The grid of equal cells between the left, upper, right and lower edge of a board."""
        left, top, right, bottom = map(float, box)
        return Grid(
            tuple(left + (right - left) * number / columns for number in range(columns + 1)),
            tuple(top + (bottom - top) * number / rows for number in range(rows + 1)),
        )

    def overlaps(self, other: Grid) -> bool:
        """Whether a place is in both."""
        left, top, right, bottom = self.box
        box = other.box
        return left < box[2] and box[0] < right and top < box[3] and box[1] < bottom

    def middle(self, row: int, column: int) -> tuple[int, int]:
        """The pixel in the middle of a cell."""
        (left, right), (top, bottom) = self.xs[column : column + 2], self.ys[row : row + 2]
        return round((left + right) / 2), round((top + bottom) / 2)

    def moved(self, right: float, down: float) -> Grid:
        """The grid at another place."""
        return Grid(tuple(x + right for x in self.xs), tuple(y + down for y in self.ys))

    def grown(self, up: int, left: int, down: int, right: int) -> Grid:
        """The grid with some more rows and columns on each side, or fewer."""
        return Grid(_longer(self.xs, left, right), _longer(self.ys, up, down))


def _longer(lines: tuple[float, ...], before: int, after: int) -> tuple[float, ...]:
    """Lines with some more on each side, or fewer, at the distance that the outer ones have."""
    near = min(_OUTERMOST, len(lines) - 1)
    first, last = (lines[near] - lines[0]) / near, (lines[-1] - lines[-1 - near]) / near
    kept = lines[max(0, -before) : len(lines) + min(0, after)]
    more = tuple(lines[0] - first * count for count in range(before, 0, -1))
    return (*more, *kept, *(lines[-1] + last * count for count in range(1, after + 1)))


def find_grids(edges: Edges) -> list[Grid]:
    """The places that look like boards, the most cells first. Places do not overlap.

    Args:
        edges: Those of the picture.

    Returns:
        The grids. The rules of the game decide which of them are boards.
    """
    across, down = edges.across, edges.down
    found: list[tuple[float, Grid]] = []
    for width, height in edges.pitches:
        for area in in_time(_seeds(across, down, width, height), every=1):
            if any(_covers(grid, area, width) for _, grid in found):
                continue
            fitted = _fitted(area, across, down, (width, height), max((each for each, _ in found), default=0))
            if fitted is not None:
                found.append(fitted)
    return list(_apart(found))


def _covers(grid: Grid, area: tuple[int, int, int, int], width: float) -> bool:
    """Whether a grid of nearly this pitch has the middle of an area."""
    left, top, right, bottom = grid.box
    across, down = (area[0] + area[2]) / 2, (area[1] + area[3]) / 2
    return left < across < right and top < down < bottom and abs(grid.width / width - 1) < 0.03


def _seeds(across: Steps, down: Steps, width: float, height: float) -> Iterator[tuple[int, int, int, int]]:
    """Small parts of the picture whose edges keep the pitch both ways: left, top, right, bottom."""
    block = max(4, round(min(width, height) / 2))
    keeps = _keeps(across, width, block)
    keeps_down = _keeps(down, height, block).T
    rows, columns = np.minimum(keeps.shape, keeps_down.shape)
    both = np.minimum(keeps[:rows, :columns], keeps_down[:rows, :columns])
    for _ in range(_SEEDS):
        row, column = np.unravel_index(int(np.argmax(both)), both.shape)
        if both[row, column] < _KEPT:
            return
        yield (
            max(0, int(column) - _AROUND) * block,
            max(0, int(row) - _AROUND) * block,
            min(across.edges.shape[1], (int(column) + _AROUND + 1) * block),
            min(down.edges.shape[1], (int(row) + _AROUND + 1) * block),
        )
        apart = 2 * _AROUND
        both[max(0, row - apart) : row + apart + 1, max(0, column - apart) : column + apart + 1] = 0


def _keeps(steps: Steps, pitch: float, block: int) -> NDArray[np.float32]:
    """For each block, how far the edges around it lie at one place of the period, 0 to 1."""
    height, length = steps.edges.shape
    turns = np.exp(-2j * np.pi * np.arange(length) / pitch).astype(np.complex64)
    rows = np.append(np.arange(0, height, block), height)
    columns = np.arange(0, length, block)
    coarse = np.diff(steps.above[rows], axis=0)
    around = _box(np.add.reduceat(coarse, columns, axis=1), _AROUND)
    together = np.abs(_box(np.add.reduceat(coarse * turns, columns, axis=1), _AROUND))
    # A full line across every period would give this many times block * block / pitch.
    enough = 0.6 * (2 * _AROUND + 1) ** 2 * block * block / pitch
    kept: NDArray[np.float32] = together / (around + enough)
    return kept


def _box(values: NDArray[Any], reach: int) -> NDArray[Any]:
    """Sums over squares of blocks around each block."""
    for axis in (0, 1):
        size = values.shape[axis]
        sums = np.concatenate([np.zeros_like(np.take(values, [0], axis)), np.cumsum(values, axis)], axis)
        lows = np.clip(np.arange(size) - reach, 0, None)
        highs = np.clip(np.arange(size) + reach + 1, None, size)
        values = np.take(sums, highs, axis) - np.take(sums, lows, axis)
    return values


def _fitted(
    area: tuple[int, int, int, int], across: Steps, down: Steps, pitches: tuple[float, float], best: float
) -> tuple[float, Grid] | None:
    """The best rectangle of framed cells around an area, with its score; None if there is none.

    It gives up what is far below `best`, the best score so far.
    """
    width, height = pitches
    left, top, right, bottom = area
    across_size, down_size = across.edges.shape[1] + 1, down.edges.shape[1] + 1
    xs = _lines(_phase(across.edges[top:bottom, left:right], left, width), width, across_size)
    ys = _lines(_phase(down.edges[left:right, top:bottom], top, height), height, down_size)
    found = None
    for _ in in_time(range(_FITS), every=1):
        score, (low, high, first, last), halved = _best_framed(across, down, xs, ys)
        if halved and max(width, height) <= LARGEST_PITCH / 2:
            return _fitted(area, across, down, (2 * width, 2 * height), best)
        rows, columns = high - low, last - first
        if min(rows, columns) < FEWEST:
            return None
        grid = Grid(_places(xs[first : last + 1]), _places(ys[low : high + 1])).moved(0.5, 0.5)
        left, top, right, bottom = _inside(grid.box, across_size, down_size)
        sharp = _sharpness(across.edges[top:bottom, left:right], xs - left)
        sharp *= _sharpness(down.edges[left:right, top:bottom], ys - top)
        found = score * grid.width * grid.height * sharp, grid
        if found[0] < _HOPELESS * best:
            return None
        xs = _refitted(across.edges[top:bottom].sum(axis=0), xs[first : last + 1], across_size)
        ys = _refitted(down.edges[left:right].sum(axis=0), ys[low : high + 1], down_size)
    return found


def _phase(edges: Plane, start: int, pitch: float) -> float:
    """A place where lines lie, from the edges of a part of the picture that starts at `start`."""
    places = start + 1.0 + np.arange(edges.shape[1])  # a step lies at the edge of its second pixel
    turned = np.exp(2j * np.pi * places / pitch) @ edges.sum(axis=0)
    return float(np.angle(turned) / (2 * np.pi) * pitch)


def _sharpness(edges: Plane, lines: NDArray[np.float64]) -> float:
    """How far the edges of a part of the picture lie at one place between lines, 0 to 1."""
    profile = edges.sum(axis=0)
    turns = np.interp(np.arange(edges.shape[1]), lines, np.arange(len(lines)))
    turned = np.exp(2j * np.pi * turns) @ profile
    return float(np.abs(turned) / (profile.sum() + 1e-6))


def _refitted(profile: Plane, lines: NDArray[np.float64], length: int) -> NDArray[np.float64]:
    """All lines of a picture, from the edges near the lines of a board.

    They are even, if those of the board nearly are. Else each lies where its edges are.
    """
    start, pitch = _straight(profile, lines)
    even = _lines(start, pitch, length)
    middle = int(np.argmin(np.abs(even - lines[len(lines) // 2])))
    own = even.copy()
    clear = _CLEAR * float(np.median(_centres(profile, lines)[0]))
    for _ in range(2):
        edges, centres = _centres(profile, own[middle : middle + 1], pitch)
        if edges[0] >= clear:
            own[middle] = centres[0]
    for numbers, step in ((range(middle + 1, len(even)), pitch), (range(middle - 1, -1, -1), -pitch)):
        place = own[middle]
        for number in numbers:
            place += step
            edges, centres = _centres(profile, np.array([place]), pitch)
            if edges[0] >= clear:
                place += float(np.clip(centres[0] - place, -_STEP, _STEP))
            own[number] = place
    inside = (even > lines[0]) & (even < lines[-1])
    return own if np.abs(own - even)[inside].max(initial=0) > _UNEVEN else even


def _places(lines: NDArray[np.float64]) -> tuple[float, ...]:
    """The lines of a board. The outer ones have an edge on one side only, and lie where the next ones say."""
    return _longer(tuple(map(float, lines[1:-1])), 1, 1)


def _centres(
    profile: Plane, lines: NDArray[np.float64], pitch: float | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How much of an edge is near each line, and where its middle is."""
    reach = max(2, round(0.13 * (float(lines[1] - lines[0]) if pitch is None else pitch)))
    near = _near(lines, reach)
    weights = np.where((near >= 0) & (near < len(profile)), profile[np.clip(near, 0, len(profile) - 1)], 0)
    edges = weights.sum(axis=1)
    return edges, (weights * (near + 1)).sum(axis=1) / np.maximum(edges, 1e-6)


def _straight(profile: Plane, lines: NDArray[np.float64]) -> tuple[float, float]:
    """The start and the pitch of the lines that lie best on the edges near some lines."""
    heavy, centres = _centres(profile, lines)
    counts = np.arange(len(lines))
    used = (heavy > 0) & (counts > 0) & (counts < len(lines) - 1)  # a frame lies outside the outer lines
    if np.count_nonzero(used) < 3:
        return float(lines[0]), float(lines[1] - lines[0])
    # Some lines may be something else. They do not change the median of all slopes.
    counts, centres = counts[used], centres[used]
    first, second = np.triu_indices(len(counts), 1)
    slope = np.median((centres[second] - centres[first]) / (counts[second] - counts[first]))
    start = np.median(centres - slope * counts)
    near_line = np.abs(start + slope * counts - centres) < _STRAY
    if np.count_nonzero(near_line) >= 3:
        slope, start = np.polyfit(counts[near_line], centres[near_line], 1)
    return float(start), float(slope)


def _inside(box: tuple[int, int, int, int], width: int, height: int) -> tuple[int, int, int, int]:
    """The part of a box with its edges that lies in the picture."""
    return max(0, box[0] - 2), max(0, box[1] - 2), min(width, box[2] + 2), min(height, box[3] + 2)


def _best_framed(
    across: Steps, down: Steps, xs: NDArray[np.float64], ys: NDArray[np.float64]
) -> tuple[float, tuple[int, int, int, int], bool]:
    """The rectangle of cells with edges on their four sides and not across their middle.

    Returns:
        Its score, at most the number of cells; its rows and columns as half-open ranges; and whether every
        second line has no edges, so that the cells are twice as large.
    """
    upright, through = _sides(across, xs, ys)
    level, over = (each.T for each in _sides(down, ys, xs))
    strengths = upright, level
    upright, through, level, over = (
        np.clip(each / _PLAIN, 0, 1) ** 2 for each in (upright, through, level, over)
    )
    sides = np.minimum(upright[:, :-1] + upright[:, 1:], level[:-1] + level[1:]) / 2
    clear = sides - (through + over) / 4
    score, (low, high, first, last) = _best_rectangle(np.maximum(clear, 0) - _UNFRAMED)
    halved = _halved(upright[low:high, first : last + 1]) or _halved(level[low : high + 1, first:last].T)
    # Some looks have no lines between open cells. A single cell with four sides shows that the board goes on.
    full = (clear > _FULL) & (sides > _FULL)
    while low > 0 and full[low - 1, first:last].any() and min(upright[low - 1, [first, last]]) > _FULL:
        low -= 1
    while high < len(full) and full[high, first:last].any() and min(upright[high, [first, last]]) > _FULL:
        high += 1
    while first > 0 and full[low:high, first - 1].any() and min(level[[low, high], first - 1]) > _FULL:
        first -= 1
    while last < full.shape[1] and full[low:high, last].any() and min(level[[low, high], last]) > _FULL:
        last += 1
    # A row or a column without a line on its outer side is not of the board.
    upright, level = (_against_usual(each) for each in strengths)
    while high - low >= FEWEST and level[low, first:last].mean() < _OUTER:
        low += 1
    while high - low >= FEWEST and level[high, first:last].mean() < _OUTER:
        high -= 1
    while last - first >= FEWEST and upright[low:high, first].mean() < _OUTER:
        first += 1
    while last - first >= FEWEST and upright[low:high, last].mean() < _OUTER:
        last -= 1
    return score, (low, high, first, last), halved


def _halved(edges: NDArray[np.float64]) -> bool:
    """Whether every second line has hardly an edge. A framed cell has one line of each kind."""
    if not edges.size:
        return False
    even, odd = edges[:, ::2].mean(), edges[:, 1::2].mean()
    return bool(min(even, odd) < _HALVED * max(even, odd))


def _against_usual(strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Edges as parts of a weak edge between cells, at most 1."""
    clear = strengths[strengths > _PLAIN]
    usual = float(np.median(clear)) if clear.size else _PLAIN
    return np.clip(strengths / min(_WEAK * usual, _ENOUGH), 0, 1)


def _lines(start: float, pitch: float, length: int) -> NDArray[np.float64]:
    """The places of all lines in a picture of some length."""
    first = start % pitch
    return np.arange(first - pitch * (first > 0.7 * pitch), length + 0.3 * pitch, pitch)


def _sides(
    steps: Steps, lines: NDArray[np.float64], cuts: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How much of an edge there is between two cuts, in grey levels. The end of the picture is one, too.

    Returns:
        On each line, shape (cuts - 1, lines), and midway between lines, shape (cuts - 1, lines - 1).
    """
    pitch = lines[1] - lines[0]
    spans = np.diff(cuts)
    lows = np.round(cuts[:-1] + 0.2 * spans).astype(int)
    highs = lows + 2 * np.round(0.3 * spans).astype(int)
    on = _near(lines, max(1, round(0.12 * pitch)))
    midway = _near(lines[:-1] + pitch / 2, max(1, round(0.22 * pitch)))
    along, between = steps.strongest(lows, highs, on, midway)
    length = steps.edges.shape[1] + 1
    along[:, (on[:, 0] <= 0) | (on[:, -1] >= length - 1)] = _END
    return along, between


def _near(lines: NDArray[np.float64], reach: int) -> NDArray[np.int_]:
    """The numbers of the steps at most `reach` pixels from each line."""
    return np.round(lines).astype(int)[:, np.newaxis] - 1 + np.arange(-reach, reach + 1)


def _best_rectangle(values: NDArray[np.float64]) -> tuple[float, tuple[int, int, int, int]]:
    """The rectangle with the largest sum: the sum, and its rows and columns as half-open ranges."""
    sums = np.zeros((values.shape[0] + 1, values.shape[1]))
    np.cumsum(values, axis=0, out=sums[1:])
    # At most all that is gained below a row.
    most = np.cumsum(np.maximum(values, 0).sum(axis=1)[::-1])[::-1]
    best, where = 0.0, (0, 0, 0, 0)
    for low in in_time(range(values.shape[0]), every=16):
        if most[low] <= best:
            break
        bands = sums[low + 1 :] - sums[low]
        totals = np.concatenate([np.zeros((len(bands), 1)), np.cumsum(bands, axis=1)], axis=1)
        gains = totals - np.minimum.accumulate(totals, axis=1)
        place = int(np.argmax(gains))
        band, last = divmod(place, totals.shape[1])
        if gains[band, last] > best:
            best = float(gains[band, last])
            where = low, low + 1 + band, int(np.argmin(totals[band, : last + 1])), last
    return best, where


def _apart(found: list[tuple[float, Grid]]) -> Iterator[Grid]:
    """The grids in the order of their scores, without those that overlap a better one."""
    kept: list[Grid] = []
    for _, grid in sorted(found, key=lambda each: -each[0]):
        if not any(grid.overlaps(other) for other in kept):
            kept.append(grid)
            yield grid
