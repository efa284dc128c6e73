"""A chart of one figure over time, as an SVG element."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sapper.draw.palette import Palette

_WIDTH, _HEIGHT = 860, 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 24, 34, 26
_FONT: Final = 'font-family="system-ui,sans-serif" font-size="12"'
_LINES: Final = 4  # about this many steps of the axis
_CROWDED: Final = 40  # so many points are smaller
_NAMES: Final = 6  # about this many names below the points


def line_chart(title: str, names: Sequence[str], values: Sequence[float | None], palette: Palette) -> str:
    """Draws the values as points joined by lines.

    Each name is a tooltip, and some are texts below. The line has a gap where a value is None.
    """
    known = [value for value in values if value is not None]
    step = _step(min([0.0, *known]), max([0.0, *known]))
    low, high = (math.floor(min([0.0, *known]) / step), math.ceil(max([step, *known]) / step))

    def x(place: int) -> float:
        return _LEFT + place * (_WIDTH - _LEFT - _RIGHT) / max(1, len(values) - 1)

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (value / step - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)

    points = [(x(place), None if value is None else y(value)) for place, value in enumerate(values)]
    marks = [round(number * step, 9) for number in range(low, high + 1)]
    colour = palette.best
    box = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" {_FONT}>',
        f"<title>{html.escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{palette.page}"/>',
        f'<text x="{_LEFT}" y="16" font-weight="600" fill="{palette.page.ink}">{html.escape(title)}</text>',
        *(_mark(mark, y(mark), palette) for mark in marks),
        *_below(names, x, palette),
        f'<path d="{_path(points)}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>',
        *_points(names, values, points, str(colour)),
        "</svg>",
    ]
    return "\n".join(parts)


def _step(low: float, high: float) -> float:
    """A round number that divides the range into a few parts: 1, 2 or 5 times a power of ten."""
    rough = (high - low) / _LINES or 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))


def _mark(value: float, y: float, palette: Palette) -> str:
    width = 1 if value == 0 else 0.5
    return (
        f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="{palette.line}" stroke-width="{width}"/>'
        f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="{palette.label}">{value:g}</text>'
    )


def _below(names: Sequence[str], x: Callable[[int], float], palette: Palette) -> Iterator[str]:
    every = max(1, -(-len(names) // _NAMES))
    for place in range(0, len(names), every):
        yield (
            f'<text x="{x(place):.1f}" y="{_HEIGHT - 8}" text-anchor="middle" fill="{palette.label}">'
            f"{html.escape(names[place])}</text>"
        )


def _path(points: Sequence[tuple[float, float | None]]) -> str:
    """The lines between neighbours that are both known."""
    steps = []
    drawing = False
    for x, y in points:
        if y is not None:
            steps.append(f"{'L' if drawing else 'M'}{x:.1f} {y:.1f}")
        drawing = y is not None
    return "".join(steps)


def _points(
    names: Sequence[str],
    values: Sequence[float | None],
    points: Sequence[tuple[float, float | None]],
    colour: str,
) -> Iterator[str]:
    radius = 3.5 if len(points) < _CROWDED else 2
    for name, value, (x, y) in zip(names, values, points, strict=True):
        if y is not None:
            said = html.escape(f"{name}: {value:.3g}")
            place = f'cx="{x:.1f}" cy="{y:.1f}" r="{radius}"'
            yield f'<circle {place} fill="{colour}"><title>{said}</title></circle>'
