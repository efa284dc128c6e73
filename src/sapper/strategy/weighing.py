"""The candidates for a guess, and the dead cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper import _engine
from sapper._support.engine_call import EngineCall, check_kinds
from sapper.board.position import counted_position
from sapper.inference.analysis import Cancel

if TYPE_CHECKING:
    from sapper.board.game import Game
    from sapper.board.position import Position
    from sapper.board.topology import Cell

__all__ = ["Weighing", "weigh"]


@dataclass(frozen=True, slots=True)
class Weighing:
    """The candidates for a guess, and the dead cells. Made by `weigh`.

    Attributes:
        considered: The cells that the strategy `"best"` compares, the most promising first. They are nearly
            as safe as the safest cell, and can show more than one number. Empty if a cell is certainly safe.
        dead: Dead cells in row-major order: uncertain cells that show the same number in every configuration
            in which they are safe. Not all dead cells are found.
    """

    considered: tuple[Cell, ...]
    dead: tuple[Cell, ...]


def weigh(
    position: Game | Position,
    *,
    trust_flags: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Weighing:
    """Finds the candidates for a guess, and the dead cells.

    Args:
        position: A position that some minefield fits. Analyse it first to be sure.
        trust_flags: Whether flagged cells count as mines.
        time_limit: Seconds after which the search stops with an error.
        cancel: Stops the search if it is set from another thread.

    Returns:
        The candidates and the dead cells. It takes about as long as an analysis.

    Raises:
        PositionError: `position` is none, or has no mine count.
        ArgumentError: `time_limit`, `cancel` or `trust_flags` is invalid.
        BudgetError: It took longer than the time limit, or the position is too entangled to count.
        CancelledError: `cancel` was set.
    """
    position = counted_position(position)
    check_kinds(cancel=cancel, trust_flags=trust_flags)
    with EngineCall("the weighing", time_limit):
        found = _engine.weigh(position._engine, trust_flags, time_limit, cancel)
    name = position.topology.cell
    return Weighing(tuple(map(name, found.considered)), tuple(map(name, found.dead)))
