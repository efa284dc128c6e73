"""Hard core, where a needless guess loses, and lucky, where a guess is safe whenever it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from sapper.board.marks import EXPLODED, FLAG, HIDDEN, QUESTION
from sapper.board.position import Position
from sapper.errors import BudgetError
from sapper.inference.analysis import analyse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Referee", "referee_of", "to_open"]

_TIME_LIMIT: Final = 2.0  # seconds; where thinking takes longer the player has the benefit of the doubt


class Referee(Protocol):
    """What a variant says before cells are opened."""

    def forbids(self, position: Position, opened: list[int], /) -> bool:
        """Whether opening these cells loses."""

    def moved(
        self, position: Position, opened: list[int], mined: NDArray[np.bool_], /
    ) -> NDArray[np.bool_] | None:
        """The minefield that takes the place of `mined`; None to leave it."""


class HardCore:
    """Opening a cell that is not certain, while a certain one exists, loses."""

    def forbids(self, position: Position, opened: list[int], /) -> bool:
        """Whether one of the cells is a guess, and needlessly."""
        try:
            safe = set(map(position.topology.index, analyse(position, time_limit=_TIME_LIMIT).safe))
        except BudgetError:
            return False
        return bool(safe) and not safe.issuperset(opened)

    def moved(self, _position: Position, _opened: list[int], _mined: NDArray[np.bool_], /) -> None:
        """Leaves the mines alone."""


def referee_of(variant: str) -> Referee | None:
    """The one that watches over a variant; None where nobody needs to."""
    from sapper.variants.lucky import Lucky

    if variant == "normal":
        return None
    return HardCore() if variant == "hard_core" else Lucky()


def to_open(position: Position, kind: str, cell: int) -> list[int]:
    """The cells that an action would open, not counting those that follow from a zero."""
    marks = position.marks.ravel()
    if kind == "open":
        return [cell] if marks[cell] in (HIDDEN, QUESTION) else []
    if kind != "chord" or marks[cell] < 0:
        return []
    topology = position.topology
    around = [topology.index(near) for near in topology.neighbours(topology.cell(cell))]
    shown = sum(marks[near] in (FLAG, EXPLODED) for near in around)
    return [near for near in around if marks[near] in (HIDDEN, QUESTION)] if shown == marks[cell] else []
