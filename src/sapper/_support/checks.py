"""Checks of the numbers and paths that callers pass in.

`what` names the value in the message: a parameter, which gets backticks, or a phrase. `error` is the type of
the error about a value that is refused.
"""

from __future__ import annotations

import math
import operator
import os
from contextlib import suppress
from numbers import Real
from pathlib import Path
from typing import TypeGuard

import numpy as np

from sapper._support.words import brief, label_of
from sapper.errors import ArgumentError, FileError, SapperError

_LARGEST_WORD = 2**64 - 1
"""The largest number that the engine takes anywhere."""


def as_integer(value: object) -> int:
    """Converts an integer of Python or numpy to a Python int.

    Raises:
        TypeError: It is no integer. True and False are none.
    """
    # A number of nanoseconds is an integer for numpy.
    if type(value) is int or (isinstance(value, np.integer) and not isinstance(value, np.timedelta64)):
        return int(value)  # the usual case, without the tests below, which take a microsecond
    # numpy 1 accepts its True as the index 1, and a masked number as what is behind the mask.
    if isinstance(value, bool) or str(getattr(value, "dtype", "")) == "bool" or np.ma.is_masked(value):
        raise TypeError
    return operator.index(value)  # type: ignore[arg-type]  # raises if it is not an integer


def integer(what: str, value: object, error: type[SapperError] = ArgumentError) -> int:
    """Converts an integer as `as_integer` does, and says what is wrong."""
    try:
        return as_integer(value)
    except TypeError:
        raise error(f"{label_of(what)} must be a whole number, not {brief(value)}") from None


def whole(
    what: str,
    value: object,
    least: int = 0,
    most: int = _LARGEST_WORD,
    error: type[SapperError] = ArgumentError,
) -> int:
    """Converts an integer as `integer` does, and checks its bounds."""
    number = integer(what, value, error)
    if least <= number <= most:
        return number
    limit = "2^64 - 1" if most == _LARGEST_WORD else str(most)
    raise error(f"{label_of(what)} must be from {least} to {limit}, not {brief(number)}")


def seconds(what: str, value: object) -> float:
    """Converts a finite number from 0 to a float."""
    with suppress(ArgumentError):
        number = finite(what, value)
        if number >= 0:
            return number
    raise ArgumentError(f"{label_of(what)} must be a number of seconds from 0, not {brief(value)}")


def finite(what: str, value: object, error: type[SapperError] = ArgumentError) -> float:
    """Converts a finite number to a float."""
    number = math.nan
    if _is_number(value):
        with suppress(OverflowError):
            number = float(value)
    if not math.isfinite(number):
        raise error(f"{label_of(what)} must be a number, not {brief(value)}")
    return number


def positive(
    what: str, value: object, below: float = math.inf, error: type[SapperError] = ArgumentError
) -> float:
    """Converts a finite number above 0 and below a bound to a float."""
    if not _is_number(value):
        raise error(f"{label_of(what)} must be a number, not {brief(value)}")
    number = math.inf
    with suppress(OverflowError):
        number = float(value)
    if 0 < number < below:
        return number
    bounds = "a number above 0" if below == math.inf else f"between 0 and {below:g}"
    raise error(f"{label_of(what)} must be {bounds}, not {brief(value)}")


def _is_number(value: object) -> TypeGuard[Real]:
    """Whether a value is a real number, and none that stands for True or for a duration."""
    return isinstance(value, Real) and not isinstance(value, bool | np.timedelta64)


def rows_and_columns(shape: object, least: int = 1) -> tuple[int, int]:
    """Checks the value of `shape`: two whole numbers, neither less than `least`."""
    try:
        rows, columns = (whole("shape", each) for each in shape)  # type: ignore[attr-defined]  # raises if not
    except (TypeError, ValueError):
        rows = columns = 0
    if min(rows, columns) < least:
        raise ArgumentError(
            f"`shape` must be the numbers of rows and columns, at least {least}, not {brief(shape)}"
        )
    return rows, columns


def path_of(what: str, value: object, kind: str = "file") -> Path:
    """Converts the path of a file or a folder to a Path.

    Numbers, which would name open files, are refused. `kind` is `"file"` or `"folder"`.

    Raises:
        ArgumentError: The value is not a path, or is empty.
        FileError: The system has no such names.
    """
    form = f"the path of a {kind}, as a text or a pathlib.Path"
    try:
        path = Path(value)  # type: ignore[arg-type]  # raises if it is not a path
    except TypeError:
        raise ArgumentError(f"{label_of(what)} must be {form}, not {brief(value)}") from None
    try:
        possible = b"\0" not in os.fsencode(path)
    except ValueError:
        possible = False
    if not possible:
        raise FileError(f"{label_of(what)}: no {kind} can have the name {brief(value)}", path)
    if not os.fspath(value):  # type: ignore[call-overload]  # Path takes it for the current folder
        raise ArgumentError(f"{label_of(what)} is empty: give {form}")
    return path
