"""Drawn programs whose boards move or change their size, and that end their games in several ways."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from support.desktop_clock import CLOCK
from support.screens import LOOKS, Look, window

import sapper
from sapper.board.marks import EXPLODED, FLAG

Layout = Literal["still", "widens", "uneven", "moves", "grows", "fitted"]
End = Literal[
    "mines",
    "others",
    "label",
    "dialog",
    "dialog, then a new game",
    "banner",
    "banner and mines",
    "gone",
    "dimmed",
    "dimmed with mines",
    "dimmed banner",
    "dimmed, not drawn",
    "nothing",
]

SIZE = 620, 640
AT = 137, 149
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


class ChangingDesktop:
    """A screen with one program.

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
            draw.text(
                (COVER[0] + 40, COVER[1] + 12),
                text or "Mail",
                font=ImageFont.load_default(28),
                fill=(0, 0, 0),
            )
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

    def go(self, place: tuple[int, int]) -> None:
        """There is no pointer to see."""

    def check(self) -> None:
        """Nobody stops the bot."""

    def sleep(self, seconds: float) -> None:
        """Time goes by."""
        CLOCK.go_on(seconds)
