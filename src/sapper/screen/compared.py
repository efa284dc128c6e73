"""The looks of the cells of a board, compared with each other: grounds, borders, drawings and places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper.screen.shapes import digit_odds, opinions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.looks import Look

# Grounds and borders differ in grey levels.
OTHER_GROUND: Final = 10.0  # between the grounds of cells that may have different roles
NEAR: Final = 8.0  # between two looks without a drawing that are nearly the same
LIKE: Final = 15.0  # between two looks of which one is like the other, apart from what is drawn on them
_KIN: Final = 0.33  # nearly the same drawing differs by at most this share of its ink
_STRONG: Final = 0.6  # the points of a drawing with this share of its strongest ink tell its colour
_LEGIBLE: Final = 60.0  # by which numbers and flags differ from their ground
_BUSY: Final = 0.05  # more than this share of a hidden or empty cell is drawn on where shapes do not tell

# Shapes, in natural logarithms.
_SLOW: Final = 3.0  # only this part of the odds that a drawing is a digit counts
_DIGIT: Final = (-4.0, 0.5)  # and at least and at most this


class Compared:
    """The looks of one board.

    A *drawing* is what stands on the ground of a cell; looks without one are *plain*.

    Attributes:
        shape: The rows and columns of the board.
        of: The look of each cell.
        cells: The cells of each look.
        sizes: How many these are.
        neighbours: The cells that touch each cell.
        fewest: For each look, the fewest neighbours of a cell.
        touch: For each two looks, whether a cell of one touches a cell of the other.
        places: For each cell its row, its column, and which corner or side of the board it is in.
        plain: Whether a look has no drawing.
        doubtful: Whether its ground is not certain.
        busy: Whether so much of it is drawn on that shapes would not tell if it were hidden or empty.
        faint: Whether its drawing is too faint for a number or a flag.
        opinions: How much its drawing speaks for each number from 1 to 8, of shape (looks, 8), in natural
            logarithms.
        like_digits: How much its drawing speaks for a number, and against a flag, in natural logarithms.
        apart: How different each two looks are, apart from their drawings, in grey levels.
        others: The same, infinite for a look and itself.
        grounds_apart: The same for their grounds.
        drawn_apart: The same for their drawings.
        colours_apart: The same for the colours of their drawings.
        kin: For each look those that are nearly the same, itself among them. Where cells are not of whole
            pixels, a program may draw the same thing in slightly different ways.
    """

    def __init__(self, looks: Sequence[Look], shape: tuple[int, int]) -> None:
        """Compares them. Together they have all cells."""
        self.shape = shape
        self.cells = [look.cells for look in looks]
        self.sizes = np.array([len(cells) for cells in self.cells])
        self.of = np.zeros(shape[0] * shape[1], dtype=np.intp)
        for number, cells in enumerate(self.cells):
            self.of[cells] = number
        self.neighbours = _neighbours(*shape)
        self.fewest = [min(len(self.neighbours[cell]) for cell in cells) for cells in self.cells]
        self.touch = np.zeros((len(looks), len(looks)), dtype=bool)
        for cell, near in enumerate(self.neighbours):
            self.touch[self.of[cell], self.of[near]] = True
        rows, columns = np.divmod(np.arange(len(self.of)), shape[1])
        self.places = (rows, columns, 3 * _end_of(rows, shape[0]) + _end_of(columns, shape[1]))
        self.plain = np.array([look.plain for look in looks])
        self.doubtful = np.array([look.doubtful for look in looks])
        self.busy = [(np.abs(look.ink).max(axis=2) > 0).mean() > _BUSY for look in looks]
        self.opinions = np.array([_opinion(look) for look in looks])
        self.like_digits = np.array([_like_digit(look) for look in looks])
        self.apart = np.array([[_apart(look, other) for other in looks] for look in looks])
        self.others = np.where(np.eye(len(looks), dtype=bool), np.inf, self.apart)
        self.drawn_apart = np.array(
            [[float(np.abs(look.ink - other.ink).mean()) for other in looks] for look in looks]
        )
        grounds = np.array([look.ground for look in looks])
        self.grounds_apart = np.abs(grounds[:, np.newaxis] - grounds).max(axis=2)
        colours = np.array([_colour(look) for look in looks])
        self.colours_apart = np.abs(colours[:, np.newaxis] - colours).max(axis=2)
        self.faint = np.abs(colours).max(axis=1) < _LEGIBLE
        inks = np.array([np.abs(look.ink).mean() for look in looks])
        self.kin = [self._kin_of(number, inks) for number in range(len(looks))]

    def families(self) -> list[list[int]]:
        """The looks, those together that are nearly the same."""
        families: list[list[int]] = []
        left = set(range(len(self.sizes)))
        while left:
            family = {min(left)}
            while more := {each for number in family for each in self.kin[number]} & left - family:
                family |= more
            families.append(sorted(family))
            left -= family
        return families

    def on_another_ground(self, number: int, other: int) -> bool:
        """Whether the grounds of two looks are so different that they may have different roles."""
        return bool(self.grounds_apart[number, other] > OTHER_GROUND)

    def is_busy(self, roles: Iterable[int]) -> bool:
        """Whether something is drawn on hidden or empty cells."""
        return any(self.busy[number] for number in roles)

    def take_turns(self, same: Sequence[int]) -> bool:
        """Whether two looks are those of the dark and the light squares of a chessboard."""
        if len(same) != 2:
            return False
        colours = [np.unique(np.add(*np.divmod(self.cells[number], self.shape[1])) % 2) for number in same]
        return len(colours[0]) == len(colours[1]) == 1 and colours[0][0] != colours[1][0]

    def _kin_of(self, number: int, inks: NDArray[np.float64]) -> list[int]:
        """The looks that are nearly the same as a look. `inks` is how strong each drawing is."""
        if self.plain[number]:
            near = self.plain & (self.apart[number] < NEAR)
        else:
            most = np.maximum(inks[number], inks)
            near = ~self.plain & (self.drawn_apart[number] <= _KIN * most) & (self.apart[number] < LIKE)
        near &= self.grounds_apart[number] <= OTHER_GROUND
        return np.flatnonzero(near).tolist()


def _neighbours(rows: int, columns: int) -> list[NDArray[np.int_]]:
    """The numbers of the cells that touch each cell."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    around = []
    for cell in range(cells.size):
        row, column = divmod(cell, columns)
        near = cells[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
        around.append(near[near != cell])
    return around


def _end_of(lines: NDArray[np.int_], count: int) -> NDArray[np.int_]:
    """For each cell whether its row or column is the first (0), the last (2) or another one."""
    return np.asarray(1 + (lines == count - 1) - (lines == 0))


def _opinion(look: Look) -> NDArray[np.float64]:
    if not look.drawing.size:
        return np.zeros(8)
    left, top, right, bottom = look.placed
    return opinions(look.drawing, (right - left) / (bottom - top))


def _like_digit(look: Look) -> float:
    """How much a drawing speaks for a number, and against a flag."""
    if not look.drawing.size:
        return 0.0
    left, top, right, bottom = look.placed
    odds = digit_odds(look.drawing, (right - left) / (bottom - top))
    return float(np.clip(odds / _SLOW, *_DIGIT))


def _colour(look: Look) -> NDArray[np.float64]:
    """How the strongest points of a drawing differ from its ground, in each channel."""
    strength = np.abs(look.ink).sum(axis=2)
    strong = look.ink[strength >= _STRONG * strength.max()]
    return np.asarray(strong.mean(axis=0), dtype=np.float64)


def _apart(look: Look, other: Look) -> float:
    """How different two looks are, apart from what is drawn on them, in grey levels."""
    grounds = float(np.abs(look.ground - other.ground).max())
    return grounds + float(np.abs(look.border - other.border).mean())
