"""Converts between formats, and a replay to its minefield or its final position."""

from __future__ import annotations

from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.errors import FormatError
from sapper.formats.format import Contents, Format, Hints, Kind, kind_name
from sapper.formats.registry import Reading, identify
from sapper.replays.replay import Replay


def encoded(contents: Contents, format: Format) -> bytes:
    """Writes contents as the bytes of a format.

    Raises:
        FormatError: The format is read-only, or cannot represent the contents.
    """
    if format.write is None:
        raise FormatError(f"{format.name} ({format.title}) can be read but not written")
    if not isinstance(contents, format.kinds):
        held = " or ".join(f"a {kind_name(kind)}" for kind in format.kinds)
        raise FormatError(f"{format.name} holds {held}, not a {kind_name(type(contents))}")
    return format.write(contents)


def converted(contents: Contents, kinds: tuple[Kind, ...]) -> Contents:
    """Converts contents to one of several kinds. A replay can become its minefield or its final position.

    Raises:
        FormatError: The contents cannot become any of the kinds.
    """
    if isinstance(contents, kinds):
        return contents
    if isinstance(contents, Replay) and Minefield in kinds:
        return contents.minefield
    if isinstance(contents, Replay) and Position in kinds:
        return contents.play().position
    wanted = " or ".join(f"a {kind_name(kind)}" for kind in kinds)
    raise FormatError(f"{wanted} cannot be made of a {kind_name(type(contents))}")


def read_for(data: bytes, hints: Hints, format: str, target: Format) -> Reading:
    """Reads bytes as something that the target format can hold.

    Raises:
        FormatError: As in `identify` and `converted`.
        PositionError: As in `identify`.
    """
    reading = identify(data, hints, format)
    for kind in target.kinds:
        if kind in reading.format.kinds and not isinstance(reading.contents, target.kinds):
            wanted = Hints(hints.mines, hints.topology, kind)
            reading = Reading(reading.format, reading.format.read(data, wanted))
    return Reading(reading.format, converted(reading.contents, target.kinds))
