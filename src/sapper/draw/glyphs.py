"""Digits and signs as strokes. Pictures need no fonts, and look the same everywhere.

A glyph is path data around the origin, 14 units high. It is drawn as a line with round ends.
"""

from __future__ import annotations

from typing import Final

_DIGITS: Final = {
    "0": "M0-7C-5.7-7-5.7 7 0 7S5.7-7 0-7z",
    "1": "M-2.8-4.2 1.2-7V7",
    "2": "M-4-3.9C-3.6-8.2 4-8 4-3.4 4 0-.6 2.4-4.2 7H4.4",
    "3": "M-3.8-5.5C-1.4-8.2 3.8-7.4 3.8-3.8 3.8-1.2 1.4-.4-.6-.4 1.8-.4 4.2.6 4.2 3.3 4.2 7.8-2.4 8.2-4.3 5",
    "4": "M2.2 7V-7L-4.6 3.2H4.9",
    "5": "M3.7-7H-3L-3.6-.6C-1.2-2.4 4.3-2 4.3 2.4 4.3 7.4-2.2 8-4.2 5.3",
    "6": "M2.8-7C-1.6-5.6-4.2-2-4.2 2.6A4.2 4.4 0 1 0 4.2 2.6 4.2 4.4 0 0 0-4.1 2",
    "7": "M-4.3-7H4.3L-1.4 7",
    "8": "M0-.6A3.5 3.2 0 1 1 0-7 3.5 3.2 0 0 1 0-.6 4.2 3.8 0 1 0 0 7 4.2 3.8 0 0 0 0-.6z",
    "9": "M-2.8 7C1.6 5.6 4.2 2 4.2-2.6A4.2 4.4 0 1 0-4.2-2.6 4.2 4.4 0 0 0 4.1-2",
    "<": "M3.6-4.4-3.6 0 3.6 4.4",
    ">": "M-3.6-4.4 3.6 0-3.6 4.4",
}
_ADVANCE: Final = 12

QUESTION: Final = "M-3.9-4.2C-3.5-8.2 4-8.2 4-3.9 4-1.2 0-.6 0 2.4M0 7v.1"
CHECK: Final = "M-6 .6-1.8 4.8 6.4-5"
CROSS: Final = "M-9-9 9 9M9-9-9 9"


def writing(text: str, x: float, y: float, size: float) -> str:
    """Path elements for a text of digits, `<` and `>`, centred at a point.

    Args:
        text: What to write.
        x: Where the centre is.
        y: Where the centre is.
        size: How high a digit is, with the width of its line.
    """
    scale = size / 16.6
    left = x - (len(text) - 1) * _ADVANCE * scale / 2
    return "".join(
        f'<path transform="translate({_number(left + i * _ADVANCE * scale)} {_number(y)}) '
        f'scale({_number(scale)})" d="{_DIGITS[character]}"/>'
        for i, character in enumerate(text)
    )


def _number(value: float) -> str:
    """A coordinate with at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
