"""From one format to another, and from a replay to its minefield or where it ended."""

from __future__ import annotations

from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.errors import FormatError
from sapper.formats.detection import Reading, identify
from sapper.formats.format import Contents, Format, Hints, Kind, kind_name
from sapper.replays.replay import Replay

__all__ = ["converted", "encoded", "read_for"]


def encoded(contents: Contents, format: Format) -> bytes:
    """The contents as bytes of a format.

    Raises:
        FormatError: The format is only read, or has no way to say this.
    """
    if format.write is None:
        raise FormatError(f"{format.name} ({format.title}) can be read but not written")
    if not isinstance(contents, format.kinds):
        held = " or ".join(f"a {kind_name(kind)}" for kind in format.kinds)
        raise FormatError(f"{format.name} holds {held}, not a {kind_name(type(contents))}")
    return format.write(contents)


def converted(contents: Contents, kinds: tuple[Kind, ...]) -> Contents:
    """The contents as one of the kinds: themselves, or of a replay its minefield or where it ended.

    Raises:
        FormatError: They cannot be had from the contents.
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
    """Reads what the target format can hold, as far as possible.

    Raises:
        FormatError: As `identify` and `converted`.
        PositionError: As `identify`.
    """
    reading = identify(data, hints, format)
    for kind in target.kinds:
        if kind in reading.format.kinds and not isinstance(reading.contents, target.kinds):
            wanted = Hints(hints.mines, hints.topology, kind)
            reading = Reading(reading.format, reading.format.read(data, wanted))
    return Reading(reading.format, converted(reading.contents, target.kinds))
