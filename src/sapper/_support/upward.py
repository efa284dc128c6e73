"""The only import that points upward: `board` uses `formats`, which is built on `board`.

`Position.from_text` and `Position.to_text` read and write every file format, and the formats make positions.
All other imports point downward; `tests/test_layout.py` checks this.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def formats() -> Any:
    """The module `sapper.formats`, imported on first use."""
    return import_module("sapper.formats")
