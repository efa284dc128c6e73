"""What is installed: the version of Sapper, optional packages, and the folder for the user's data."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from sapper.errors import MissingExtraError


@cache
def this_version() -> str:
    """The version of Sapper in this process."""
    from importlib.metadata import version  # slow to import, and it reads a file

    return version("sapper")


def is_installed(package: str) -> bool:
    """Whether a package can be found. It is not imported."""
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):  # something keeps it from being imported
        return False


@contextmanager
def importing(extra: str, why: str) -> Iterator[None]:
    """The context of imports that need an extra of `pyproject.toml`.

    `why` says what needs which package, as the beginning of a sentence: "plots need matplotlib".

    Raises:
        MissingExtraError: A package is missing; the message says how to install it.
    """
    try:
        yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "sapper":
            raise
        raise MissingExtraError(f'{why}: pip install "sapper[{extra}]"', name=error.name) from None


def data_folder() -> Path:
    """The folder, where this system keeps the data of programs. It may not exist yet."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "sapper"
