"""The version of Sapper."""

from __future__ import annotations

from functools import cache


@cache
def this_version() -> str:
    """The version of Sapper in this process."""
    from importlib.metadata import version  # slow to import, and it reads a file

    return version("sapper")
