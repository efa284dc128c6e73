"""What pydantic found wrong with a request, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["readable"]


def readable(errors: Iterable[Mapping[str, Any]]) -> str:
    """The first of the errors, and where it is; what was sent is not repeated."""
    first = next(iter(errors), None)
    if first is None:
        return "the request is malformed"
    where = ".".join(str(part) for part in first["loc"] if not str(part).startswith("function-"))
    message = str(first["msg"])
    return f"{where}: {message}" if where else message
