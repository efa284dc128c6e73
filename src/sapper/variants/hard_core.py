"""Hard core: a guess loses the game while some cell is certainly safe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sapper.errors import BudgetError
from sapper.inference.analysis import analyse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sapper.board.position import Position

__all__ = ["TIME_LIMIT", "HardCore"]

TIME_LIMIT: Final = 2.0
"""Seconds to judge a move. If that takes longer, the move counts as in a normal game."""


class HardCore:
    """You lose if you open a cell that is not certainly safe while another cell is."""

    def forbids(self, position: Position, opened: list[int], /) -> bool:
        """Whether one of the cells is a needless guess."""
        try:
            safe = set(map(position.topology.index, analyse(position, time_limit=TIME_LIMIT).safe))
        except BudgetError:
            return False
        return bool(safe) and not safe.issuperset(opened)

    def moved(self, _position: Position, _opened: list[int], _mined: NDArray[np.bool_], /) -> None:
        """Moves no mines."""
