"""What many games are made of, and the checks of what they take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import numpy as np

from sapper import _engine
from sapper._support.words import brief
from sapper.board.arrays import NotAnArray, whole_numbers
from sapper.board.board import Board
from sapper.board.minefield import Minefield
from sapper.environments.rewards import Reward
from sapper.errors import ArgumentError, CancelledError, GameError, GenerationError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

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


def mined_of(minefields: object, board: Board[Any]) -> NDArray[np.uint8]:
    """The given minefields, one after another, as the engine takes them."""
    if minefields is None:
        return np.empty(0, np.uint8)
    if not isinstance(minefields, list | tuple) or not minefields:
        raise ArgumentError(f"minefields must be a list of Minefield, not {brief(minefields)}")
    for number, each in enumerate(minefields):
        if not isinstance(each, Minefield):
            raise ArgumentError(
                f"minefields must be a list of Minefield, but number {number} is {brief(each)}"
            )
        if each.board != board:
            raise ArgumentError(f"minefield {number} (0-based) is on another board: {each.board!r}")
    return np.concatenate([each.mined.ravel() for each in minefields]).view(np.uint8)


def numbers_of(values: ArrayLike, name: str, count: int, end: int) -> NDArray[np.int64]:
    """One whole number for each of `count` games, as the engine takes them; it checks the end."""
    try:
        numbers = whole_numbers(name, values, ArgumentError)
    except NotAnArray:
        raise ArgumentError(f"{name} must be {count} whole numbers, not {brief(values)}") from None
    if numbers.shape != (count,):
        raise ArgumentError(f"{name} must be {count} whole numbers, not an array of shape {numbers.shape}")
    if numbers.dtype == np.uint64 and (numbers >= end).any():  # as int64 they would be negative
        raise ArgumentError(f"{name} must be from 0 to {end - 1}")
    return np.ascontiguousarray(numbers, np.int64)


def mask_of(mask: ArrayLike, count: int) -> NDArray[np.bool_]:
    """One truth value for each of `count` games."""
    try:
        places = np.asarray(mask)
    except ValueError:  # rows of different lengths
        places = np.empty((), object)
    if places.dtype != np.bool_ or places.shape != (count,):
        raise ArgumentError(
            f"mask must be {count} truth values, not an array of shape {places.shape} and type {places.dtype}"
        )
    return np.ascontiguousarray(places)


def read_only(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """A view that cannot be written to: the engine believes these arrays."""
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
        if isinstance(error, _engine.Cancelled):
            raise CancelledError("the search for fair games was cancelled") from None
        if isinstance(error, _engine.NoneFair):
            raise GenerationError(f"{error}: try another rule, fewer mines or a larger board") from None
