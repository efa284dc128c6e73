"""Learn the weights of src/sapper/screen/digit_weights.py from the fonts of this machine.

    python tools/learn/digits.py

Needs `fc-list` (fontconfig) and Pillow. Fits a small network to digits, slashes and other signs in all fonts,
in sizes from 9 to 35 and partly blurred, and to digits of seven segments. It first keeps every fourth family
back, and says how many of their signs it reads right; then it learns from all. The fonts decide the weights,
so another machine writes slightly different ones.
"""

import base64
import subprocess
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from sapper.screen.shapes import DIGITS, KINDS, OTHER, SLASH, features

TARGET = Path(__file__).parents[2] / "src" / "sapper" / "screen" / "digit_weights.py"
NO_DIGITS = ("Symbol", "Dingbats", "D05", "Emoji", "Standard", ".pfb", ".t1")
TIMES = 14  # how often each digit of each font is drawn
OTHERS = "ACDEFGHJKLMNPQRTUVWXYabcdefghijkmnpqrtuvwxy:;.,-+=()[]{}<>#%&!?*@"  # no sign like a digit
OTHERS_EACH = 8  # of these for each size of each font
HIDDEN, STEPS, BATCH, RATE, DECAY = 24, 9000, 256, 0.004, 2e-5

SEGMENTS = ("abcefg", "cf", "acdeg", "acdfg", "bcdf", "abdfg", "abdefg", "acf", "abcdefg", "abcdfg")
PLACES = {"a": (1, 0, 4, 0), "d": (1, 4, 4, 4), "g": (1, 8, 4, 8)} | {
    "b": (0, 1, 0, 3), "c": (5, 1, 5, 3), "e": (0, 5, 0, 7), "f": (5, 5, 5, 7)
}  # fmt: skip

Weights = list[NDArray[np.float64]]


def main() -> None:
    """Judges the signs by families it has not seen, then learns from all of them and writes the weights."""
    random = np.random.default_rng(1)
    names = subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True, check=True).stdout
    fonts = sorted({line.split(":")[0] for line in names.splitlines()})
    fonts = [font for font in fonts if not any(word in font for word in NO_DIGITS)]
    families = sorted({family(font) for font in fonts})
    drawn, kinds, kept = [], [], []
    for number, font in enumerate([*fonts, *[""] * 12]):
        for _ in range(TIMES):
            size = int(random.integers(9, 36))
            others = random.choice(list(OTHERS), OTHERS_EACH)
            for sign in [*"0123456789/", *others]:
                if font == "":
                    picture = segments(size, int(sign), random) if sign.isdigit() else None
                else:
                    picture = printed(font, size, str(sign), random)
                if picture is not None:
                    drawn.append(features(*cut(picture, random)))
                    kinds.append(int(sign) if sign.isdigit() else SLASH if sign == "/" else OTHER)
                    kept.append(
                        (font and families.index(family(font)) % 4 == 0) or (not font and number % 4 == 0)
                    )
    points, labels, back = np.array(drawn), np.array(kinds), np.array(kept, dtype=bool)
    right = answers(points[back], learnt(points[~back], labels[~back])) == labels[back]
    print(f"{len(points)} signs of {len(families)} families; {right.mean():.2%} of those kept back are right")
    print(f"{right[labels[back] < DIGITS].mean():.2%} of the digits among them")
    write(learnt(points, labels))


def family(font: str) -> str:
    """The name of a font without its style."""
    return Path(font).stem.split("-")[0].split("Sans")[0]


def printed(font: str, size: int, sign: str, random: np.random.Generator) -> Image.Image | None:
    """A sign in a font, light on dark; None if the font has none."""
    try:
        face = ImageFont.truetype(font, size)
    except OSError:
        return None
    picture = Image.new("L", (80, 80))
    draw = ImageDraw.Draw(picture)
    draw.fontmode = "1" if random.random() < 0.3 else "L"
    draw.text((12 + random.random(), 8 + random.random()), sign, font=face, fill=255)
    return picture if np.asarray(picture).max() > 80 else None


def segments(size: int, digit: int, random: np.random.Generator) -> Image.Image:
    """A digit of seven segments, of some thickness and proportion."""
    picture = Image.new("L", (80, 80))
    draw = ImageDraw.Draw(picture)
    wide, reach, slant = random.uniform(0.75, 1.15), random.choice([0, 1]), random.choice([0.0, 0.0, 0.1])
    for segment in SEGMENTS[digit]:
        x, y, to_x, to_y = PLACES[segment]
        across, down = (reach, 0) if x != to_x else (0, reach)
        corners = ((x - across, y - down), (to_x + across, to_y + down))
        place = [20 + each * size / 9 for x, y in corners for each in (wide * x + slant * (8 - y), y)]
        draw.line(place, fill=255, width=max(1, round(size * random.choice([1, 1.5]) / 8)))
    return picture


def cut(picture: Image.Image, random: np.random.Generator) -> tuple[NDArray[np.float32], float]:
    """The points of a sign, cut to its size and sometimes blurred, and its proportion."""
    if random.random() < 0.4:
        picture = picture.filter(ImageFilter.GaussianBlur(random.random()))
    shape = np.asarray(picture, dtype=np.float32)
    shape = shape / shape.max()
    rows, columns = np.flatnonzero((shape > 0.4).any(axis=1)), np.flatnonzero((shape > 0.4).any(axis=0))
    shape = shape[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return shape, shape.shape[1] / shape.shape[0]


def answers(points: NDArray[np.float64], weights: Weights) -> NDArray[np.int_]:
    """The most likely kinds."""
    best: NDArray[np.int_] = np.argmax(np.maximum(points @ weights[0], 0) @ weights[1], axis=1)
    return best


def learnt(points: NDArray[np.float64], labels: NDArray[np.int_]) -> Weights:
    """The weights that fit, by Adam."""
    random = np.random.default_rng(2)
    sizes = (points.shape[1], HIDDEN, KINDS)
    weights = [random.normal(0, (2 / size) ** 0.5, (size, to)) for size, to in pairwise(sizes)]
    first, second = [np.zeros_like(each) for each in weights], [np.zeros_like(each) for each in weights]
    for step in range(1, STEPS + 1):
        chosen = random.integers(0, len(points), BATCH)
        some = points[chosen]
        middle = np.maximum(some @ weights[0], 0)
        spoken = middle @ weights[1]
        chances = np.exp(spoken - spoken.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        away = (chances - np.eye(KINDS)[labels[chosen]]) / BATCH
        slopes = [some.T @ ((away @ weights[1].T) * (middle > 0)), middle.T @ away]
        rate = RATE * (1 - step / STEPS)
        for each, slope, mean, square in zip(weights, slopes, first, second, strict=True):
            slope += DECAY * each
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope**2 - square)
            each -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def write(weights: Weights) -> None:
    """Writes the module with the weights."""
    scales = [127 / float(np.abs(each).max()) for each in weights]
    whole = [
        np.round(each * scale).astype(np.int8).tobytes() for each, scale in zip(weights, scales, strict=True)
    ]
    text = base64.b85encode(b"".join(whole)).decode()
    lines = "\n".join(f'    "{text[at : at + 100]}"' for at in range(0, len(text), 100))
    TARGET.write_text(
        '"""The weights of sapper/screen/shapes.py, written by tools/learn/digits.py."""\n\n'
        "from typing import Final\n\n"
        f"SCALES: Final = ({scales[0]:.4f}, {scales[1]:.4f})\n"
        '"""One unit of the weights of each layer."""\n\n'
        f"WEIGHTS: Final = (\n{lines}\n)\n"
        '"""A byte for each weight, layer by layer, in base 85."""\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
