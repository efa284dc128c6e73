"""Draw the calibration of the chance to win from the table of `benchmarks/strength/calibration.csv`."""

import csv
from collections.abc import Iterator
from pathlib import Path

from effort_plot import LINES, OURS, THEIRS, WORDS, word

SIDE, GAP, LEFT, TOP, ACROSS = 180, 56, 52, 34, 3
MARKS = (0, 50, 100)

Row = tuple[float, float, float]
"""Predicted, won and half the 95 % interval of that, in per cent."""


def rows_of(table: Path) -> dict[str, list[Row]]:
    """The rows of the table, by the kind of positions."""
    rows: dict[str, list[Row]] = {}
    with table.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            numbers = float(row["predicted"]), float(row["won"]), float(row["within"])
            rows.setdefault(row["positions"], []).append(numbers)
    return rows


def calibration_svg(table: Path) -> str:
    """The picture as SVG: a square for each kind of positions."""
    parts = rows_of(table)
    down = -(-len(parts) // ACROSS)
    width, height = LEFT + ACROSS * (SIDE + GAP), TOP + down * (SIDE + GAP) + 16
    box = f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        "<title>Won against predicted, in per cent, with 95 % intervals</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, (what, rows) in enumerate(parts.items()):
        left = LEFT + number % ACROSS * (SIDE + GAP)
        lines += _square(what, rows, left, TOP + number // ACROSS * (SIDE + GAP))
    lines.append(
        word(width / 2, height - 6, "predicted chance to win; upwards: share that was won", "middle")
    )
    return "\n".join([*lines, "</svg>\n"])


def _square(what: str, rows: list[Row], left: float, top: float) -> Iterator[str]:
    def x(percent: float) -> float:
        return left + percent / 100 * SIDE

    def y(percent: float) -> float:
        return top + SIDE - percent / 100 * SIDE

    yield f'<text x="{left}" y="{top - 10}" fill="{WORDS}" font-weight="bold">{what}</text>'
    for mark in MARKS:
        yield f'<path d="M{x(mark):.1f} {top}v{SIDE}M{left} {y(mark):.1f}h{SIDE}" stroke="{LINES}"/>'
        yield word(x(mark), top + SIDE + 16, f"{mark} %", "middle")
        yield word(left - 6, y(mark) + 4, f"{mark} %", "end")
    yield f'<path d="M{left} {top + SIDE}L{left + SIDE} {top}" stroke="{THEIRS}" stroke-dasharray="3 3"/>'
    for forecast, won, within in rows:
        ends = y(min(won + within, 100)), y(max(won - within, 0))
        yield f'<path d="M{x(forecast):.1f} {ends[0]:.1f}V{ends[1]:.1f}" stroke="{OURS}" stroke-width="2"/>'
        yield f'<circle cx="{x(forecast):.1f}" cy="{y(won):.1f}" r="3.5" fill="{OURS}"/>'
