"""The type of a cell, below everything that names one."""

from __future__ import annotations

__all__ = ["Cell"]

Cell = int | tuple[int, ...]
"""A cell: `(row, column)` on grids, counted from 0; a plain integer on graphs."""
