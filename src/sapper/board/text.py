"""Positions and minefields as the engine reads them from files and writes them, in all its formats.

`sapper.formats` reads and writes files, and knows replays. `Position` and `Minefield` are built on this
module, so it cannot use them: it takes and returns values of the engine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Final

from sapper import _engine
from sapper._support.checks import integer
from sapper._support.engine_call import limits_left
from sapper._support.words import brief, brief_contents, engine_text, first_number, names_file, unknown
from sapper.board.board import A_TOPOLOGY
from sapper.board.topology import TOPOLOGY_NAMES, Topology, is_topology_name, topology_by_name
from sapper.errors import BudgetError, CancelledError, FormatError, PositionError

CONTENT_KINDS: Final = ("position", "minefield", "replay")
"""What a file can hold, in the order of the engine."""

ENGINE_FORMATS: Final = {format.name: format for format in _engine.file_formats()}
"""The engine's formats by name."""

MOST_EVENTS: Final = _engine.MOST_EVENTS
"""The most events of a file, including those that are skipped. They take some hundred megabytes. An hour of
play has a fifth of this number."""

_MOST_MINES: Final = 2**62  # mines that the engine gets, far more than a board has


def is_auto(name: object) -> bool:
    """Whether a name asks to detect the format. Takes any value."""
    return isinstance(name, str) and name == "auto"  # an array would compare its elements


def format_of(name: object, *others: str) -> _engine.FileFormat:
    """The engine's format of a name. The error lists `others`, too: what else the caller accepts.

    Raises:
        FormatError: There is no such format; the message suggests the nearest name.
    """
    if isinstance(name, str) and name in ENGINE_FORMATS:
        return ENGINE_FORMATS[name]
    raise FormatError(unknown("format", name, [*others, *ENGINE_FORMATS]))


def check_clues(mines: object, topology: object) -> None:
    """Checks what a caller knows about a text, even if the text does not need it.

    Raises:
        PositionError: `mines` is not a whole number, or there is no such topology.
    """
    if mines is not None:
        integer("mines", mines, PositionError)
    if isinstance(topology, str) and not is_topology_name(topology):
        raise PositionError(unknown("topology", topology, TOPOLOGY_NAMES))
    if not isinstance(topology, Topology | str | None):
        raise PositionError(f"`topology` must be {A_TOPOLOGY}, or a name, not {brief(topology)}")


def bytes_of_text(data: str | bytes) -> bytes:
    """The bytes to read. Raises FormatError for anything but text and bytes."""
    if isinstance(data, str) and names_file(data):
        raise FormatError(f"this is the name of a file, and not a text: sapper.read({brief(data)}) reads it")
    if not isinstance(data, str | bytes):
        raise FormatError(f"expected text or bytes, not {brief_contents(data)}")
    return engine_text(data) if isinstance(data, str) else data


def engine_hints(mines: Any, topology: Topology | str | None, kind: str | None) -> _engine.Hints:
    """What a caller knows about a text, as `check_clues` accepts it, for the engine."""
    return _engine.Hints(
        None if mines is None else max(-_MOST_MINES, min(int(mines), _MOST_MINES)),
        topology._engine if isinstance(topology, Topology) else None,
        topology if isinstance(topology, str) else "",
        None if kind is None else CONTENT_KINDS.index(kind),
        first_number(),
    )


def contents_of(
    data: str | bytes, mines: Any, topology: Topology | str | None, format: str, kind: str
) -> Any:
    """What a text holds: the engine's `FilePosition` or `FileMinefield`, as `kind` says.

    Raises:
        FormatError: The text is not in the format, or has different meanings in several formats.
        PositionError: It holds a malformed position, or `check_clues` refuses what the caller knows.
    """
    raw = bytes_of_text(data)
    check_clues(mines, topology)
    file_format = None if is_auto(format) else format_of(format, "auto")
    with engine_errors(topology):
        hints = engine_hints(mines, topology, kind)
        return _engine.identify(raw, hints, file_format, MOST_EVENTS, *limits_left())[1]


def text_of(contents: _engine.FilePosition | _engine.FileMinefield, kind: str, format: str) -> str:
    """Writes a position or a minefield in a text format, without a final newline.

    Raises:
        FormatError: There is no such format, it is not text, or it cannot represent the contents.
    """
    file_format = format_of(format)
    check_holds(file_format.name, file_format.title, file_format.writes, file_format.kinds, kind)
    if not file_format.is_text:
        raise FormatError(f"the format {format} is not text: write a file with sapper.write")
    with engine_errors():
        return file_format.write(contents, "", first_number()).decode()


def check_holds(name: str, title: str, writes: bool, kinds: Collection[str], kind: str) -> None:
    """Raises FormatError if a format is read-only, or has no room for this kind of contents."""
    if not writes:
        raise FormatError(f"{name} ({title}) can be read but not written")
    if kind not in kinds:
        raise FormatError(f"{name} holds {' or '.join(f'a {each}' for each in kinds)}, not a {kind}")


def topology_of(engine: _engine.Topology, topology: Topology | str | None) -> Topology[Any]:
    """The given topology, or one of the cache, since programs read many boards of the same size."""
    return topology if isinstance(topology, Topology) else topology_by_name(engine.name, engine.shape)


@contextmanager
def engine_errors(topology: Topology | str | None = None) -> Iterator[None]:
    """Raises the errors of the engine's formats as those of the package.

    `topology` is what the caller gave. On graphs it decides how an error names a cell.
    """
    try:
        yield
    except _engine.FormatError as error:
        text, offset, line, column, formats = error.args
        raise FormatError(text, offset=offset, line=line, column=column, formats=formats) from None
    except _engine.MalformedPosition as error:
        text, cell, shape = error.args
        on_graph = isinstance(topology, Topology) and topology.kind == "graph"
        position_error = PositionError(text, (cell[0] if on_graph else cell) if cell else None)
        position_error._shape_without_count = shape or None
        raise position_error from None
    except _engine.TimeIsUp as error:
        raise BudgetError(str(error)) from None
    except _engine.Cancellation as error:
        raise CancelledError(str(error)) from None
