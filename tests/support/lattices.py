"""Numbers on every second row and column: the frontiers that are hardest to count."""

from __future__ import annotations

import numpy as np

from sapper import Position


def lattice(rows: int, columns: int, density: float = 0.35, seed: int = 1) -> Position:
    """The position in which just the odd cells of the odd rows are open; they hold no mines."""
    mined = np.random.default_rng(seed).random((rows, columns)) < density
    mined[1::2, 1::2] = False
    framed = np.pad(mined, 1).astype(int)
    around = sum(framed[r : r + rows, c : c + columns] for r in range(3) for c in range(3))
    marks = np.full((rows, columns), -1)
    marks[1::2, 1::2] = np.asarray(around)[1::2, 1::2]
    return Position(marks, int(mined.sum()))
