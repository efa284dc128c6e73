"""Where a board ends, in looks that have no lines between open cells.

A row or a column of empty cells without lines looks like the window around the board. The board surely ends
where hidden cells are, since no empty cell touches one, and at an edge along its whole side. But if half a
cell more is drawn like the others, the lines that were found may not be the edges of cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from sapper.board.marks import FLAG, HIDDEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.grid import Grid
    from sapper.screen.looks import Look

Side = Literal["left", "top", "right", "bottom"]
_End = Literal["cells", "an edge", "unclear"]

_DIFFERS: Final = 6.0  # pixels this many grey levels from the ground of open cells show something else
_WHOLE: Final = 0.9  # the least share of a side along which an edge must go
_INSIDE: Final = 0.14  # the border may begin this share of a cell before the end
_FARTHEST: Final = 4  # how many cells beyond the end are looked at
_BLANK: Final = 0.02  # the largest share of a line of empty cells that may differ
_FAINT: Final = 1.0  # grey levels by which a drawing differs from its mean colour at least
_HALF: Final = slice(0.1, 0.45)  # the part of the next cell that is compared with the last one


@dataclass(frozen=True, slots=True)
class _Seen:
    """The picture, turned so that one side of the board is on its right."""

    pixels: NDArray[np.uint8]
    marks: NDArray[np.int16]
    grounds: NDArray[np.float32]
    end: float
    pitch: float
    rows: NDArray[np.floating]


def ends(
    pixels: NDArray[np.uint8], grid: Grid, marks: NDArray[np.int16], looks: tuple[Look, ...]
) -> tuple[Grid, tuple[Side, ...]]:
    """The grid with the empty rows and columns that surely belong to it.

    Args:
        pixels: The picture.
        grid: Where the board was found.
        marks: What it shows there.
        looks: The looks of its cells.

    Returns:
        The grid, and the sides where the board may end elsewhere.
    """
    grounds = np.zeros((marks.size, 3), dtype=np.float32)
    for look in looks:
        grounds[look.cells] = look.ground
    unclear: list[Side] = []
    more: dict[Side, int] = {}
    whole: list[Side] = []
    like_cells = False
    for side, seen in _turned(pixels, grid, marks, grounds.reshape(*marks.shape, 3)):
        more[side], end = _beyond(seen)
        if end == "unclear":
            unclear.append(side)
        elif end == "an edge" and not _ends_there(seen, more[side]):
            whole.append(side)
        else:
            like_cells |= not more[side] and _looks_empty(seen)
    if like_cells:  # a window may leave as much room around its board as empty cells would take
        unclear += whole
    grid = grid.grown(more["top"], more["left"], more["bottom"], more["right"])
    return grid, tuple(unclear)


def _ends_there(seen: _Seen, columns: int) -> bool:
    """Whether the picture ends after these columns."""
    return bool(seen.end + (columns + _INSIDE) * seen.pitch >= seen.pixels.shape[1])


def _looks_empty(seen: _Seen) -> bool:
    """Whether the window beside the board has the colour of an empty cell."""
    beside = slice(round(seen.end + _HALF.start * seen.pitch), round(seen.end + _HALF.stop * seen.pitch))
    rows = slice(max(0, round(seen.rows[0])), round(seen.rows[-1]))
    part, empty = seen.pixels[rows, beside], seen.grounds[seen.marks == 0]
    if not part.size or not empty.size:
        return False
    return bool(np.abs(empty - np.median(part, axis=(0, 1))).max(axis=1).min() <= _DIFFERS)


def _turned(
    pixels: NDArray[np.uint8], grid: Grid, marks: NDArray[np.int16], grounds: NDArray[Any]
) -> Iterator[tuple[Side, _Seen]]:
    height, width = pixels.shape[:2]
    rows, columns = np.array(grid.ys), np.array(grid.xs)
    yield "right", _Seen(pixels, marks, grounds, columns[-1], grid.width, rows)
    yield (
        "left",
        _Seen(pixels[:, ::-1], marks[:, ::-1], grounds[:, ::-1], width - columns[0], grid.width, rows),
    )
    pixels, marks, grounds = pixels.swapaxes(0, 1), marks.T, grounds.swapaxes(0, 1)
    yield "bottom", _Seen(pixels, marks, grounds, rows[-1], grid.height, columns)
    yield (
        "top",
        _Seen(pixels[:, ::-1], marks[:, ::-1], grounds[:, ::-1], height - rows[0], grid.height, columns),
    )


def _beyond(seen: _Seen) -> tuple[int, _End]:
    """How many columns of empty cells follow, and what says so."""
    last = seen.marks[:, -1]
    lined = _lined_beyond(seen)
    if lined:
        return lined, "cells"
    if ((last == HIDDEN) | (last == FLAG)).any():
        may_go_on = (
            _goes_on(seen, np.ones(len(last)))
            or _stays_flat(seen)
            or _has_no_lines(seen)
            or _takes_turns(seen)
        )
        return 0, "unclear" if may_go_on else "cells"
    if _is_lined(seen):
        # More empty cells would have lines, too. Where shadows divide the cells, only their drawing tells.
        return 0, "unclear" if _goes_on(seen, last == 0) else "cells"
    differs = _differs(seen)
    # The step that goes along the whole side, in pixels from the end of the grid.
    start = _INSIDE * seen.pitch
    edges = np.flatnonzero(differs.mean(axis=0) >= _WHOLE)
    step = float(edges[0]) - start if edges.size else float("inf")
    close = max(1.5, 0.08 * seen.pitch)
    if step <= close:
        return 0, "cells"
    low = round(start + close)
    columns = round(step / seen.pitch) if edges.size else 0
    if columns and abs(step - columns * seen.pitch) <= close:
        blank = differs[:, low : round(start + columns * seen.pitch - close)]
        if blank.mean() <= _BLANK:
            return columns, "an edge"
    following = differs[:, low : round(start + seen.pitch - close)]
    # No empty cells are there if something else is, and the last ones are not empty.
    return 0, "cells" if following.mean() > _BLANK and (last > 0).any() else "unclear"


def _goes_on(seen: _Seen, which: NDArray[Any]) -> bool:
    """Whether what is drawn in the last cells, or in some of them, is also drawn in half a cell more."""
    there, here = (
        seen.pixels[:, round(end + _HALF.start * seen.pitch) : round(end + _HALF.stop * seen.pitch)]
        for end in (seen.end, seen.end - seen.pitch)
    )
    repeats = []
    for wanted, (start, stop) in zip(which, pairwise(seen.rows), strict=True):
        inside = slice(max(0, round(start)), round(stop))
        if there[inside].shape != here[inside].shape:
            return False
        if wanted:
            drawn = here[inside].astype(np.float32)
            varies = float(np.abs(drawn - drawn.mean(axis=(0, 1))).mean())
            repeats.append(varies > _FAINT and float(np.abs(drawn - there[inside]).mean()) < varies / 2)
    return bool(repeats) and float(np.mean(repeats)) >= _WHOLE


def _stays_flat(seen: _Seen) -> bool:
    """Whether the last hidden cells are as plain as what follows them, and nothing is between."""
    flat = []
    for mark, start, span in zip(seen.marks[:, -1], seen.rows, np.diff(seen.rows), strict=False):
        rows = slice(max(0, round(start + 0.2 * span)), round(start + 0.8 * span))
        columns = slice(round(seen.end - 0.6 * seen.pitch), round(seen.end + _HALF.stop * seen.pitch))
        around = seen.pixels[rows, columns].astype(np.float32)
        if mark == HIDDEN and around.shape[0] and around.shape[1] > 0.9 * seen.pitch:
            across = around.mean(axis=0)
            across = (across[1:] + across[:-1]) / 2  # less noise
            flat.append(float(np.ptp(across, axis=0).max()) < _DIFFERS)
    return bool(flat) and float(np.mean(flat)) >= _WHOLE


def _has_no_lines(seen: _Seen) -> bool:
    """Whether what follows has the colour of the last hidden cells, and no lines are between these."""
    covered = np.flatnonzero(seen.marks[:, -1] == HIDDEN).tolist()
    reach = _INSIDE * seen.pitch
    part = seen.pixels[:, round(seen.end - 0.8 * seen.pitch) : round(seen.end - 0.2 * seen.pitch)]
    same, lined = [], []
    for row in covered:
        own, other = (_ground_at(seen, row, place + _HALF.start) for place in (-1, 0))
        same.append(own is not None and other is not None and np.abs(own - other).max() <= _DIFFERS)
        if own is not None and row + 1 in covered:
            line = seen.rows[row + 1]
            between = part[round(line - reach) : round(line + reach) + 1].mean(axis=1, dtype=np.float32)
            below = _ground_at(seen, row + 1, -1 + _HALF.start)  # a cell may be lit
            grounds = np.array([own] if below is None else [own, below])
            away = np.abs(between[:, np.newaxis] - grounds).max(axis=2).min(axis=1)
            lined.append(away.max() > _DIFFERS)
    return bool(lined) and float(np.mean(same)) >= _WHOLE and float(np.mean(lined)) <= 1 - _WHOLE


def _is_lined(seen: _Seen) -> bool:
    """Whether lines lie between the empty cells of the last two columns."""
    reach = _INSIDE * seen.pitch
    columns = slice(round(seen.end - seen.pitch - reach), round(seen.end - seen.pitch + reach) + 1)
    lined = []
    for row in np.flatnonzero((seen.marks[:, -2:] == 0).all(axis=1)):
        start, span = seen.rows[row], seen.rows[row + 1] - seen.rows[row]
        middle = seen.pixels[round(start + 0.2 * span) : round(start + 0.8 * span), columns]
        mean = middle.mean(axis=0, dtype=np.float32)
        lined.append(float(np.abs(mean - seen.grounds[row, -1]).max()) > _DIFFERS)
    return bool(lined) and float(np.mean(lined)) >= _WHOLE


def _lined_beyond(seen: _Seen) -> int:
    """How many columns of empty or hidden cells follow that have lines between them."""
    reach = _INSIDE * seen.pitch
    plain = np.unique(seen.grounds[(seen.marks == 0) | (seen.marks == HIDDEN)].round(), axis=0)
    if not plain.size:
        return 0
    for column in range(_FARTHEST):
        start = seen.end + column * seen.pitch
        part = seen.pixels[:, round(start + 0.2 * seen.pitch) : round(start + 0.8 * seen.pitch)]
        if part.shape[1] < seen.pitch / 2:
            return column
        for line, below in pairwise(seen.rows[1:]):
            middle = part[round(line + 0.2 * (below - line)) : round(line + 0.8 * (below - line))]
            between = part[round(line - reach) : round(line + reach) + 1].mean(axis=1, dtype=np.float32)
            ground = _plain_ground(middle)
            is_cell = ground is not None and np.abs(plain - ground).max(axis=1).min() <= _DIFFERS
            if not is_cell or np.abs(between - ground).max() <= _DIFFERS:
                return column
    return _FARTHEST


def _plain_ground(part: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The colour of a part of the picture; None if something is drawn on it."""
    if not part.size:
        return None
    ground: NDArray[np.float64] = np.median(part, axis=(0, 1))
    lines = [part.mean(axis=axis) - ground for axis in (0, 1)]  # noise cancels out
    return ground if all((np.abs(each).max(axis=1) <= _DIFFERS).mean() >= _WHOLE for each in lines) else None


def _takes_turns(seen: _Seen) -> bool:
    """Whether what follows the last hidden cells has the other of two colours of hidden cells."""
    covered = np.flatnonzero(seen.marks[:, -1] == HIDDEN).tolist()
    last = [_ground_at(seen, row, -1 + _HALF.start) for row in covered]
    beyond = [_ground_at(seen, row, _HALF.start) for row in covered]
    hidden = np.array([ground for ground in last if ground is not None])
    turns = [
        other is not None
        and np.abs(own - other).max() > _DIFFERS
        and np.abs(hidden - other).max(axis=1).min() <= _DIFFERS / 2
        for own, other in zip(last, beyond, strict=True)
        if own is not None
    ]
    return bool(turns) and float(np.mean(turns)) >= _WHOLE


def _ground_at(seen: _Seen, row: int, place: float) -> NDArray[np.float64] | None:
    """The colour of a part of a row of cells, `place` cells from the end; None if it is not plain."""
    start, span = seen.rows[row], seen.rows[row + 1] - seen.rows[row]
    left, right = (round(seen.end + part * seen.pitch) for part in (place, place + _HALF.stop - _HALF.start))
    return _plain_ground(seen.pixels[round(start + 0.2 * span) : round(start + 0.8 * span), left:right])


def _differs(seen: _Seen) -> NDArray[np.bool_]:
    """Whether something else than the ground of the last column is there.

    Returns:
        For each row of cells and each pixel from a little before the end on; the picture's end differs, too.
    """
    spans = np.diff(seen.rows)
    low = round(seen.end - _INSIDE * seen.pitch)
    high = round(seen.end + _FARTHEST * seen.pitch)
    part = seen.pixels[:, low:high]
    found = np.ones((len(spans), high - low), dtype=bool)
    for row, (start, span) in enumerate(zip(seen.rows[:-1], spans, strict=True)):
        middle = part[max(0, round(start + 0.2 * span)) : max(1, round(start + 0.8 * span))]
        mean = middle.mean(axis=0, dtype=np.float32)
        found[row, : mean.shape[0]] = np.abs(mean - seen.grounds[row, -1]).max(axis=1) > _DIFFERS
    return found
