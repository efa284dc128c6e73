"""The characters of a cell: in ASCII with a gutter for marks, or as a sign of at most two characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from sapper.draw.scene import Look, LookKind, Role

__all__ = ["in_ascii", "in_signs", "percent", "styled"]

_ASCII: Final[Mapping[LookKind, str]] = MappingProxyType(
    {
        "hidden": ".",
        "flag": "F",
        "question": "?",
        "exploded": "!",
        "bomb": "*",
        "wrong": "x",
        "safe": "+",
        "mine": "*",
        "ahead": ".",
        "under": "o",
    }
)
_SIGNS: Final[Mapping[LookKind, str]] = MappingProxyType(
    {
        "hidden": "·",
        "flag": "⚑",
        "question": "?",
        "exploded": "✹",
        "bomb": "●",
        "wrong": "✗",
        "safe": "✓",
        "mine": "●",
        "ahead": "·",
        "under": "•",
    }
)
_ROLES: Final[Mapping[Role, str]] = MappingProxyType(
    {"best": ">", "conflict": "!", "premise": "[", "proof": ">"}
)
_MARKS: Final[Mapping[str, str]] = MappingProxyType({"flag": "F", "question": "?"})


def percent(risk: float) -> str:
    """A risk in whole per cent, in two digits. 00 and 100 would claim certainty, so it is 01 to 99."""
    return _digits(round(100 * risk))


def _digits(value: int) -> str:
    return f"{min(max(value, 1), 99):02}"


def in_ascii(look: Look, sign: str = "") -> str:
    """A cell in ASCII: what it is pointed out as, then what it shows.

    Args:
        look: What the cell looks like.
        sign: What follows a risk, to tell it from a number of two digits.
    """
    if look.kind == "number":
        content = str(look.value) if look.value or look.role else ""
    else:
        content = _digits(look.value) + sign if look.kind == "risk" else _ASCII[look.kind]
    return (_ROLES.get(look.role) or _MARKS.get(look.mark, " ")) + content


def in_signs(look: Look) -> str:
    """A cell in a character or two, of Unicode. A certain mine under a flag shows the flag."""
    if look.kind == "number":
        return str(look.value or "")
    if look.kind == "mine" and look.mark == "flag":
        return _SIGNS["flag"]
    return _digits(look.value) if look.kind == "risk" else _SIGNS[look.kind]


def styled(cells: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Joins neighbours of one style: text of fewer pieces is quicker to print."""
    run, style = "", ""
    for characters, its_style in cells:
        if its_style != style:
            if run:
                yield run, style
            run, style = "", its_style
        run += characters
    yield run, style
