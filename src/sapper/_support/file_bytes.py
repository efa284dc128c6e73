"""Reads files, and writes them whole or not at all, even if the disk is full or the power fails."""

from __future__ import annotations

import io
import os
import secrets
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper._engine import LARGEST_FILE
from sapper._support.checks import path_of
from sapper._support.installation import importing
from sapper.errors import FileError, FormatError, MissingFileError

if TYPE_CHECKING:
    import pyarrow


def bytes_of(path: str | os.PathLike[str], what: str = "path") -> bytes:
    """The bytes of a file, which messages call `what`.

    Raises FileError if it cannot be read, FormatError if it is too large.
    """
    source = path_of(what, path)
    try:
        with source.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise unusable(path, "cannot be read", error) from error
    return within_limit(data, path)


def within_limit(data: bytes, name: object) -> bytes:
    """The bytes themselves. Raises FormatError, which names their source, if there are too many."""
    if len(data) > LARGEST_FILE:
        raise FormatError(f"{name}: a file has at most {LARGEST_FILE} bytes, and this one has more")
    return data


def parquet_bytes(
    tables: Iterable[pyarrow.Table], metadata: Mapping[bytes, str] | None = None, **options: Any
) -> bytes:
    """Tables as one Parquet file. There is at least one, and each becomes a row group when it comes.

    `metadata`, if given, replaces that of the tables. `options` are those of `pyarrow.parquet.ParquetWriter`.

    Raises:
        MissingExtraError: pyarrow is missing.
    """
    with importing("parquet", "Parquet files need pyarrow"):
        from pyarrow.parquet import ParquetWriter
    rest = iter(tables)
    first = next(rest)
    if metadata is None:
        metadata = first.schema.metadata
    stream = io.BytesIO()
    with ParquetWriter(stream, first.schema.with_metadata(metadata), compression="zstd", **options) as writer:
        for table in chain([first], rest):
            writer.write_table(table.replace_schema_metadata(metadata))
    return stream.getvalue()


def put_in_place(draft: Path, file: Path) -> None:
    """Renames a file that was written under a temporary name, replacing the old file of the final name.

    The content reaches the disk before the rename, so a crash never leaves an empty or truncated file. The
    file is closed, and in the same folder.

    Raises:
        OSError: The rename failed; the old file is unchanged.
    """
    with draft.open("rb+") as stream:
        os.fsync(stream.fileno())
    draft.replace(file)
    _sync_folder(file.parent)


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file so that it holds either all of the new content or all of the old.

    Pipes and devices such as `/dev/stdout` are written to directly. A link stays a link, and a file keeps
    its permissions.

    Raises:
        OSError: The file cannot be written.
        ValueError: The path is not a possible file name.
    """
    file = Path(os.path.realpath(path))
    exists = file.exists()
    # Several programs may write the same file at once, so the name is random.
    draft = file.with_name(f".sapper-{secrets.token_hex(8)}")
    if exists and (not file.is_file() or not os.access(file.parent, os.W_OK) or not os.access(file, os.W_OK)):
        file.write_bytes(data)
        return
    try:
        draft.write_bytes(data)
        if exists:
            shutil.copymode(file, draft)
        put_in_place(draft, file)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def free_name(path: Path, ending: str) -> Path:
    """The first of `path.ending`, `path.ending1` and so on that is no file yet."""
    names = (path.with_name(f"{path.name}.{ending}{number or ''}") for number in count())
    return next(name for name in names if not name.exists())


@contextmanager
def alone_with(path: Path) -> Iterator[os.stat_result]:
    """Locks a file where the system can: other programs that lock it wait. Yields its status at the start.

    With a folder in place of a file, programs may also replace the files in it.

    Raises:
        OSError: There is no such file or folder, or it cannot be opened.
    """
    if sys.platform == "win32":  # nothing can rename a file that is open
        yield path.stat()
        return
    import fcntl  # not on Windows

    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield os.fstat(descriptor)
    finally:
        os.close(descriptor)


def unusable(path: str | os.PathLike[str], what: str, error: OSError | ValueError) -> FileError:
    """The error of this package for an error of the system.

    `what` says what cannot be done, such as "cannot be read".
    """
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    kind = MissingFileError if isinstance(error, FileNotFoundError) else FileError
    return kind(f"{os.fspath(path)}: {what}: {reason}", path, error)


def _sync_folder(folder: Path) -> None:
    """Puts the rename on the disk, on systems that can sync folders."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)
