"""Draw the picture of win rate against time from the table of `docs/research/best.md`, so that both agree."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROW = re.compile(
    r"^\| `(?P<name>[^`]+)` \|[^|]*\| (?P<rate>[\d.]+) \+- (?P<within>[\d.]+) \|[^|]*\| (?P<ms>[\d.]+) \|"
)

# As its author measured it on another machine; docs/research/best.md says so.
OTHERS = (("Hill", 41.132, 6.4),)

WIDTH, HEIGHT = 640, 380
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 20, 50
TIMES = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
RATES = (37, 38, 39, 40, 41, 42)
OURS, THEIRS, LINES, WORDS = "#2b6cb0", "#718096", "#e2e8f0", "#1a202c"


@dataclass(frozen=True)
class Point:
    """A player: its win rate in per cent, half the 95 % interval, and milliseconds a game."""

    name: str
    rate: float
    within: float
    ms: float

    @property
    def x(self) -> float:
        """The horizontal place, on a logarithmic scale of time."""
        share = math.log(self.ms / TIMES[0]) / math.log(TIMES[-1] / TIMES[0])
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    @property
    def y(self) -> float:
        """The vertical place of the win rate."""
        return height_of(self.rate)


def height_of(rate: float) -> float:
    """Where a rate lies, in per cent."""
    share = (rate - RATES[0]) / (RATES[-1] - RATES[0])
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def points_of(page: Path) -> list[Point]:
    """The rows of the table under "How much it computes"."""
    section = page.read_text(encoding="utf-8").partition("## How much it computes")[2].partition("\n## ")[0]
    rows = filter(None, map(ROW.match, section.splitlines()))
    return [Point(row["name"], float(row["rate"]), float(row["within"]), float(row["ms"])) for row in rows]


def effort_svg(page: Path) -> str:
    """The picture as SVG."""
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        "<title>Games won against time: 16 rows, 30 columns, 99 mines, safe first click</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        *_scales(),
        *(line for point in points_of(page) for line in _point(point, OURS)),
        *(line for name, rate, ms in OTHERS for line in _point(Point(name, rate, 0, ms), THEIRS)),
        "</svg>\n",
    ]
    return "\n".join(lines)


def _scales() -> Iterator[str]:
    for ms in TIMES:
        x = Point("", RATES[0], 0, ms).x
        yield f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="{LINES}"/>'
        yield word(x, HEIGHT - BOTTOM + 18, f"{ms:g}", "middle")
    for rate in RATES:
        y = height_of(rate)
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{LINES}"/>'
        yield word(LEFT - 8, y + 4, f"{rate} %", "end")
    yield word((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, "milliseconds a game, one thread", "middle")


def _point(point: Point, colour: str) -> Iterator[str]:
    if point.within > 0:
        top, bottom = height_of(point.rate + point.within), height_of(point.rate - point.within)
        yield f'<path d="M{point.x:.1f} {top:.1f}V{bottom:.1f}" stroke="{colour}" stroke-width="2"/>'
    yield f'<circle cx="{point.x:.1f}" cy="{point.y:.1f}" r="4" fill="{colour}"/>'
    yield word(point.x + 8, point.y + 14, point.name, "start")


def word(x: float, y: float, text: str, anchor: str) -> str:
    """A text in a picture."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{WORDS}">{text}</text>'
