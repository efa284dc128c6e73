"""Converts between the contents of files and what the engine reads and writes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np

from sapper import _engine
from sapper._support.engine_call import limits_left
from sapper._support.installation import this_version
from sapper._support.words import counted_from
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.board.rules import OnMine, Rules, Win
from sapper.board.text import MOST_EVENTS, engine_errors
from sapper.board.topology import Topology
from sapper.formats.format import Contents, Hints, encoded_text
from sapper.replays.mouse import MOUSE_KINDS, MouseEvent, clicks_of
from sapper.replays.replay import Replay


def detect(data: bytes, hints: Hints, format: _engine.FileFormat | None) -> tuple[str, Contents]:
    """Reads bytes in a format, or in the one that it detects. Returns its name and the contents.

    Raises:
        FormatError: The bytes are too many, are in no format, or have different meanings in several.
        PositionError: They hold a malformed position.
    """
    with engine_errors(hints.topology):
        name, found = _engine.identify(data, hints._for_engine(), format, MOST_EVENTS, *limits_left())
    return name, _contents_of(found, hints)


def read_with(format: _engine.FileFormat, data: bytes, hints: Hints) -> Contents:
    """Reads bytes in a format. Raises FormatError or PositionError."""
    with engine_errors(hints.topology):
        found = format.read(data, hints._for_engine(), MOST_EVENTS, *limits_left())
    return _contents_of(found, hints)


def write_with(format: _engine.FileFormat, contents: Contents) -> bytes:
    """Writes contents in a format. Raises FormatError, or PositionError without a mine count."""
    with engine_errors():
        if isinstance(contents, Position | Minefield):
            return format.write(contents._for_file(), "", counted_from())
        return format.write(_recording_of(contents), f"Sapper {this_version()}", counted_from())


def replays_in(data: bytes) -> Iterator[Replay]:
    """The replays of an EVFS file, read one at a time. Raises FormatError at the first that is malformed."""
    with engine_errors():
        container = _engine.Container(data)
    while True:
        with engine_errors():
            recording = container.next(MOST_EVENTS, *limits_left())
        if recording is None:
            return
        yield _replay_of(recording)


def _contents_of(
    found: _engine.FilePosition | _engine.FileMinefield | _engine.Recording, hints: Hints
) -> Contents:
    if isinstance(found, _engine.Recording):
        return _replay_of(found)
    if isinstance(found, _engine.FilePosition):
        return Position._from_file(found, hints.topology)
    return Minefield._from_file(found, hints.topology)


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
        [(encoded_text(name), encoded_text(value)) for name, value in replay.about.items()],
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
    fields = {
        name.decode(shared): value.decode(shared) if is_shared else decoded(value)
        for name, value, is_shared in recording.about
    }
    return fields if shared == "utf-8" else fields | {"Encoding": shared}


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
