"""What a step of a game is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import numpy as np

from sapper.board.marks import EXPLODED
from sapper.inference.batch import analyse_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.environments.games import Games

Reward = Literal["outcome", "cells", "deduction", "regret"]
"""What a step is worth; see `Games`."""

_BY_STAND: Final = np.array([0.0, 1.0, -1.0, 0.0, 0.0])  # playing, won, lost, cleared, cut


class Scheme(Protocol):
    """A way to reward steps: called before each step, it returns the function that rewards it afterwards."""

    def __call__(self, games: Games[Any], actions: NDArray[np.int64], /) -> Callable[[], None]:
        """The function writes `games.rewards`."""


def _outcome(games: Games[Any], _: NDArray[np.int64]) -> Callable[[], None]:
    were_over = games._are_over

    def give() -> None:
        np.take(_BY_STAND, games._stands, out=games.rewards, mode="clip")
        games.rewards[were_over] = 0  # a result counts once

    return give


def _cells(games: Games[Any], _: NDArray[np.int64]) -> Callable[[], None]:
    safe = games.topology.size - games.board.mines

    def give() -> None:
        np.divide(games._opened, safe, out=games.rewards)
        np.subtract(games.rewards, games._exploded, out=games.rewards)

    return give


def _deduction(games: Games[Any], actions: NDArray[np.int64]) -> Callable[[], None]:
    risk, _ = _risks(games, actions)

    def give() -> None:
        np.subtract((games._opened > 0) & (risk == 0), games._exploded, out=games.rewards)

    return give


def _regret(games: Games[Any], actions: NDArray[np.int64]) -> Callable[[], None]:
    risk, least = _risks(games, actions)

    def give() -> None:
        has_opened = ((games._opened > 0) | (games._exploded > 0)) & ~np.isnan(risk)  # not by a chord
        games.rewards[:] = np.where(has_opened, least - risk, 0.0)

    return give


def _risks(games: Games[Any], actions: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The risk of the cell that each action opens, and the least risk of any cell: float64 of shape (n,).

    Both are nan for actions that do not open a cell. A first click that the rules protect has the risk 0.
    """
    cells = games.topology.size
    marks = games.observations.reshape(len(games), cells)
    risk, least = np.full(len(games), np.nan), np.full(len(games), np.nan)
    is_fresh = (marks < 0).all(axis=1) & (marks != EXPLODED).all(axis=1)
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
    {"outcome": _outcome, "cells": _cells, "deduction": _deduction, "regret": _regret}
)
"""The rewards by their names."""
