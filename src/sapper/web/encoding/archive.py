"""ZIP archives: one that is sent while it is written, and one that strangers sent."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import Final

from sapper.web import limits
from sapper.web.errors import WebError

LIST: Final = "games.jsonl"
"""The file with a line of JSON about every game."""


class Archive:
    """Collects files, and gives away the bytes so far."""

    def __init__(self) -> None:
        """Starts empty."""
        self._written = _Pipe()
        self._zip = zipfile.ZipFile(self._written, "w", zipfile.ZIP_DEFLATED)

    def add(self, name: str, content: bytes) -> None:
        """Adds a file."""
        self._zip.writestr(name, content)

    def end(self) -> None:
        """Writes what stands after the last file."""
        self._zip.close()

    def take(self) -> bytes:
        """The bytes since the last call."""
        return self._written.take()


class _Pipe(io.RawIOBase):
    """A file that keeps only the bytes that were not taken yet."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: bytes) -> int:  # type: ignore[override]  # zipfile writes nothing else
        self._pieces.append(bytes(piece))
        return len(piece)

    def take(self) -> bytes:
        taken = b"".join(self._pieces)
        self._pieces.clear()
        return taken


class SentArchive:
    """An archive that strangers sent. Nothing of it is unpacked before it is asked for."""

    def __init__(self, content: bytes) -> None:
        """Reads the table of contents.

        Raises:
            WebError: It is not an archive of games, or too large.
        """
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(content))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
            raise WebError("format", "this file is not a ZIP archive") from None
        self._files = {info.filename: info for info in self._zip.infolist()}
        if LIST not in self._files:
            raise WebError("format", f"this archive has no {LIST!r}: choose one that Sapper exported")
        if len(self._files) > limits.ARCHIVE_FILES:
            raise WebError("too_large", f"the archive has more than {limits.ARCHIVE_FILES} files")
        if sum(info.file_size for info in self._files.values()) > limits.UNPACKED_BYTES:
            raise WebError("too_large", f"the archive unpacks to more than {limits.UNPACKED_BYTES} bytes")

    @property
    def names(self) -> set[str]:
        """The names of the files, without that of the list."""
        return set(self._files) - {LIST}

    def lines(self) -> list[bytes]:
        """The lines of the list. Raises WebError if it is damaged or too long."""
        content = self._read(LIST, limits.LIST_BYTES)
        if content.count(b"\n") > limits.ARCHIVE_FILES:
            raise WebError("too_large", f"{LIST} has more than {limits.ARCHIVE_FILES} lines")
        return [line for line in content.split(b"\n") if line.strip()]

    def file(self, name: str) -> bytes:
        """A file. Raises WebError if it is missing, damaged or too large."""
        if name not in self._files:
            raise WebError("format", f"{name} is missing")
        return self._read(name, limits.FILE_BYTES)

    def _read(self, name: str, most: int) -> bytes:
        info = self._files[name]
        if info.file_size > most:
            raise WebError("too_large", f"{name} has more than {most} bytes")
        try:
            return self._zip.read(info)  # never more than `file_size`
        except (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError, ValueError):
            raise WebError("format", f"{name} is damaged: it cannot be unpacked") from None
