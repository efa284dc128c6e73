"""Files that are there whole or not at all, also after a full disk or a power cut."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

__all__ = ["put_in_place", "write_whole"]


def put_in_place(unfinished: Path, file: Path) -> None:
    """Gives a file that was written under another name its own, in place of what has it.

    What was written is on the disk before the name is, so no crash leaves a file that is empty or cut off.

    Args:
        unfinished: The file, closed, in the same folder.
        file: The name it gets.

    Raises:
        OSError: It cannot be done; then the old file stands.
    """
    with unfinished.open("rb+") as written:
        os.fsync(written.fileno())
    unfinished.replace(file)
    _sync_folder(file.parent)


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file so that it has either all of its new contents or its old ones.

    What is no file, as a pipe or `/dev/stdout`, is written to as it is. A link stays a link, and a file keeps
    its permissions.

    Raises:
        OSError: It cannot be written.
        ValueError: There can be no such name.
    """
    file = Path(os.path.realpath(path))
    known = file.exists()
    unfinished = file.with_name(f".sapper-{secrets.token_hex(8)}")
    if known and (not file.is_file() or not os.access(file.parent, os.W_OK) or not os.access(file, os.W_OK)):
        file.write_bytes(data)
        return
    try:
        unfinished.write_bytes(data)
        if known:
            shutil.copymode(file, unfinished)
        put_in_place(unfinished, file)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """Makes the new name last; systems that cannot sync folders do without."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)
