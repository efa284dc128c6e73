"""Puts a picture together: the cells, rings around some of them, row and column numbers, and a legend."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sapper.draw.scene import Look, Scene
from sapper.draw.shapes import CELL, SQUARE, Shape
from sapper.draw.symbols import Symbols

if TYPE_CHECKING:
    from sapper.draw.colour import Colour
    from sapper.draw.palette import Palette
    from sapper.draw.view import Row, View

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

    def _row(self, row: Row, scene: Scene) -> str:
        cells = [cell for _, cell in row.cells]
        names = map(self.symbols.cell, scene.looks(cells), map(self._view.shape_of, cells))
        drawn = "".join(use(name, x) for (x, _), name in zip(row.cells, names, strict=True))
        return f'<g transform="translate({self.left} {row.y + self.top})">{drawn}</g>'


def use(name: str, x: float, y: float = 0) -> str:
    """An SVG element that shows a definition at a place."""
    across = f' x="{x:g}"' if x else ""
    down = f' y="{y:g}"' if y else ""
    return f'<use href="#{name}"{across}{down}/>'
