"""What a file format is to the registry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sapper.errors import FormatError
from sapper.position import Position, TopologyName
from sapper.topology import Topology

__all__ = ["Format", "Hints", "text_format"]


@dataclass(frozen=True, slots=True)
class Hints:
    """What the caller knows besides the bytes.

    Attributes:
        mines: How many mines the board holds, or None if the bytes should say.
        topology: A topology, the name of one, or None for the one that is usual in the format.
    """

    mines: int | None = None
    topology: Topology | TopologyName | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write a position as bytes, text or binary.

    Attributes:
        name: As `format=` takes it.
        title: What it is, in half a line.
        recognises: Whether these bytes may be in this format, told quickly from a header or the characters
            used. It never raises; when more than one format recognises the bytes, all of them are tried.
        read: Bytes to a position. Raises FormatError or PositionError, whatever the bytes, and takes time and
            memory linear in their number.
        write: A position to bytes. Raises FormatError for what the format cannot say.
    """

    name: str
    title: str
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes, Hints], Position]
    write: Callable[[Position], bytes]


def text_format(
    name: str,
    title: str,
    recognises: Callable[[str], bool],
    read: Callable[[str, Hints], Position],
    write: Callable[[Position], str],
) -> Format:
    """A format whose bytes are UTF-8 text."""

    def recognises_bytes(data: bytes) -> bool:
        try:
            return recognises(_decoded(data))
        except FormatError:
            return False

    return Format(
        name,
        title,
        recognises_bytes,
        lambda data, hints: read(_decoded(data), hints),
        lambda position: write(position).encode(),
    )


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = data[error.start]
        text = f"this is not text: byte 0x{byte:02x} at offset {error.start}"
        raise FormatError(text, offset=error.start) from None
