"""The risk that a player has taken so far in a game, move by move."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sapper import _engine
from sapper._support.deadline import Deadline
from sapper._support.engine_call import EngineCall
from sapper.errors import BudgetError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sapper.board.game import Action, Game
    from sapper.board.position import Position
    from sapper.inference.analysis import Cancel
    from sapper.web.games.origin import Origin


class AccumulatedRisk:
    """Follows a game. Each call analyses only the moves since the last one."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._laid: NDArray[np.bool_] | None = None
        self._behind: Game | None = None  # as large as the game itself, so it is made when first needed
        self._done = 0
        self._survival = 1.0
        self._lock = threading.Lock()

    def after(
        self,
        history: Sequence[Action],
        laid: NDArray[np.bool_] | None,
        time_limit: float,
        cancel: Cancel,
    ) -> float | None:
        """The chance that the moves so far would have lost.

        The history has all moves of the game, and begins with those of the last call. `laid` are the mines,
        if they were moved after the game began.

        Returns:
            0 to 1, or None if the time ran out. The next call continues there.

        Raises:
            CancelledError: `cancel` was set.
        """
        deadline = Deadline(time_limit)
        if not self._lock.acquire(timeout=time_limit):
            return None  # another thought about the same game is working on it
        try:
            if self._behind is None or laid is not self._laid:
                self._behind = self._origin.game(history[: self._done], laid)
                self._laid = laid
            for action in history[self._done :]:
                self._take(self._behind, action, deadline, cancel)
            return 1.0 - self._survival
        except BudgetError:
            return None
        finally:
            self._lock.release()

    def _take(self, behind: Game, action: Action, deadline: Deadline, cancel: Cancel) -> None:
        if deadline.is_over:
            raise BudgetError("the moves so far take longer than the time limit")
        position = behind.position
        index = position.topology.index(action.cell)
        if action.kind != "flag":
            self._survival *= 1.0 - risk_of(position, action.kind, index, self._origin, deadline, cancel)
        behind.act(action.kind, action.cell)
        self._done += 1


def risk_of(
    position: Position, kind: str, cell: int, origin: Origin, deadline: Deadline, cancel: Cancel
) -> float:
    """The chance that opening or chording a cell opens a mine, as far as the position shows."""
    action = _engine.Action(_engine.ActionKind[kind], cell)
    with EngineCall("the risk of the action", deadline.limit):
        return _engine.action_risk(position._engine, action, origin.first_is_safe, deadline.left, cancel)
