"""Tells the cells of a board apart by how they look. Knows nothing of what the looks mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.engine_call import in_time

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.grid import Grid

    Patches = NDArray[np.float32]

MOST_LOOKS: Final = 60
"""Looks of one board. A picture with more is no board, or too noisy to read."""

_SIDES: Final = (12, 32)  # the least and the most points across a cell that are compared
_BORDER: Final = 0.14  # the border of a cell lies in this share of it at each side
_BLURRED: Final = 18  # in cells of this many pixels, two by two are averaged, so that dither is plain
_INK: Final = 26.0  # a point this many grey levels from the ground of the cell is ink
_SEEN: Final = 0.5  # points with this share of full ink belong to the drawing
_FULL: Final = 0.7  # points with this share of the strongest ink are full ink
_PLAIN: Final = 0.004  # a cell with a smaller share of ink has no drawing
_OUT_OF_DOUBT: Final = 0.6  # a ground is surely right if this share of the cell has its colour
_OTHERS: Final = 4  # how many grounds of cells without a drawing are tried
_ALIKE: Final = 0.22  # equal drawings differ by at most this share of their ink
_EQUAL: Final = 0.05  # drawings that differ by less equal each other, apart from noise
_UNEQUAL: Final = 0.12  # if none differs by something between that and this, the others are not the same
_SAME_GROUND: Final = 22.0  # the grounds of cells of one look differ by at most this many grey levels
_GAP: Final = 6.0  # grey levels between the grounds of plain cells that are not of one look
_TURNED: Final = 12.0  # between raised and sunken cells: the sum of the differences of their four sides
_SHADED: Final = 0.08  # where grounds are in doubt, equal cells differ by at most this share of how they vary
_THROUGH: Final = 3.0  # a background shines through a point where equal cells differ by more grey levels
_LIGHTER: Final = 45.0  # there it may be lighter or darker by fewer grey levels behind another equal cell
_OPAQUE: Final = 0.25  # the least share of the points that hide it, so that they tell the drawing
_VARIES: Final = 2.0  # cells vary if their points differ from their mean colour by this many grey levels
_FEW: Final = 10  # per cent of the points at each end do not tell by how much two grounds differ
_SAME_BORDER: Final = 10.0  # and their borders by at most this many


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
        points: The example without its border, in 3 channels for each point.
        darkest: The least values that `points` have in any of its cells, also in earlier pictures.
        lightest: The greatest.
        doubtful: Whether its ground is in doubt.
    """

    cells: NDArray[np.int_]
    plain: bool
    ground: NDArray[np.float32]
    border: NDArray[np.float32]
    drawing: NDArray[np.float32]
    placed: tuple[float, float, float, float]
    ink: Patches
    points: Patches
    darkest: Patches
    lightest: Patches
    doubtful: bool

    def with_cells(self, cells: NDArray[np.int_], points: Patches) -> Look:
        """The look with other cells. `points` are those of all cells of the grid."""
        darkest = points[cells].min(axis=0, initial=np.inf)
        lightest = points[cells].max(axis=0, initial=-np.inf)
        return replace(
            self,
            cells=cells,
            darkest=np.minimum(self.darkest, darkest),
            lightest=np.maximum(self.lightest, lightest),
        )


@dataclass(frozen=True, slots=True)
class Faces:
    """The features by which cells of a grid are compared: arrays whose first axis is the cells, row by row.

    Attributes:
        shape: The numbers of rows and columns.
        plain: Whether nothing is drawn on each cell.
        grounds: The colours behind the drawings.
        borders: The colours along the four sides, relative to the grounds, of shape (cells, 4, 3).
        inks: What stands out from the grounds, of shape (cells, side, side, 3).
        strengths: How much it does, of shape (cells, side, side).
        points: The cells without their borders, of shape (cells, side, side, 3).
        doubtful: Whether so few points of each cell have the colour of its ground that it may be wrong.
    """

    shape: tuple[int, int]
    plain: NDArray[np.bool_]
    grounds: NDArray[np.float32]
    borders: NDArray[np.float32]
    inks: Patches
    strengths: Patches
    points: Patches
    doubtful: NDArray[np.bool_]

    @staticmethod
    def of(
        pixels: NDArray[np.uint8], grid: Grid, known: Sequence[Look] = (), size: float | None = None
    ) -> Faces:
        """Takes the cells of a grid from a picture.

        Args:
            pixels: The picture.
            grid: Where the cells lie.
            known: Looks of the same board. Their grounds may be those of these cells, too.
            size: The size of a cell of the whole board, if the grid is a part of it.
        """
        size = grid.size if size is None else size
        side = int(np.clip(round(size), *_SIDES))
        patches = _patches(pixels, grid, side, blurred=size >= _BLURRED)
        margin = max(1, round(_BORDER * side))
        inner = patches[:, margin:-margin, margin:-margin]
        grounds, held = _grounds(inner, margin, [look.ground for look in known if look.plain])
        inks = inner - grounds[:, np.newaxis, np.newaxis]
        borders = _borders(patches, margin) - grounds[:, np.newaxis]
        strengths = np.abs(inks).max(axis=3)
        inks[strengths < _INK / 2] = 0  # noise
        inside = strengths[:, 1:-1, 1:-1]  # a line at the edge is of the border
        plain = (inside > _INK).mean(axis=(1, 2)) < _PLAIN
        shape, doubtful = (grid.rows, grid.columns), held < _OUT_OF_DOUBT
        return Faces(shape, plain, grounds, borders, inks, strengths, inner, doubtful)

    def part(self, top: int, left: int, rows: int, columns: int) -> Faces:
        """The cells of a part of the grid."""
        numbers = np.arange(self.plain.size).reshape(self.shape)
        chosen = numbers[top : top + rows, left : left + columns].ravel()
        return Faces(
            (rows, columns),
            self.plain[chosen],
            self.grounds[chosen],
            self.borders[chosen],
            self.inks[chosen],
            self.strengths[chosen],
            self.points[chosen],
            self.doubtful[chosen],
        )


def looks_of(cells: Faces, known: Sequence[Look] = (), most: int = MOST_LOOKS) -> list[Look]:
    """The looks of the cells of a grid; at most `most` + 1 of them that are not known.

    Args:
        cells: The cells.
        known: Looks of the same board in earlier pictures. They come first, in their order, each with the
            cells that it has now, which may be none.
        most: How many looks a board may have. With one more, some cells may have none.

    Returns:
        The looks; those that are not known come by how frequent they are.
    """
    plain, grounds, borders = cells.plain, cells.grounds, cells.borders
    inks, strengths = cells.inks, cells.strengths
    left = np.ones(plain.size, dtype=bool)
    shaded = bool(cells.doubtful.any()) or any(look.doubtful for look in known)
    varies = _varies(cells.points) if shaded else np.zeros(plain.size, dtype=np.float32)

    def like(example: Look) -> NDArray[np.int_]:
        near = left & ~cells.doubtful & (plain == example.plain) & (not example.doubtful)
        near &= np.abs(grounds - example.ground).max(axis=1) < _SAME_GROUND
        if example.plain:
            near &= np.abs(borders - example.border).mean(axis=(1, 2)) < _SAME_BORDER
        else:
            numbers = np.flatnonzero(near)
            near[numbers] = _same_drawing(inks[numbers], example.ink)
        near[_shaded_like(example, np.flatnonzero(left & ~near), cells.points, varies)] = True
        return np.flatnonzero(near)

    again = []
    for look in known:
        again.append(look.with_cells(like(look), cells.points))
        left[again[-1].cells] = False
    looks: list[Look] = []
    while left.any() and len(looks) <= most:
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
            cells.points[first],
            cells.points[first],
            cells.points[first],
            bool(cells.doubtful[first]),
        )
        look = look.with_cells(np.union1d(look.cells, like(look)), cells.points)
        left[look.cells] = False
        looks.append(look)
    if not left.any():
        looks = _joined(looks, cells.points, varies)
    looks = again + looks
    for number, look in enumerate(looks):  # those that are added come, too
        while look.plain and not look.doubtful and (other := _others_in(look, grounds, borders)).size:
            at = int(other[0])
            changed = {"cells": other, "ground": grounds[at], "border": borders[at], "ink": inks[at]}
            looks.append(replace(look, **changed, points=cells.points[at]))
            look = looks[number] = replace(look, cells=np.setdiff1d(look.cells, other))
    flat = [number for number, look in enumerate(looks) if look.plain and not look.doubtful]
    if len(flat) > 1:
        # A look takes every cell within its limits, but the cell may be nearer to a later look.
        members = np.concatenate([looks[number].cells for number in flat])
        away = [
            np.abs(grounds[members] - looks[number].ground).max(axis=1)
            + np.abs(borders[members] - looks[number].border).mean(axis=(1, 2))
            for number in flat
        ]
        nearest = np.argmin(away, axis=0)
        for place, number in enumerate(flat):
            looks[number] = replace(looks[number], cells=np.sort(members[nearest == place]))
    new = sorted((look for look in looks[len(known) :] if look.cells.size), key=lambda look: -len(look.cells))
    return looks[: len(known)] + new


def _joined(looks: list[Look], points: Patches, varies: NDArray[np.float32]) -> list[Look]:
    """The looks without those that are equal to a larger one, but for a background that shines through.

    Only all cells of a look together tell where it does.
    """
    if not varies.any():
        return looks
    kept: list[Look] = []
    for look in sorted(looks, key=lambda look: -len(look.cells)):
        for number, larger in enumerate(kept):
            if _shaded_like(larger, look.cells, points, varies).size == look.cells.size:
                kept[number] = larger.with_cells(np.union1d(larger.cells, look.cells), points)
                break
        else:
            kept.append(look)
    return kept


def _others_in(look: Look, grounds: NDArray[np.float32], borders: NDArray[np.float32]) -> NDArray[np.int_]:
    """The cells of a plain look that are of another one.

    They have other grounds than its example, with none between them, while a background that shines through
    changes little from cell to cell. Or they are sunken while the example is raised, or the other way round.
    """
    if not look.cells.size:
        return look.cells
    channel = int(np.ptp(grounds[look.cells], axis=0).argmax())
    other = _beyond_step(grounds[look.cells, channel], float(look.ground[channel]), _GAP)
    if not other.any():
        raised = _raised(borders[look.cells])
        other = _beyond_step(raised, float(_raised(look.border[np.newaxis])[0]), _TURNED)
        signs = [set(np.sign(each).tolist()) for each in (raised[other], raised[~other])]
        if signs not in ([{-1}, {1}], [{1}, {-1}]):
            other[:] = False
    chosen: NDArray[np.int_] = look.cells[other]
    return chosen


def _beyond_step(values: NDArray[np.float32], example: float, least: float) -> NDArray[np.bool_]:
    """Which values lie on the other side of the greatest step between them, if this is large enough."""
    order = np.sort(values)
    steps = np.diff(order)
    if steps.max(initial=0) < least:
        return np.zeros(values.shape, dtype=bool)
    below = order[int(steps.argmax())]
    return np.asarray(values <= below if example > below else values > below)


def _raised(borders: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much lighter cells are above and at the left than below and at the right, in grey levels."""
    top, bottom, left, right = borders.mean(axis=2).T
    return np.asarray(top - bottom + left - right)


def _patches(pixels: NDArray[np.uint8], grid: Grid, side: int, *, blurred: bool) -> Patches:
    """The cells as squares of `side` points: the means of the pixels under each, to parts of a pixel."""
    xs, ys = _divided(grid.xs, side), _divided(grid.ys, side)
    low_x, low_y = max(0, int(xs[0]) - 2), max(0, int(ys[0]) - 2)
    part = pixels[low_y : int(ys[-1]) + 3, low_x : int(xs[-1]) + 3].astype(np.float32)
    shift = 0.0
    if blurred:
        part = (part[1:] + part[:-1]) * np.float32(0.5)
        part = (part[:, 1:] + part[:, :-1]) * np.float32(0.5)
        shift = 0.5
    part = _along(part, ys - low_y - shift, 0)
    part = _along(part, xs - low_x - shift, 1)
    cells = part.reshape(grid.rows, side, grid.columns, side, 3).swapaxes(1, 2)
    return np.ascontiguousarray(cells.reshape(-1, side, side, 3))


def _divided(lines: tuple[float, ...], parts: int) -> NDArray[np.float64]:
    """Lines, and those that cut what is between them into equal parts."""
    return np.interp(np.arange((len(lines) - 1) * parts + 1) / parts, np.arange(len(lines)), lines)


def _along(values: Patches, cuts: NDArray[np.float64], axis: int) -> Patches:
    """The means of rows or columns between cuts, which need not lie between whole ones."""
    cuts = np.clip(cuts, 0, values.shape[axis])
    whole = np.minimum(cuts.astype(int), values.shape[axis] - 1)
    wide = (-1, *(1,) * (values.ndim - 1 - axis))
    started = values.take(whole, axis) * (cuts - whole).astype(np.float32).reshape(wide)
    # Where two cuts lie in one row, nothing is between them, and `reduceat` gives the row itself.
    between = np.diff(whole)
    sums = np.add.reduceat(values, whole, axis).take(np.arange(between.size), axis)
    sums *= (between > 0).astype(np.float32).reshape(wide)
    sums += np.diff(started, axis=axis)
    widths = np.maximum(np.diff(cuts), 1e-6).astype(np.float32).reshape(wide)
    return np.asarray(sums / widths, dtype=np.float32)


def _grounds(
    inner: Patches, margin: int, known: Sequence[NDArray[np.float32]]
) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """The colour behind the drawing of each cell, and the part of its points that has it.

    That is the usual colour near its border. Where a bold drawing reaches the border, the ground of a cell
    without a drawing may have more points of the cell, and is taken instead.
    """
    around = np.ones(inner.shape[1:3], dtype=bool)
    around[margin:-margin, margin:-margin] = False
    grounds: NDArray[np.float32] = np.median(inner[:, around], axis=1)
    points = inner.reshape(len(inner), -1, 3)[:, ::2]
    held = _held(points, grounds[:, np.newaxis])
    plain = np.array([*known, *grounds[held == 1]])
    drawn = np.flatnonzero(held < _OUT_OF_DOUBT)
    for _ in range(_OTHERS):
        if not plain.size:
            break
        held_here = _held(points[drawn], plain[0])
        better = drawn[held_here > held[drawn]]
        grounds[better], held[better] = plain[0], held_here[held_here > held[drawn]]
        plain = plain[np.abs(plain - plain[0]).max(axis=1) > _INK / 2]
    return grounds, held


def _held(points: Patches, ground: Patches) -> NDArray[np.float64]:
    """The part of the points of each cell that have the colour of a ground."""
    return np.asarray((np.abs(points - ground).max(axis=2) < _INK / 2).mean(axis=1))


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
    """Which drawings are the same as an example, up to a shift by one point.

    Different numbers on equal signs differ little. So if no drawing lies between those that equal the example
    and those that differ a little, the latter are not the same.
    """
    size = example.shape[0]
    total = float(np.abs(example).sum())
    totals = np.minimum(total, np.abs(inks).sum(axis=(1, 2, 3)))
    apart = np.full(len(inks), np.inf)
    for down in (0, -1, 1):
        for right in in_time((0, -1, 1), every=1):
            here = slice(max(0, down), size + min(0, down)), slice(max(0, right), size + min(0, right))
            there = slice(max(0, -down), size + min(0, -down)), slice(max(0, -right), size + min(0, -right))
            left = np.flatnonzero(apart > _EQUAL)
            away = np.abs(inks[left][:, here[0], here[1]] - example[there]).sum(axis=(1, 2, 3))
            apart[left] = np.minimum(apart[left], away / totals[left])
    limit = _ALIKE if (apart[apart > _EQUAL] < _UNEQUAL).any() else _UNEQUAL
    return np.asarray(apart < limit)


def _shaded_like(
    example: Look, numbers: NDArray[np.int_], points: Patches, varies: NDArray[np.float32]
) -> NDArray[np.int_]:
    """Which of some cells look the same as those of a look, if a background shines through them.

    `points` and `varies` are those of all cells. The latter are 0 where grounds are not in doubt.
    """
    drawn = float(_varies(example.points[np.newaxis])[0])
    numbers = numbers[(varies[numbers] >= drawn / 2) & (varies[numbers] <= 2 * drawn)]
    if drawn < _VARIES * example.points.size or not numbers.size:
        return numbers[:0]
    limits, near = _SHADED * np.minimum(varies[numbers], drawn), points[numbers]
    same = _same_shaded(near, example.points, limits)
    same[~same] = _same_where_opaque(near[~same], example, limits[~same])
    return numbers[same]


def _same_shaded(points: Patches, example: Patches, limits: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which cells look the same as an example, if a background shines through them.

    Their points may differ by a part of what most of them differ by, and beyond that by the limit of the cell
    together.
    """
    differs = (points - example).reshape(len(points), example.size // 3, 3)
    # What is beyond the limit even if all of it were of the background needs no closer look.
    beyond = np.abs(differs)
    beyond -= _SAME_GROUND
    same: NDArray[np.bool_] = np.maximum(beyond, 0, out=beyond).sum(axis=(1, 2)) < limits
    differs = differs[same]
    few = differs.shape[1] * _FEW // 100
    low, high = np.partition(differs, (few, -few), axis=1)[:, (few, -few)].swapaxes(0, 1)[..., np.newaxis, :]
    differs -= np.clip(differs, np.clip(low, -_SAME_GROUND, 0), np.clip(high, 0, _SAME_GROUND))
    same[same] = np.abs(differs).sum(axis=(1, 2)) < limits[same]
    return same


def _same_where_opaque(points: Patches, example: Look, limits: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which cells look like those of a look, but for a background with edges.

    The cells of the look differ where it shines through. At the other points a cell must be the same, up to
    their share of the limit.
    """
    through = (example.lightest - example.darkest).max(axis=2) > _THROUGH
    share = float(through.mean())
    if not 0 < share <= 1 - _OPAQUE:
        return np.zeros(len(points), dtype=bool)
    differs = np.abs(points - example.points)
    same: NDArray[np.bool_] = differs[:, ~through].sum(axis=(1, 2)) < limits * (1 - share)
    same &= differs[:, through].max(axis=(1, 2)) < _LIGHTER
    return same


def _varies(points: Patches) -> NDArray[np.float32]:
    """How much the points of each cell differ from its mean colour, in grey levels together."""
    return np.asarray(np.abs(points - points.mean(axis=(1, 2), keepdims=True)).sum(axis=(1, 2, 3)))


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
