"""Pictures as pixels: PNG from SVG, and games as animated GIF.

Path("board.png").write_bytes(png_of(board_svg(position)))  # needs the extra `sapper[png]`
write_gif(game, "game.gif")  # needs the extra `sapper[gif]`
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from sapper._support import checks
from sapper._support.checks import path_of, positive, whole
from sapper._support.engine_call import check_common_arguments, in_time, limit_time
from sapper._support.file_bytes import unusable, write_whole
from sapper._support.installation import importing
from sapper._support.words import brief, brief_contents, label_of
from sapper.board.game import Game
from sapper.draw.cell_symbols import CELL, SQUARE, Shape
from sapper.draw.palettes import Palette, PaletteName, palette_of
from sapper.draw.scene import Look, Scene
from sapper.draw.svg_frame import Page, View, use
from sapper.errors import ArgumentError, BoardError, FormatError, GameError

if TYPE_CHECKING:
    from PIL.Image import Image

    from sapper._engine import Cancel


_MOST_PIXELS: Final = 200_000_000
"""A pixel takes four bytes. Without memory for them resvg ends the whole process."""

_LENGTH: Final = re.compile(r"\s*([0-9]*\.?[0-9]*(?:e[+-]?[0-9]+)?)\s*(%|[a-z]*)\s*", re.IGNORECASE)


def png_of(svg: str, *, zoom: float = 1.0) -> bytes:
    """Renders an SVG document, such as `board_svg` makes.

    Args:
        svg: The document.
        zoom: The number of pixels for each pixel of the document.

    Returns:
        The PNG file; in some tenths of a second for an expert board.

    Raises:
        FormatError: `svg` is not an SVG document, or cannot be drawn at this size. A picture has at most 200
            million pixels.
        ArgumentError: `zoom` is not a number above 0.
        MissingExtraError: `resvg_py` is not installed.
    """
    if not isinstance(svg, str):
        raise FormatError(f"`svg` must be an SVG document, such as board_svg makes, not {brief(svg)}")
    zoom = positive("zoom", zoom)
    check_png_packages()
    from resvg_py import svg_to_bytes

    if math.prod(side * zoom for side in _sides(svg)) > _MOST_PIXELS:
        raise FormatError(
            f"this SVG document has more than {_MOST_PIXELS:,} pixels with `zoom={zoom:g}`: draw it smaller"
        )
    try:
        return svg_to_bytes(svg_string=svg, zoom=zoom)
    except ValueError as error:
        raise FormatError(f"this SVG document cannot be drawn with `zoom={zoom:g}`: {error}") from None


def check_png_packages() -> None:
    """Raises MissingExtraError unless PNG pictures can be written."""
    with importing("png", "PNG pictures need resvg_py"):
        import resvg_py  # noqa: F401  # only asks whether it is there


def _sides(svg: str) -> tuple[float, float]:
    """Width and height in pixels as the document says; 0 where it says nothing that can be read."""
    try:
        _, root = next(ElementTree.iterparse(io.StringIO(svg), ["start"]))
    except (ElementTree.ParseError, StopIteration):
        return 0.0, 0.0  # resvg's error says what is wrong
    except UnicodeEncodeError:
        raise FormatError("this SVG document has half a character, which no file can hold") from None
    box = [*root.get("viewBox", "").replace(",", " ").split(), *"0000"]
    return _pixels(root.get("width", "100%"), box[2]), _pixels(root.get("height", "100%"), box[3])


def _pixels(length: str, whole: str) -> float:
    """A length in pixels. Percents are those of `whole`. resvg draws nothing that is measured in inches."""
    match = _LENGTH.fullmatch(length)
    try:
        number = float(match[1]) if match else 0.0
        if match and match[2] == "%":
            return number / 100 * float(whole)
    except ValueError:
        return 0.0
    return number * (16 if match and match[2] in ("em", "ex") else 1)


_MOST_PIXELS_OF_FRAMES: Final = 200_000_000
"""The limit for all frames together. They are in memory at once, with a byte for each pixel."""

_LONGEST_FRAME: Final = 655.35
"""The limit for the time of a frame, in seconds: files keep hundredths in 16 bits."""

Change = dict[int, Look]
"""The cells that look different in a frame, by their numbers in the engine."""


def write_gif(
    game: Game,
    path: str | Path,
    *,
    theme: PaletteName | Palette = "classic",
    seconds: float = 0.15,
    last_seconds: float = 3.0,
    cell_size: int = CELL,
    labels: bool = True,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> None:
    """Writes a game from its start to its current position, with a frame for each action.

    A game that is over shows its mines in the last frame. Long games on large boards would take too much
    memory, so their frames show several actions each.

    Args:
        game: The game. It is played again from its history and does not change.
        path: The file to write.
        theme: As in `board_svg`.
        seconds: How long a frame is shown, at most 655.35. Files keep hundredths of a second.
        last_seconds: How long the last one is shown.
        cell_size: How many pixels wide a cell is, from 8.
        labels: Whether rows and columns are numbered.
        time_limit: Seconds after which drawing stops with an error. No file is written then.
        cancel: Stops drawing if another thread sets it.

    Raises:
        GameError: `game` is not a game.
        BoardError: The board cannot be drawn (see `board_svg`), or `cell_size` is invalid.
        ArgumentError: `path` is not a path, or a time, `labels` or `cancel` is invalid.
        FormatError: The pictures would be too large for memory.
        MissingExtraError: Pillow or `resvg_py` is not installed.
        FileError: The file cannot be written.
        BudgetError: It took longer than the time limit.
        CancelledError: `cancel` was set.
    """
    if not isinstance(game, Game):
        raise GameError(f"`game` must be a sapper.Game, not {brief_contents(game)}")
    file = path_of("path", path)
    times = _milliseconds("seconds", seconds), _milliseconds("last_seconds", last_seconds)
    cell_size = whole("cell_size", cell_size, 8, error=BoardError)
    check_common_arguments(labels=labels)
    palette, view = palette_of(theme), View(game.topology, ring=False)
    check_gif_packages()
    content = io.BytesIO()
    with limit_time("drawing the animation", time_limit, cancel):
        changes = list(in_time(_changes(game), every=1))
        looks = {look for change in changes for look in change.values()}
        sprites = Sprites(view, palette, labels, cell_size / CELL, sorted(looks))
        changes = _fewer(changes, _MOST_PIXELS_OF_FRAMES // (sprites.empty.width * sprites.empty.height))
        frames = list(in_time(_frames(changes, sprites), every=1))
        frames[0].save(
            content,
            "GIF",
            save_all=True,
            append_images=in_time(frames[1:], every=1),
            duration=[times[0]] * (len(frames) - 1) + [times[1]],
            loop=0,
            optimize=False,
        )
    try:
        write_whole(file, content.getvalue())
    except (OSError, ValueError) as error:
        raise unusable(file, "cannot be written", error) from None


def _milliseconds(what: str, value: float) -> int:
    """Seconds as the milliseconds of a frame. Raises ArgumentError if a file cannot keep them."""
    seconds = checks.seconds(what, value)
    if seconds > _LONGEST_FRAME:
        raise ArgumentError(
            f"{label_of(what)} must be at most {_LONGEST_FRAME:g} seconds, not {brief(value)}"
        )
    return round(1000 * seconds)


def check_gif_packages() -> None:
    """Raises MissingExtraError unless GIF pictures can be written."""
    check_png_packages()
    with importing("gif", "GIF pictures need Pillow"):
        import PIL  # noqa: F401  # only asks whether it is there


def _changes(game: Game) -> Iterator[Change]:
    """What changes from frame to frame. The first frame shows the whole board."""
    minefield = game.minefield if game.seed is None else None
    again = Game(game.board, game.rules, seed=game.seed, number=game.number, minefield=minefield)
    cells = range(game.topology.size)
    scene = Scene(again.position)
    yield _looks(scene, cells)
    for kind, where in game.history:
        again.act(kind, where)
        scene = Scene(again.position)
        yield _looks(scene, [*map(game.topology.index, again.changed)])
    if again.status != "playing":
        before, over = _looks(scene, cells), _looks(Scene(again.position, minefield=again.minefield), cells)
        yield {cell: look for cell, look in over.items() if look != before[cell]}


def _looks(scene: Scene, cells: Sequence[int]) -> Change:
    return dict(zip(cells, scene.looks(cells), strict=True))


def _fewer(changes: list[Change], most: int) -> list[Change]:
    """Joins changes so that at most `most` frames are left, but at least two. The first stays as it is."""
    first, rest = changes[:1], changes[1:]
    together = -(-len(rest) // max(most - 1, 1)) or 1
    frames: list[Change] = []
    for start in range(0, len(rest), together):
        change: Change = {}
        for part in rest[start : start + together]:
            change |= part
        frames.append(change)
    return first + frames


def _frames(changes: list[Change], sprites: Sprites) -> Iterator[Image]:
    frame = sprites.empty
    for change in changes:
        frame = frame.copy()
        for cell, look in change.items():
            sprites.paste(frame, cell, look)
        yield frame


class Sprites:
    """Images of the empty board and of all looks. They share one palette of 256 colours."""

    def __init__(
        self, view: View, palette: Palette, labels: bool, zoom: float, looks: Iterable[Look]
    ) -> None:
        """Renders the images, in about a second."""
        self._view = view
        self._palette = palette
        self._zoom = zoom
        self._page = Page(view, palette, labels)
        beyond = 2 * view.shape.overhang
        self._size = round((CELL + beyond) * zoom), round((view.shape.height + beyond) * zoom)
        self._step = self._size[0] + 2
        self._looks = list(product(view.shapes, looks))
        self._masks = {shape: self._outline(shape) for shape in view.shapes}
        self.empty, sheet = self._in_one_palette(self._empty_board(), self._sheet())
        self._sprites = {
            look: sheet.crop((number * self._step, 0, number * self._step + self._size[0], self._size[1]))
            for number, look in enumerate(self._looks)
        }
        self._places = view.places()

    def paste(self, image: Image, cell: int, look: Look) -> None:
        """Draws a cell, by its number in the engine, into a copy of `empty`."""
        x, y = self._places[cell]
        shape = self._view.shape_of(cell)
        left, top = x + self._page.left - shape.overhang, y + self._page.top - shape.overhang
        place = round(left * self._zoom), round(top * self._zoom)
        image.paste(self._sprites[shape, look], place, self._masks[shape])

    def _outline(self, shape: Shape) -> Image:
        """A mask: white where a cell of this shape is, black in its corners."""
        from PIL import Image

        picture = self._render(f'<path d="{shape.outline}" fill="#fff"/>', "#000", 1)
        return picture.crop((0, 0, *self._size)).convert("1", dither=Image.Dither.NONE)

    def _empty_board(self) -> Image:
        parts = [self._page.ground(), *self._page.surroundings()]
        return _image(self._page.document(parts, "", 1), self._zoom)

    def _sheet(self) -> Image:
        symbols = self._page.symbols
        step = self._step / self._zoom
        names = [symbols.cell(look, shape) for shape, look in self._looks]
        uses = [use(name, number * step) for number, name in enumerate(names)]
        around = self._palette.board if self._view.shape is SQUARE else self._palette.page
        svg = f"<defs>{''.join(symbols.definitions())}</defs>{''.join(uses)}"
        return self._render(svg, str(around), len(self._looks))

    def _render(self, svg: str, background: str, sprites: int) -> Image:
        width, height = sprites * self._step / self._zoom, (self._size[1] + 1) / self._zoom
        style = 'stroke-linecap="round" stroke-linejoin="round"'
        inwards = self._view.shape.overhang
        size = f'width="{math.ceil(width)}" height="{math.ceil(height)}"'
        document = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>'
            f'<rect {size} fill="{background}"/>'
            f'<g transform="translate({inwards} {inwards})">{svg}</g></svg>'
        )
        return _image(document, self._zoom)

    @staticmethod
    def _in_one_palette(board: Image, sheet: Image) -> tuple[Image, Image]:
        from PIL import Image

        both = Image.new("RGB", (max(board.width, sheet.width), board.height + sheet.height))
        both.paste(board, (0, 0))
        both.paste(sheet, (0, board.height))
        # Maximum coverage keeps colours that have few pixels, such as those of high numbers.
        both = both.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        return (
            both.crop((0, 0, board.width, board.height)),
            both.crop((0, board.height, sheet.width, board.height + sheet.height)),
        )


def _image(svg: str, zoom: float) -> Image:
    from PIL import Image

    return Image.open(io.BytesIO(png_of(svg, zoom=zoom))).convert("RGB")
