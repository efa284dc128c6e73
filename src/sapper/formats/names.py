"""Decodes the texts in binary files, whose encoding is often unknown."""

from __future__ import annotations

from typing import Final

__all__ = ["decoded"]

_ENCODINGS: Final = frozenset(
    (
        *("utf-8", "utf-16", "utf-16-be", "utf-16-le", "ascii", "latin-1", "iso-8859-1"),
        *("gbk", "gb2312", "gb18030", "big5", "shift-jis", "cp932", "cp1252"),
    )
)
"""The encodings that replays name. Other codecs of Python are strange or slow with hostile bytes."""


def decoded(data: bytes, encoding: str = "") -> str:
    """Decodes bytes to one line of text without zeros: by the encoding, else as UTF-8, else as Latin 1."""
    named = encoding.lower()
    for candidate in (named, "utf-8") if named in _ENCODINGS else ("utf-8",):
        try:
            return _one_line(data.decode(candidate))
        except UnicodeDecodeError:
            continue
    return _one_line(data.decode("latin-1"))


def _one_line(text: str) -> str:
    return " ".join(text.replace("\0", " ").split())
