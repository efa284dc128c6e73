"""Where the cells of a board go on lines of characters.

A cell is a gutter of one character, for a mark such as that of the best cell, and its content. Rows and
columns are numbered from 0. Odd rows of hexagons are shifted. Rows that are too wide are cut into bands, one
below the other. Boards of more than two dimensions are drawn plane by plane. Graphs and boards of one
dimension are drawn as one row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

from sapper.draw.shapes import shapes_of

if TYPE_CHECKING:
    from sapper.board.topology import Topology

_MOST_COLUMNS_LABELLED: Final = 100
_LABEL_EVERY: Final = 5
"""On wider boards only every fifth column has a label, because three digits do not fit over each column."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that names a plane of a board of more dimensions, or a blank line."""

    text: str


@dataclass(frozen=True, slots=True)
class ColumnNumbers:
    """The line above a band, with the numbers of its columns."""

    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells within a band.

    Attributes:
        label: What stands before the cells. It includes the shift of hexagons.
        cells: Its cells, by their numbers in the engine.
    """

    label: str
    cells: range


Line = Heading | ColumnNumbers | Row


class Layout:
    """The lines of a drawing, with the cells on them.

    Attributes:
        content: How many characters the content of a cell has.
        cell: How many characters there are from one cell of a row to the next.
        lines: All lines from the top.
    """

    def __init__(self, topology: Topology, width: int | None = None) -> None:
        """Lays the board out, in time linear in its rows.

        Args:
            topology: Which board.
            width: How many characters fit in a line. None means no limit. A line has at least one cell,
                whatever the width.
        """
        shape = topology.shape
        self._columns = shape[-1]
        self._rows = shape[-2] if len(shape) > 1 else 1
        self._planes = shape[:-2]
        # Where numbers have one digit, a content of two digits can only be a risk.
        degree = topology.max_degree
        self.content = 2 if degree < 10 else max(3, len(str(degree)))
        self._label_width = len(str(self._rows - 1)) + 1 if len(shape) > 1 else 0
        self.cell = 1 + self.content
        shifts = shapes_of(topology.kind)[0].shift > 0
        if shifts and (width is None or self._width(1) <= width):
            self.cell += 1  # rows are shifted by half a cell, so its width is even
        self._shift = self.cell // 2 if shifts else 0
        self._in_a_band = self._columns
        if width is not None:
            room = width - self._label_width - self._shift
            self._in_a_band = min(max(1, room // self.cell), self._columns)
        self.lines: tuple[Line, ...] = tuple(self._all_lines())

    def _width(self, extra: int) -> int:
        """The width of the widest line with all columns, if cells were wider by `extra`."""
        cell = self.cell + extra
        return self._label_width + cell // 2 + self._columns * cell

    def _all_lines(self) -> Iterator[Line]:
        size = self._rows * self._columns
        for number, plane in enumerate(product(*map(range, self._planes))):
            if plane:
                if number > 0:
                    yield Heading("")
                yield Heading(f"({', '.join(map(str, plane))}, row, column)")
            yield from self._plane(number * size)

    def _plane(self, first: int) -> Iterator[Line]:
        for start in range(0, self._columns, self._in_a_band):
            band = range(start, min(start + self._in_a_band, self._columns))
            if start > 0:
                yield Heading("")
            yield ColumnNumbers(self._column_numbers(band))
            for row in range(self._rows):
                begin = first + row * self._columns
                yield Row(self._row_label(row), range(begin + band.start, begin + band.stop))

    def _row_label(self, row: int) -> str:
        if self._label_width == 0:
            return ""
        return f"{row:{self._label_width - 1}} " + " " * (row % 2 * self._shift)

    def _column_numbers(self, band: range) -> str:
        text = " " * self._label_width
        for place, column in enumerate(band):
            if self._columns <= _MOST_COLUMNS_LABELLED or column % _LABEL_EVERY == 0:
                text = text.ljust(self._label_width + place * self.cell + 1) + str(column)
        return text
