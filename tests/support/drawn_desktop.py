"""A screen that is drawn, with one program that shows a game and takes clicks."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from support.desktop_clock import CLOCK
from support.screens import LOOKS, Look, window

import sapper
from sapper.board.marks import EXPLODED, HIDDEN
from sapper.bot.desktop import StoppedError

AT = (137, 149)


class DrawnDesktop:
    """A desktop with one window, which shows a game and takes clicks."""

    def __init__(self, seed: int, look: str | Look = "bevel", *, mines: int = 10, fewer: int = 0) -> None:
        self._look = LOOKS[look] if isinstance(look, str) else look
        self._seed, self.mines = seed, mines
        self.clicks: list[tuple[int, int]] = []
        self.stop_after = 10_000
        self.dead = self.deaf = False
        self.covers_end = False
        self.red = False
        self.flags = False
        self.fades = False
        self.needs = 0.0  # seconds for which the button has to be held
        self.astray: tuple[int, int] | None = (
            None  # the cell that opens if the button is not held long enough
        )
        self.lags = 0  # every how many clicks it takes the mouse for where it was before
        self.lag_marks: list[int] = []  # what such a click opened
        self._mouse = AT
        self.face: tuple[int, int] | None = None  # a place beside the board that starts a new game
        self.lit: tuple[int, int, int] | None = None
        self.late = 0  # in how many captures a cell that was clicked looks as before
        self.clicks_on_open_cells = 0
        self.fewer = fewer  # how many mines less it places than it says
        self.half = False  # whether it opens no numbers around empty cells, as some programs
        self.beside = False  # whether it opens the cells without a mine around a click, and no others
        self.plain: tuple[int, int, int] | None = None  # the colour of mines without a drawing
        self.is_closed = False
        self.asks = True
        self.presses: list[str] = []
        self._pictures: dict[bytes, NDArray[np.uint8]] = {}
        self.press("f2")

    def capture(self, box: tuple[int, int, int, int] | None = None) -> NDArray[np.uint8]:
        CLOCK.go_on()
        self._pending -= self._pending > 0
        if not self._pending:
            self._last_position = self.game.position
        position = self._last_position
        is_mine = self.game.minefield
        if is_mine is not None and self.game.status == "lost":  # shows the mines
            marks = np.where(is_mine, -2, position.marks)
            marks[position.marks == EXPLODED] = EXPLODED if self.red else -2
            position = sapper.Position(marks)
        elif is_mine is not None and self.game.status == "won" and self.flags:
            position = sapper.Position(np.where(is_mine, -2, position.marks))
        if self.game.status != "lost":
            position = self._with_hidden(position)
        key = position.marks.tobytes()
        if key not in self._pictures:
            self._pictures[key] = window(position, self._look, at=AT, size=(360, 400))
        pixels = self._pictures[key]
        if self.plain is not None and is_mine is not None and self.game.status == "lost":
            pixels = self._with_cell(pixels, np.full_like(pixels, self.plain), is_mine)
        if self.fades and position == self.game.position:
            pixels = self._with_faint(pixels, position)
        if self.lit is not None:
            lit = window(position, replace(self._look, hidden=self.lit), at=AT, size=(360, 400))
            pixels = self._with_cell(pixels, lit, np.arange(81).reshape(9, 9) == 13)
        if self.covers_end and self.game.status != "playing" and not self.is_closed:
            pixels = pixels.copy()
            pixels[160:330, 150:350] = np.random.default_rng(1).integers(0, 255, (170, 200, 3))
        left, top, right, bottom = box or (0, 0, 360, 400)
        return pixels[top:bottom, left:right]

    def _with_hidden(self, position: sapper.Position) -> sapper.Position:
        """The position without what such a program does not open."""
        is_open = self._clicks_at if self.half or self.beside else np.ones((9, 9), dtype=bool)
        if self.half:
            is_open = is_open | (position.marks <= 0)
        return sapper.Position(np.where(is_open, position.marks, HIDDEN))

    def _with_faint(self, pixels: NDArray[np.uint8], position: sapper.Position) -> NDArray[np.uint8]:
        """The picture in which the cell of the last click has a smaller digit, if that is a 1."""
        faint = window(position, replace(self._look, size=0.5), at=AT, size=(360, 400))
        pitch = round(self._look.pitch)
        new = np.zeros((9, 9), dtype=bool)
        for x, y in self.clicks[-1:]:
            new[int((y - AT[1]) // pitch), int((x - AT[0]) // pitch)] = True
        return self._with_cell(pixels, faint, new & (position.marks == 1))

    def _with_cell(
        self, pixels: NDArray[np.uint8], other: NDArray[np.uint8], cells: NDArray[np.bool_]
    ) -> NDArray[np.uint8]:
        """The picture with some cells of another one."""
        pitch = round(self._look.pitch)
        mask = np.zeros(pixels.shape[:2], dtype=bool)
        mask[AT[1] : AT[1] + 9 * pitch, AT[0] : AT[0] + 9 * pitch] = np.kron(cells, np.ones((pitch, pitch)))
        return np.where(mask[..., np.newaxis], other, pixels)

    def click(self, place: tuple[int, int], seconds: float = 0.0) -> None:
        if place == self.face:
            if seconds >= self.needs:
                self.press("f2")
            return
        self.clicks.append(place)
        if self.lags and len(self.clicks) % self.lags == 0:
            pitch = self._look.pitch
            column, row = (
                int(min(max(0, (at - start) // pitch), 8)) for at, start in zip(self._mouse, AT, strict=True)
            )
            self.game.open(row, column)
            self.lag_marks.append(int(self.game.position.marks[row, column]))
            self._mouse = place
            return
        self._mouse = place
        if self.astray is not None and seconds < self.needs:
            self.game.open(*self.astray)
            return
        row, column = int((place[1] - AT[1]) // self._look.pitch), int((place[0] - AT[0]) // self._look.pitch)
        assert 0 <= row < 9
        assert 0 <= column < 9
        self._clicks_at[row, column] = True
        if self.game.status == "playing" and not self.dead and seconds >= self.needs:
            self.clicks_on_open_cells += int(self.game.position.marks[row, column]) >= 0
            self.game.open(row, column)
            if self.beside and self.game.minefield is not None:
                free = np.argwhere(~self.game.minefield).tolist()
                for cell in [each for each in free if max(abs(each[0] - row), abs(each[1] - column)) == 1]:
                    self._clicks_at[tuple(cell)] = True
                    if self.game.status == "playing":
                        self.game.open(*cell)
            self._pending = self.late

    def go(self, place: tuple[int, int]) -> None:
        """Lights no cell any more, once the pointer is beside the board."""
        self._mouse = place
        if place[0] < AT[0]:
            self.lit = None

    def front(self) -> int | None:
        return (
            2 if self.asks and self.covers_end and self.game.status != "playing" and not self.is_closed else 1
        )

    def press(self, keys: str) -> None:
        self.presses.append(keys)
        if self.deaf:
            return
        if keys == "f2":
            self._clicks_at = np.zeros((9, 9), dtype=bool)
            self.game = sapper.Game((9, 9, self.mines - self.fewer), seed=self._seed)
            self._last_position, self._pending = self.game.position, 0
            self._seed += 1
            self.is_closed = False
        elif keys == "esc":
            self.is_closed = True

    def check(self) -> None:
        if len(self.clicks) >= self.stop_after:
            raise StoppedError("Escape was pressed")

    def sleep(self, seconds: float) -> None:
        """Time goes by."""
        CLOCK.go_on(seconds)
