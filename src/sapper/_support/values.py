"""The base classes of values and of results."""

from __future__ import annotations

import math
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast

import numpy as np

from sapper._support.installation import importing

if TYPE_CHECKING:
    import pyarrow

_DIGITS = 6  # of the figures that people see


class Progress(NamedTuple):
    """How far a long call is. Functions that take `progress` call it with this.

    Attributes:
        done: How much is done: games, moves, files or minefields, as the function says.
        total: How much there is to do; None if that is not known.
    """

    done: int
    total: int | None


class Immutable:
    """A value that never changes. Copying it returns the value itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self


class Figures:
    """The base class of frozen dataclasses with figures, made with `eq=False` and `repr=False`.

    People see six digits of a figure: 0.8 and not 0.8000000000000007. Figures that are not known (nan) count
    as equal.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values_to_compare() == other._values_to_compare()

    def __hash__(self) -> int:
        return hash(self._values_to_compare())

    def __repr__(self) -> str:
        names = (each.name for each in fields(cast("Any", self)) if each.repr)
        figures = ", ".join(f"{name}={_figure_text(getattr(self, name))}" for name in names)
        return f"{type(self).__qualname__}({figures})"

    def _values_to_compare(self) -> tuple[object, ...]:
        values = (getattr(self, each.name) for each in fields(cast("Any", self)) if each.compare)
        return tuple("unknown" if _is_nan(value) else value for value in values)


def same_sums(one: Any, other: Any) -> bool:
    """Whether two dataclasses are of one class and have equal fields, bit for bit. Fields may be arrays."""
    names = (each.name for each in fields(one))
    return type(other) is type(one) and all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in names
    )


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _figure_text(value: object) -> str:
    return repr(float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value)


class Tabular:
    """A result that is a table. Polars, pandas and others read it by the Arrow PyCapsule interface."""

    __slots__ = ()

    def to_arrow(self) -> pyarrow.Table:
        """The result as a table of Arrow. `docs/arrow.md` describes the columns.

        Raises:
            MissingExtraError: pyarrow is missing.
        """
        with importing("parquet", "tables of Arrow need pyarrow"):
            import pyarrow
        return pyarrow.table(self._arrow_columns())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The Arrow PyCapsule interface. Raises MissingExtraError if pyarrow is missing."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def _arrow_columns(self) -> dict[str, Any]:
        """The columns by name, as arrays of Arrow."""
        raise NotImplementedError
