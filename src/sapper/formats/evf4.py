"""EVF 0.4 of Metasweeper.

After the 3BV a file has these parts:

- time u32 in milliseconds, country (two letters), start and end u64 in microseconds since 1970;
- texts that end in zero: the program; in translated files the program that translated them and the encoding
  of the names; the player, the race, an identifier of the player;
- the length u16 of a device id, and the id;
- the mines as a bitmap;
- the number u16 of metrics, and their names;
- events with differences from the event before: code, milliseconds u8, x and y i16. Longer pauses have events
  of their own;
- a 0, the length u16 of a checksum, and the checksum.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sapper.formats.cursor import Cursor
from sapper.formats.encodings import decoded, texts_of
from sapper.formats.evf_parts import MouseCodes, beginning_of, minefield_of
from sapper.formats.format import Hints
from sapper.formats.recording import Screen, collected, from_first_opening, replay_of
from sapper.replays.mouse import MouseEvent
from sapper.replays.replay import Replay

_END: Final = 0
_PAUSE: Final = 255
_STATES: Final = frozenset((92, 93, 94, 99))
_BOARD_EVENTS: Final = frozenset((*range(100, 109), 110, 111, 114, 115, 116, 118, 120, 121))
_NUMBER_METRIC: Final = 200
_TEXT_METRIC: Final = 201


def read_evf4(cursor: Cursor, hints: Hints) -> Replay:
    """Reads a file of version 4 from its first byte."""
    beginning = beginning_of(cursor)
    time = cursor.unsigned(4, "time") / 1000
    country = cursor.take(2, "the country")
    start = cursor.unsigned(8, "the start")
    cursor.take(8, "the end")
    texts = _texts(cursor, beginning.translated)
    cursor.take(cursor.unsigned(2, "the length of the device id"), "the device id")
    minefield = minefield_of(cursor, beginning)
    for _ in range(cursor.unsigned(2, "the number of metrics")):
        cursor.until(b"\0", "the name of a metric")
    screen = Screen.of(minefield, beginning.cell_size)
    events = from_first_opening(collected(_events(cursor, screen), cursor.error))
    about = {
        **texts,
        "Country": "" if country == b"XX" else decoded(country),
        "Time": f"{time:.3f}",
        "Timestamp": str(start),
        **beginning.about,
    }
    return replay_of("evf", hints, minefield, events, cell_size=beginning.cell_size, about=about)


def _texts(cursor: Cursor, translated: bool) -> dict[str, str]:
    """The program, the translating program and the player. The other texts are private to the player."""
    texts = {"Program": decoded(cursor.until(b"\0", "the program"))}
    encoding = ""
    if translated:
        texts["Translator"] = decoded(cursor.until(b"\0", "the program that translated"))
        encoding = decoded(cursor.until(b"\0", "the encoding"))
    texts |= texts_of({"Player": cursor.until(b"\0", "the player")}, encoding)
    cursor.until(b"\0", "the race")
    cursor.until(b"\0", "the identifier of the player")
    return texts


def _events(cursor: Cursor, screen: Screen) -> Iterator[MouseEvent | None]:
    """The mouse events; None for each event that is skipped."""
    codes = MouseCodes()
    milliseconds = x = y = 0
    while True:
        offset = cursor.offset
        code = cursor.byte("an event")
        if code == _END:
            cursor.take(cursor.unsigned(2, "the length of the checksum"), "checksum")
            return
        if code == _PAUSE:
            milliseconds += cursor.unsigned(2, "a pause")
            yield None
            continue
        milliseconds += cursor.byte("the time of an event")
        kinds = list(codes.kinds(code))
        if kinds:
            x += cursor.signed(2, "x of an event")
            y += cursor.signed(2, "y of an event")
        elif _skipped(cursor, code):
            yield None
        else:
            raise cursor.error(f"unknown event {code}", offset)
        for kind in kinds:
            yield screen.event(milliseconds / 1000, kind, x, y)


def _skipped(cursor: Cursor, code: int) -> bool:
    """Moves past an event that is not a mouse event. Returns False if the code is unknown."""
    if code in _BOARD_EVENTS:
        cursor.take(4, "an event of the board")
    elif code == _NUMBER_METRIC:
        cursor.take(10, "a metric")
    elif code == _TEXT_METRIC:
        cursor.take(2, "a metric")
        cursor.until(b"\0", "a metric")
    else:
        return code in _STATES
    return True
