"""Screens that are drawn, with one program that shows games and takes clicks, and their clock."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from support.screens import LOOKS, Look, window

import sapper
from sapper.board.marks import EXPLODED, FLAG, HIDDEN
from sapper.bot.desktop import StoppedError

AT = 137, 149
LOOK = 0.02  # seconds for a look at the screen


class DesktopClock:
    """Seconds since some moment."""

    now = 0.0

    def go_on(self, seconds: float = LOOK) -> None:
        """Time goes by: by default that of one look."""
        self.now += seconds

    def turn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Lets the bot have this clock from its beginning on."""
        self.now = 0.0
        monkeypatch.setattr("time.monotonic", lambda: self.now)


CLOCK = DesktopClock()


class _Desktop:
    """What all have."""

    def go(self, place: tuple[int, int]) -> None:
        """There is no pointer to see."""

    def check(self) -> None:
        """Nobody stops the bot."""

    def sleep(self, seconds: float) -> None:
        """Time goes by."""
        CLOCK.go_on(seconds)


class DrawnDesktop(_Desktop):
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
        # The cell that opens if the button is not held long enough.
        self.astray: tuple[int, int] | None = None
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
        has_dialog = self.asks and self.covers_end and self.game.status != "playing" and not self.is_closed
        return 2 if has_dialog else 1

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


Layout = Literal["still", "widens", "uneven", "moves", "grows", "fitted"]
End = Literal[
    "mines", "others", "label", "dialog", "dialog, then a new game", "banner", "banner and mines", "gone",
    "dimmed", "dimmed with mines", "dimmed banner", "dimmed, not drawn", "nothing",
]  # fmt: skip

SIZE = 620, 640
NARROW, WIDE = 33, 39  # pixels of a cell before and after numbers are drawn in it
DIGIT = 0.6 * NARROW
FITTED = 29, 18, 26  # pixels of a cell with a tile, and the width and height of one with a number
FADE = 0.8, 0.4  # the brightness of a board that comes back to 1.0 then
COVER: tuple[int, int, int, int] = 190, 230, 400, 290


@dataclass(frozen=True)
class _Place:
    """How the board lies: its look, its corner, and the extra pixels of each column and row."""

    look: Look
    at: tuple[int, int]
    wider: tuple[int, ...]
    higher: tuple[int, ...]

    def lines(self) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
        """Where columns and rows begin, and where the last ones end."""
        pitch = int(self.look.pitch)
        return (
            np.cumsum([self.at[0], *(pitch + each for each in self.wider)]),
            np.cumsum([self.at[1], *(pitch + each for each in self.higher)]),
        )


class ChangingDesktop(_Desktop):
    """A program whose board moves or changes its size, and that ends its games in several ways.

    Attributes:
        look: Of its cells; boards that move or grow have another pitch.
        safe: Whether the first click opens cells around it.
        game: The game that it shows.
        hangs: Whether the program reacts to nothing, keys neither, after the click with this number.
        stranger: Whether another window comes in front after the click with this number, and stays.
        dims: After how many clicks the board is dim, although the game goes on.
        fades: For how many seconds the program shows each brightness of `FADE` after a click.
        jump: After how many captures the board goes elsewhere, to which place, and with cells of how many
            pixels. The place may lie partly outside the screen.
    """

    def __init__(self, seed: int, mines: int, *, layout: Layout = "still", end: End = "mines") -> None:
        """Shows a new game."""
        self.mines, self._seed, self._layout, self._end = mines, seed, layout, end
        self.look = LOOKS["bevel"]
        self.safe = True
        self.stranger = self.hangs = 0
        self.dims = range(0)
        self.jump: tuple[int, tuple[int, int], int] | None = None
        self._captures = 0
        self.fades = self._last_click = 0.0
        self.clicks = 0
        self._pictures: dict[bytes, NDArray[np.uint8]] = {}
        self._open = False
        self.press("f2")

    def press(self, keys: str) -> None:
        """F2 begins a new game if no dialog is open. Escape closes the dialog, in some programs both."""
        if 0 < self.hangs < self.clicks:
            return
        begins = "f2"
        if self._asks:
            begins = "esc" if self._end == "dialog, then a new game" else ""
        if keys == begins:
            rules = sapper.Rules(first_click="opening" if self.safe else "any")
            self.game = sapper.Game((9, 9, self.mines), rules=rules, seed=self._seed)
            self._seed += 1
            self._open = True
        elif keys == "esc":
            self._open = False

    @property
    def _over(self) -> bool:
        return self.game.status != "playing"

    @property
    def _asks(self) -> bool:
        return self._open and self._over and self._end.startswith("dialog")

    @property
    def _strange(self) -> bool:
        return 0 < self.stranger <= self.clicks

    def front(self) -> int | None:
        """The program, its dialog, or the other window."""
        return 3 if self._strange else 2 if self._asks else 1

    def _lies(self) -> _Place:
        """How the board lies now."""
        look = replace(self.look, pitch=NARROW)
        zeros = (0,) * 9
        if self.jump is not None and self._captures > self.jump[0]:
            return _Place(replace(look, pitch=self.jump[2], size=0.6), self.jump[1], zeros, zeros)
        numbers = self.game.position.marks > 0
        if self._layout == "fitted":
            return self._fitted()
        if self._layout == "widens" and numbers.any():
            return _Place(replace(look, pitch=WIDE, size=DIGIT / WIDE), AT, zeros, zeros)
        if self._layout == "uneven":
            wider, higher = (
                tuple((WIDE - NARROW) * int(each) for each in np.asarray(numbers.any(axis=axis)))
                for axis in (0, 1)
            )
            return _Place(look, AT, wider, higher)
        if self._layout == "grows" and numbers.any():
            return _Place(replace(look, pitch=NARROW + 9 * min(self.clicks, 2)), AT, zeros, zeros)
        if self._layout == "moves":
            return _Place(
                look, (AT[0] + 37 * self.clicks % 150, AT[1] + 53 * self.clicks % 140), zeros, zeros
            )
        return _Place(look, AT, zeros, zeros)

    def _marks(self) -> NDArray[np.int16]:
        """What the board shows, with the mines at the end."""
        marks, is_mine = self.game.position.marks.copy(), self.game.minefield
        hit = marks == EXPLODED
        if self._over and self._end == "dimmed, not drawn":
            return self._before
        if is_mine is None or self.game.status != "lost":
            return marks
        marks[hit] = -1
        if self._end in ("mines", "others", "banner and mines", "dimmed with mines"):
            marks[is_mine] = FLAG
            if self._end == "others":
                marks[hit] = -1
        return marks

    def _fitted(self) -> _Place:
        """A board without lines, in the middle: columns and rows are as large as what they show.

        Cells show nothing but a number or a tile.
        """
        marks, pitch = self._marks(), FITTED[0]
        wider, higher = (
            tuple(0 if each else FITTED[1 + axis] - pitch for each in np.asarray((marks < 0).any(axis=axis)))
            for axis in (0, 1)
        )
        look = Look("fitted", pitch=pitch)
        return _Place(look, (AT[0] - sum(wider) // 2, AT[1]), wider, higher)

    def _fitted_picture(self, lies: _Place, marks: NDArray[np.int16]) -> NDArray[np.uint8]:
        picture = Image.new("RGB", SIZE, (211, 211, 211))
        draw = ImageDraw.Draw(picture)
        xs, ys = lies.lines()
        draw.rectangle(
            (xs[0] - 8, ys[0] - 8, xs[-1] + 8, ys[-1] + 8), fill=(255, 163, 81), outline=(90, 0, 0)
        )
        font = ImageFont.load_default(19)
        for (row, column), mark in np.ndenumerate(marks):
            x, y = (xs[column] + xs[column + 1]) // 2, (ys[row] + ys[row + 1]) // 2
            if mark == FLAG:
                draw.ellipse((x - 9, y - 9, x + 9, y + 9), fill=(30, 30, 30))
                draw.line((x + 4, y - 6, x + 10, y - 11), fill=(250, 220, 60), width=3)
            elif mark < 0:
                draw.rounded_rectangle(
                    (x - 11, y - 11, x + 10, y + 10), 3, fill=(25, 118, 210), outline=(12, 70, 160)
                )
            else:
                draw.text((x, y), str(mark), font=font, fill=(0, 0, 0), anchor="mm")
        return np.asarray(picture)

    def _picture(self) -> NDArray[np.uint8]:
        lies, marks = self._lies(), self._marks()
        key = repr((lies, marks.tobytes(), self._over, self._asks, self._strange)).encode()
        if key not in self._pictures:
            if self._layout == "fitted":
                self._pictures[key] = self._with_message(self._fitted_picture(lies, marks), lies)
                return self._pictures[key]
            pixels = window(sapper.Position(marks), lies.look, at=lies.at, size=SIZE)
            for axis, more in ((1, lies.wider), (0, lies.higher)):
                if not any(more):
                    continue
                pitch = int(lies.look.pitch)
                places = [
                    lies.at[1 - axis] + number * pitch + 4
                    for number, count in enumerate(more)
                    for _ in range(count)
                ]
                larger = np.insert(pixels, places, np.take(pixels, places, axis), axis)
                pixels = np.take(larger, range(pixels.shape[axis]), axis)
            self._pictures[key] = self._with_message(pixels, lies)
        return self._pictures[key]

    def _with_message(self, pixels: NDArray[np.uint8], lies: _Place) -> NDArray[np.uint8]:
        picture = Image.fromarray(pixels)
        draw = ImageDraw.Draw(picture)
        text = {"won": "YOU WIN", "lost": "YOU LOSE"}.get(self.game.status, "")
        if self._end == "gone" and self.game.status == "lost":
            draw.rectangle((AT[0] - 10, AT[1] - 10, AT[0] + 9 * WIDE, AT[1] + 9 * WIDE), fill=(176, 176, 176))
        if text and self._end in ("label", "gone"):
            draw.text((lies.at[0], lies.at[1] - 40), text, font=ImageFont.load_default(20), fill=(0, 0, 0))
        if text and self._end.startswith("dimmed"):
            picture = Image.fromarray((np.asarray(picture) * 0.4 + 20).astype(np.uint8))
            draw = ImageDraw.Draw(picture)
            draw.rectangle((0, 0, *SIZE), outline=(250, 0, 0), width=9)
        if self._strange or self._asks or (text and self._end.startswith(("banner", "dimmed banner"))):
            draw.rectangle(COVER, fill=(255, 255, 210), outline=(0, 0, 0))
            at, font = (COVER[0] + 40, COVER[1] + 12), ImageFont.load_default(28)
            draw.text(at, text or "Mail", font=font, fill=(0, 0, 0))
        return np.asarray(picture)

    def capture(self, box: tuple[int, int, int, int] | None = None) -> NDArray[np.uint8]:
        """The picture, or a part of it."""
        self._captures += 1
        CLOCK.go_on()
        left, top, right, bottom = box or (0, 0, *SIZE)
        part = self._picture()[top:bottom, left:right]
        if self.clicks in self.dims:
            part = (part * 0.7 + 10).astype(np.uint8)
        for number, share in enumerate(FADE, 1):
            if self.clicks and CLOCK.now - self._last_click < number * self.fades:
                return (part * share).astype(np.uint8)
        return part

    def click(self, place: tuple[int, int], _seconds: float = 0.0) -> None:
        """Opens the cell that is there now, unless a message is in front."""
        xs, ys = self._lies().lines()
        column, row = (
            int(np.searchsorted(lines, at, "right")) - 1 for lines, at in zip((xs, ys), place, strict=True)
        )
        assert 0 <= row < 9
        assert 0 <= column < 9
        if not self._over:
            self.clicks += 1
            self._last_click = CLOCK.now
            if not self._strange and not 0 < self.hangs < self.clicks:
                self._before = self.game.position.marks
                self.game.open(row, column)
