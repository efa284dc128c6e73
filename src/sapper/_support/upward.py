"""The only imports that point upward, to what is built on the modules that use it.

`Position.from_text` and `Position.to_text` read and write every file format, and the formats make positions.
A picture of a board is a file too, and reading it takes inference. Notebooks show positions, analyses, hints
and reviews as pictures, and the pictures are drawn of them.
All other imports point downward; `tests/test_layout.py` checks this.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def formats() -> Any:
    """The module `sapper.formats`, imported on first use."""
    return import_module("sapper.formats")


def notebook() -> Any:
    """The module `sapper.draw.notebook`, imported on first use."""
    return import_module("sapper.draw.notebook")


def screen() -> Any:
    """The module `sapper.screen.reading`, imported on first use."""
    return import_module("sapper.screen.reading")
