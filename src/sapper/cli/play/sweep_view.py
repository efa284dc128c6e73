"""What the solver does before it chooses: it sweeps along each component of the frontier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sapper.draw.scene import Stage
from sapper.inference.components import sweep_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.position import Position

_STEPS_DRAWN = 3  # so many steps of a sweep are drawn as the place where it is


@dataclass(frozen=True, slots=True, eq=False)
class SweepFrame:
    """The sweeps of a position, at one moment. Its arrays have the board's shape."""

    component: NDArray[np.int32]  # the number of each cell's component, -1 for cells in none
    # The step at which the sweep reaches a cell; below 0 for cells that were swept in an earlier position.
    step: NDArray[np.int32]
    at: int  # the step that all sweeps are at

    def stages(self, cells: Sequence[int]) -> list[tuple[int, Stage] | None]:
        """The component and the stage of each cell, None for cells in no component."""
        components = self.component.take(cells).tolist()
        ahead = (self.step.take(cells) - self.at).tolist()
        return [
            None if component < 0 else (component, _stage(steps))
            for component, steps in zip(components, ahead, strict=True)
        ]

    def moment(self, at: int) -> SweepFrame:
        """The same sweeps at another step."""
        return SweepFrame(self.component, self.step, at)

    def steps(self, top: int, left: int, bottom: int, right: int) -> int:
        """How many steps it takes until all sweeps in a part of the board are over."""
        part = self.step[top:bottom, left:right]
        longest = int(part.max(initial=-1))
        return longest + _STEPS_DRAWN if longest >= 0 else 0


class Thinker:
    """Looks at the positions of a game in turn. Components that did not change are not swept again."""

    def __init__(self) -> None:
        self._component: NDArray[np.int32] | None = None
        self._marks: set[bytes] = set()
        self._numbers = 0

    def look(self, position: Position) -> SweepFrame:
        """The sweeps of a position. Takes time linear in the cells."""
        sweep = sweep_of(position)
        before = np.full_like(sweep.component, -1) if self._component is None else self._component
        if before.shape != sweep.component.shape:
            before = np.full_like(sweep.component, -1)
        component, step = sweep.component.copy(), sweep.step.copy()
        order = np.argsort(sweep.component, axis=None, kind="stable")
        sizes = np.bincount(sweep.component.ravel() + 1, minlength=1)
        parts = np.split(order, np.cumsum(sizes)[:-1])[1:]  # the first part is in no component
        marks: set[bytes] = set()
        numbers: set[int] = set()
        for cells in sorted(parts, key=len, reverse=True):
            number = self._number(before.ravel()[cells], numbers)
            numbers.add(number)
            component.ravel()[cells] = number
            mark = cells.tobytes()
            marks.add(mark)
            if mark in self._marks:
                step.ravel()[cells] = -1 - _STEPS_DRAWN
        self._component, self._marks = component, marks
        return SweepFrame(component, step, -1)

    def _number(self, before: NDArray[np.int32], others: set[int]) -> int:
        """The number that most of these cells had, or a new one if another component has that number now."""
        numbers, counts = np.unique(before[before >= 0], return_counts=True)
        if len(numbers):
            usual = int(numbers[counts.argmax()])
            if usual not in others:
                return usual
        self._numbers += 1
        return self._numbers


def _stage(ahead: int) -> Stage:
    if ahead > 0:
        return "ahead"
    return "under" if ahead > -_STEPS_DRAWN else "behind"
