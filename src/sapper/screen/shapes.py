"""How much a drawing looks like each digit: a weak opinion that the rules may overrule.

`tools/learn_digits.py` learnt the weights from the digits of many fonts.
"""

from __future__ import annotations

import base64
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper.screen.digit_weights import SCALE, WEIGHTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST: Final = 8.0
"""The most that the shape speaks for one digit against another, in natural logarithms."""

_SIZE: Final = (14, 10)


def opinions(drawing: NDArray[np.float32], proportion: float) -> NDArray[np.float64]:
    """How much a drawing looks like the digits 1 to 8: logarithms, 0 for the best and `-MOST` at the least.

    Args:
        drawing: Its points, 0 to 1, cut to its size.
        proportion: Its width divided by its height.
    """
    spoken = features(drawing, proportion) @ _weights()
    spoken = np.maximum(spoken - spoken.max(), -MOST)
    return np.asarray(spoken, dtype=np.float64)


def features(drawing: NDArray[np.float32], proportion: float) -> NDArray[np.float64]:
    """What the weights are for: the points at a fixed size, the proportion, and 1."""
    return np.append(_sized(drawing).ravel(), [2 * proportion, 1]).astype(np.float64)


@cache
def _weights() -> NDArray[np.float64]:
    return np.frombuffer(base64.b85decode(WEIGHTS), dtype=np.int8).reshape(-1, 8) / SCALE


def _sized(shape: NDArray[np.float32]) -> NDArray[np.float32]:
    """The shape with `_SIZE` points, whatever its size."""
    rows = (np.arange(_SIZE[0]) + 0.5) * shape.shape[0] / _SIZE[0] - 0.5
    columns = (np.arange(_SIZE[1]) + 0.5) * shape.shape[1] / _SIZE[1] - 0.5
    return _between(_between(shape, rows).T, columns).T


def _between(values: NDArray[np.float32], places: NDArray[np.float64]) -> NDArray[np.float32]:
    """The rows at places between whole ones."""
    places = np.clip(places, 0, len(values) - 1)
    low = np.minimum(places.astype(int), max(0, len(values) - 2))
    part = (places - low)[:, np.newaxis].astype(np.float32)
    mixed: NDArray[np.float32] = (
        values[low] * (1 - part) + values[np.minimum(low + 1, len(values) - 1)] * part
    )
    return mixed
