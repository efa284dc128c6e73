"""What all versions of EVF share: the fields at the beginning, the bitmap, the codes of the mouse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from sapper.board.minefield import Minefield
from sapper.formats.cursor import Cursor
from sapper.formats.squares import bits_of, check_size
from sapper.replays.mouse import MouseKind

__all__ = ["Beginning", "MouseCodes", "beginning_of", "minefield_of"]

_COMPLETED: Final = 0x80
_TRANSLATED: Final = 0x08
_FIRST_VERSION_WITH_SETTINGS: Final = 3
_MODES: Final = (
    *("Classic", "UPK", "Cheat", "Density", "Win7", "Competitive solvable", "Strong solvable"),
    *("Weak solvable", "To be solvable", "Strong guessable", "Weak guessable", "Chording recursive"),
    *("Flag recursive", "Chording flag recursive", "Solvable chording recursive"),
    *("Solvable flag recursive", "Solvable chording flag recursive"),
)

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
        rows: Of the board.
        columns: Of the board.
        mines: Of the board.
        cell_size: Pixels a cell is wide and high.
        translated: Whether the file was made from one in another format.
        about: What it says for people.
    """

    rows: int
    columns: int
    mines: int
    cell_size: int
    translated: bool
    about: dict[str, str]


def beginning_of(cursor: Cursor) -> Beginning:
    """Reads the fields up to the 3BV, from the version on."""
    version, flags = cursor.byte("version"), cursor.byte("flags")
    if version >= _FIRST_VERSION_WITH_SETTINGS:
        cursor.byte("settings")
    start = cursor.offset
    rows, columns = cursor.byte("rows"), cursor.byte("columns")
    mines = cursor.unsigned(2, "the number of mines")
    check_size(cursor, rows, columns, mines, start)
    cell_size = cursor.byte("pixels of a cell")
    if cell_size == 0:
        raise cursor.error("the pixels of a cell are at least 1", cursor.offset - 1)
    mode, bbbv = cursor.unsigned(2, "mode"), cursor.unsigned(2, "3BV")
    about = {
        "Mode": _MODES[mode] if mode < len(_MODES) else "",
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
        text = f"{beginning.mines} mines were expected in the bitmap, not {minefield.mines}"
        raise cursor.error(text, start)
    return minefield


@dataclass(slots=True)
class MouseCodes:
    """Turns codes of mouse events into what happened, remembering which buttons are held."""

    _held: set[_Button] = field(default_factory=set)

    def kinds(self, code: int) -> Iterator[MouseKind]:
        """What happened; nothing for a code that is none of the mouse.

        Code 8 is a flag set before the game, as a click; 9 is the second of the left and the right button
        going down; 10 to 12 are a button changing from up to down or back.
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
