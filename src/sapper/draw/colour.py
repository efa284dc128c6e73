"""Colours that can be mixed, and that know which ink reads best on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

_BRIGHT = 0.24
"""On colours brighter than this, black is easier to read than white."""


class Colour(NamedTuple):
    """Red, green, blue: 0 to 255."""

    red: int
    green: int
    blue: int

    @classmethod
    def of(cls, text: str) -> Colour:
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
