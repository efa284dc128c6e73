"""Reads lines as requests, and checks the types of their fields."""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from sapper._support.words import unknown
from sapper.errors import SapperError

if TYPE_CHECKING:
    from sapper.cells import Cell

Value = TypeVar("Value", bool, int, str, list[Any])

_DESCRIPTIONS: Final = {bool: "true or false", int: "a whole number", str: "a string", list: "an array"}
_LONGEST_TIME: Final = 1e9  # seconds


class RequestError(SapperError):
    """A line that is not a request, or a request with missing or wrong fields."""


class Request:
    """A request. A field that is null counts as missing."""

    def __init__(self, fields: dict[str, Any], commands: Collection[str]) -> None:
        """Takes the fields of a request.

        Raises:
            RequestError: They name no command, or one that is not in `commands`.
        """
        command = fields.get("command")
        if not isinstance(command, str):
            raise RequestError("a request needs a 'command', a string")
        if command not in commands:
            raise RequestError(unknown("command", command[:40], commands))
        self.command = command
        self._fields = fields
        self._asked = dict.fromkeys(["command", "id"])  # in this order, each once

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        self._asked[name] = None
        return self._fields.get(name) is not None

    def get(self, name: str, kind: type[Value]) -> Value | None:
        """The value of a field; None if it is missing. Raises RequestError if it has another type."""
        if not self.has(name):
            return None
        value = self._fields[name]
        if not _is(value, kind):
            raise self._wrong(name, _DESCRIPTIONS[kind], value)
        return value  # type: ignore[no-any-return]  # of this type, as just checked

    def need(self, name: str, kind: type[Value]) -> Value:
        """The value of a field. Raises RequestError if it is missing or has another type."""
        value = self.get(name, kind)
        if value is None:
            raise RequestError(f"{self.command!r} needs {name!r}, {_DESCRIPTIONS[kind]}")
        return value

    def integers(self, name: str) -> list[int]:
        """An array of whole numbers."""
        values = self.need(name, list)
        if not all(_is(value, int) for value in values):
            raise self._wrong(name, "an array of whole numbers", values)
        return values

    def cell(self, name: str = "cell") -> Cell:
        """A cell: an array of whole numbers or, on graphs, a number."""
        if not self.has(name):
            raise RequestError(f"{self.command!r} needs {name!r}, such as [3, 5] for row 3, column 5")
        return self._cell(name, self._fields[name])

    def cells(self, name: str = "cells") -> list[Cell]:
        """An array of cells."""
        return [self._cell(name, value) for value in self.need(name, list)]

    def seconds(self, name: str) -> float | None:
        """A time above zero."""
        value = self.positive(name, "a number of seconds above 0")
        return None if value is None else min(value, _LONGEST_TIME)

    def positive(
        self, name: str, should_be: str = "a number above 0", below: float = math.inf
    ) -> float | None:
        """A number above zero, and below a bound."""
        if not self.has(name):
            return None
        value = self._fields[name]
        if not (_is(value, int) or _is(value, float)) or not 0 < value < below:
            raise self._wrong(name, should_be, value)
        return float(min(value, sys.float_info.max))

    def refuse_others(self) -> None:
        """Raises RequestError if there is a field that was not used: most likely it is misspelt."""
        for name in self._fields:
            if name not in self._asked:
                raise RequestError(unknown(f"field of {self.command!r}", name[:40], self._asked))

    def _cell(self, name: str, value: Any) -> Cell:
        if _is(value, int):
            return value  # type: ignore[no-any-return]  # an integer, as just checked
        if _is(value, list) and all(_is(coordinate, int) for coordinate in value):
            return tuple(value)
        raise self._wrong(name, "[row, column], on a graph a number", value)

    def _wrong(self, name: str, should_be: str, value: Any) -> RequestError:
        return RequestError(f"{name!r} of {self.command!r} must be {should_be}, not {shortened(value)}")


def parse(line: bytes) -> dict[str, Any]:
    """Parses a line as a JSON object.

    Raises:
        RequestError: The line is not a JSON object, or has a name twice.
    """
    try:
        text = line.decode("utf-8-sig")
        value = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_object)
    except RecursionError:
        raise RequestError("this is nested too deeply") from None
    except UnicodeDecodeError as error:
        raise RequestError(f"this is not UTF-8: byte 0x{line[error.start]:02x} at {error.start}") from None
    except ValueError as error:
        raise RequestError(f"this is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise RequestError(
            f'a request must be an object such as {{"command": "hello"}}, not {shortened(value)}'
        )
    return value


def identity_of(fields: dict[str, Any]) -> str | None:
    """The id of a request as JSON, for its answer; None if it has none.

    Raises:
        RequestError: The id has a number that is too large for a double, or is nested too deeply.
    """
    if "id" not in fields:
        return None
    try:
        return json.dumps(fields["id"], allow_nan=False)
    except ValueError:
        raise RequestError("a number in the 'id' is too large: beyond 1.8e308") from None
    except RecursionError:
        raise RequestError("the 'id' is nested too deeply") from None


def _is(value: Any, kind: type) -> bool:
    """As `isinstance`, but true and false do not count as numbers."""
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def shortened(value: Any) -> str:
    """The beginning of a value, for messages."""
    try:
        text = json.dumps(value)
    except RecursionError:
        return "something nested deeply"
    return text if len(text) <= 40 else text[:37] + "..."


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise ValueError(f"an object has the name {twice[:40]!r} twice")
    return fields


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"JSON has no {name}")
