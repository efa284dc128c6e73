"""What a strategy takes for true, as the terminal shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from sapper._support.naming import quantity

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.topology import Cell, Topology
    from sapper.strategy import Beliefs, Statement

_UNDECIDED: Final = 1e-6  # the least and, from 1, the greatest risk of what the strategy has not decided


def drawn_risks(told: Beliefs) -> NDArray[np.float64]:
    """The risks to draw. An estimate of 0 or 1 is not drawn as certain unless the strategy says it is."""
    risks = np.clip(told.risk, _UNDECIDED, 1 - _UNDECIDED)
    risks[told.safe], risks[told.mines] = 0.0, 1.0
    return risks


def statements_around(told: Beliefs, topology: Topology, cell: Cell, most: int) -> list[Statement]:
    """What it knows of several cells around this one, the shortest first."""
    near = {cell, *topology.neighbours(cell)}
    found = [each for each in told.statements if not near.isdisjoint(each.cells)]
    return sorted(found, key=lambda each: len(each.cells))[:most]


def beliefs_text(name: str, told: Beliefs) -> str:
    """How much the strategy tells, in a sentence."""
    safe, mines = int(np.count_nonzero(told.safe)), int(np.count_nonzero(told.mines))
    if not safe and not mines and not told.statements and np.isnan(told.risk).all():
        return f"{name} tells nothing about this position."
    return f"{name} takes {quantity(safe, 'cell')} for safe and {mines} for mines."
