"""The colours of a picture: classic, dark, and one for eyes that do not tell red from green.

What a cell is never rests on its colour alone: mines, flags, certain cells and numbers differ in form, and a
risk is written in its cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, cast

from sapper.draw.colour import Colour
from sapper.errors import BoardError
from sapper.naming import unknown

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


def _colours(*texts: str) -> tuple[Colour, ...]:
    return tuple(map(Colour.of, texts))


_CLASSIC: Final = Palette(
    key="c",
    page=Colour.of("#ffffff"),
    board=Colour.of("#808080"),
    label=Colour.of("#5f6368"),
    raised=True,
    hidden=Colour.of("#c3c3c3"),
    open=Colour.of("#dcdcdc"),
    line=Colour.of("#a8a8a8"),
    numbers=_colours("#0000f5", "#007b00", "#f00000", "#00007b", "#7b0000", "#007b7b", "#000000", "#6f6f6f"),
    ink=Colour.of("#101010"),
    flag=Colour.of("#e00000"),
    cross=Colour.of("#c2007a"),
    exploded=Colour.of("#ff2a2a"),
    risk=_colours("#fff3b0", "#fdd06b", "#f99847", "#e4572e", "#a4161a"),
    safe=Colour.of("#5fc26b"),
    mine=Colour.of("#6d0f1e"),
    best=Colour.of("#0b5fd9"),
    conflict=Colour.of("#c2007a"),
    outline=Colour.of("#0b5fd9"),
)

_DARK: Final = Palette(
    key="d",
    page=Colour.of("#14171c"),
    board=Colour.of("#14171c"),
    label=Colour.of("#8b95a5"),
    raised=False,
    hidden=Colour.of("#4a5568"),
    open=Colour.of("#1f242d"),
    line=Colour.of("#2b323d"),
    numbers=_colours("#6aa9ff", "#62d26f", "#ff6b6b", "#b794ff", "#e69a5c", "#4fd6d6", "#f2f2f2", "#a8a8a8"),
    ink=Colour.of("#f2f4f8"),
    flag=Colour.of("#ff5f5f"),
    cross=Colour.of("#ffd166"),
    exploded=Colour.of("#d62839"),
    risk=_colours("#3b5a7d", "#6a5d86", "#a85f75", "#d9663f", "#f0402f"),
    safe=Colour.of("#1f8f55"),
    mine=Colour.of("#5a0f1c"),
    best=Colour.of("#5fd7ff"),
    conflict=Colour.of("#ff5fc4"),
    outline=Colour.of("#5fd7ff"),
)

# Only blues, oranges, purples and greys, of different brightness. The scale of risk goes from blue to yellow,
# ever brighter: its order shows to eyes of all kinds, and in print without colour.
_COLOUR_BLIND: Final = Palette(
    key="b",
    page=Colour.of("#ffffff"),
    board=Colour.of("#ffffff"),
    label=Colour.of("#4d5560"),
    raised=False,
    hidden=Colour.of("#a9b4c2"),
    open=Colour.of("#f4f6f8"),
    line=Colour.of("#d5dbe2"),
    numbers=_colours("#0063a8", "#8a5a00", "#882255", "#332288", "#00695c", "#5b6200", "#111111", "#6b6b6b"),
    ink=Colour.of("#111111"),
    flag=Colour.of("#d55e00"),
    cross=Colour.of("#111111"),
    exploded=Colour.of("#d55e00"),
    risk=_colours("#12366b", "#575d6d", "#8c8772", "#c5b352", "#fee545"),
    safe=Colour.of("#cfe8ff"),
    mine=Colour.of("#111111"),
    best=Colour.of("#cc0077"),
    conflict=Colour.of("#cc0077"),
    outline=Colour.of("#0063a8"),
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
