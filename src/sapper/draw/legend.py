"""The line below a picture that explains its colours and marks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sapper.draw.scene import Look
from sapper.draw.shapes import CELL

if TYPE_CHECKING:
    from sapper.draw.colour import Colour
    from sapper.draw.palette import Palette
    from sapper.draw.shapes import Shape
    from sapper.draw.symbols import Symbols

HEIGHT: Final = 32

_SCALE: Final = 0.6
_BAR: Final = 84
_RISKS: Final = 206
_ICON: Final = 23
_LETTER: Final = 6.6
_GAP: Final = 14


@dataclass(frozen=True, slots=True)
class Legend:
    """What is explained.

    Attributes:
        risks: Whether the scale of risk is explained.
        looks: The marks of whole cells, by what they mean.
        rings: The names and colours of rings around cells, by what they mean.
    """

    risks: bool
    looks: Mapping[str, Look]
    rings: Mapping[str, tuple[str, Colour]]

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
        middle = top + HEIGHT / 2
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
