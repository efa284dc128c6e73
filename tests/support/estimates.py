"""Positions that can be counted, and estimates of them with a budget that is too small."""

from functools import cache

import numpy as np
from numpy.typing import NDArray
from support.lattices import lattice

from sapper import Analysis, Position, _engine, analyse

# Rows, columns, density of mines.
SHAPES = [(14, 20, 0.25), (14, 20, 0.35), (16, 16, 0.2), (12, 24, 0.4)]


class CountableError(ValueError):
    """The budget was enough to count a position, so there is no estimate of it."""


def estimate_of(position: Position, budget: int) -> _engine.Analysis:
    """The estimate of a position when at most this many values may be stored. Raises CountableError."""
    analysis = _engine.analyse(position._engine, False, None, budget)
    if analysis.exact:
        raise CountableError
    return analysis


def with_sea(position: Position) -> Position:
    """The same position beside a field that is unknown except for one number."""
    rows, columns = position.topology.shape
    marks = np.full((rows, columns + 8), -1)
    marks[:, :columns] = position.marks
    marks[4, columns + 3] = 2
    return Position(marks, position.board.mines + 2 * rows)


@cache
def both(rows: int, columns: int, density: float, seed: int, sea: bool) -> tuple[Analysis, _engine.Analysis]:
    """The exact analysis of a lattice, and an estimate. Raises CountableError."""
    position = lattice(rows, columns, density, seed)
    if sea:
        position = with_sea(position)
    return analyse(position), estimate_of(position, 5_000)


def hits(exact: Analysis, estimate: _engine.Analysis, bars: float = 1) -> NDArray[np.bool_]:
    """For the uncertain cells: which are within this many times the stated error."""
    off = np.abs(estimate.mine_probability - exact.mine_probability).ravel()
    within: NDArray[np.bool_] = (off <= bars * estimate.error)[exact._engine.verdicts == 1]
    return within
