"""Reads JSON from strangers, and says what is wrong with it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from pydantic_core import from_json

from sapper.web import limits
from sapper.web.errors import WebError

_SMALL: Final = 64 * 2**10
"""A longer text is parsed in a thread, so that it does not hold up others."""

_ONE_THREAD: Final = ThreadPoolExecutor(1, "sapper-json")
"""Parsing keeps the interpreter's lock. Several threads that parse would leave the event loop no turn."""

_MOST_PARTS: Final = (
    (limits.JSON_LISTS, "lists and objects", "[{"),
    (limits.JSON_TEXTS, "names and texts", '"'),
    (limits.JSON_VALUES, "values", ","),
)
"""The most of each part of a text, how errors call it, and the characters that count."""

_MOST_QUOTED: Final = 200
"""The most characters of a reason. It may quote what was sent."""

_LONGEST_NAME: Final = 100
"""The most characters of the name of a field, which strangers choose."""

_LONGEST: Final = 300
"""The most characters of a whole sentence."""

_VERBS: Final = (("Input should ", "should "), ("Field required", "is missing"), ("Extra inputs are", "is"))
"""Beginnings of messages, and the verbs that replace them in a sentence about the field."""


async def json_from(text: str | bytes) -> Any:
    """Parses a text, in linear time.

    Raises:
        WebError: The text is not JSON in UTF-8, has NaN or an infinity, is nested some hundred deep, has an
            integer of thousands of digits, or far more parts than any request needs.
    """
    try:
        if len(text) <= _SMALL:
            return from_json(text, allow_inf_nan=False)
        _check_parts(text)
        return await asyncio.get_running_loop().run_in_executor(_ONE_THREAD, _parsed, text)
    except ValueError as error:
        raise WebError("request", f"this is not valid JSON: {str(error)[:_MOST_QUOTED]}") from None


def _check_parts(text: str | bytes) -> None:
    """Refuses a text of too many parts. Parsing millions of them would hold up others for seconds.

    Counts characters, in strings too: that takes a thousandth of a second.
    """
    for most, what, signs in _MOST_PARTS:
        if isinstance(text, str):
            found = sum(map(text.count, signs))
        else:
            found = sum(text.count(sign.encode()) for sign in signs)
        if found > (2 * most if signs == '"' else most):  # a text has two quotes
            raise WebError("request", f"a request has at most {most} {what}")


def _parsed(text: str | bytes) -> Any:
    """Parses a text, and then rests for as long. So the event loop gets at least half of the time."""
    start = time.monotonic()
    try:
        return from_json(text, allow_inf_nan=False)
    finally:
        time.sleep(time.monotonic() - start)


def readable(errors: Iterable[Mapping[str, Any]]) -> str:
    """The first error and its place. Does not quote what was sent."""
    first = next(iter(errors), None)
    if first is None:
        return "the request is malformed"
    # The first part is the type of the message, or the part of the request that has the field.
    where = ".".join(str(part) for part in first["loc"][1:] if not str(part).startswith("function-"))
    where = where if len(where) <= _LONGEST_NAME else f"{where[:_LONGEST_NAME]}..."
    subject = f"'{where}'" if where else "the request"
    if first["type"] == "union_tag_invalid":  # its message quotes what was sent
        text = f"{subject}: {first['ctx']['discriminator']} is one of {first['ctx']['expected_tags']}"
    else:
        text = _sentence(subject, str(first["msg"]))
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _sentence(subject: str, message: str) -> str:
    """A message of pydantic as a sentence about the field."""
    for beginning, verb in _VERBS:
        if message.startswith(beginning):
            return f"{subject} {verb}{message.removeprefix(beginning)}"
    return f"{subject}: {message}"
