"""Words for people: how many there are of something, and what to say about a name that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable

from sapper._support.limits import shown

__all__ = ["quantity", "unknown"]

_LONGEST = 80  # characters of a name that nobody knows


def quantity(count: int, noun: str) -> str:
    """`"1 mine"`, `"10 mines"`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def unknown(what: str, name: object, known: Iterable[str], listed_by: str | None = None) -> str:
    """The text of an error about an unknown name: the nearest to what was asked for, and what there is.

    Args:
        what: What the name should have named, for example `"level"`.
        name: The name that was given.
        known: The names there are.
        listed_by: Where to look them up, if they are too many for a line.
    """
    import difflib  # costs more than the rest of this package's imports and is rarely needed

    names = list(known)
    asked = name if isinstance(name, str) else ""
    others = {each.lower(): each for each in names if each != asked}
    nearest = difflib.get_close_matches(asked[:_LONGEST].lower(), others, n=1, cutoff=0.5)
    there_is = f"there is {', '.join(map(repr, names))}" if listed_by is None else f"{listed_by} lists all"
    if nearest:
        there_is = f"did you mean {others[nearest[0]]!r}? {there_is[0].upper()}{there_is[1:]}"
    return f"unknown {what} {shown(name)}: {there_is}."
