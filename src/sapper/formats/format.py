"""What a file format is to the registry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sapper._support.limits import integer
from sapper.board.kinds import TopologyName
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.board.topology import Topology
from sapper.errors import FormatError
from sapper.replays.replay import Replay

__all__ = ["LARGEST_FILE", "Contents", "Format", "Hints", "Kind", "kind_name", "text_format", "text_of"]

LARGEST_FILE: Final = 16 * 2**20
"""Bytes. A position of ten million cells takes ten million; reading as many as there may be takes seconds."""

Contents = Position | Minefield | Replay
"""What files hold."""

Kind = type[Position] | type[Minefield] | type[Replay]
"""The kinds of contents."""

_KIND_NAMES: dict[type, str] = {Position: "position", Minefield: "minefield", Replay: "replay"}


@dataclass(frozen=True, slots=True)
class Hints:
    """What the caller knows besides the bytes.

    Attributes:
        mines: How many mines the board holds, or None if the bytes should say.
        topology: A topology, the name of one, or None for the one that is usual in the format.
        kind: What the caller wants of a file that may hold more than one thing, or None for the foremost.
    """

    mines: int | None = None
    topology: Topology | TopologyName | None = None
    kind: Kind | None = None

    def __post_init__(self) -> None:
        """Checks what the caller says. Raises FormatError."""
        if self.mines is not None:
            integer("mines", self.mines, FormatError)
        if self.kind not in (None, *_KIND_NAMES):
            raise FormatError(f"kind= is Position, Minefield or Replay, not {self.kind!r}")


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write positions, minefields or replays as bytes, text or binary.

    Attributes:
        name: As `format=` takes it.
        title: What it is, in half a line.
        kinds: What it can hold, the foremost first.
        is_text: Whether the bytes are UTF-8 text.
        recognises: Whether these bytes may be in this format, told quickly from a header, the structure or
            the characters used. It never raises; when more than one format recognises the bytes, all of them
            are tried.
        read: Bytes to contents. Raises FormatError or PositionError, whatever the bytes, and takes time and
            memory linear in their number.
        write: Contents of one of the kinds to bytes; None if the format is only read. Raises FormatError for
            what the format cannot say.
        suffixes: The endings of file names in this format.
    """

    name: str
    title: str
    kinds: tuple[Kind, ...]
    is_text: bool
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes, Hints], Contents]
    write: Callable[[Any], bytes] | None = None
    suffixes: tuple[str, ...] = ()


def text_format(
    name: str,
    title: str,
    kinds: tuple[Kind, ...],
    recognises: Callable[[str], bool],
    read: Callable[[str, Hints], Contents],
    write: Callable[[Any], str],
    suffixes: tuple[str, ...] = (),
) -> Format:
    """A format whose bytes are UTF-8 text."""

    def recognises_bytes(data: bytes) -> bool:
        try:
            return recognises(text_of(data))
        except FormatError:
            return False

    return Format(
        name,
        title,
        kinds,
        True,
        recognises_bytes,
        lambda data, hints: read(text_of(data), hints),
        lambda contents: _encoded(write(contents)),
        suffixes,
    )


def text_of(data: bytes) -> str:
    """The bytes as text. Raises FormatError naming the first byte that cannot be."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = data[error.start]
        text = f"this is not text: byte 0x{byte:02x} at offset {error.start}"
        raise FormatError(text, offset=error.start) from None


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise FormatError(f"{text[error.start]!r} is no character that a file can hold") from None


def kind_name(kind: type) -> str:
    """What a kind of contents is called: `"position"`, `"minefield"` or `"replay"`."""
    return _KIND_NAMES[kind]
