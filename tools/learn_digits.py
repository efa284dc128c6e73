"""Learn the weights of src/sapper/screen/digit_weights.py from the fonts of this machine.

    python tools/learn_digits.py

Needs `fc-list` (fontconfig) and Pillow. Fits a logistic regression to the digits 1 to 8 in all fonts, in
sizes from 9 to 35 and partly blurred. It first keeps every fourth family back, and says how many of their
digits it reads right; then it learns from all. The fonts decide the weights, so another
machine writes slightly different ones.
"""

import base64
import subprocess
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from sapper.screen.shapes import features

TARGET = Path(__file__).parent.parent / "src" / "sapper" / "screen" / "digit_weights.py"
NO_DIGITS = ("Symbol", "Dingbats", "D05", "Emoji", "Standard", ".pfb", ".t1")
TIMES = 14  # that each digit of each font is drawn
STEPS, RATE, DECAY = 600, 0.05, 3e-4
SCALE = 40  # weights are kept as whole numbers of this part

SEGMENTS = {1: "cf", 2: "acdeg", 3: "acdfg", 4: "bcdf", 5: "abdfg", 6: "abdefg", 7: "acf", 8: "abcdefg"}
PLACES = {"a": (1, 0, 4, 0), "d": (1, 4, 4, 4), "g": (1, 8, 4, 8)} | {
    "b": (0, 1, 0, 3), "c": (5, 1, 5, 3), "e": (0, 5, 0, 7), "f": (5, 5, 5, 7)
}  # fmt: skip


def main() -> None:
    """Judges the digits by families it has not seen, then learns from all of them and writes the weights."""
    random = np.random.default_rng(1)
    names = subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True, check=True).stdout
    fonts = sorted({line.split(":")[0] for line in names.splitlines()})
    fonts = [font for font in fonts if not any(word in font for word in NO_DIGITS)]
    families = sorted({family(font) for font in fonts})
    drawn, digits, kinds = [], [], []
    for font in [*fonts, ""]:
        for _ in range(TIMES):
            size = int(random.integers(9, 36))
            for digit in range(1, 9):
                picture = segments(size, digit) if font == "" else printed(font, size, digit, random)
                if picture is not None:
                    drawn.append(features(*cut(picture, random)))
                    digits.append(digit - 1)
                    kinds.append(families.index(family(font)) if font else len(families))
    points, labels, kept = np.array(drawn), np.array(digits), np.array(kinds) % 4 == 0
    right = answers(points[kept], learnt(points[~kept], labels[~kept])) == labels[kept]
    print(
        f"{len(points)} digits of {len(families)} families; {right.mean():.2%} of those kept back are right"
    )
    write(learnt(points, labels))


def family(font: str) -> str:
    """The name of a font without its style."""
    return Path(font).stem.split("-")[0].split("Sans")[0]


def printed(font: str, size: int, digit: int, random: np.random.Generator) -> Image.Image | None:
    """A digit in a font, light on dark; None if the font has none."""
    try:
        face = ImageFont.truetype(font, size)
    except OSError:
        return None
    picture = Image.new("L", (80, 80))
    ImageDraw.Draw(picture).text((12 + random.random(), 8 + random.random()), str(digit), font=face, fill=255)
    return picture if np.asarray(picture).max() > 80 else None


def segments(size: int, digit: int) -> Image.Image:
    """A digit of seven segments."""
    picture = Image.new("L", (80, 80))
    draw = ImageDraw.Draw(picture)
    for segment in SEGMENTS[digit]:
        place = [20 + each * size / 9 for each in PLACES[segment]]
        draw.line(place, fill=255, width=max(1, size // 7))
    return picture


def cut(picture: Image.Image, random: np.random.Generator) -> tuple[NDArray[np.float32], float]:
    """The points of a digit, cut to its size and sometimes blurred, and its proportion."""
    if random.random() < 0.4:
        picture = picture.filter(ImageFilter.GaussianBlur(random.random()))
    shape = np.asarray(picture, dtype=np.float32)
    shape = shape / shape.max()
    rows, columns = np.flatnonzero((shape > 0.4).any(axis=1)), np.flatnonzero((shape > 0.4).any(axis=0))
    shape = shape[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return shape, shape.shape[1] / shape.shape[0]


def answers(points: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.int_]:
    """The most likely digits, less 1."""
    best: NDArray[np.int_] = np.argmax(points @ weights, axis=1)
    return best


def learnt(points: NDArray[np.float64], labels: NDArray[np.int_]) -> NDArray[np.float64]:
    """The weights that fit, by Adam."""
    weights = np.zeros((points.shape[1], 8))
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        chances = np.exp(points @ weights - (points @ weights).max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        slope = points.T @ (chances - np.eye(8)[labels]) / len(points) + DECAY * weights
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        weights -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return weights


def write(weights: NDArray[np.float64]) -> None:
    """Writes the module with the weights."""
    whole = np.clip(np.round(weights * SCALE), -127, 127).astype(np.int8)
    text = base64.b85encode(whole.tobytes()).decode()
    lines = "\n".join(f'    "{text[at : at + 100]}"' for at in range(0, len(text), 100))
    TARGET.write_text(
        '"""The weights of sapper/screen/shapes.py, written by tools/learn_digits.py."""\n\n'
        "from typing import Final\n\n"
        f"SCALE: Final = {SCALE}\n"
        '"""One unit of a weight."""\n\n'
        f"WEIGHTS: Final = (\n{lines}\n)\n"
        '"""A byte for each feature and digit, in base 85."""\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
