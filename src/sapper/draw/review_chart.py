"""Charts as SVG: the risk of every move of a review, and values of many games."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from sapper._support.words import percent
from sapper.draw.captions import VERDICTS
from sapper.draw.palettes import Palette, PaletteName, palette_of
from sapper.draw.picture_arguments import check_review

if TYPE_CHECKING:
    from sapper.draw.palettes import Colour
    from sapper.reviews.reviewing import Review, ReviewedMove, Verdict

_WIDTH: Final = 860
_HEIGHT: Final = 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 24, 34, 26  # around the lines
_REVIEW_LEFT, _REVIEW_RIGHT, _REVIEW_TOP, _REVIEW_BOTTOM = 46, 14, 16, 46  # around the bars
_FONT: Final = 'font-family="system-ui,sans-serif" font-size="12"'
_AXIS_STEPS: Final = 4  # about this many steps of the axis
_MANY_POINTS: Final = 40  # so many points are smaller
_NAMES_BELOW: Final = 6  # about this many names below the points


def line_chart(title: str, names: Sequence[str], values: Sequence[float | None], palette: Palette) -> str:
    """Draws the values as points joined by lines.

    Each name is a tooltip, and some are texts below. The line has a gap where a value is None.
    """
    numbers = [value for value in values if value is not None]
    step = _step(min([0.0, *numbers]), max([0.0, *numbers]))
    low, high = (math.floor(min([0.0, *numbers]) / step), math.ceil(max([step, *numbers]) / step))

    def x(place: int) -> float:
        return _LEFT + place * (_WIDTH - _LEFT - _RIGHT) / max(1, len(values) - 1)

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (value / step - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)

    points = [(x(place), None if value is None else y(value)) for place, value in enumerate(values)]
    marks = [round(number * step, 9) for number in range(low, high + 1)]
    colour = palette.best
    parts = [
        f'<text x="{_LEFT}" y="16" font-weight="600" fill="{palette.page.ink}">{html.escape(title)}</text>',
        *(_mark(mark, y(mark), palette) for mark in marks),
        *_below(names, x, palette),
        f'<path d="{_path(points)}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>',
        *_points(names, values, points, str(colour)),
    ]
    return _document(title, parts, palette)


def _document(title: str, parts: Iterable[str], palette: Palette) -> str:
    box = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"'
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" {_FONT}>',
        f"<title>{html.escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{palette.page}"/>',
    ]
    return "\n".join([*head, *parts, "</svg>"])


def _step(low: float, high: float) -> float:
    """A round number that divides the range into a few parts: 1, 2 or 5 times a power of ten."""
    rough = (high - low) / _AXIS_STEPS or 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))


def _mark(value: float, y: float, palette: Palette) -> str:
    width = 1 if value == 0 else 0.5
    return (
        f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="{palette.line}" stroke-width="{width}"/>'
        f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="{palette.label}">{value:g}</text>'
    )


def _below(names: Sequence[str], x: Callable[[int], float], palette: Palette) -> Iterator[str]:
    every = max(1, -(-len(names) // _NAMES_BELOW))
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
    radius = 3.5 if len(points) < _MANY_POINTS else 2
    for name, value, (x, y) in zip(names, values, points, strict=True):
        if y is not None:
            label = html.escape(f"{name}: {value:.3g}")
            place = f'cx="{x:.1f}" cy="{y:.1f}" r="{radius}"'
            yield f'<circle {place} fill="{colour}"><title>{label}</title></circle>'


_WIDEST_BAR: Final = 24.0
_LEGEND_ENTRY_WIDTH: Final = 122  # the width of an entry of the legend
_MOST_NUMBERS: Final = 12


def verdict_colour(verdict: Verdict, palette: Palette) -> Colour:
    """The colour of a verdict in the picture."""
    return {
        "start": palette.best,
        "certain": palette.safe,
        "forced": palette.risk[2],
        "needless": palette.conflict,
        "slip": palette.risk[0],
        "flag": palette.label,
    }.get(verdict, palette.line)


def review_svg(review: Review, *, theme: PaletteName | Palette = "classic") -> str:
    """Draws the risk of every move as a bar, and marks mines that exploded.

    Args:
        review: The review.
        theme: As in `board_svg`.

    Returns:
        The picture as a document of some 100 bytes a move. Each bar has its move as a tooltip.

    Raises:
        BoardError: There is no such theme.
        ArgumentError: `review` is not a review.
    """
    check_review(review)
    palette = palette_of(theme)
    parts = [
        *_risk_axis(palette),
        *_move_axis(review, palette),
        *_bars(review, palette),
        *_legend(review, palette),
    ]
    return _document("The risk of every move", parts, palette) + "\n"


def _risk_axis(palette: Palette) -> Iterator[str]:
    for tick in (0, 25, 50, 75, 100):
        y = _y(tick / 100)
        yield (
            f'<path d="M{_REVIEW_LEFT} {y:g}H{_WIDTH - _REVIEW_RIGHT}" stroke="{palette.line}" '
            f'stroke-width="{1 if tick == 0 else 0.5}"/>'
            f'<text x="{_REVIEW_LEFT - 6}" y="{y + 4:g}" text-anchor="end" fill="{palette.label}">'
            f"{tick} %</text>"
        )


def _move_axis(review: Review, palette: Palette) -> Iterator[str]:
    moves = len(review.moves)
    every = next(step for step in _steps() if moves <= _MOST_NUMBERS * step)
    for number in range(every, moves + 1, every):
        place = f'x="{_REVIEW_LEFT + (number - 0.5) * _pitch(review):.2f}" y="{_y(0) + 14:g}"'
        yield f'<text {place} text-anchor="middle" fill="{palette.label}">{number}</text>'


def _steps() -> Iterator[int]:
    """Round numbers: 1, 2, 5, 10, 20 and so on."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _pitch(review: Review) -> float:
    """The distance from the middle of one bar to that of the next."""
    return (_WIDTH - _REVIEW_LEFT - _REVIEW_RIGHT) / max(len(review.moves), 1)


def _bars(review: Review, palette: Palette) -> Iterator[str]:
    pitch = _pitch(review)
    width = min(_WIDEST_BAR, max(pitch - (2 if pitch > 4 else 0.3), 0.4))
    for place, move in enumerate(review.moves):
        x = _REVIEW_LEFT + place * pitch + (pitch - width) / 2
        risk = move.risk or 0.0
        height = max(2.0, _y(0) - _y(risk))
        colour = verdict_colour(move.verdict, palette)
        yield (
            f'<rect x="{x:.2f}" y="{_y(0) - height:.2f}" width="{width:.2f}" height="{height:.2f}" '
            f'fill="{colour}"><title>{html.escape(_words(place, move))}</title></rect>'
        )
        if move.exploded:
            middle, y = x + width / 2, _y(0) - height - 5
            yield (
                f'<path d="M{middle - 4:.2f} {y - 4:.2f}l8 8m0 -8l-8 8" stroke="{palette.exploded}" '
                f'stroke-width="2.4" stroke-linecap="round"/>'
            )


def _legend(review: Review, palette: Palette) -> Iterator[str]:
    occurring = {move.verdict for move in review.moves}
    verdicts = [verdict for verdict in VERDICTS if verdict in occurring]
    y = _HEIGHT - 10
    for number, verdict in enumerate(verdicts):
        x = _REVIEW_LEFT + _LEGEND_ENTRY_WIDTH * number
        colour = verdict_colour(verdict, palette)
        yield f'<rect x="{x}" y="{y - 10}" width="12" height="12" rx="2" fill="{colour}"/>'
        yield f'<text x="{x + 18}" y="{y}" fill="{palette.label}">{VERDICTS[verdict]}</text>'
    x = _REVIEW_LEFT + _LEGEND_ENTRY_WIDTH * len(verdicts)
    yield (
        f'<path d="M{x + 2} {y - 8}l8 8m0 -8l-8 8" stroke="{palette.exploded}" stroke-width="2.4" '
        f'stroke-linecap="round"/><text x="{x + 18}" y="{y}" fill="{palette.label}">mine</text>'
    )


def _words(place: int, move: ReviewedMove) -> str:
    risk = "" if not move.is_guess or move.risk is None else f", risk {percent(move.risk, figures=3)}"
    return f"{place + 1}: {move.action.kind} {move.action.cell}, {VERDICTS[move.verdict]}{risk}"


def _y(risk: float) -> float:
    return _HEIGHT - _REVIEW_BOTTOM - risk * (_HEIGHT - _REVIEW_TOP - _REVIEW_BOTTOM)
