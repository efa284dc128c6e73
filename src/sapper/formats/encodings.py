"""Decodes the texts of files, whose encoding is often unknown.

Old programs wrote names in the encoding of the player's machine and did not say which. A text that is not
UTF-8 is looked at: the characters that an encoding gives tell whether it is likely. What is guessed never
loses a byte: encoding the text again gives the bytes of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, cast

_NAMED: Final = frozenset(
    (
        *("utf-8", "utf-16", "utf-16-be", "utf-16-le", "ascii", "latin-1", "iso-8859-1"),
        *("gbk", "gb2312", "gb18030", "big5", "shift-jis", "cp932", "cp1251", "cp1252"),
    )
)
"""The encodings that replays name. Other codecs of Python are strange or slow with hostile bytes."""

_FIRST_COMMON, _LAST_COMMON = 0xB0, 0xD7
"""The rows of GB 2312 with its 3,755 most common characters."""

_ENOUGH: Final = 4096
"""How many bytes are looked at, from the first beyond ASCII."""

_SPACES: Final = re.compile(r"[\x00-\x20]+")
_CYRILLIC_WORD: Final = re.compile(rb"[\xa8\xc0-\xdf]?[\xb8\xe0-\xff]{2,}")
_FOREIGN: Final = re.compile(rb"[\x80-\xff]+")
_CHINESE_WORDS: Final = re.compile(rb"(?<![A-Za-z])(?:[\xb0-\xf7][\xa1-\xfe])+(?![A-Za-z])")


def decoded(data: bytes, encoding: str = "") -> str:
    """Decodes bytes to one line of text: by the encoding if they fit it, else by `encoding_of`."""
    return _one_line(data.decode(_fitting(data, encoding)))


def texts_of(parts: Mapping[str, bytes], encoding: str = "") -> dict[str, str]:
    """Decodes the texts of a file, which have one encoding.

    Args:
        parts: The bytes of the texts by name.
        encoding: The encoding that the file states, if it states one.

    Returns:
        The texts by name, one line each. If they are not UTF-8, `"Encoding"` has the name of the encoding, as
        Python spells it: encoding a text with it gives the bytes of the file, except for white space.
    """
    together = b"\n".join(parts.values())
    found = _fitting(together, encoding)
    texts = {name: _one_line(data.decode(found)) for name, data in parts.items()}
    return texts if found == "utf-8" else texts | {"Encoding": found}


def encoding_of(data: bytes) -> str:
    """The likely encoding of a text.

    UTF-8 if it fits, otherwise the first that is likely of Windows 1251 (Cyrillic), GB 18030, Big5 and
    Windows 932 (Japanese), otherwise Windows 1252, or Latin 1, which fits everything.
    """
    if _fits(data, "utf-8"):
        return "utf-8"
    first = cast("re.Match[bytes]", _FOREIGN.search(data)).start()
    sample = data[max(0, first - 1) : first + _ENOUGH]
    return next(name for name, is_likely in _LIKELY if is_likely(sample) and _fits(data, name))


def _fitting(data: bytes, encoding: str) -> str:
    named = encoding.lower()
    if not data.isascii() and named in _NAMED and _fits(data, named):
        return named
    return encoding_of(data)


def _fits(data: bytes, encoding: str) -> bool:
    """Whether the encoding can decode the bytes, and gives the same bytes back."""
    try:
        return data.decode(encoding).encode(encoding) == data
    except UnicodeError:
        return False


def _is_common_chinese(data: bytes) -> bool:
    """Whether at least half of the characters beyond ASCII are common Chinese ones."""
    return _share(data, "gb18030", _is_common) >= 0.5


def _is_cyrillic(data: bytes) -> bool:
    """Whether all foreign letters form words of Cyrillic letters, with a capital only at the beginning.

    Common Chinese characters hardly ever look so: the second would begin with a byte of small letters.
    """
    words = _FOREIGN.findall(data)
    return max(map(len, words)) > 2 and all(_CYRILLIC_WORD.fullmatch(word) for word in words)


def _is_common_traditional(data: bytes) -> bool:
    return _share(data, "big5", lambda code: len(code) == 2 and 0xA4 <= code[0] <= 0xC6) == 1


def _is_japanese(data: bytes) -> bool:
    return _share(data, "cp932", lambda code: len(code) == 2 and code[0] in (0x82, 0x83)) >= 0.5


def _is_rare_chinese(data: bytes) -> bool:
    """Whether the text has Chinese characters, common or not, that do not stand beside Latin letters."""
    return _FOREIGN.search(_CHINESE_WORDS.sub(b"", data)) is None


def _is_anything(_data: bytes) -> bool:
    return True


def _is_common(code: bytes) -> bool:
    return len(code) == 2 and _FIRST_COMMON <= code[0] <= _LAST_COMMON and code[1] >= 0xA1


def _share(data: bytes, encoding: str, has: Callable[[bytes], bool]) -> float:
    """The share of the characters beyond ASCII whose bytes have a property."""
    foreign = [character for character in data.decode(encoding, "ignore") if not character.isascii()]
    return sum(has(character.encode(encoding)) for character in foreign) / max(1, len(foreign))


_LIKELY: Final[tuple[tuple[str, Callable[[bytes], bool]], ...]] = (
    ("cp1251", _is_cyrillic),
    ("gb18030", _is_common_chinese),
    ("big5", _is_common_traditional),
    ("cp932", _is_japanese),
    ("gb18030", _is_rare_chinese),
    ("cp1252", _is_anything),
    ("latin-1", _is_anything),
)


def _one_line(text: str) -> str:
    return _SPACES.sub(" ", text).strip(" ")
