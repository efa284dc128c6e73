"""The interface of a file format, as the registry uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sapper import _engine
from sapper._support.words import shown
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.board.text import CONTENT_KINDS, check_clues, engine_hints
from sapper.board.topology import Topology, TopologyName
from sapper.errors import FormatError
from sapper.replays.replay import Replay

LARGEST_FILE: Final = _engine.LARGEST_FILE
"""The largest file in bytes. A position takes one byte per cell; reading this much takes seconds."""

Contents = Position | Minefield | Replay
"""What a file can hold."""

Kind = type[Position] | type[Minefield] | type[Replay]
"""The types of contents."""

KINDS_BY_NAME: Final[Mapping[str, Kind]] = dict(
    zip(CONTENT_KINDS, (Position, Minefield, Replay), strict=True)
)
"""The kinds by name."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What the caller knows about the bytes.

    Attributes:
        mines: The number of mines on the board, or None if the bytes should have it.
        topology: A topology, the name of one, or None for the usual one of the format.
        kind: What the caller wants from a file that holds several kinds, or None for the main one.
    """

    mines: int | None = None
    topology: Topology | TopologyName | None = None
    kind: Kind | None = None

    def __post_init__(self) -> None:
        """Checks the types and the name, even if the bytes do not need them.

        Raises:
            FormatError: There is no such kind.
            PositionError: `mines` is not a whole number, or there is no such topology.
        """
        check_clues(self.mines, self.topology)
        if self.kind is not None and not any(self.kind is kind for kind in KINDS_BY_NAME.values()):
            raise FormatError(f"kind= must be Position, Minefield or Replay, not {shown(self.kind)}")

    def _for_engine(self) -> _engine.Hints:
        kind = None if self.kind is None else kind_name(self.kind)
        return engine_hints(self.mines, self.topology, kind)


@dataclass(frozen=True, slots=True)
class Format:
    """A file format for positions, minefields or replays, as text or binary. The engine has the code.

    Attributes:
        name: The name for `format=`.
        title: A description in half a line.
        kinds: The kinds that it can hold, the main one first.
        is_text: Whether the bytes are text, which is written as UTF-8.
        recognises: Whether bytes may be in this format, by a quick look at a header, the structure or the
            characters. It never raises. If several formats recognise the bytes, all of them are tried.
        read: Converts bytes to contents. It raises only FormatError or PositionError, whatever the bytes, and
            takes time and memory linear in their number.
        write: Converts contents of one of the kinds to bytes; None if the format is read-only. It raises
            FormatError for contents that the format cannot represent.
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


def encoded_text(text: str) -> bytes:
    """Encodes as UTF-8. Raises FormatError that names a character which it cannot hold."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise FormatError(f"a file cannot hold the character {text[error.start]!r}") from None


def kind_name(kind: type) -> str:
    """The name of a kind: `"position"`, `"minefield"` or `"replay"`."""
    return next(name for name, each in KINDS_BY_NAME.items() if each is kind)
