"""The shapes of cells in a picture, drawn as buttons or as tiles, and which boards have which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sapper.draw.palettes import Colour

CELL: Final = 30
"""The width of a cell. All other lengths are in the same units."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of cell. A cell is 30 units wide."""

    key: str  # a letter in the names of SVG definitions, other for each shape
    height: int
    pitch: int  # how far it is from one row to the next
    shift: int  # how far odd rows are to the right
    corners: tuple[tuple[float, float], ...]  # of its edge, from the top left of its box, which is 30 wide
    tile: str  # path data of a smaller shape inside it, to be drawn with a line of width 4
    lit: str  # path data of the edges at the top left, 3.5 wide
    shaded: str  # path data of the edges at the bottom right
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
            f'<path d="{self.outline}"/><path d="{self.lit}" fill="#fff" opacity=".6"/>'
            f'<path d="{self.shaded}" opacity=".33" fill="#000"/>'
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
    lit="M0 30V0H30L26.5 3.5H3.5V26.5z",
    shaded="M30 0V30H0L3.5 26.5H26.5V3.5z",
)

# Almost regular: 26 is close to 30 * sqrt(3) / 2, and all corners are at whole numbers.
HEXAGON: Final = Shape(
    key="h",
    height=35,
    pitch=26,
    shift=15,
    corners=((15, 0), (30, 9), (30, 26), (15, 35), (0, 26), (0, 9)),
    tile="M15 3.5 27 10.7V24.3L15 31.5 3 24.3V10.7z",
    lit="M0 26V9L15 0 30 9 26.7 10.8 15 3.9 3.3 10.8V24.2z",
    shaded="M30 9V26L15 35 0 26 3.3 24.2 15 31.1 26.7 24.2V10.8z",
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
    lit="M-6 24V6L6-6H24L22.6-2.5H7.4L-2.5 7.4V22.6z",
    shaded="M36 6V24L24 36H6L7.4 32.5H22.6L32.5 22.6V7.4z",
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
    lit="M6 24V6H24L21 9H9V21z",
    shaded="M24 6V24H6L9 21H21V9z",
    overhang=6,
    zoom=0.7,
)

_SHAPES: Final[Mapping[str, tuple[Shape, ...]]] = {"hexagons": (HEXAGON,), "octagons": (_OCTAGON, _GAP)}
"""By the kind of board. All others have squares. Two shapes alternate along rows and columns."""


def shapes_of(kind: str) -> tuple[Shape, ...]:
    """The shapes of cells on a kind of board. A cell has the one at `(row + column) % len`."""
    return _SHAPES.get(kind, (SQUARE,))
