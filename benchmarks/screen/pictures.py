"""Read pictures of boards in looks made at random, and count how often a wrong reading is called sure.

    python benchmarks/screen/pictures.py [--pictures 400] [--first 0] [--show FOLDER]

Every picture has its own colours, borders, font, size, window and position, all from its number. Some are
scaled, compressed as JPEG, or cut close to the board; in some a player has set flags, wrong ones among them.
No look is that of a program, and some are such as no program would have, because hidden and open cells can
hardly be told apart. Each picture is read with and without the number of mines.

"Right" is sure and right. "Asked" has a question or a doubt, and no cell that is called certain is
wrong. "Refused" is an error, such as that no board was found. "Flags" calls hidden cells flags or flags
hidden cells, and nothing else is wrong; analyses do not mind. "Wrong" calls anything else certain that
is not so. `--show` writes the pictures of these.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray
from PIL import Image

import sapper

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.screens import CLASSIC, WITHOUT_LINES, Colour, Look, midgame, picture_file, window

FOLDER = Path(mpl.get_data_path(), "fonts", "ttf")
FONTS = ("", *sorted(str(file) for file in FOLDER.glob("DejaVuS*.ttf") if "Display" not in file.name))
WITH_LINES = ("bevel", "gap", "line", "open", "chess", "dither", "shadow", "block")
BORDERS = (*WITH_LINES, *(look.border for look in WITHOUT_LINES.values()))
BY_COLOUR = ("gap", "line", "chess", "shadow", "flat", "tile")  # hidden and open cells differ in little else
PLACE = (137, 149)  # of the board in its window


def colour(random: Random) -> Colour:
    """Any colour."""
    return random.randrange(256), random.randrange(256), random.randrange(256)


def near(random: Random, other: Colour, most: int) -> Colour:
    """A colour not far from another."""
    red, green, blue = (min(255, max(0, value + random.randint(-most, most))) for value in other)
    return red, green, blue


def look_of(random: Random) -> Look:
    """Any look in which a person could read the digits."""
    border = random.choice(BORDERS)
    open_ground = random.choice(((192, 192, 192), (235, 235, 235), (40, 42, 48), colour(random)))
    hidden = near(random, open_ground, random.choice((0, 20, 60, 255)))
    while (border in BY_COLOUR and apart(hidden, open_ground) < 20) or (
        border == "tile" and max(hidden) < 100
    ):
        hidden = near(random, open_ground, 255)
    digits = random.choice((CLASSIC, (colour(random),) * 8, tuple(colour(random) for _ in range(8))))
    digits = tuple(each if apart(each, open_ground) > 90 else opposite(open_ground) for each in digits)
    return Look(
        border=border,
        hidden=hidden,
        open_ground=open_ground,
        digits=digits,
        segments=random.random() < 0.15,
        pitch=random.choice((random.randint(14, 48), round(random.uniform(14, 48), 1))),
        size=random.uniform(0.42, 0.7),
        noise=random.choice((0, 0, 0, 2, 4)),
        ground=random.choice((0, 16, 40)),
        gloss=random.random() < 0.1,
        font=random.choice(FONTS),
    )


def apart(one: Colour, other: Colour) -> int:
    """How far two colours are from each other, in grey levels of the channel where it is most."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def opposite(ground: Colour) -> Colour:
    """Black or white."""
    return (0, 0, 0) if sum(ground) > 380 else (255, 255, 255)


def as_position(random: Random, look: Look) -> sapper.Position:
    """A position of a game, with flags of its player in one of three."""
    rows = random.randint(6, min(16, int(620 / look.pitch)))
    columns = random.randint(6, min(30, int(900 / look.pitch)))
    mines = max(3, round(rows * columns * random.uniform(0.1, 0.21)))
    position = midgame(rows, columns, mines, random.randrange(10**6), random.choice((1, 1, 5, 15, 40)))
    if random.random() < 1 / 3:
        marks = position.marks.copy()
        mine_cells = [cell for cell in sapper.analyse(position).mines if random.random() < 0.6]
        hidden = [tuple(cell) for cell in np.argwhere(marks == -1).tolist()]
        for cell in [*mine_cells, *random.sample(hidden, random.choice((0, 0, 1)))]:
            marks[cell] = -2
        position = sapper.Position(marks, mines)
    return position


def picture_of(random: Random, look: Look, position: sapper.Position) -> NDArray[np.uint8]:
    """A screen, a part of one, or a picture of one that was scaled or compressed."""
    rows, columns = position.topology.shape
    pixels = window(position, look, seed=random.randrange(100))
    how = random.choice(("screen", "screen", "cut", "scaled", "compressed"))
    if how == "cut":
        left, top = PLACE
        right, bottom = left + columns * look.pitch, top + rows * look.pitch
        margin = random.choice((0, 1, 3, 10))
        pixels = pixels[top - margin : round(bottom) + margin, left - margin : round(right) + margin]
    elif how == "scaled":
        scale = random.uniform(0.75, 1.6)
        size = round(pixels.shape[1] * scale), round(pixels.shape[0] * scale)
        pixels = np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BICUBIC))
    elif how == "compressed":
        file = io.BytesIO()
        Image.fromarray(pixels).save(file, "JPEG", quality=random.choice((60, 80, 92)))
        pixels = np.asarray(Image.open(file))
    return pixels


def outcome(
    pixels: NDArray[np.uint8], position: sapper.Position, mines: int | None, shape: tuple[int, int] | None
) -> str:
    """How a picture is read, as in the description above."""
    try:
        reading = sapper.read_picture(pixels, mines, shape=shape)
    except sapper.SapperError:
        return "refused"
    if reading.position.topology.shape != position.topology.shape:
        return "wrong" if reading.sure else "asked"
    marks, true = reading.position.marks, position.marks
    differs = (marks != true) & (reading.sure | (reading.certainty == 1))
    if reading.sure and reading.position.mines not in (None, position.mines):
        return "wrong"
    if not differs.any():
        return "right" if reading.sure else "asked"
    return "flags" if bool((marks[differs] < 0).all() and (true[differs] < 0).all()) else "wrong"


def main() -> None:
    """Reads the pictures and prints the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pictures", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="the number of the first picture")
    parser.add_argument("--show", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    counts = {with_count: Counter[str]() for with_count in (True, False)}
    for number in range(options.first, options.first + options.pictures):
        random = Random(number)
        look = look_of(random)
        position = as_position(random, look)
        pixels = picture_of(random, look, position)
        without_lines = look.border not in WITH_LINES
        rows, columns = position.topology.shape
        shape = (rows, columns) if without_lines else None
        for with_count, count in counts.items():
            result = outcome(pixels, position, position.mines if with_count else None, shape)
            count[result] += 1
            if result in ("flags", "wrong"):
                which = "with" if with_count else "without"
                print(f"{number}: {result}, {which} its mine count: {replace(look, digits=())}")
                if options.show is not None:
                    options.show.mkdir(parents=True, exist_ok=True)
                    options.show.joinpath(f"{number}.png").write_bytes(picture_file(pixels))
    for with_count, count in counts.items():
        words = ", ".join(f"{name} {count[name]}" for name in ("right", "asked", "refused", "flags", "wrong"))
        print(f"{'with' if with_count else 'without'} the number of mines: {words}")


if __name__ == "__main__":
    main()
