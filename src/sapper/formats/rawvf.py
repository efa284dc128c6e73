"""RawVF, a text to which every replay can be converted. Revision 6 is written; revisions from 3 are read.

It has `Key: value` lines, then `Board:` and the rows of the minefield (`*` a mine, `0` no mine), then
`Events:` and a line for every event, such as `1.230 lc 4 7 (56 104)`: seconds, kind, column and row from 1,
and the pixel. Column and row may be missing; a cell is 16 pixels wide and high, or `SquareSize`. Lines about
changes of the board (`flag 4 7`) and of the game (`1.230 won`) are skipped, because playing the replay shows
them again. Revision 3 has no line `Events:`. With `SuperClick: On`, the left button on an open cell chords.

What RawVF cannot represent is in keys that begin with `Sapper`: some rules, and boards with rows and columns
that are not square grids.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Final, cast, get_args

import numpy as np

from sapper.board.kinds import TOPOLOGY_NAMES, named_topology
from sapper.board.minefield import Minefield
from sapper.board.rules import OnMine, Rules, Win
from sapper.cells import Cell
from sapper.errors import ArgumentError, BoardError, FormatError, GameError
from sapper.formats.encodings import encoding_of
from sapper.formats.format import Format, Hints, bytes_of_text
from sapper.formats.recording import MOST_EVENTS, Screen, collected
from sapper.formats.rows import Alphabet, Row, lines_of, marks_of_characters
from sapper.formats.squares import check_hints
from sapper.replays.mouse import MouseEvent, MouseKind, actions_of
from sapper.replays.replay import CELL_SIZE, Replay

_BOARD: Final = "Board:"
_EVENTS: Final = "Events:"
_OWN_KEYS: Final = {
    key.lower(): key
    for key in (
        *("RawVF_Version", "Level", "Width", "Height", "Mines", "Marks", "SquareSize", "SuperClick"),
        *("Sapper_Topology", "Sapper_Win", "Sapper_OnMine"),
    )
}
"""The keys that do not go to `Replay.about`. Only these ignore upper and lower case."""

_MOST_PIXELS: Final = 255  # of a cell
_MOST_KEYS: Final = 1000
_MOST_ROWS: Final = 10_000
_MOST_LINES: Final = MOST_EVENTS + 100_000
_LONGEST: Final = 1e9  # seconds
_ALPHABET = Alphabet({"*": -1, "0": 0}, "'*' mine, '0' none")
_MOUSE_KINDS: Final = frozenset(get_args(MouseKind))
_OPTION = re.compile(r"([^\s:][^:]*):(.*)", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_INTEGER = r"(-?\d{1,9})"
_MOUSE_EVENT = re.compile(
    r"(-?\d{1,9}(?:\.\d{1,9})?) +([a-z]{2}) +"
    rf"(?:{_INTEGER} +{_INTEGER} *)?\( *{_INTEGER} +{_INTEGER} *\).*",
    re.ASCII,
)
_OTHER_EVENT = re.compile(
    r"(?:-?\d{1,9}(?:\.\d{1,9})? +)?"
    r"(?:start|won|lost|blast|boom|nonstandard|closed|flag|pressed|pressedqm|questionmark|number[0-8]|sx|sy)"
    r"(?: .*)?",
    re.ASCII,
)


def _recognises(data: bytes) -> bool:
    begins = data.removeprefix(BOM_UTF8).lstrip().startswith(b"RawVF_Version:")
    return begins or (b"\nBoard:" in data and b"\nEvents:" in data)


def _read(data: bytes, hints: Hints) -> Replay:
    data = data.removeprefix(BOM_UTF8)
    encoding = encoding_of(data)
    lines = lines_of(data.decode(encoding), _MOST_LINES)
    options = _options(lines)
    minefield, lines = _minefield(lines, options)
    check_hints(minefield, hints, "rawvf")
    screen = Screen.of(minefield, _cell_size(options))
    # LlamaSweeper counts columns and rows from 0, so they count only where the size of a cell is missing.
    events = collected(
        _events(lines, screen, by_pixel="SquareSize" in options), lambda text: FormatError(f"rawvf: {text}")
    )
    rules = _rules(options)
    about = {key: value for key, (value, _) in options.items() if key.lower() not in _OWN_KEYS}
    if encoding != "utf-8":
        about["Encoding"] = encoding
    try:
        replay = Replay(minefield, events, rules, screen.cell_size, about)
    except (ArgumentError, GameError) as error:
        raise FormatError(f"rawvf: {error}") from None
    if _said(options, "SuperClick", "off") == "on":
        return replace(replay, events=tuple(_with_super_clicks(replay)))
    return replay


def _with_super_clicks(replay: Replay) -> Iterator[MouseEvent]:
    """The events, where the left button going down on an open cell has Shift held, so that it chords."""
    game = replay.start()
    given: deque[MouseEvent] = deque()

    def is_open(cell: Cell) -> bool:
        return game._engine.mark(game.topology.index(cell)) >= 0

    def changed() -> Iterator[MouseEvent]:
        for event in replay.events:
            chords = event.kind == "lc" and event.cell is not None and is_open(event.cell)
            given.append(event._replace(kind="sc") if chords else event)
            yield given[-1]

    for action in actions_of(changed()):
        if game.status == "playing":
            game.act(action.kind, action.cell)
        while given:
            yield given.popleft()
    yield from given


def _options(lines: Iterator[tuple[int, str]]) -> dict[str, tuple[str, int]]:
    """The keys before the board, with their values and lines."""
    options: dict[str, tuple[str, int]] = {}
    line = 1
    for line, raw in lines:
        content = raw.strip()
        if content == _BOARD:
            return options
        match = _OPTION.fullmatch(content)
        if match is not None:
            if len(options) == _MOST_KEYS:
                raise _error(f"expected at most {_MOST_KEYS} keys", line)
            key = match[1].strip()
            options[_OWN_KEYS.get(key.lower(), key)] = match[2].strip(), line
        elif content:
            raise _error(f"expected 'Key: value' or '{_BOARD}'", line)
    raise _error(f"expected '{_BOARD}', but the text ends", line)


def _minefield(
    lines: Iterator[tuple[int, str]], options: Mapping[str, tuple[str, int]]
) -> tuple[Minefield, Iterator[tuple[int, str]]]:
    """The minefield, and the lines of the events after it."""
    rows: list[Row] = []
    line = 1
    for line, raw in lines:
        content = raw.strip()
        if content == _EVENTS:
            break
        if _OTHER_EVENT.fullmatch(content) or _MOUSE_EVENT.fullmatch(content):
            lines = chain(((line, raw),), lines)
            break
        if len(rows) == _MOST_ROWS:
            raise _error(f"expected at most {_MOST_ROWS} rows", line)
        if content:
            rows.append(Row(content, line, len(raw) - len(raw.lstrip()), 0))
    else:
        raise _error(f"expected '{_EVENTS}', but the text ends", line)
    if not rows:
        raise _error(f"expected the rows of the board before '{_EVENTS}'", line)
    mined = marks_of_characters(rows, _ALPHABET) == -1
    name, at = options.get("Sapper_Topology", ("square", line))
    try:
        minefield = Minefield(mined, named_topology(name.lower(), mined.shape))
    except BoardError as error:
        raise _error(str(error), at) from None
    found = zip(("Height", "Width", "Mines"), (*minefield.topology.shape, minefield.mines), strict=True)
    for key, number in found:
        if key in options and _number(options, key) != number:
            raise _error(f"{key} is given as {options[key][0]}, but the board has {number}", options[key][1])
    return minefield, lines


def _number(options: Mapping[str, tuple[str, int]], key: str) -> int:
    value, line = options[key]
    if not _NUMBER.fullmatch(value):
        raise _error(f"{key} must be a number of at most nine digits, not {value[:20]!r}", line)
    return int(value)


def _cell_size(options: Mapping[str, tuple[str, int]]) -> int:
    if "SquareSize" not in options:
        return CELL_SIZE
    size = _number(options, "SquareSize")
    if not 1 <= size <= _MOST_PIXELS:
        raise _error(f"SquareSize must be 1 to {_MOST_PIXELS}, not {size}", options["SquareSize"][1])
    return size


def _said(options: Mapping[str, tuple[str, int]], key: str, default: str) -> str:
    return options[key][0].lower() if key in options else default


def _rules(options: Mapping[str, tuple[str, int]]) -> Rules:
    try:
        return Rules(
            "any",
            cast("Win", _said(options, "Sapper_Win", "cleared")),
            cast("OnMine", _said(options, "Sapper_OnMine", "stop")),
            _said(options, "Marks", "off") == "on",
        )
    except GameError as error:
        raise FormatError(f"rawvf: {error}") from None


def _events(lines: Iterator[tuple[int, str]], screen: Screen, by_pixel: bool) -> Iterator[MouseEvent | None]:
    """The mouse events; None for each line that is skipped."""
    for line, raw in lines:
        content = raw.strip()
        match = _MOUSE_EVENT.fullmatch(content)
        if match is not None and match[2] in _MOUSE_KINDS:
            yield _mouse_event(match, screen, by_pixel)
        elif not content or _OTHER_EVENT.fullmatch(content):
            yield None
        else:
            raise _error(f"expected an event such as '1.230 lc 4 7 (56 104)', not {content[:40]!r}", line)


def _mouse_event(match: re.Match[str], screen: Screen, by_pixel: bool) -> MouseEvent:
    time, kind, column, row, x, y = match.groups()
    event = screen.event(float(time), cast("MouseKind", kind), int(x), int(y))
    if by_pixel or column is None:
        return event
    cell = int(row) - 1, int(column) - 1
    # Some programs round towards zero, so a pixel just left of the board gets column 1.
    beside = min(int(x), int(y), *cell) < 0 or cell[0] >= screen.rows or cell[1] >= screen.columns
    return event._replace(cell=None if beside else cell)


def _error(text: str, line: int) -> FormatError:
    return FormatError(f"rawvf: line {line}: {text}", line=line)


def _write(replay: Replay) -> bytes:
    topology = replay.minefield.topology
    if topology.name not in TOPOLOGY_NAMES or topology.dimension != 2:
        kind, sides = topology.kind, topology.shape
        raise FormatError(
            f"rawvf holds only boards with rows and columns; this one is a {kind} of shape {sides}"
        )
    shape = cast("tuple[int, int]", topology.shape)
    marks = np.where(replay.minefield.mined, np.int16(-1), np.int16(0))
    lines = [
        *_written_options(replay, shape),
        _BOARD,
        *_ALPHABET.encode(marks),
        _EVENTS,
        *(_written_event(event, shape, replay.cell_size) for event in replay.events),
    ]
    return bytes_of_text("\n".join(lines))


def _written_options(replay: Replay, shape: tuple[int, int]) -> Iterator[str]:
    yield "RawVF_Version: Rev6"
    for key, value in replay.about.items():
        if not _is_key(key):
            raise FormatError(f"rawvf cannot hold the key {key!r}: use printable text without ':'")
        if key.lower() not in _OWN_KEYS:
            yield f"{key}: {_one_line(value)}".rstrip()
    yield f"Level: {replay.level.capitalize()}"
    yield f"Width: {shape[1]}"
    yield f"Height: {shape[0]}"
    yield f"Mines: {replay.minefield.mines}"
    name = replay.minefield.topology.name
    if name != "square":
        yield f"Sapper_Topology: {name}"
    rules = replay.rules
    yield f"Marks: {'On' if rules.question_marks else 'Off'}"
    if rules.win != "cleared":
        yield f"Sapper_Win: {rules.win}"
    if rules.on_mine != "stop":
        yield f"Sapper_OnMine: {rules.on_mine}"


def _is_key(key: str) -> bool:
    return key.isprintable() and ":" not in key and key == key.strip() and key not in ("", "Board")


def _one_line(value: str) -> str:
    return " ".join(value.split())


def _written_event(event: MouseEvent, shape: tuple[int, int], cell_size: int) -> str:
    if not abs(event.time) < _LONGEST:
        raise FormatError(f"rawvf cannot hold a time of {event.time} seconds")
    x, y = _pixel(event, shape, cell_size)
    cell = event.cell
    if cell is None and _on_board(x, y, shape):
        cell = (-1, -1)  # otherwise readers would take the cell from the pixel
    place = f"{cell[1] + 1} {cell[0] + 1} " if isinstance(cell, tuple) else ""
    return f"{event.time:.3f} {event.kind} {place}({x} {y})"


def _on_board(x: int, y: int, shape: tuple[int, int]) -> bool:
    return 0 <= y < shape[0] * CELL_SIZE and 0 <= x < shape[1] * CELL_SIZE


def _pixel(event: MouseEvent, shape: tuple[int, int], cell_size: int) -> tuple[int, int]:
    """The pixel for cells of 16 x 16 pixels. If it is unknown and outside the board, just past the corner."""
    if event.pixel is not None:
        return event.pixel[0] * CELL_SIZE // cell_size, event.pixel[1] * CELL_SIZE // cell_size
    row, column = event.cell if isinstance(event.cell, tuple) else shape
    return column * CELL_SIZE, row * CELL_SIZE


RAWVF = Format("rawvf", "RawVF, a replay as text", (Replay,), True, _recognises, _read, _write, (".rawvf",))
