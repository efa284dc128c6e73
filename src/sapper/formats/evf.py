"""EVF 0.2, 0.3 and 0.4, the replays of Metasweeper. `evf4` reads version 0.4, and `evf_writing` writes it.

All versions begin with: version, flags, settings (not in 0.2), rows, columns, mines u16, pixels of a cell,
mode u16, 3BV u16.

Versions up to 0.3 continue with: time u24 in milliseconds; eight texts that end in zero (program, player,
race, an identifier of the player, start, end, country, device); the mines as a bitmap; events, each with
code, time u24, x and y u16. They end with a 0 and a checksum of 32 bytes, or with 255.

Events count their time from the first press, and the clock of the game starts later, when the first cell is
opened. So the times of a replay are less than those in the file, and those before the opening are negative.

Metasweeper has no question marks. The switch for them is written in two opposite ways, so it is ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sapper.formats.cursor import Cursor
from sapper.formats.encodings import texts_of
from sapper.formats.evf4 import read_evf4
from sapper.formats.evf_parts import MouseCodes, beginning_of, minefield_of
from sapper.formats.evf_writing import write_evf4
from sapper.formats.format import Format, Hints
from sapper.formats.recording import Screen, collected, from_first_opening, replay_of
from sapper.replays.mouse import MouseEvent
from sapper.replays.replay import Replay

_TEXTS: Final = ("Program", "Player", "", "", "Timestamp", "", "Country", "")
"""The names of the texts. Texts without a name are private to the player and are dropped."""

_END_WITH_CHECKSUM: Final = 0
_END: Final = 255
_CHECKSUM: Final = 32


def _recognises(data: bytes) -> bool:
    """Whether the version is known and the board is possible."""
    if len(data) < 16 or data[0] not in (2, 3, 4):
        return False
    at = 2 if data[0] == 2 else 3
    rows, columns, mines = data[at], data[at + 1], 256 * data[at + 2] + data[at + 3]
    return mines < rows * columns and data[at + 4] > 0


def _read(data: bytes, hints: Hints) -> Replay:
    cursor = Cursor(data, "evf")
    version = cursor.byte("version")
    cursor.offset = 0
    if version in (2, 3):
        return _read_evf3(cursor, hints)
    if version == 4:
        return read_evf4(cursor, hints)
    raise cursor.error(f"expected version 2, 3 or 4, not {version}")


def _read_evf3(cursor: Cursor, hints: Hints) -> Replay:
    beginning = beginning_of(cursor)
    time = cursor.unsigned(3, "time") / 1000
    texts = {name: cursor.until(b"\0", "a text") for name in _TEXTS}
    texts.pop("")
    minefield = minefield_of(cursor, beginning)
    screen = Screen.of(minefield, beginning.cell_size)
    events = from_first_opening(collected(_events(cursor, screen), cursor.error))
    about = {**texts_of(texts), "Time": f"{time:.3f}", **beginning.about}
    return replay_of("evf", hints, minefield, events, cell_size=beginning.cell_size, about=about)


def _events(cursor: Cursor, screen: Screen) -> Iterator[MouseEvent]:
    codes = MouseCodes()
    while True:
        offset = cursor.offset
        code = cursor.byte("an event")
        if code == _END:
            return
        if code == _END_WITH_CHECKSUM:
            cursor.take(_CHECKSUM, "checksum")
            return
        time = cursor.unsigned(3, "the time of an event") / 1000
        x, y = cursor.unsigned(2, "x of an event"), cursor.unsigned(2, "y of an event")
        kinds = list(codes.kinds(code))
        if not kinds:
            raise cursor.error(f"unknown event {code}", offset)
        for kind in kinds:
            yield screen.event(time, kind, x, y)


EVF = Format(
    "evf", "EVF, a replay of Metasweeper", (Replay,), False, _recognises, _read, write_evf4, (".evf",)
)
