"""Plays games in the window of another program: looks, thinks, clicks, and tells how they end."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper._support.words import quantity, size_words
from sapper.board.marks import FLAG, HIDDEN
from sapper.bot import board_watcher
from sapper.bot.board_reader import BoardReader, around
from sapper.bot.board_watcher import CLEAR, BoardWatcher, Surroundings
from sapper.bot.bot_move import BotMove, may_win, move_in
from sapper.bot.desktop import PRESS, check_keys
from sapper.bot.game_end import OPENING_LOOKS, Change, GameEnd, GameUnderWay, end_of
from sapper.errors import FormatError, GameError, PositionError
from sapper.screen.reading import read_picture, refusal_behind, refusal_kind, refusal_words

if TYPE_CHECKING:
    from sapper.bot.board_reader import Cells, Marks
    from sapper.bot.desktop import Box, Desktop
    from sapper.strategy.strategy import Strategy

    Cell = tuple[int, int]


_DIM_COLOURS: Final = 0.95  # the largest share of its colours that a program leaves when it dims its board
_CLICKS: Final = 4  # clicks without an effect on a cell before the bot gives up
_HOLD_FACTOR: Final = 4  # times as long the button is held, once clicks had no effect or opened another cell
_LONGEST_HOLD: Final = 0.5  # seconds
_TRIES: Final = 3  # attempts to start a new game
_LEAST_VISIBLE_SHARE: Final = 0.5  # the least share of the cells beside a message
_STRAYS: Final = 3  # how often the bot looks again because the board changed before a click

_SAY_WHERE: Final = "Say where it is with --within or --window, and its size with --rows and --columns"
_ADVICE: Final = {
    "other_size": "",
    "terminal": "Play a program in a terminal with --terminal",
    "several_boards": "Choose one of them",
    "contradiction": None,  # that of the engine
}  # for refusals where it does not help to say where the board is

_SHOWS_MINES: Final = "the program shows mines, and something covers the board"


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
        show: Callable[[BotMove], None] = lambda _move: None,
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
            show: Called with each move before it is made.

        Raises:
            FormatError: There is no board, or more than one.
            PositionError: The number of mines is not possible.
            GameError: There is no such key, or the picture does not tell where the board ends, or how many
                mines it has.
        """
        self._desktop, self._strategy, self._show = desktop, strategy, show
        self._new_game, self._close = tuple(new_game), close
        self._front: int | None = None
        self._hold = PRESS  # seconds for which it holds the button: some programs look once in a picture
        for each in (*new_game, close):
            _place(each)  # raises if there is no such key
        self._within = within
        screen = desktop.capture()
        try:
            reading = read_picture(screen, mines, shape=shape, within=within)
        except (FormatError, PositionError) as error:
            raise type(error)(_with_options(error)) from None
        if shape is None and reading.unclear_ends:
            size, sides = size_words(reading.position.topology.shape), " and ".join(reading.unclear_ends)
            raise GameError(
                f"the board seems to have {size}, but it is not clear where it ends ({sides}): say the size "
                "with --level or with --rows and --columns, or begin a new game"
            )
        if reading.position.mines is None:
            counts = " or ".join(map(str, reading.counts))
            may_be = f" (it may be {counts})" if counts else ""
            raise GameError(
                f"the number of mines cannot be read from the window{may_be}: give it with --mines"
            )
        self.mines = reading.position.mines
        """The number of mines that a new game is said to have."""
        self._watcher = BoardWatcher(desktop, BoardReader(reading._read.grid, self.mines), screen)
        self._reacts, self._message, self._end_sign = False, False, ""

    @property
    def reader(self) -> BoardReader:
        """What is known of the board."""
        return self._watcher.reader

    def look(self) -> BotMove:
        """The move that the bot would make now.

        Raises:
            GameError: The board cannot be read, or there is nothing to do.
        """
        readings = self.reader.marks(self._watcher.looks())
        if not readings:
            raise GameError("no minefield fits what is on the screen: is the game over?")
        if self._all_safe_open(readings[0]):
            raise GameError("there is nothing to do: this game is won")
        return move_in(readings, self.reader.mines, self._strategy, self.reader.chances)

    def is_won(self) -> bool:
        """Whether the game on the screen is won already.

        Raises:
            GameError: The board cannot be read.
        """
        readings = self.reader.marks(self._watcher.looks())
        return bool(readings) and all(map(self._all_safe_open, readings))

    def _all_safe_open(self, marks: Marks) -> bool:
        """Whether all cells without a mine are open."""
        return int((marks < 0).sum()) == self.reader.mines

    def play(self) -> GameEnd:
        """Plays the game on the screen to its end.

        Raises:
            StoppedError: A person stopped it.
        """
        game = GameUnderWay(time.monotonic(), reacts=self._reacts)
        readings = self._watcher.readings()
        first = readings[0] if readings else np.zeros((0, 0), dtype=np.int16)
        game.clicks += [(0.0, (int(row), int(column))) for row, column in np.argwhere(first >= 0)]
        while readings:
            wins = list(map(self._all_safe_open, readings))
            if all(wins):
                return game.end("won", is_mine=readings[0] < 0)
            if any(wins):
                return game.end("unfinished", "the picture does not tell whether the game is won")
            move = move_in(readings, self.reader.mines, self._strategy, self.reader.chances)
            self._show(move)
            if not move.cells:
                why = f"the picture may show {quantity(len(readings), 'position')}"
                return game.end("unfinished", f"{why}, and no cell is hidden in all of them")
            self._begin_turn(move, game)
            clicks = self._click(move, game)
            if not clicks:  # the board changed by itself
                game.strays += 1
                if game.strays > _STRAYS:
                    return game.end("unfinished", "the board does not stand still")
                readings = self._watcher.readings()
                continue
            game.strays = 0
            game.guesses += not move.sure
            change = self._after(clicks)
            if change is None:
                return self._hidden_end(game, move)
            change, end = self._judge(game, move, change, clicks)
            if change is None:
                return self._hidden_end(game, move)
            if end is not None:
                return end
            game.reacts = self._reacts = True
            self._watcher.before, readings = change.after, self.reader.marks(change.after)
        return game.end("unfinished", "no minefield fits what is on the screen")

    def _judge(
        self, game: GameUnderWay, move: BotMove, change: Change, clicks: Sequence[Cell]
    ) -> tuple[Change | None, GameEnd | None]:
        """What the click changed, and how the game ended, if it did; None if something covers the board.

        Before it reports a loss, it looks for the board: if its cells have other sizes now, it saw no mine.
        """
        if change.is_elsewhere:  # the program took the mouse for where it had been before
            self._hold = min(self._hold * _HOLD_FACTOR, _LONGEST_HOLD)
            # The record is of what the program opened, and the bot did not choose it.
            when, _ = game.clicks[-1]
            places = np.argwhere(change.before != change.after).tolist()
            game.clicks[-len(clicks) :] = [(when, (row, column)) for row, column in places]
            game.guesses -= not move.sure
            return change, None
        end = end_of(game, change, sure=move.sure, in_place=self._watcher.in_place)
        if end is not None and end.status == "lost":
            state = self.reader.state
            if self._watcher.follow(thorough=True):
                again = self._change_without_cover(clicks, board_watcher.CALM)
                if again is None:
                    return None, None
                change, end = again, end_of(game, again, sure=move.sure, in_place=self._watcher.in_place)
            else:
                self.reader.state = state
        if end is None or end.status == "unfinished":
            end = self._end_with_message(game, move, change) or end
        return change, end

    def start_again(self) -> None:
        """Starts a new game, and waits for it. Closes what covers the board.

        Raises:
            GameError: There is no new game after some seconds.
            StoppedError: A person stopped it.
        """
        self._watcher.before = self._watcher.fresh()
        self.reader.mines = self.mines
        if not self._reacts:  # the window that came to the front with a click may be a dialog about it
            self._front = None
        for _ in range(_TRIES):
            self._watcher.remember()
            for keys in self._new_game:
                self._do(keys)
            if self._began():
                return
            self._uncover()
        keys = ", ".join(self._new_game)
        raise GameError(f"no new game began with {keys}: say with --new-game what starts one")

    def _do(self, keys: str) -> None:
        """Presses keys, or clicks a place: `keys` may name either."""
        place = _place(keys)
        if place is None:
            self._desktop.press(keys)
        else:
            self._desktop.click(place, self._hold)
        self._watcher.veil = CLEAR
        self._watcher.rest()
        self._desktop.sleep(board_watcher.CALM)

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
        end = time.monotonic() + board_watcher.PATIENCE
        while time.monotonic() < end:
            of = self._watcher.still()
            if of is not None and self._is_fresh(of):
                return True
            self._watcher.recall()
            if self._watcher.follow():
                end = time.monotonic() + board_watcher.PATIENCE
        return False

    def _is_fresh(self, of: Cells) -> bool:
        """Whether a new game has begun: nearly all is hidden, and nothing else than numbers is shown."""
        looks = np.unique(of).tolist()
        if len(looks) > OPENING_LOOKS or (not self.reader.knows_all(of) and not self.reader.marks(of)):
            return False
        hidden = np.isin(of, list(self.reader.look_of(HIDDEN))).mean()
        if hidden < 1 and self._watcher.is_same():  # the old game, in a program that hangs
            return False
        return bool(hidden > 0.5) and all(self.reader.meaning(number) != FLAG for number in looks)

    def _begin_turn(self, move: BotMove, game: GameUnderWay) -> None:
        """Notes what is on the screen before a click."""
        self._watcher.remember()
        self._watcher.rest_beside(move.position.marks >= 0)
        self._move, self._reacts = move, game.reacts
        self._message, self._end_sign = False, ""
        self._around = Surroundings(self._desktop, self._within, self.reader.grid)

    def _click(self, move: BotMove, game: GameUnderWay) -> list[Cell]:
        """Clicks the cells that still look as they did when the move was chosen.

        It clicks nothing if the board has changed since then: the board may lie elsewhere.
        """
        clicks: list[Cell] = []
        last = self.reader.last
        # Cells beside a mine that is certain open no other cells, so the bot need not see them open before it
        # clicks the next. They come first. A program that misses clicks gets the next one only after it has
        # drawn the last.
        risks = np.nan_to_num(move.analysis.mine_probability)
        alone = (around(risks == 1) > 0) & (self._hold <= PRESS)
        # A board that moves may do so at each click, and the next cell would be another one then.
        cells = sorted(move.cells, key=lambda cell: not alone[cell])[: 1 if self._watcher.restless else None]
        for cell in cells:
            now = self._watcher.capture()
            if last is not None:
                changes = self.reader.changes(last, now)
                if not self.reader.in_place(now) or (not clicks and changes.any() and game.strays < _STRAYS):
                    break
                if changes[cell]:
                    continue
            self._desktop.click(self.reader.middle(cell), self._hold)
            if self._front is None:
                self._front = self._desktop.front()
            game.clicks.append((time.monotonic() - game.start, cell))
            clicks.append(cell)
            if not alone[cell]:
                self._watcher.wait_for_change([cell], now)
                self._watcher.rest()
        if clicks and alone[clicks[-1]] and last is not None:
            self._watcher.wait_for_change(clicks, last)
            self._watcher.rest()
        return clicks

    def _end_beside_cover(self, change: Change | None) -> str:
        """The sign that the game is over and not won, while something covers the board; empty if none.

        Mines beside the cover are such a sign, and so is a new game. Another one is a message that the window
        of the board itself shows in front of a part of the board.
        """
        if change is not None and change.mines_beside_cover is not None:
            return _SHOWS_MINES
        if (change is not None and change.is_new_game) or self._watcher.shows_new_game():
            return "the program began a new game"
        if not self._reacts or self._front is None or self._desktop.front() != self._front:
            return ""  # another window may be in front
        same = self._watcher.same_cells()
        hidden = np.isin(self._watcher.before, list(self.reader.look_of(HIDDEN)))
        if same.mean() >= _LEAST_VISIBLE_SHARE:
            won = np.count_nonzero(hidden & same) <= self.reader.mines and may_win(self._move)
            return "" if won else "the program shows a message in front of its board"
        return (
            "" if may_win(self._move) or not self._watcher.is_blank() else "the program took its board away"
        )

    def _change_to(self, of: Cells, clicks: Sequence[Cell]) -> Change:
        change = Change(self.reader, self._watcher.before, of, clicks)
        # If all cells changed, the program has dimmed its board, and hidden cells look different, too.
        is_dim = not (change.before == of).any()
        self.reader.open(np.array([of[cell] for cell in clicks]) if is_dim else of[change.area])
        return change

    def _after(self, clicks: Sequence[Cell]) -> Change | None:
        """What a click changed, once the program has drawn it; None if something covers the board.

        New looks, or more changes than an opening makes, may be an animation. So it looks again later.
        """
        of = self._watcher.still()
        if of is not None and self.reader.knows_all(of):
            change = self._change_to(of, clicks)
            if change.is_opening:
                return change
        later: Change | None = None
        for calm in (board_watcher.CALM, board_watcher.CALM_END):
            self._watcher.recall()
            later = self._change_without_cover(clicks, calm)
            if later is None or later.is_opening:
                return later
        for number in range(_CLICKS):
            if later is None or not later.is_nothing:
                break
            hold = min(self._hold * _HOLD_FACTOR**number, _LONGEST_HOLD)
            before = self._watcher.capture()
            self._desktop.click(self.reader.middle(clicks[0]), hold)
            self._watcher.wait_for_change(clicks[:1], before)
            self._watcher.rest()
            later = self._change_without_cover(clicks, board_watcher.CALM_END)
            if later is not None and not later.is_nothing:
                self._hold = hold
        return later

    def _change_without_cover(self, clicks: Sequence[Cell], calm: float) -> Change | None:
        """What changed, once the board is still and uncovered. It tries once to close what covers it.

        Before that it looks for the board: if the board lies elsewhere, nothing covers it.
        """
        # A message that goes by itself may need more time than one that is closed.
        for closes in (True, False):
            end = time.monotonic() + (board_watcher.PATIENCE / 2 if closes else board_watcher.PATIENCE)
            while True:
                of = self._watcher.still(calm)
                change = None if of is None else self._change_to(of, clicks)
                if (
                    change is not None
                    and not change.is_covered
                    and (change.is_opening or not self._watcher.is_away())
                ):
                    return change
                # A program that fades without end has no more time than others.
                if (self._watcher.veil == CLEAR or time.monotonic() <= end) and self._watcher.lift_veil():
                    continue
                over = time.monotonic() > end
                self._end_sign = self._end_beside_cover(change) if over else ""
                if self._watcher.follow():
                    continue
                self._watcher.recall()
                if over:
                    break
            self._message = True
            if closes:
                self._uncover()
        return None

    def _end_with_message(self, game: GameUnderWay, move: BotMove, change: Change) -> GameEnd | None:
        """How the game ended, as far as it is known, if clicks no longer change anything.

        A program that reacted before, and now shows a message instead, has ended the game. Cells without a
        mine are left, so it is lost. The same holds if the program dims its board and opens nothing. It may
        have won, too, if it has not drawn yet what the last click opened.
        """
        if (
            self._watcher.veil.share <= _DIM_COLOURS
            and not change.is_opening
            and self._desktop.front() == self._front
        ):
            if not move.sure and not may_win(move):
                return game.end("lost", "the program dims its board, and opens nothing any more")
            if change.is_nothing:
                return self._hidden_end(game, move)
        if not change.is_nothing:
            return None
        if not move.sure and game.reacts and (self._message or self._around.show_a_message()):
            return game.end("lost", "the program shows a message, and its board does not react any more")
        why = "the program does not react to clicks"
        if not game.reacts:
            return game.end("unfinished", why)
        if move.sure:
            return game.end("unfinished", f"{why} any more")
        return game.end("unfinished", f"{why} any more: the guess may have lost the game", silent=True)

    def _hidden_end(self, game: GameUnderWay, move: BotMove) -> GameEnd:
        """How a game ended, as far as it is known, if something covers the board after a click."""
        self._watcher.recall()
        marks = move.position.marks
        left = int((marks < 0).sum()) - len(move.cells)
        if move.sure and left == self.reader.mines:
            is_mine = marks < 0
            for cell in move.cells:
                is_mine[cell] = False
            return game.end(
                "won", "the last cells were certain, then something covered the board", is_mine=is_mine
            )
        # A message or a new game after a cell that was certain may mean anything.
        if self._end_sign == _SHOWS_MINES or (self._end_sign and not move.sure):
            return game.end("lost", self._end_sign, misread=move.sure)
        return game.end("unfinished", "something covers the board")


def _with_options(error: FormatError | PositionError) -> str:
    """Why a picture was not read, with the options that help instead of the arguments."""
    refusal = refusal_behind(error)
    if refusal is None:
        return str(error)
    advice = _ADVICE.get(refusal_kind(refusal), _SAY_WHERE)
    return refusal_words(refusal, where="on the screen", place="--within {},{},{},{}", advice=advice)


def _place(text: str) -> tuple[int, int] | None:
    """A place such as `640,30`; None for keys, which are checked."""
    parts = text.split(",")
    if len(parts) == 2 and all(part.strip().isdigit() for part in parts):
        return int(parts[0]), int(parts[1])
    check_keys(text)
    return None
