"""Fair boards: made around the first clicked cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sapper.minefields.generation import Progress, generate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sapper.web.games.origin import Origin
    from sapper.web.questions.figures import Budget

__all__ = ["fair_minefield"]


def fair_minefield(
    origin: Origin, cell: int, budget: Budget, progress: Callable[[Progress], object]
) -> NDArray[np.bool_]:
    """A minefield that needs no guess from a cell on, as the game asked for it.

    Args:
        origin: What the game starts from; its seed decides the minefield, together with the cell.
        cell: The first one.
        budget: How long to search.
        progress: Called ten times a second, from other threads.

    Raises:
        GameError: No cell would be safe, or there is no such rule.
        GenerationError: None was found in the time.
        CancelledError: It was stopped.
    """
    asked = origin.fair
    return generate(
        board=origin.board,
        start=origin.board.topology.cell(cell),
        method=asked["method"],
        hardest=asked["rule"] or "counting",
        mine_count=asked["mine_count"],
        seed=origin.seed,
        time_limit=budget.seconds,
        cancel=budget.cancel,
        progress=progress,
    ).minefield.mined
