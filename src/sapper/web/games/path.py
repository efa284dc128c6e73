"""The path of the pointer during a game.

A place is a pixel of a board whose cells are `CELL_SIZE` pixels wide and high and lie as on a square grid,
whatever the layout: the pixel (x, y) is in column x // 16 and row y // 16, and the rest says where in the
cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from sapper.replays.mouse import MouseEvent
from sapper.replays.replay import CELL_SIZE
from sapper.web import limits

_PACKED: Final = np.dtype([("at_ms", "<u4"), ("x", "<i2"), ("y", "<i2")])


class Place(NamedTuple):
    """Where the pointer was, and when."""

    at_ms: int
    x: int
    y: int


def packed(path: Iterable[Sequence[int]], last_ms: int) -> tuple[bytes, int]:
    """Packs the path of the pointer before an action, eight bytes a place.

    It leaves out places that are not later than the last one by `limits.PATH_STEP_MS`. So the path of a game
    cannot grow faster than its clock. A place is milliseconds on the clock, x and y.

    Returns:
        The places, and the time of the last one.
    """
    places = []
    for at_ms, x, y in path:
        if at_ms >= last_ms + limits.PATH_STEP_MS:
            places.append((at_ms, x, y))
            last_ms = at_ms
    return np.array(places, _PACKED).tobytes(), last_ms


def movements(path: Iterable[Place], shape: tuple[int, ...]) -> Iterator[MouseEvent]:
    """The places of a game on a board with these rows and columns, as events of a replay."""
    rows, columns = shape
    for at_ms, x, y in path:
        row, column = y // CELL_SIZE, x // CELL_SIZE
        cell = (row, column) if row < rows and column < columns else None
        yield MouseEvent(at_ms / 1000, "mv", cell, (x, y))


def unpacked(path: bytes) -> list[Place]:
    """The places of a packed path. Raises ValueError if it is damaged."""
    return [Place._make(place) for place in np.frombuffer(path, _PACKED).tolist()]
