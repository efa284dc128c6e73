"""What pydantic found wrong with a request, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

__all__ = ["readable"]

_MOST_TOLD: Final = 100
"""Characters of a field's name, which strangers choose."""

_LONGEST: Final = 300
"""Characters of the whole sentence."""

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
    subject = f"'{where}'" if where else "the request"
    if first["type"] == "union_tag_invalid":  # its message repeats what was sent
        told = f"{subject}: {first['ctx']['discriminator']} is one of {first['ctx']['expected_tags']}"
    else:
        told = _sentence(subject, str(first["msg"]))
    return told if len(told) <= _LONGEST else f"{told[: _LONGEST - 3]}..."


def _sentence(subject: str, message: str) -> str:
    """What a message says of a field."""
    for beginning, verb in _VERBS:
        if message.startswith(beginning):
            return f"{subject} {verb}{message.removeprefix(beginning)}"
    return f"{subject}: {message}"
