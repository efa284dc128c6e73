"""Makes replays of what the engine reads in files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, cast

import numpy as np

from sapper import _engine
from sapper._support.deadline import limits_left
from sapper.board.minefield import Minefield
from sapper.board.rules import OnMine, Rules, Win
from sapper.board.topology import Topology
from sapper.errors import BudgetError, CancelledError, FormatError
from sapper.formats.encodings import decoded, encoding_of
from sapper.formats.format import Contents, Format, Hints, bytes_of_text
from sapper.formats.squares import check_hints
from sapper.replays.mouse import MOUSE_KINDS, MouseEvent, clicks_of
from sapper.replays.replay import Replay
from sapper.replays.timestamps import microseconds_of

MOST_EVENTS: Final = _engine.MOST_EVENTS
"""The most events of a file, including those that are skipped. They take some hundred megabytes. An hour of
play has a fifth of this number."""

_FORMATS: Final[Mapping[str, _engine.ReplayFormat]] = {
    format.name: format for format in _engine.replay_formats()
}


def read_replay(name: str, data: bytes, hints: Hints) -> Replay:
    """Reads a replay in the format of a name. Raises FormatError."""
    with _errors():
        recording = _FORMATS[name].read(data, MOST_EVENTS, *limits_left())
    return _replay_of(recording, name, hints)


def replays_in(data: bytes, hints: Hints) -> Iterator[Replay]:
    """The replays of an EVFS file, read one at a time. Raises FormatError at the first that is malformed."""
    with _errors():
        container = _engine.Container(data)
    while True:
        with _errors():
            recording = container.next(MOST_EVENTS, *limits_left())
        if recording is None:
            return
        yield _replay_of(recording, "evfs", hints)


def replay_format(
    name: str,
    title: str,
    suffix: str,
    *,
    is_text: bool = False,
) -> Format:
    """Makes a format that the engine reads, and may write."""
    format = _FORMATS[name]

    def read(data: bytes, hints: Hints) -> Contents:
        return read_replay(name, data, hints)

    def write(replay: Replay) -> bytes:
        program = f"Sapper {_version()}"
        began = microseconds_of(replay.about.get("Timestamp", ""))
        with _errors():
            return format.write(_recording_of(replay), program, began)

    writer = write if format.writes else None
    return Format(name, title, (Replay,), is_text, format.recognises, read, writer, (suffix,))


def _version() -> str:
    from importlib.metadata import version  # slow to import, and it reads a file

    return version("sapper")


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


def _replay_of(recording: _engine.Recording, name: str, hints: Hints) -> Replay:
    topology: Topology[tuple[int, int]] = Topology(recording.topology)
    minefield = Minefield(recording.mined.view(np.bool_).reshape(topology.shape), topology)
    check_hints(minefield, hints, name)
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
def _errors() -> Iterator[None]:
    """Raises the engine's errors as those of the package."""
    try:
        yield
    except _engine.FormatError as error:
        text, offset, line, column = error.args
        raise FormatError(text, offset=offset, line=line, column=column) from None
    except _engine.TimeIsUp as error:
        raise BudgetError(str(error)) from None
    except _engine.Cancelled as error:
        raise CancelledError(str(error)) from None
