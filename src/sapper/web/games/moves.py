"""What was done in a hosted game, as it is kept, and what it changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ACTIONS", "CHANGED", "LOST_BY_GUESS", "NOTHING", "By", "Change", "Move"]

By = Literal["player", "assist", "autoplay", "undo"]
"""Who did it."""

ACTIONS: Final = ("open", "flag", "chord")
"""What can be done to a cell; besides, there are `"undo"`, `"reveal"` and `"give_up"`."""

NOTHING, CHANGED, LOST_BY_GUESS = 0, 1, 2
"""The effects of a move."""


@dataclass(frozen=True, slots=True)
class Move:
    """One action, also of those that changed nothing.

    Attributes:
        number: From 0.
        kind: One of `ACTIONS`, `"undo"`, `"reveal"` or `"give_up"`.
        cell: Its number; 0 of what is done to none.
        key: What the page calls it; no other move of the game has it.
        by: Who did it.
        effect: `NOTHING`, `CHANGED` or `LOST_BY_GUESS`.
        elapsed_ms: When.
        mined: The new minefield, where the move changed it.
    """

    number: int
    kind: str
    cell: int
    key: str
    by: str
    effect: int
    elapsed_ms: int
    mined: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """Cells and their marks now; or, when they are too many to list, `whole`: look at the board.

    Attributes:
        cells: Their numbers, in the order they changed.
        values: Their marks.
        whole: Whether the lists were left empty.
    """

    cells: list[int] = field(default_factory=list)
    values: list[int] = field(default_factory=list)
    whole: bool = False
