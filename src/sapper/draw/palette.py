"""The themes: the colours of everything that is drawn, read from `palettes.json`.

The page has the same themes, from the same file.
No theme tells cells apart by colour alone: mines, flags, certain cells and numbers differ in form, and a risk
is written in its cell.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, Literal, cast

from sapper._support.words import check_known
from sapper.draw.colour import Colour
from sapper.errors import BoardError

PaletteName = Literal["classic", "modern", "dark", "colour-blind"]
"""The names of the themes."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme.

    Attributes:
        key: A letter that is part of the names of SVG definitions. It differs from theme to theme.
        page: Around the board.
        board: Between the cells.
        label: Row and column numbers, and the words below the board.
        raised: True if hidden cells are buttons with lit and shaded edges, False if they are flat tiles.
        hidden: A hidden cell.
        open: An open cell.
        line: Between open cells.
        numbers: The numbers 1, 2 and so on. Higher numbers take the last colour.
        ink: Mines, poles of flags, question marks.
        flag: The cloth of a flag.
        cross: The cross over a flag where no mine is.
        exploded: Behind a mine that exploded.
        risk: Evenly spaced stops of the scale from no risk to a certain mine.
        safe: A certainly safe cell.
        mine: A certain mine.
        best: Around the best cell.
        conflict: Around numbers that contradict each other.
        outline: Around cells that are pointed out.
        cursor: The cell under the cursor.
        components: The components of the frontier, in turn.
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
    cursor: Colour
    components: tuple[Colour, ...]


def _palette(theme: Mapping[str, Any]) -> Palette:
    cells, around = theme["cells"], theme["around"]
    top, bottom = map(Colour.of, cells["hidden"])  # the page shades hidden cells from one to the other
    others: dict[str, Any] = {}
    for name in set(Palette.__slots__) & cells.keys() - {"hidden", "raised"}:
        value = cells[name]
        others[name] = Colour.of(value) if isinstance(value, str) else tuple(map(Colour.of, value))
    return Palette(
        key=theme["key"],
        page=Colour.of(around["panel"]),
        label=Colour.of(around["soft"]),
        raised=cells["raised"],
        hidden=top.towards(bottom, 0.5),
        **others,
    )


_THEMES: Final[Mapping[PaletteName, Mapping[str, Any]]] = json.loads(
    resources.files("sapper.draw").joinpath("palettes.json").read_text(encoding="utf-8")
)

PALETTES: Final[Mapping[PaletteName, Palette]] = MappingProxyType(
    {name: _palette(theme) for name, theme in _THEMES.items()}
)
"""The palettes by name."""

AROUND: Final[Mapping[PaletteName, Mapping[str, str]]] = {
    name: theme["around"] for name, theme in _THEMES.items()
}
"""The colours around the board, by theme and by the names that the page gives them."""


def palette_of(theme: PaletteName | str | Palette) -> Palette:
    """The palette with this name, or the argument itself if it is a palette.

    Raises:
        BoardError: No palette has this name. The text suggests the nearest name.
    """
    if isinstance(theme, Palette):
        return theme
    check_known("theme", theme, PALETTES, BoardError)
    return PALETTES[cast("PaletteName", theme)]
