"""Follows a board from picture to picture, wherever it goes, and what the program shows beside or over it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper import _engine
from sapper.board.marks import HIDDEN
from sapper.bot.board_reader import differ
from sapper.bot.drawings import Matcher, layout_by_drawings
from sapper.errors import GameError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper._engine import Grid
    from sapper.bot.board_reader import BoardReader, Cells, Marks, Pixels
    from sapper.bot.desktop import Box, Desktop

    Mask = NDArray[np.bool_]
    _Place = tuple[float, tuple[BoardReader, Cells]]  # the share of the cells that look as before

GLANCE: Final = 0.03
"""Seconds between two captures, which must be equal."""

CALM: Final = 0.5
"""Seconds without a change, after which animations are over."""

CALM_END: Final = 1.5
"""The same before the end of a game is judged."""

PATIENCE: Final = 4.0
"""Seconds for animations, for what covers the board, and for a new game."""

REACTION: Final = 0.25
"""Seconds for a program to draw what a click opened, before the mouse leaves the cell."""

TICK: Final = 1.2
"""Seconds in which a clock that runs changes."""

_CELLS: Final = 3  # how far around the board the bot looks, in cells
_CLOCK: Final = 2  # cells between two changes that may be of the same clock
_MESSAGE: Final = 12  # pixels of the smallest message
_SEARCHES: Final = 4  # the most searches for the board after a click
_BLANK_SHARE: Final = 0.6  # the least share of its place with one colour, if the board was taken away
_SAME_SHARE: Final = 0.3  # the least share of the cells that look the same at another place
_LEAST_SHARE: Final = 0.15  # the same where rows and columns have other sizes
_NEARLY_ALL: Final = 0.9  # the share of such cells with which no other place is better
_EQUAL_DIFFERENCE: Final = 2.0  # mean squared grey levels within which two places are equally good
# The least share of the differences between colours that a veil leaves: with less, colours run together.
_LEAST_CONTRAST: Final = 0.2
# The least share of the pixels that are the same without the veil: a message and mines may hide the others.
_LEAST_SAME_SHARE: Final = 0.5


class Surroundings:
    """The part of the screen around a board, as it was before a click."""

    def __init__(self, desktop: Desktop, within: Box | None, grid: Grid) -> None:
        """Takes a picture of it.

        Args:
            desktop: The screen.
            within: The part of the screen with the program; by default what is near the board.
            grid: Where the board lies.
        """
        self._desktop, self._board = desktop, grid.box
        self._reach = round(_CELLS * grid.size)
        left, top, right, bottom = grid.box
        near = left - self._reach, top - self._reach, right + self._reach, bottom + self._reach
        left, top, right, bottom = near if within is None else within
        self._part = max(0, left), max(0, top), right, bottom
        self._before = self._picture()

    def _picture(self) -> NDArray[np.uint8]:
        return self._desktop.capture(self._part)

    def show_a_message(self) -> bool:
        """Whether something appeared there after the click, and stays. Clocks and the like do not count."""
        now = self._picture()
        self._desktop.sleep(TICK)
        later = self._picture()
        if not self._before.shape == now.shape == later.shape:
            return False
        new = differ(self._before, later)
        left, top, right, bottom = self._board
        new[
            max(0, top - self._part[1]) : bottom - self._part[1], left - self._part[0] : right - self._part[0]
        ] = False
        reach = self._reach * _CLOCK // _CELLS
        for y, x in np.argwhere(differ(now, later)):
            new[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1] = False
        return int(np.count_nonzero(new)) >= _MESSAGE


class BoardWatcher:
    """Follows one board on the screen.

    Attributes:
        reader: What reads it where it lies now.
        before: The looks of its cells before a click, in the numbers of `reader`.
        restless: Whether it has moved, or changed its size.
        in_place: Whether it lies where `reader` says. Otherwise its surroundings have changed, and the search
            found no board there or elsewhere.
        veil: What the program lays over all its colours. Pictures are taken without it.
    """

    def __init__(self, desktop: Desktop, reader: BoardReader, screen: Pixels) -> None:
        """Keeps how the board looks in the picture in which it was found: it may move before the next."""
        self.reader = reader
        self.before: Cells = np.zeros(reader.shape, dtype=np.int_)
        looks = reader.see_in(screen)
        if looks is not None:
            self.before = looks
            reader.marks(looks)
        self.restless, self.in_place = False, True
        self.veil, self._row = CLEAR, 0
        self._desktop = desktop
        self._is_met = False  # whether it was seen with the mouse off the board
        self.remember()

    def remember(self) -> None:
        """Keeps what is known of the board before a click. `recall` restores it."""
        self._state = self.reader.state
        self._old_screen: Pixels = np.zeros(0, dtype=np.uint8)
        self._searches = 0

    def rest(self) -> None:
        """Moves the mouse off the board, because many programs light the cell under it."""
        left, _, right, _ = self.reader.box
        x = right + 2 if self._rests_at_right else left - 2
        self._desktop.go((x, self.reader.middle((self._row, 0))[1]))

    def rest_beside(self, is_open: Mask) -> None:
        """Lets the mouse wait beside an open cell, if an outer column has one.

        Some programs take the place where the mouse was for that of a click.
        """
        self._row = int(is_open[:, -1 if self._rests_at_right else 0].argmax())

    @property
    def _rests_at_right(self) -> bool:
        return self.reader.box[0] < 2

    def capture(self) -> Pixels:
        """The part of the screen with the board, straightened."""
        self._desktop.check()
        return self.reader.straighten(self._take(self.reader.box))

    def _take(self, box: Box | None = None) -> Pixels:
        """The screen or a part of it, in the colours that it had before the program dimmed it."""
        return self.veil.lift(self._desktop.capture(box))

    def recall(self) -> None:
        """Restores what `remember` kept, because the pictures since then are not of the board."""
        self.reader.state = self._state

    def lift_veil(self) -> bool:
        """Whether the program dims the whole board more or less than before, as one that fades does.

        Then it is seen in the colours that it had.
        """
        self._desktop.check()
        veil = self._new_veil()
        if veil is None:
            return False
        self.veil = veil
        self.recall()
        return True

    def _new_veil(self) -> Veil | None:
        """What lies over the colours of the board now, if that is not what lay over them before."""
        before = self._state[3]
        veil = (
            None
            if before is None
            else veil_over(before[0], self.reader.straighten(self._desktop.capture(self.reader.box)))
        )
        return None if veil == self.veil else veil

    def follow(self, *, thorough: bool = False) -> bool:
        """Looks for the board on the whole screen.

        Args:
            thorough: Whether to look for cells of other sizes although nothing around the board has changed.

        Returns:
            Whether it is elsewhere now, or of another size.
        """
        self._desktop.check()
        screen = self._take()
        if thorough:
            self._old_screen, self._searches = self._old_screen[:0], 0
        if (
            self.reader.last is None
            or self._searches >= _SEARCHES
            or np.array_equal(screen, self._old_screen)
        ):
            return False
        if self._new_veil() is not None:  # it is where it was, and dimmed: then other lines may show
            return False
        self._searches += 1
        self.in_place &= thorough
        self.recall()
        for reader, before in _places_of(screen, self.reader, self.before, thorough=thorough):
            self.in_place = True
            if reader is self.reader:
                break
            self.restless = True
            self.reader, self.before = reader, before
            self._state = reader.state
            self.rest()
            return True
        self._old_screen = screen
        return False

    def still(self, calm: float | None = None) -> Cells | None:
        """The looks of the cells once nothing changes for some time and nothing is half drawn; else None.

        If the board has left its place, it looks for the board. What stays half drawn is as the program
        leaves it: some do not open all that touches an empty cell.
        """
        calm = GLANCE if calm is None else calm
        end = time.monotonic() + PATIENCE
        before, since = self.capture(), time.monotonic()
        half: Cells | None = None
        over = False  # it looks twice at least, however long that takes
        while not over:
            self._desktop.sleep(GLANCE)
            now, over = self.capture(), time.monotonic() >= end
            if before.shape != now.shape or self.reader.changes(before, now).any():
                before, since, half = now, time.monotonic(), None
            elif time.monotonic() - since >= calm:
                if self.reader.in_place(now):
                    self.in_place = True
                elif self.follow():
                    before, since = self.capture(), time.monotonic()
                    end, over = since + PATIENCE, False  # the search took some time, too
                    continue
                half = self.reader.see(now)
                if half is None or not self.reader.is_incomplete(half, self.before):
                    return half
        return half if time.monotonic() - since >= PATIENCE / 2 else None

    def wait_for_change(self, cells: Sequence[tuple[int, int]], before: Pixels) -> None:
        """Waits for cells to look other than before, and then for the picture to stand still.

        A click may open other cells, too, and some programs set flags if an open cell is clicked. Others ask
        where the mouse is only when they come to the click.
        """
        end = time.monotonic() + REACTION
        last = before
        while time.monotonic() < end:
            now = self.capture()
            changes = self.reader.changes(before, now)
            if all(changes[cell] for cell in cells) and not self.reader.changes(last, now).any():
                return
            last = now
            self._desktop.sleep(GLANCE)

    def looks(self) -> Cells:
        """The looks of the cells, before anything is clicked.

        Raises:
            GameError: Something covers the board, or it does not stand still.
        """
        self.rest()
        self.remember()
        of = self.still()
        if of is None and self.follow():
            of = self.still()
        if of is not None and not self._is_met:  # in the picture before this, the mouse may have lit a cell
            of, self._is_met = self.reader.see_anew(), True
        if of is None:
            raise GameError("the board on the screen does not stand still, or something covers it")
        if self.is_away():
            raise GameError(
                "the board is no longer where it was, and not elsewhere on the screen: "
                "is all of it there, with nothing in front of it?"
            )
        return of

    def same_cells(self) -> Mask:
        """The cells that look as before the click."""
        self.recall()
        return self._same(self.capture())

    def _same(self, now: Pixels | None) -> Mask:
        """The cells that look as when `remember` kept the board."""
        before = self._state[3]
        if before is None or now is None or before[0].shape != now.shape:
            return np.zeros(self.reader.shape, dtype=bool)
        return ~self.reader.changes(before[0], now)

    def is_same(self) -> bool:
        """Whether the board looks as when `remember` kept it."""
        return bool(self._same(self.reader.last).all())

    def is_away(self) -> bool:
        """Whether something else is now where the board was, though it may look like hidden cells."""
        if self._state[3] is None:
            return False  # nothing was kept that could be away
        is_other = self._same(self.reader.last).mean() < _SAME_SHARE
        return bool(is_other) and (not self.in_place or self.is_blank())

    def is_blank(self) -> bool:
        """Whether nothing like a board is where it was."""
        part = self.capture()
        _, counts = np.unique(part.reshape(-1, 3), axis=0, return_counts=True)
        return bool(counts.max() >= _BLANK_SHARE * counts.sum()) and not _engine.find_grids(part)

    def shows_new_game(self) -> bool:
        """Whether a board is on the screen on which all cells are hidden, unlike before."""
        self.recall()
        if not (self.reader.marks_of(self.before) > 0).any():
            return False
        fresh = self.fresh()
        screen = self._take()
        return any(
            np.isin(now, list(reader.look_of(HIDDEN))).all()
            for reader, _ in _places_of(screen, self.reader, fresh)
            if (now := reader.see_in(screen)) is not None
        )

    def fresh(self) -> Cells:
        """The looks of a board on which all is hidden."""
        return np.full(self.reader.shape, min(self.reader.look_of(HIDDEN), default=0))

    def readings(self) -> list[Marks]:
        """The positions that the screen may show now. If there is none, it looks for the board again."""
        of = self.looks()
        readings = self.reader.marks(of)
        if not readings and self.follow():
            of = self.looks()
            readings = self.reader.marks(of)
        self.before = of
        return readings


def _places_of(
    screen: Pixels, reader: BoardReader, before: Cells, *, thorough: bool = False
) -> Iterator[tuple[BoardReader, Cells]]:
    """The places where a board may lie now. Its old place comes last, if it still seems to be there.

    Args:
        screen: The whole screen.
        reader: What is known of the board.
        before: The looks of its cells when it was seen last.
        thorough: Whether to look for cells of other sizes although nothing around the board has changed.

    Yields:
        What is seen there, and the looks before in its numbers.
    """
    by_drawings = cache(lambda: _by_drawings(screen, reader, before))  # it takes seconds on a large screen
    other_place: BoardReader | None = None
    if reader.last is not None and all(np.less_equal(reader.last.shape, screen.shape)):
        right, down = _offset_of(screen, reader.last, reader.box[:2])
        other = reader.at_offset(right, down)
        now = other.part_of(screen)
        same = now.shape == reader.last.shape and ~reader.changes(reader.last, now)
        if np.mean(same) >= _SAME_SHARE:
            other_place = other if right or down else None
            if reader.in_place(now) and (other_place is not None or not thorough):
                here = reader if other_place is None else other_place
                share = _same_looks(here, now)
                # Where columns have changed their widths, only some of them are still at one distance.
                better = None if share >= _NEARLY_ALL else by_drawings()
                yield (here, before) if better is None or better[0] <= share else better[1]
                return
            # Equal cells lie beside each other at many places, so they do not tell this one from others.
            telling = before != np.bincount(before.ravel()).argmax()
            if not telling.any() or (same & telling).sum() < _SAME_SHARE * telling.sum():
                other_place = None
    for grids, place in (
        (_engine.grids_like(screen, reader.grid), by_drawings()),
        (_engine.find_fields(screen, *reader.shape), None),
    ):
        best = _best_of(screen, reader, before, [*([reader.grid] if thorough else []), *grids], place)
        if best is not None:
            yield best
            return
    if other_place is not None:
        yield other_place, before


def _by_drawings(screen: Pixels, reader: BoardReader, before: Cells) -> _Place | None:
    """The board in the layout that its drawings tell; None if too few cells look as before there."""
    if reader.last is None:
        return None
    layout = layout_by_drawings(screen, reader.layout, reader.last, reader.last_looks, reader.grid_in_last)
    if layout is None:
        return None
    other = reader.with_layout(layout)
    now = other.part_of(screen)
    share = _same_looks(other, now)
    if share < _LEAST_SHARE:
        return None
    if reader.lies_in(layout.grid) and _same_looks(reader, reader.part_of(screen)) >= share:
        return share, (reader, before)  # else some rows are a pixel off
    other.learn_again(now, before)
    return share, (other, before)


def _same_looks(reader: BoardReader, now: Pixels) -> float:
    """The share of the cells that look as in the picture that a reader saw last. It forgets this one."""
    state, before = reader.state, reader.last_looks
    of = None if reader.last is None or now.shape != reader.last.shape else reader.see(now)
    reader.state = state
    return 0.0 if of is None else float(np.mean(of == before))


def _best_of(
    screen: Pixels, reader: BoardReader, before: Cells, grids: Sequence[Grid], other_place: _Place | None
) -> tuple[BoardReader, Cells] | None:
    """What is seen where most cells look as before, of some grids and another place.

    Of grids that are equally good, the one where the board was comes first.
    """
    places = [
        (share, (reader, before) if reader.lies_in(grid) else (other, was))
        for grid in grids
        for other, was, share in reader.with_grid(grid, screen, before)
    ]
    places += [] if other_place is None else [other_place]
    return max(places, key=lambda each: (each[0], each[1][0] is reader))[1] if places else None


def _offset_of(pixels: NDArray[np.uint8], before: NDArray[np.uint8], at: tuple[int, int]) -> tuple[int, int]:
    """Where the part of an earlier picture lies in a later one: by how many pixels right and down it moved.

    The place where the two differ least is taken, and the nearest if several are equal.

    Args:
        pixels: The later picture, of shape (height, width, 3).
        before: A part of the earlier one, at most as large.
        at: The left and upper edge of this part.
    """
    image, part = (each.mean(axis=2, dtype=np.float64) for each in (pixels, before))
    differs = Matcher(image).differences(part)
    best = np.argwhere(differs <= differs.min() + _EQUAL_DIFFERENCE)
    away = best - np.array(at)[::-1]
    down, right = away[np.abs(away).sum(axis=1).argmin()]
    return int(right), int(down)


@dataclass(frozen=True, slots=True)
class Veil:
    """What changes all colours alike: it leaves a part of each, and adds the same to all."""

    share: float
    offset: tuple[float, ...]

    def lift(self, pixels: Pixels) -> Pixels:
        """A picture without the veil."""
        if self == CLEAR:
            return pixels
        values = np.rint((np.arange(256)[:, np.newaxis] - np.array(self.offset)) / self.share)
        before = np.clip(values, 0, 255).astype(np.uint8)  # a table is quicker than arithmetic for each pixel
        return np.stack([before[:, part].take(pixels[..., part]) for part in range(3)], axis=-1)


CLEAR: Final = Veil(1.0, (0.0, 0.0, 0.0))
"""No veil."""


def veil_over(before: Pixels, now: Pixels) -> Veil | None:
    """The veil that lies over a picture, although other things may have changed, too.

    Two colours tell: the most common one, and one that is common and far from it.

    Returns:
        The veil; its share is above 1 if the picture was dim before. None if this is another picture.
    """
    if before.shape != now.shape:
        return None
    if np.mean(differ(before, now)) <= 1 - _LEAST_SAME_SHARE:
        return CLEAR
    pixels = before.reshape(-1, 3).astype(np.int_)
    _, places, counts = np.unique(pixels @ (1 << 16, 1 << 8, 1), return_index=True, return_counts=True)
    colours = pixels[places]
    first = colours[counts.argmax()]
    second = colours[(counts * ((colours - first) ** 2).sum(axis=1)).argmax()]
    later = [np.median(now[(before == colour).all(axis=2)], axis=0) for colour in (first, second)]
    apart = first - second
    share = float((later[0] - later[1]) @ apart) / max(1, int(apart @ apart))
    if not _LEAST_CONTRAST <= share <= 1 / _LEAST_CONTRAST:
        return None
    veil = Veil(share, tuple((later[0] - share * first).tolist()))
    return veil if np.mean(differ(before, veil.lift(now))) <= 1 - _LEAST_SAME_SHARE else None
