"""Which keys lead the cursor of a program to a cell, as far as its steps have shown that."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import Final

Cell = tuple[int, int]

_STEPS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class CursorSteps:
    """Where steps lead on a board: to the cell beside, or over open cells to the next that is not open."""

    def __init__(self, rows: int, columns: int) -> None:
        """No step is known yet, so each leads to the cell beside."""
        self._shape = rows, columns
        self._hidden: frozenset[Cell] = frozenset()
        self._ways: dict[tuple[Cell, str], Cell] = {}
        self._leaps = False

    def see(self, hidden: Collection[Cell]) -> None:
        """Takes the cells that are not open now. Where they are others, steps may lead elsewhere."""
        if self._hidden != (now := frozenset(hidden)):
            self._hidden = now
            self._ways.clear()

    def next(self, start: Cell, goal: Cell) -> str | None:
        """The move that leads on the shortest way to a cell; None if none leads there and all are tried.

        If no known way leads there, it is the first of those to the nearest step that was not tried.
        """
        first: dict[Cell, str | None] = {start: None}
        new: str | None = None
        waiting = deque([start])
        while waiting:
            cell = waiting.popleft()
            for move in _STEPS:
                to, begins = self._goes(cell, move), first[cell] or move
                if to == goal:
                    return begins
                if to is None:
                    new = new or begins
                elif to not in first:
                    first[to] = begins
                    waiting.append(to)
        return new

    def learn(self, start: Cell, move: str, to: Cell) -> None:
        """Remembers where a move led."""
        leap = None if to == start else self._leap(start, move)
        self._leaps |= leap == to != self._beside(start, move)
        self._ways[start, move] = to

    def _goes(self, cell: Cell, move: str) -> Cell | None:
        """Where a move leads; None if that has to be tried."""
        way = self._ways.get((cell, move))
        if way is not None:
            return way
        return self._leap(cell, move) if self._leaps else self._beside(cell, move) or cell

    def _beside(self, cell: Cell, move: str) -> Cell | None:
        (row, column), (down, right) = cell, _STEPS[move]
        to = row + down, column + right
        return to if 0 <= to[0] < self._shape[0] and 0 <= to[1] < self._shape[1] else None

    def _leap(self, cell: Cell, move: str) -> Cell | None:
        to = self._beside(cell, move)
        while to is not None and to not in self._hidden:
            to = self._beside(to, move)
        return to
