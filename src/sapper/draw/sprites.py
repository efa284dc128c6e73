"""Cells as small images. Each look is rendered once and then pasted wherever it occurs."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sapper.draw.page import Page, use
from sapper.draw.png import png_of
from sapper.draw.shapes import CELL, SQUARE

if TYPE_CHECKING:
    from PIL.Image import Image

    from sapper.draw.palette import Palette
    from sapper.draw.scene import Look
    from sapper.draw.view import View

__all__ = ["Sprites"]


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
        self._size = round(CELL * zoom), round(view.shape.height * zoom)
        self._step = self._size[0] + 2
        self._looks = list(looks)
        self._mask = self._outline()
        self.empty, sheet = self._in_one_palette(self._empty_board(), self._sheet())
        self._sprites = {
            look: sheet.crop((number * self._step, 0, number * self._step + self._size[0], self._size[1]))
            for number, look in enumerate(self._looks)
        }
        self._places = view.places()

    def paste(self, image: Image, cell: int, look: Look) -> None:
        """Draws a cell, by its number in the engine, into a copy of `empty`."""
        x, y = self._places[cell]
        place = round((x + self._page.left) * self._zoom), round((y + self._page.top) * self._zoom)
        image.paste(self._sprites[look], place, self._mask)

    def _outline(self) -> Image:
        """A mask: white where a cell is, black in its corners."""
        from PIL import Image

        drawn = self._rendered(f'<path d="{self._view.shape.outline}" fill="#fff"/>', "#000", 1)
        return drawn.crop((0, 0, *self._size)).convert("1", dither=Image.Dither.NONE)

    def _empty_board(self) -> Image:
        parts = [self._page.ground(), *self._page.surroundings()]
        return _image(self._page.document(parts, "", 1), self._zoom)

    def _sheet(self) -> Image:
        symbols = self._page.symbols
        step = self._step / self._zoom
        uses = [use(symbols.cell(look), number * step) for number, look in enumerate(self._looks)]
        around = self._palette.board if self._view.shape is SQUARE else self._palette.page
        drawn = f"<defs>{''.join(symbols.definitions())}</defs>{''.join(uses)}"
        return self._rendered(drawn, str(around), len(self._looks))

    def _rendered(self, drawn: str, background: str, sprites: int) -> Image:
        width, height = sprites * self._step / self._zoom, (self._size[1] + 1) / self._zoom
        style = 'stroke-linecap="round" stroke-linejoin="round"'
        size = f'width="{math.ceil(width)}" height="{math.ceil(height)}"'
        document = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>'
            f'<rect {size} fill="{background}"/>{drawn}</svg>'
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
