"""AVF, the replays of Minesweeper Arbiter; read only.

A file has these parts:

- a version byte (52 is 0.52) and four bytes that are ignored;
- the level: 3 to 5, or 6 for a custom board, then followed by width - 1, height - 1 and mines u16;
- the mines, each as row and column from 1;
- a byte that says whether there are question marks (17 yes, 127 no), one more byte, and a text in brackets:
  `[level|start|end|B<3BV>T<time + 1>]`, where old versions leave out the last `|`;
- events of eight bytes, up to the first one whose seconds are 0. Their bytes are not in order, and their
  seconds are one too large;
- `cs=`, a checksum of 17 bytes, and lines that end in a carriage return: `RealTime`, `Skin`, the player, the
  program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from sapper._support.deadline import in_time
from sapper.board.minefield import Minefield
from sapper.formats.cursor import Cursor
from sapper.formats.encodings import decoded, texts_of
from sapper.formats.format import Format, Hints
from sapper.formats.recording import Screen, collected, replay_of
from sapper.formats.squares import check_size, mines_by_pairs
from sapper.replays.mouse import MouseEvent, MouseKind
from sapper.replays.replay import Replay

_LEVELS: Final[Mapping[int, tuple[int, int, int]]] = {3: (8, 8, 10), 4: (16, 16, 40), 5: (16, 30, 99)}
_CUSTOM: Final = 6
_LEVEL_AT: Final = 5
_QUESTION_MARKS: Final[Mapping[int, bool]] = {17: True, 127: False}
_KINDS: Final[Mapping[int, MouseKind]] = {
    1: "mv",
    3: "lc",
    5: "lr",
    9: "rc",
    11: "sc",
    17: "rr",
    21: "lr",
    33: "mc",
    65: "mr",
    145: "rr",
    193: "mr",
}
_BRACKET = re.compile(rb"[\x11\x7f].\[[0-3]\|", re.DOTALL)
_SCORE = re.compile(rb"\|?B(\d{1,6})T(\d{1,6})(?:[.,](\d{1,3}))?$")
_FIRST_EVENT: Final = b"[" + re.escape(bytes(_KINDS)) + rb"][\x00-%b]\x01.[\x00-\x63].\x00"
_EVENT_SIZE: Final = 8
_CHECKSUM: Final = 17
_PAIR = re.compile(rb"\s*(RealTime|Skin):", re.IGNORECASE)
_PROGRAM = re.compile(r"(.*?) (\d+\.\d.*?)\.?(?: Copyright.*)?")


def _recognises(data: bytes) -> bool:
    known_level = len(data) > _LEVEL_AT and data[_LEVEL_AT] in (*_LEVELS, _CUSTOM)
    return known_level and b"cs=" in data and _BRACKET.search(data, _LEVEL_AT) is not None


def _read(data: bytes, hints: Hints) -> Replay:
    cursor = Cursor(data, "avf")
    version = cursor.byte("version")
    cursor.take(_LEVEL_AT - 1, "header")
    minefield = _minefield(cursor)
    question_marks = _bracket(cursor)
    score = _score(cursor)
    events = collected(_events(cursor, Screen.of(minefield)), cursor.error)
    trailer = _trailer(cursor)
    about = {"Program": "Minesweeper Arbiter", "Version": f"0.{version}", **trailer, **score}
    return replay_of("avf", hints, minefield, events, question_marks=question_marks, about=about)


def _minefield(cursor: Cursor) -> Minefield:
    level = cursor.byte("level")
    start = cursor.offset
    if level == _CUSTOM:
        columns, rows = cursor.byte("width") + 1, cursor.byte("height") + 1
        mines = cursor.unsigned(2, "the number of mines")
    elif level in _LEVELS:
        rows, columns, mines = _LEVELS[level]
    else:
        raise cursor.error(f"expected a level from 3 to 6, not {level}", _LEVEL_AT)
    check_size(cursor, rows, columns, mines, start)
    return Minefield(mines_by_pairs(cursor, (rows, columns), mines, base=1, row_first=True))


def _bracket(cursor: Cursor) -> bool:
    """Moves to the text in brackets. Returns whether there are question marks."""
    match = _BRACKET.search(cursor.data, cursor.offset)
    if match is None:
        text = "expected the question marks switch (17 or 127), a byte and '[0|' to '[3|'"
        raise cursor.error(text)
    cursor.offset = match.end() - len("0|")
    return _QUESTION_MARKS[cursor.data[match.start()]]


def _score(cursor: Cursor) -> dict[str, str]:
    start = cursor.offset
    text = cursor.until(b"]", "the text in brackets")
    match = _SCORE.search(text)
    if match is None:
        raise cursor.error("expected 'B<3BV>T<time>]' at the end of the text in brackets", start)
    fields = text[: match.start()].split(b"|")[1:]
    stamps = [field for field in fields if not re.fullmatch(rb"W\d+H\d+M\d+", field)]
    bbbv, seconds, decimals = match.groups()
    return {
        "Time": f"{max(0, int(seconds) - 1)}.{(decimals or b'').decode():0<3}",
        "BBBV": str(int(bbbv)),
        "Timestamp": decoded(stamps[0]) if stamps else "",
    }


def _events(cursor: Cursor, screen: Screen) -> Iterator[MouseEvent]:
    cursor.offset = _first_event(cursor, screen)
    while True:
        offset = cursor.offset
        code, x_high, low, x_low, hundredths, y_high, high, y_low = cursor.take(_EVENT_SIZE, "an event")
        seconds = 256 * high + low - 1
        if seconds < 0:
            return
        if code not in _KINDS:
            raise cursor.error(f"unknown event {code}", offset)
        time = (100 * seconds + hundredths) / 100
        x, y = 256 * x_high + x_low, 256 * y_high + y_low
        yield screen.event(time, _KINDS[code], x, y)


def _first_event(cursor: Cursor, screen: Screen) -> int:
    """The offset of the first event, after some unknown bytes. It is in the first second, near the board."""
    farthest = re.escape(bytes((screen.columns * screen.cell_size // 256 + 1,)))
    match = re.compile(_FIRST_EVENT % farthest, re.DOTALL).search(cursor.data, cursor.offset)
    if match is None:
        raise cursor.error("expected an event in the first second")
    return match.start()


def _trailer(cursor: Cursor) -> dict[str, str]:
    cursor.until(b"cs=", "the trailer")
    cursor.take(_CHECKSUM, "checksum")
    texts: dict[str, bytes] = {}
    for line in in_time(iter(lambda: _line(cursor), None)):
        if (match := _PAIR.match(line)) is None:
            break
        texts[match[1].decode()] = line[match.end() :]
    texts["Player"] = line.split(b"<", 1)[0]
    # The copyright sign of the program is in Windows 1252, whatever the encoding of the player.
    return texts_of(texts) | _program(decoded(_line(cursor)))


def _line(cursor: Cursor) -> bytes:
    """The next line of the trailer; empty at its end. Splitting millions of lines at once is expensive."""
    end = cursor.data.find(b"\r", cursor.offset)
    line = cursor.take((len(cursor.data) if end < 0 else end) - cursor.offset, "a line")
    cursor.offset += end >= 0
    return line


def _program(text: str) -> dict[str, str]:
    match = _PROGRAM.fullmatch(text)
    if match is not None:
        return {"Program": match[1], "Version": match[2]}
    return {"Program": text} if text else {}


AVF = Format(
    "avf",
    "AVF, a replay of Minesweeper Arbiter",
    (Replay,),
    False,
    _recognises,
    _read,
    suffixes=(".avf",),
)
