"""The risk a player has taken so far in a game, move by move."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sapper._support.deadline import Deadline
from sapper.board.marks import EXPLODED, FLAG, HIDDEN
from sapper.board.position import Position
from sapper.errors import BudgetError, ContradictionError
from sapper.inference.analysis import Cancel, analyse
from sapper.variants.referee import to_open

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.game import Action, Game
    from sapper.web.games.origin import Origin

__all__ = ["AccumulatedRisk", "risk_of"]


class AccumulatedRisk:
    """Follows a game from behind. What was worked out before is not worked out again."""

    def __init__(self, origin: Origin) -> None:
        """Starts before the first move of a game."""
        self._origin = origin
        self._laid: NDArray[np.bool_] | None = None
        self._behind: Game | None = None  # costs as much as the game itself, so only for those who ask
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
        """The chance that these moves would have lost.

        Args:
            history: All moves of the game; those of the last call and more.
            laid: Where the mines were put anew, if they were.
            time_limit: Seconds.
            cancel: Stops it.

        Returns:
            0 to 1, or None when the time did not suffice; the next call goes on from there.

        Raises:
            CancelledError: `cancel` was set.
        """
        deadline = Deadline(time_limit)
        if not self._lock.acquire(timeout=time_limit):
            return None  # another thought about the same game works it out
        try:
            if self._behind is None or laid is not self._laid:
                self._behind = self._origin.game(history[: self._done], laid)
                self._laid = laid
            for action in history[self._done :]:
                self._take(self._behind, action, deadline.left or 0.0, cancel)
            return 1.0 - self._survival
        except BudgetError:
            return None
        finally:
            self._lock.release()

    def _take(self, behind: Game, action: Action, seconds: float, cancel: Cancel) -> None:
        if seconds <= 0:
            raise BudgetError("the time for the moves so far is up")
        position = behind.position
        index = position.topology.index(action.cell)
        if action.kind != "flag":
            self._survival *= 1.0 - risk_of(position, action.kind, index, self._origin, seconds, cancel)
        {"open": behind.open, "flag": behind.flag, "chord": behind.chord}[action.kind](action.cell)
        self._done += 1


def risk_of(
    position: Position, kind: str, cell: int, origin: Origin, seconds: float, cancel: Cancel
) -> float:
    """The chance that opening or chording here sets off a mine, as far as the position tells.

    A chord is safe if and only if the flags around it stand on mines.
    """
    if not to_open(position, kind, cell):
        return 0.0
    marks = position.marks.ravel()
    if not bool(((marks >= 0) | (marks == EXPLODED)).any()):
        return origin.board.density if origin.first_click == "any" and origin.variant != "lucky" else 0.0
    analysis = analyse(position, time_limit=seconds, cancel=cancel)
    if kind == "open":
        return float(analysis.mine_probability.flat[cell])
    topology = position.topology
    around = [topology.index(near) for near in topology.neighbours(topology.cell(cell))]
    trusted = np.where(marks == FLAG, HIDDEN, marks).astype(np.int16)
    trusted[[near for near in around if marks[near] == FLAG]] = FLAG
    flagged = Position(trusted.reshape(topology.shape), position.mines, topology)
    try:
        right = analyse(flagged, trust_flags=True, time_limit=seconds, cancel=cancel)
    except ContradictionError:
        return 1.0
    return max(0.0, 1.0 - math.exp(right.log_configurations - analysis.log_configurations))
