"""JSON from strangers: read in linear time, never deep, never with numbers that are none."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic_core import from_json

from sapper.web.errors import WebError

__all__ = ["json_from", "readable"]

_SMALL: Final = 64 * 2**10
"""Bytes that are read at once. More are read in a thread, so that others get their turn in between."""

_MOST_TOLD: Final = 200
"""Characters of a reason; it may hold a piece of what was sent."""

_LONGEST_NAME: Final = 100
"""Characters of a field's name, which strangers choose."""

_VERBS: Final = (("Input should ", "should "), ("Field required", "is missing"), ("Extra inputs are", "is"))
"""How messages begin, and how they go on as sentences about the field."""


async def json_from(text: str | bytes) -> Any:
    """The value that a text holds.

    Raises:
        WebError: It is no JSON in UTF-8, holds NaN or an infinity, nests some hundred deep, or has an
            integer of thousands of digits.
    """
    try:
        if len(text) <= _SMALL:
            return from_json(text, allow_inf_nan=False)
        return await asyncio.to_thread(from_json, text, allow_inf_nan=False)
    except ValueError as error:
        raise WebError("request", f"this is no JSON that can be read: {str(error)[:_MOST_TOLD]}") from None


def readable(errors: Iterable[Mapping[str, Any]]) -> str:
    """The first of the errors, and where it is; what was sent is not repeated."""
    first = next(iter(errors), None)
    if first is None:
        return "the request is malformed"
    # The first part is the type of the message, or that of the request which holds the field.
    where = ".".join(str(part) for part in first["loc"][1:] if not str(part).startswith("function-"))
    where = where if len(where) <= _LONGEST_NAME else f"{where[:_LONGEST_NAME]}..."
    message = str(first["msg"])
    subject = f"'{where}'" if where else "the request"
    for beginning, verb in _VERBS:
        if message.startswith(beginning):
            return f"{subject} {verb}{message.removeprefix(beginning)}"
    return f"{subject}: {message}"
