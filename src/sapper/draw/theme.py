"""The styles of a drawing in the terminal.

Hidden cells have a background of their own, so that they read alike on dark and on light terminals; numbers
are written on the terminal's background in colours of middle brightness. The scale of risk grows darker as it
grows redder, so that eyes that do not tell the colours apart see its order all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

__all__ = ["THEME", "Theme"]

Colour = tuple[int, int, int]
"""Red, green, blue: 0 to 255."""

_RISK_COLOURS: Final[tuple[Colour, ...]] = (
    (255, 243, 176),
    (253, 208, 107),
    (249, 152, 71),
    (228, 87, 46),
    (164, 22, 26),
)
_BRIGHT = 0.32
"""The brightness from which black is easier to read on a colour than white."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The styles, each in the notation of `rich`.

    Attributes:
        numbers: Of the numbers 1, 2 and so on; higher numbers take the last.
        label: Of row and column numbers.
        hidden: A hidden cell, when no risk is shown.
        flag: A flag, when no risk is shown.
        wrong_flag: A flag on a safe cell, when the minefield is shown.
        exploded: An exploded mine.
        safe: A cell that is certainly safe.
        mine: A cell that is certainly a mine.
        risk: Of 1 to 99 per cent.
        best: The best cell to open.
        conflict: A number of a contradiction.
        cursor: The cell under the cursor.
    """

    numbers: tuple[str, ...]
    label: str
    hidden: str
    flag: str
    wrong_flag: str
    exploded: str
    safe: str
    mine: str
    risk: tuple[str, ...]
    best: str
    conflict: str
    cursor: str


def _risk_styles() -> Iterator[str]:
    steps = len(_RISK_COLOURS) - 1
    spans = list(pairwise(_RISK_COLOURS))
    for percent in range(1, 100):
        place = percent / 100 * steps
        low, high = spans[int(place)]
        share = place - int(place)
        mixed = [round(a + (b - a) * share) for a, b in zip(low, high, strict=True)]
        red, green, blue = mixed
        yield f"{_readable_on(red, green, blue)} on #{red:02x}{green:02x}{blue:02x}"


def _readable_on(red: int, green: int, blue: int) -> str:
    """Black or white; brightness as sRGB defines it."""
    linear = [(value / 255) ** 2.2 for value in (red, green, blue)]
    brightness = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if brightness > _BRIGHT else "#ffffff"


THEME: Final = Theme(
    numbers=(
        "#3b82f6",
        "#2f9e44",
        "#e03131",
        "#9c5bd9",
        "#c2620c",
        "#0c9aa6",
        "bold",
        "bold #868e96",
    ),
    label="dim",
    hidden="#3c4043 on #bdc1c6",
    flag="bold #b00020 on #bdc1c6",
    wrong_flag="bold #ffffff on #b00020",
    exploded="bold #ffffff on #d00000",
    safe="bold #ffffff on #1a7f37",
    mine="bold #ffe3e3 on #5c0011",
    risk=tuple(_risk_styles()),
    best="bold #ffffff on #0b5fd9",
    conflict="bold #ffffff on #c2007a",
    cursor="bold #000000 on #5fd7ff",
)
"""The usual styles."""
