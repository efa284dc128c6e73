"""Colours, and the palettes of all themes."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, cast

from sapper._support.words import check_choice
from sapper.errors import BoardError

_BRIGHT = 0.24
"""On colours brighter than this, black is easier to read than white."""


class Colour(NamedTuple):
    """Red, green, blue: 0 to 255."""

    red: int
    green: int
    blue: int

    @classmethod
    def from_hex(cls, text: str) -> Colour:
        """Reads a colour such as `"#c0c0c0"`."""
        return cls(*bytes.fromhex(text.removeprefix("#")))

    def __str__(self) -> str:
        """Writes the colour as `"#rrggbb"`."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    def towards(self, other: Colour, share: float) -> Colour:
        """Mixes this colour with a share, 0 to 1, of another."""
        return Colour(*(round(a + (b - a) * share) for a, b in zip(self, other, strict=True)))

    @classmethod
    def on_scale(cls, stops: Sequence[Colour], share: float) -> Colour:
        """The colour at a place, 0 to 1, on a scale with two or more evenly spaced stops."""
        place = share * (len(stops) - 1)
        step = min(int(place), len(stops) - 2)
        return stops[step].towards(stops[step + 1], place - step)

    @property
    def brightness(self) -> float:
        """The relative luminance of sRGB: 0 for black, 1 for white."""
        red, green, blue = (math.pow(value / 255, 2.2) for value in self)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    @property
    def ink(self) -> Colour:
        """Black or white, whichever is easier to read on this colour."""
        return BLACK if self.brightness > _BRIGHT else WHITE


BLACK = Colour(0, 0, 0)
WHITE = Colour(255, 255, 255)


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
    top, bottom = map(Colour.from_hex, cells["hidden"])  # the page shades hidden cells from one to the other
    others: dict[str, Any] = {}
    for name in set(Palette.__slots__) & cells.keys() - {"hidden", "raised"}:
        value = cells[name]
        others[name] = (
            Colour.from_hex(value) if isinstance(value, str) else tuple(map(Colour.from_hex, value))
        )
    return Palette(
        key=theme["key"],
        page=Colour.from_hex(around["panel"]),
        label=Colour.from_hex(around["soft"]),
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
    check_choice("theme", theme, PALETTES, BoardError)
    return PALETTES[cast("PaletteName", theme)]
