"""The one door upward: what the game needs of a room that is built on it.

`Position.from_text` and `Position.to_text` read and write every file format, and the formats make positions.
Imports elsewhere only point down; `tests/test_layout.py` holds that.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["formats"]


def formats() -> Any:
    """The module `sapper.formats`, imported when it is first needed."""
    return import_module("sapper.formats")
