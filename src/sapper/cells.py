"""The types of cells. This module imports no other module of the package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

__all__ = ["Cell", "CellT", "CellT_co", "GridT", "RowsOfCells"]

Cell = int | tuple[int, ...]
"""A cell: `(row, column)` on grids, counted from 0; a plain integer on graphs."""

if TYPE_CHECKING:
    import numpy as np
    from typing_extensions import TypeVar

    CellT = TypeVar("CellT", default=tuple[Any, ...] | Any)
    CellT_co = TypeVar("CellT_co", covariant=True, default=tuple[Any, ...] | Any)
    GridT = TypeVar("GridT", default=tuple[int, int])
    RowsOfCells = str | Sequence[Sequence[int]] | np.ndarray[tuple[int, int], np.dtype[Any]]
else:
    from typing import TypeVar  # before Python 3.13 it takes no default

    CellT = TypeVar("CellT")
    """What the cells of a board are: `tuple[int, int]` with rows and columns, `int` on graphs.

    By default, type checkers take a board for a grid: `Board` alone means `Board[tuple[Any, ...]]`.
    `Board[Any]` is a board of either kind.
    """
    CellT_co = TypeVar("CellT_co", covariant=True)
    """The same, for classes."""
    GridT = TypeVar("GridT")
    """The same, for functions that make a grid of rows and columns unless an argument says otherwise."""
    RowsOfCells = str | Sequence[Sequence[int]]
    """What type checkers take for a board of rows and columns: a text, lists of marks, or an array of them.

    A text can have more dimensions, and so can an array whose type does not say how many it has. Type
    checkers learn it from `topology=Topology.grid(...)`.
    """
