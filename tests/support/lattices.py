"""Boards of random mines with numbers on every second row and column, hardest to count, or anywhere."""

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sapper import Position

MineGrid = NDArray[np.bool_]


def numbers_of(is_mine: MineGrid, **padding: Any) -> NDArray[np.int64]:
    """How many neighbours of each cell of a grid are mined. Without edges with `mode="wrap"`."""
    blocks = sliding_window_view(np.pad(is_mine, 1, **padding), (3,) * is_mine.ndim)
    counts: NDArray[np.int64] = blocks.sum(axis=tuple(range(-is_mine.ndim, 0))) - is_mine
    return counts


def lattice(rows: int, columns: int, density: float = 0.35, seed: int = 1) -> Position:
    """The position in which just the odd cells of the odd rows are open; they hold no mines."""
    is_mine = np.random.default_rng(seed).random((rows, columns)) < density
    is_mine[1::2, 1::2] = False
    marks = np.full((rows, columns), -1)
    marks[1::2, 1::2] = numbers_of(is_mine)[1::2, 1::2]
    return Position(marks, int(is_mine.sum()))


def fours(rows: int, columns: int, mines: int) -> Position:
    """A lattice whose numbers are all 4, so that no cell is certain."""
    return Position(np.where(lattice(rows, columns).marks == -1, -1, 4), mines)


def scattered_numbers(size: int, density: float, share: float, seed: int) -> tuple[Position, MineGrid]:
    """A square board with numbers here and there, and where its mines are."""
    random = np.random.default_rng(seed)
    is_mine = random.random((size, size)) < density
    marks = np.where(~is_mine & (random.random((size, size)) < share), numbers_of(is_mine), -1)
    return Position(marks, int(is_mine.sum())), is_mine


def entangled_position() -> Position:
    """Scattered numbers: tenths of a second to analyse, seconds to count the configurations exactly."""
    return scattered_numbers(70, 0.2, 0.3, seed=0)[0]
