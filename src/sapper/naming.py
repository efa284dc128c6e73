"""What to say about a name that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["unknown"]


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """The text of an error about an unknown name: what there is, and the nearest to what was asked for.

    Args:
        what: What the name should have named, for example `"level"`.
        name: The name that was given.
        known: The names there are.
    """
    import difflib  # costs more than the rest of this package's imports and is rarely needed

    names = list(known)
    nearest = difflib.get_close_matches(str(name).lower(), names, n=1, cutoff=0.5)
    hint = f"did you mean {nearest[0]!r}? " if nearest else ""
    return f"unknown {what} {name!r}: {hint}There is {', '.join(map(repr, names))}."
