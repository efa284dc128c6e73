"""Numbers that callers give, checked: what is wrong is told in one line that names the argument."""

from __future__ import annotations

import math
import operator
from numbers import Real
from typing import Any

from sapper.errors import SimulationError

__all__ = ["number", "shown", "whole"]


def whole(what: str, value: Any, least: int, most: int) -> int:
    """A whole number within these bounds, also one of numpy's.

    Raises:
        SimulationError: It is none, or out of bounds.
    """
    try:
        if isinstance(value, bool):
            raise TypeError  # True is no number of games
        number = operator.index(value)
    except TypeError:
        raise SimulationError(f"{what} is a whole number, not {shown(value)}") from None
    if not least <= number <= most:
        raise SimulationError(f"{what} is {least} to {most}, not {shown(value)}")
    return number


def number(what: str, value: Any, below: float = math.inf) -> float:
    """A number above 0 and below this bound.

    Raises:
        SimulationError: It is none, or out of bounds.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise SimulationError(f"{what} is a number, not {shown(value)}")
    try:
        given = float(value)
    except OverflowError:
        given = math.inf
    if not 0 < given < below:
        bounds = "a number above 0" if below == math.inf else f"between 0 and {below:g}"
        raise SimulationError(f"{what} is {bounds}, not {shown(value)}")
    return given


def shown(value: object) -> str:
    """What was given, as an error tells it: short, and whatever it is."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of more than some thousand digits
        text = "so large a number"
    return text if len(text) <= 100 else f"{text[:97]}..."
