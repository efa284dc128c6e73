"""RMV version 1, the replays of Viennasweeper; read only.

A file begins with `*rmv`, version u16, size of the file u32, the sizes u16 of six sections (result, program,
player, board, flags set before the game, properties), the size u32 of the events and the size u16 of the
checksum. The sections follow. The result is a text of `KEY:value#` pairs. The codes of events are 1 to 7 for
the mouse, 9 to 14 and 18 to 27 for the board, 15 to 17 for the end, 0 for a timestamp. Pixels are those of
the window, in which the board begins at (12, 56). The left press that begins a game is not recorded; the
reader adds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sapper.board.minefield import Minefield
from sapper.formats.cursor import Cursor
from sapper.formats.encodings import decoded, texts_of
from sapper.formats.format import Format, Hints
from sapper.formats.recording import Screen, collected, replay_of, with_first_press
from sapper.formats.squares import check_size, mines_by_pairs
from sapper.replays.mouse import MouseEvent, MouseKind
from sapper.replays.replay import Replay

_MAGIC: Final = b"*rmv"
_VERSION: Final = 1
_SECTIONS: Final = ("result", "program", "player", "board", "flags", "properties")
_KINDS: Final[Mapping[int, MouseKind]] = dict(enumerate(("mv", "lc", "lr", "rc", "rr", "mc", "mr"), start=1))
_TIMESTAMP: Final = 0
_BOARD_EVENTS: Final = frozenset((*range(9, 15), *range(18, 28)))
_ENDS: Final[Mapping[int, str]] = {15: "lost", 16: "won", 17: "nonstandard"}
_LEFT, _TOP = 12, 56  # the corner of the board in the window, in pixels
_MODES: Final = ("Classic", "UPK", "Cheat", "Density")
_FEWEST_PROPERTIES: Final = 4
_PLAYER_FIELDS: Final = ("Player", "Nick", "Country")
"""The fourth field proves the player's identity to a tournament. It is private and is dropped."""

_RESULT_KEYS: Final[Mapping[str, str]] = {"3BV": "BBBV", "TIMESTAMP": "Timestamp"}


def _recognises(data: bytes) -> bool:
    return data.startswith(_MAGIC)


def _read(data: bytes, hints: Hints) -> Replay:
    cursor = Cursor(data, "rmv")
    sizes, checksum = _header(cursor)
    result = cursor.take(sizes["result"], "the result")
    program = cursor.take(sizes["program"], "the program")
    player = list(_player(cursor))
    minefield = _board(cursor)
    screen = Screen.of(minefield)
    flagged = _flags(cursor, screen) if sizes["flags"] else []
    properties = cursor.take(sizes["properties"], "properties")
    if len(properties) < _FEWEST_PROPERTIES:
        raise cursor.error(f"expected {_FEWEST_PROPERTIES} properties, not {len(properties)}")
    events = collected(_events(cursor, screen), cursor.error)
    end = _end(cursor)
    cursor.take(checksum, "checksum")
    about = {
        **texts_of({"Program": program, **dict(zip(_PLAYER_FIELDS, player, strict=False))}),
        **_result(decoded(result)),
        "Mode": _MODES[properties[2]] if properties[2] < len(_MODES) else "",
        "Style": "NF" if properties[1] == 1 else "FL",
        **end,
    }
    all_events = [*screen.flags_before(flagged), *with_first_press(events)]
    return replay_of("rmv", hints, minefield, all_events, question_marks=properties[0] == 1, about=about)


def _header(cursor: Cursor) -> tuple[dict[str, int], int]:
    """The sizes of the sections by name, and the size of the checksum."""
    if cursor.take(len(_MAGIC), "'*rmv'") != _MAGIC:
        raise cursor.error("expected '*rmv'", 0)
    version = cursor.unsigned(2, "version")
    if version != _VERSION:
        raise cursor.error(f"expected version {_VERSION}, not {version}", len(_MAGIC))
    cursor.take(4, "the size of the file")
    sizes = {name: cursor.unsigned(2, f"the size of the section {name}") for name in _SECTIONS}
    cursor.take(4, "the size of the events")
    return sizes, cursor.unsigned(2, "the size of the checksum")


def _player(cursor: Cursor) -> Iterator[bytes]:
    for _ in range(cursor.unsigned(2, "the number of player fields")):
        yield cursor.take(cursor.byte("the size of a player field"), "a player field")


def _board(cursor: Cursor) -> Minefield:
    cursor.take(4, "the time of the board")
    start = cursor.offset
    columns, rows = cursor.byte("columns"), cursor.byte("rows")
    mines = cursor.unsigned(2, "the number of mines")
    check_size(cursor, rows, columns, mines, start)
    return Minefield(mines_by_pairs(cursor, (rows, columns), mines))


def _flags(cursor: Cursor, screen: Screen) -> list[tuple[int, int]]:
    cells = []
    for _ in range(cursor.unsigned(2, "the number of flags")):
        start = cursor.offset
        column, row = cursor.take(2, "a flag")
        if row >= screen.rows or column >= screen.columns:
            raise cursor.error(f"a flag at row {row}, column {column} is not on the board", start)
        cells.append((row, column))
    return cells


def _result(text: str) -> dict[str, str]:
    """The fields of the result that only it has. A 3BV of 0 means that the game was not won."""
    fields = (field.split(":", 1) for field in text.split("#") if ":" in field)
    said = {key.strip(): value.strip() for key, value in fields}
    return {ours: said[key] for key, ours in _RESULT_KEYS.items() if said.get(key, "0") != "0"}


def _events(cursor: Cursor, screen: Screen) -> Iterator[MouseEvent | None]:
    """The mouse events up to the end of the game; None for each event that is skipped."""
    while True:
        offset = cursor.offset
        code = cursor.byte("an event")
        if code in _KINDS:
            yield _mouse_event(cursor, _KINDS[code], screen)
        elif code in _BOARD_EVENTS:
            cursor.take(2, "an event of the board")
            yield None
        elif code == _TIMESTAMP:
            cursor.take(4, "a timestamp")
            yield None
        elif code in _ENDS:
            cursor.offset = offset
            return
        else:
            raise cursor.error(f"unknown event {code}", offset)


def _end(cursor: Cursor) -> dict[str, str]:
    status = _ENDS[cursor.byte("the end of the game")]
    time = cursor.unsigned(3, "the time of the end")
    return {"Time": f"{time / 1000:.3f}", "Status": status}


def _mouse_event(cursor: Cursor, kind: MouseKind, screen: Screen) -> MouseEvent:
    time = cursor.unsigned(3, "the time of an event")
    cursor.byte("the buttons of an event")
    x, y = cursor.unsigned(2, "x of an event") - _LEFT, cursor.unsigned(2, "y of an event") - _TOP
    return screen.event(time / 1000, kind, x, y)


RMV = Format(
    "rmv", "RMV, a replay of Viennasweeper", (Replay,), False, _recognises, _read, suffixes=(".rmv",)
)
