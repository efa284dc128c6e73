"""Marks as networks take them, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support import checks
from sapper._support.engine_call import check_common_arguments
from sapper._support.words import brief, label_of
from sapper.board.arrays import NotAnArray, whole_numbers
from sapper.board.marks import EXPLODED, FLAG, HIDDEN
from sapper.errors import ArgumentError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

ABSENT: Final = -5
"""The mark of a place that is no cell: beyond the edge of a smaller board in `MixedBatch`, and in `crops`."""

_OTHERS: Final = (HIDDEN, FLAG, EXPLODED, ABSENT)
"""The marks that have planes of their own, after those of the numbers."""
_QUESTION: Final = -4
_MOST_PLANES: Final = 1000
_MOST_RADIUS: Final = 50


def planes(observations: ArrayLike, most: int = 8) -> NDArray[np.float32]:
    """Marks as planes of zeros and ones: a plane for each number, then hidden, flag, exploded and no cell.

    Args:
        observations: Marks of n boards, of shape `(n, *shape)`, such as `GameBatch.observations`. A question
            mark counts as hidden.
        most: The largest number that has a plane: 8 on square boards.

    Returns:
        float32 of shape `(n, most + 5, *shape)`, which PyTorch takes by `torch.from_numpy`.

    Raises:
        ArgumentError: `observations` is no such array, or has a larger number; or `most` is invalid.

    Example:
        >>> from sapper.environments import marks_of_planes, planes
        >>> games = sapper.GameBatch(2, "beginner", seed=1)
        >>> layers = planes(games.observations)
        >>> layers.shape
        (2, 13, 9, 9)
        >>> bool((marks_of_planes(layers) == games.observations).all())
        True
    """
    most = checks.whole("most", most, 1, _MOST_PLANES)
    values = _marks_of(observations, most)
    values[values == _QUESTION] = HIDDEN
    kinds = np.array([*range(most + 1), *_OTHERS], np.int16)
    layers: NDArray[np.float32] = np.equal(
        values[:, None], kinds.reshape(1, -1, *[1] * (values.ndim - 1))
    ).astype(np.float32)
    return layers


def marks_of_planes(encoded: ArrayLike) -> NDArray[np.int16]:
    """The marks that `planes` encoded. The plane with the largest value in a cell decides its mark.

    Args:
        encoded: Numbers of shape `(n, most + 5, *shape)`.

    Raises:
        ArgumentError: `encoded` has no such shape.

    Example:
        >>> from sapper.environments import marks_of_planes, planes
        >>> marks_of_planes(planes([[[1, -1]]]))
        array([[[ 1, -1]]], dtype=int16)
    """
    values = _array_of("encoded", encoded)
    if values.ndim < 3 or values.shape[1] <= len(_OTHERS) or not np.issubdtype(values.dtype, np.floating):
        raise ArgumentError(f"`encoded` must be what planes makes, not {brief(encoded)}")
    kinds = np.array([*range(values.shape[1] - len(_OTHERS)), *_OTHERS], np.int16)
    marks: NDArray[np.int16] = kinds[values.argmax(axis=1)]
    return marks


def crops(observations: ArrayLike, radius: int = 2, *, wrap: bool = False) -> NDArray[np.int16]:
    """The surroundings of each cell, for networks that look at a few cells at a time.

    Args:
        observations: Marks of n boards with rows and columns, of shape (n, rows, columns).
        radius: How far a crop reaches: 2 is 5 x 5 cells.
        wrap: Whether the board is a torus. Otherwise what lies beyond the edges has the mark -5.

    Returns:
        int16 of shape (n, rows, columns, 2 radius + 1, 2 radius + 1), a read-only view without copies.

    Raises:
        ArgumentError: `observations` is no such array, or another argument is invalid.

    Example:
        >>> from sapper.environments import crops, marks_of_crops
        >>> windows = crops([[[1, -1], [-1, -1]]], radius=1)
        >>> windows[0, 0, 0].tolist()
        [[-5, -5, -5], [-5, 1, -1], [-5, -1, -1]]
        >>> marks_of_crops(windows).tolist()
        [[[1, -1], [-1, -1]]]
    """
    radius = checks.whole("radius", radius, 1, _MOST_RADIUS)
    check_common_arguments(wrap=wrap)
    values = _marks_of(observations, None)
    if values.ndim != 3:
        raise ArgumentError(f"crops need marks of shape (n, rows, columns), not {values.shape}")
    around = ((0, 0), (radius, radius), (radius, radius))
    frame = np.pad(values, around, mode="wrap") if wrap else np.pad(values, around, constant_values=ABSENT)
    side = 2 * radius + 1
    return np.lib.stride_tricks.sliding_window_view(frame, (side, side), axis=(1, 2))


def marks_of_crops(windows: ArrayLike) -> NDArray[np.int16]:
    """The marks that `crops` showed: those in the middle of the crops.

    Args:
        windows: Whole numbers of shape (n, rows, columns, side, side).

    Raises:
        ArgumentError: `windows` has no such shape.

    Example:
        >>> from sapper.environments import crops, marks_of_crops
        >>> marks_of_crops(crops([[[1, -1]]], radius=2))
        array([[[ 1, -1]]], dtype=int16)
    """
    values = _array_of("windows", windows)
    if values.ndim != 5 or values.shape[3] != values.shape[4] or values.shape[3] % 2 == 0:
        raise ArgumentError(f"`windows` must be what crops makes, not {brief(windows)}")
    middle = values.shape[3] // 2
    return values[:, :, :, middle, middle].astype(np.int16)


def _array_of(name: str, values: ArrayLike) -> NDArray[Any]:
    """An array of finite numbers."""
    try:
        array = np.asarray(values)
        if np.isfinite(array).all() and array.dtype != np.bool_:
            return array
    except (TypeError, ValueError):  # ragged, or no numbers
        pass
    raise ArgumentError(f"{label_of(name)} must be an array of numbers, not {brief(values)}")


def _marks_of(observations: ArrayLike, most: int | None) -> NDArray[Any]:
    """A copy of marks of many boards."""
    try:
        values = whole_numbers("observations", observations, ArgumentError)
    except NotAnArray:
        raise ArgumentError(f"`observations` must be an array of marks, not {brief(observations)}") from None
    if values.ndim < 2 or values.size == 0:
        raise ArgumentError(f"`observations` must have the shape (n, ...), not {values.shape}")
    if values.min() < ABSENT or values.max() > (np.iinfo(np.int16).max if most is None else most):
        raise ArgumentError(f"marks go from {ABSENT} to {'32767' if most is None else most} here")
    return values.astype(np.int16)
