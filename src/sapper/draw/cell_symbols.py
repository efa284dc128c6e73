"""What cells look like in a picture: their shapes, and the SVG definitions of all that stands in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from sapper.draw.palettes import Colour, Palette
from sapper.draw.scene import Look

CELL: Final = 30
"""The width of a cell. All other lengths are in the same units."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of cell. A cell is 30 units wide."""

    key: str  # a letter in the names of SVG definitions; each shape has its own
    height: int
    pitch: int  # how far it is from one row to the next
    shift: int  # how far odd rows are to the right
    corners: tuple[tuple[float, float], ...]  # of its edge, from the top left of its box, which is 30 wide
    tile: str  # path data of a smaller shape inside it, to be drawn with a line of width 4
    light: str  # path data of the edges at the top left, 3.5 wide
    shadow: str  # path data of the edges at the bottom right
    overhang: int = 0  # how far the largest cells of its board reach beyond their boxes
    zoom: float = 1  # how large the figures in it are

    @property
    def outline(self) -> str:
        """Path data of its edge."""
        return f"M{' '.join(f'{x:g} {y:g}' for x, y in self.corners)}z"

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of a cell."""
        return CELL / 2, self.height / 2

    @property
    def button(self) -> str:
        """SVG elements of a raised cell, lit from the top left. The user of the element sets the fill."""
        return (
            f'<path d="{self.outline}"/><path d="{self.light}" fill="#fff" opacity=".6"/>'
            f'<path d="{self.shadow}" opacity=".33" fill="#000"/>'
        )

    @property
    def flat(self) -> str:
        """SVG elements of a cell with round corners and a gap. The user sets fill and stroke."""
        return f'<path d="{self.tile}" stroke-width="4"/>'

    def plain(self, fill: Colour, line: Colour) -> str:
        """SVG elements of a cell with a line around it."""
        return f'<path d="{self.outline}" fill="{fill}" stroke="{line}"/>'

    def ring(self, colour: Colour, inner: Colour) -> str:
        """A line along the inside of the edge. A second line inside it makes it stand out from any colour."""
        x, y = self.centre
        rings = ((0.92, 3, colour), (0.8, 1.4, inner))
        return "".join(
            f'<path transform="translate({x:g} {y:g}) scale({scale}) translate({-x:g} {-y:g})" '
            f'd="{self.outline}" fill="none" stroke="{stroke}" stroke-width="{width}"/>'
            for scale, width, stroke in rings
        )


SQUARE: Final = Shape(
    key="s",
    height=30,
    pitch=30,
    shift=0,
    corners=((0, 0), (30, 0), (30, 30), (0, 30)),
    tile="M3 3H27V27H3z",
    light="M0 30V0H30L26.5 3.5H3.5V26.5z",
    shadow="M30 0V30H0L3.5 26.5H26.5V3.5z",
)

# Almost regular: 26 is close to 30 * sqrt(3) / 2, and all corners are at whole numbers.
HEXAGON: Final = Shape(
    key="h",
    height=35,
    pitch=26,
    shift=15,
    corners=((15, 0), (30, 9), (30, 26), (15, 35), (0, 26), (0, 9)),
    tile="M15 3.5 27 10.7V24.3L15 31.5 3 24.3V10.7z",
    light="M0 26V9L15 0 30 9 26.7 10.8 15 3.9 3.3 10.8V24.2z",
    shadow="M30 9V26L15 35 0 26 3.3 24.2 15 31.1 26.7 24.2V10.8z",
)

# Almost regular: sides of 18 and 17, and all corners at whole numbers. An octagon stands out of its box
# on each side by as much as a square leaves free.
_OCTAGON: Final = Shape(
    key="o",
    height=30,
    pitch=30,
    shift=0,
    corners=((6, -6), (24, -6), (36, 6), (36, 24), (24, 36), (6, 36), (-6, 24), (-6, 6)),
    tile="M7.2-3H22.8L33 7.2V22.8L22.8 33H7.2L-3 22.8V7.2z",
    light="M-6 24V6L6-6H24L22.6-2.5H7.4L-2.5 7.4V22.6z",
    shadow="M36 6V24L24 36H6L7.4 32.5H22.6L32.5 22.6V7.4z",
    overhang=6,
    zoom=1.2,
)
_GAP: Final = Shape(
    key="g",
    height=30,
    pitch=30,
    shift=0,
    corners=((6, 6), (24, 6), (24, 24), (6, 24)),
    tile="M9 9H21V21H9z",
    light="M6 24V6H24L21 9H9V21z",
    shadow="M24 6V24H6L9 21H21V9z",
    overhang=6,
    zoom=0.7,
)

_SHAPES: Final[Mapping[str, tuple[Shape, ...]]] = {"hexagons": (HEXAGON,), "octagons": (_OCTAGON, _GAP)}
"""By the kind of board. All others have squares. Two shapes alternate along rows and columns."""


def shapes_of(kind: str) -> tuple[Shape, ...]:
    """The shapes of cells on a kind of board. A cell has the one at `(row + column) % len`."""
    return _SHAPES.get(kind, (SQUARE,))


_DIGIT: Final = 18.5
_PERCENT: Final = 12.5
_LABEL: Final = 10.5
_ROUND: Final = "M0-9V9M-9 0H9M-6.3-6.3 6.3 6.3M6.3-6.3-6.3 6.3"

_GLYPHS: Final = {
    "0": "M0-7C-5.7-7-5.7 7 0 7S5.7-7 0-7z",
    "1": "M-2.8-4.2 1.2-7V7",
    "2": "M-4-3.9C-3.6-8.2 4-8 4-3.4 4 0-.6 2.4-4.2 7H4.4",
    "3": "M-3.8-5.5C-1.4-8.2 3.8-7.4 3.8-3.8 3.8-1.2 1.4-.4-.6-.4 1.8-.4 4.2.6 4.2 3.3 4.2 7.8-2.4 8.2-4.3 5",
    "4": "M2.2 7V-7L-4.6 3.2H4.9",
    "5": "M3.7-7H-3L-3.6-.6C-1.2-2.4 4.3-2 4.3 2.4 4.3 7.4-2.2 8-4.2 5.3",
    "6": "M2.8-7C-1.6-5.6-4.2-2-4.2 2.6A4.2 4.4 0 1 0 4.2 2.6 4.2 4.4 0 0 0-4.1 2",
    "7": "M-4.3-7H4.3L-1.4 7",
    "8": "M0-.6A3.5 3.2 0 1 1 0-7 3.5 3.2 0 0 1 0-.6 4.2 3.8 0 1 0 0 7 4.2 3.8 0 0 0 0-.6z",
    "9": "M-2.8 7C1.6 5.6 4.2 2 4.2-2.6A4.2 4.4 0 1 0-4.2-2.6 4.2 4.4 0 0 0 4.1-2",
    "<": "M3.6-4.4-3.6 0 3.6 4.4",
    ">": "M-3.6-4.4 3.6 0-3.6 4.4",
}
"""Path data around the origin, 14 units high, to be drawn as lines with round ends."""

_ADVANCE: Final = 12
_QUESTION: Final = "M-3.9-4.2C-3.5-8.2 4-8.2 4-3.9 4-1.2 0-.6 0 2.4M0 7v.1"
_CHECK: Final = "M-6 .6-1.8 4.8 6.4-5"
_RING: Final = "M0-4.2A4.2 4.2 0 1 1 0 4.2 4.2 4.2 0 1 1 0-4.2z"
_CROSS: Final = "M-9-9 9 9M9-9-9 9"


class Symbols:
    """The SVG definitions of a picture. Each is made when it is first needed, and used often.

    Digits and signs are strokes. So pictures need no fonts, and look the same everywhere.
    """

    def __init__(self, palette: Palette, shape: Shape) -> None:
        self._palette = palette
        self._shape = shape
        self._definitions: dict[str, str] = {}

    def cell(self, look: Look, shape: Shape) -> str:
        """The name of the definition of a look, in a cell of this shape."""
        return self._define(look.name, shape, lambda: self._body(look, shape))

    def ring(self, what: str, colour: Colour, shape: Shape) -> str:
        """The name of the definition of a ring around a cell of this shape."""
        return self._define(what, shape, lambda: shape.ring(colour, self._palette.page))

    def label(self, number: int) -> str:
        """The name of the definition of a row or column number, centred at the origin."""
        text = _writing(str(number), 0, 0, _LABEL)
        strokes = _strokes(text, self._palette.label, 2.2)
        return self._define(f"label-{number}", self._shape, lambda: strokes)

    def scale(self) -> str:
        """The name of the definition of the scale of risk, a gradient from left to right."""
        name = self._name("scale", self._shape)
        stops = self._palette.risk
        self._definitions[name] = f'<linearGradient id="{name}">' + "".join(
            f'<stop offset="{place / (len(stops) - 1):g}" stop-color="{stop}"/>'
            for place, stop in enumerate(stops)
        )
        self._definitions[name] += "</linearGradient>"
        return name

    def definitions(self) -> Iterator[str]:
        """The definitions that were needed so far, as SVG elements."""
        yield from self._definitions.values()

    def _define(self, what: str, shape: Shape, body: Callable[[], str]) -> str:
        name = self._name(what, shape)
        if name not in self._definitions:
            self._definitions[name] = f'<g id="{name}">{body()}</g>'
        return name

    def _name(self, what: str, shape: Shape) -> str:
        """A name that means the same in all pictures, because several may stand in one page."""
        return f"{self._palette.key}{shape.key}-{what}"

    def _body(self, look: Look, shape: Shape) -> str:
        x, y = shape.centre
        body = self._figure(look, x, y) + self._corner(look, x, y)
        if body and shape.zoom != 1:
            there = f"translate({x:g} {y:g}) scale({shape.zoom}) translate({-x:g} {-y:g})"
            body = f'<g transform="{there}">{body}</g>'
        return self._ground(look, shape) + body

    def _ground(self, look: Look, shape: Shape) -> str:
        palette = self._palette
        if look.kind == "exploded":
            return shape.plain(palette.exploded, palette.line)
        if look.kind in ("number", "unread", "bomb"):
            name = self._define("open", shape, lambda: shape.plain(palette.open, palette.line))
            return f'<use href="#{name}"/>'
        fill = self._fill(look)
        if palette.raised:
            return f'<use href="#{self._define("button", shape, lambda: shape.button)}" fill="{fill}"/>'
        return (
            f'<use href="#{self._define("tile", shape, lambda: shape.flat)}" fill="{fill}" stroke="{fill}"/>'
        )

    def _fill(self, look: Look) -> Colour:
        palette = self._palette
        if look.kind == "risk":
            return Colour.on_scale(palette.risk, look.value / 100)
        return {"safe": palette.safe, "mine": palette.mine}.get(look.kind, palette.hidden)

    def _figure(self, look: Look, x: float, y: float) -> str:
        palette = self._palette
        match look.kind:
            case "number" if look.value > 0:
                colour = palette.numbers[min(look.value, len(palette.numbers)) - 1]
                size = _DIGIT if look.value < 10 else 0.8 * _DIGIT
                return _strokes(_writing(str(look.value), x, y, size), colour, 2.9)
            case "unread":
                return _strokes(_at(x, y, f'<path d="{_RING}"/>'), palette.label, 2)
            case "risk":
                text = {0: "<1", 100: ">99"}.get(look.value, str(look.value))
                size = _PERCENT if len(text) < 3 else 0.8 * _PERCENT
                return _strokes(_writing(text, x, y, size), self._fill(look).ink, 2.3)
            case "safe":
                return _strokes(_at(x, y, f'<path d="{_CHECK}"/>'), palette.safe.ink, 3)
            case "mine":
                return _at(x, y, _mine(palette.mine.ink, palette.mine))
            case "bomb" | "exploded":
                return _at(x, y, _mine(palette.ink, palette.open))
            case "flag":
                return _at(x, y, self._flag())
            case "question":
                return _strokes(_at(x, y, f'<path d="{_QUESTION}"/>'), palette.ink, 2.7)
            case "wrong":
                cross = _strokes(f'<path d="{_CROSS}"/>', palette.cross, 2.6)
                return _at(x, y, self._flag() + cross)
        return ""

    def _corner(self, look: Look, x: float, y: float) -> str:
        """A small flag or question mark, in the colour that reads best on the cell."""
        if not look.mark:
            return ""
        ink = self._fill(look).ink
        question = _strokes(f'<path d="{_QUESTION}"/>', ink, 3.4)
        sign = {"flag": _flag(ink, ink), "question": question}[look.mark]
        return f'<g transform="translate({x + 8.5:g} {y - 8.5:g}) scale(.5)">{sign}</g>'

    def _flag(self) -> str:
        return _flag(self._palette.ink, self._palette.flag)


def _flag(pole: Colour, cloth: Colour) -> str:
    return (
        f'<path d="M-2.2-8.5V7.5M-6.5 8H3" fill="none" stroke="{pole}" stroke-width="2.2"/>'
        f'<path d="M-2.2-9 7.3-4.6-2.2-.2z" fill="{cloth}" stroke="{cloth}"/>'
    )


def _strokes(paths: str, colour: Colour, width: float) -> str:
    return f'<g fill="none" stroke="{colour}" stroke-width="{width}">{paths}</g>'


def _at(x: float, y: float, svg: str) -> str:
    return f'<g transform="translate({x:g} {y:g})">{svg}</g>'


def _mine(ink: Colour, glint: Colour) -> str:
    return (
        f'<path d="{_ROUND}" stroke="{ink}" stroke-width="2"/><circle r="6.2" fill="{ink}"/>'
        f'<circle cx="-2.2" cy="-2.2" r="1.7" fill="{glint}"/>'
    )


def _writing(text: str, x: float, y: float, size: float) -> str:
    """Path elements for a text of digits, `<` and `>`, centred at a point.

    The digits are `size` high, with the width of their lines.
    """
    scale = size / 16.6
    left = x - (len(text) - 1) * _ADVANCE * scale / 2
    return "".join(
        f'<path transform="translate({_number(left + i * _ADVANCE * scale)} {_number(y)}) '
        f'scale({_number(scale)})" d="{_GLYPHS[character]}"/>'
        for i, character in enumerate(text)
    )


def _number(value: float) -> str:
    """A coordinate with at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
