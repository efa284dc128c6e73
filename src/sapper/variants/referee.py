"""What the variants forbid and change when cells are opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from sapper import _engine
from sapper._support.engine_call import EngineCall

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.game import ActionKind, Game
    from sapper.board.position import Position

Variant = Literal["normal", "hard_core", "lucky"]
"""In hard core a needless guess loses. In lucky a guess is safe whenever it can be."""


class Ruling(NamedTuple):
    """What a variant says about an action."""

    # In hard core, the cells of a needless guess, which loses: not certainly safe while another cell is.
    guess: list[int]
    # In lucky, the mines after some moved away from the cells that are opened: of the board's shape.
    mined: NDArray[np.bool_] | None


def rule_on(game: Game, variant: Variant, kind: ActionKind, cell: int, seed: int = 0) -> Ruling:
    """Judges an action before it is done. The game does not change.

    The first click is never judged. A position that takes seconds to judge counts as in a normal game. `seed`
    decides where mines go.
    """
    ruling = _engine.rule_on(game._engine, _engine.Variant[variant], action_in_engine(kind, cell), seed)
    mined = ruling.mined.reshape(game.topology.shape).astype(np.bool_) if ruling.mined.size else None
    return Ruling(ruling.guess, mined)


def rearranged(
    position: Position, spared: list[int], seed: int = 0, *, time_limit: float | None = None
) -> NDArray[np.bool_] | None:
    """A minefield that fits a position and has no mines in some cells.

    Not all minefields that fit are equally likely. Flags are ignored.

    Returns:
        The mines: bool, of the board's shape. None if there is no such minefield.

    Raises:
        BudgetError: The position is too hard, or the time is up.
    """
    with EngineCall("moving the mines", time_limit):
        mined = _engine.rearranged(position._engine, spared, seed, time_limit)
    return None if mined is None else mined.reshape(position.topology.shape).astype(np.bool_)


def action_in_engine(kind: ActionKind, cell: int) -> _engine.Action:
    """An action, as the engine takes it."""
    return _engine.Action(_engine.ActionKind[kind], cell)
