"""A program in a terminal, as a desktop: its board is drawn as a picture, and clicks become keys.

The terminal belongs to the bot alone. Needs the extra `sapper[bot]`, and a system with such terminals: not
Windows.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Self

from sapper._support.installation import importing
from sapper.bot.terminal_board import OPEN, SECOND_HALF, TextBoard, find_board, picture, pixel_cell
from sapper.bot.terminal_keys import MOUSE, MOVES, CursorSteps, sequence
from sapper.errors import GameError

if TYPE_CHECKING:
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray

    from sapper.bot.desktop import Box
    from sapper.bot.terminal_screen import TerminalScreen

    Cell = tuple[int, int]
    _SeesCursor = Callable[[], Cell | None]

_COLUMNS: Final = 200
_LINES: Final = 60
_START: Final = 60.0  # seconds at most until the program has drawn its board
_WAITS: Final = 5.0  # seconds without output after which the program seems to wait for something
_READY_SILENCE: Final = 0.4  # seconds without output, after which a program is ready for a key
_PICTURE_SILENCE: Final = 0.03  # seconds without output, after which a picture is drawn
_LONGEST_READ: Final = 0.5  # seconds at most to read from a program that writes without a pause
_MOVING: Final = 2.0  # seconds that the program has to move its cursor
_STEP: Final = 0.3  # seconds that it has for one step
_MISSES: Final = 3  # steps that may lead nowhere
_HOLD: Final = 0.05  # seconds for which a button of the mouse is held
_ENDING: Final = 2.0  # seconds that the program has to end


class Terminal:
    """A program in a terminal, from entering to leaving."""

    def __init__(
        self,
        command: Sequence[str],
        keys: Mapping[str, str] | None = None,
        *,
        begin: Sequence[str] = (),
        shape: tuple[int, int] | None = None,
    ) -> None:
        """Starts nothing yet.

        Args:
            command: What starts the program.
            keys: The keys that move the cursor (`up`, `down`, `left`, `right`) and `open` its cell; those
                that are left out are the arrow keys and the space bar. `open` may be `mouse`.
            begin: The keys that lead to the board, one after the other.
            shape: The rows and columns of the board, where they cannot be told from the text.

        Raises:
            GameError: There are no such terminals on this system, or no such keys.
            MissingExtraError: The library is not installed.
        """
        if sys.platform == "win32":
            raise GameError("programs in a terminal are played on systems with pseudo-terminals only")
        with importing("bot", "playing in a terminal needs pyte"):
            from sapper.bot.terminal_screen import TerminalScreen
        self._command, self._keys_of = tuple(command), MOVES | dict(keys or {})
        self._begin, self._shape = tuple(begin), shape
        for key in (*self._keys_of.values(), *begin):
            if key != MOUSE:
                sequence(key)  # raises if there is no such key
        self._new_screen: Callable[[], TerminalScreen] = lambda: TerminalScreen(_COLUMNS, _LINES, self._send)
        self._screen = self._new_screen()
        self._board: TextBoard | None = None
        self._signs: dict[Cell, str] = {}  # what tells where the board is
        self._hidden_style: object = None
        self._last_picture: tuple[list[list[str | None]], NDArray[np.uint8]] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._keys = -1
        self._last_cursor: Cell | None = None  # where the cursor was left
        self._sights = [self._bracket_cursor, self._terminal_cursor, self._set_off]
        self._sure = False  # whether the cursor was seen where the keys should move it
        self._one_by_one = False  # whether the program drops keys that come together
        self._steps = CursorSteps(0, 0)

    def __enter__(self) -> Self:
        """Starts the program and waits for its board.

        Raises:
            GameError: It cannot be started, or shows no board.
        """
        self._start()
        return self

    def _start(self) -> None:
        import fcntl
        import struct
        import termios

        def take_terminal() -> None:
            """Lets the terminal control the program, which then ends with it even if the bot is killed."""
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup makes programs ignore it

        self._screen = self._new_screen()
        self._keys, inner = os.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", _LINES, _COLUMNS, 0, 0))
        about = os.environ | {"TERM": "xterm-256color", "LINES": str(_LINES), "COLUMNS": str(_COLUMNS)}
        if "utf" not in (about.get("LC_ALL") or about.get("LC_CTYPE") or about.get("LANG") or "").lower():
            about["LC_ALL"] = "C.UTF-8"  # else programs draw their lines with letters
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
            self._end()
            raise

    def _wait_for_board(self) -> None:
        """Presses the first keys, and takes the board once the program writes nothing more for a while."""
        end, waits = time.monotonic() + _START, time.monotonic() + _WAITS
        begin, board, awake = list(self._begin), None, False
        while self._process is not None:
            wrote = self._read(_READY_SILENCE)
            awake |= wrote
            now = time.monotonic()
            if not awake or (wrote and now < end):  # one that writes all the time gets no key before the end
                waits = now + _WAITS
            elif begin:
                self._send(sequence(begin.pop(0)).encode())
                waits = now + _WAITS
                continue
            place = find_board(self._screen.lines, self._shape)
            if place is not None and not begin and place == board:
                self._take(place)
                return
            board = place
            if now > min(end, waits):
                break
        text = "\n".join(
            line.replace(SECOND_HALF, "").rstrip() for line in self._screen.lines if line.strip()
        )
        ending = " and has ended" if self._process is None else ""
        raise GameError(
            f"{self._command[0]} shows no board in its terminal on which all cells look the same{ending} "
            f"(--begin presses keys that lead to it):\n{text}"
        )

    def _take(self, board: TextBoard) -> None:
        self._board, self._signs = board, board.signs(self._screen.lines)
        self._steps = CursorSteps(board.rows, board.columns)
        self._hidden_style = Counter(self._style(*cell) for cell in board.cells).most_common(1)[0][0]
        self._last_cursor = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends the program."""
        self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        os.close(self._keys)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(_ENDING)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _read(self, quiet: float) -> bool:
        """Takes what the program writes until it is quiet for some seconds, or never is.

        Returns:
            Whether it wrote anything.
        """
        end, wrote = time.monotonic() + max(quiet, _LONGEST_READ), False
        while (
            self._process is not None
            and time.monotonic() < end
            and select.select([self._keys], [], [], quiet)[0]
        ):
            try:
                data = os.read(self._keys, 1 << 16)
            except OSError:  # the program has ended
                data = b""
            if not data:
                self._end()
                break
            self._screen.feed(data)
            wrote = True
        if wrote and self._board is not None:
            self._follow(self._board)
        return wrote

    def _follow(self, board: TextBoard) -> None:
        """Takes the new place of the board, if it has moved in its terminal."""
        lines = self._screen.lines
        place = board.where(self._signs, lines) or find_board(lines, self.shape)
        if place is not None and replace(place, line=board.line, column=board.column) == board:
            self._board, self._signs = place, place.signs(lines)

    def _send(self, data: bytes) -> None:
        if self._process is not None:
            with suppress(OSError):  # it has ended
                os.write(self._keys, data)

    def capture(self, box: Box | None = None) -> NDArray[np.uint8]:
        """The board as a picture, of shape (height, width, 3), or a part of it."""
        self._read(_PICTURE_SILENCE)
        cells = self._cells()
        if self._last_picture is None or self._last_picture[0] != cells:
            self._last_picture = cells, picture(cells)
        pixels = self._last_picture[1]
        left, top, right, bottom = box or (0, 0, pixels.shape[1], pixels.shape[0])
        return pixels[top:bottom, left:right]

    @property
    def _place(self) -> TextBoard:
        if self._board is None:
            raise GameError("the program in the terminal is not started")
        return self._board

    @property
    def shape(self) -> tuple[int, int]:
        """The rows and columns of the board."""
        return self._place.rows, self._place.columns

    def _cells(self) -> list[list[str | None]]:
        """What the cells show, row by row; None where a cell is hidden."""
        board, lines, columns = self._place, self._screen.lines, range(self._place.columns)
        cells = [[self._cell_text(lines, row, column) for column in columns] for row in range(board.rows)]
        if not board.hidden:  # then only its background tells an empty cell from a hidden one
            styles = {cell: self._style(*cell) for cell in board.cells}
            counts = Counter(styles.values())
            for (row, column), style in styles.items():
                if not cells[row][column] and style != self._hidden_style and counts[style] > 1:
                    cells[row][column] = ""
        return cells

    def _cell_text(self, lines: Sequence[str], row: int, column: int) -> str | None:
        text = self._place.text(lines, row, column)
        return None if text == self._place.hidden else text

    def _style(self, row: int, column: int) -> object:
        """How the first character of a cell is set off."""
        board = self._place
        line, start = board.place(row, column)
        return self._screen.style(line, start + (board.width - 1) // 2)

    def click(self, place: Cell, seconds: float = _HOLD) -> None:
        """Moves the cursor to the cell that is drawn there, and opens it."""
        cell = pixel_cell(place)
        if self._keys_of["open"] == MOUSE:
            line, column = self._place.place(*cell)
            click = self._screen.mouse_click(line, column + self._place.width // 2)
            if click is None:
                raise GameError("the program takes no mouse in its terminal: give the keys that it takes")
            # Together they are another thing to some programs than a button that is held for a moment.
            for each in click:
                self._send(each.encode())
                self.sleep(max(_HOLD, seconds))
            return
        # A program that draws anew, or whose game is over, may not show the cursor for a while.
        end = time.monotonic() + (_MOVING if self._sure else _STEP)
        while self._cursor() is None and self._sights and time.monotonic() < end:
            self._read(_PICTURE_SILENCE)
        for sight in tuple(self._sights):
            start = sight()
            if start is not None:
                if self._moves_to(cell, sight, start):
                    self._sights, self._sure = [sight], True
                    self._press("open")
                    return
                if not self._sure:
                    self._sights.remove(sight)  # this was not the cursor of the game
                    self._last_cursor = None
        if self._sure:
            return
        self._step_to(cell, self._last_cursor or self._corner())
        before = self._cells()
        self._press("open")
        self._check_opening(*cell, before)

    def _moves_to(self, cell: Cell, sight: _SeesCursor, start: Cell) -> bool:
        """Moves a cursor that can be seen. Whether it arrives."""
        if not self._one_by_one:
            self._step_to(cell, start)
            if self._arrives(cell, sight, _MOVING):
                return True
        # The program may take one key of several that come together, or lead its cursor over open cells.
        misses = 0
        for _ in range(self._place.rows * self._place.columns):
            now = self._cursor_by(sight)
            if now is None or now == cell or misses >= _MISSES:
                return now == cell
            cells = self._cells()
            self._steps.see(
                [(row, column) for row, column in self._place.cells if cells[row][column] is None]
            )
            move = self._steps.next(now, cell)
            if move is None:
                return False
            self._press(move)
            to = self._leaves(now, sight)
            self._steps.learn(now, move, to)
            self._one_by_one |= to != now
            misses += to == now
        return False

    def _leaves(self, cell: Cell, sight: _SeesCursor) -> Cell:
        """Where the cursor is once it has left a cell; there if it stays."""
        end = time.monotonic() + _STEP
        while (now := sight()) in (None, cell) and time.monotonic() < end:
            self._read(_PICTURE_SILENCE)
        return now or cell

    def _cursor_by(self, sight: _SeesCursor) -> Cell | None:
        """Where the cursor is; None if it stays out of sight."""
        end = time.monotonic() + _STEP
        while (now := sight()) is None and time.monotonic() < end:
            self._read(_PICTURE_SILENCE)
        return now

    def _arrives(self, cell: Cell, sight: _SeesCursor, seconds: float) -> bool:
        """Whether the cursor reaches a cell in time."""
        end = time.monotonic() + seconds
        while sight() != cell:
            if time.monotonic() > end:
                return False
            self._read(_PICTURE_SILENCE)
        return True

    def _step_to(self, cell: Cell, start: Cell) -> None:
        """Moves the cursor. Counts the steps, for a cursor that cannot be seen."""
        for away, keys in ((cell[0] - start[0], ("down", "up")), (cell[1] - start[1], ("right", "left"))):
            for _ in range(abs(away)):
                self._press(keys[away < 0])
        self._last_cursor = cell

    def _corner(self) -> Cell:
        """Moves a cursor that cannot be seen to the first cell, where it stays against the edges."""
        board = self._place
        for key, times in (("up", board.rows), ("left", board.columns)):
            for _ in range(times):
                self._press(key)
        self._read(_PICTURE_SILENCE)
        return 0, 0

    def _check_opening(self, row: int, column: int, before: list[list[str | None]]) -> None:
        """Raises GameError if another cell was opened instead: the steps were counted wrong."""
        end = time.monotonic() + _MOVING
        while (now := self._cells()) == before and time.monotonic() < end:
            self._read(_PICTURE_SILENCE)
        changes = [(y, x) for y, x in self._place.cells if now[y][x] != before[y][x] is None]
        openings = [cell for cell in changes if now[cell[0]][cell[1]] in OPEN]
        if now[row][column] is None and (openings or len(changes) == 1):
            raise GameError(
                f"another cell than row {row}, column {column} was opened: the cursor cannot be seen, and "
                "does not go where its keys should move it (--keys)"
            )

    def _cursor(self) -> Cell | None:
        """The cell of the cursor; None if it cannot be seen."""
        self._read(_PICTURE_SILENCE)
        return next((cell for sight in self._sights if (cell := sight()) is not None), None)

    def _bracket_cursor(self) -> Cell | None:
        """The cell between brackets."""
        board, lines = self._place, self._screen.lines
        return next((cell for cell in board.cells if board.has_brackets(lines, *cell)), None)

    def _terminal_cursor(self) -> Cell | None:
        """The cell where the cursor of the terminal stands."""
        cursor = self._screen.cursor
        return None if cursor is None else self._place.cell_at(*cursor)

    def _set_off(self) -> Cell | None:
        """The only cell whose background is like that of no other, or that is in reverse."""
        cells = {cell: self._style(*cell) for cell in self._place.cells}
        counts = Counter(cells.values())
        alone = [cell for cell, style in cells.items() if counts[style] == 1]
        if self._last_cursor in alone:
            return self._last_cursor
        return alone[0] if len(alone) == 1 < len(cells) else None

    def go(self, place: Cell) -> None:
        """There is no mouse that could be in the way."""

    def press(self, keys: str) -> None:
        """Presses a key, or keys together such as `ctrl+n`. Afterwards the cursor may be anywhere.

        A program that has ended, before or with the key, is started again.
        """
        self._last_cursor = None
        self._send(sequence(keys).encode())
        self._read(_READY_SILENCE)
        if self._process is None:
            before = self._board
            self._start()
            if before is not None and self.shape != (before.rows, before.columns):
                raise GameError("the program in the terminal shows another board than before")

    def _press(self, move: str) -> None:
        """Presses the key of a move."""
        keys = sequence(self._keys_of[move], own=self._screen.has_own_cursor_keys)
        self._send(keys.encode())

    def front(self) -> int | None:
        """There is one window."""
        return 0

    def check(self) -> None:
        """Nobody else has the keyboard; Ctrl-C stops the bot."""

    def sleep(self, seconds: float) -> None:
        """Waits."""
        time.sleep(seconds)
