"""Names and words in binary files, whose encoding is often unknown."""

from __future__ import annotations

from typing import Final

__all__ = ["decoded"]

_ENCODINGS: Final = frozenset(
    (
        *("utf-8", "utf-16", "utf-16-be", "utf-16-le", "ascii", "latin-1", "iso-8859-1"),
        *("gbk", "gb2312", "gb18030", "big5", "shift-jis", "cp932", "cp1252"),
    )
)
"""Those that replays name. Others of Python's codecs do strange or slow things to hostile bytes."""


def decoded(data: bytes, encoding: str = "") -> str:
    """The bytes as text, on one line and without zeros: in the encoding, else UTF-8, else Latin 1."""
    named = encoding.lower()
    for candidate in (named, "utf-8") if named in _ENCODINGS else ("utf-8",):
        try:
            return _one_line(data.decode(candidate))
        except UnicodeDecodeError:
            continue
    return _one_line(data.decode("latin-1"))


def _one_line(text: str) -> str:
    return " ".join(text.replace("\0", " ").split())
