"""Learn the weights of src/sapper/screen/digit_weights.py from signs that it draws.

    python tools/learn/digits.py [FOLDER]

Needs `fc-list` (fontconfig) and Pillow. FOLDER may have further fonts; the package `canvas-fonts` has many.

Draws boards with digits, slashes and other signs in each cell, as programs draw them: in fonts, in strokes of
any thickness, as sprites of few points, in seven segments; small, blurred, scaled or compressed. It cuts the
signs out as the reader of pictures does, and adds signs on plain ground, as counters show. Fits a small
network. It first keeps every fourth kind of drawing back, and says how many of its signs it reads right; then
it learns from all, in about two minutes. The fonts decide the weights, so another machine writes slightly
different ones.
"""

import base64
import io
import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from sapper.screen.grid import Grid
from sapper.screen.looks import Faces, _drawing
from sapper.screen.shapes import DIGITS, KINDS, OTHER, SLASH, features

sys.path.insert(0, str(Path(__file__).parent))

from strokes import STROKES, SYMBOLS, sprite_of, strokes_of, symbol

TARGET = Path(__file__).parents[2] / "src" / "sapper" / "screen" / "digit_weights.py"
NO_DIGITS = ("Symbol", "Dingbats", "D05", "Emoji", "Standard", "awesome", "icon", ".pfb", ".t1")
ILLEGIBLE = ("Nosifer", "Butcherman", "Monofett", "Kranky", "Bonbon", "Astloch", "Akronim", "Creepster")
BOARDS = 500
SIDE = 12  # cells across a board
PLAIN = 12000  # signs on plain ground
FAINT = 80  # a sign without a point of this tone is too thin for its size
OTHERS = "ACDEFGHJKLMNPQRTUVWXYabcdefghijkmnpqrtuvwxy:;.,-+=()[]{}<>#%&!?*@"  # no sign like a digit
HIDDEN, STEPS, BATCH, RATE, DECAY = 32, 20000, 256, 0.004, 2e-5

SEGMENTS = ("abcefg", "cf", "acdeg", "acdfg", "bcdf", "abdfg", "abdefg", "acf", "abcdefg", "abcdfg")
PLACES = {"a": (1, 0, 4, 0), "d": (1, 4, 4, 4), "g": (1, 8, 4, 8)} | {
    "b": (0, 1, 0, 3), "c": (5, 1, 5, 3), "e": (0, 5, 0, 7), "f": (5, 5, 5, 7)
}  # fmt: skip

Weights = list[NDArray[np.float32]]


def main() -> None:
    """Judges the signs by drawings of a kind it has not seen, then learns from all and writes the weights."""
    random = np.random.default_rng(1)
    names = subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True, check=True).stdout
    fonts = sorted({line.split(":")[0] for line in names.splitlines()})
    for folder in sys.argv[1:]:
        fonts += sorted(str(file) for file in Path(folder).rglob("*.[to]tf"))
    fonts = [font for font in fonts if not any(word in font for word in NO_DIGITS + ILLEGIBLE)]
    families = sorted({family(font) for font in fonts})
    drawn, kinds, kept = [], [], []
    for number in range(BOARDS + PLAIN):
        style = fonts[random.integers(len(fonts))]
        if random.random() < (0.6 if number < BOARDS else 0.2):
            style = random.choice(["strokes", "sprites", "segments"], p=[0.45, 0.4, 0.15])
        back = families.index(family(style)) % 4 == 0 if style in fonts else bool(number % 4 == 0)
        signs = board(style, random) if number < BOARDS else plain(style, random)
        for kind, sign in signs:
            drawn.append(sign)
            kinds.append(kind)
            kept.append(back)
    points, labels, back_signs = np.array(drawn, dtype=np.float32), np.array(kinds), np.array(kept)
    right = (
        answers(points[back_signs], learnt(points[~back_signs], labels[~back_signs])) == labels[back_signs]
    )
    print(f"{len(points)} signs of {len(families)} families; {right.mean():.2%} of those kept back are right")
    print(f"{right[labels[back_signs] < DIGITS].mean():.2%} of the digits among them")
    write(learnt(points, labels))


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


def board(style: str, random: np.random.Generator) -> list[tuple[int, NDArray[np.float64]]]:
    """The signs in the cells of a board, as the reader cuts them out."""
    pitch = int(random.choice([random.integers(11, 18), random.integers(16, 32), random.integers(30, 70)]))
    picture = Image.new("RGB", (SIDE * pitch, SIDE * pitch))
    ground = tuple(int(each) for each in random.integers(0, 256, 3))
    if random.random() < 0.6:
        ground = (int(random.choice([192, 189, 235, 255, 40])),) * 3
    one, ink = random.random() < 0.3, ink_on(ground, random)
    height = max(random.uniform(0.45, 0.85), 8 / pitch)
    lined = random.random() < 0.6
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, *picture.size), fill=ground)
    kinds = []
    for cell in range(SIDE * SIDE):
        ink = ink if one else ink_on(ground, random)
        x, y = cell % SIDE * pitch, cell // SIDE * pitch
        kind, sign = any_sign(random)
        mask = drawn_sign(style, sign, round(pitch * height), random)
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
        if lined:
            edge = tuple(max(0, each - 60) for each in ground)
            draw.line((x, y + pitch - 1, x, y, x + pitch - 1, y), fill=edge)
    pixels = np.asarray(as_shown(picture, pitch, random))
    faces = Faces.of(pixels, Grid.between((0, 0, pixels.shape[1], pixels.shape[0]), SIDE, SIDE))
    signs = []
    for kind, strengths, nothing in zip(kinds, faces.strengths, faces.plain, strict=True):
        if kind >= 0 and not nothing:
            shape, (low_x, low_y, high_x, high_y) = _drawing(strengths, plain=False)
            signs.append((kind, features(shape, (high_x - low_x) / (high_y - low_y))))
    return signs


def ink_on(ground: tuple[int, ...], random: np.random.Generator) -> tuple[int, ...]:
    """Any colour that can be read on a ground."""
    while True:
        ink = random.integers(0, 256, 3)
        if np.abs(ink - ground).max() >= 100:
            return tuple(ink.tolist())


def as_shown(picture: Image.Image, pitch: int, random: np.random.Generator) -> Image.Image:
    """The picture as it may come: scaled, blurred or compressed."""
    scale = 1.0
    if random.random() < 0.35:
        scale = random.uniform(0.7, 1.7)
        size = round(SIDE * pitch * scale)
        picture = picture.resize((size, size), random.choice([2, 3]))
    if random.random() < 0.15:
        picture = picture.filter(ImageFilter.GaussianBlur(random.uniform(0.3, pitch * scale / 24)))
    if random.random() < 0.3:
        file = io.BytesIO()
        picture.save(file, "JPEG", quality=int(random.choice([60, 75, 90])))
        picture = Image.open(file).convert("RGB")
    return picture


def plain(style: str, random: np.random.Generator) -> list[tuple[int, NDArray[np.float64]]]:
    """A sign on plain ground, as in a counter."""
    kind, sign = any_sign(random)
    mask = drawn_sign(style, sign, int(random.integers(8, 36)), random)
    if mask is None or np.asarray(mask).max() < FAINT:
        return []
    picture = Image.new("L", (mask.width + 6, mask.height + 6))
    picture.paste(mask, (3, 3))
    if random.random() < 0.4:
        picture = picture.filter(ImageFilter.GaussianBlur(random.random()))
    shape = np.asarray(picture, dtype=np.float32)
    shape = shape / shape.max()
    rows, columns = np.flatnonzero((shape > 0.4).any(axis=1)), np.flatnonzero((shape > 0.4).any(axis=0))
    shape = shape[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return [(kind, features(shape, shape.shape[1] / shape.shape[0]))]


def drawn_sign(style: str, sign: str, height: int, random: np.random.Generator) -> Image.Image | None:
    """A sign of about this height, light on dark; None if the font has none."""
    if len(sign) > 1:
        return symbol(sign, height, random)
    if style == "segments" and sign.isdigit():
        return segments(height, int(sign), random)
    if style in ("strokes", "sprites") and sign in STROKES:
        return strokes_of(sign, height, random) if style == "strokes" else sprite_of(sign, height, random)
    return printed(style if "." in style else "", height, sign, random)


@cache
def face_of(font: str, size: int) -> ImageFont.FreeTypeFont | None:
    """A font in a size; Pillow's own without a name."""
    try:
        face = ImageFont.truetype(font, size) if font else ImageFont.load_default(size)
    except OSError:
        return None
    return face if isinstance(face, ImageFont.FreeTypeFont) else None


def printed(font: str, height: int, sign: str, random: np.random.Generator) -> Image.Image | None:
    """A sign in a font whose digits have about this height; None if the font has none."""
    face = face_of(font, round(height * 1.35))
    if face is None:
        return None
    picture = Image.new("L", (3 * height + 8, 3 * height + 8))
    draw = ImageDraw.Draw(picture)
    draw.fontmode = "1" if random.random() < 0.3 else "L"
    weight = int(random.random() < 0.2)
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


def learnt(points: NDArray[np.float32], labels: NDArray[np.int_]) -> Weights:
    """The weights that fit, by Adam."""
    random = np.random.default_rng(2)
    sizes = (points.shape[1], HIDDEN, KINDS)
    weights = [
        random.normal(0, (2 / size) ** 0.5, (size, to)).astype(np.float32) for size, to in pairwise(sizes)
    ]
    wanted = np.eye(KINDS, dtype=np.float32)
    first, second = [np.zeros_like(each) for each in weights], [np.zeros_like(each) for each in weights]
    for step in range(1, STEPS + 1):
        chosen = random.integers(0, len(points), BATCH)
        some = points[chosen]
        middle = np.maximum(some @ weights[0], 0)
        spoken = middle @ weights[1]
        chances = np.exp(spoken - spoken.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        away = (chances - wanted[labels[chosen]]) / BATCH
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
