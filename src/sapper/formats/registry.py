"""The formats of files: what one is, the registry of all, the detection, and conversion.

The engine has the code. This module converts between its values and the objects of Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from sapper import _engine
from sapper._support.engine_call import limit_time, limits_left
from sapper._support.installation import this_version
from sapper._support.words import brief, first_number
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.board.rules import Guessing, OnMine, Rules, Win
from sapper.board.text import (
    CONTENT_KINDS,
    ENGINE_FORMATS,
    MOST_EVENTS,
    bytes_of_text,
    check_clues,
    engine_errors,
    engine_hints,
    format_of,
    is_auto,
)
from sapper.board.topology import Topology, TopologyName
from sapper.errors import FormatError
from sapper.replays.replay import MOUSE_KINDS, MouseEvent, Replay, ValidEvents, clicks_of

if TYPE_CHECKING:
    from sapper._engine import Cancel

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
            raise FormatError(f"`kind` must be Position, Minefield or Replay, not {brief(self.kind)}")

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


def encode(text: str) -> bytes:
    """Encodes as UTF-8. Raises FormatError that names a character which it cannot hold."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise FormatError(f"a file cannot hold the character {text[error.start]!r}") from None


def kind_name(kind: type) -> str:
    """The name of a kind: `"position"`, `"minefield"` or `"replay"`."""
    return next(name for name, each in KINDS_BY_NAME.items() if each is kind)


def detect(data: bytes, hints: Hints, format: _engine.FileFormat | None) -> tuple[str, Contents]:
    """Reads bytes in a format, or in the one that it detects. Returns its name and the contents.

    Raises:
        FormatError: The bytes are too many, are in no format, or have different meanings in several.
        PositionError: They hold a malformed position.
    """
    with engine_errors(hints.topology):
        name, contents = _engine.identify(data, hints._for_engine(), format, MOST_EVENTS, *limits_left())
    return name, _contents_of(contents, hints)


def read_with(format: _engine.FileFormat, data: bytes, hints: Hints) -> Contents:
    """Reads bytes in a format. Raises FormatError or PositionError."""
    with engine_errors(hints.topology):
        contents = format.read(data, hints._for_engine(), MOST_EVENTS, *limits_left())
    return _contents_of(contents, hints)


def write_with(format: _engine.FileFormat, contents: Contents) -> bytes:
    """Writes contents in a format. Raises FormatError, or PositionError without a mine count."""
    with engine_errors():
        if isinstance(contents, Position | Minefield):
            return format.write(contents._for_file(), "", first_number())
        return format.write(_recording_of(contents), f"Sapper {this_version()}", first_number())


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
    contents: _engine.FilePosition | _engine.FileMinefield | _engine.Recording, hints: Hints
) -> Contents:
    if isinstance(contents, _engine.Recording):
        return _replay_of(contents)
    if isinstance(contents, _engine.FilePosition):
        return Position._from_file(contents, hints.topology)
    return Minefield._from_file(contents, hints.topology)


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
        np.array([event.seconds for event in replay.events], dtype=np.float64),
        kinds,
        np.array(cells, dtype=np.uint32),
        np.array([x for x, _ in pixels], dtype=np.int64),
        np.array([y for _, y in pixels], dtype=np.int64),
        _engine.Win[rules.win],
        _engine.OnMine.stop if rules.on_mine == "stop" else _engine.OnMine.resume,
        rules.question_marks,
        _engine.Guessing[rules.guessing],
        replay.cell_size,
        [(encode(name), encode(value)) for name, value in replay.about.items()],
    )


def _replay_of(recording: _engine.Recording) -> Replay:
    topology: Topology[tuple[int, int]] = Topology(recording.topology)
    minefield = Minefield(recording.mined.view(np.bool_).reshape(topology.shape), topology)
    on_mine: OnMine = "stop" if recording.on_mine == _engine.OnMine.stop else "continue"
    win, guessing = cast("Win", recording.win.name), cast("Guessing", recording.guessing.name)
    rules = Rules("any", win, on_mine, recording.question_marks, guessing)
    events = ValidEvents(_events(recording, topology.shape[1]))
    return Replay(minefield, events, rules, recording.cell_size, _about(recording))


def _events(recording: _engine.Recording, columns: int) -> Iterator[MouseEvent[tuple[int, int]]]:
    cells = (None if cell == _engine.NO_CELL else divmod(cell, columns) for cell in recording.cells.tolist())
    pixels = zip(recording.x.tolist(), recording.y.tolist(), strict=True)
    kinds = map(MOUSE_KINDS.__getitem__, recording.kinds.tolist())
    return map(MouseEvent._make, zip(recording.times.tolist(), kinds, cells, pixels, strict=True))


def _about(recording: _engine.Recording) -> dict[str, str]:
    """What the file says, decoded. `"Encoding"` has the encoding of names that are not UTF-8."""
    encoding = encoding_of(recording.shared, recording.stated_encoding)
    fields = {
        name.decode(encoding): value.decode(encoding) if is_shared else decode(value)
        for name, value, is_shared in recording.about
    }
    return fields if encoding == "utf-8" else fields | {"Encoding": encoding}


def decode(data: bytes) -> str:
    """Decodes bytes by `encoding_of`."""
    return data.decode(encoding_of(data))


def encoding_of(data: bytes, label: bytes = b"") -> str:
    """The encoding of a text, as Python spells it: the stated one if it is known and fits, or the likeliest.

    UTF-8 if it fits, otherwise the first that is likely of Windows 1251 (Cyrillic), GB 18030, Big5 and
    Windows 932 (Japanese), otherwise Windows 1252, or Latin 1, which fits everything.
    """
    return next(name for name in _engine.encodings_of(data, label) if _fits(data, name))


def _fits(data: bytes, encoding: str) -> bool:
    """Whether the encoding can decode the bytes, and gives the same bytes back."""
    try:
        return data.decode(encoding).encode(encoding) == data
    except UnicodeError:
        return False


def _face_of(format: _engine.FileFormat) -> Format:
    return Format(
        format.name,
        format.title,
        tuple(KINDS_BY_NAME[kind] for kind in format.kinds),
        format.is_text,
        format.recognises,
        partial(read_with, format),
        partial(write_with, format) if format.writes else None,
        tuple(format.endings),
    )


FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {name: _face_of(format) for name, format in ENGINE_FORMATS.items()}
)
"""All formats by name."""


class Reading(NamedTuple):
    """The contents of some bytes, and their format."""

    format: Format
    contents: Contents


def identify(
    data: str | bytes,
    hints: Hints,
    format: str = "auto",
    *,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Reading:
    """Reads text or bytes in a given format, or detects the format from the content.

    Args:
        data: The whole content.
        hints: What the caller knows. If it has a kind, only formats that can hold that kind are tried.
        format: A name in `FORMATS`, or `"auto"`.
        time_limit: Seconds after which reading stops with an error.
        cancel: Stops reading if another thread sets it.

    Raises:
        FormatError: The content is too long, is not in the format, is in no format, or has different meanings
            in several formats.
        PositionError: The content holds a malformed position.
        ArgumentError: `time_limit` or `cancel` is invalid.
        BudgetError: It took longer than the time limit.
        CancelledError: `cancel` was set.
    """
    file_format = None if is_auto(format) else format_of(format, "auto")
    raw = bytes_of_text(data)
    with limit_time("reading", time_limit, cancel):
        name, contents = detect(raw, hints, file_format)
    return Reading(FORMATS[name], contents)


def format_to_name(reading: Reading, format: str) -> Format | None:
    """The format of a position, if an answer should name it.

    It should if the format was detected and is not plain text.
    """
    by_detection = is_auto(format) and isinstance(reading.contents, Position)
    return reading.format if by_detection and reading.format.name != "plain" else None


def format_named(name: str, *others: str) -> Format:
    """The format of a name.

    Args:
        name: The name.
        *others: Further names that the caller accepts; the message lists them.

    Raises:
        FormatError: There is no such format; the message suggests the nearest name.
    """
    return FORMATS[format_of(name, *others).name]
