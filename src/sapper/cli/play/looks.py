"""What a cell looks like: two characters at most and a style, made to read well on dark terminals."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from rich.style import Style

from sapper.board.marks import EXPLODED, FLAG, HIDDEN, QUESTION
from sapper.draw.theme import THEME

__all__ = [
    "BLANK",
    "Look",
    "guess_look",
    "mark_look",
    "mine_look",
    "risk_look",
    "safe_look",
    "walk_look",
    "wrong_flag_look",
]


Colour = tuple[int, int, int]


class Look(NamedTuple):
    """What stands in a cell, and how."""

    text: str
    style: Style

    def under_cursor(self) -> Look:
        """The same under the cursor."""
        return Look(self.text, _CURSOR)


BLANK: Final = "#101216"
"""What is around the cells."""

_CURSOR: Final = Style.parse(THEME.cursor)
# Two shades of each, laid like a chess board, tell neighbours apart where there is no room for gaps.
_HIDDEN: Final = ("#4c566a", "#586378")
_OPEN: Final = ("#1b1e25", "#22262f")

# The classic colours, the dark ones among them lightened: blue, green, red, navy, maroon, teal, black, grey.
_NUMBERS: Final = (
    "#3b4252",
    "#6aa9ff",
    "#62d26f",
    "#ff6b6b",
    "#b794ff",
    "#e69a5c",
    "#4fd6d6",
    "#f2f2f2",
    "#a8a8a8",
)


# Of components, far apart from one to the next.
_COMPONENTS: Final[tuple[Colour, ...]] = (
    (92, 148, 255),
    (255, 158, 64),
    (96, 214, 128),
    (240, 104, 176),
    (226, 208, 80),
    (84, 208, 224),
    (178, 132, 255),
    (255, 112, 96),
)


@cache
def mark_look(mark: int, shade: int) -> Look:
    """A cell as the player sees it: a number, hidden, a flag, an exploded mine, a question mark.

    Args:
        mark: As in `Position.marks`.
        shade: 0 or 1, which alternate over the board.
    """
    if mark == HIDDEN:
        # The dot is for terminals without colours; with them it all but vanishes.
        return Look("·", Style(color="#667188", bgcolor=_HIDDEN[shade]))
    if mark == FLAG:
        return Look("⚑", Style(color="#ff5f5f", bgcolor=_HIDDEN[shade], bold=True))
    if mark == QUESTION:
        return Look("?", Style(color="#ffffff", bgcolor=_HIDDEN[shade], bold=True))
    if mark == EXPLODED:
        return Look("✹", Style.parse(THEME.exploded))
    if mark == 0:
        return Look("", Style(bgcolor=_OPEN[shade]))
    return Look(str(mark), Style(color=_NUMBERS[min(mark, 8)], bgcolor=_OPEN[shade], bold=True))


@cache
def mine_look(shade: int) -> Look:
    """A mine that did not explode."""
    return Look("●", Style(color="#ff8f8f", bgcolor=_HIDDEN[shade], bold=True))


@cache
def wrong_flag_look() -> Look:
    """A flag where no mine was."""
    return Look("✗", Style(color="#000000", bgcolor="#ff9f43", bold=True))


@cache
def safe_look(shade: int) -> Look:
    """A hidden cell that is certainly safe."""
    return Look("✓", Style(color="#eaffea", bgcolor=("#1f7a4d", "#248a58")[shade], bold=True))


@cache
def guess_look(percent: int) -> Look:
    """The hidden cell to open when nothing is certain."""
    return Look(f"{percent:02}", Style.parse(THEME.best))


@cache
def risk_look(percent: int, shade: int) -> Look:
    """A hidden cell that may hold a mine: its probability as a number and in the colours of the theme.

    Args:
        percent: 1 to 99.
        shade: As in `mark_look`.
    """
    bright = Style.parse(THEME.risk[percent - 1])
    assert bright.bgcolor is not None
    assert bright.bgcolor.triplet is not None
    return Look(f"{percent:02}", _dimmed(bright.bgcolor.triplet, shade))


@cache
def walk_look(component: int, shade: int, percent: int | None, under: bool) -> Look:
    """A cell of a component while the solver walks along it.

    Args:
        component: The number of the component, which decides the colour.
        shade: As in `mark_look`.
        percent: The risk, 1 to 99, where the walk has been; None before.
        under: Whether the walk is there now.
    """
    colour = _COMPONENTS[component % len(_COMPONENTS)]
    if under:
        return Look("•", Style(color="#000000", bgcolor=_hex(colour), bold=True))
    return Look("·" if percent is None else f"{percent:02}", _dimmed(colour, shade))


def _dimmed(colour: Colour, shade: int) -> Style:
    """On a dark screen, the shades far apart: two digits fill a small cell, and others follow."""
    red, green, blue = (round(value * (0.36, 0.54)[shade]) for value in colour)
    return Style(color=("#d8d8d8", "#ffffff")[shade], bgcolor=_hex((red, green, blue)))


def _hex(colour: Colour) -> str:
    red, green, blue = colour
    return f"#{red:02x}{green:02x}{blue:02x}"
