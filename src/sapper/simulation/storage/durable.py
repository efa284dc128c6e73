"""Files that are whole whenever they are there, also after a power cut."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

__all__ = ["put_in_place"]


def put_in_place(whole: Path, path: Path) -> None:
    """Gives a file its name once its bytes are on the disk, in place of what has that name.

    Raises:
        OSError: That cannot be done.
    """
    with whole.open("rb+") as file:
        os.fsync(file.fileno())
    whole.replace(path)
    if sys.platform != "win32":  # there a folder cannot be synced
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            with suppress(OSError):  # some file systems refuse it
                os.fsync(folder)
        finally:
            os.close(folder)
