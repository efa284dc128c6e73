"""The file formats of positions: one module each, one registry.

`FORMATS` holds every format by name. `parse` and `read` tell the format by the content unless it is named;
bytes that read as different positions in different formats are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from sapper.errors import FormatError, SapperError
from sapper.formats.format import Format, Hints, text_format
from sapper.formats.jsminesweeper import JSMINESWEEPER
from sapper.formats.plain import PLAIN
from sapper.formats.zig import ZIG
from sapper.naming import unknown

if TYPE_CHECKING:
    import os

    from sapper.position import Position, TopologyName
    from sapper.topology import Topology

__all__ = ["FORMATS", "LARGEST_FILE", "Format", "Hints", "parse", "read", "text_format", "write"]

FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {format.name: format for format in (PLAIN, JSMINESWEEPER, ZIG)}
)
"""Every format by its name."""

LARGEST_FILE: Final = 64 * 2**20
"""Bytes; a position of ten million cells takes a sixth of it."""


def parse(
    data: str | bytes,
    mines: int | None = None,
    topology: Topology | TopologyName | None = None,
    format: str = "auto",
) -> Position:
    """Reads a position from text or bytes.

    Args:
        data: The whole content.
        mines: How many mines the board holds. Needed unless the content says it.
        topology: A topology or the name of one; by default a grid.
        format: A name in `FORMATS`, or `"auto"` to tell by the content.

    Raises:
        FormatError: The content is not in the format, in no format, or reads in more ways than one.
        PositionError: It reads, but as a malformed position.
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    hints = Hints(mines, topology)
    if format != "auto":
        return _named(format).read(raw, hints)
    candidates = [format for format in FORMATS.values() if format.recognises(raw)]
    if len(candidates) == 1:
        return candidates[0].read(raw, hints)
    if not candidates:
        raise _in_no_format(raw, hints)
    return _the_only_reading(candidates, raw, hints)


def write(position: Position, format: str = "plain") -> str:
    """A position as text in the named format.

    Raises:
        FormatError: There is no such format, or it has no way to write this position.
    """
    return _named(format).write(position).decode()


def read(
    path: str | os.PathLike[str],
    mines: int | None = None,
    topology: Topology | TopologyName | None = None,
    format: str = "auto",
) -> Position:
    """Reads a position from a file.

    Args:
        path: The file, of at most 64 MiB.
        mines: How many mines the board holds. Needed unless the file says it.
        topology: A topology or the name of one; by default a grid.
        format: A name in `FORMATS`, or `"auto"` to tell by the content.

    Raises:
        FormatError: The file cannot be read, or its content is not a position; the text names the file.
        PositionError: It reads, but as a malformed position.
    """
    from pathlib import Path  # would be a good part of the time it takes to import the package

    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FormatError(f"{path}: cannot be read: {reason}") from error
    if len(data) > LARGEST_FILE:
        raise FormatError(f"{path}: more than {LARGEST_FILE} bytes is no file of a position")
    try:
        return parse(data, mines, topology, format)
    except FormatError as error:
        where = {"offset": error.offset, "line": error.line, "column": error.column}
        raise FormatError(f"{path}: {error}", **where) from None


def _named(name: str) -> Format:
    try:
        return FORMATS[name]
    except KeyError:
        raise FormatError(unknown("format", name, ["auto", *FORMATS])) from None


def _the_only_reading(candidates: list[Format], data: bytes, hints: Hints) -> Position:
    """What all formats agree on that can make a well-formed position of the data."""
    readings: dict[Position, str] = {}
    failures: list[SapperError] = []
    for format in candidates:
        try:
            readings.setdefault(format.read(data, hints), f"{format.name!r} ({format.title})")
        except SapperError as error:
            failures.append(error)
    if not readings:
        raise failures[0]
    if len(readings) > 1:
        names = " and as ".join(readings.values())
        raise FormatError(f"this reads in different ways, as {names}: choose with format=")
    return next(iter(readings))


def _in_no_format(data: bytes, hints: Hints) -> FormatError:
    """Why the data is in no format: the reason of the format that came furthest, the likeliest meant."""
    errors: list[tuple[FormatError, str]] = []
    for format in FORMATS.values():
        try:
            format.read(data, hints)
        except FormatError as error:
            errors.append((error, format.name))
    furthest, name = max(errors, key=lambda entry: _progress(entry[0]))
    text = f"{furthest} (read as {name}; no other format fits)"
    return FormatError(text, offset=furthest.offset, line=furthest.line, column=furthest.column)


def _progress(error: FormatError) -> tuple[int, int, int]:
    return error.offset or 0, error.line or 0, error.column or 0
