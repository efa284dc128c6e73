"""What all values that cannot change have in common."""

from __future__ import annotations

from typing import Any, Self

__all__ = ["Immutable"]


class Immutable:
    """A value that cannot change, so that its copies are itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        """Itself: it cannot change."""
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        """Itself: it cannot change."""
        return self
