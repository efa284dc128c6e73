"""Widens or trims a grid to the cells that the picture shows, before anything is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from sapper.screen.grid import Grid
from sapper.screen.looks import Faces, Look, looks_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BESIDE: Final = 3  # how many rows and columns beside a grid are looked at
_CUT_OFF: Final = 0.15  # the largest part of a cell that the picture may lack
_BORDERED: Final = 14.0  # the mean grey levels of a border by which a cell without a drawing is recognised
_SHARED: Final = 0.7  # the least share of an outer row or column with what is elsewhere, too
_OWN_GROUND: Final = 10.0  # a strange ground is this many grey levels from all grounds of the board
_OWN_LOOKS: Final = 5  # a line with this many looks that are nowhere else is not of the board
_NEAR_GROUND: Final = 6.0  # grey levels between two grounds that may be the same
_PAIRS: Final = 8  # how many pairs of cells are looked at for a line between them
_NEAR_LINE: Final = 0.14  # it lies within this share of a cell from their common side
_LINE: Final = 6.0  # and differs by more grey levels from what is beside it


def widened(pixels: NDArray[np.uint8], grid: Grid) -> tuple[Grid, Faces]:
    """The grid and the rows and columns beside it that show what is drawn inside: the board goes on."""
    height, width = pixels.shape[:2]
    while True:
        room = (
            grid.ys[0] / grid.height,
            grid.xs[0] / grid.width,
            (height - grid.ys[-1]) / grid.height,
            (width - grid.xs[-1]) / grid.width,
        )
        # The picture may cut a little off the cells at its edge.
        up, left, down, right = (min(_BESIDE, max(0, int(each + _CUT_OFF))) for each in room)
        rows, columns = grid.rows + up + down, grid.columns + left + right
        cells = Faces.of(pixels, grid.grown(up, left, down, right))
        # Only what is straight above, below or beside the board counts.
        drawn = np.zeros((rows, columns), dtype=bool)
        for look in looks_of(cells):
            row, column = np.divmod(look.cells, columns)
            level = (row >= up) & (row < rows - down)
            upright = (column >= left) & (column < columns - right)
            told = not look.plain or np.abs(look.border).mean() > _BORDERED
            if told and (level & upright).any():
                drawn[row[level | upright], column[level | upright]] = True
        in_rows, in_columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
        if not in_rows.size:
            return grid, cells.part(up, left, grid.rows, grid.columns)
        more = (
            max(0, up - int(in_rows[0])),
            max(0, left - int(in_columns[0])),
            max(0, int(in_rows[-1]) + 1 - up - grid.rows),
            max(0, int(in_columns[-1]) + 1 - left - grid.columns),
        )
        if not any(more):
            return grid, cells.part(up, left, grid.rows, grid.columns)
        grid = grid.grown(*more)


def trimmed(pixels: NDArray[np.uint8], grid: Grid, cells: Faces) -> tuple[Grid, list[Look], set[str]]:
    """The grid without outer rows and columns that have little in common with the rest.

    With its looks, and the sides where what was left out may be cells, too.
    """
    unclear: set[str] = set()
    while True:
        looks = looks_of(cells)
        of = np.zeros((grid.rows, grid.columns), dtype=int)
        for number, look in enumerate(looks):
            of.ravel()[look.cells] = number
        numbers = np.arange(of.size).reshape(of.shape)
        sides = (
            ("top", grid.rows, numbers, (1, 0, 0, 0)),
            ("bottom", grid.rows, numbers[::-1], (0, 0, 1, 0)),
            ("left", grid.columns, numbers.T, (0, 1, 0, 0)),
            ("right", grid.columns, numbers.T[::-1], (0, 0, 0, 1)),
        )
        for side, length, lines, (up, left, down, right) in sides:
            if length > 4 and _stranger(pixels, grid, lines, of, looks):
                if _like_cells(pixels, grid, lines, of, looks):
                    unclear.add(side)
                grid = grid.grown(-up, -left, -down, -right)
                cells = cells.part(up, left, grid.rows, grid.columns)
                break
        else:
            return grid, looks, unclear


def goes_round(grid: Grid, looks: list[Look]) -> bool:
    """Whether most of the outer rows and columns has looks that are elsewhere, too."""
    of = np.zeros((grid.rows, grid.columns), dtype=np.int_)
    for number, look in enumerate(looks):
        of.ravel()[look.cells] = number
    for turned in (of, of[::-1], of.T, of.T[::-1]):
        for lines in range(1, min(_BESIDE, len(turned) // 2) + 1):
            if np.isin(turned[:lines], turned[lines:]).mean() < _SHARED:
                return False
    return True


def _like_cells(
    pixels: NDArray[np.uint8], grid: Grid, cells: NDArray[np.int_], of: NDArray[np.int_], looks: list[Look]
) -> bool:
    """Whether the first line has plain cells, the grounds of the others, and lines between its cells.

    Then its looks may be strange only because the picture or a shadow cuts it. Labels have no plain cells.
    """
    line, rest = of.ravel()[cells[0]], of.ravel()[cells[1:]]
    if not any(looks[number].plain for number in line):
        return False
    inside = np.array([looks[number].ground for number in np.unique(rest)])
    known = [np.abs(inside - looks[number].ground).max(axis=1).min() <= _NEAR_GROUND for number in line]
    return bool(np.mean(known) >= _SHARED) and _is_divided(pixels, grid, cells[0])


def _stranger(
    pixels: NDArray[np.uint8], grid: Grid, cells: NDArray[np.int_], of: NDArray[np.int_], looks: list[Look]
) -> bool:
    """Whether the first line of cells has too little in common with the other lines.

    Either most of its cells stand on grounds of their own without lines between them, or have looks of their
    own, or only they have no lines between them.
    """
    line, rest = of.ravel()[cells[0]], of.ravel()[cells[1:]]
    only = np.setdiff1d(
        line, of.ravel()[cells[1:, 1:-1]]
    )  # a row and a column of labels may share their looks
    if np.isin(line, only).all() and not any(looks[number].plain for number in only):
        return True
    if len(only) >= _OWN_LOOKS and np.isin(line, only).mean() >= 0.75:
        return True
    inside = np.array([looks[number].ground for number in np.unique(rest)])
    own = [number for number in only if np.abs(inside - looks[number].ground).max(axis=1).min() > _OWN_GROUND]
    if np.isin(line, own).mean() >= 0.5 and not _is_divided(pixels, grid, cells[0]):
        return True
    if _lacks_lines(pixels, grid, cells, of, looks):
        return True
    usual = int(np.bincount(line).argmax())
    near = cells[1:4][rest[:3] == usual]
    if not looks[usual].plain or (line == usual).mean() < 0.75 or not near.size:
        return False
    # The window around the board may be so like a cell that it got the same look.
    grounds = [_ground(pixels, grid, each) for each in (cells[0][line == usual], near)]
    differs = bool(np.abs(grounds[0] - grounds[1]).max() > _OWN_GROUND)
    return differs and not _is_divided(pixels, grid, cells[0])


def _lacks_lines(
    pixels: NDArray[np.uint8], grid: Grid, cells: NDArray[np.int_], of: NDArray[np.int_], looks: list[Look]
) -> bool:
    """Whether there is no line between cells of the first line that have lines between them elsewhere."""
    of = of.ravel()[cells]
    alike = np.argwhere(of[:, 1:] == of[:, :-1])
    pairs = [(row, place) for row, place in alike.tolist() if looks[of[row, place]].plain]
    for first in {of[row, place] for row, place in pairs if row == 0}:
        near = [
            (row, place)
            for row, place in pairs
            if np.abs(looks[of[row, place]].ground - looks[first].ground).max() <= _NEAR_GROUND
        ]
        lined = [
            [_has_line(pixels, grid, cells[row, place : place + 2]) for row, place in part[:_PAIRS]]
            for part in ([each for each in near if each[0] == 0], [each for each in near if each[0] > 0])
        ]
        if min(map(len, lined)) > 1 and not any(lined[0]) and all(lined[1]):
            return True
    return False


def _is_divided(pixels: NDArray[np.uint8], grid: Grid, line: NDArray[np.int_]) -> bool:
    """Whether lines lie between all cells of a row or a column. Light may give them a ground of their own."""
    return all(_has_line(pixels, grid, line[place : place + 2]) for place in range(len(line) - 1))


def _has_line(pixels: NDArray[np.uint8], grid: Grid, cells: NDArray[np.int_]) -> bool:
    """Whether a line lies between two cells side by side."""
    (row, lower), (_, right) = np.divmod(np.sort(cells), grid.columns)
    x, y, reach = grid.xs[right], grid.ys[lower], _NEAR_LINE * grid.size
    if row == lower:
        rows = slice(round(y + 0.2 * grid.height), round(y + 0.8 * grid.height))
        across = pixels[rows, round(x - reach) : round(x + reach) + 1].mean(axis=0, dtype=np.float32)
    else:
        columns = slice(round(x + 0.2 * grid.width), round(x + 0.8 * grid.width))
        across = pixels[round(y - reach) : round(y + reach) + 1, columns].mean(axis=1, dtype=np.float32)
    return float(np.abs(across - np.median(across, axis=0)).max()) > _LINE


def _ground(pixels: NDArray[np.uint8], grid: Grid, cells: NDArray[np.int_]) -> NDArray[np.float32]:
    """The median of the mean colours in the middle of some cells."""
    colours = []
    for row, column in zip(*np.divmod(cells, grid.columns), strict=True):
        x, y = grid.xs[column] + 0.25 * grid.width, grid.ys[row] + 0.25 * grid.height
        middle = pixels[round(y) : round(y + grid.height / 2), round(x) : round(x + grid.width / 2)]
        colours.append(middle.mean(axis=(0, 1), dtype=np.float32))
    return np.asarray(np.median(colours, axis=0), dtype=np.float32)
