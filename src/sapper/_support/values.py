"""The base class of immutable values."""

from __future__ import annotations

from typing import Any, Self


class Immutable:
    """A value that never changes. Copying it returns the value itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self
