"""Read boards as programs and web pages draw them, and count how often a wrong reading is called sure.

    python benchmarks/screen/web_looks.py [--seed 0] [--only NAME ...] [--show FOLDER]

The looks below are modelled on real ones. A browser draws ten positions in each, at the scales of several
screens. In some a cell lies under the pointer, flags are wrong, or the game is over. Each picture is read
with and without the number of mines. Looks without lines are read with the shape of the board. Needs
Chromium, as the tests do.

"Right", "asked", "refused", "flags" and "wrong" are those of `pictures.py`. A board of another size, or more
than half a cell from its place, is wrong if it is sure. So are cells of certainty 1 that are not so, even if
something else is asked. Mines that are shown count as flags. A question mark may be read as hidden or as a
flag. `--show` writes the pictures of the last two kinds, what they show, and what was read.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

import sapper

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.pages import launch
from support.screens import CLASSIC, PLACES, SEGMENTS, ZERO, midgame, picture_file

MOST = 10_000_000  # pixels that `read_picture` takes
WORDS = ("right", "asked", "refused", "flags", "wrong")

# What a cell shows: a digit, or one of these. Outside of the board there is nothing.
NAMES = {"h": "hidden", "f": "flag", "m": "mine", "x": "exploded", "w": "wrong flag", "q": "question mark"}
MARKS = {str(n): n for n in range(9)} | {"h": -1, "-": 9} | dict.fromkeys("fmxwq", -2)

Sizes = tuple[tuple[int, int, int], ...]
SIZES: Sizes = ((9, 9, 10), (8, 8, 10), (10, 8, 10), (14, 18, 40), (16, 16, 40))
SMALL: Sizes = ((5, 7, 5), (7, 5, 6), (6, 6, 6), (5, 9, 8), (6, 7, 6))

# Of each: sizes, numbers of moves, the part of the certain mines that have a flag, and the wrong flags.
POSITIONS: dict[str, tuple[Sizes, tuple[int, ...], float, int]] = {
    "fresh": (SIZES, (0,), 0, 0),
    "opening": (SIZES[:1], (1,), 0, 0),
    "pointer": (SIZES[-1:], (10, 25), 0, 0),  # a cell lies under it
    "late": (SIZES[:1], (14,), 1, 0),  # cut close to the board, as are the small ones
    "flags": (SIZES[-1:], (20,), 0.6, 2),
    "expert": (((16, 30, 99),), (8, 40, 90), 0.4, 0),
    "five": (((5, 5, 3), (5, 5, 4), (5, 5, 5)), (1, 2, 3), 0, 0),
    "lost": (SIZES, (2, 8, 15), 0.5, 1),
    "won": (SIZES, (3,), 0, 0),
    "small": (SMALL, (1, 2, 4), 0.5, 0),
}

PLAIN = tuple(f"rgb{colour}" for colour in CLASSIC)
STRONG = ("#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00", "#0097a7", "#424242", "#9e9e9e")
BRIGHT = ("#64b5f6", "#81c784", "#f87171", "#b07cff", "#ffb347", "#4dd0e1", "#f0f0f0", "#9aa5b1")

# What a flag, a mine, an exploded mine and a wrong flag are drawn as, in SVG of 20 by 20 or in characters.
FLAG = '<path d="M10 3h1v12h-1zM5 15h10v3H5z"/><path d="M11 2v9L2 6.5z" fill="#f00"/>'
BALL = '<circle cx="10" cy="10" r="6"/><path d="M10 1v18M1 10h18M4 4l12 12M16 4L4 16" stroke="currentColor"/>'
MINE = f'{BALL}<circle cx="8" cy="8" r="1.8" fill="#fff"/>'
DOT = '<circle cx="10" cy="10" r="6" fill="#0006"/>'
DRAWINGS = (FLAG, MINE, MINE, f'{BALL}<path d="M2 2l16 16M18 2L2 18" stroke="#f00" stroke-width="2"/>')
FLAT = ('<path d="M4 1h2v18H4z"/><path d="M6 2l11 5-11 5z" fill="#f23607"/>', DOT, DOT, "✖")
SIGNS = ("⚑", "✹", "✹", "✗")
LETTERS = ("F", "*", "*", "X")


@dataclass(frozen=True)
class Look:
    """How a board looks."""

    name: str
    size: int  # of a cell, in CSS pixels
    digits: tuple[str, ...]  # their colours; without them they have that of other text
    marks: tuple[str, str, str, str]
    page: str  # its background
    hidden: str  # the background of hidden cells
    open_ground: str  # that of open cells
    css: str = ""  # in `STYLES` there is more under the name, with hyphens for spaces
    header: str = "text"  # with the number of mines; or counters of seven "segments", or "none"
    scales: tuple[float, ...] = (1, 1.25, 1.5, 2, 3)  # device scale factors
    lines: bool = True  # between hidden cells
    extra: str = ""  # "labels" of rows and columns, "question" marks, or a cell with the "focus"


LOOKS = (
    Look("bevel 16", 16, PLAIN, DRAWINGS, "#008080", "#c0c0c0", "#c0c0c0", "--bevel: 2px", "segments"),
    Look("bevel 16 on white", 16, PLAIN, DRAWINGS, "#fff", "#c0c0c0", "#bdbdbd", "--bevel: 2px", "segments"),
    Look("dark bevel", 24, BRIGHT, DRAWINGS, "#222", "#4a5057", "#384048", "--bevel: 3px", "segments"),
    Look("raised and sunken", 26, PLAIN, LETTERS, "#d9d9d9", "#d9d9d9", "#d9d9d9"),
    Look("blue gradients", 24, PLAIN, DRAWINGS, "#b8cdf0", "#5e8be8", "#f4f8ff70"),
    Look("dark tiles", 36, BRIGHT, SIGNS, "#0b0e11", "#34506c", "#1b232c", "--gap: 2px"),
    Look("light tiles", 36, STRONG, FLAT, "#e6ebef", "#6ca2da", "#f3f6f8", "--gap: 2px; --ground: #cfd8df"),
    Look("green chequered", 30, STRONG, FLAT, "#fff", "#aad751", "#e5c29f"),
    Look("rounded", 40, STRONG, FLAT, "#eceff1", "#90a4ae", "#fff", "--gap: 4px; --round: 8px"),
    Look("rounded gradients", 44, STRONG, FLAT, "#f2f2f7", "#0a84ff", "#e5e5ea", scales=(1, 2, 3)),
    Look("coloured grounds", 40, (), DRAWINGS, "#fff", "#babdb6", "#dededc", "--gap: 2px"),
    Look(
        "coloured grounds dark", 36, (), DRAWINGS, "#2d2d2d", "#7a7d76", "#4a4c48", "--gap: 2px; color: #ddd"
    ),
    Look("pale", 28, STRONG, FLAT, "#ececec", "#f4f4f6", "#f5f5f7", "--gap: 1px", scales=(1, 2)),
    Look("soft shadows", 44, STRONG, FLAT, "#e0e5ec", "none", "none", "--dark: #a3b1c6; --light: #fff"),
    Look("soft shadows dark", 44, BRIGHT, SIGNS, "#2a2d32", "none", "none", "--dark: #222; --light: #444"),
    Look("cards", 38, STRONG, FLAT, "#fff7ed", "#fb923c", "#ffedd5", "--gap: 6px; --round: 6px"),
    Look("grid", 32, PLAIN, LETTERS, "#fff", "#bbb", "#ddd", "--line: 1px solid #777; --font: DejaVu Serif"),
    Look("collapsed table", 30, (), SIGNS, "#fff", "#eee", "#fff", "--gap: 1px; --ground: #999"),
    Look("buttons", 32, (), LETTERS, "#fff", "#efefef", "#fff", "--line: 1px solid #767676", "none"),
    Look("slate", 32, BRIGHT, SIGNS, "#0f172a", "#475569", "#1e293b", "--gap: 2px; --font: Liberation Mono"),
    Look("high contrast", 32, (), LETTERS, "#000", "#1aebff", "#000", "--line: 1px solid #fff; color: #fff"),
    Look("yellow frames", 32, (), SIGNS, "#000", "#000", "#000", "--line: 1px solid #444; color: #ff0"),
    Look("phosphor", 28, (), LETTERS, "#010a04", "#063", "#010", "--line: 1px solid #0a4; color: #0f6"),
    Look("wood", 36, PLAIN, DRAWINGS, "#7b5430", "#a8733f", "#e8d3ae", "--line: 2px solid #5d3c1c"),
    Look("coarse pixels", 32, PLAIN, DRAWINGS, "#222034", "#639bff", "#cbdbfc", "--bevel: 4px", "segments"),
    Look("labels", 32, PLAIN, FLAT, "#fff", "#aab", "#eee", "--line: 1px solid #888", extra="labels"),
    Look("question marks", 24, PLAIN, DRAWINGS, "#ccc", "#ccc", "#ccc", "--bevel: 3px", extra="question"),
    Look("focus ring", 30, PLAIN, FLAT, "#888", "#bcd", "#fafafa", "--gap: 2px", extra="focus"),
    Look("no lines", 34, STRONG, FLAT, "#eee", "#5a6b7b", "#fff", "--font: sans-serif", lines=False),
    Look("no lines dark", 30, BRIGHT, SIGNS, "#16161e", "#3a3f58", "#1f2233", header="none", lines=False),
)

# Covered cells are .h (hidden), .f (flag) or .q. The others are .o with .n0 to .n8 or .m, .x, .w as above.
STYLES = """
* { margin: 0; box-sizing: border-box } main { width: max-content } p, h2 { padding: 8px }
body { font: 16px Liberation Sans; width: max-content; min-width: 640px; min-height: 400px }
svg { width: 80%; height: 80%; fill: currentColor }
.segments { display: flex; justify-content: space-between; gap: 9px; background: #c0c0c0; padding: 4px 6px;
  border: 2px inset #eee; margin-bottom: 6px; color: #000; b { border: 2px outset #fff; padding: 1px 5px }
  svg { width: 40px; height: 24px; background: #000 } }
.board { display: grid; width: max-content; gap: var(--gap, 0); background: var(--ground, none) }
.c { width: var(--size); height: var(--size); display: grid; place-items: center; overflow: hidden;
  border: var(--line, 0); border-radius: var(--round, 0);
  font: bold calc(0.6 * var(--size)) / 1 var(--font, Liberation Sans) }
.h, .f, .q { background: var(--hidden); border: var(--bevel) solid;
  border-color: var(--light, #fff) var(--dark, #808080) var(--dark, #808080) var(--light, #fff) }
.o { background: var(--opened) } .x { background: #f33 } .hover { filter: brightness(1.12) }

.bevel-16 { main { background: #c0c0c0; border: 3px outset #eee; padding: 6px } .board { border: 3px inset } }
.bevel-16, .question-marks { .o { border: solid #808080; border-width: 1px 0 0 1px } }
.bevel-16-on-white { --font: DejaVu Sans; main { background: #bdbdbd; padding: 10px }
  .o { border: solid #7b7b7b; border-width: 0 1px 1px 0 } }
.dark-bevel { --light: #6e757d; --dark: #23282d; .o { border: solid #2b3138; border-width: 1px 0 0 1px } }
.raised-and-sunken { .h, .f { border: 2px outset #fff } .o { border: 2px inset #f0f0f0 } }
.blue-gradients { main { background: #e9effa; padding: 20px } .c { border: 1px solid #5a6f9f }
  .board { background: linear-gradient(160deg, #dfe9fb, #8aa5dc 60%, #5f7fc9) }
  .h, .f { background: linear-gradient(150deg, #b9d2ffcc, #5e8be8cc 50%, #2c57c2cc);
    box-shadow: inset 1px 1px 1px #ffffffb0, inset -1px -1px 1px #10246080 } }
.dark-tiles { .h, .f { box-shadow: inset 0 1px 0 #5b7a9c } }
.green-chequered { --font: DejaVu Sans; p { background: #4a752c; color: #fff; padding: 18px }
  .board { overflow: hidden } .c { position: relative } .odd { --hidden: #a2d149; --opened: #d7b899 }
  .h, .f { overflow: visible } svg { position: relative; z-index: 3 }
  .h::before, .f::before { content: ""; position: absolute; inset: -2px; background: #87af3a; z-index: 1 }
  .h::after, .f::after { content: ""; position: absolute; inset: 0; background: var(--hidden); z-index: 2 }
  .m { background: #4885ed } .m:nth-child(3n) { background: #f4840d } .hover { --hidden: #bfe17d } }
.rounded-gradients { --gap: 3px; --round: 9px; .h, .f { background: linear-gradient(#5ac8fa, #0a84ff) } }
.coloured-grounds, .coloured-grounds-dark { .board { color: #2e3436 } --round: 4px; --font: DejaVu Sans;
  .n1 { background: #ddfac3 } .n2 { background: #ecedbf } .n3 { background: #eddab4 }
  .n4 { background: #edc38a } .n5 { background: #f7a1a2 } .n6 { background: #fea785 } }
.pale { .board { border-radius: 8px; overflow: hidden; background: #d0d0d5 }
  .h, .f { background: linear-gradient(#fff, #e8e8ed) } }
.soft-shadows, .soft-shadows-dark { --gap: 8px; --round: 10px;
  .h, .f { box-shadow: 4px 4px 8px var(--dark), -4px -4px 8px var(--light) }
  .o { box-shadow: inset 3px 3px 6px var(--dark), inset -3px -3px 6px var(--light) } }
.cards { .h, .f { box-shadow: 0 3px 0 #c2631a } }
.collapsed-table { .board { border: 1px solid #999 } .c { font: 16px Liberation Serif } }
.buttons { .c { font: 14px Liberation Sans; border-radius: 3px } } .high-contrast { .f { color: #000 } }
.yellow-frames { .o { color: #fff } .h, .f { border: 3px solid #ff0 } }
.phosphor { .c { font: 20px Liberation Mono; text-shadow: 0 0 4px #0f68 } .x { background: #0a4 } }
.wood { --font: serif; .h, .f { background: repeating-linear-gradient(88deg, #b07a44 0 4px, #a06c3a 7px 10px);
    border-radius: 3px; box-shadow: inset 1px 1px 2px #ffdca8 }
  .h:nth-child(3n) { background: repeating-linear-gradient(93deg, #b07a44 0 3px, #a06c3a 6px 11px) } }
.coarse-pixels { --light: #9dc0ff; --dark: #3f6fd0; --font: Liberation Mono; .o { border: 1px solid #9badb7 }
  svg { shape-rendering: crispEdges } }
.labels { .label { background: #dde; border: 1px solid #888 } } .no-lines { .o { border: 1px solid #e6e6e6 } }
.focus-ring { .hover { filter: none; outline: 3px solid #1a73e8; outline-offset: -3px } }
"""


def board_of(random: Random, name: str) -> tuple[NDArray[np.str_], int]:
    """What a board shows in one of `POSITIONS`, and its number of mines."""
    sizes, moves, flags, wrong = POSITIONS[name]
    rows, columns, mines = random.choice(sizes)
    count, seed = random.choice(moves), random.randrange(10**6)
    if count == 0:
        return np.full((rows, columns), "h"), mines
    position = midgame(rows, columns, mines, seed, count)
    game = sapper.Game((rows, columns, mines), seed=seed)
    game.open(rows // 2, columns // 2)  # the same game
    is_mine = np.asarray(game.minefield)
    if name == "won":
        for row, column in np.argwhere(~is_mine).tolist():
            if game.status == "playing":
                game.open(row, column)
        return np.where(is_mine, "f", game.position.marks.astype("U2")), mines
    cells = np.where(position.marks == -1, "h", position.marks.astype("U2"))
    safe = np.argwhere((position.marks == -1) & ~is_mine).tolist()
    certain = [cell for cell in sapper.analyse(position).mines if random.random() < flags]
    for row, column in [*certain, *random.sample(safe, min(wrong, len(safe)))]:
        cells[row, column] = "f"
    if name == "lost":
        cells = np.where(is_mine & (cells == "h"), "m", np.where(~is_mine & (cells == "f"), "w", cells))
        change(random, cells, "m", "x", 1)
    return cells, mines


def change(random: Random, cells: NDArray[np.str_], kind: str, to: str, most: int) -> None:
    """Lets some cells of a kind show something else."""
    places = np.argwhere(cells == kind).tolist()
    for row, column in random.sample(places, min(most, len(places))):
        cells[row, column] = to


def segments(number: int) -> str:
    """A counter of three digits of seven segments."""
    lines = []
    for place, digit in enumerate(f"{number:03}"):
        lit = {"-": "d", "0": ZERO}.get(digit) or SEGMENTS[int(digit)]
        for name, (left, top, right, bottom) in PLACES.items():
            start = 2 + 13 * place
            line = f"M{start + 9 * left} {2 + 20 * top}L{start + 9 * right} {2 + 20 * bottom}"
            lines.append(f'<path d="{line}" stroke="{"#f00" if name in lit else "#500"}" stroke-width="2"/>')
    return f'<svg viewBox="0 0 40 24">{"".join(lines)}</svg>'


def page_of(
    random: Random, look: Look, cells: NDArray[np.str_], mines: int, cell_under_pointer: list[int] | None
) -> str:
    """A page with a board, where a cell lies under the pointer or has the focus."""
    labels = look.extra == "labels"
    columns = range(1 - labels, cells.shape[1] + 1)
    label = '<div class="label" style="display: grid; place-items: center; width: var(--size)">{}</div>'
    parts = [label.format(column or "") for column in columns if labels]
    marks = [mark if len(mark) == 1 else f'<svg viewBox="0 0 20 20">{mark}</svg>' for mark in look.marks]
    contents = dict(zip("fmxwh0q", [*marks, "", "", "?"], strict=True))
    for (row, column), kind in np.ndenumerate(cells):
        if labels and column == 0:
            parts.append(label.format(row + 1))
        names = kind if kind in "hfq" else f"o {kind if kind in 'mxw' else 'n' + kind}"
        names += " odd" * ((row + column) % 2) + " hover" * ([row, column] == cell_under_pointer)
        colour = f"color: {look.digits[int(kind) - 1]}" if kind in "12345678" and look.digits else ""
        parts.append(f'<div class="c {names}" style="{colour}">{contents.get(kind, kind)}</div>')
    left, seconds = mines - int(np.isin(cells, ("f", "w")).sum()), random.randrange(200)
    header = {
        "segments": f'<div class="segments">{segments(left)}<b>:)</b>{segments(seconds)}</div>',
        "text": f"<p>Mines left: {left} &nbsp; Time: {seconds} s</p>",
        "none": "<h2>Minesweeper</h2><p>A click opens a cell, a right click sets a flag.</p>",
    }[look.header]
    ink = "#ddd" if look.digits == BRIGHT else "#000"
    style = f"""--size: {look.size}px; --hidden: {look.hidden}; --opened: {look.open_ground}; color: {ink};
        {look.css}; background: {look.page}; padding: {random.randint(10, 60)}px {random.randint(10, 90)}px"""
    return f"""<!doctype html><meta charset="utf-8"><style>{STYLES}</style>
        <body class="{look.name.replace(" ", "-")}" style="{style}"><main>{header}
        <div class="board" style="grid-template-columns: repeat({len(columns)}, max-content)">
        {"".join(parts)}</div></main></body>"""


def picture_of(browser: Browser, page: str, scale: float) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A picture of a page, and where the board is: its top and left, its bottom and right."""
    tab = browser.new_page(viewport={"width": 640, "height": 480}, device_scale_factor=scale)
    tab.set_content(page)
    edges = "all => all.map(c => c.getBoundingClientRect()).map(c => [c.top, c.left, c.bottom, c.right])"
    boxes = np.array(tab.locator(".c").evaluate_all(edges)) * scale
    pixels = np.asarray(Image.open(io.BytesIO(tab.screenshot(full_page=True))).convert("RGB"))
    tab.close()
    box = np.array((boxes[0, :2], boxes[-1, 2:]))
    return (pixels, box) if pixels.size <= 3 * MOST else picture_of(browser, page, 1)


def outcome(
    reading: sapper.PictureReading, cells: NDArray[np.str_], mines: int, box: NDArray[np.float64]
) -> tuple[str, str]:
    """How a picture was read, as in the description above, and in which way this is not right."""
    marks, corners = reading.position.marks, np.reshape(reading.box, (2, 2))[:, ::-1]
    pitch = (box[1] - box[0]) / cells.shape
    if reading.sure and (marks.shape != cells.shape or (np.abs(corners - box) > pitch / 2).any()):
        return "wrong", f"{marks.shape} at {corners.tolist()}, not {cells.shape} at {box.round().tolist()}"
    if reading.sure and reading.position.mines not in (None, mines):
        return "wrong", f"{reading.position.mines} mines, not {mines}"
    at = []  # the rows and the columns of the board where those of the reading have their middles
    for axis, count in enumerate(marks.shape):
        middles = corners[0, axis] + (np.arange(count) + 0.5) * (corners[1, axis] - corners[0, axis]) / count
        at.append(np.clip((middles - box[0, axis]) / pitch[axis] + 1, 0, cells.shape[axis] + 1).astype(int))
    kinds = np.pad(cells, 1, constant_values="-")[np.ix_(*at)]
    true = np.vectorize(MARKS.__getitem__)(kinds)
    differs = (marks != true) & (reading.sure | (reading.certainty == 1)) & ~((kinds == "q") & (marks < 0))
    if reading.unclear_ends:
        differs &= kinds != "-"
    if not differs.any():
        return ("right" if reading.sure else "asked"), ""
    pairs = Counter(zip(kinds[differs].tolist(), marks[differs].tolist(), strict=True)).most_common()
    words = {-1: "hidden", -2: "flag"}
    what = ", ".join(f"{n} x {NAMES.get(kind, kind)} as {words.get(mark, mark)}" for (kind, mark), n in pairs)
    flags = bool((marks[differs] < 0).all() and (true[differs] < 0).all())
    return "flags" if flags else "wrong", what + ("" if reading.sure else "; something else is asked")


def outcomes(look: Look, name: str, browser: Browser, seed: int, show: Path | None) -> list[str]:
    """How a position is read with and without the number of mines."""
    random = Random(f"{seed} {look.name} {name}")
    cells, mines = board_of(random, name)
    change(random, cells, "h", "q", 3 * (look.extra == "question"))
    hidden = np.argwhere(cells == "h").tolist() if name == "pointer" or look.extra == "focus" else []
    page = page_of(random, look, cells, mines, random.choice(hidden) if hidden else None)
    scale = look.scales[(list(POSITIONS).index(name) + seed) % len(look.scales)]
    pixels, box = picture_of(browser, page, scale)
    if name in ("late", "small"):
        margin = random.choice((0, 2, 6, 14))
        top, left = np.maximum(box[0].round().astype(int) - margin, 0)
        bottom, right = box[1].round().astype(int) + margin
        pixels, box = pixels[top:bottom, left:right], box - (top, left)
    words = []
    for which, count in (("with", mines), ("without", None)):
        try:
            reading = sapper.read_picture(pixels, count, shape=None if look.lines else cells.shape)
        except sapper.SapperError:
            words.append("refused")
            continue
        word, what = outcome(reading, cells, mines, box)
        words.append(word)
        if word in ("flags", "wrong"):
            print(f"  {name}, {which}: {word}: {what}")
            if show is not None:
                show.mkdir(parents=True, exist_ok=True)
                file = show / f"{look.name}, {name}, {which}"
                file.with_suffix(".png").write_bytes(picture_file(pixels))
                truth = "\n".join("".join(row) for row in cells)
                file.with_suffix(".txt").write_text(f"{truth}\n\n{reading.position}\n\n{word}: {what}\n")
    return words


def main() -> None:
    """Reads the pictures and prints the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=[look.name for look in LOOKS])
    parser.add_argument("--show", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    print(f"{'with the number of mines':>64}{'without':>42}")
    print(f"{'':24}" + "  ".join("".join(f"{word:>8}" for word in WORDS) for _ in range(2)))
    totals = [Counter[str](), Counter[str]()]
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for look in LOOKS:
            if options.only is None or look.name in options.only:
                words = [outcomes(look, name, browser, options.seed, options.show) for name in POSITIONS]
                counts = [Counter(each) for each in zip(*words, strict=True)]
                print(row_of(look.name, counts), flush=True)
                totals = [total + count for total, count in zip(totals, counts, strict=True)]
    print(row_of("all", totals))


def row_of(name: str, counts: list[Counter[str]]) -> str:
    """A row of the table."""
    return f"{name:24}" + "  ".join("".join(f"{count[word]:8}" for word in WORDS) for count in counts)


if __name__ == "__main__":
    main()
