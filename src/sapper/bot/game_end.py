"""What a click changed on the board, and whether the game ended with it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from sapper.board.marks import FLAG, HIDDEN
from sapper.board.minefield import Minefield
from sapper.board.topology import Topology
from sapper.bot.board_reader import around
from sapper.replays.replay import Replay

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.bot.board_reader import BoardReader, Cells

    Cell = tuple[int, int]
    Mask = NDArray[np.bool_]

OPENING_LOOKS: Final = 12
"""The most looks of a first opening. More are a dialog."""

_STRANGE_LOOKS: Final = 4  # the most new looks of mines, flags and wrong flags together
_FEWEST_ALIKE: Final = 2  # the fewest cells alike that are mines where something covers the board


@dataclass(frozen=True)
class Change:
    """The looks of all cells before and after a click.

    Attributes:
        reader: What is known of the board.
        before: The look of each cell before.
        after: And after the click.
        clicks: The cells that were clicked.
    """

    reader: BoardReader
    before: Cells
    after: Cells
    clicks: Sequence[Cell]

    @property
    def is_nothing(self) -> bool:
        """Whether no cell changed."""
        return np.array_equal(self.before, self.after)

    @property
    def is_opening(self) -> bool:
        """Whether cells were opened, and surely nothing else happened."""
        changes = self.before != self.after
        if not all(changes[cell] for cell in self.clicks):
            return False
        # A cell that is pressed and not yet open may have a look of its own.
        openings = self._openings()
        return bool(openings) and all(cells[cell] for cells in openings for cell in self.clicks)

    @property
    def is_elsewhere(self) -> bool:
        """Whether surely other cells were opened, all of them together, and none that was clicked."""
        changes = self.before != self.after
        if not changes.any() or any(changes[cell] for cell in self.clicks):
            return False
        row, column = np.argwhere(changes)[0].tolist()
        together = replace(self, clicks=[(row, column)]).area
        openings = self._openings() if together.sum() == changes.sum() else []
        return bool(openings) and all(cells.any() for cells in openings)

    def _openings(self) -> list[Mask]:
        """The cells that were opened, in each reading of the board; none if mines or flags may have come."""
        changes = self.before != self.after
        if self.is_overwritten or self.plain_mines is not None:
            return []
        readings = self.reader.marks(self.after, anew=False)
        if any((changes & (marks == FLAG)).any() for marks in readings):
            return []
        return [np.asarray(changes & (marks >= 0)) for marks in readings]

    @property
    def is_overwritten(self) -> bool:
        """Whether a cell with a known number may show something else now.

        Another look that means the same number is no change: some programs draw a number in several ways
        while it fades in.
        """
        return bool(self._overwritten.any())

    @property
    def _overwritten(self) -> Mask:
        numbers = self.reader.marks_of(self.before)
        return np.asarray((numbers > 0) & (self.reader.marks_of(self.after) != numbers))

    @property
    def is_covered(self) -> bool:
        """Whether something hides a part of the board: open cells changed, or too many new looks came."""
        if self.is_overwritten:
            return True
        looks = len(np.unique(self.after[self.strange]))
        if looks <= _STRANGE_LOOKS:
            return False
        # Where empty cells have a drawing, only the rules tell an opening.
        return looks > OPENING_LOOKS or not self.is_opening

    @property
    def is_new_game(self) -> bool:
        """Whether all cells are hidden, and some were not before."""
        hidden = list(self.reader.look_of(HIDDEN))
        return bool(np.isin(self.after, hidden).all() and (self.reader.marks_of(self.before) > 0).any())

    @property
    def strange(self) -> Mask:
        """The cells that changed without being opened: what shows mines and flags when a game is over."""
        empty = [
            number
            for number in np.unique(self.after).tolist()
            if (meaning := self.reader.meaning(number)) == 0
            or (meaning is None and self.reader.is_plain(number))
        ]
        strange: Mask = self.mine_like & ~self._area(np.isin(self.after, empty))
        return strange

    @property
    def area(self) -> Mask:
        """The cells that changed with the clicks: those, and all that changed beside others of them."""
        return self._area(np.ones(self.after.shape, dtype=bool))

    def _area(self, leads_on: Mask) -> Mask:
        """The same, but only cells that lead on continue it."""
        changes = self.before != self.after
        area, now = np.zeros(changes.shape, dtype=bool), np.zeros(changes.shape, dtype=bool)
        for cell in self.clicks:
            now[cell] = changes[cell]
        while (now & ~area).any():
            area = now
            now = area | ((around(area & leads_on) > 0) & changes)
        return area

    @property
    def plain_mines(self) -> Mask | None:
        """All mines, if they show as cells of another colour with nothing drawn; None if that is not sure.

        All numbers fit these mines. Some lie away from all that the clicks can have opened.
        """
        was_hidden = np.isin(self.before, list(self.reader.look_of(HIDDEN)))
        looks = set(self.after[was_hidden].tolist()).difference(self.before.ravel().tolist())
        looks = {number for number in looks if self.reader.is_plain(number)}
        if not looks or len(looks) > _STRANGE_LOOKS:
            return None
        apart = ~self.area
        for count in range(1, len(looks) + 1):
            for some in combinations(looks, count):
                is_mine = np.isin(self.after, some)
                for cell in self.mine_clicks:
                    is_mine[cell] = True
                all_there = int(is_mine.sum()) == self.reader.mines and (is_mine & apart).any()
                if all_there and self.fits(is_mine, where=~is_mine):
                    return is_mine
        return None

    @property
    def mine_like(self) -> Mask:
        """The cells that changed into something that may be a mine or a flag."""
        looks = [number for number in np.unique(self.after).tolist() if self._may_be_mine(number)]
        return np.asarray((self.before != self.after) & np.isin(self.after, looks))

    def _may_be_mine(self, number: int) -> bool:
        """Whether a look may show a mine or a flag: something is drawn, and it is no known number."""
        return not self.reader.is_plain(number) and self.reader.meaning(number) in (None, FLAG)

    @property
    def hidden(self) -> Mask:
        """The cells that surely are hidden after the click."""
        return np.isin(self.after, list(self.reader.look_of(HIDDEN)))

    @property
    def mine_clicks(self) -> list[Cell]:
        """The clicked cells that changed into something that may be a mine."""
        # Where all other mines are shown, a new look is the one that was hit, whatever else it seems to mean.
        all_mines_show = int(self.strange.sum()) == self.reader.mines - 1
        return [
            cell
            for cell in self.clicks
            if self.after[cell] != self.before[cell]
            and (
                self.reader.meaning(int(self.after[cell])) in (None, FLAG)
                or (all_mines_show and self.after[cell] not in self.before)
            )
        ]

    def is_surely_mine(self, cell: Cell) -> bool:
        """Whether a clicked cell shows a mine in all readings of the board."""
        readings = self.reader.marks(self.after)
        return bool(readings) and all(marks[cell] == FLAG for marks in readings)

    def fits(self, is_mine: Mask, *, where: Mask | None = None) -> bool:
        """Whether some minefield fits all known numbers, or those at some cells."""
        marks = self.reader.marks_of(self.after)
        is_number = marks >= 0 if where is None else (marks >= 0) & where
        return bool((marks == around(is_mine))[is_number].all())

    @property
    def mines_beside_cover(self) -> Mask | None:
        """The mines that are shown although something covers a part of the board; None if that is not sure.

        Several cells show the same drawing, and the numbers beside them say that these are all mines there.
        Before there are numbers, their places tell. The drawings that most cells show count, because a cover
        has some that are alike, too.
        """
        looks, counts = np.unique(self.after[self.strange], return_counts=True)
        looks = looks[np.argsort(-counts, kind="stable")]
        most = min(_STRANGE_LOOKS, int(np.count_nonzero(counts >= _FEWEST_ALIKE)))
        for count in range(1, 1 + most):
            is_mine = self.strange & np.isin(self.after, looks[:count])
            for cell in self.clicks:
                is_mine[cell] |= self.after[cell] in looks[:count]
            covered = self._overwritten | (self.strange & ~is_mine)
            for cell in self.clicks:
                covered[cell] |= not is_mine[cell]
            numbers = self.reader.marks_of(self.before)
            telling = (numbers > 0) & ~covered & (around(covered) == 0) & (around(is_mine) > 0)
            tells = np.count_nonzero(telling) >= _FEWEST_ALIKE and self.fits(is_mine, where=telling)
            if tells or (not (numbers > 0).any() and self._are_scattered(is_mine)):
                return is_mine
        return None

    def _are_scattered(self, is_mine: Mask) -> bool:
        """Whether at least half of the mines may show, and some lie apart from the click and from others."""
        count = np.count_nonzero(is_mine)
        alone = is_mine & ~self.area & (around(is_mine) == 1)
        return bool(count <= self.reader.mines <= 2 * count and np.count_nonzero(alone) >= _FEWEST_ALIKE)


Status = Literal["won", "lost", "unfinished"]


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended.

    Attributes:
        status: Won, lost, or unfinished.
        why: Why it is unfinished, or what the status rests on.
        guesses: How many of the opened cells were not certainly safe.
        misread: Whether a cell that seemed certainly safe held a mine: then a picture was read wrong.
        seconds: How long it took.
        replay: The recorded game; None if the program did not show where the mines were.
        silent: Whether the program stopped reacting after a guess and showed nothing. Then the game is lost,
            unless the program hangs.
    """

    status: Status
    why: str
    guesses: int
    misread: bool
    seconds: float
    replay: Replay[tuple[int, int]] | None
    silent: bool = False

    def before_new_game(self) -> GameEnd:
        """The same, now that the program began a new game: it does not hang."""
        if not self.silent:
            return self
        why = "the board did not react after a guess, and then a new game began"
        return replace(self, status="lost", why=why, silent=False)


@dataclass(slots=True)
class GameUnderWay:
    """A game that is being played.

    Attributes:
        start: When it began, by the clock of `time.monotonic`.
        clicks: Which cells were clicked, and how many seconds after the start.
        guesses: How many of them were not certainly safe.
        reacts: Whether the program has opened cells, in this game or in one before.
        strays: How many times in turn the board changed by itself before a click.
    """

    start: float
    clicks: list[tuple[float, Cell]] = field(default_factory=list)
    guesses: int = 0
    reacts: bool = False
    strays: int = 0

    def end(
        self,
        status: Status,
        why: str = "",
        *,
        misread: bool = False,
        is_mine: Mask | None = None,
        silent: bool = False,
    ) -> GameEnd:
        """The game, which ended with this status. `is_mine` are its mines, if the program showed them."""
        seconds = time.monotonic() - self.start
        replay = None if is_mine is None else self._replay(is_mine)
        return GameEnd(status, why, self.guesses, misread, seconds, replay, silent)

    def _replay(self, is_mine: Mask) -> Replay[tuple[int, int]]:
        game = Minefield(is_mine, Topology.square(*is_mine.shape)).game()
        times = []
        for when, cell in self.clicks:
            if game.status == "playing" and game.open(*cell):
                times.append(when)
        return Replay.from_game(game, times, {"Program": "sapper bot"})


def end_of(game: GameUnderWay, change: Change, *, sure: bool, in_place: bool) -> GameEnd | None:
    """How a game ended, if the board shows that; None if it goes on, or nothing changed.

    A game counts as lost only if mines show. Then it remembers their looks.

    Args:
        game: The game.
        change: What the last click changed.
        sure: Whether the cells that were clicked seemed certainly safe.
        in_place: Whether the board surely lies where the looks were taken.
    """
    if change.is_opening:
        return None
    plain_mines = change.plain_mines
    if plain_mines is not None:
        return _lost(game, change, sure, (), plain_mines)
    if not in_place and change.mines_beside_cover is None:
        return game.end("unfinished", "the board may lie elsewhere now")
    strange, mine_clicks = change.strange, change.mine_clicks
    if not strange.any():
        mines = [cell for cell in mine_clicks if change.is_surely_mine(cell)]
        return _lost(game, change, sure, mines, strange) if mines else None
    hidden = change.hidden
    is_mine = hidden | strange
    # A program that shows the mines of a won game shows all of them. If cells are still hidden, an
    # unknown look is the mine that was hit. Else a loss on one of the last two cells would look
    # like a win.
    explosions = [cell for cell in mine_clicks if hidden.any() or _is_explosion(change, cell)]
    if not explosions and int(is_mine.sum()) == change.reader.mines and change.fits(is_mine):
        _learn(change, strange)
        return game.end("won", is_mine=is_mine)
    if mine_clicks:
        return _lost(game, change, sure, explosions or mine_clicks, strange)
    # The program may show all mines but the one that was hit.
    mine_like = change.mine_like
    hit = mine_like.copy()
    for cell in change.clicks:
        hit[cell] = True
    for is_mine in (mine_like, hit):
        if int(is_mine.sum()) == change.reader.mines and change.fits(is_mine):
            return _lost(game, change, sure, (), is_mine)
    return game.end("unfinished", "it is not clear how the game ended")


def _is_explosion(change: Change, cell: Cell) -> bool:
    """Whether a cell that was opened last surely shows a mine."""
    look = int(change.after[cell])
    return look in change.after[change.strange] or change.reader.meaning(look) == FLAG


def _lost(
    game: GameUnderWay, change: Change, sure: bool, explosions: Sequence[Cell], strange: Mask
) -> GameEnd:
    is_mine = strange.copy()
    for cell in explosions:
        is_mine[cell] = True
        change.reader.learn(int(change.after[cell]), FLAG)
    _learn(change, is_mine)
    all_mines = is_mine if int(is_mine.sum()) == change.reader.mines else None
    return game.end("lost", misread=sure, is_mine=all_mines)


def _learn(change: Change, is_mine: Mask) -> None:
    for number in np.unique(change.after[is_mine]).tolist():
        if change.reader.meaning(number) is None or number not in change.before:
            change.reader.learn(number, FLAG)
