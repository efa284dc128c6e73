"""The marks of cells without a number, as `Position.marks` holds them."""

from __future__ import annotations

from typing import Final

HIDDEN: Final = -1
FLAG: Final = -2
EXPLODED: Final = -3
QUESTION: Final = -4
