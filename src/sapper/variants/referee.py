"""What the variants change when cells are opened."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from sapper.board.marks import EXPLODED, FLAG, HIDDEN, QUESTION
from sapper.errors import BudgetError
from sapper.inference.analysis import analyse
from sapper.variants.lucky import rearranged

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sapper.board.position import Position

_TIME_LIMIT: Final = 2.0
"""Seconds to judge a move. If that takes longer, the move counts as in a normal game."""


def is_needless_guess(position: Position, opened: list[int]) -> bool:
    """Whether, in hard core, opening these cells loses: one is not certainly safe while another cell is."""
    try:
        safe = set(map(position.topology.index, analyse(position, time_limit=_TIME_LIMIT).safe))
    except BudgetError:
        return False
    return bool(safe) and not safe.issuperset(opened)


def moved_away(position: Position, opened: list[int], mined: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """In lucky, a minefield without mines in these cells. None if they have none, or nothing fits."""
    if not mined.ravel()[opened].any():
        return None
    try:
        return rearranged(position, opened, random.SystemRandom(), _TIME_LIMIT)
    except BudgetError:
        return None


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
