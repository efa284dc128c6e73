"""Converts between the contents of files and what the engine reads and writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

import numpy as np

from sapper import _engine
from sapper._support.deadline import limits_left
from sapper._support.naming import counted_from
from sapper._support.packages import this_version
from sapper.board.kinds import named_topology
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.board.rules import OnMine, Rules, Win
from sapper.board.topology import Topology
from sapper.errors import BudgetError, CancelledError, FormatError, PositionError
from sapper.formats.format import HELD_KINDS, Contents, Hints, bytes_of_text
from sapper.replays.mouse import MOUSE_KINDS, MouseEvent, clicks_of
from sapper.replays.replay import Replay

MOST_EVENTS: Final = _engine.MOST_EVENTS
"""The most events of a file, including those that are skipped. They take some hundred megabytes. An hour of
play has a fifth of this number."""

_MOST: Final = 2**62  # mines that the engine is told, far more than a board has


def found_in(data: bytes, hints: Hints, format: _engine.FileFormat | None) -> tuple[str, Contents]:
    """What bytes hold in a format, or in the one that is detected; and the name of the format.

    Raises:
        FormatError: The bytes are too many, are in no format, or have different meanings in several.
        PositionError: They hold a malformed position.
    """
    with _errors(hints):
        name, found = _engine.identify(data, _engine_hints(hints), format, MOST_EVENTS, *limits_left())
    return name, _contents_of(found, hints)


def read_as(format: _engine.FileFormat, data: bytes, hints: Hints) -> Contents:
    """Reads bytes in a format. Raises FormatError or PositionError."""
    with _errors(hints):
        found = format.read(data, _engine_hints(hints), MOST_EVENTS, *limits_left())
    return _contents_of(found, hints)


def written_as(format: _engine.FileFormat, contents: Contents) -> bytes:
    """Writes contents in a format. Raises FormatError, or PositionError without a mine count."""
    program = ""
    written: _engine.FilePosition | _engine.FileMinefield | _engine.Recording
    if isinstance(contents, Position):
        written = _engine.FilePosition(contents._view, contents.mines is not None)
    elif isinstance(contents, Minefield):
        topology, start = contents.topology, contents.start
        first = None if start is None else topology.index(start)
        written = _engine.FileMinefield(topology._engine, contents.mined.view(np.uint8).ravel(), first)
    else:
        program = f"Sapper {this_version()}"
        written = _recording_of(contents)
    with _errors():
        return format.write(written, program, counted_from())


def replays_in(data: bytes) -> Iterator[Replay]:
    """The replays of an EVFS file, read one at a time. Raises FormatError at the first that is malformed."""
    with _errors():
        container = _engine.Container(data)
    while True:
        with _errors():
            recording = container.next(MOST_EVENTS, *limits_left())
        if recording is None:
            return
        yield _replay_of(recording)


def _engine_hints(hints: Hints) -> _engine.Hints:
    topology = hints.topology
    return _engine.Hints(
        None if hints.mines is None else max(-_MOST, min(int(hints.mines), _MOST)),
        topology._engine if isinstance(topology, Topology) else None,
        topology if isinstance(topology, str) else "",
        None if hints.kind is None else list(HELD_KINDS.values()).index(hints.kind),
        counted_from(),
    )


def _contents_of(
    found: _engine.FilePosition | _engine.FileMinefield | _engine.Recording, hints: Hints
) -> Contents:
    if isinstance(found, _engine.Recording):
        return _replay_of(found)
    if isinstance(found, _engine.FilePosition):
        position = found.position
        mines = position.mines if found.is_counted else None
        topology = _topology_of(position.topology, hints)
        return Position(position.marks.reshape(topology.shape), mines, topology)
    topology = _topology_of(found.topology, hints)
    start = None if found.start is None else topology.cell(found.start)
    return Minefield(found.mined.view(np.bool_).reshape(topology.shape), topology, start=start)


def _topology_of(engine: _engine.Topology, hints: Hints) -> Topology[Any]:
    """The topology of the hints, or one of the cache, since programs read many boards of the same size."""
    if isinstance(hints.topology, Topology):
        return hints.topology
    return named_topology(engine.kind, engine.shape)


def _recording_of(replay: Replay) -> _engine.Recording:
    """The replay for the engine. Raises CellError if an event names a cell that is not on the board."""
    topology = replay.minefield.topology
    index = topology.index
    kinds, _ = clicks_of(replay.events)
    cells = [_engine.NO_CELL if event.cell is None else index(event.cell) for event in replay.events]
    pixels = [
        (_engine.NO_PIXEL, _engine.NO_PIXEL) if event.pixel is None else event.pixel
        for event in replay.events
    ]
    rules = replay.rules
    return _engine.Recording(
        topology._engine,
        replay.minefield.mined.view(np.uint8).ravel(),
        np.array([event.time for event in replay.events], dtype=np.float64),
        kinds,
        np.array(cells, dtype=np.uint32),
        np.array([x for x, _ in pixels], dtype=np.int64),
        np.array([y for _, y in pixels], dtype=np.int64),
        _engine.Win[rules.win],
        _engine.OnMine.stop if rules.on_mine == "stop" else _engine.OnMine.resume,
        rules.question_marks,
        replay.cell_size,
        [(bytes_of_text(name), bytes_of_text(value)) for name, value in replay.about.items()],
    )


def _replay_of(recording: _engine.Recording) -> Replay:
    topology: Topology[tuple[int, int]] = Topology(recording.topology)
    minefield = Minefield(recording.mined.view(np.bool_).reshape(topology.shape), topology)
    on_mine: OnMine = "stop" if recording.on_mine == _engine.OnMine.stop else "continue"
    rules = Rules("any", cast("Win", recording.win.name), on_mine, recording.question_marks)
    events = tuple(_events(recording, topology.shape[1]))
    return Replay(minefield, events, rules, recording.cell_size, _about(recording))


def _events(recording: _engine.Recording, columns: int) -> Iterator[MouseEvent[tuple[int, int]]]:
    cells = (None if cell == _engine.NO_CELL else divmod(cell, columns) for cell in recording.cells.tolist())
    pixels = zip(recording.x.tolist(), recording.y.tolist(), strict=True)
    kinds = map(MOUSE_KINDS.__getitem__, recording.kinds.tolist())
    return map(MouseEvent._make, zip(recording.times.tolist(), kinds, cells, pixels, strict=True))


def _about(recording: _engine.Recording) -> dict[str, str]:
    """What the file says, decoded. `"Encoding"` has the encoding of names that are not UTF-8."""
    shared = encoding_of(recording.shared, recording.stated_encoding)
    said = {
        name.decode(shared): value.decode(shared) if is_shared else decoded(value)
        for name, value, is_shared in recording.about
    }
    return said if shared == "utf-8" else said | {"Encoding": shared}


@contextmanager
def _errors(hints: Hints | None = None) -> Iterator[None]:
    """Raises the engine's errors as those of the package."""
    try:
        yield
    except _engine.FormatError as error:
        text, offset, line, column, formats = error.args
        raise FormatError(text, offset=offset, line=line, column=column, formats=formats) from None
    except _engine.MalformedPosition as error:
        text, cell, uncounted = error.args
        topology = None if hints is None else hints.topology
        on_graph = isinstance(topology, Topology) and topology.kind == "graph"
        raised = PositionError(text, (cell[0] if on_graph else cell) if cell else None)
        raised._uncounted = uncounted or None
        raise raised from None
    except _engine.TimeIsUp as error:
        raise BudgetError(str(error)) from None
    except _engine.Cancelled as error:
        raise CancelledError(str(error)) from None


def decoded(data: bytes) -> str:
    """Decodes bytes by `encoding_of`."""
    return data.decode(encoding_of(data))


def encoding_of(data: bytes, stated: bytes = b"") -> str:
    """The encoding of a text, as Python spells it: the stated one if it is known and fits, or the likeliest.

    UTF-8 if it fits, otherwise the first that is likely of Windows 1251 (Cyrillic), GB 18030, Big5 and
    Windows 932 (Japanese), otherwise Windows 1252, or Latin 1, which fits everything.
    """
    return next(name for name in _engine.encodings_of(data, stated) if _fits(data, name))


def _fits(data: bytes, encoding: str) -> bool:
    """Whether the encoding can decode the bytes, and gives the same bytes back."""
    try:
        return data.decode(encoding).encode(encoding) == data
    except UnicodeError:
        return False
