"""How a variant decides what happens when cells are opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from sapper.board.marks import EXPLODED, FLAG, HIDDEN, QUESTION
from sapper.variants.hard_core import HardCore
from sapper.variants.lucky import Lucky

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sapper.board.position import Position

__all__ = ["Referee", "referee_of", "to_open"]


class Referee(Protocol):
    """Decides, before cells are opened, whether that loses or mines move."""

    def forbids(self, position: Position, opened: list[int], /) -> bool:
        """Whether opening these cells loses."""

    def moved(
        self, position: Position, opened: list[int], mined: NDArray[np.bool_], /
    ) -> NDArray[np.bool_] | None:
        """The minefield that replaces `mined`; None to keep it."""


def referee_of(variant: str) -> Referee | None:
    """The referee of a variant; None for the normal game."""
    if variant == "normal":
        return None
    return HardCore() if variant == "hard_core" else Lucky()


def to_open(position: Position, kind: str, cell: int) -> list[int]:
    """The cells that an action opens, without those that a zero opens."""
    marks = position.marks.ravel()
    if kind == "open":
        return [cell] if marks[cell] in (HIDDEN, QUESTION) else []
    if kind != "chord" or marks[cell] < 0:
        return []
    topology = position.topology
    around = [topology.index(near) for near in topology.neighbours(topology.cell(cell))]
    shown = sum(marks[near] in (FLAG, EXPLODED) for near in around)
    return [near for near in around if marks[near] in (HIDDEN, QUESTION)] if shown == marks[cell] else []
