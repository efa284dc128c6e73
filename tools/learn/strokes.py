"""Draws digits of strokes, sprites of few points, and symbols such as flags, for `digits.py`.

All come from the lines below, bent a little at random: no program's pictures are used.
"""

import numpy as np
from PIL import Image, ImageDraw

Line = tuple[tuple[float, float], ...]

SIX: Line = ((0.9, 0.05), (0.4, 0), (0.05, 0.3), (0, 0.7), (0.25, 1), (0.75, 1), (1, 0.75), (0.8, 0.48),
             (0.3, 0.45), (0, 0.65))  # fmt: skip
SQUARE_SIX: Line = ((1, 0), (0, 0), (0, 1), (1, 1), (1, 0.5), (0, 0.5))


def _turn(line: Line) -> Line:
    return tuple((1 - x, 1 - y) for x, y in line)


STROKES: dict[str, tuple[tuple[Line, ...], ...]] = {
    "0": (
        (((0.5, 0), (0.1, 0.15), (0, 0.5), (0.1, 0.85), (0.5, 1), (0.9, 0.85), (1, 0.5), (0.9, 0.15),
          (0.5, 0)),),
        (((0, 0), (1, 0), (1, 1), (0, 1), (0, 0)),),
    ),
    "1": (
        (((0.5, 0), (0.5, 1)),),
        (((0.25, 0.25), (0.55, 0), (0.55, 1)),),
        (((0.2, 0.25), (0.5, 0), (0.5, 1)), ((0.1, 1), (0.9, 1))),
        (((0.2, 0.35), (0.5, 0.1), (0.5, 1)), ((0.45, 0), (0.5, 1)), ((0, 1), (1, 1))),
        (((0.25, 0.05), (0.5, 0), (0.5, 1)), ((0.15, 1), (0.85, 1))),
    ),
    "2": (
        (((0, 0.25), (0.1, 0.05), (0.5, 0), (0.9, 0.05), (1, 0.25), (0.9, 0.5), (0, 1), (1, 1)),),
        (((0, 0), (1, 0), (1, 0.5), (0, 0.5), (0, 1), (1, 1)),),
        (((0, 0.2), (0.2, 0), (0.8, 0), (1, 0.2), (1, 0.4), (0.5, 0.62), (0, 0.85), (0, 1), (1, 1)),),
    ),
    "3": (
        (((0, 0.15), (0.3, 0), (0.75, 0), (1, 0.2), (0.9, 0.42), (0.4, 0.48), (0.9, 0.55), (1, 0.8),
          (0.75, 1), (0.3, 1), (0, 0.85)),),
        (((0, 0), (1, 0), (1, 1), (0, 1)), ((0.2, 0.5), (1, 0.5))),
        (((0, 0), (0.9, 0), (1, 0.25), (0.9, 0.5), (1, 0.75), (0.9, 1), (0, 1)), ((0.3, 0.5), (0.9, 0.5))),
        (((0, 0), (1, 0), (0.5, 0.42), (0.9, 0.55), (1, 0.8), (0.7, 1), (0.2, 1), (0, 0.85)),),
    ),
    "4": (
        (((0.75, 1), (0.75, 0), (0, 0.68), (1, 0.68)),),
        (((0, 0), (0, 0.5), (1, 0.5)), ((0.9, 0), (0.9, 1))),
        (((0.25, 0), (0, 0.5), (1, 0.5)), ((0.75, 0), (0.75, 1))),
        (((0.3, 0), (0.05, 0.6), (1, 0.6)), ((0.7, 0.3), (0.7, 1))),
    ),
    "5": (
        (((1, 0), (0, 0), (0, 0.45), (0.6, 0.42), (1, 0.6), (1, 0.8), (0.7, 1), (0.2, 1), (0, 0.88)),),
        (((1, 0), (0, 0), (0, 0.5), (1, 0.5), (1, 1), (0, 1)),),
        (((1, 0), (0, 0), (0, 0.45), (0.8, 0.45), (1, 0.6), (1, 0.85), (0.8, 1), (0, 1)),),
    ),
    "6": ((SIX,), (SQUARE_SIX,)),
    "7": (
        (((0, 0), (1, 0), (0.35, 1)),),
        (((0, 0), (1, 0), (1, 1)),),
        (((0, 0), (1, 0), (1, 0.3), (0.55, 0.6), (0.5, 1)),),
        (((0, 0.15), (0, 0), (1, 0), (0.35, 1)), ((0.35, 0.5), (0.9, 0.5))),
    ),
    "8": (
        (((0, 0), (1, 0), (1, 1), (0, 1), (0, 0)), ((0, 0.5), (1, 0.5))),
        (((0.5, 0.47), (0.1, 0.3), (0.1, 0.1), (0.5, 0), (0.9, 0.1), (0.9, 0.3), (0.5, 0.47), (1, 0.62),
          (1, 0.88), (0.5, 1), (0, 0.88), (0, 0.62), (0.5, 0.47)),),
    ),
    "9": ((_turn(SIX),), (_turn(SQUARE_SIX),)),
}  # fmt: skip
"""The lines of each digit, in each of the ways to draw it, in a square from 0 to 1."""

_FINE = 4  # points of a drawing for each point of the sign


def strokes_of(digit: str, height: int, random: np.random.Generator) -> Image.Image:
    """A digit with smooth edges."""
    fine = _drawing(digit, _FINE * height, random)
    return fine.resize((max(1, fine.width // _FINE), max(1, fine.height // _FINE)), Image.Resampling.BOX)


def sprite_of(digit: str, height: int, random: np.random.Generator) -> Image.Image:
    """A digit of few points, perhaps scaled up, as in old programs."""
    points = int(random.integers(5, 13))
    fine = _drawing(digit, _FINE * points, random)
    coarse = fine.resize((max(2, fine.width // _FINE), max(4, fine.height // _FINE)), Image.Resampling.BOX)
    sharp = coarse.point(lambda value: 255 if value > 110 else 0)
    times = height / sharp.height
    if random.random() < 0.6:
        times = max(1, round(times))
    size = max(1, round(sharp.width * times)), max(1, round(sharp.height * times))
    return sharp.resize(
        size, Image.Resampling.NEAREST if random.random() < 0.7 else Image.Resampling.BILINEAR
    )


def _drawing(digit: str, height: int, random: np.random.Generator) -> Image.Image:
    lines = STROKES[digit][random.integers(len(STROKES[digit]))]
    thick = max(1.0, random.uniform(0.1, 0.3) * height)
    width = max(height * random.uniform(0.45, 1.0) - thick, 0.25 * height)
    if digit == "1":
        width *= 0.75
    inner, bend, slant = height - thick, 0.04, random.choice([0.0, 0.0, 0.15])
    picture = Image.new("L", (round(3 * height), round(2 * height)))
    draw = ImageDraw.Draw(picture)
    square = random.random() < 0.5
    half = thick / 2
    for line in lines:
        place = [
            (
                0.5 * height + (x + random.normal(0, bend)) * width + slant * (1 - y) * height,
                0.5 * height + (y + random.normal(0, bend)) * inner,
            )
            for x, y in line
        ]
        draw.line(place, fill=255, width=round(thick), joint="curve")
        for x, y in place:
            box = (x - half, y - half, x + half, y + half)
            (draw.rectangle if square else draw.ellipse)(box, fill=255)
    return picture.crop(picture.getbbox())


def symbol(name: str, height: int, random: np.random.Generator) -> Image.Image:
    """One of `SYMBOLS`, with smooth edges or of few points."""
    points = height if random.random() < 0.7 else int(random.integers(7, 13))
    canvas = _Canvas(_FINE * points, random)
    SYMBOLS[name](canvas)
    cut = canvas.picture.crop(canvas.picture.getbbox())
    coarse = cut.resize((max(2, cut.width // _FINE), max(2, cut.height // _FINE)), Image.Resampling.BOX)
    if points == height:
        return coarse
    times = height / coarse.height
    return coarse.resize((max(1, round(coarse.width * times)), height), Image.Resampling.NEAREST)


class _Canvas:
    """A picture in which places are parts of a square, bent a little at random."""

    def __init__(self, size: int, random: np.random.Generator) -> None:
        self.size, self.random = size, random
        self.picture = Image.new("L", (2 * size, 2 * size))
        self.draw = ImageDraw.Draw(self.picture)
        self.thick = max(2, round(size * random.uniform(0.06, 0.2)))

    def places(self, *points: tuple[float, float]) -> list[tuple[float, float]]:
        """The points in pixels."""
        curve = np.array(points) + self.random.normal(0, 0.03, (len(points), 2))
        return [(float(x), float(y)) for x, y in (0.5 + curve) * self.size]

    def line(self, *points: tuple[float, float], tone: int = 255, times: float = 1) -> None:
        """A line of the usual thickness, or some times that."""
        self.draw.line(self.places(*points), fill=tone, width=round(times * self.thick))

    def disc(self, x: float, y: float, radius: float, tone: int = 255) -> None:
        """A disc around a place."""
        (left, top), (right, bottom) = self.places((x - radius, y - radius), (x + radius, y + radius))
        box = (min(left, right), min(top, bottom), max(left, right), max(top, bottom))
        self.draw.ellipse(box, fill=tone)


def _flag(canvas: _Canvas) -> None:
    random = canvas.random
    side, low, tone = random.uniform(0.3, 0.9), random.uniform(0.35, 0.7), int(random.choice([255, 255, 150]))
    if random.random() < 0.5:
        side = 1 - side
    far = 0.0 if side > 0.5 else 1.0
    canvas.line((side, 0), (side, 1), tone=tone, times=random.uniform(0.5, 1))
    if random.random() < 0.7:
        canvas.draw.polygon(canvas.places((side, 0), (far, low / 2), (side, low)), fill=255)
    else:
        canvas.draw.polygon(canvas.places((side, 0), (far, 0.1), (far, low), (side, low)), fill=255)
    reach = random.choice([0.0, 0.25, 0.35, 0.5])
    if reach:
        canvas.line((0.5 - reach, 0.95), (0.5 + reach, 0.95), tone=tone, times=random.uniform(1, 2))
        if random.random() < 0.6:
            canvas.line((0.5 - 0.6 * reach, 0.83), (0.5 + 0.6 * reach, 0.83), tone=tone)


def _mine(canvas: _Canvas) -> None:
    canvas.disc(0.5, 0.5, canvas.random.uniform(0.25, 0.4))
    for first, last in (((0.5, 0), (0.5, 1)), ((0, 0.5), (1, 0.5)), ((0.15, 0.15), (0.85, 0.85)),
                        ((0.15, 0.85), (0.85, 0.15))):  # fmt: skip
        canvas.line(first, last, times=0.7)
    if canvas.random.random() < 0.6:
        canvas.disc(0.38, 0.38, 0.08, 0)


def _cross(canvas: _Canvas) -> None:
    canvas.line((0, 0), (1, 1))
    canvas.line((0, 1), (1, 0))


def _face(canvas: _Canvas) -> None:
    canvas.disc(0.5, 0.5, 0.5)
    canvas.disc(0.5, 0.5, 0.5 - canvas.thick / canvas.size, 0)
    canvas.disc(0.33, 0.4, 0.08)
    canvas.disc(0.67, 0.4, 0.08)
    canvas.line((0.3, 0.7), (0.5, 0.78), (0.7, 0.7))


def _mark(canvas: _Canvas) -> None:
    top = canvas.random.uniform(0.1, 0.3)
    canvas.line((0, 0.2), (top, 0), (1 - top, 0), (1, 0.2), (0.9, 0.4), (0.5, 0.55), (0.5, 0.72))
    canvas.disc(0.5, 0.95, 0.7 * canvas.thick / canvas.size)


def _blob(canvas: _Canvas) -> None:
    half, width = canvas.size // 2, round(canvas.random.uniform(0.6, 1) * canvas.size)
    shape = canvas.draw.rectangle if canvas.random.random() < 0.5 else canvas.draw.ellipse
    shape((half, half, half + width, half + canvas.size), fill=255)


def _lines(canvas: _Canvas) -> None:
    for _ in range(int(canvas.random.integers(3, 7))):
        first, last = canvas.random.random((2, 2)).tolist()
        canvas.line(tuple(first), tuple(last))


SYMBOLS = {
    "flag": _flag,
    "mine": _mine,
    "cross": _cross,
    "face": _face,
    "mark": _mark,
    "blob": _blob,
    "lines": _lines,
}
"""What programs draw besides digits; `mark` is a question mark."""
