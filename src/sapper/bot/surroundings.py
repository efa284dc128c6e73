"""What a program shows around its board, before and after a click: a message is a part of that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from sapper.bot import patience
from sapper.bot.sight import differ

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.bot.desktop import Box, Desktop
    from sapper.screen.grid import Grid

_CELLS: Final = 3  # how far around the board is looked, in cells
_CLOCK: Final = 2  # cells around what changes by itself that may be of the same clock
_MESSAGE: Final = 12  # pixels of the smallest message


class Surroundings:
    """The part of the screen around a board, as it was before a click."""

    def __init__(self, desktop: Desktop, within: Box | None, grid: Grid) -> None:
        """Looks at it.

        Args:
            desktop: The screen.
            within: The part of the screen with the program; by default what is near the board.
            grid: Where the board lies.
        """
        self._desktop, self._board = desktop, grid.box
        self._reach = round(_CELLS * grid.size)
        left, top, right, bottom = grid.box
        near = left - self._reach, top - self._reach, right + self._reach, bottom + self._reach
        left, top, right, bottom = near if within is None else within
        self._part = max(0, left), max(0, top), right, bottom
        self._before = self._taken()

    def _taken(self) -> NDArray[np.uint8]:
        return self._desktop.capture(self._part)

    def show_a_message(self) -> bool:
        """Whether something appeared there since, and stays. What changes by itself, as a clock, is none."""
        now = self._taken()
        self._desktop.sleep(patience.TICK)
        later = self._taken()
        if not self._before.shape == now.shape == later.shape:
            return False
        new = differ(self._before, later)
        left, top, right, bottom = self._board
        new[
            max(0, top - self._part[1]) : bottom - self._part[1], left - self._part[0] : right - self._part[0]
        ] = False
        reach = self._reach * _CLOCK // _CELLS
        for y, x in np.argwhere(differ(now, later)):
            new[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1] = False
        return int(np.count_nonzero(new)) >= _MESSAGE
