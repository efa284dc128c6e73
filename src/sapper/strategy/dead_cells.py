"""Dead cells: opening one tells nothing, because it can show only one number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _engine
from sapper._support.engine_call import EngineCall, check_common_arguments
from sapper.board.position import as_position_with_mines
from sapper.inference.analysis import Cancel

if TYPE_CHECKING:
    from sapper.board.game import Game
    from sapper.board.position import Position
    from sapper.cells import Cell


def dead_cells(
    position: Game | Position,
    *,
    trust_flags: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> tuple[Cell, ...]:
    """Finds dead cells: uncertain cells that show the same number in every configuration where they are safe.

    It takes about as long as an analysis.

    Args:
        position: A position that some minefield fits. Analyse it first to be sure.
        trust_flags: Whether flagged cells count as mines.
        time_limit: Seconds after which the search stops with an error.
        cancel: Stops the search if it is set from another thread.

    Returns:
        The cells in row-major order. All of them are dead. A few dead cells may be missing: those that depend
        on several components or on the mine count.

    Raises:
        PositionError: `position` is not a position, or has no mine count.
        ArgumentError: `time_limit`, `cancel` or `trust_flags` is invalid.
        BudgetError: It took longer than the time limit, or the position is too entangled to count.
        CancelledError: `cancel` was set.
    """
    position = as_position_with_mines(position)
    check_common_arguments(cancel=cancel, trust_flags=trust_flags)
    with EngineCall("the search for dead cells", time_limit):
        found = _engine.dead_cells(position._engine, trust_flags, time_limit, cancel)
    return tuple(map(position.topology.cell, found))
