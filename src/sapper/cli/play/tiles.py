"""Cells as characters: small tiles of two by one that touch, large ones of four by two with gaps between."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from rich.segment import Segment
from rich.style import Style

from sapper.cli.play.looks import BLANK, Look
from sapper.cli.play.scene import Scene

__all__ = ["LARGE", "SMALL", "Tiles", "line_of", "place_of", "size_of"]


class Tiles(NamedTuple):
    """The size of a cell in characters. Characters are about twice as high as wide."""

    width: int
    height: int


SMALL: Final = Tiles(2, 1)
LARGE: Final = Tiles(4, 2)

_GAP: Final = Style(bgcolor=BLANK)


def size_of(scene: Scene, tiles: Tiles) -> tuple[int, int]:
    """How many characters wide and high the board is."""
    return scene.columns * tiles.width + scene.shifts * tiles.width // 2, scene.rows * tiles.height


def place_of(scene: Scene, tiles: Tiles, x: int, y: int) -> tuple[int, int] | None:
    """The cell at a character of the board; None beside the cells."""
    row = y // tiles.height
    column = (x - _shift(scene, tiles, row)) // tiles.width
    return (row, column) if 0 <= row < scene.rows and 0 <= column < scene.columns else None


def line_of(scene: Scene, tiles: Tiles, y: int, start: int, width: int) -> list[Segment]:
    """Line `y` of the drawn board, `width` characters from `start`. Cost: those characters."""
    row, part = divmod(y, tiles.height)
    shift = _shift(scene, tiles, row)
    first = min(max(0, (start - shift) // tiles.width), scene.columns)
    last = min(max(0, -((shift - start - width) // tiles.width)), scene.columns)
    segments = [Segment(" " * shift, _GAP)] if shift and not first else []
    for look in scene.looks(row, first, last):
        segments += _tile(look, part) if tiles == LARGE else [_small(look)]
    skipped = shift + first * tiles.width if first else 0
    return _cropped(segments, start - skipped, width)


def _shift(scene: Scene, tiles: Tiles, row: int) -> int:
    return tiles.width // 2 if scene.shifts and row % 2 else 0


@cache
def _small(look: Look) -> Segment:
    return Segment(look.text.ljust(SMALL.width), look.style)


@cache
def _tile(look: Look, part: int) -> list[Segment]:
    if part == 0:
        return [Segment(look.text.center(3), look.style), Segment(" ", _GAP)]
    # The upper half of a character finishes the tile, the lower half is the gap.
    half = Style(color=look.style.bgcolor, bgcolor=BLANK)
    return [Segment("▀▀▀", half), Segment(" ", _GAP)]


def _cropped(segments: list[Segment], start: int, width: int) -> list[Segment]:
    """The characters from `start` on, filled up with blanks to `width`."""
    length = sum([len(segment.text) for segment in segments])
    if start == 0 and length <= width:  # nearly always
        return [*segments, Segment(" " * (width - length), _GAP)] if length < width else segments
    cropped: list[Segment] = []
    room = width
    for text, style, _ in segments:
        part = text[start : start + room] if start < len(text) else ""
        start = max(0, start - len(text))
        if part:
            cropped.append(Segment(part, style))
            room -= len(part)
    if room:
        cropped.append(Segment(" " * room, _GAP))
    return cropped
