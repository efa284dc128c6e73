"""The colours of a picture: classic, dark, and one for eyes that do not tell red from green.

What a cell is never rests on its colour alone: mines, flags, certain cells and numbers differ in form, and a
risk is written in its cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, cast

from sapper._support.naming import unknown
from sapper.draw.colour import Colour
from sapper.errors import BoardError

__all__ = ["PALETTES", "Palette", "PaletteName", "palette_of"]

PaletteName = Literal["classic", "dark", "colour-blind"]
"""The names of the palettes."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of everything in a picture.

    Attributes:
        key: A letter that tells the palettes apart in the names of definitions.
        page: Around the board.
        board: Between the cells.
        label: Row and column numbers, and the words below the board.
        raised: Whether hidden cells are buttons with lit and shaded edges, or flat tiles with gaps between.
        hidden: A hidden cell.
        open: An open cell.
        line: Between open cells.
        numbers: The numbers 1, 2 and so on; higher ones take the last.
        ink: Mines, poles of flags, question marks.
        flag: The cloth of a flag.
        cross: Through a flag where no mine is.
        exploded: Behind a mine that exploded.
        risk: Stops of the scale from certainly safe to certainly a mine.
        safe: A certainly safe cell.
        mine: A certain mine.
        best: Around the best cell.
        conflict: Around numbers that contradict each other.
        outline: Around cells that are pointed out.
    """

    key: str
    page: Colour
    board: Colour
    label: Colour
    raised: bool
    hidden: Colour
    open: Colour
    line: Colour
    numbers: tuple[Colour, ...]
    ink: Colour
    flag: Colour
    cross: Colour
    exploded: Colour
    risk: tuple[Colour, ...]
    safe: Colour
    mine: Colour
    best: Colour
    conflict: Colour
    outline: Colour


# Each line the colours of one thing, in the order of the palettes below.
_COLOURS: Final[Mapping[str, tuple[str, str, str]]] = MappingProxyType(
    {
        "page": ("#ffffff", "#14171c", "#ffffff"),
        "board": ("#808080", "#14171c", "#ffffff"),
        "label": ("#5f6368", "#8b95a5", "#4d5560"),
        "hidden": ("#c3c3c3", "#4a5568", "#a9b4c2"),
        "open": ("#dcdcdc", "#1f242d", "#f4f6f8"),
        "line": ("#a8a8a8", "#2b323d", "#d5dbe2"),
        "ink": ("#101010", "#f2f4f8", "#111111"),
        "flag": ("#e00000", "#ff5f5f", "#d55e00"),
        "cross": ("#c2007a", "#ffd166", "#111111"),
        "exploded": ("#ff2a2a", "#d62839", "#d55e00"),
        "safe": ("#5fc26b", "#1f8f55", "#cfe8ff"),
        "mine": ("#2f3136", "#cfd6e0", "#111111"),
        "best": ("#0b5fd9", "#5fd7ff", "#0063a8"),
        "conflict": ("#c2007a", "#ff5fc4", "#d55e00"),
        "outline": ("#a66f00", "#ffd43b", "#111111"),
    }
)


def _palette(place: int, *, key: str, raised: bool, numbers: Iterable[str], risk: Iterable[str]) -> Palette:
    colours = {thing: Colour.of(texts[place]) for thing, texts in _COLOURS.items()}
    return Palette(
        key=key,
        raised=raised,
        numbers=tuple(map(Colour.of, numbers)),
        risk=tuple(map(Colour.of, risk)),
        **colours,
    )


_CLASSIC: Final = _palette(
    0,
    key="c",
    raised=True,
    numbers=("#0000f5", "#007b00", "#f00000", "#00007b", "#7b0000", "#007b7b", "#000000", "#6f6f6f"),
    risk=("#fff3b0", "#fdd06b", "#f99847", "#e4572e", "#a4161a"),
)

_DARK: Final = _palette(
    1,
    key="d",
    raised=False,
    numbers=("#6aa9ff", "#62d26f", "#ff6b6b", "#b794ff", "#e69a5c", "#4fd6d6", "#f2f2f2", "#a8a8a8"),
    risk=("#3b5a7d", "#6a5d86", "#a85f75", "#d9663f", "#f0402f"),
)

# Only blues, oranges, purples and greys, of different brightness. The scale of risk goes from blue to yellow,
# ever brighter: its order shows to eyes of all kinds, and in print without colour.
_COLOUR_BLIND: Final = _palette(
    2,
    key="b",
    raised=False,
    numbers=("#0063a8", "#8a5a00", "#882255", "#332288", "#00695c", "#5b6200", "#111111", "#6b6b6b"),
    risk=("#12366b", "#575d6d", "#8c8772", "#c5b352", "#fee545"),
)

PALETTES: Final[Mapping[PaletteName, Palette]] = MappingProxyType(
    {"classic": _CLASSIC, "dark": _DARK, "colour-blind": _COLOUR_BLIND}
)
"""The palettes by name."""


def palette_of(theme: PaletteName | str | Palette) -> Palette:
    """The palette of a name, or the palette itself.

    Raises:
        BoardError: There is no such palette; the text suggests the nearest.
    """
    if isinstance(theme, Palette):
        return theme
    if theme not in PALETTES:
        raise BoardError(unknown("theme", theme, PALETTES))
    return PALETTES[cast("PaletteName", theme)]
