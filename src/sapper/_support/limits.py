"""The numbers that callers give: what each may be, and what is said when it is something else."""

from __future__ import annotations

import math
import operator
from contextlib import suppress
from numbers import Real

from sapper.errors import ArgumentError, SapperError

__all__ = ["integer", "positive", "seconds", "shown", "whole"]

_LARGEST_WORD = 2**64 - 1
"""The largest number that the engine takes anywhere."""


def integer(what: str, value: object, error: type[SapperError] = ArgumentError) -> int:
    """An integer of Python or numpy, as Python's. True and False are no numbers.

    Args:
        what: What the caller calls it.
        value: What was given.
        error: What to raise.

    Raises:
        SapperError: As `error`: the value is no integer.
    """
    try:
        # numpy 1 takes its True for 1.
        if isinstance(value, bool) or str(getattr(value, "dtype", "")) == "bool":
            raise TypeError
        return operator.index(value)  # type: ignore[arg-type]  # what is no integer raises
    except TypeError:
        raise error(f"{what} is a whole number, not {shown(value)}") from None


def whole(
    what: str,
    value: object,
    least: int = 0,
    most: int = _LARGEST_WORD,
    error: type[SapperError] = ArgumentError,
) -> int:
    """An integer within bounds.

    Args:
        what: What the caller calls it.
        value: What was given.
        least: The least that it may be.
        most: The most that it may be.
        error: What to raise.

    Raises:
        SapperError: As `error`: the value is no integer, or out of bounds.
    """
    number = integer(what, value, error)
    if least <= number <= most:
        return number
    bound = "2^64 - 1" if most == _LARGEST_WORD else str(most)
    raise error(f"{what} is {least} to {bound}, not {shown(number)}")


def seconds(what: str, value: object, error: type[SapperError] = ArgumentError) -> float:
    """A finite number from 0, as a float.

    Args:
        what: What the caller calls it.
        value: What was given.
        error: What to raise.

    Raises:
        SapperError: As `error`: the value is anything else.
    """
    number = math.nan
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):
            number = float(value)
    if 0 <= number < math.inf:
        return number
    raise error(f"{what} is a number of seconds from 0, not {shown(value)}")


def positive(
    what: str, value: object, below: float = math.inf, error: type[SapperError] = ArgumentError
) -> float:
    """A finite number above 0 and below a bound, as a float.

    Args:
        what: What the caller calls it.
        value: What was given.
        below: The number has to be less than this.
        error: What to raise.

    Raises:
        SapperError: As `error`: the value is anything else.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise error(f"{what} is a number, not {shown(value)}")
    number = math.inf
    with suppress(OverflowError):
        number = float(value)
    if 0 < number < below:
        return number
    bounds = "a number above 0" if below == math.inf else f"between 0 and {below:g}"
    raise error(f"{what} is {bounds}, not {shown(value)}")


def shown(value: object) -> str:
    """The value as messages show it: in at most 80 characters."""
    if isinstance(value, int) and abs(value) > 10**30:
        return "a number of more than 30 digits"  # Python writes no integer of more than 4,300 digits
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  # whatever a stranger's object raises, the message has to be written
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."
