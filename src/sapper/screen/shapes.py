"""Which sign a drawing looks like. For cells this is only a hint at the digit: the rules may overrule it.

`tools/learn/digits.py` learnt the weights of a small network from the signs of many fonts.
"""

from __future__ import annotations

import base64
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper.screen.digit_weights import SCALES, WEIGHTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST: Final = 12.0
"""The largest difference between the opinions about two digits, in natural logarithms."""

DIGITS: Final = 10
"""The first kinds of signs are the digits 0 to 9."""

SLASH: Final = 10
"""The kind of a slash."""

OTHER: Final = 11
"""The kind of all other signs."""

KINDS: Final = 12
"""The number of kinds."""

_SIZE: Final = (14, 10)
_FEATURES: Final = _SIZE[0] * _SIZE[1] + 2


def opinions(drawing: NDArray[np.float32], proportion: float) -> NDArray[np.float64]:
    """How much a drawing looks like each digit from 1 to 8: logarithms, 0 for the best, at least `-MOST`.

    Args:
        drawing: Its points, 0 to 1, cut to its size.
        proportion: Its width divided by its height.
    """
    spoken = _spoken(features(drawing, proportion))[1:9]
    spoken = np.maximum(spoken - spoken.max(), -MOST)
    return np.asarray(spoken, dtype=np.float64)


def digit_odds(drawing: NDArray[np.float32], proportion: float) -> float:
    """The logarithm of the odds that a drawing is a digit from 1 to 8, and not any other sign.

    Args:
        drawing: Its points, 0 to 1, cut to its size.
        proportion: Its width divided by its height.
    """
    spoken = _spoken(features(drawing, proportion))
    others = [0, *range(9, KINDS)]
    return float(np.logaddexp.reduce(spoken[1:9]) - np.logaddexp.reduce(spoken[others]))


def sign(drawing: NDArray[np.float32], proportion: float) -> tuple[int, float]:
    """The most likely sign of a drawing, and its probability among all signs.

    Args:
        drawing: Its points, 0 to 1, cut to its size.
        proportion: Its width divided by its height.

    Returns:
        A digit, `SLASH` or `OTHER`, and its probability.
    """
    spoken = _spoken(features(drawing, proportion))
    chances = np.exp(spoken - spoken.max())
    kind = int(np.argmax(chances))
    return kind, float(chances[kind] / chances.sum())


def features(drawing: NDArray[np.float32], proportion: float) -> NDArray[np.float64]:
    """The input of the network: the points at a fixed size, the proportion, and 1."""
    return np.append(_sized(drawing).ravel(), [2 * proportion, 1]).astype(np.float64)


def _spoken(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The network's score of each kind: natural logarithms, up to a constant."""
    first, second = _weights()
    return np.maximum(points @ first, 0) @ second


@cache
def _weights() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    whole = np.frombuffer(base64.b85decode(WEIGHTS), dtype=np.int8)
    second = whole.size * KINDS // (_FEATURES + KINDS)
    return (
        whole[:-second].reshape(_FEATURES, -1) / SCALES[0],
        whole[-second:].reshape(-1, KINDS) / SCALES[1],
    )


def _sized(shape: NDArray[np.float32]) -> NDArray[np.float32]:
    """The shape with `_SIZE` points, whatever its size."""
    rows = (np.arange(_SIZE[0]) + 0.5) * shape.shape[0] / _SIZE[0] - 0.5
    columns = (np.arange(_SIZE[1]) + 0.5) * shape.shape[1] / _SIZE[1] - 0.5
    return _between(_between(shape, rows).T, columns).T


def _between(values: NDArray[np.float32], places: NDArray[np.float64]) -> NDArray[np.float32]:
    """The rows at fractional places, by linear interpolation."""
    places = np.clip(places, 0, len(values) - 1)
    low = np.minimum(places.astype(int), max(0, len(values) - 2))
    part = (places - low)[:, np.newaxis].astype(np.float32)
    mixed: NDArray[np.float32] = (
        values[low] * (1 - part) + values[np.minimum(low + 1, len(values) - 1)] * part
    )
    return mixed
