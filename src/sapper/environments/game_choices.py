"""What `GameBatch` takes: how steps are rewarded, which minefields are played, and the checks of both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, TypeVar

import numpy as np

from sapper import _engine
from sapper._support.words import brief, label_of
from sapper.board.arrays import NotAnArray, whole_numbers
from sapper.board.board import Board
from sapper.board.marks import EXPLODED, FLAG, HIDDEN
from sapper.board.minefield import Minefield
from sapper.errors import ArgumentError, CancelledError, GameError, GenerationError
from sapper.inference.analysing import analyse_many

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from sapper.board.board import Board
    from sapper.board.rules import Rules
    from sapper.board.topology import Topology

Give = Callable[["NDArray[np.float64]"], None]
"""Writes the rewards of a step: float64 of shape (n,)."""

Scheme = Callable[["BatchInStep", "NDArray[np.int64]"], Give]
"""A way to reward steps: called with the actions before each step, it returns what writes the rewards."""

Reward = Literal["outcome", "cells", "deduction", "regret"]
"""How steps are rewarded; see `sapper.GameBatch`."""

_BY_STAND: Final = np.array([0.0, 1.0, -1.0, 0.0, 0.0])  # playing, won, lost, drawn, cut


class BatchInStep(Protocol):
    """What rewards need of `GameBatch`, which imports this module. `GameBatch` describes the arrays."""

    observations: NDArray[np.int16]
    legal: NDArray[np.bool_]
    _openings: NDArray[np.int32]  # the safe cells that the last step opened
    _explosions: NDArray[np.int32]  # the mines that it set off
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


def _outcome(games: BatchInStep, _: NDArray[np.int64]) -> Give:
    were_over = games._are_over

    def give(rewards: NDArray[np.float64]) -> None:
        np.take(_BY_STAND, games._stands, out=rewards, mode="clip")
        rewards[were_over] = 0  # a result counts once

    return give


def _cells(games: BatchInStep, _: NDArray[np.int64]) -> Give:
    safe = games.topology.size - games.board.mines

    def give(rewards: NDArray[np.float64]) -> None:
        np.divide(games._openings, safe, out=rewards)
        np.subtract(rewards, games._explosions, out=rewards)

    return give


def _deduction(games: BatchInStep, actions: NDArray[np.int64]) -> Give:
    risk, _, _ = _risks(games, actions)
    opens = actions < games.topology.size

    def give(rewards: NDArray[np.float64]) -> None:
        np.subtract((games._openings > 0) & opens & (risk == 0), games._explosions, out=rewards)

    return give


def _regret(games: BatchInStep, actions: NDArray[np.int64]) -> Give:
    risk, least, probability = _risks(games, actions)
    cells, count = games.topology.size, len(games)
    kind, cell = np.divmod(actions, cells)
    exist = _exist(games, actions)
    no_effect = ~exist | ~games.legal[np.arange(count), np.where(exist, actions, 0)]
    loss = np.where(kind == 0, risk - least, 0.0)
    marks = games.observations.reshape(count, cells)
    for i in np.flatnonzero(~no_effect & (kind == 1)):
        # To set a flag costs the chance that the cell is safe, and to remove it the chance that it is a mine.
        # So both together cost 1 on every cell, and a player gains nothing by doing them in turn.
        is_mine = probability[i, cell[i]]
        loss[i] = is_mine if marks[i, cell[i]] == FLAG else 1 - is_mine
    for i in np.flatnonzero(~no_effect & (kind == 2)):
        around = games.topology._engine.neighbours(int(cell[i]))
        risks = [probability[i, other] for other in around if marks[i, other] == HIDDEN]
        loss[i] = max(max(risks) - least[i], 0.0)  # the least that its cells risk together
    loss[no_effect] = 1.0
    loss[games._are_over] = 0.0

    def give(rewards: NDArray[np.float64]) -> None:
        np.negative(loss, out=rewards)

    return give


def _exist(games: BatchInStep, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which actions exist. A step with any other action is refused."""
    exist: NDArray[np.bool_] = (actions >= 0) & (actions < games.legal.shape[1])
    return exist


def _risks(
    games: BatchInStep, actions: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The risk of the cell of each action, the least risk of any cell, and the risks of all cells.

    They are float64 of shape (n,), (n,) and (n, cells). A first click that the rules protect has the risk 0.
    In games that are over they are nan.
    """
    cells = games.topology.size
    marks = games.observations.reshape(len(games), cells)
    probability = np.full((len(games), cells), np.nan)
    is_fresh = (marks < 0).all(axis=1) & (marks != EXPLODED).all(axis=1)
    safe_starts = is_fresh & (games.rules.first_click != "any") & ~games._are_over
    others = np.flatnonzero(~safe_starts & ~games._are_over)
    if len(others):
        analyses = analyse_many(
            games.observations[others], games.board.mines, topology=games.topology, threads=1
        )
        probability[others] = analyses.mine_probability.reshape(len(others), cells)
    least = np.full(len(games), np.nan)
    least[others] = np.nanmin(np.where(marks < 0, probability, np.nan)[others], axis=1)
    least[safe_starts] = 0.0
    risk = probability[np.arange(len(games)), np.where(_exist(games, actions), actions, 0) % cells]
    risk[safe_starts & (actions < cells)] = 0.0
    probability[safe_starts] = games.board.mines / cells
    return risk, least, probability


REWARDS: Final[Mapping[Reward, Scheme]] = MappingProxyType(
    {"outcome": _outcome, "cells": _cells, "deduction": _deduction, "regret": _regret}
)
"""The rewards by their names."""


Scalar = TypeVar("Scalar", bound=np.generic)


class Choices(NamedTuple):
    """Choices that a copy of the games needs, besides the board, the rules, the actions and the autoreset."""

    games: int
    most: int  # steps of a game
    reward: Reward
    start: int | None  # the first cell of fair games
    hardest: str
    mined: NDArray[np.uint8]  # given minefields, one after another


LASTING: Final = (
    "observations",
    "legal",
    "last_observations",
    "last_legal",
    "stands",
    "numbers",
    "steps",
    "over",
)
"""The arrays of the engine that outlive a step."""


def mines_in(minefields: object, board: Board[Any]) -> NDArray[np.uint8]:
    """The given minefields, one after another, as the engine takes them."""
    if minefields is None:
        return np.empty(0, np.uint8)
    if not isinstance(minefields, list | tuple) or not minefields:
        raise ArgumentError(f"`minefields` must be a list of Minefield, not {brief(minefields)}")
    for number, each in enumerate(minefields):
        if not isinstance(each, Minefield):
            raise ArgumentError(
                f"`minefields` must be a list of Minefield, but number {number} is {brief(each)}"
            )
        if each.board != board:
            raise ArgumentError(f"minefield {number} (0-based) is on another board: {each.board!r}")
    return np.concatenate([each.mined.ravel() for each in minefields]).view(np.uint8)


def numbers_of(values: ArrayLike, name: str, count: int, end: int) -> NDArray[np.int64]:
    """One whole number for each of `count` games, as the engine takes them; it checks the end."""
    try:
        numbers = whole_numbers(name, values, ArgumentError)
    except NotAnArray:
        raise ArgumentError(f"{label_of(name)} must be {count} whole numbers, not {brief(values)}") from None
    if numbers.shape != (count,):
        raise ArgumentError(
            f"{label_of(name)} must be {count} whole numbers, not an array of shape {numbers.shape}"
        )
    if numbers.dtype == np.uint64 and (numbers >= end).any():  # as int64 they would be negative
        raise ArgumentError(f"{label_of(name)} must be from 0 to {end - 1}")
    return np.ascontiguousarray(numbers, np.int64)


def mask_of(mask: ArrayLike, count: int) -> NDArray[np.bool_]:
    """One truth value for each of `count` games."""
    try:
        places = np.asarray(mask)
    except ValueError:  # rows of different lengths
        places = np.empty((), object)
    if places.dtype != np.bool_ or places.shape != (count,):
        raise ArgumentError(
            f"`mask` must be {count} truth values, not an array of shape {places.shape} and type "
            f"{places.dtype}"
        )
    return np.ascontiguousarray(places)


def read_only(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """A view that cannot be written to, because the engine trusts these arrays."""
    view = array.view()
    view.flags.writeable = False
    return view


class EngineErrors:
    """The context of a call of the engine. A class, because a generator would slow down each step."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        """Turns an error of the engine into an error of this package."""
        if isinstance(error, _engine.GameError):
            raise GameError(error.args[0]) from None
        if isinstance(error, IndexError):
            raise ArgumentError(str(error)) from None
        if isinstance(error, _engine.Cancellation):
            raise CancelledError("the search for fair games was cancelled") from None
        if isinstance(error, _engine.NoneFair):
            raise GenerationError(f"{error}: try another rule, fewer mines or a larger board") from None
