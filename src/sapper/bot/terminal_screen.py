"""What a program has drawn in its terminal: `pyte`, and what programs use beyond it. Needs `sapper[bot]`."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable
from typing import Any, Final

import pyte

from sapper.bot.terminal_board import SECOND_HALF

_KEYCAP: Final = re.compile("([0-9])\ufe0f?\u20e3( ?)")
_EMOJI_SIDE_BY_SIDE: Final = re.compile("[⬛⬜🌀-🫿]{2}")  # emoji side by side
_PICTURE: Final = re.compile("(.)\ufe0f")
_WITHOUT_WIDTH: Final = re.compile("[\u200b-\u200f\u2060\ufe00-\ufe0f]")
_PRIVATE_MODE_SHIFT: Final = 5  # bits by which pyte shifts the numbers of private modes
_CURSOR_KEYS: Final = 1 << _PRIVATE_MODE_SHIFT
_MOUSE: Final = {number << _PRIVATE_MODE_SHIFT for number in (9, 1000, 1002, 1003)}
_LONG_MOUSE: Final = 1006 << _PRIVATE_MODE_SHIFT


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


class _Screen(pyte.Screen):  # type: ignore[misc]  # pyte has no types
    """Repeats characters, answers questions of the program, and gives wide characters their width."""

    def __init__(self, columns: int, lines: int, answer: Callable[[str], None]) -> None:
        super().__init__(columns, lines)
        self._answer = answer
        self._last = " "
        self._tight = False  # whether the program sets emoji side by side

    def write_process_input(self, data: str) -> None:
        self._answer(data)

    def draw(self, data: str) -> None:
        # An emoji takes two columns. pyte would stop at what makes it one.
        # For many programs, a digit in a box takes one: they fill the second with a blank.
        self._tight |= bool(_EMOJI_SIDE_BY_SIDE.search(data))
        data = _KEYCAP.sub(lambda box: chr(0xFF10 + int(box[1])) + ("" if self._tight else box[2]), data)
        data = _PICTURE.sub(lambda match: match[1] + " " * (not _is_wide(match[1])), data)
        data = _WITHOUT_WIDTH.sub("", data)
        if data:
            self._last = data[-1]
            super().draw(data)

    def repeat(self, count: int = 1) -> None:
        """Draws the last character again."""
        super().draw(self._last * min(max(1, count), self.columns))

    def select_graphic_rendition(self, *attributes: int, **private: Any) -> None:
        if not private:  # these choose how keys are sent
            super().select_graphic_rendition(*attributes)


class _Stream(pyte.Stream):  # type: ignore[misc]  # pyte has no types
    csi = pyte.Stream.csi | {"b": "repeat"}
    events = pyte.Stream.events | {"repeat"}


class TerminalScreen:
    """The screen of a terminal."""

    def __init__(self, columns: int, lines: int, answer: Callable[[bytes], None]) -> None:
        """An empty screen.

        Args:
            columns: Its width in characters.
            lines: Its height.
            answer: Gets what the terminal tells the program.
        """
        self._screen = _Screen(columns, lines, lambda text: answer(text.encode()))
        self._stream = _Stream(self._screen)
        # The text is decoded before. This lets old programs choose the characters that draw their lines.
        self._stream.use_utf8 = False
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._lines: list[str] | None = None

    def feed(self, data: bytes) -> None:
        """Draws what the program writes."""
        self._stream.feed(self._decoder.decode(data))
        self._lines = None

    @property
    def lines(self) -> list[str]:
        """The text, with one character for each column. Finding that out takes long."""
        if self._lines is None:
            buffer, columns = self._screen.buffer, range(self._screen.columns)
            self._lines = [
                "".join((buffer[y][x].data or SECOND_HALF)[0] for x in columns)
                for y in range(self._screen.lines)
            ]
        return self._lines

    def style(self, line: int, column: int) -> tuple[str, bool, bool]:
        """The background of a character, and whether it is set off: in reverse, or by a line under it."""
        letter = self._screen.buffer[line][column]
        return letter.bg, letter.reverse, letter.underscore

    @property
    def cursor(self) -> tuple[int, int] | None:
        """The line and the column of the cursor; None if it is hidden."""
        cursor = self._screen.cursor
        return None if cursor.hidden else (cursor.y, cursor.x)

    @property
    def has_own_cursor_keys(self) -> bool:
        """Whether the program wants the sequences for cursor keys that are for applications."""
        return _CURSOR_KEYS in self._screen.mode

    def mouse_click(self, line: int, column: int) -> tuple[str, str] | None:
        """What a terminal sends if the mouse is pressed and released; None if the program takes none."""
        if not _MOUSE & self._screen.mode:
            return None
        if _LONG_MOUSE in self._screen.mode:
            at = f"{column + 1};{line + 1}"
            return f"\x1b[<0;{at}M", f"\x1b[<0;{at}m"
        at = chr(column + 33) + chr(line + 33)
        return f"\x1b[M {at}", f"\x1b[M#{at}"
