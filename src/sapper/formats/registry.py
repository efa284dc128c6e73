"""The registry of formats."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sapper._support.naming import unknown
from sapper.errors import FormatError
from sapper.formats.address import ADDRESS
from sapper.formats.board_text import BOARD_TEXT
from sapper.formats.drawing import DRAWING
from sapper.formats.format import Format
from sapper.formats.jsminesweeper import JSMINESWEEPER
from sapper.formats.mbf import MBF
from sapper.formats.plain import PLAIN
from sapper.formats.replay_files import AVF, EVF, EVFS, MVF, RAWVF, RMV
from sapper.formats.tatham import TATHAM, TATHAM_CLEAR
from sapper.formats.zig import ZIG

FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        format.name: format
        for format in (
            *(PLAIN, JSMINESWEEPER, ZIG, BOARD_TEXT),
            *(DRAWING, MBF, TATHAM, TATHAM_CLEAR, ADDRESS),
            *(RAWVF, AVF, RMV, MVF, EVF, EVFS),
        )
    }
)
"""All formats by name."""


def is_auto(name: object) -> bool:
    """Whether a name asks to detect the format. Takes any value."""
    return isinstance(name, str) and name == "auto"  # an array would compare its elements


def format_named(name: str, *others: str) -> Format:
    """The format of a name.

    Args:
        name: The name.
        *others: Further names that the caller accepts; the message lists them.

    Raises:
        FormatError: There is no such format; the message suggests the nearest name.
    """
    try:
        return FORMATS[name]
    except (KeyError, TypeError):  # unhashable values raise a TypeError
        raise FormatError(unknown("format", name, [*others, *FORMATS])) from None
