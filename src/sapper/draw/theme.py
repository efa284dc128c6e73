"""The styles of a drawing in the terminal.

Hidden cells have a background of their own, so that they read alike on dark and on light terminals; numbers
are written on the terminal's background in colours of middle brightness. The scale of risk grows darker as it
grows redder, so that eyes that do not tell the colours apart see its order all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sapper.draw.colour import Colour
from sapper.draw.palette import PALETTES

__all__ = ["THEME", "Theme"]


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
        premise: What a hint rests on.
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
    premise: str
    cursor: str


def _risk_styles() -> Iterator[str]:
    for percent in range(1, 100):
        colour = Colour.on_scale(PALETTES["classic"].risk, percent / 100)
        yield f"{colour.ink} on {colour}"


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
    premise="bold #000000 on #ffd43b",
    cursor="bold #000000 on #5fd7ff",
)
"""The usual styles."""
