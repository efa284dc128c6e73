"""A program in a terminal, as a desktop: its board is drawn as a picture, and clicks become keys.

The terminal belongs to the bot alone. Needs the extra `sapper[bot]`, and a system with such terminals: not
Windows.
"""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from sapper._support.installation import importing
from sapper._support.words import unknown
from sapper.errors import GameError

if TYPE_CHECKING:
    from types import TracebackType

    from numpy.typing import NDArray

    from sapper.bot.desktop import Box

_COLUMNS: Final = 200
_LINES: Final = 60
_START: Final = 5.0  # seconds at most until the program has drawn its board
_QUIET: Final = 0.03  # seconds without output, after which a picture is drawn
_BUSY: Final = 0.5  # seconds at most to read from a program that writes without a pause
_MOVING: Final = 2.0  # seconds that the program has to move its cursor
_ENDING: Final = 2.0  # seconds that the program has to end
_TOP: Final = re.compile(r"[+┌╔][-─═]{9,}[+┐╗]")
_SIDE: Final = "|│║"
_CURSOR: Final = str.maketrans("<>[]", "    ")  # what stands beside the cell of the cursor
_CELL: Final = 28  # pixels of a cell in the picture
_AROUND: Final = 60  # pixels around the board
_GROUND, _FACE, _HIDDEN, _LINE, _INK = 150, 235, 190, 90, 20  # grey levels
_OPEN: Final = " 012345678"  # what open cells show
MOVES: Final = {"up": "up", "down": "down", "left": "left", "right": "right", "open": "space"}
"""The keys that move the cursor of a program and open its cell, if nobody says others."""

_KEYS: Final = {
    "comma": ",",
    "enter": "\r",
    "esc": "\x1b",
    "space": " ",
    "tab": "\t",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "backspace": "\x7f",
    "delete": "\x1b[3~",
    "home": "\x1b[1~",
    "end": "\x1b[4~",
    **{f"f{number}": f"\x1b[[{'ABCDE'[number - 1]}" for number in range(1, 6)},
    **{f"f{number}": f"\x1b[{number + 11 + (number > 10)}~" for number in range(6, 13)},
}


def _sequence(keys: str) -> str:
    """What a terminal sends for a key, or for a letter with `ctrl`. Raises GameError if it sends nothing."""
    known = _KEYS.get(keys.lower())
    if known is not None or len(keys) == 1:
        return known or keys
    first, _, letter = keys.lower().partition("+")
    if first == "ctrl" and len(letter) == 1 and "a" <= letter <= "z":
        return chr(ord(letter) & 31)
    raise GameError(unknown("key of a terminal", keys, _KEYS))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the cells stand in the text: the first one, the columns from one to the next, and how many.

    `hidden` is what all of them show at the beginning.
    """

    line: int
    column: int
    step: int
    rows: int
    columns: int
    hidden: str


class Terminal:
    """A program in a terminal, from entering to leaving."""

    def __init__(self, command: Sequence[str], keys: Mapping[str, str] | None = None) -> None:
        """Starts nothing yet.

        Args:
            command: What starts the program.
            keys: The keys that move the cursor (`up`, `down`, `left`, `right`) and `open` its cell; those
                that are left out are the arrow keys and the space bar.

        Raises:
            GameError: There are no such terminals on this system, or no such keys.
            MissingExtraError: The library is not installed.
        """
        if sys.platform == "win32":
            raise GameError("programs in a terminal are played on systems with pseudo-terminals only")
        with importing("bot", "playing in a terminal needs pyte"):
            import pyte
        self._command, self._keys_of = tuple(command), MOVES | dict(keys or {})
        for key in self._keys_of.values():
            _sequence(key)  # raises if there is no such key
        self._screen = pyte.Screen(_COLUMNS, _LINES)
        self._stream = pyte.ByteStream(self._screen)
        self._text: list[str] | None = None
        self._place: _Place | None = None
        self._last_picture: tuple[list[str], NDArray[np.uint8]] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._keys = -1
        self._counted: tuple[int, int] | None = None  # the cell of a cursor that cannot be seen

    def __enter__(self) -> Self:
        """Starts the program and waits for its board.

        Raises:
            GameError: It cannot be started, or shows no board.
        """
        import fcntl
        import struct
        import termios

        def take_terminal() -> None:
            """Lets the terminal control the program, which then ends with it even if the bot is killed."""
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup has it ignored

        self._keys, inner = os.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", _LINES, _COLUMNS, 0, 0))
        about = os.environ | {"TERM": "linux", "LINES": str(_LINES), "COLUMNS": str(_COLUMNS)}
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=inner,
                stdout=inner,
                stderr=inner,
                env=about,
                start_new_session=True,
                preexec_fn=take_terminal,  # noqa: PLW1509  # two system calls
            )
        except OSError as error:
            os.close(self._keys)
            raise GameError(f"{self._command[0]} cannot be started: {error.strerror}") from None
        finally:
            os.close(inner)
        try:
            self._wait_for_board()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _wait_for_board(self) -> None:
        end = time.monotonic() + _START
        while self._place is None:
            self._read(_QUIET)
            self._place = _board(self._lines)
            if time.monotonic() > end:
                screen = "\n".join(line.rstrip() for line in self._lines if line.strip())
                raise GameError(f"{self._command[0]} shows no board with a frame in its terminal:\n{screen}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends the program."""
        os.close(self._keys)
        process = self._process
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(_ENDING)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def _read(self, quiet: float) -> None:
        """Takes what the program writes until it is quiet for some seconds, or never is."""
        end = time.monotonic() + _BUSY
        while time.monotonic() < end and select.select([self._keys], [], [], quiet)[0]:
            try:
                data = os.read(self._keys, 1 << 16)
            except OSError:  # the program has ended
                data = b""
            if not data:
                raise GameError(f"{self._command[0]} has ended")
            self._stream.feed(data)
            self._text = None

    @property
    def _lines(self) -> list[str]:
        """What the terminal shows. Finding that out takes long."""
        if self._text is None:
            self._text = self._screen.display
        return self._text

    def capture(self, box: Box | None = None) -> NDArray[np.uint8]:
        """The board as a picture, of shape (height, width, 3), or a part of it."""
        self._read(_QUIET)
        place = self._board_place
        cells = self._cells()
        if self._last_picture is None or self._last_picture[0] != cells:
            self._last_picture = cells, _picture(cells, place.hidden)
        pixels = self._last_picture[1]
        left, top, right, bottom = box or (0, 0, pixels.shape[1], pixels.shape[0])
        return pixels[top:bottom, left:right]

    def _cells(self) -> list[str]:
        """What the cells show, row by row."""
        place = self._board_place
        lines = self._lines[place.line : place.line + place.rows]
        end = place.column + place.step * place.columns
        return [line.translate(_CURSOR)[place.column : end : place.step] for line in lines]

    @property
    def _board_place(self) -> _Place:
        if self._place is None:
            raise GameError("the program in the terminal is not started")
        return self._place

    def click(self, place: tuple[int, int]) -> None:
        """Moves the cursor to the cell that is drawn there, and opens it."""
        column, row = ((each - _AROUND) // _CELL for each in place)
        now = self._cursor()
        if now is None:
            self._step_to((row, column), self._counted or self._corner())
            before = self._cells()
            self._write("open")
            self._check_opened(row, column, before)
            return
        self._step_to((row, column), now)
        end = time.monotonic() + _MOVING
        while self._cursor() != (row, column):
            if time.monotonic() > end:
                raise GameError(
                    f"the cursor does not go to row {row}, column {column}: say with --keys what moves it"
                )
        self._write("open")

    def _step_to(self, cell: tuple[int, int], start: tuple[int, int]) -> None:
        """Moves the cursor. Counts the steps, for a cursor that cannot be seen."""
        for away, keys in ((cell[0] - start[0], ("down", "up")), (cell[1] - start[1], ("right", "left"))):
            for _ in range(abs(away)):
                self._write(keys[away < 0])
        self._counted = cell

    def _corner(self) -> tuple[int, int]:
        """Moves a cursor that cannot be seen to the first cell, where it stays against the edges."""
        place = self._board_place
        for key, times in (("up", place.rows), ("left", place.columns)):
            for _ in range(times):
                self._write(key)
        self._read(_QUIET)
        return 0, 0

    def _check_opened(self, row: int, column: int, before: Sequence[str]) -> None:
        """Raises GameError if another cell was opened instead: the steps were counted wrong."""
        end = time.monotonic() + _MOVING
        while (now := self._cells()) == before and time.monotonic() < end:
            self._read(_QUIET)
        hidden = self._board_place.hidden
        opened = {
            (y, x)
            for y, line in enumerate(now)
            for x, letter in enumerate(line)
            if letter != before[y][x] == hidden and letter in _OPEN
        }
        if opened and now[row][column] == hidden:
            raise GameError(
                f"another cell than row {row}, column {column} was opened: the cursor cannot be seen, and "
                "does not go where its keys should move it (--keys)"
            )

    def _cursor(self) -> tuple[int, int] | None:
        """The cell of the cursor: between brackets, where the cursor of the terminal stands, or set off.

        None if it cannot be seen.
        """
        self._read(_QUIET)
        place, lines = self._board_place, self._lines
        cells = [(row, column) for row in range(place.rows) for column in range(place.columns)]
        for row, column in cells:
            line, at = lines[place.line + row], place.column + place.step * column
            if at and line[at - 1] in "<[" and line[at + 1] in ">]":
                return row, column
        cursor = self._screen.cursor
        if not cursor.hidden:
            row, left = cursor.y - place.line, cursor.x - place.column
            column = left // place.step
            if (row, column) in cells and left >= 0:
                return row, column
        reverse = [cell for cell in cells if self._is_reverse(*cell)]
        return reverse[0] if len(reverse) == 1 < len(cells) else None

    def _is_reverse(self, row: int, column: int) -> bool:
        place = self._board_place
        letter = self._screen.buffer[place.line + row][place.column + place.step * column]
        return bool(letter.reverse)

    def go(self, place: tuple[int, int]) -> None:
        """There is no mouse."""

    def press(self, keys: str) -> None:
        """Presses a key, or keys together such as `ctrl+n`. Afterwards the cursor may be anywhere."""
        self._counted = None
        os.write(self._keys, _sequence(keys).encode())

    def _write(self, move: str) -> None:
        """Presses the key of a move."""
        os.write(self._keys, _sequence(self._keys_of[move]).encode())

    def front(self) -> int | None:
        """There is one window."""
        return 0

    def check(self) -> None:
        """Nobody else has the keyboard; Ctrl-C stops the bot."""

    def sleep(self, seconds: float) -> None:
        """Waits."""
        time.sleep(seconds)


def _board(lines: Sequence[str]) -> _Place | None:
    """The largest frame with cells at equal distances that all show the same; None if there is none."""
    boards: list[_Place] = []
    for top, line in enumerate(lines):
        for frame in _TOP.finditer(line):
            left, right = frame.start(), frame.end() - 1
            rows = 0
            while top + rows + 1 < len(lines) and all(
                lines[top + rows + 1][x] in _SIDE for x in (left, right)
            ):
                rows += 1
            inside = [each.translate(_CURSOR)[left + 1 : right] for each in lines[top + 1 : top + rows + 1]]
            places = sorted({x for each in inside for x, letter in enumerate(each) if letter != " "})
            if not places:
                continue
            step = gcd(*(each - places[0] for each in places)) or 1
            columns = (right - left - 2 - places[0]) // step + 1
            letters = {letter for each in inside for letter in each[places[0] :: step]}
            if len(places) == columns and len(letters) == 1:
                boards.append(_Place(top + 1, left + 1 + places[0], step, rows, columns, letters.pop()))
    return max(boards, key=lambda each: each.rows * each.columns, default=None)


def _picture(cells: Sequence[str], hidden: str) -> NDArray[np.uint8]:
    """A board with lines between the cells, where hidden cells are darker and without a mark."""
    with importing("screen", "drawing a terminal needs Pillow"):
        from PIL import Image, ImageDraw, ImageFont
    rows, columns = len(cells), len(cells[0])
    size = columns * _CELL + 2 * _AROUND, rows * _CELL + 2 * _AROUND
    picture = Image.new("RGB", size, (_GROUND,) * 3)
    draw: Any = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=_CELL * 0.75)
    for row, line in enumerate(cells):
        for column, letter in enumerate(line):
            x, y = _AROUND + column * _CELL, _AROUND + row * _CELL
            box = (x, y, x + _CELL - 1, y + _CELL - 1)
            face = _HIDDEN if letter == hidden else _FACE
            draw.rectangle(box, fill=(face,) * 3, outline=(_LINE,) * 3)
            if letter != hidden:
                middle = x + _CELL / 2, y + _CELL / 2
                draw.text(middle, letter, font=font, fill=(_INK,) * 3, anchor="mm")
    return np.asarray(picture)
