"""What a step of a game is worth."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import numpy as np

from sapper.inference.batch import analyse_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.environments.games import Games

Reward = Literal["outcome", "cells", "deduction", "regret"]
"""What a step is worth; see `Games`."""

_BY_STAND: Final = np.array([0.0, 1.0, -1.0, 0.0, 0.0])  # playing, won, lost, cleared, cut


class Scheme(Protocol):
    """A way to reward steps."""

    def judge(self, games: Games[Any], actions: NDArray[np.int64]) -> Any:
        """Called before a step. What it returns is passed to `give`."""

    def give(self, games: Games[Any], judged: Any) -> None:
        """Called after the step. Writes `games.rewards`."""


class _Outcome:
    def judge(self, games: Games[Any], actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        return games._are_over

    def give(self, games: Games[Any], judged: NDArray[np.bool_]) -> None:
        np.take(_BY_STAND, games._stands, out=games.rewards, mode="clip")
        games.rewards[judged] = 0  # a result counts once


class _Cells:
    def judge(self, games: Games[Any], actions: NDArray[np.int64]) -> None:
        pass

    def give(self, games: Games[Any], judged: None) -> None:
        safe = games.topology.size - games.board.mines
        np.divide(games._opened, safe, out=games.rewards)
        games.rewards -= games._exploded


class _Deduction:
    """Tells cells that were certainly safe from luck."""

    def judge(self, games: Games[Any], actions: NDArray[np.int64]) -> NDArray[np.float64]:
        risk, _ = _risks(games, actions)
        return risk

    def give(self, games: Games[Any], judged: NDArray[np.float64]) -> None:
        opened = (games._opened > 0) & (judged == 0)
        np.subtract(opened, games._exploded, out=games.rewards)


class _Regret:
    """The safest cell costs nothing."""

    def judge(self, games: Games[Any], actions: NDArray[np.int64]) -> NDArray[np.float64]:
        risk, least = _risks(games, actions)
        return least - risk

    def give(self, games: Games[Any], judged: NDArray[np.float64]) -> None:
        has_acted = (games._opened > 0) | (games._exploded > 0)
        games.rewards[:] = np.where(has_acted, judged, 0.0)


def _risks(games: Games[Any], actions: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The risk of the cell that each action opens, and the least risk of any: not a number for other actions.

    Rules protect a first click, so its risk is 0.
    """
    cells = games.topology.size
    marks = games.observations.reshape(len(games), cells)
    risk, least = np.full(len(games), np.nan), np.full(len(games), np.nan)
    is_fresh = (marks < 0).all(axis=1) & (marks != -3).all(axis=1)
    protected = is_fresh & (games.rules.first_click != "any")
    opens = (actions >= 0) & (actions < cells)
    risk[protected & opens] = least[protected & opens] = 0.0
    asked = np.flatnonzero(opens & ~protected & ~games._are_over)
    if len(asked):
        analyses = analyse_many(games.observations[asked], games.board.mines, topology=games.topology)
        probability = analyses.mine_probability.reshape(len(asked), cells)
        risk[asked] = probability[np.arange(len(asked)), actions[asked]]
        least[asked] = np.nanmin(np.where(marks[asked] < 0, probability, np.nan), axis=1)
    return risk, least


REWARDS: Final[Mapping[Reward, Scheme]] = MappingProxyType(
    {"outcome": _Outcome(), "cells": _Cells(), "deduction": _Deduction(), "regret": _Regret()}
)
"""The rewards by their names."""
