"""What a guess has to weigh: the cells worth thinking about, and those that can tell nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper import _engine
from sapper._support.engine_call import EngineCall, check_kinds
from sapper.inference.analysis import Cancel

if TYPE_CHECKING:
    from sapper.board.position import Position
    from sapper.board.topology import Cell

__all__ = ["Weighing", "weigh"]


@dataclass(frozen=True, slots=True)
class Weighing:
    """The hidden cells of a position as a guess sees them.

    Attributes:
        considered: The cells that are nearly as safe as any and can tell something, the likeliest to be
            worth it first: what the strategy `"best"` thinks about. Empty where some cell is certainly safe.
        dead: Uncertain cells, in row-major order, that would show the same number in every configuration
            that spares them. Not all of them are found.
    """

    considered: tuple[Cell, ...]
    dead: tuple[Cell, ...]


def weigh(
    position: Position,
    *,
    trust_flags: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Weighing:
    """Looks at a position as a guess does.

    Args:
        position: One that some minefield fits: analyse it first.
        trust_flags: Whether flagged cells count as mines.
        time_limit: Seconds after which to give up.
        cancel: Gives up when set from another thread.

    Returns:
        The weighing. About as long as an analysis.

    Raises:
        ArgumentError: `time_limit`, `cancel` or `trust_flags` is none.
        BudgetError: It took longer than the time limit, or the position is too hard to count.
        CancelledError: `cancel` was set.
    """
    check_kinds(cancel=cancel, trust_flags=trust_flags)
    with EngineCall("the weighing", time_limit):
        found = _engine.weigh(position._engine, trust_flags, time_limit, cancel)
    name = position.topology.cell
    return Weighing(tuple(map(name, found.considered)), tuple(map(name, found.dead)))
