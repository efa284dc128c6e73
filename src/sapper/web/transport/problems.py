"""What pydantic found wrong with a request, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

__all__ = ["readable"]

_MOST_TOLD: Final = 100
"""Characters of a field's name, which strangers choose."""

_VERBS: Final = (("Input should ", "should "), ("Field required", "is missing"), ("Extra inputs are", "is"))
"""How messages begin, and how they go on as sentences about the field."""


def readable(errors: Iterable[Mapping[str, Any]]) -> str:
    """The first of the errors, and where it is; what was sent is not repeated."""
    first = next(iter(errors), None)
    if first is None:
        return "the request is malformed"
    # The first part is the type of the message, or that of the request which holds the field.
    where = ".".join(str(part) for part in first["loc"][1:] if not str(part).startswith("function-"))
    where = where if len(where) <= _MOST_TOLD else f"{where[:_MOST_TOLD]}..."
    message = str(first["msg"])
    subject = f"'{where}'" if where else "the request"
    for beginning, verb in _VERBS:
        if message.startswith(beginning):
            return f"{subject} {verb}{message.removeprefix(beginning)}"
    return f"{subject}: {message}"
