"""Decodes the texts of files, whose encoding is often unknown.

The engine says which encodings a text is likely to have, by the patterns of its bytes. What is guessed never
loses a byte: encoding the text again gives the bytes of the file.
"""

from __future__ import annotations

from sapper import _engine


def decoded(data: bytes) -> str:
    """Decodes bytes by `encoding_of`."""
    return data.decode(encoding_of(data))


def encoding_of(data: bytes, stated: bytes = b"") -> str:
    """The encoding of a text, as Python spells it: the stated one if it is known and fits, or the likeliest.

    UTF-8 if it fits, otherwise the first that is likely of Windows 1251 (Cyrillic), GB 18030, Big5 and
    Windows 932 (Japanese), otherwise Windows 1252, or Latin 1, which fits everything.
    """
    return next(name for name in _engine.encodings_of(data, stated) if _fits(data, name))


def _fits(data: bytes, encoding: str) -> bool:
    """Whether the encoding can decode the bytes, and gives the same bytes back."""
    try:
        return data.decode(encoding).encode(encoding) == data
    except UnicodeError:
        return False
