"""Arrays as callers give them, of numpy, pandas and others, as plain arrays of numpy.

This module alone decides what is a whole number, what is true or false, and what is missing. A value is
missing if its array masks it, or if it is pandas.NA. Floating numbers are refused even where they are whole,
because arrays of risks are floating numbers too. They have nan for open cells, so nan does not count as
missing.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.words import shown
from sapper.errors import SapperError

if TYPE_CHECKING:
    from numpy.typing import NDArray


_MOST_DIMENSIONS: Final = 32
"""Of an array of NumPy before version 2."""


class NotAnArray(ValueError):  # noqa: N818  # it never leaves the package
    """Rows differ in length, or the value is no array and no list at all."""


def is_array(values: object) -> bool:
    """Whether a value is an array of numpy, pandas or another library. Scalars of numpy do not count."""
    return hasattr(values, "__array__") and hasattr(values, "ndim") and not isinstance(values, np.generic)


def depth_of(values: object) -> int:
    """The number of dimensions of an array or of nested lists, by the first entry of each list; else 0."""
    depth = 0
    while isinstance(values, list | tuple) and depth < _MOST_DIMENSIONS:
        depth += 1
        values = values[0] if values else None
    return depth + (int(values.ndim) if is_array(values) else 0)  # type: ignore[attr-defined]  # see `is_array`


def whole_numbers(
    what: str, values: object, error: type[SapperError], missing: int | None = None, advice: str = ""
) -> NDArray[Any]:
    """An array of integers, of an array or of nested lists. It has no dimension if they are a single number.

    Args:
        what: What they are, in the plural: the beginning of an error.
        values: The array. One of objects may hold whole numbers.
        error: The type of the errors.
        missing: What stands for a missing value; None refuses them.
        advice: What to give instead of floating numbers or texts: the end of an error.

    Raises:
        NotAnArray: Rows differ in length, or the value is a single object.
    """
    array, absent = _plain(values)
    if not array.ndim and array.dtype.kind not in "iu":
        raise NotAnArray
    if array.size and array.dtype.kind not in "iuO":
        kind = "texts" if array.dtype.kind in "SU" else array.dtype
        raise error(f"{what} must be whole numbers, not {kind}{advice}")
    if absent is not None and absent.any():
        if missing is None:
            place = ", ".join(map(str, np.argwhere(absent)[0]))
            raise error(f"{what} must be whole numbers, but number {place} (0-based) is missing")
        array = array.astype(object)
        array[absent] = missing
    if array.dtype == object:
        array = _of_objects(what, array, error, advice)
    return array


def truths(values: object) -> NDArray[Any]:
    """An array of any type, with bools if it has objects that are all True or False.

    Raises:
        NotAnArray: Rows differ in length, a value is missing, or there is a single value.
    """
    array, absent = _plain(values)
    if not array.ndim or (absent is not None and absent.any()):
        raise NotAnArray
    if array.dtype == object and array.size and all(isinstance(each, bool | np.bool_) for each in array.flat):
        return array.astype(np.bool_)
    return array


def _of_objects(what: str, array: NDArray[Any], error: type[SapperError], advice: str) -> NDArray[np.int64]:
    """Whole numbers that are objects. Raises `error` for anything else, and for numbers beyond 64 bits."""
    numbers = []
    for each in array.flat:
        try:
            if isinstance(each, bool | np.bool_):
                raise TypeError
            numbers.append(operator.index(each))
        except TypeError:
            raise error(f"{what} must be whole numbers, not {shown(each)}{advice}") from None
    try:
        return np.array(numbers, np.int64).reshape(array.shape)
    except OverflowError:
        largest = max(numbers, key=abs)
        raise error(f"{what} must be whole numbers of 64 bits, not {shown(largest)}") from None


def _plain(values: object) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """The values as an array, and which of them are missing; None if all are there."""
    if type(values) is np.ndarray and values.dtype != object:
        return values, None
    if _is_missing(values):
        return np.array(None, object), np.array(True)
    if isinstance(values, np.ma.MaskedArray):
        return np.asarray(values.data), np.ma.getmaskarray(values)
    if isinstance(values, list | tuple):
        if not _may_miss(values):
            return _as_array(values), None
        parts = [_plain(each) for each in values]
        if len({data.shape for data, _ in parts}) > 1:
            raise NotAnArray
        masks = [np.zeros(data.shape, np.bool_) if absent is None else absent for data, absent in parts]
        if len({data.dtype for data, _ in parts}) == 1:
            return np.array([data for data, _ in parts]), np.array(masks)
        return np.array([_objects(data) for data, _ in parts], object), np.array(masks)
    array = _as_array(values)
    if array.dtype.kind == "f" and not isinstance(values, np.ndarray):
        array = np.asarray(values, object)  # a column of pandas writes its missing numbers as nan
    if array.dtype != object:
        return array, None
    return array, np.reshape([_is_missing(each) for each in array.flat], array.shape).astype(np.bool_)


def _objects(array: NDArray[Any]) -> Any:
    """An array of objects; the object itself if there is just one."""
    return array.astype(object) if array.ndim else array.item()


def _as_array(values: object) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except (ValueError, OverflowError):  # rows of different lengths, and huge numbers
        raise NotAnArray from None


def _may_miss(values: list[Any] | tuple[Any, ...], depth: int = 1) -> bool:
    """Whether nested lists hold anything but numbers and texts: an array, for example, may have a mask.

    Raises NotAnArray for more lists within each other than an array has dimensions.
    """
    if depth > _MOST_DIMENSIONS:
        raise NotAnArray
    types = set(map(type, values))
    nested = {each for each in types if issubclass(each, list | tuple)}
    if not all(issubclass(each, int | float | str | bytes | np.generic) for each in types - nested):
        return True
    return bool(nested) and any(_may_miss(each, depth + 1) for each in values if type(each) in nested)


def _is_missing(value: object) -> bool:
    """Whether a value is pandas.NA or masked. Whether it equals itself is then missing, too."""
    if value is np.ma.masked:
        return True
    if isinstance(value, int | float | str | bytes | np.generic | np.ndarray | list | tuple | None):
        return False
    try:
        return (value != value) is value
    except Exception:  # noqa: BLE001  # the caller's object may raise anything
        return False
