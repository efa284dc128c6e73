"""What a step of `Games` is worth to a program that learns to play: by the result, or by the exact risks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import numpy as np

from sapper.board.marks import EXPLODED, FLAG, HIDDEN
from sapper.inference.analysing import analyse_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.board import Board
    from sapper.board.rules import Rules
    from sapper.board.topology import Topology

Give = Callable[["NDArray[np.float64]"], None]
"""Writes the rewards of a step: float64 of shape (n,)."""

Scheme = Callable[["GamesInStep", "NDArray[np.int64]"], Give]
"""A way to reward steps: called with the actions before each step, it returns what writes the rewards."""

Reward = Literal["outcome", "cells", "deduction", "regret"]
"""What a step is worth; see `sapper.Games`."""

_BY_STAND: Final = np.array([0.0, 1.0, -1.0, 0.0, 0.0])  # playing, won, lost, cleared, cut


class GamesInStep(Protocol):
    """What rewards need of `Games`, which is built on this module. Arrays are as `Games` describes them."""

    observations: NDArray[np.int16]
    legal: NDArray[np.bool_]
    _opened: NDArray[np.int32]  # the safe cells that the last step opened
    _exploded: NDArray[np.int32]  # the mines that it set off
    _stands: NDArray[np.uint8]  # the states of the games, by the numbers of the engine

    @property
    def board(self) -> Board[Any]:
        """The board of all games."""

    @property
    def topology(self) -> Topology[Any]:
        """The cells and their neighbours."""

    @property
    def rules(self) -> Rules:
        """The rules."""

    @property
    def _are_over(self) -> NDArray[np.bool_]: ...

    def __len__(self) -> int: ...


def _outcome(games: GamesInStep, _: NDArray[np.int64]) -> Give:
    were_over = games._are_over

    def give(rewards: NDArray[np.float64]) -> None:
        np.take(_BY_STAND, games._stands, out=rewards, mode="clip")
        rewards[were_over] = 0  # a result counts once

    return give


def _cells(games: GamesInStep, _: NDArray[np.int64]) -> Give:
    safe = games.topology.size - games.board.mines

    def give(rewards: NDArray[np.float64]) -> None:
        np.divide(games._opened, safe, out=rewards)
        np.subtract(rewards, games._exploded, out=rewards)

    return give


def _deduction(games: GamesInStep, actions: NDArray[np.int64]) -> Give:
    risk, _, _ = _risks(games, actions)
    opens = actions < games.topology.size

    def give(rewards: NDArray[np.float64]) -> None:
        np.subtract((games._opened > 0) & opens & (risk == 0), games._exploded, out=rewards)

    return give


def _regret(games: GamesInStep, actions: NDArray[np.int64]) -> Give:
    risk, least, probability = _risks(games, actions)
    cells, count = games.topology.size, len(games)
    kind, cell = np.divmod(actions, cells)
    exist = _exist(games, actions)
    wasted = ~exist | ~games.legal[np.arange(count), np.where(exist, actions, 0)]
    loss = np.where(kind == 0, risk - least, 0.0)
    marks = games.observations.reshape(count, cells)
    for i in np.flatnonzero(~wasted & (kind == 1)):
        # A flag is wrong with the chance that the cell is safe, and its removal with the chance that it is
        # not. So setting and removing it in turn costs 1, wherever it is.
        is_mine = probability[i, cell[i]]
        loss[i] = is_mine if marks[i, cell[i]] == FLAG else 1 - is_mine
    for i in np.flatnonzero(~wasted & (kind == 2)):
        around = games.topology._engine.neighbours(int(cell[i]))
        risks = [probability[i, other] for other in around if marks[i, other] == HIDDEN]
        loss[i] = max(max(risks) - least[i], 0.0)  # the least that its cells risk together
    loss[wasted] = 1.0
    loss[games._are_over] = 0.0

    def give(rewards: NDArray[np.float64]) -> None:
        np.negative(loss, out=rewards)

    return give


def _exist(games: GamesInStep, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which actions exist. The step refuses the others."""
    exist: NDArray[np.bool_] = (actions >= 0) & (actions < games.legal.shape[1])
    return exist


def _risks(
    games: GamesInStep, actions: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The risk of the cell of each action, the least risk of any cell, and the risks of all cells.

    They are float64 of shape (n,), (n,) and (n, cells). A first click that the rules protect has the risk 0.
    In games that are over they are nan.
    """
    cells = games.topology.size
    marks = games.observations.reshape(len(games), cells)
    probability = np.full((len(games), cells), np.nan)
    is_fresh = (marks < 0).all(axis=1) & (marks != EXPLODED).all(axis=1)
    protected = is_fresh & (games.rules.first_click != "any") & ~games._are_over
    unprotected = np.flatnonzero(~protected & ~games._are_over)
    if len(unprotected):
        analyses = analyse_many(
            games.observations[unprotected], games.board.mines, topology=games.topology, threads=1
        )
        probability[unprotected] = analyses.mine_probability.reshape(len(unprotected), cells)
    least = np.full(len(games), np.nan)
    least[unprotected] = np.nanmin(np.where(marks < 0, probability, np.nan)[unprotected], axis=1)
    least[protected] = 0.0
    risk = probability[np.arange(len(games)), np.where(_exist(games, actions), actions, 0) % cells]
    risk[protected & (actions < cells)] = 0.0
    probability[protected] = games.board.mines / cells
    return risk, least, probability


REWARDS: Final[Mapping[Reward, Scheme]] = MappingProxyType(
    {"outcome": _outcome, "cells": _cells, "deduction": _deduction, "regret": _regret}
)
"""The rewards by their names."""
