"""The parts that all versions of EVF share: the first fields, the bitmap, the codes of mouse events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from sapper.board.minefield import Minefield
from sapper.formats.cursor import Cursor
from sapper.formats.recording import MODES
from sapper.formats.squares import bits_of, check_size
from sapper.replays.mouse import MouseKind

_COMPLETED: Final = 0x80
_TRANSLATED: Final = 0x08
_FIRST_VERSION_WITH_SETTINGS: Final = 3
_MOUSE: Final[dict[int, MouseKind]] = {1: "mv", 2: "lc", 3: "lr", 4: "rc", 5: "rr", 6: "mc", 7: "mr"}
_FLAG_BEFORE: Final = 8
_SECOND_BUTTON: Final = 9
_Button = Literal["l", "r", "m"]
_CHANGES: Final[dict[int, _Button]] = {10: "l", 11: "r", 12: "m"}
_DOWN: Final[dict[_Button, MouseKind]] = {"l": "lc", "r": "rc", "m": "mc"}
_UP: Final[dict[_Button, MouseKind]] = {"l": "lr", "r": "rr", "m": "mr"}


@dataclass(frozen=True, slots=True)
class Beginning:
    """The fields up to the 3BV.

    Attributes:
        rows: The rows of the board.
        columns: The columns of the board.
        mines: The mines of the board.
        cell_size: The width and height of a cell in pixels.
        translated: Whether the file was converted from another format.
        about: The fields for `Replay.about`.
    """

    rows: int
    columns: int
    mines: int
    cell_size: int
    translated: bool
    about: dict[str, str]


def beginning_of(cursor: Cursor) -> Beginning:
    """Reads the fields from the version to the 3BV."""
    version, flags = cursor.byte("version"), cursor.byte("flags")
    if version >= _FIRST_VERSION_WITH_SETTINGS:
        cursor.byte("settings")
    start = cursor.offset
    rows, columns = cursor.byte("rows"), cursor.byte("columns")
    mines = cursor.unsigned(2, "the number of mines")
    check_size(cursor, rows, columns, mines, start)
    cell_size = cursor.byte("pixels of a cell")
    if cell_size == 0:
        raise cursor.error("a cell must be at least 1 pixel wide", cursor.offset - 1)
    mode, bbbv = cursor.unsigned(2, "mode"), cursor.unsigned(2, "3BV")
    about = {
        "Mode": MODES[mode] if mode < len(MODES) else "",
        "BBBV": str(bbbv) if bbbv else "",
        "Status": "won" if flags & _COMPLETED else "",
    }
    return Beginning(rows, columns, mines, cell_size, bool(flags & _TRANSLATED), about)


def minefield_of(cursor: Cursor, beginning: Beginning) -> Minefield:
    """Reads the bitmap of the mines."""
    start = cursor.offset
    cells = beginning.rows * beginning.columns
    bitmap = cursor.take(-(-cells // 8), "the bitmap of the mines")
    minefield = Minefield(bits_of(bitmap, (beginning.rows, beginning.columns)))
    if minefield.mines != beginning.mines:
        text = f"expected {beginning.mines} mines in the bitmap, not {minefield.mines}"
        raise cursor.error(text, start)
    return minefield


@dataclass(slots=True)
class MouseCodes:
    """Translates the codes of mouse events, and remembers which buttons are held."""

    _held: set[_Button] = field(default_factory=set)

    def kinds(self, code: int) -> Iterator[MouseKind]:
        """The kinds of events that a code means; none if it is not a code of the mouse.

        Code 8 is a click that sets a flag before the game. Code 9 presses the second one of the left and the
        right button. Codes 10 to 12 press a button that is up, or release it if it is down.
        """
        if code in _MOUSE:
            yield self._noted(_MOUSE[code])
        elif code == _FLAG_BEFORE:
            yield "rc"
            yield "rr"
        elif code == _SECOND_BUTTON:
            yield self._noted("rc" if "l" in self._held else "lc")
        elif code in _CHANGES:
            button = _CHANGES[code]
            yield self._noted(_UP[button] if button in self._held else _DOWN[button])

    def _noted(self, kind: MouseKind) -> MouseKind:
        for button in _DOWN:
            if kind == _DOWN[button]:
                self._held.add(button)
            elif kind == _UP[button]:
                self._held.discard(button)
        return kind
