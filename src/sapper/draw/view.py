"""Which cells of a board are in a picture, and where they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from sapper._support.checks import shown
from sapper.draw.shapes import CELL, Shape, shapes_of
from sapper.errors import BoardError

if TYPE_CHECKING:
    from sapper.board.topology import Topology

MOST_CELLS: Final = 20_000
"""The limit for pictures. Larger ones help nobody and are slow to show."""


class Row(NamedTuple):
    """Cells side by side."""

    y: int  # the top of the cells
    cells: list[tuple[int, int]]


def can_be_seen(topology: Topology) -> bool:
    """Whether there are pictures of the whole board."""
    return topology.kind != "graph" and topology.dimension <= 2 and topology.size <= MOST_CELLS


class View:
    """A board, or a part of it, seen from above. A cell is 30 units wide.

    Where the board goes on beyond the picture, the picture has a ring of further cells: those that touch the
    cells at its edges. On a torus they come from the other side.

    Attributes:
        shapes: The shapes of the cells.
        shape: The first of them.
        width: The width of all cells, with the ring.
        height: The height of all cells, with the ring.
    """

    def __init__(
        self,
        topology: Topology,
        rows: range | None = None,
        columns: range | None = None,
        *,
        ring: bool = True,
    ) -> None:
        """Chooses the part, by default all rows and columns with the ring.

        Raises:
            BoardError: The board is a graph or has more than two dimensions, the part is not on the board, or
                it has too many cells for a picture.
        """
        if topology.kind == "graph" or topology.dimension > 2:
            what = "a graph" if topology.kind == "graph" else f"a board of {topology.dimension} dimensions"
            raise BoardError(f"only boards with rows and columns can be drawn, not {what}")
        all_rows, self._all_columns = (1, *topology.shape)[-2:]
        self._all_rows = all_rows
        self._rows = _part("rows", rows, all_rows)
        self._columns = _part("columns", columns, self._all_columns)
        if len(self._rows) * len(self._columns) > MOST_CELLS:
            raise BoardError(
                f"{len(self._rows)} x {len(self._columns)} cells are too many for a picture, which has room "
                f"for {MOST_CELLS}: choose a part, such as rows=range(50), columns=range(50)"
            )
        self.shapes = shapes_of(topology.kind)
        self.shape: Shape = self.shapes[0]
        self._wraps = topology.kind == "torus"
        down = (self._wraps and topology.dimension == 2) or len(self._rows) < all_rows
        across = self._wraps or len(self._columns) < self._all_columns
        self._ring = (int(ring and down), int(ring and across))
        beyond = 2 * self.shape.overhang
        self.width = (len(self._columns) + 2 * self._ring[1]) * CELL + self._widest_shift() + beyond
        rows_down = len(self._rows) + 2 * self._ring[0] - 1
        self.height = rows_down * self.shape.pitch + self.shape.height + beyond

    def shape_of(self, cell: int) -> Shape:
        """The shape of a cell, by its number in the engine."""
        row, column = divmod(cell, self._all_columns)
        return self.shapes[(row + column) % len(self.shapes)]

    def rows(self) -> Iterator[Row]:
        """The cells, from the top."""
        for row in self._rows:
            yield self._row(row, self._columns)

    def ring(self) -> Iterator[Row]:
        """The cells of the ring, from the top. A whole board has none, unless it is a torus."""
        for row in self._beyond(self._rows, self._ring[0], self._all_rows):
            columns = self._beyond(self._columns, self._ring[1], self._all_columns)
            outside = [column for column in columns if row not in self._rows or column not in self._columns]
            if outside:
                yield self._row(row, outside)

    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of the part without the ring."""
        down, across = self._ring
        left, top = across * CELL, down * self.shape.pitch
        return left, top, self.width - 2 * left, self.height - 2 * top

    def row_labels(self) -> Iterator[tuple[int, float]]:
        """The number and the middle of every row. A board with one row gets no number."""
        if self._all_rows > 1:
            for row in self._rows:
                yield row, self._y(row) + self.shape.height / 2

    def column_labels(self) -> Iterator[tuple[int, float]]:
        """The number and the middle, in the first row, of every column."""
        for column in self._columns:
            yield column, self._x(self._rows.start, column) + CELL / 2

    def places(self) -> dict[int, tuple[int, int]]:
        """The top left corner of every cell, by its number in the engine."""
        return {cell: (x, row.y) for row in self.rows() for x, cell in row.cells}

    def _beyond(self, part: range, by: int, extent: int) -> range:
        """The part, widened by `by` on both sides as far as the board goes."""
        first, end = part.start - by, part.stop + by
        return range(first, end) if self._wraps else range(max(first, 0), min(end, extent))

    def _row(self, row: int, columns: range | list[int]) -> Row:
        first = row % self._all_rows * self._all_columns
        cells = [(self._x(row, column), first + column % self._all_columns) for column in columns]
        return Row(self._y(row), cells)

    def _x(self, row: int, column: int) -> int:
        shift = self.shape.shift if row % 2 else 0
        return (column - self._columns.start + self._ring[1]) * CELL + shift + self.shape.overhang

    def _y(self, row: int) -> int:
        return (row - self._rows.start + self._ring[0]) * self.shape.pitch + self.shape.overhang

    def _widest_shift(self) -> int:
        odd = any(row % 2 for row in self._beyond(self._rows, self._ring[0], self._all_rows)[:2])
        return self.shape.shift if odd else 0


def _part(what: str, part: object, extent: int) -> range:
    if part is None:
        return range(extent)
    if not isinstance(part, range) or part.step != 1 or not 0 <= part.start < part.stop <= extent:
        raise BoardError(
            f"{what} must be a part of range({extent}), not empty and in steps of 1, not {shown(part)}"
        )
    return part
