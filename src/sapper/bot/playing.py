"""Plays games in the window of another program: looks, thinks, clicks, and tells how they end."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from sapper._support.naming import quantity, size_words
from sapper.board.game import Game
from sapper.board.marks import FLAG, HIDDEN
from sapper.board.topology import Topology
from sapper.bot.again import found_again
from sapper.bot.change import Change
from sapper.bot.desktop import check_keys
from sapper.bot.moves import Move, move_in
from sapper.bot.sight import Sight
from sapper.bot.surroundings import Surroundings
from sapper.errors import BudgetError, GameError
from sapper.replays.replay import Replay
from sapper.screen.edges import Edges
from sapper.screen.grid import find_grids
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
_SEARCHES: Final = 3  # how often the board is looked for after a click, if it is not found
_VISIBLE: Final = 0.5  # the least share of the cells beside a message
_BLANK: Final = 0.6  # the least share of its place with one colour, if the board was taken away
_STRAYS: Final = 3  # how often the bot looks again because the board changed before a click
_OPENING_LOOKS: Final = 12  # the most looks of a new game in which one cell is open

_MINES_SHOWN: Final = "the program shows mines, and something covers the board"

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
    reacts: bool = False
    strays: int = 0

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
        self._within = within
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
        self._before = np.zeros(self.sight.shape, dtype=np.int_)
        self._searched: Pixels = np.zeros(0, dtype=np.uint8)
        self._searches = 0
        self._restless = False
        self._message, self._end_seen = False, ""
        self._remember()

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
        readings = self._looked()
        first = _first(readings)
        game.opened += [(0.0, (int(row), int(column))) for row, column in np.argwhere(first >= 0)]
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
            self._begin_turn(move)
            clicked = self._click(move, game)
            if not clicked:  # the board changed by itself
                game.strays += 1
                if game.strays > _STRAYS:
                    return game.ended("unfinished", "the board does not stand still")
                readings = self._looked()
                continue
            game.strays = 0
            game.guesses += not move.sure
            change = self._after(clicked)
            if change is None:
                return self._hidden_end(game, move, readings[0])
            end = self._end(game, move, change) or self._end_without_change(game, move, change)
            if end is not None:
                return end
            game.reacts = True
            self._before, readings = change.after, self.sight.marks(change.after)
        return game.ended("unfinished", "no minefield fits what is on the screen")

    def _looked(self) -> list[Marks]:
        """The positions that the screen may show now. The board is looked for again if there is none."""
        of = self._seen()
        readings = self.sight.marks(of)
        if not readings and self._follow():
            of = self._seen()
            readings = self.sight.marks(of)
        self._before = of
        return readings

    def start_again(self) -> None:
        """Starts a new game, and waits for it. What covers the board is closed first.

        Raises:
            GameError: There is no new game after some seconds.
            StoppedError: A person stopped it.
        """
        self._before = self._fresh()
        self._remember()
        for _ in range(_TRIES):
            self._searched, self._searches = self._searched[:0], 0
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
            of = self._still()
            if of is not None and self._is_fresh(of):
                return True
            self._recall()
            if self._follow():
                end = time.monotonic() + _PATIENCE
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

    def _remember(self) -> None:
        """Keeps what is known of the board before a click, to come back to."""
        self._known = self.sight.state

    def _recall(self) -> None:
        """Forgets what pictures seemed to say that are not of the board."""
        self.sight.state = self._known

    def _follow(self) -> bool:
        """Looks for the board on the whole screen. Returns whether it is elsewhere now, or of another size."""
        self._desktop.check()
        screen = self._desktop.capture()
        if self.sight.last is None or self._searches >= _SEARCHES or np.array_equal(screen, self._searched):
            return False
        self._recall()
        for sight, before in found_again(screen, self.sight, self._before):
            self._restless = True
            self.sight, self._before, self._searched = sight, before, self._searched[:0]
            self._remember()
            self._rest()
            return True
        self._searched = screen
        self._searches += 1
        return False

    def _still(self, calm: float = _GLANCE) -> Cells | None:
        """The looks of the cells once nothing changes for some time and nothing is half drawn; else None."""
        end = time.monotonic() + _PATIENCE
        before, since = self._capture(), time.monotonic()
        while time.monotonic() < end:
            self._desktop.sleep(_GLANCE)
            now = self._capture()
            if before.shape != now.shape or self.sight.changed(before, now).any():
                before, since = now, time.monotonic()
            elif time.monotonic() - since >= calm:
                if not self.sight.in_place(now) and self._follow():
                    before, since = self._capture(), time.monotonic()
                    continue
                of = self.sight.see(now)
                if of is None or not self.sight.is_half_drawn(of):
                    return of
        return None

    def _seen(self) -> Cells:
        self._rest()
        self._remember()
        of = self._still()
        if of is None and self._follow():
            of = self._still()
        if of is None:
            raise GameError("the board on the screen does not stand still, or something covers it")
        return of

    def _begin_turn(self, move: Move) -> None:
        """Notes what is on the screen before a click."""
        self._move = move
        self._remember()
        self._searched, self._searches = self._searched[:0], 0
        self._message, self._end_seen = False, ""
        self._around = Surroundings(self._desktop, self._within, self.sight.grid)

    def _click(self, move: Move, game: _Begun) -> list[Cell]:
        """Clicks the cells that still look as they did when the move was chosen.

        Nothing is clicked if the board has changed since: it may lie elsewhere.
        """
        clicked: list[Cell] = []
        seen = self.sight.last
        # A board that moves may do so at each click, and the next cell would be another one then.
        for cell in move.cells[:1] if self._restless else move.cells:
            if self._pause:
                self._desktop.sleep(self._pause)
            now = self._capture()
            if seen is not None:
                changed = self.sight.changed(seen, now)
                if not self.sight.in_place(now) or (not clicked and changed.any() and game.strays < _STRAYS):
                    break
                if changed[cell]:
                    continue
            self._desktop.click(self.sight.middle(cell))
            if self._front is None:
                self._front = self._desktop.front()
            game.opened.append((time.monotonic() - game.start, cell))
            clicked.append(cell)
            self._rest()
        return clicked

    def _end_beside_cover(self, change: Change | None) -> str:
        """What says that the game is over and not won, although something covers the board; empty if nothing.

        That are mines beside the cover, or a new game. Or the window of the board itself shows a message, in
        front of a part of the board.
        """
        if change is not None and change.mines_beside_cover is not None:
            return _MINES_SHOWN
        if (change is not None and change.is_new_game) or self._shows_new_game():
            return "the program began a new game"
        if self._front is None or self._desktop.front() != self._front:
            return ""  # another window may be in front
        same = self._unchanged()
        hidden = np.isin(self._before, list(self.sight.look_of(HIDDEN)))
        if same.mean() >= _VISIBLE:
            may_be_won = np.count_nonzero(hidden & same) <= self._mines and self._may_win()
            return "" if may_be_won else "the program shows a message in front of its board"
        return "" if self._may_win() or not self._is_blank() else "the program took its board away"

    def _may_win(self) -> bool:
        """Whether the last click may have opened all cells that were left: itself, or all around it, too."""
        move = self._move
        if int((move.position.marks < 0).sum()) - len(move.cells) <= self._mines:
            return True
        try:
            return any(0 in move.analysis.outcomes(cell) for cell in move.cells)
        except BudgetError:
            return True

    def _is_blank(self) -> bool:
        """Whether nothing like a board is where it was."""
        part = self._capture()
        _, counts = np.unique(part.reshape(-1, 3), axis=0, return_counts=True)
        return bool(counts.max() >= _BLANK * counts.sum()) and not find_grids(Edges.of(part))

    def _unchanged(self) -> Mask:
        """The cells that look as before the click."""
        self._recall()
        now, last = self._capture(), self.sight.last
        if last is None or last.shape != now.shape:
            return np.zeros(self.sight.shape, dtype=bool)
        return ~self.sight.changed(last, now)

    def _shows_new_game(self) -> bool:
        """Whether a board is on the screen on which all cells are hidden, unlike before."""
        self._recall()
        if not (self.sight.known(self._before) > 0).any():
            return False
        fresh = self._fresh()
        screen = self._desktop.capture()
        return any(
            np.isin(now, list(sight.look_of(HIDDEN))).all()
            for sight, _ in found_again(screen, self.sight, fresh)
            if (now := sight.see_in(screen)) is not None
        )

    def _fresh(self) -> Cells:
        """The looks of a board on which all is hidden."""
        return np.full(self.sight.shape, min(self.sight.look_of(HIDDEN), default=0))

    def _changed(self, of: Cells, clicked: Sequence[Cell]) -> Change:
        return Change(self.sight, self._mines, self._before, of, clicked)

    def _after(self, clicked: Sequence[Cell]) -> Change | None:
        """What a click changed, once the program has drawn it; None if something covers the board.

        New looks, or more changes than an opening makes, may be an animation. So it looks again later.
        """
        of = self._still()
        if of is not None and self.sight.is_known(of):
            change = self._changed(of, clicked)
            if change.is_opening:
                return change
        found: Change | None = None
        for calm in (_CALM, _CALM_END):
            self._recall()
            found = self._uncovered(clicked, calm)
            if found is None or found.is_opening:
                return found
        for _ in range(_CLICKS):
            if found is None or not found.is_nothing:
                break
            self._desktop.click(self.sight.middle(clicked[0]))
            self._rest()
            found = self._uncovered(clicked, _CALM_END)
        return found

    def _uncovered(self, clicked: Sequence[Cell], calm: float) -> Change | None:
        """What changed once nothing moves and nothing covers the board. What stays there is closed once.

        The board is looked for before that: where it lies elsewhere, nothing covers it.
        """
        for closes in (
            True,
            False,
        ):  # a message that goes by itself may need more time than one that is closed
            end = time.monotonic() + (_PATIENCE / 2 if closes else _PATIENCE)
            while True:
                of = self._still(calm)
                change = None if of is None else self._changed(of, clicked)
                if change is not None and not change.is_covered:
                    return change
                over = time.monotonic() > end
                self._end_seen = self._end_beside_cover(change) if over else ""
                if self._follow():
                    continue
                self._recall()
                if over:
                    break
            self._message = True
            if closes:
                self._uncover()
        return None

    def _end(self, game: _Begun, move: Move, change: Change) -> Ended | None:
        """How the game ended, if the board shows that."""
        if change.is_opening:
            return None
        strange, unknown = change.strange, change.unknown
        if not strange.any():
            mines = [cell for cell in unknown if change.surely_mined(cell)]
            return self._lost(game, move, change, mines, strange) if mines else None
        after, hidden = change.after, change.hidden
        mined = hidden | strange
        # A program that shows the mines of a won game shows all of them. If cells are still hidden, an
        # unknown look is the mine that was hit. Else a loss on one of the last two cells would look
        # like a win.
        exploded = [
            cell for cell in unknown if hidden.any() or self._exploded(int(after[cell]), after[strange])
        ]
        if not exploded and int(mined.sum()) == self._mines and change.fits(mined):
            self._learn(after[strange])
            return game.ended("won", mined=mined)
        if unknown:
            return self._lost(game, move, change, exploded or unknown, strange)
        # The program may show all mines but the one that was hit.
        marked = change.marked
        hit = marked.copy()
        for cell in change.clicked:
            hit[cell] = True
        for mined in (marked, hit):
            if int(mined.sum()) == self._mines and change.fits(mined):
                return self._lost(game, move, change, (), mined)
        return game.ended("unfinished", "it is not clear how the game ended")

    def _exploded(self, look: int, strange: Cells) -> bool:
        """Whether a cell that was opened last surely shows a mine."""
        return look in strange or self.sight.meaning(look) == FLAG

    def _lost(
        self, game: _Begun, move: Move, change: Change, exploded: Sequence[Cell], strange: Mask
    ) -> Ended:
        mined = strange.copy()
        for cell in exploded:
            mined[cell] = True
            self.sight.learn(int(change.after[cell]), FLAG)
        self._learn(change.after[mined])
        shown = mined if int(mined.sum()) == self._mines else None
        return game.ended("lost", misread=move.sure, mined=shown)

    def _learn(self, looks: Cells) -> None:
        for number in np.unique(looks).tolist():
            if self.sight.meaning(number) is None:
                self.sight.learn(number, FLAG)

    def _end_without_change(self, game: _Begun, move: Move, change: Change) -> Ended | None:
        """How the game ended, as far as it is known, if clicks change nothing any more.

        A program that reacted before, and now shows a message instead, has ended the game. Cells without a
        mine are left, so it is lost.
        """
        if not change.is_nothing:
            return None
        if not move.sure and game.reacts and (self._message or self._around.show_a_message()):
            return game.ended("lost", "the program shows a message, and its board does not react any more")
        return game.ended("unfinished", "the program does not react to clicks")

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
        # A message or a new game after a cell that was certain may mean anything.
        if self._end_seen == _MINES_SHOWN or (self._end_seen and not move.sure):
            return game.ended("lost", self._end_seen, misread=move.sure)
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
