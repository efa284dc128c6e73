"""Cells as small images. Each look is rendered once and then pasted wherever it occurs."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING

from sapper.draw.page import Page, use
from sapper.draw.png import png_of
from sapper.draw.shapes import CELL, SQUARE, Shape

if TYPE_CHECKING:
    from PIL.Image import Image

    from sapper.draw.palette import Palette
    from sapper.draw.scene import Look
    from sapper.draw.view import View


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

        drawn = self._rendered(f'<path d="{shape.outline}" fill="#fff"/>', "#000", 1)
        return drawn.crop((0, 0, *self._size)).convert("1", dither=Image.Dither.NONE)

    def _empty_board(self) -> Image:
        parts = [self._page.ground(), *self._page.surroundings()]
        return _image(self._page.document(parts, "", 1), self._zoom)

    def _sheet(self) -> Image:
        symbols = self._page.symbols
        step = self._step / self._zoom
        names = [symbols.cell(look, shape) for shape, look in self._looks]
        uses = [use(name, number * step) for number, name in enumerate(names)]
        around = self._palette.board if self._view.shape is SQUARE else self._palette.page
        drawn = f"<defs>{''.join(symbols.definitions())}</defs>{''.join(uses)}"
        return self._rendered(drawn, str(around), len(self._looks))

    def _rendered(self, drawn: str, background: str, sprites: int) -> Image:
        width, height = sprites * self._step / self._zoom, (self._size[1] + 1) / self._zoom
        style = 'stroke-linecap="round" stroke-linejoin="round"'
        inwards = self._view.shape.overhang
        size = f'width="{math.ceil(width)}" height="{math.ceil(height)}"'
        document = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>'
            f'<rect {size} fill="{background}"/>'
            f'<g transform="translate({inwards} {inwards})">{drawn}</g></svg>'
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
