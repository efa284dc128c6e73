"""Whether messages count rows and columns from 0, as code does, or from 1, for people who see no code."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

_first: ContextVar[Literal[0, 1]] = ContextVar("first", default=0)


@contextmanager
def counting_from(first: Literal[0, 1]) -> Iterator[None]:
    """Sets where messages written inside the `with` block start to count rows and columns.

    It holds for this context (`contextvars`). A thread started inside the block counts from 0, unless it runs
    in a copy of the context.
    """
    token = _first.set(first)
    try:
        yield
    finally:
        _first.reset(token)


def counted_from() -> Literal[0, 1]:
    """Where messages start to count at the moment."""
    return _first.get()


def row_and_column(row: int, column: int) -> str:
    """A cell as messages name it: `"row 3, column 5 (0-based)"`, or `"row 4, column 6"` if counted from 1."""
    first = counted_from()
    return f"row {row + first}, column {column + first}{'' if first else ' (0-based)'}"
