"""Follows a board from picture to picture, wherever it goes, and what the program shows beside it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper import _engine
from sapper.board.marks import HIDDEN
from sapper.bot.board_places import SAME_SHARE, places_of
from sapper.bot.board_sight import differ
from sapper.bot.veil import CLEAR, Veil, veil_over
from sapper.errors import GameError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper._engine import Grid
    from sapper.bot.board_sight import Cells, Marks, Pixels, Sight
    from sapper.bot.desktop import Box, Desktop

    Mask = NDArray[np.bool_]

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


class Watch:
    """A board on the screen.

    Attributes:
        sight: What is known of it.
        before: The looks of its cells before a click, in the numbers of `sight`.
        restless: Whether it has moved, or changed its size.
        in_place: Whether it lies where `sight` says. Otherwise its surroundings have changed, and the search
            found no board there or elsewhere.
        veil: What the program lays over all its colours. Pictures are taken without it.
    """

    def __init__(self, desktop: Desktop, sight: Sight, screen: Pixels) -> None:
        """Keeps how the board looks in the picture in which it was found: it may move before the next."""
        self.sight = sight
        self.before: Cells = np.zeros(sight.shape, dtype=np.int_)
        looks = sight.see_in(screen)
        if looks is not None:
            self.before = looks
            sight.marks(looks)
        self.restless, self.in_place = False, True
        self.veil, self._row = CLEAR, 0
        self._desktop = desktop
        self._is_met = False  # whether it was seen with the mouse off the board
        self.remember()

    def remember(self) -> None:
        """Keeps what is known of the board before a click. `recall` restores it."""
        self._state = self.sight.state
        self._old_screen: Pixels = np.zeros(0, dtype=np.uint8)
        self._searches = 0

    def rest(self) -> None:
        """Moves the mouse off the board, because many programs light the cell under it."""
        left, _, right, _ = self.sight.box
        x = right + 2 if self._rests_at_right else left - 2
        self._desktop.go((x, self.sight.middle((self._row, 0))[1]))

    def rest_beside(self, is_open: Mask) -> None:
        """Lets the mouse wait beside an open cell, if an outer column has one.

        Some programs take the place where the mouse was for that of a click.
        """
        self._row = int(is_open[:, -1 if self._rests_at_right else 0].argmax())

    @property
    def _rests_at_right(self) -> bool:
        return self.sight.box[0] < 2

    def capture(self) -> Pixels:
        """The part of the screen with the board."""
        self._desktop.check()
        return self._take(self.sight.box)

    def _take(self, box: Box | None = None) -> Pixels:
        """The screen or a part of it, in the colours that it had before the program dimmed it."""
        return self.veil.lift(self._desktop.capture(box))

    def recall(self) -> None:
        """Restores what `remember` kept, because the pictures since then are not of the board."""
        self.sight.state = self._state

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
        veil = None if before is None else veil_over(before[0], self._desktop.capture(self.sight.box))
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
        if self.sight.last is None or self._searches >= _SEARCHES or np.array_equal(screen, self._old_screen):
            return False
        if self._new_veil() is not None:  # it is where it was, and dimmed: then other lines may show
            return False
        self._searches += 1
        self.in_place &= thorough
        self.recall()
        for sight, before in places_of(screen, self.sight, self.before, thorough=thorough):
            self.in_place = True
            if sight is self.sight:
                break
            self.restless = True
            self.sight, self.before = sight, before
            self._state = sight.state
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
            if before.shape != now.shape or self.sight.changes(before, now).any():
                before, since, half = now, time.monotonic(), None
            elif time.monotonic() - since >= calm:
                if self.sight.in_place(now):
                    self.in_place = True
                elif self.follow():
                    before, since = self.capture(), time.monotonic()
                    end, over = since + PATIENCE, False  # the search took some time, too
                    continue
                half = self.sight.see(now)
                if half is None or not self.sight.is_incomplete(half, self.before):
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
            changes = self.sight.changes(before, now)
            if all(changes[cell] for cell in cells) and not self.sight.changes(last, now).any():
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
            of, self._is_met = self.sight.see_anew(), True
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
            return np.zeros(self.sight.shape, dtype=bool)
        return ~self.sight.changes(before[0], now)

    def is_same(self) -> bool:
        """Whether the board looks as when `remember` kept it."""
        return bool(self._same(self.sight.last).all())

    def is_away(self) -> bool:
        """Whether something else is now where the board was, though it may look like hidden cells."""
        if self._state[3] is None:
            return False  # nothing was kept that could be away
        is_other = self._same(self.sight.last).mean() < SAME_SHARE
        return bool(is_other) and (not self.in_place or self.is_blank())

    def is_blank(self) -> bool:
        """Whether nothing like a board is where it was."""
        part = self.capture()
        _, counts = np.unique(part.reshape(-1, 3), axis=0, return_counts=True)
        return bool(counts.max() >= _BLANK_SHARE * counts.sum()) and not _engine.find_grids(part)

    def shows_new_game(self) -> bool:
        """Whether a board is on the screen on which all cells are hidden, unlike before."""
        self.recall()
        if not (self.sight.marks_of(self.before) > 0).any():
            return False
        fresh = self.fresh()
        screen = self._take()
        return any(
            np.isin(now, list(sight.look_of(HIDDEN))).all()
            for sight, _ in places_of(screen, self.sight, fresh)
            if (now := sight.see_in(screen)) is not None
        )

    def fresh(self) -> Cells:
        """The looks of a board on which all is hidden."""
        return np.full(self.sight.shape, min(self.sight.look_of(HIDDEN), default=0))

    def readings(self) -> list[Marks]:
        """The positions that the screen may show now. If there is none, it looks for the board again."""
        of = self.looks()
        readings = self.sight.marks(of)
        if not readings and self.follow():
            of = self.looks()
            readings = self.sight.marks(of)
        self.before = of
        return readings
