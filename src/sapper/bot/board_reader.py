"""What a board on the screen shows, from picture to picture: the looks of its cells, learnt once.

The first picture tells where the board is. Later ones compare only the cells that changed with the looks
that are known, so reading them is quick.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import compress, product
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper import _engine
from sapper._support.engine_call import EngineCall
from sapper.board.marks import FLAG, HIDDEN, SAFE
from sapper.board.position import Position
from sapper.bot.drawings import MOST_DIFFERENCE, Layout
from sapper.errors import PositionError
from sapper.inference.analysing import analyse

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper._engine import Grid, Look

    Cells = NDArray[np.int_]
    Marks = NDArray[np.int16]
    Pixels = NDArray[np.uint8]
    State = tuple[list[Look], dict[int, int], frozenset[int], tuple[Pixels, Cells] | None]

_AROUND: Final = 4  # pixels around the board that are compared, too
_NOISE: Final = 6  # grey levels; smaller differences are noise
_SIDE: Final = 2  # pixels at each side of a cell
_MOST_CHANGE_BESIDE: Final = 0.01  # as a share of the pixels at a side, while the board is in place
_SAME_PLACE: Final = 1.5  # pixels by which lines may differ that are the same
_SAME_BOARD: Final = 0.1  # the least share of the cells that look the same in another size
_LEAST_PLACED_SHARE: Final = 0.75  # of the mines, if a program places fewer than it says


class BoardReader:
    """Reads one board on the screen, and learns what its looks mean."""

    def __init__(self, grid: Grid, mines: int, size: float | None = None) -> None:
        """Knows no looks yet.

        Args:
            grid: Where the cells lie on the screen.
            mines: The number of mines on the board.
            size: The size of a cell that tells how closely cells are compared; by default its own.
        """
        self.mines = mines
        """The mines on the board: fewer than at first, once the rules show that these are too many."""
        left, top, right, bottom = grid.box
        self.box = (max(0, left - _AROUND), max(0, top - _AROUND), right + _AROUND, bottom + _AROUND)
        """The part of the screen that `see` takes: left, top, right, bottom."""
        self.shape = grid.rows, grid.columns
        self._screen = grid
        self._grid = grid.at_offset(-self.box[0], -self.box[1])
        self._size = grid.size if size is None else size
        self._looks: list[Look] = []
        self._means: dict[int, int] = {}
        # New looks that hidden cells got, by themselves or by a click. They do not mean hidden.
        self._new_looks: frozenset[int] = frozenset()
        self._last: tuple[Pixels, Cells] | None = None
        self._extent = self.box[3] - self.box[1], self.box[2] - self.box[0]  # of a picture, straightened
        self.layout = Layout.of(grid)
        """How the cells lie on the screen."""
        # Which columns and rows of the pixels within `box` show the board as if it still lay as it did.
        self._straight: tuple[NDArray[np.int_], NDArray[np.int_]] | None = None
        self.chances: tuple[float, ...] = ()
        """How likely each position is that `marks` gave last."""

    @property
    def grid(self) -> Grid:
        """Where the cells lie on the screen."""
        return self._screen

    @property
    def grid_in_last(self) -> Grid:
        """Where they lie in the picture that was seen last."""
        return self._grid

    @property
    def last(self) -> Pixels | None:
        """The picture that was seen last, straightened."""
        return None if self._last is None else self._last[0]

    @property
    def last_looks(self) -> Cells:
        """The look of each cell in that picture."""
        return np.zeros(self.shape, dtype=np.int_) if self._last is None else self._last[1]

    @property
    def state(self) -> State:
        """What the reader knows. A caller restores it if the next picture is not of the board."""
        return self._looks, dict(self._means), self._new_looks, self._last

    @state.setter
    def state(self, state: State) -> None:
        self._looks, means, self._new_looks, self._last = state
        self._means = dict(means)

    def middle(self, cell: tuple[int, int]) -> tuple[int, int]:
        """The pixel of the screen in the middle of a cell."""
        row, column = cell
        xs, ys = self._screen.xs[column : column + 2], self._screen.ys[row : row + 2]
        return round(sum(xs) / 2), round(sum(ys) / 2)

    def straighten(self, pixels: Pixels) -> Pixels:
        """The board as if rows and columns were still as large as at first, from the pixels within `box`."""
        if self._straight is None:
            return pixels
        xs, ys = (
            np.minimum(each, size - 1) for each, size in zip(self._straight, pixels.shape[1::-1], strict=True)
        )
        return np.asarray(pixels[ys][:, xs])

    def see(self, pixels: Pixels) -> Cells | None:
        """The number of the look of each cell, of shape (rows, columns).

        Args:
            pixels: The part of the screen within `box`, straightened.

        Returns:
            The numbers; None if there are so many new looks that this is not the board.
        """
        low, high, first, last = 0, self.shape[0], 0, self.shape[1]
        of = np.zeros(self.shape, dtype=np.int_)
        changes = np.ones(self.shape, dtype=bool)
        if self._last is not None:
            before, of = self._last[0], self._last[1].copy()
            differs = differ(before, pixels)
            changes = self._cells_with(differs)
            # A drawing may reach into the next cell. So a cell with a drawing keeps its look if only its
            # sides changed.
            plain = np.array([look.plain for look in self._looks])[of]
            changes &= plain | self._cells_with(differs, _SIDE)
            rows, columns = np.flatnonzero(changes.any(axis=1)), np.flatnonzero(changes.any(axis=0))
            if not rows.size:
                self._last = pixels, of
                return of.copy()
            low, high, first, last = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
        looks, new_looks = self._looks_in(pixels, (low, high), (first, last))
        if self._last is not None and (changes & (of == new_looks)).any():
            # Where open cells look nearly like hidden ones, only some of both tell them apart.
            looks, new_looks = self._looks_in(pixels, (0, self.shape[0]), (0, self.shape[1]))
        if len(looks) > _engine.MOST_LOOKS:
            return None
        # A cell that did not change keeps its look, though it may be like a new one, too.
        was_hidden = changes & np.isin(of, list(self.look_of(HIDDEN)))
        np.copyto(of, new_looks, where=changes)
        new = {number for number in of[was_hidden].tolist() if number >= len(self._looks)}
        self._new_looks |= {number for number in new if not looks[number].plain}
        self._looks = looks
        self._last = pixels, of
        return of.copy()

    def open(self, looks: Cells) -> None:
        """Notes what hidden cells show that were opened by a click: that is not hidden any more."""
        self._new_looks |= set(looks.tolist()) - self.look_of(HIDDEN)

    def _looks_in(
        self, pixels: Pixels, rows: tuple[int, int], columns: tuple[int, int]
    ) -> tuple[list[Look], Cells]:
        """The looks, and the number of that of each cell in some rows and columns; 0 for others."""
        (low, high), (first, last) = rows, columns
        part = _engine.Grid(self._grid.xs[first : last + 1], self._grid.ys[low : high + 1])
        looks = _engine.looks_in(pixels, part, self._looks, self._size)
        inside = np.zeros((high - low, last - first), dtype=np.int_)
        for number, look in enumerate(looks):
            inside.ravel()[look.cells] = number
        of = np.zeros(self.shape, dtype=np.int_)
        of[low:high, first:last] = inside
        return looks, of

    def see_anew(self) -> Cells | None:
        """The looks in the picture that was seen last, as if nothing had been known."""
        pixels = self.last
        self.state = [], {}, frozenset(), None
        return None if pixels is None else self.see(pixels)

    def see_in(self, screen: Pixels) -> Cells | None:
        """The same in a picture of the whole screen."""
        return self.see(self.part_of(screen))

    def part_of(self, screen: Pixels) -> Pixels:
        """The part of a picture of the whole screen that `see` takes."""
        left, top, right, bottom = self.box
        return self.straighten(screen[top:bottom, left:right])

    def changes(self, before: Pixels, now: Pixels) -> NDArray[np.bool_]:
        """The cells whose pixels are not the same in two pictures, of shape (rows, columns)."""
        return self._cells_with(differ(before, now))

    def in_place(self, now: Pixels) -> bool:
        """Whether what is around the board looks as in the picture that was seen last.

        If it does not, the board may lie elsewhere, or have cells of another size.
        """
        if self._last is None:
            return True
        differs = differ(self._last[0], now)
        left, top = (max(0, round(lines[0]) - _SIDE) for lines in (self._grid.xs, self._grid.ys))
        right, bottom = (round(lines[-1]) + _SIDE for lines in (self._grid.xs, self._grid.ys))
        sides = differs[:top], differs[bottom:], differs[:, :left], differs[:, right:]
        return all(side.mean() <= _MOST_CHANGE_BESIDE for side in sides if side.size)

    def lies_in(self, grid: Grid) -> bool:
        """Whether a grid is that of the board."""
        lines = (grid.xs, self._screen.xs), (grid.ys, self._screen.ys)
        return all(np.abs(np.subtract(*each)).max() <= _SAME_PLACE for each in lines)

    def at_offset(self, right: int, down: int) -> BoardReader:
        """The same board at another place."""
        other = BoardReader(self._screen.at_offset(right, down), self.mines, self._size)
        other._grid, other._straight, other.state = self._grid, self._straight, self.state
        other.layout, other._extent = self.layout.at_offset(right, down), self._extent
        return other

    def with_layout(self, layout: Layout) -> BoardReader:
        """The same board where rows and columns have other sizes, and drawings the same."""
        other = BoardReader(layout.grid, self.mines, self._size)
        other._grid, other.state, other.layout = self._grid, self.state, layout
        left, top = other.box[:2]
        height, width = other._extent = self._extent
        other._straight = (
            _straight(self._grid.xs, layout.xs - left, np.array(layout.grid.xs) - left, width),
            _straight(self._grid.ys, layout.ys - top, np.array(layout.grid.ys) - top, height),
        )
        return other

    def learn_again(self, pixels: Pixels, before: Cells) -> None:
        """Learns what numbers look like now, from cells whose numbers it knew.

        A browser draws a digit a little otherwise where it begins at another part of a pixel.

        Args:
            pixels: The part of the screen within `box`, straightened. The last picture stays the one before.
            before: The looks of the cells before that.
        """
        new_looks, last = self.state[2:]
        known = len(self._looks)
        marks = self.marks_of(before)
        of = self.see(pixels)
        if of is not None:
            for number in range(known, len(self._looks)):
                numbers = set(marks[(of == number) & (marks >= 0)].tolist())
                if len(numbers) == 1:
                    self.learn(number, numbers.pop())
                elif not numbers and last is not None and self._is_same(of == number, last[0], pixels):
                    meanings = {self.meaning(each) for each in before[of == number].tolist()}
                    if meanings == {HIDDEN}:
                        self.learn(number, HIDDEN)
        self._new_looks, self._last = new_looks, last

    def _is_same(self, cells: NDArray[np.bool_], before: Pixels, now: Pixels) -> bool:
        """Whether some cells show the same in two pictures, up to a shift by one pixel."""
        for row, column in np.argwhere(cells).tolist():
            (top, bottom), (left, right) = (
                (round(lines[place]) + _SIDE, round(lines[place + 1]) - _SIDE)
                for lines, place in ((self._grid.ys, row), (self._grid.xs, column))
            )
            was = before[top:bottom, left:right].astype(np.float64)
            least = min(
                np.mean((was - now[top + down : bottom + down, left + aside : right + aside]) ** 2)
                for down, aside in product((-1, 0, 1), repeat=2)
            )
            if least > MOST_DIFFERENCE * was.var():
                return False
        return True

    def with_grid(
        self, grid: Grid, pixels: Pixels, before: Cells
    ) -> Iterator[tuple[BoardReader, Cells, float]]:
        """The same board with cells of another size, if the screen shows it so.

        Drawings may have another size now. So it keeps only the looks of hidden cells and of cells without a
        drawing. It learns the others from cells whose numbers it knew.

        Args:
            grid: Where it may lie now.
            pixels: The whole screen.
            before: The looks of the cells before that.

        Yields:
            What is seen there, the looks before in its numbers, and the share of the cells that are the same;
            nothing if it is not the same board.
        """
        other = BoardReader(grid, self.mines, self._size)
        same_looks = [
            number for number, look in enumerate(self._looks) if look.plain or self.meaning(number) == HIDDEN
        ]
        other._looks = [self._looks[number].with_cells([]) for number in same_looks]
        other._means = {
            place: self._means[number] for place, number in enumerate(same_looks) if number in self._means
        }
        now = other.see_in(pixels)
        if now is None:
            return
        marks, was = self.marks_of(before), now.copy()
        for place, number in enumerate(same_looks):
            was[before == number] = place
        for number in np.unique(now).tolist():
            numbers = set(marks[(now == number) & (marks >= 0)].tolist())
            if len(numbers | {other.meaning(number)} - {None}) > 1:
                return
            for mark in numbers:
                other.learn(number, mark)
        alike = (was == now) & (np.isin(before, same_looks) | (marks > 0))
        if alike.mean() >= _SAME_BOARD:
            yield other, was, float(alike.mean())

    def _cells_with(self, pixels: NDArray[np.bool_], aside: int = 0) -> NDArray[np.bool_]:
        """The cells that have some of these pixels. `aside` pixels at each side of a cell do not count."""
        xs, ys = np.round(self._grid.xs).astype(int), np.round(self._grid.ys).astype(int)
        if aside:
            pixels = pixels.copy()
            for away in range(-aside, aside):
                pixels[:, np.clip(xs + away, 0, pixels.shape[1] - 1)] = False
                pixels[np.clip(ys + away, 0, len(pixels) - 1)] = False
        across = np.add.reduceat(pixels[:, : xs[-1]].astype(np.int64), xs[:-1], axis=1)
        return np.asarray(np.add.reduceat(across[: ys[-1]], ys[:-1], axis=0) > 0)

    def knows_all(self, of: Cells) -> bool:
        """Whether the meaning of all these looks is certain."""
        return all(number in self._means for number in np.unique(of).tolist())

    def is_incomplete(self, of: Cells, before: Cells | None = None) -> bool:
        """Whether an empty cell touches a hidden one: most programs open all that touches an empty cell.

        Many programs draw a cell like an empty one while the mouse button is down, or before its number. On
        a busy machine that stays for a while.

        Args:
            of: The look of each cell.
            before: The looks before. Cells that were empty then do not count.
        """
        looks = list(self.look_of(0))
        empty = np.isin(of, looks) if before is None else np.isin(of, looks) & ~np.isin(before, looks)
        return bool((around(empty).astype(bool) & np.isin(of, list(self.look_of(HIDDEN)))).any())

    def marks(self, of: Cells, *, anew: bool = True) -> list[Marks]:
        """The positions that the looks may mean, the most likely first; none if the rules allow none.

        The reader remembers what all of them agree on.

        Args:
            of: The look of each cell.
            anew: Whether to forget what was remembered and learn it again, if the rules contradict it.
        """
        looks = np.unique(of).tolist()
        labellings: list[dict[int, int]] = []
        marks = self.marks_of(of) if self.knows_all(of) else None
        if marks is not None:
            # A program may place fewer mines than it says. Other meanings would then fit by chance only.
            for mines in range(self.mines, int(_LEAST_PLACED_SHARE * self.mines), -1):
                if _is_possible(marks, mines):
                    self.mines, self.chances = mines, (1.0,)
                    return [marks]
        else:
            labellings = self._labellings(of, looks, self._means, self._new_looks)
            plain = {number for number in looks if self.is_plain(number)}.difference(self._means)
            if not labellings and plain & self._new_looks:
                empty = dict.fromkeys(plain, 0)
                labellings = self._labellings(of, looks, self._means | empty, self._new_looks)
        for new_looks in (self._new_looks, frozenset[int]()) if anew else ():
            if not labellings:
                labellings = self._labellings(of, looks, {}, new_looks)
                if labellings:
                    self._means, self._new_looks = {}, new_looks
        for number in looks:
            meanings = {meaning[number] for meaning in labellings}
            if len(meanings) == 1:
                self._means[number] = meanings.pop()
        return [self._marks_with(of, meaning) for meaning in labellings]

    def _labellings(
        self, of: Cells, looks_there: list[int], means: Mapping[int, int], new_looks: frozenset[int]
    ) -> list[dict[int, int]]:
        looks = [
            self._looks[number].with_cells(np.flatnonzero(of == number).tolist()) for number in looks_there
        ]
        # For the engine, no empty cell touches a hidden one, but some programs leave it so.
        hidden = np.isin(of, [number for number, mark in means.items() if mark == HIDDEN])
        beside = {number for number in of[around(hidden) > 0].tolist() if means.get(number) == 0}
        certain = {
            place: SAFE if number in beside else means[number]
            for place, number in enumerate(looks_there)
            if number in means
        }
        unhidden = {place for place, number in enumerate(looks_there) if number in new_looks}
        with EngineCall("reading the screen"):
            meanings, chances, _ = _engine.readings_of(looks, *self.shape, self.mines, certain, unhidden)
        labellings = [dict(zip(looks_there, meaning, strict=True)) for meaning in meanings]
        for labelling in labellings:
            labelling.update(dict.fromkeys(beside, 0))
        fits = [
            not beside or _is_possible(self._marks_with(of, labelling), self.mines)
            for labelling in labellings
        ]
        self.chances = tuple(compress(chances, fits))
        return list(compress(labellings, fits))

    def _marks_with(self, of: Cells, means: dict[int, int]) -> Marks:
        table = np.full(len(self._looks), FLAG, dtype=np.int16)
        for number, mark in means.items():
            table[number] = mark
        return table[of]

    def marks_of(self, of: Cells) -> Marks:
        """What the cells surely show. What is not sure counts as a mine or a flag."""
        return self._marks_with(of, self._means)

    def meaning(self, number: int) -> int | None:
        """What a look surely means: a number, -1 hidden, -2 a mine or a flag. None if it is not certain."""
        return self._means.get(number)

    def is_plain(self, number: int) -> bool:
        """Whether nothing is drawn in cells of this look."""
        return self._looks[number].plain

    def look_of(self, mark: int) -> set[int]:
        """The looks that surely mean a mark."""
        return {number for number, meaning in self._means.items() if meaning == mark}

    def learn(self, number: int, mark: int) -> None:
        """Remembers the meaning of a look, where the course of the game tells it."""
        self._means[number] = mark


def _is_possible(marks: Marks, mines: int) -> bool:
    """Whether the rules allow a position. Its flags are mines: no empty cell touches one of them.

    More flags than mines are hidden cells.
    """
    is_mine = marks == FLAG
    if np.count_nonzero(is_mine) > mines or (around(is_mine)[marks == 0] > 0).any():
        return False
    with suppress(PositionError):
        analyse(Position(marks, mines))
        return True
    return False


def _straight(
    before: Sequence[float], middles: NDArray[np.float64], lines: NDArray[np.float64], size: int
) -> NDArray[np.int_]:
    """Which pixel now shows what each pixel showed before, along a row of cells.

    Args:
        before: The lines between the cells before.
        middles: Where the middles of these cells are now.
        lines: The lines now. What lies beyond them is of the next cell.
        size: The number of pixels before.
    """
    old, new = np.round(before).astype(int), np.round(lines).astype(int)
    places = [np.arange(new[0] - old[0], new[0])]
    for cell, middle in enumerate(middles):
        shift = round(middle - (before[cell] + before[cell + 1]) / 2)
        pixels = np.arange(old[cell], old[cell + 1]) + shift
        places.append(np.clip(pixels, new[cell], new[cell + 1] - 1))
    places.append(np.arange(size - old[-1]) + new[-1])
    return np.asarray(np.maximum(np.concatenate(places), 0))


def around(mask: NDArray[np.bool_]) -> NDArray[np.int_]:
    """How many of the cells around each cell a mask has. The cell itself counts, too."""
    frame = np.pad(mask.astype(int), 1)
    rows, columns = mask.shape
    return np.asarray(
        sum(frame[down : down + rows, right : right + columns] for down, right in product(range(3), repeat=2))
    )


def differ(before: Pixels, now: Pixels) -> NDArray[np.bool_]:
    """The pixels that are not the same in two pictures. It is quick where most rows are equal."""
    new = np.zeros(before.shape[:2], dtype=np.bool_)
    rows = np.flatnonzero((before != now).any(axis=(1, 2)))
    if rows.size:
        before, now = before[rows[0] : rows[-1] + 1], now[rows[0] : rows[-1] + 1]
        more = np.maximum(before, now) - np.minimum(before, now) > _NOISE
        new[rows[0] : rows[-1] + 1] = more[..., 0] | more[..., 1] | more[..., 2]
    return new
