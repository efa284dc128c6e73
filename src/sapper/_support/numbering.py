"""How words count rows and columns: from 0, as code does; from 1 where those who read them see no code."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["counted_from", "counting_from", "row_and_column"]

_first: ContextVar[Literal[0, 1]] = ContextVar("first", default=0)


@contextmanager
def counting_from(first: Literal[0, 1]) -> Iterator[None]:
    """All sentences and messages written meanwhile, in this context, count rows and columns from 0 or 1.

    Threads that are started meanwhile count as ever, unless they run in a copy of the context.
    """
    token = _first.set(first)
    try:
        yield
    finally:
        _first.reset(token)


def counted_from() -> Literal[0, 1]:
    """What words count from now."""
    return _first.get()


def row_and_column(row: int, column: int) -> str:
    """A cell as messages name it: `"row 3, column 5 (0-based)"`; counted from 1, `"row 4, column 6"`."""
    first = counted_from()
    return f"row {row + first}, column {column + first}{'' if first else ' (0-based)'}"
