"""What the colours and marks of an analysis mean, in a line below the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sapper.draw.shapes import Shape
from sapper.draw.symbols import Look, Symbols

if TYPE_CHECKING:
    from sapper.draw.palette import Palette

__all__ = ["HEIGHT", "WIDTH", "elements"]

HEIGHT: Final = 32
WIDTH: Final = 388

_SCALE: Final = 0.6
_BAR: Final = 84


def elements(palette: Palette, symbols: Symbols, shape: Shape, left: float, top: float) -> Iterator[str]:
    """The scale of risk, and the marks of certain cells and of the best one."""
    middle = top + HEIGHT / 2
    yield f'<g font-family="system-ui,sans-serif" font-size="13" fill="{palette.label}">'
    yield _text(left, middle, "risk 0 %")
    yield (
        f'<rect x="{left + 58:g}" y="{middle - 6:g}" width="{_BAR}" height="12" rx="2" '
        f'fill="url(#{symbols.scale()})"/>'
    )
    yield _text(left + 148, middle, "100 %")
    marks = {
        "safe": symbols.cell(Look("safe")),
        "mine": symbols.cell(Look("mine")),
        "best": symbols.ring("best", palette.best),
    }
    for number, (word, name) in enumerate(marks.items()):
        x = left + 206 + 64 * number
        y = middle - _SCALE * shape.height / 2
        yield f'<use href="#{name}" transform="translate({x:g} {y:g}) scale({_SCALE})"/>'
        yield _text(x + 23, middle, word)
    yield "</g>"


def _text(x: float, middle: float, words: str) -> str:
    return f'<text x="{x:g}" y="{middle + 4.5:g}">{words}</text>'
