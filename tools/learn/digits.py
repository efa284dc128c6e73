"""Learn the weights of engine/screen/digit_weights.hpp from signs that it draws.

    python tools/learn/digits.py [FOLDER ...]

Needs `fc-list` (fontconfig) and Pillow. The folders may have further fonts; the package `canvas-fonts` has
many.

Draws boards with digits, slashes and other signs in each cell, as programs draw them: in fonts, in strokes of
any thickness, as sprites of few points, in seven segments; small, blurred, scaled or compressed. Draws lines
of words and numbers as well, as around boards. It cuts the signs out as the reader of pictures does. Pieces
of signs, and signs that touch, are other signs. Fits a small network. It first keeps every fourth kind of
drawing back, and says how many of its signs it reads right; then it learns from all, in about two minutes.
The fonts decide the weights, so another machine writes slightly different ones.
"""

import io
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from sapper._engine import Grid, cell_features, cut_signs

sys.path.insert(0, str(Path(__file__).parent))

from strokes import STROKES, SYMBOLS, sprite_of, strokes_of, symbol

TARGET = Path(__file__).parents[2] / "engine" / "screen" / "digit_weights.hpp"
DIGITS, SLASH, OTHER, KINDS = 10, 10, 11, 12  # as in engine/screen/signs.hpp; the first kinds are the digits
NO_DIGITS = ("Symbol", "Dingbats", "D05", "Emoji", "Standard", "awesome", "icon", ".pfb", ".t1", "Weather",
             "GCHAN", "_upper", "_csur", "sample", "DSEG")  # fmt: skip
ILLEGIBLE = ("Nosifer", "Butcherman", "Monofett", "Kranky", "Bonbon", "Astloch", "Akronim", "Creepster")
DEFAULTS = (
    "DejaVuSans.",
    "DejaVuSans-Bold.",
    "LiberationSans-Regular",
    "LiberationSans-Bold",
    "Roboto-Regular",
    "Roboto-Medium",
    "Roboto-Bold",
    "OpenSans-Regular",
    "OpenSans-Bold",
    "Cantarell-Regular",
    "Ubuntu.",
    "FreeSans.",
    "NotoSans.",
)  # fonts of programs that choose none, beside Pillow's own
BOARDS = 1000
SIDE = 12  # cells across a board
SIZES = ((9, 13), (12, 18), (16, 32), (30, 70))  # of cells
LINES = 6000
MOST_OF_LINE = 12  # signs of a line that are learnt from
LEAST = 6  # the least height of a digit in pixels
BOLD = 12  # smaller signs cannot be read if their lines are a pixel wider
STROKE = 0.3  # a narrower piece may be a 1, as in engine/screen/signs.cpp
FAINT = 80  # a sign without a point of this tone is too thin for its size
USUAL = "eeeeetttaaaooiiinnnsshhrrdlucmfwypvbgkjqxz"  # letters, some more often than others
OTHERS = "ACDEFHJKLMNPQRTUVWXYacdefghijkmnprtuvwxy:;.,-+=()[]{}<>#%&!?*@"  # no sign like a digit
HIDDEN, STEPS, BATCH, RATE, DECAY = 48, 40000, 512, 0.004, 2e-5

SEGMENTS = ("abcefg", "cf", "acdeg", "acdfg", "bcdf", "abdfg", "abdefg", "acf", "abcdefg", "abcdfg")
PLACES = {"a": (1, 0, 4, 0), "d": (1, 4, 4, 4), "g": (1, 8, 4, 8)} | {
    "b": (0, 1, 0, 3), "c": (5, 1, 5, 3), "e": (0, 5, 0, 7), "f": (5, 5, 5, 7)
}  # fmt: skip

Weights = list[NDArray[np.float32]]


@dataclass(frozen=True)
class Style:
    """How signs are drawn.

    Attributes:
        way: `"font"`, or how digits are drawn: `"strokes"`, `"sprites"` or `"segments"`.
        font: The file of the font of all other signs; empty for Pillow's own.
    """

    way: str
    font: str


def main() -> None:
    """Judges the signs by drawings of a kind it has not seen, then learns from all and writes the weights."""
    points, labels, back = signs_in([Path(folder) for folder in sys.argv[1:]])
    right = answers(points[back], train(points[~back], labels[~back])) == labels[back]
    print(f"{len(points)} signs; {right.mean():.2%} of those held back are right")
    print(f"{right[labels[back] < DIGITS].mean():.2%} of the digits among them")
    write(train(points, labels))


def signs_in(
    folders: list[Path],
) -> tuple[NDArray[np.float32], NDArray[np.int_], NDArray[np.bool_]]:
    """The signs of all drawings, their kinds, and which are held back."""
    random = np.random.default_rng(1)
    names = subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True, check=True).stdout
    fonts = {row.split(":")[0] for row in names.splitlines()}
    fonts |= {str(file) for folder in folders for file in folder.rglob("*.[to]tf")}
    fonts = {font for font in fonts if not any(word in font for word in NO_DIGITS + ILLEGIBLE)} | {""}
    families = sorted({family(font) for font in fonts})
    styles = sorted(fonts)
    defaults = [font for font in styles if not font or Path(font).name.startswith(DEFAULTS)]
    pictures, kinds, backs = [], [], []
    for number in range(BOARDS + LINES):
        some = defaults if random.random() < 0.3 else styles
        font = some[random.integers(len(some))]
        way = "font"
        if random.random() < (0.6 if number < BOARDS else 0.3):
            way = str(random.choice(["strokes", "sprites", "segments"], p=[0.45, 0.4, 0.15]))
        back = (families.index(family(font)) if way == "font" else number) % 4 == 0
        make = board if number < BOARDS else line
        for kind, sign in make(Style(way, font), random):
            pictures.append(sign)
            kinds.append(kind)
            backs.append(back)
    return np.array(pictures, dtype=np.float32), np.array(kinds), np.array(backs)


def family(font: str) -> str:
    """The name of a font without its style."""
    return Path(font).stem.split("-")[0].split("Sans")[0]


def any_sign(random: np.random.Generator) -> tuple[int, str]:
    """The kind of a sign, and what is drawn: a digit, a slash, a letter, or a name of a symbol."""
    which = random.random()
    if which < 0.6:
        digit = int(random.integers(1, 9)) if random.random() < 0.85 else int(random.choice([0, 9]))
        return digit, str(digit)
    if which < 0.63:
        return SLASH, "/"
    if which < 0.76:
        return OTHER, str(random.choice(list(OTHERS)))
    return OTHER, "flag" if which < 0.9 else str(random.choice(list(SYMBOLS)))


def board(style: Style, random: np.random.Generator) -> list[tuple[int, NDArray[np.float64]]]:
    """The signs in the cells of a board, as the reader cuts them out."""
    pitch = int(random.integers(*SIZES[random.choice(len(SIZES), p=[0.1, 0.3, 0.3, 0.3])]))
    picture = Image.new("RGB", (SIDE * pitch, SIDE * pitch))
    ground = tuple(int(each) for each in random.integers(0, 256, 3))
    if random.random() < 0.6:
        ground = (int(random.choice([192, 189, 235, 255, 40])),) * 3
    one, ink = random.random() < 0.3, ink_on(ground, random)
    height = max(random.uniform(0.45, 0.85), min(0.7, 8 / pitch))
    has_lines = random.random() < 0.6
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, *picture.size), fill=ground)
    kinds = []
    for cell in range(SIDE * SIDE):
        ink = ink if one else ink_on(ground, random)
        x, y = cell % SIDE * pitch, cell // SIDE * pitch
        kind, sign = any_sign(random)
        mask = sign_picture(style, sign, round(pitch * height), random)
        if mask is not None and mask.width > pitch - 2:
            mask = mask.resize((pitch - 2, mask.height))
        fits = mask is not None and mask.height < pitch and np.asarray(mask).max() >= FAINT
        kinds.append(kind if fits else -1)
        if mask is not None and fits:
            left = x + (pitch - mask.width) // 2 + int(random.integers(0, 2))
            top = y + (pitch - mask.height) // 2
            if random.random() < 0.05:  # a shadow
                picture.paste(tuple(each // 2 for each in ground), (left + 1, top + 1), mask)
            picture.paste(ink, (left, top), mask)
        if has_lines:
            edge = tuple(max(0, each - 60) for each in ground)
            draw.line((x, y + pitch - 1, x, y, x + pitch - 1, y), fill=edge)
    pixels = np.asarray(on_screen(picture, pitch * height, random))
    points = cell_features(pixels, Grid.between(0, 0, pixels.shape[1], pixels.shape[0], SIDE, SIDE))
    return [(kind, np.array(each)) for kind, each in zip(kinds, points, strict=True) if kind >= 0 and each]


def ink_on(ground: tuple[int, ...], random: np.random.Generator) -> tuple[int, ...]:
    """Any colour that can be read on a ground."""
    while True:
        ink = random.integers(0, 256, 3)
        if np.abs(ink - ground).max() >= 100:
            return tuple(ink.tolist())


def on_screen(picture: Image.Image, height: float, random: np.random.Generator) -> Image.Image:
    """The picture as it may come, with digits of about this height: scaled, blurred or compressed."""
    if random.random() < 0.35:
        scale = max(random.uniform(0.7, 1.7), LEAST / height)
        size = round(picture.width * scale), round(picture.height * scale)
        picture = picture.resize(size, random.choice([2, 3]))
        height *= scale
    large = height > BOLD
    if large and random.random() < 0.2:
        picture = picture.filter(ImageFilter.GaussianBlur(random.uniform(0.3, height / 15)))
    if random.random() < 0.3:
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=int(random.choice([60, 75, 90] if large else [85, 95])))
        picture = Image.open(file).convert("RGB")
    return picture


def line(style: Style, random: np.random.Generator) -> list[tuple[int, NDArray[np.float64]]]:
    """Signs of a line of words and numbers on plain ground, in each way in which the reader cuts them out."""
    height = int(random.integers(LEAST, 13) if random.random() < 0.6 else random.integers(12, 36))
    gap = max(1, round(height * random.uniform(0.05, 0.25)))
    masks: list[tuple[int, Image.Image, int]] = []  # the kind of each sign, and where it begins
    right = gap
    for sign in sample_text(random):
        mask = None if sign == " " else sign_picture(style, sign, height, random)
        if mask is None or np.asarray(mask).max() < FAINT:
            right += height
            continue
        masks.append((kind_of(sign), mask, right))
        right += mask.width + gap
    if not masks:
        return []
    deep = max(mask.height for _, mask, _ in masks)
    light = Image.new("L", (right + 8, deep + 8))
    for _, mask, left in masks:
        light.paste(mask, (left + 2, 4 + deep - mask.height))
    ground = tuple(int(each) for each in random.integers(0, 256, 3))
    picture = Image.new("RGB", light.size, ground)
    picture.paste(ink_on(ground, random), (0, 0), light)
    screen = on_screen(picture, height, random)
    scale = screen.width / light.width
    boxes = []
    for kind, mask, left in masks:
        box = (left + 2, 4 + deep - mask.height, left + 2 + mask.width, 4 + deep)
        boxes.append((kind, tuple(scale * side for side in box)))
    cuts = [(kind_in(cut, boxes), np.array(points)) for cut, points in cut_signs(np.asarray(screen))]
    signs = [(each, points) for each, points in cuts if each is not None]
    random.shuffle(signs)
    return signs[:MOST_OF_LINE]


def sample_text(random: np.random.Generator) -> Iterator[str]:
    """The signs of a few words and numbers."""
    for _ in range(random.integers(1, 4)):
        which = random.random()
        if which < 0.4:
            yield from (str(digit) for digit in random.integers(0, 10, random.integers(1, 5)))
        elif which < 0.5:
            yield from f"{random.integers(100)}{random.choice(['/', ' / ', ':'])}{random.integers(10, 100)}"
        else:
            yield from random.choice(list(USUAL if random.random() < 0.7 else OTHERS), random.integers(1, 8))
        yield " "


def kind_of(sign: str) -> int:
    """The kind of a sign; -1 for one that looks like a digit."""
    if sign.isdigit():
        return int(sign)
    return SLASH if sign == "/" else OTHER if sign in OTHERS else -1


def kind_in(cut: tuple[float, ...], boxes: list[tuple[int, tuple[float, ...]]]) -> int | None:
    """The kind of what was cut out among signs in these boxes; None for what may be one or not."""
    for kind, box in boxes:
        near = 1 + 0.1 * (box[3] - box[1])
        away = max(abs(one - other) for one, other in zip(cut, box, strict=True))
        if away <= near:
            return None if kind < 0 else kind
        if away <= 2 * near and kind != OTHER:
            return None
    return None if cut[2] - cut[0] <= STROKE * (cut[3] - cut[1]) else OTHER


def sign_picture(style: Style, sign: str, height: int, random: np.random.Generator) -> Image.Image | None:
    """A sign of about this height, light on dark; None if the font has none."""
    if len(sign) > 1:
        return symbol(sign, height, random)
    if style.way == "segments" and sign.isdigit():
        return segments(height, int(sign), random)
    if style.way in ("strokes", "sprites") and sign in STROKES:
        return (strokes_of if style.way == "strokes" else sprite_of)(sign, height, random)
    return sign_of_font(style.font, height, sign, random)


@cache
def face_of(font: str, size: int) -> ImageFont.FreeTypeFont | None:
    """A font in a size; Pillow's own without a name."""
    try:
        face = ImageFont.truetype(font, size) if font else ImageFont.load_default(size)
    except OSError:
        return None
    return face if isinstance(face, ImageFont.FreeTypeFont) else None


def sign_of_font(font: str, height: int, sign: str, random: np.random.Generator) -> Image.Image | None:
    """A sign in a font whose digits have about this height; None if the font has none."""
    face = face_of(font, round(height * 1.35))
    if face is None:
        return None
    picture = Image.new("L", (3 * height + 8, 3 * height + 8))
    draw = ImageDraw.Draw(picture)
    draw.fontmode = "1" if random.random() < 0.3 else "L"
    weight = int(height > BOLD and random.random() < 0.2)
    draw.text((height // 2 + random.random(), height // 2), sign, font=face, fill=255, stroke_width=weight)
    box = picture.getbbox()
    return None if box is None else picture.crop(box)


def segments(size: int, digit: int, random: np.random.Generator) -> Image.Image:
    """A digit of seven segments, of some thickness and proportion."""
    picture = Image.new("L", (2 * size + 20, 2 * size + 20))
    draw = ImageDraw.Draw(picture)
    wide, reach, slant = random.uniform(0.75, 1.15), random.choice([0, 1]), random.choice([0.0, 0.0, 0.1])
    width = max(1, round(size * random.choice([1, 1.5]) / 8))
    for segment in SEGMENTS[digit]:
        x, y, to_x, to_y = PLACES[segment]
        across, down = (reach, 0) if x != to_x else (0, reach)
        corners = ((x - across, y - down), (to_x + across, to_y + down))
        place = [8 + each * size / 9 for x, y in corners for each in (wide * x + slant * (8 - y), y)]
        draw.line(place, fill=255, width=width)
    return picture.crop(picture.getbbox())


def answers(points: NDArray[np.float32], weights: Weights) -> NDArray[np.int_]:
    """The most likely kinds."""
    best: NDArray[np.int_] = np.argmax(np.maximum(points @ weights[0], 0) @ weights[1], axis=1)
    return best


def train(points: NDArray[np.float32], labels: NDArray[np.int_]) -> Weights:
    """The weights that fit, by Adam."""
    random = np.random.default_rng(2)
    sizes = (points.shape[1], HIDDEN, KINDS)
    weights = [
        random.normal(0, (2 / size) ** 0.5, (size, to)).astype(np.float32) for size, to in pairwise(sizes)
    ]
    targets = np.eye(KINDS, dtype=np.float32)
    first, second = [np.zeros_like(each) for each in weights], [np.zeros_like(each) for each in weights]
    for step in range(1, STEPS + 1):
        batch = random.integers(0, len(points), BATCH)
        some = points[batch]
        middle = np.maximum(some @ weights[0], 0)
        outputs = middle @ weights[1]
        chances = np.exp(outputs - outputs.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        away = (chances - targets[labels[batch]]) / BATCH
        slopes = [some.T @ ((away @ weights[1].T) * (middle > 0)), middle.T @ away]
        rate = RATE * (1 - step / STEPS)
        for each, slope, mean, square in zip(weights, slopes, first, second, strict=True):
            slope += DECAY * each
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope**2 - square)
            each -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def write(weights: Weights) -> None:
    """Writes the header with the weights."""
    scales = [127 / float(np.abs(each).max()) for each in weights]
    tables = [
        np.round(each * scale).astype(int).ravel().tolist()
        for each, scale in zip(weights, scales, strict=True)
    ]
    TARGET.write_text(
        "// The weights of screen/signs.cpp, written by tools/learn/digits.py.\n"
        "#pragma once\n\n#include <array>\n#include <cstdint>\n\n"
        "// clang-format off\nnamespace sapper::screen::digit_weights {\n\n"
        "// One unit of the weights of each layer.\n"
        f"inline constexpr double kFromPointsUnit = 1 / {scales[0]:.4f};\n"
        f"inline constexpr double kFromHiddenUnit = 1 / {scales[1]:.4f};\n"
        + table("kFromPoints", tables[0])
        + table("kFromHidden", tables[1])
        + "\n}  // namespace sapper::screen::digit_weights\n",
        encoding="utf-8",
    )


def table(name: str, values: list[int]) -> str:
    """An array of bytes."""
    lines = textwrap.fill(", ".join(map(str, values)), 108)
    return f"inline constexpr std::array<std::int8_t, {len(values)}> {name}{{\n{lines}}};\n"


if __name__ == "__main__":
    main()
