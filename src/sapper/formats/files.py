"""Reading and writing files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, overload

from sapper._support.whole_files import write_whole
from sapper.board.game import Game
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.errors import FormatError
from sapper.formats.conversion import encoded
from sapper.formats.detection import identify
from sapper.formats.format import LARGEST_FILE, Contents, Format, Hints
from sapper.formats.registry import FORMATS, format_named
from sapper.replays.replay import Replay

if TYPE_CHECKING:
    from sapper.board.kinds import TopologyName
    from sapper.board.topology import Topology

__all__ = ["format_for", "parse", "read", "render", "write"]

Wanted = TypeVar("Wanted", Position, Minefield, Replay)

_USUAL: Final = {Position: "plain", Minefield: "board", Replay: "rawvf"}


@overload
def parse(
    data: str | bytes,
    mines: int | None = None,
    topology: Topology | TopologyName | None = None,
    format: str = "auto",
) -> Contents: ...
@overload
def parse(
    data: str | bytes,
    mines: int | None = None,
    topology: Topology | TopologyName | None = None,
    format: str = "auto",
    *,
    kind: type[Wanted],
) -> Wanted: ...
def parse(
    data: str | bytes,
    mines: int | None = None,
    topology: Topology | TopologyName | None = None,
    format: str = "auto",
    *,
    kind: Any = None,
) -> Contents:
    """Reads a position, a minefield or a replay from text or bytes.

    Args:
        data: The whole content.
        mines: How many mines the board holds. Needed unless the content says it.
        topology: A topology or the name of one; by default a grid.
        format: A name in `FORMATS`, or `"auto"` to tell by the content.
        kind: `Position`, `Minefield` or `Replay`: what there has to be. By default whatever there is.

    Raises:
        FormatError: The content is not in the format, in no format, reads in more ways than one, or holds
            nothing of the kind.
        PositionError: It reads, but as a malformed position.
    """
    if not isinstance(data, str | bytes):
        raise FormatError(f"text or bytes are read, not {type(data).__name__}")
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return identify(raw, Hints(mines, topology, kind), format).contents


def render(contents: Contents, format: str) -> bytes:
    """A position, a minefield or a replay as the bytes of a format.

    Raises:
        FormatError: There is no such format, it is only read, or it has no way to say this.
    """
    return encoded(contents, format_named(format))


@overload
def read(
    path: str | os.PathLike[str],
    mines: int | None = None,
    topology: Topology | TopologyName | None = None,
    format: str = "auto",
) -> Contents: ...
@overload
def read(
    path: str | os.PathLike[str],
    mines: int | None = None,
    topology: Topology | TopologyName | None = None,
    format: str = "auto",
    *,
    kind: type[Wanted],
) -> Wanted: ...
def read(
    path: str | os.PathLike[str],
    mines: int | None = None,
    topology: Topology | TopologyName | None = None,
    format: str = "auto",
    *,
    kind: Any = None,
) -> Contents:
    """Reads a position, a minefield or a replay from a file.

    Args:
        path: The file, of at most 16 MiB.
        mines: How many mines the board holds. Needed unless the file says it.
        topology: A topology or the name of one; by default a grid.
        format: A name in `sapper.formats.FORMATS`, or `"auto"` to tell by the content.
        kind: `Position`, `Minefield` or `Replay`: what there has to be. By default whatever there is.

    Raises:
        FormatError: The file cannot be read, or its content is none of that; the text names the file.
        PositionError: It reads, but as a malformed position.
    """
    try:
        with _path(path).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise FormatError(f"{path}: cannot be read: {_reason(error)}") from error
    if len(data) > LARGEST_FILE:
        raise FormatError(f"{path}: a file has at most {LARGEST_FILE} bytes, and this one has more")
    try:
        return cast("Contents", parse(data, mines, topology, format, kind=kind))
    except FormatError as error:
        where = {"offset": error.offset, "line": error.line, "column": error.column}
        raise FormatError(f"{path}: {error}", **where) from None


def write(contents: Contents | Game, path: str | os.PathLike[str], format: str = "auto") -> None:
    """Writes a position, a minefield, a replay or a game to a file, replacing what is there.

    Args:
        contents: What to write; of a game its replay (`Replay.of`).
        path: Where to.
        format: A name in `sapper.formats.FORMATS`. By default the ending of the path tells (`.mbf`, `.board`,
            `.rawvf`); where it is `.txt` or there is none, positions are written as plain text, minefields as
            `.board` and replays as RawVF.

    Raises:
        FormatError: `contents` is none of these, the ending is that of no format, the format cannot hold
            this, or the file cannot be written.
        GameError: No cell of the game was opened yet.
    """
    contents = _contents_of(contents)
    chosen = format_for(path, type(contents)) if format == "auto" else format_named(format, "auto")
    data = encoded(contents, chosen)
    try:
        write_whole(_path(path), data + b"\n" if chosen.is_text else data)
    except (OSError, ValueError) as error:
        raise FormatError(f"{path}: cannot be written: {_reason(error)}") from error


def _contents_of(what: object) -> Contents:
    if isinstance(what, Game):
        return Replay.of(what)
    if isinstance(what, (Position, Minefield, Replay)):
        return what
    raise FormatError(f"a position, a minefield, a replay or a game is written, not {type(what).__name__}")


def _path(path: object) -> Path:
    """Raises FormatError for what names no file; a number would name one that is open."""
    if isinstance(path, str | os.PathLike):
        return Path(path)
    raise FormatError(f"a file is named by a path, not by {path!r}")


def format_for(path: str | os.PathLike[str], kind: type) -> Format:
    """The format that the ending of a path says; the usual one of what is written for `.txt` and no ending.

    Raises:
        FormatError: No format has this ending.
    """
    ending = _path(path).suffix.lower()
    if ending in ("", ".txt"):
        return FORMATS[_USUAL[kind]]
    for format in FORMATS.values():
        if ending in format.suffixes:
            return format
    endings = ", ".join(ending for format in FORMATS.values() if format.write for ending in format.suffixes)
    raise FormatError(f"{path}: no format has the ending {ending}: there is {endings}; or name the format")


def _reason(error: OSError | ValueError) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
