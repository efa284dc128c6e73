"""The frame of a picture: the cells that it shows, where they are, the labels around them, and the legend."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from sapper._support.words import brief, label_of
from sapper.draw.cell_symbols import CELL, SQUARE, Shape, Symbols, shapes_of
from sapper.draw.scene import Look, Scene
from sapper.errors import BoardError

if TYPE_CHECKING:
    from sapper.board.topology import Topology
    from sapper.draw.palettes import Colour, Palette

MOST_CELLS: Final = 20_000
"""The limit for pictures. Larger ones help nobody and are slow to show."""


class CellRow(NamedTuple):
    """Cells side by side."""

    y: int  # the top of the cells
    cells: list[tuple[int, int]]


def fits_picture(topology: Topology) -> bool:
    """Whether a picture can show the whole board."""
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
                f"for {MOST_CELLS}: choose a part, such as `rows=range(50)` and `columns=range(50)`"
            )
        self.shapes = shapes_of(topology.kind)
        self.shape: Shape = self.shapes[0]
        self._wraps = topology.wraps
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

    def rows(self) -> Iterator[CellRow]:
        """The cells, from the top."""
        for row in self._rows:
            yield self._row(row, self._columns)

    def ring(self) -> Iterator[CellRow]:
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

    def _row(self, row: int, columns: range | list[int]) -> CellRow:
        first = row % self._all_rows * self._all_columns
        cells = [(self._x(row, column), first + column % self._all_columns) for column in columns]
        return CellRow(self._y(row), cells)

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
            f"{label_of(what)} must be a part of range({extent}), not empty and in steps of 1, "
            f"not {brief(part)}"
        )
    return part


_LEGEND_HEIGHT: Final = 32

_SCALE: Final = 0.6
_BAR: Final = 84
_RISKS: Final = 206
_ICON: Final = 23
_LETTER: Final = 6.6
_GAP: Final = 14


@dataclass(frozen=True, slots=True)
class Legend:
    """What the line below a picture explains: its colours and marks."""

    risks: bool
    looks: Mapping[str, Look]  # of whole cells, by what they mean
    rings: Mapping[str, tuple[str, Colour]]  # names and colours of rings around cells, by what they mean

    def __bool__(self) -> bool:
        """Whether there is anything to explain."""
        return self.risks or bool(self.looks) or bool(self.rings)

    @property
    def width(self) -> int:
        """How wide the line is."""
        return math.ceil(sum(map(_width, self._words()), _RISKS if self.risks else 0)) - _GAP

    def elements(
        self, palette: Palette, symbols: Symbols, shape: Shape, left: float, top: float
    ) -> Iterator[str]:
        """The scale of risk, then the marks with their meanings, as SVG elements."""
        middle = top + _LEGEND_HEIGHT / 2
        yield f'<g font-family="system-ui,sans-serif" font-size="13" fill="{palette.label}">'
        if self.risks:
            yield from _scale(symbols, left, middle)
        names = [
            *(symbols.cell(look, shape) for look in self.looks.values()),
            *(symbols.ring(what, colour, shape) for what, colour in self.rings.values()),
        ]
        x = left + (_RISKS if self.risks else 0)
        scale = _SCALE * CELL / (CELL + 2 * shape.overhang)
        y = middle - scale * shape.height / 2
        for word, name in zip(self._words(), names, strict=True):
            at = f"{x + scale * shape.overhang:g} {y:g}"
            yield f'<use href="#{name}" transform="translate({at}) scale({scale:.2g})"/>'
            yield _text(x + _ICON, middle, word)
            x += _width(word)
        yield "</g>"

    def _words(self) -> list[str]:
        return [*self.looks, *self.rings]


def _scale(symbols: Symbols, left: float, middle: float) -> Iterator[str]:
    yield _text(left, middle, "risk 0 %")
    yield (
        f'<rect x="{left + 58:g}" y="{middle - 6:g}" width="{_BAR}" height="12" rx="2" '
        f'fill="url(#{symbols.scale()})"/>'
    )
    yield _text(left + 148, middle, "100 %")


def _width(word: str) -> float:
    return _ICON + _LETTER * len(word) + _GAP


def _text(x: float, middle: float, words: str) -> str:
    return f'<text x="{x:g}" y="{middle + 4.5:g}">{words}</text>'


_MARGIN: Final = 8
_LABELS: Final = 22
_FRAME: Final = 2
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REPLACEMENT: Final = "\ufffd"


class Page:
    """Puts a picture together."""

    def __init__(self, view: View, palette: Palette, labels: bool, legend: Legend | None = None) -> None:
        """Lays the picture out."""
        self._view = view
        self._palette = palette
        self._labels = labels
        self._legend = legend
        self.symbols = Symbols(palette, view.shape)
        self.left = _MARGIN + (_LABELS if labels else 0)  # where the cells begin
        self.top = _MARGIN + (_LABELS if labels else 0)  # where the cells begin
        self.width = self.left + view.width + _MARGIN
        self.height = self.top + view.height + _MARGIN
        if legend:
            self.width = max(self.width, self.left + legend.width + _MARGIN)
            self.height += _LEGEND_HEIGHT

    def cells(self, scene: Scene) -> Iterator[str]:
        """The cells, as SVG elements."""
        ring = "".join(self._row(row, scene) for row in self._view.ring())
        if ring:
            yield f'<g opacity=".4">{ring}</g>'
        yield self.ground()
        for row in self._view.rows():
            yield self._row(row, scene)

    def rings(self, what: str, colour: Colour, cells: Sequence[int]) -> Iterator[str]:
        """Rings around the given cells, as far as they are in the picture."""
        places = self._view.places() if cells else {}
        for cell in cells:
            if cell in places:
                x, y = places[cell]
                ring = self.symbols.ring(what, colour, self._view.shape_of(cell))
                yield use(ring, x + self.left, y + self.top)

    def surroundings(self) -> Iterator[str]:
        """The row and column numbers and the legend, as SVG elements."""
        if self._labels:
            for number, y in self._view.row_labels():
                yield use(self.symbols.label(number), self.left - _LABELS / 2 - 2, y + self.top)
            for number, x in self._view.column_labels():
                yield use(self.symbols.label(number), x + self.left, self.top - _LABELS / 2)
        if self._legend:
            top = self.top + self._view.height + _MARGIN
            yield from self._legend.elements(self._palette, self.symbols, self._view.shape, self.left, top)

    def document(self, parts: Iterable[str], title: str, scale: float) -> str:
        """The whole picture. Its parts must be made before, because they add definitions to it."""
        box = f'viewBox="0 0 {self.width:g} {self.height:g}"'
        size = f'width="{self.width * scale:g}" height="{self.height * scale:g}"'
        style = 'role="img" stroke-linecap="round" stroke-linejoin="round"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {box} {size} {style}>',
                f"<title>{html.escape(_NO_XML.sub(_REPLACEMENT, title))}</title>",
                "<defs>",
                *self.symbols.definitions(),
                "</defs>",
                f'<rect width="{self.width:g}" height="{self.height:g}" fill="{self._palette.page}"/>',
                *parts,
                "</svg>",
                "",
            ]
        )

    def ground(self) -> str:
        """The ground between square cells, as an SVG element. Hexagons have none."""
        if self._view.shape is not SQUARE:
            return ""
        x, y, width, height = self._view.box()
        box = f'x="{self.left + x - _FRAME}" y="{self.top + y - _FRAME}"'
        size = f'width="{width + 2 * _FRAME}" height="{height + 2 * _FRAME}"'
        return f'<rect {box} {size} rx="{_FRAME}" fill="{self._palette.board}"/>'

    def _row(self, row: CellRow, scene: Scene) -> str:
        cells = [cell for _, cell in row.cells]
        names = map(self.symbols.cell, scene.looks(cells), map(self._view.shape_of, cells))
        uses = "".join(use(name, x) for (x, _), name in zip(row.cells, names, strict=True))
        return f'<g transform="translate({self.left} {row.y + self.top})">{uses}</g>'


def use(name: str, x: float, y: float = 0) -> str:
    """An SVG element that shows a definition at a place."""
    across = f' x="{x:g}"' if x else ""
    down = f' y="{y:g}"' if y else ""
    return f'<use href="#{name}"{across}{down}/>'
