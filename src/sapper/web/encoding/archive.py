"""A ZIP archive that is sent while it is written."""

from __future__ import annotations

import io
import zipfile


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
