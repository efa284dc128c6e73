"""Plays games in the window of another program: looks, thinks, clicks, and tells how they end."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from sapper._support.naming import quantity, size_words
from sapper.board.game import Game
from sapper.board.marks import FLAG, HIDDEN
from sapper.board.topology import Topology
from sapper.bot.desktop import check_keys
from sapper.bot.moves import Move, move_in
from sapper.bot.sight import Sight
from sapper.errors import GameError
from sapper.replays.replay import Replay
from sapper.screen.reading import read_picture

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.bot.desktop import Box, Desktop
    from sapper.bot.sight import Cells, Marks, Pixels
    from sapper.strategy.strategy import Strategy

    Cell = tuple[int, int]
    Mask = NDArray[np.bool_]

_GLANCE: Final = 0.03  # seconds between two captures, which must be equal
_CALM: Final = 0.5  # seconds without a change, after which animations are over
_CALM_END: Final = 1.5  # the same before the end of a game is judged
_PATIENCE: Final = 4.0  # seconds for animations, for what covers the board, and for a new game
_CLICKS: Final = 3  # clicks without an effect on a cell before the bot gives up
_TRIES: Final = 3  # attempts to start a new game
_STRANGE_LOOKS: Final = 4  # the most new looks of mines, flags and wrong flags; more are a dialog
_OPENING_LOOKS: Final = 12  # or the first opening, which has at most this many

Status = Literal["won", "lost", "unfinished"]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended.

    Attributes:
        status: Won, lost, or unfinished.
        why: Why it is unfinished, or what the status rests on.
        guesses: How many of the opened cells were not certainly safe.
        misread: Whether a cell that seemed certainly safe held a mine: then a picture was read wrong.
        seconds: How long it took.
        replay: The recorded game; None if the program did not show where the mines were.
    """

    status: Status
    why: str
    guesses: int
    misread: bool
    seconds: float
    replay: Replay[tuple[int, int]] | None


@dataclass(slots=True)
class _Begun:
    """A game that is being played."""

    start: float = field(default_factory=time.monotonic)
    opened: list[tuple[float, Cell]] = field(default_factory=list)
    guesses: int = 0

    def ended(
        self, status: Status, why: str = "", *, misread: bool = False, mined: Mask | None = None
    ) -> Ended:
        seconds = time.monotonic() - self.start
        replay = None if mined is None else self._replay(mined)
        return Ended(status, why, self.guesses, misread, seconds, replay)

    def _replay(self, mined: Mask) -> Replay[tuple[int, int]]:
        game = Game.from_mines(Topology.square(*mined.shape), mines=mined)
        times = []
        for when, cell in self.opened:
            if game.status == "playing" and game.open(*cell):
                times.append(when)
        return Replay.of(game, times, {"Program": "sapper bot"})


class Bot:
    """Plays the board that it found on a screen."""

    def __init__(
        self,
        desktop: Desktop,
        mines: int | None,
        strategy: Strategy,
        *,
        shape: tuple[int, int] | None = None,
        within: Box | None = None,
        new_game: Sequence[str] = ("F2",),
        close: str = "esc",
        pause: float = 0.0,
        show: Callable[[Move], None] = lambda _move: None,
    ) -> None:
        """Finds the board.

        Args:
            desktop: The screen.
            mines: The number of mines on the board; None to read it from the window.
            strategy: Chooses the moves.
            shape: The numbers of rows and columns; they are needed where hidden cells have no lines between
                them.
            within: The part of the screen to look at: left, top, right, bottom.
            new_game: What starts a new game: keys such as `ctrl+n`, or places such as `640,30` to click.
            close: The same for what closes a dialog.
            pause: Seconds before each click.
            show: Called with each move before it is made.

        Raises:
            FormatError: There is no board, or more than one.
            PositionError: The number of mines is not possible.
            GameError: There is no such key, or the picture does not tell where the board ends, or how many
                mines it has.
        """
        self._desktop, self._strategy = desktop, strategy
        self._pause, self._show = pause, show
        self._new_game, self._close = tuple(new_game), close
        self._front: int | None = None
        for each in (*new_game, close):
            _place(each)  # raises if there is no such key
        reading = read_picture(desktop.capture(), mines, shape=shape, within=within)
        if shape is None and reading.unclear_ends:
            size, sides = size_words(reading.position.topology.shape), " and ".join(reading.unclear_ends)
            raise GameError(
                f"the board seems to have {size}, but it is not clear where it ends ({sides}): say the size "
                "with --level or with --rows and --columns, or begin a new game"
            )
        if reading.position.mines is None:
            told = " or ".join(map(str, reading.counts))
            may_be = f" (it may be {told})" if told else ""
            raise GameError(
                f"the number of mines cannot be read from the window{may_be}: give it with --mines"
            )
        self._mines = reading.position.mines
        self.sight = Sight(reading._grid, self._mines)

    @property
    def mines(self) -> int:
        """The number of mines on the board."""
        return self._mines

    def look(self) -> Move:
        """What it would do now.

        Raises:
            GameError: The board cannot be read, or there is nothing to do.
        """
        readings = self.sight.marks(self._seen())
        if not readings:
            raise GameError("no minefield fits what is on the screen: is the game over?")
        if self._finished(readings[0]):
            raise GameError("there is nothing to do: this game is won")
        return move_in(readings, self._mines, self._strategy, self.sight.chances)

    def is_won(self) -> bool:
        """Whether the game on the screen is won already.

        Raises:
            GameError: The board cannot be read.
        """
        readings = self.sight.marks(self._seen())
        return bool(readings) and all(map(self._finished, readings))

    def _finished(self, marks: Marks) -> bool:
        """Whether all cells without a mine are open."""
        return int((marks < 0).sum()) == self._mines

    def play(self) -> Ended:
        """Plays the game on the screen to its end.

        Raises:
            StoppedError: A person stopped it.
        """
        game = _Begun()
        of = self._seen()
        readings = self.sight.marks(of)
        game.opened += [(0.0, (int(row), int(column))) for row, column in np.argwhere(_first(readings) >= 0)]
        while readings:
            finished = list(map(self._finished, readings))
            if all(finished):
                return game.ended("won", mined=readings[0] < 0)
            if any(finished):
                return game.ended("unfinished", "the picture does not tell whether the game is won")
            move = move_in(readings, self._mines, self._strategy, self.sight.chances)
            self._show(move)
            if not move.cells:
                told = f"the picture may show {quantity(len(readings), 'position')}"
                return game.ended("unfinished", f"{told}, and no cell is hidden in all of them")
            game.guesses += not move.sure
            clicked = self._click(move, game)
            after = self._after(of, clicked)
            if after is None:
                return self._hidden_end(game, move, readings[0])
            end = self._end(game, move, of, after, clicked)
            if end is not None:
                return end
            if np.array_equal(of, after):
                return game.ended("unfinished", "the program does not react to clicks")
            of, readings = after, self.sight.marks(after)
        return game.ended("unfinished", "no minefield fits what is on the screen")

    def start_again(self) -> None:
        """Starts a new game, and waits for it. What covers the board is closed first.

        Raises:
            GameError: There is no new game after some seconds.
            StoppedError: A person stopped it.
        """
        for _ in range(_TRIES):
            for keys in self._new_game:
                self._do(keys)
            if self._began():
                return
            self._uncover()
        told = ", ".join(self._new_game)
        raise GameError(f"no new game began with {told}: say with --new-game what starts one")

    def _do(self, keys: str) -> None:
        """Presses keys, or clicks a place that was given like keys."""
        place = _place(keys)
        if place is None:
            self._desktop.press(keys)
        else:
            self._desktop.click(place)
        self._rest()
        self._desktop.sleep(_CALM)

    def _uncover(self) -> None:
        """Closes what covers the board.

        Keys are for a dialog in a window of its own. The window of the board gets none: Escape ends some
        programs.
        """
        front = self._desktop.front()
        if _place(self._close) is not None or front is None or front != self._front:
            self._do(self._close)

    def _began(self) -> bool:
        """Whether a new game begins within some time."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            state = self.sight.state
            of = self._still()
            if of is not None and self._is_fresh(of):
                return True
            self.sight.state = state
        return False

    def _is_fresh(self, of: Cells) -> bool:
        """Whether a new game has begun: nearly all is hidden, and nothing else than numbers is shown."""
        looks = np.unique(of).tolist()
        if len(looks) > _OPENING_LOOKS or (not self.sight.is_known(of) and not self.sight.marks(of)):
            return False
        hidden = np.isin(of, list(self.sight.look_of(HIDDEN))).mean()
        return bool(hidden > 0.5) and all(self.sight.meaning(number) != FLAG for number in looks)

    def _rest(self) -> None:
        """Moves the mouse beside the board, so that no cell is lit because it is there."""
        left, top, right, _ = self.sight.box
        self._desktop.go((left - 2 if left >= 2 else right + 2, top + 8))

    def _capture(self) -> Pixels:
        self._desktop.check()
        return self._desktop.capture(self.sight.box)

    def _still(self, calm: float = _GLANCE) -> Cells | None:
        """The looks of the cells once nothing changes for some time and nothing is half drawn; else None."""
        end = time.monotonic() + _PATIENCE
        before, since = self._capture(), time.monotonic()
        while time.monotonic() < end:
            self._desktop.sleep(_GLANCE)
            now = self._capture()
            if self.sight.changed(before, now).any():
                before, since = now, time.monotonic()
            elif time.monotonic() - since >= calm:
                of = self.sight.see(now)
                if of is None or not self.sight.is_half_drawn(of):
                    return of
        return None

    def _seen(self) -> Cells:
        self._rest()
        of = self._still()
        if of is None:
            raise GameError("the board on the screen does not stand still, or something covers it")
        return of

    def _click(self, move: Move, game: _Begun) -> list[Cell]:
        """Clicks the cells that still look as they did when the move was chosen."""
        clicked = []
        seen = self.sight.last
        for cell in move.cells:
            if self._pause:
                self._desktop.sleep(self._pause)
            if seen is None or not self.sight.changed(seen, self._capture())[cell]:
                self._desktop.click(self.sight.middle(cell))
                if self._front is None:
                    self._front = self._desktop.front()
                game.opened.append((time.monotonic() - game.start, cell))
                clicked.append(cell)
                self._rest()
        return clicked

    def _after(self, before: Cells, clicked: Sequence[Cell]) -> Cells | None:
        """The looks after a click, once the program has drawn them; None if something covers the board.

        New looks, or more changes than an opening makes, may be an animation. So it looks again later.
        """
        state = self.sight.state
        of = self._still()
        if of is not None and self.sight.is_known(of) and self._is_opening(before, of, clicked):
            return of
        for calm in (_CALM, _CALM_END):
            self.sight.state = state
            of = self._uncovered(before, clicked, calm)
            if of is None or self._is_opening(before, of, clicked):
                return of
        for _ in range(_CLICKS):
            if of is None or not np.array_equal(of, before):
                break
            self._desktop.click(self.sight.middle(clicked[0]))
            self._rest()
            of = self._uncovered(before, clicked, _CALM_END)
        return of

    def _uncovered(self, before: Cells, clicked: Sequence[Cell], calm: float) -> Cells | None:
        """The looks once nothing changes and nothing covers the board. What stays there is closed once."""
        state = self.sight.state
        for closes in (
            True,
            False,
        ):  # a message that goes by itself may need more time than one that is closed
            end = time.monotonic() + (_PATIENCE / 2 if closes else _PATIENCE)
            while True:
                of = self._still(calm)
                if of is not None and not self._is_covered(before, of, clicked):
                    return of
                self.sight.state = state
                if time.monotonic() > end:
                    break
            if closes:
                self._uncover()
        return None

    def _is_opening(self, before: Cells, after: Cells, clicked: Sequence[Cell]) -> bool:
        """Whether cells were opened, and surely nothing else happened."""
        changed = before != after
        if not all(changed[cell] for cell in clicked) or self._is_overwritten(before, after):
            return False
        readings = self.sight.marks(after, anew=False)
        if not readings or any((changed & (marks == FLAG)).any() for marks in readings):
            return False
        # A cell that is pressed and not yet open may have a look of its own.
        return all(marks[cell] >= 0 for marks in readings for cell in clicked)

    def _is_overwritten(self, before: Cells, after: Cells) -> bool:
        """Whether a cell with a known number is not known to show it any more.

        Another look that means the same number is no change: some programs draw a number in several ways
        while it fades in.
        """
        shown = self.sight.known(before)
        return bool(((shown > 0) & (self.sight.known(after) != shown)).any())

    def _is_covered(self, before: Cells, after: Cells, clicked: Sequence[Cell]) -> bool:
        """Whether something hides a part of the board: open cells changed, or too many new looks came."""
        if self._is_overwritten(before, after):
            return True
        strange = self._strange(before, after, clicked)
        looks = len(np.unique(after[strange]))
        if looks <= _STRANGE_LOOKS:
            return False
        # Where empty cells have a drawing, an opening is told by the rules alone.
        return looks > _OPENING_LOOKS or not self._is_opening(before, after, clicked)

    def _strange(self, before: Cells, after: Cells, clicked: Sequence[Cell]) -> Mask:
        """The cells that changed without being opened: what shows mines and flags when a game is over."""
        changed = before != after
        reached = np.zeros(changed.shape, dtype=bool)
        waiting = [cell for cell in clicked if changed[cell]]
        for cell in waiting:
            reached[cell] = True
        while waiting:
            row, column = waiting.pop()
            number = int(after[row, column])
            meaning = self.sight.meaning(number)
            if meaning == 0 or (meaning is None and self.sight.is_plain(number)):
                near = slice(max(0, row - 1), row + 2), slice(max(0, column - 1), column + 2)
                new = np.zeros_like(reached)
                new[near] = True
                new &= ~reached & changed
                reached |= new
                waiting += [(int(y), int(x)) for y, x in np.argwhere(new)]
        drawn = [number for number in np.unique(after).tolist() if self._may_be_mine(number)]
        strange: Mask = changed & ~reached & np.isin(after, drawn)
        return strange

    def _may_be_mine(self, number: int) -> bool:
        """Whether a look may show a mine or a flag: something is drawn, and it is no known number."""
        return not self.sight.is_plain(number) and self.sight.meaning(number) in (None, FLAG)

    def _end(
        self, game: _Begun, move: Move, before: Cells, after: Cells, clicked: Sequence[Cell]
    ) -> Ended | None:
        """How the game ended, if it did."""
        if self._is_opening(before, after, clicked):
            return None
        strange = self._strange(before, after, clicked)
        # Where all other mines are shown, a new look is the one that was hit, whatever else it seems to mean.
        all_shown = int(strange.sum()) == self._mines - 1
        unknown = [
            cell
            for cell in clicked
            if after[cell] != before[cell]
            and (
                self.sight.meaning(int(after[cell])) in (None, FLAG)
                or (all_shown and after[cell] not in before)
            )
        ]
        if not strange.any():
            mines = [cell for cell in unknown if self._is_mine(after, cell)]
            return self._lost(game, move, after, mines, strange) if mines else None
        hidden = np.isin(after, list(self.sight.look_of(HIDDEN)))
        mined = hidden | strange
        # A program that shows the mines of a won game shows all of them. If cells are still hidden, an
        # unknown look is the mine that was hit. Else a loss on one of the last two cells would look
        # like a win.
        exploded = [
            cell for cell in unknown if hidden.any() or self._exploded(int(after[cell]), after[strange])
        ]
        if not exploded and int(mined.sum()) == self._mines and self._fits(after, mined):
            self._learn(after[strange])
            return game.ended("won", mined=mined)
        if not unknown:
            return game.ended("unfinished", "it is not clear how the game ended")
        return self._lost(game, move, after, exploded or unknown, strange)

    def _is_mine(self, of: Cells, cell: Cell) -> bool:
        """Whether an opened cell shows a mine, where nothing else changed."""
        readings = self.sight.marks(of)
        return bool(readings) and all(marks[cell] == FLAG for marks in readings)

    def _exploded(self, look: int, strange: Cells) -> bool:
        """Whether a cell that was opened last surely shows a mine."""
        return look in strange or self.sight.meaning(look) == FLAG

    def _fits(self, of: Cells, mined: Mask) -> bool:
        """Whether all known numbers are those of some mines."""
        marks = np.full(of.shape, -1)
        for mark in range(9):
            marks[np.isin(of, list(self.sight.look_of(mark)))] = mark
        padded = np.pad(mined.astype(int), 1)
        rows, columns = of.shape
        around = sum(
            padded[down : down + rows, right : right + columns] for down, right in product(range(3), repeat=2)
        )
        return bool(((marks == around) | (marks < 0)).all())

    def _lost(self, game: _Begun, move: Move, after: Cells, exploded: Sequence[Cell], strange: Mask) -> Ended:
        mined = strange.copy()
        for cell in exploded:
            mined[cell] = True
            self.sight.learn(int(after[cell]), FLAG)
        self._learn(after[mined])
        shown = mined if int(mined.sum()) == self._mines else None
        return game.ended("lost", misread=move.sure, mined=shown)

    def _learn(self, looks: Cells) -> None:
        for number in np.unique(looks).tolist():
            if self.sight.meaning(number) is None:
                self.sight.learn(number, FLAG)

    def _hidden_end(self, game: _Begun, move: Move, marks: Marks) -> Ended:
        """How a game ended, as far as it is known, if something covers the board after a click."""
        left = int((marks < 0).sum()) - len(move.cells)
        if move.sure and left == self._mines:
            mined = marks < 0
            for cell in move.cells:
                mined[cell] = False
            return game.ended(
                "won", "the last cells were certain, then something covered the board", mined=mined
            )
        if not move.sure:
            return game.ended("lost", "something covered the board after a guess")
        return game.ended("unfinished", "something covers the board")


def _first(readings: Sequence[Marks]) -> Marks:
    """The most likely position; one without cells if there is none."""
    return readings[0] if readings else np.zeros((0, 0), dtype=np.int16)


def _place(text: str) -> tuple[int, int] | None:
    """A place such as `640,30`; None for keys, which are checked."""
    parts = text.split(",")
    if len(parts) == 2 and all(part.strip().isdigit() for part in parts):
        return int(parts[0]), int(parts[1])
    check_keys(text)
    return None
