"""Pictures of windows with a board, in looks that no program has; what they show is known.

The digits are those of a font, by default Pillow's own, or of seven segments.
"""

import io
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

import sapper
from sapper.board.marks import EXPLODED

Colour = tuple[int, int, int]

SEGMENTS = ("", "cf", "acdeg", "acdfg", "bcdf", "abdfg", "abdefg", "acf", "abcdefg", "abcdfg")
ZERO = "abcefg"
PLACES = {
    "a": (0, 0, 1, 0), "b": (0, 0, 0, 0.5), "c": (1, 0, 1, 0.5), "d": (0, 0.5, 1, 0.5),
    "e": (0, 0.5, 0, 1), "f": (1, 0.5, 1, 1), "g": (0, 1, 1, 1),
}  # fmt: skip
CLASSIC: tuple[Colour, ...] = (
    (0, 0, 255), (0, 128, 0), (255, 0, 0), (0, 0, 128),
    (128, 0, 0), (0, 128, 128), (0, 0, 0), (128, 128, 128),
)  # fmt: skip


@dataclass(frozen=True)
class Look:
    """How cells look.

    Attributes:
        border: `"bevel"`, `"gap"` (flat tiles with gaps), `"line"`, `"open"` (the same, but only between open
            cells), `"chess"` (fields of two colours, no borders), `"dither"`, `"shadow"` (flat tiles that
            cast one), `"block"` (bevelled, and no lines between open cells), `"flat"` (no lines at all), or
            `"tile"` (no lines, and something is drawn on each cell, also on empty ones).
        hidden: The colour of hidden cells.
        open_ground: The colour of open cells.
        digits: The colours of the digits 1 to 8.
        segments: Whether the digits have seven segments.
        pitch: The size of a cell in pixels; need not be whole.
        size: The height of a digit, as a part of the cell.
        noise: The standard deviation of noise on every pixel.
        ground: How many grey levels the window around the board is darker than open cells.
        zero: What empty cells show.
        mine: What mines that a lost game shows are drawn as; without it, a disc.
        gloss: Whether hidden cells have a bright spot.
        sign: Whether digits stand on a dark sign, so that all of them look nearly the same.
        font: The file of another font.
    """

    border: str = "bevel"
    hidden: Colour = (192, 192, 192)
    open_ground: Colour = (192, 192, 192)
    digits: tuple[Colour, ...] = CLASSIC
    segments: bool = False
    pitch: float = 20
    size: float = 0.6
    noise: float = 0
    ground: int = 16
    zero: str = ""
    mine: str = ""
    gloss: bool = False
    sign: bool = False
    font: str = ""


LOOKS = {
    "bevel": Look(),
    "bevel small": Look(pitch=16, size=0.65),
    "bevel fraction": Look(pitch=22.4),
    "gap": Look("gap", (120, 140, 160), (225, 225, 225), pitch=31),
    "gap one colour": Look(
        "gap", (186, 189, 182), (222, 222, 220), ((46, 52, 54),) * 8, pitch=36.5, size=0.55
    ),
    "line": Look("line", (170, 190, 220), (255, 255, 255), pitch=25, segments=True),
    "chess": Look("chess", (170, 215, 81), (229, 194, 159), pitch=30),
    "dither": Look("dither", (255, 255, 255), (255, 255, 255), pitch=40, size=0.35),
    "shadow": Look("shadow", (80, 120, 200), (235, 235, 240), pitch=27.3),
    "dark": Look("gap", (70, 75, 85), (35, 38, 45), ((230, 230, 230),) * 8, pitch=24, size=0.65),
    "large": Look("shadow", (90, 160, 90), (240, 240, 230), pitch=64, segments=True),
    "noise": Look("bevel", pitch=24, noise=4),
}


WITHOUT_LINES = {
    "flat": Look("flat", (150, 175, 200), (228, 228, 228), pitch=24),
    "flat large": Look("flat", (90, 140, 90), (214, 222, 205), pitch=37),
    "tile": Look("tile", (160, 215, 110), (160, 215, 110), pitch=28, size=0.5),
    "tile small": Look("tile", (90, 130, 70), (150, 140, 110), pitch=20, size=0.5),
}
# The same, and open cells have the colour of the window around the board.
BARE = {
    "bare light": Look("flat", (66, 66, 66), (250, 250, 250), pitch=37.3, size=0.5, ground=0),
    "bare dark": Look(
        "flat", (210, 208, 200), (34, 34, 34), ((220, 220, 210),) * 8, pitch=52, size=0.4, ground=0
    ),
}
SIGNS = Look("tile", (160, 215, 110), (160, 215, 110), ((150, 130, 110),) * 8, pitch=28, size=0.45, sign=True)


def midgame(rows: int, columns: int, mines: int, seed: int, moves: int = 1) -> sapper.Position:
    """The position after some moves of a player who makes no mistakes and is lucky."""
    game = sapper.Game((rows, columns, mines), seed=seed)
    game.open(rows // 2, columns // 2)
    for _ in range(moves - 1):
        analysis = sapper.analyse(game.position)
        if game.status != "playing" or not analysis.safe:
            break
        game.open(analysis.safe[seed % len(analysis.safe)])
    return game.position


def window(
    position: sapper.Position,
    look: Look,
    *,
    at: tuple[int, int] = (137, 149),
    size: tuple[int, int] = (1280, 960),
    counter: int | None = None,
    seed: int = 1,
) -> NDArray[np.uint8]:
    """A screen with a window with the board, among texts and buttons.

    Args:
        position: What the board shows.
        look: How it looks.
        at: The left and upper edge of the board.
        size: The width and height of the screen.
        counter: A number to show above the board, in seven segments.
        seed: Of the noise.
    """
    rows, columns = position.topology.shape
    picture = Image.new("RGB", size, (52, 101, 136))
    draw = ImageDraw.Draw(picture)
    left, top = at
    right, bottom = left + columns * look.pitch, top + rows * look.pitch
    ground = tuple(abs(value - look.ground) for value in look.open_ground)
    draw.rectangle((left - 14, top - 78, right + 14, bottom + 40), fill=ground, outline=(40, 40, 40))
    draw.rectangle((left - 14, top - 78, right + 14, top - 58), fill=(60, 90, 150))
    draw.text((left, top - 75), "A game of mines", fill=(255, 255, 255))
    draw.text((left, bottom + 16), "Press any key to be surprised", fill=(30, 30, 30))
    draw.text((20, 20), "Some other text on the screen,\nin several lines,\nof no use.", fill=(255, 255, 255))
    if counter is not None:
        _counter(draw, counter, (left, top - 48))
    for row in range(rows):
        for column in range(columns):
            x, y = left + column * look.pitch, top + row * look.pitch
            box = (round(x), round(y), round(x + look.pitch) - 1, round(y + look.pitch) - 1)
            _cell(draw, look, box, position.marks[row, column], (row + column) % 2)
    pixels: NDArray[np.uint8] = np.array(picture)
    if look.noise:
        noise = np.random.default_rng(seed).normal(0, look.noise, pixels.shape)
        pixels = np.clip(pixels + noise, 0, 255).astype(np.uint8)
    return pixels


def uneven(pixels: NDArray[np.uint8], wide: int, high: int, *, pitch: int) -> NDArray[np.uint8]:
    """A window with the board where the first columns and rows are a pixel wider and higher than the rest."""
    for axis, start, count in ((0, 149, high), (1, 137, wide)):
        beside = start + pitch * np.arange(count) + 3
        pixels = np.insert(pixels, beside, np.take(pixels, beside, axis), axis)
    return pixels


def picture_file(pixels: NDArray[np.uint8], kind: str = "PNG") -> bytes:
    """The bytes of a file."""
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, kind)
    return file.getvalue()


def unclear_picture() -> tuple[sapper.Position, bytes]:
    """A board, and a picture of it in which the digit of the first cell cannot be seen."""
    rows = ["2......", ".......", ".......", ".......", "...1111", "...1000"]
    position = sapper.Position("\n".join(rows), mines=6)
    pixels = window(position, replace(LOOKS["line"], pitch=20), size=(420, 420)).copy()
    pixels[155:165, 143:152] = 90
    return position, picture_file(pixels)


def picture_of_unclear_size() -> tuple[sapper.Position, bytes]:
    """A board whose last column is empty, and a picture in which that looks like the window."""
    position = midgame(17, 17, 28, seed=4063, moves=5)
    look = replace(LOOKS["dark"], ground=0, pitch=19, size=0.63)
    return position, picture_file(window(position, look, size=(700, 640)))


def _cell(draw: ImageDraw.ImageDraw, look: Look, box: tuple[int, ...], mark: int, odd: int) -> None:
    left, top, right, bottom = box
    covered = mark < 0
    face = look.hidden if covered else look.open_ground
    if look.border == "chess":
        face = tuple(value - 9 * odd for value in face)  # type: ignore[assignment]
    draw.rectangle(box, fill=face)
    if look.border in ("bevel", "block") and covered:
        draw.line((left, bottom, left, top, right, top), fill=(255, 255, 255), width=2)
        draw.line((left, bottom, right, bottom, right, top), fill=(128, 128, 128), width=2)
    elif look.border in ("bevel", "line") or (look.border == "open" and not covered):
        draw.line((left, bottom, left, top, right, top), fill=(128, 128, 128))
    elif look.border == "gap":
        draw.rectangle(box, outline=tuple((3 * value + 40) // 4 for value in look.open_ground), width=1)
    elif look.border == "shadow":
        draw.line(
            (left, bottom, right, bottom, right, top), fill=tuple(value * 2 // 3 for value in face), width=2
        )
    elif look.border == "dither":
        if covered:
            draw.point(
                [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1) if (x + y) % 2],
                fill=(0, 0, 0),
            )
        draw.rectangle(box, outline=(0, 0, 0))
    elif look.border == "tile":
        _tile(draw, look, box, covered)
    _mark(draw, look, box, int(mark))


def _tile(draw: ImageDraw.ImageDraw, look: Look, box: tuple[int, ...], covered: bool) -> None:
    """Grass on hidden cells, and a peg on open ones."""
    left, top, right, bottom = box
    dark = tuple(value * 3 // 4 for value in look.hidden)
    if covered:
        for part in (0.3, 0.5, 0.65):
            foot = left + part * (right - left)
            draw.line((foot, bottom - 4, foot + 3, (top + 2 * bottom) / 3), fill=dark, width=2)
    else:
        draw.rectangle((left + 4, bottom - 7, right - 4, bottom - 4), fill=dark)


def _mark(draw: ImageDraw.ImageDraw, look: Look, box: tuple[int, ...], mark: int) -> None:
    left, top, right, bottom = box
    if mark < 0 and look.gloss:
        draw.ellipse((left + 4, top + 3, right - 4, (top + bottom) // 2), fill=(255, 255, 255))
    if mark == -2:
        middle = (left + right) // 2
        draw.line((middle, top + 4, middle, bottom - 4), fill=(20, 20, 20), width=2)
        draw.polygon(
            (middle, top + 4, middle, (top + bottom) // 2, left + 4, (3 * top + bottom) // 4),
            fill=(220, 0, 0),
        )
    elif mark == EXPLODED:
        draw.rectangle(box, fill=look.open_ground)
        if look.mine:
            _text(draw, look, box, look.mine, (200, 0, 0))
        else:
            draw.ellipse((left + 5, top + 5, right - 5, bottom - 5), fill=(200, 0, 0))
    elif mark > 0:
        _digit(draw, look, box, mark)
    elif mark == 0 and look.zero:
        _text(draw, look, box, look.zero, (150, 150, 150))


def _digit(draw: ImageDraw.ImageDraw, look: Look, box: tuple[int, ...], mark: int) -> None:
    left, top, right, bottom = box
    height = look.size * (bottom - top + 1)
    colour = look.digits[mark - 1]
    middle = ((left + right + 1) / 2, (top + bottom + 1) / 2)
    if look.sign:
        draw.rectangle((left + 5, top + 3, right - 5, bottom - 5), fill=(60, 40, 20))
    if look.segments:
        width = height * 0.55
        _segments(
            draw, SEGMENTS[mark], (middle[0] - width / 2, middle[1] - height / 2, width, height), colour
        )
    else:
        _text(draw, look, box, str(mark), colour)


def _text(draw: ImageDraw.ImageDraw, look: Look, box: tuple[int, ...], text: str, colour: Colour) -> None:
    left, top, right, bottom = box
    font = _font(look.font, 1.35 * look.size * (bottom - top + 1))
    draw.text(((left + right + 1) / 2, (top + bottom + 1) / 2), text, font=font, fill=colour, anchor="mm")


@cache
def _font(name: str, size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.truetype(name, size) if name else ImageFont.load_default(size)


def _segments(
    draw: ImageDraw.ImageDraw, segments: str, box: tuple[float, float, float, float], colour: Colour
) -> None:
    left, top, width, height = box
    for segment in segments:
        x, y, to_x, to_y = PLACES[segment]
        line = (left + x * width, top + y * height, left + to_x * width, top + to_y * height)
        draw.line([round(each) for each in line], fill=colour, width=max(1, round(height / 7)))


def _counter(draw: ImageDraw.ImageDraw, number: int, at: tuple[float, float]) -> None:
    left, top = at
    draw.rectangle((left, top, left + 58, top + 34), fill=(0, 0, 0))
    for place, digit in enumerate(f"{number:03}"):
        segments = ZERO if digit == "0" else SEGMENTS[int(digit)]
        _segments(draw, segments, (left + 6 + 18 * place, top + 6, 10, 22), (255, 0, 0))


def several(count: int, seed: int) -> list[tuple[str, sapper.Position]]:
    """Names of looks and positions of different sizes, each look in turn."""
    random = Random(seed)
    pictures = []
    for number in range(count):
        name = list(LOOKS)[number % len(LOOKS)]
        pitch = LOOKS[name].pitch
        rows = random.randint(6, min(20, int(700 / pitch)))
        columns = random.randint(6, min(30, int(1000 / pitch)))
        mines = max(2, round(rows * columns * random.uniform(0.1, 0.2)))
        position = midgame(rows, columns, mines, random.randrange(10**6), random.choice((1, 1, 5, 30)))
        pictures.append((name, position))
    return pictures


def same(reading: sapper.PictureReading, position: sapper.Position) -> bool:
    """Whether the marks that were read are those of a position."""
    return np.array_equal(reading.position.marks, position.marks)


def covered(marks: NDArray[np.signedinteger]) -> NDArray[np.signedinteger]:
    """The marks, with whatever covers a cell as hidden."""
    result: NDArray[np.signedinteger] = np.maximum(marks, -1)
    return result


def is_honest(
    reading: sapper.PictureReading, marks: NDArray[np.signedinteger], *, flags: bool = False
) -> bool:
    """Whether no cell that is read wrong counts as certain. Flags need not be told from hidden cells."""
    read = reading.position.marks
    wrong = read != marks if flags else covered(read) != covered(marks)
    return not (wrong & (reading.certainty == 1)).any()
