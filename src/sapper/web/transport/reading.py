"""JSON from strangers: read in linear time, never deep, never with numbers that are none."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from pydantic_core import from_json

from sapper.web.errors import WebError

__all__ = ["json_from"]

_SMALL: Final = 64 * 2**10
"""Bytes that are read at once. More are read in a thread, so that others get their turn in between."""

_MOST_TOLD: Final = 200
"""Characters of a reason; it may hold a piece of what was sent."""


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
