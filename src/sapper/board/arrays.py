"""Arrays as callers give them, of numpy, pandas and others, as plain arrays of numpy.

This module alone decides what is a whole number, what is true or false, and what is missing. A whole number
may be a floating number: 2.0 is 2. A value is missing if its array masks it, if it is pandas.NA, or if a
table of pandas counts it as missing. Elsewhere nan is an error: arrays of risks have nan for their open
cells, and nobody should take risks for marks.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper._support.words import brief, label_of
from sapper.errors import SapperError

if TYPE_CHECKING:
    from numpy.typing import NDArray


_MOST_DIMENSIONS: Final = 32
"""Of an array of NumPy before version 2."""


class NotAnArray(ValueError):  # noqa: N818  # it never leaves the package
    """Rows differ in length, or the value is no array and no list at all."""


class Unconvertible(NotAnArray):
    """Another library does not turn its object into an array of numpy. The text is the end of an error."""


def is_array(values: object) -> bool:
    """Whether a value is an array or a table of numpy, pandas or another library, or a memoryview.

    Scalars of numpy do not count.
    """
    return _dimensions(values) is not None


def depth_of(values: object) -> int:
    """The number of dimensions of an array or of nested lists, by the first entry of each list; else 0."""
    depth = 0
    while isinstance(values, list | tuple) and depth < _MOST_DIMENSIONS:
        depth += 1
        values = values[0] if values else None
    return depth + (_dimensions(values) or 0)


def _dimensions(values: object) -> int | None:
    """The number of dimensions of an array or a table; None for anything else."""
    if isinstance(values, memoryview):
        return values.ndim
    if not hasattr(values, "__array__") or isinstance(values, np.generic):
        return None
    shape = getattr(values, "shape", ())  # tables of polars and pyarrow have no `ndim`
    number: int | None = getattr(values, "ndim", 2 if isinstance(shape, tuple) and len(shape) == 2 else None)
    return number


def whole_numbers(
    what: str, values: object, error: type[SapperError], missing: int | None = None, advice: str = ""
) -> NDArray[Any]:
    """An array of integers, of an array or of nested lists. It has no dimension if they are a single number.

    Args:
        what: What they are, in the plural: the beginning of an error.
        values: The array. One of objects may hold whole numbers.
        error: The type of the errors.
        missing: What stands for a missing value; None refuses them.
        advice: What to give instead of texts or of numbers that are not whole: the end of an error.

    Raises:
        NotAnArray: Rows differ in length, or the value is a single object.
    """
    if type(values) is np.ndarray and values.dtype.kind in "iu":  # the usual case, without detours
        return values
    try:
        array, absent = _plain(values)
    except Unconvertible as why:
        raise error(f"{label_of(what)} {why}") from None
    if not array.ndim and array.dtype.kind not in "iu":
        raise NotAnArray
    if array.size and array.dtype.kind not in "iufO":
        kind = "texts" if array.dtype.kind in "SU" else array.dtype
        raise error(f"{label_of(what)} must be whole numbers, not {kind}{advice}")
    if absent is not None and absent.any():
        if missing is None:
            place = ", ".join(map(str, np.argwhere(absent)[0]))
            raise error(f"{label_of(what)} must be whole numbers, but number {place} (0-based) is missing")
        array = array.astype(object)
        array[absent] = missing
    if array.dtype == object:
        return _of_objects(what, array, error, advice)
    return _of_floats(what, array, error, advice) if array.dtype.kind == "f" else array


def truths(values: object) -> NDArray[Any]:
    """An array of any type, with bools if it has objects that are all True or False.

    Raises:
        NotAnArray: Rows differ in length, a value is missing, or there is a single value.
        Unconvertible: Another library refuses.
    """
    array, absent = _plain(values)
    if not array.ndim or (absent is not None and absent.any()):
        raise NotAnArray
    if array.dtype == object and array.size and all(isinstance(each, bool | np.bool_) for each in array.flat):
        return array.astype(np.bool_)
    return array


def _of_floats(
    what: str, array: NDArray[np.floating[Any]], error: type[SapperError], advice: str
) -> NDArray[np.int64]:
    """Floating numbers that are whole. Raises `error` for anything else, and for numbers beyond 64 bits."""
    with np.errstate(invalid="ignore"):  # the comparison finds what does not fit into 64 bits
        whole = array.astype(np.int64)
    too_large = array.astype(np.float64) >= 2.0**63  # some machines turn these into the largest number
    wrong = np.argwhere((whole != array) | too_large)
    if wrong.size:
        place = tuple(wrong[0].tolist())
        raise error(
            f"{label_of(what)} must be whole numbers, but number {', '.join(map(str, place))} (0-based) is "
            f"{brief(array[place].item())}{advice}"
        )
    return whole


def _of_objects(what: str, array: NDArray[Any], error: type[SapperError], advice: str) -> NDArray[np.int64]:
    """Whole numbers that are objects. Raises `error` for anything else, and for numbers beyond 64 bits."""
    numbers = []
    for each in array.flat:
        try:
            if isinstance(each, bool | np.bool_):
                raise TypeError
            is_whole = isinstance(each, float | np.floating) and each == np.floor(each) and np.isfinite(each)
            numbers.append(int(each) if is_whole else operator.index(each))
        except TypeError:
            raise error(f"{label_of(what)} must be whole numbers, not {brief(each)}{advice}") from None
    try:
        return np.array(numbers, np.int64).reshape(array.shape)
    except OverflowError:
        largest = max(numbers, key=abs)
        raise error(f"{label_of(what)} must be whole numbers of 64 bits, not {brief(largest)}") from None


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
    if is_array(values) and callable(find_missing := getattr(values, "isna", None)):  # of pandas
        missing = np.asarray(find_missing(), np.bool_)
        return (np.asarray(values, object), missing) if missing.any() else (np.asarray(values), None)
    array = _as_array(values)
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
    except Exception as error:  # such as a sparse tensor  # noqa: BLE001  # the caller's object may raise anything
        name = f"{type(values).__module__.partition('.')[0]}.{type(values).__name__}"
        reason = " ".join(str(error).split())
        raise Unconvertible(f"cannot be read from {name}, which gives no array of numpy: {reason}") from None


def _may_miss(values: list[Any] | tuple[Any, ...], depth: int = 1) -> bool:
    """Whether nested lists hold anything but numbers and texts: an array, for example, may have a mask.

    Raises NotAnArray for more lists within each other than an array has dimensions.
    """
    if depth > _MOST_DIMENSIONS:
        raise NotAnArray
    types = set(map(type, values))
    kinds = {each for each in types if issubclass(each, list | tuple)}
    if not all(issubclass(each, int | float | str | bytes | np.generic) for each in types - kinds):
        return True
    return bool(kinds) and any(_may_miss(each, depth + 1) for each in values if type(each) in kinds)


def _is_missing(value: object) -> bool:
    """Whether a value is pandas.NA or masked. Such a value does not say whether it equals itself."""
    if value is np.ma.masked:
        return True
    if isinstance(value, int | float | str | bytes | np.generic | np.ndarray | list | tuple | None):
        return False
    try:
        return (value != value) is value
    except Exception:  # noqa: BLE001  # the caller's object may raise anything
        return False
