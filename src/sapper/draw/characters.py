"""What a cell looks like in the terminal: its characters and its style.

There is one set of signs, and ASCII in its place where signs cannot be shown. A cell is a sign, or a sign
with a mark before it where there may be no colours. The styles are those of the dark theme. Every cell has a
background of its own, so that drawings read alike on dark and on light terminals.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from sapper.draw.colour import BLACK, Colour
from sapper.draw.palette import PALETTES
from sapper.draw.scene import Look, LookKind, Role

_SIGNS: Final[Mapping[LookKind, tuple[str, str]]] = {
    "hidden": ("·", "."),
    "flag": ("⚑", "F"),
    "question": ("?", "?"),
    "exploded": ("✹", "!"),
    "bomb": ("●", "*"),
    "wrong": ("✗", "x"),
    "safe": ("✓", "+"),
    "mine": ("●", "*"),
    "ahead": ("·", "."),
    "under": ("•", "o"),
}
"""The sign of each kind of cell, and what stands for it in ASCII."""
_MARKS: Final[Mapping[str, LookKind]] = {"flag": "flag", "question": "question"}
_ROLES: Final[Mapping[Role, str]] = {"best": ">", "conflict": "!", "premise": "[", "proof": ">"}

_COLOURS: Final = PALETTES["dark"]
_CURSOR: Final = _COLOURS.cursor
_FILLED: Final[Mapping[Role | LookKind, Colour]] = {
    "best": _COLOURS.best,
    "conflict": _COLOURS.conflict,
    "premise": _COLOURS.outline,
    "exploded": _COLOURS.exploded,
    "wrong": _COLOURS.cross,
    "safe": _COLOURS.safe,
}
"""The colours that fill cells: by role if they have one, else by kind."""
_ON_HIDDEN: Final[Mapping[LookKind, Colour]] = {
    "flag": _COLOURS.flag,
    "question": _COLOURS.ink,
    "bomb": _COLOURS.mine,
    "mine": _COLOURS.mine,
}
_FAINT: Final = _COLOURS.hidden.towards(_COLOURS.ink, 0.3)
_DIM: Final = 0.45  # of the colours of components, which are too bright for whole areas


def percent(risk: float) -> str:
    """A risk in whole per cent, in two digits. 00 and 100 would claim certainty, so it is 01 to 99."""
    return _digits(round(100 * risk))


def _digits(value: int) -> str:
    return f"{min(max(value, 1), 99):02}"


def sign_of(look: Look, *, ascii_only: bool = False) -> str:
    """A cell in a character or two. A certain mine under a flag shows the flag, and a zero nothing."""
    if look.kind == "number":
        return str(look.value or "")
    if look.kind == "risk":
        return _digits(look.value)
    return _sign("flag" if look.kind == "mine" and look.mark == "flag" else look.kind, ascii_only)


def marked_sign(look: Look, after_risk: str = "", *, ascii_only: bool = True) -> str:
    """A cell in one character more, for drawings without colours: before its sign stands its mark.

    `after_risk` follows a risk, to tell it from a number of two digits.
    """
    before = _ROLES.get(look.role) or (_sign(_MARKS[look.mark], ascii_only) if look.mark else " ")
    if look.kind == "number":
        return before + (str(look.value) if look.value or look.role else "")
    if look.kind == "risk":
        return before + _digits(look.value) + after_risk
    return before + _sign(look.kind, ascii_only)


def _sign(kind: LookKind, ascii_only: bool) -> str:
    return _SIGNS[kind][ascii_only]


@lru_cache(maxsize=8192)
def style_of(look: Look) -> str:
    """The style of a cell, in the notation of `rich`."""
    filling = _CURSOR if look.pointed else _FILLED.get(look.role) or _FILLED.get(look.kind)
    if filling is not None:
        return f"bold {filling.ink} on {filling}"
    if look.kind == "number":
        colour = _COLOURS.numbers[min(look.value, len(_COLOURS.numbers)) - 1]
        return f"bold {colour} on {_COLOURS.open}" if look.value else f"on {_COLOURS.open}"
    if look.component >= 0:
        return _in_component(look)
    if look.kind == "risk":
        risk = Colour.on_scale(_COLOURS.risk, min(max(look.value, 1), 99) / 100)
        return f"{risk.ink} on {risk}"
    ink = _ON_HIDDEN.get(look.kind)
    # The sign of a hidden cell is faint, because it matters only without colours.
    return f"{f'bold {ink}' if ink else _FAINT} on {_COLOURS.hidden}"


def _in_component(look: Look) -> str:
    colour = _COLOURS.components[look.component % len(_COLOURS.components)]
    if look.kind == "under":
        return f"bold {colour.ink} on {colour}"
    dim = colour.towards(BLACK, _DIM)
    return f"{dim.ink} on {dim}"
