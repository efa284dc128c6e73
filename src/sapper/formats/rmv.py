"""RMV versions 1 and 2, the replays of Viennasweeper; read only.

A file begins with `*rmv`, version u16, in version 2 the numbers u8 of the program and its version, size of
the file u32, the sizes u16 of six sections (result, program, player, board, flags set before the game,
properties; version 2 has no result, and extensions at the end), the size u32 of the events and the size u16
of the checksum. The sections follow. The result is a text of `KEY:value#` pairs. The codes of events are 1 to
7 for the mouse, 9 to 14 and 18 to 27 for the board, 15 to 17 for the end, in version 1 0 for a timestamp, and
in version 2 28 for a short move, which has differences from the mouse event before. Pixels of version 1 are
those of the window, in which the board begins at (12, 56), those of version 2 begin at the board. The left
press that begins a game is not recorded; the reader adds it.

The specification is https://github.com/ralokt/rmv_spec.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sapper.board.minefield import Minefield
from sapper.formats.cursor import Cursor
from sapper.formats.encodings import decoded, texts_of
from sapper.formats.format import Format, Hints
from sapper.formats.recording import MODES, Screen, collected, replay_of, with_first_press
from sapper.formats.squares import check_size, mines_by_pairs
from sapper.replays.mouse import MouseEvent, MouseKind
from sapper.replays.replay import CELL_SIZE, Replay

_MAGIC: Final = b"*rmv"
_SECTIONS: Final[Mapping[int, tuple[str, ...]]] = {
    1: ("result", "program", "player", "board", "flags", "properties"),
    2: ("program", "player", "board", "flags", "properties", "extensions"),
}
_FEWEST_PROPERTIES: Final[Mapping[int, int]] = {1: 4, 2: 7}
_MODES: Final[Mapping[int, int]] = {1: 4, 2: 14}
"""How many of the modes there are."""

_CORNER: Final[Mapping[int, tuple[int, int]]] = {1: (12, 56), 2: (0, 0)}
"""The pixel at which the board begins."""

_KINDS: Final[Mapping[int, MouseKind]] = dict(enumerate(("mv", "lc", "lr", "rc", "rr", "mc", "mr"), start=1))
_TIMESTAMP: Final = 0
_BOARD_EVENTS: Final = frozenset((*range(9, 15), *range(18, 28)))
_ENDS: Final[Mapping[int, str]] = {15: "lost", 16: "won", 17: "nonstandard"}
_SHORT_MOVE: Final = 28
_PLAYER_FIELDS: Final = ("Player", "Nick", "Country")
"""The fourth field proves the player's identity to a tournament. It is private and is dropped."""

_RESULT_KEYS: Final[Mapping[str, str]] = {"3BV": "BBBV", "TIMESTAMP": "Timestamp"}


def _recognises(data: bytes) -> bool:
    return data.startswith(_MAGIC)


def _read(data: bytes, hints: Hints) -> Replay:
    cursor = Cursor(data, "rmv")
    version, sizes, checksum = _header(cursor)
    result = cursor.take(sizes.get("result", 0), "the result")
    program = cursor.take(sizes["program"], "the program")
    player = list(_player(cursor))
    minefield = _board(cursor)
    flags = list(_flags(cursor, Screen.of(minefield))) if sizes["flags"] else []
    properties = cursor.take(sizes["properties"], "properties")
    if len(properties) < _FEWEST_PROPERTIES[version]:
        raise cursor.error(f"expected {_FEWEST_PROPERTIES[version]} properties, not {len(properties)}")
    bbbv, cell_size = "", CELL_SIZE
    if version == 2:
        bbbv, cell_size = str(properties[4] + 256 * properties[5]), properties[6]
        if cell_size == 0:
            raise cursor.error("a cell must be at least 1 pixel wide", cursor.offset - len(properties) + 6)
        _skip_extensions(cursor)
    screen = Screen.of(minefield, cell_size)
    events = collected(_events(cursor, screen, version), cursor.error)
    end = _end(cursor)
    cursor.take(checksum, "checksum")
    about = {
        **texts_of({"Program": program, **dict(zip(_PLAYER_FIELDS, player, strict=False))}),
        "BBBV": bbbv,
        **_result(decoded(result)),
        "Mode": dict(enumerate(MODES[: _MODES[version]])).get(properties[2], ""),
        "Style": "NF" if properties[1] == 1 else "FL",
        **end,
    }
    return replay_of(
        "rmv",
        hints,
        minefield,
        [*screen.flags_before(flags), *with_first_press(events)],
        question_marks=properties[0] == 1,
        cell_size=cell_size,
        about=about,
    )


def _header(cursor: Cursor) -> tuple[int, dict[str, int], int]:
    """The version, the sizes of the sections by name, and the size of the checksum."""
    if cursor.take(len(_MAGIC), "'*rmv'") != _MAGIC:
        raise cursor.error("expected '*rmv'", 0)
    version = cursor.unsigned(2, "version")
    if version not in _SECTIONS:
        raise cursor.error(f"expected version 1 or 2, not {version}", len(_MAGIC))
    if version == 2:
        cursor.take(2, "the program and its version")
    cursor.take(4, "the size of the file")
    sizes = {name: cursor.unsigned(2, f"the size of the section {name}") for name in _SECTIONS[version]}
    cursor.take(4, "the size of the events")
    return version, sizes, cursor.unsigned(2, "the size of the checksum")


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


def _flags(cursor: Cursor, screen: Screen) -> Iterator[tuple[int, int]]:
    for _ in range(cursor.unsigned(2, "the number of flags")):
        start = cursor.offset
        column, row = cursor.take(2, "a flag")
        if row >= screen.rows or column >= screen.columns:
            raise cursor.error(f"a flag at row {row}, column {column} is not on the board", start)
        yield row, column


def _skip_extensions(cursor: Cursor) -> None:
    """Moves past the properties that programs add by name."""
    for _ in range(cursor.unsigned(2, "the number of extensions")):
        cursor.take(cursor.byte("the size of a name"), "the name of an extension")
        cursor.take(cursor.byte("the size of an extension"), "an extension")


def _result(text: str) -> dict[str, str]:
    """The fields of the result that only it has. A 3BV of 0 means that the game was not won."""
    fields = (field.split(":", 1) for field in text.split("#") if ":" in field)
    said = {key.strip(): value.strip() for key, value in fields}
    return {ours: said[key] for key, ours in _RESULT_KEYS.items() if said.get(key, "0") != "0"}


def _events(cursor: Cursor, screen: Screen, version: int) -> Iterator[MouseEvent | None]:
    """The mouse events up to the end of the game; None for each event that is skipped."""
    left, top = _CORNER[version]
    read = cursor.signed if version == 2 else cursor.unsigned
    milliseconds = x = y = 0
    while True:
        offset = cursor.offset
        code = cursor.byte("an event")
        if code in _KINDS:
            milliseconds = cursor.unsigned(3, "the time of an event")
            cursor.byte("the buttons of an event")
            x, y = read(2, "x of an event"), read(2, "y of an event")
            yield screen.event(milliseconds / 1000, _KINDS[code], x - left, y - top)
        elif code in _BOARD_EVENTS:
            cursor.take(2, "an event of the board")
            yield None
        elif code == _TIMESTAMP and version == 1:
            cursor.take(4, "a timestamp")
            yield None
        elif code == _SHORT_MOVE and version == 2:
            milliseconds += cursor.byte("the time of an event")
            x_change, y_change = divmod(cursor.byte("the place of an event"), 16)
            x, y = x + _signed(x_change), y + _signed(y_change)
            yield screen.event(milliseconds / 1000, "mv", x, y)
        elif code in _ENDS:
            cursor.offset = offset
            return
        else:
            raise cursor.error(f"unknown event {code}", offset)


def _signed(four_bits: int) -> int:
    return four_bits - 16 if four_bits > 7 else four_bits


def _end(cursor: Cursor) -> dict[str, str]:
    status = _ENDS[cursor.byte("the end of the game")]
    time = cursor.unsigned(3, "the time of the end")
    return {"Time": f"{time / 1000:.3f}", "Status": status}


RMV = Format(
    "rmv", "RMV, a replay of Viennasweeper", (Replay,), False, _recognises, _read, suffixes=(".rmv",)
)
