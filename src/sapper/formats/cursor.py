"""Reading binary files from the front: every step checks that the bytes are there."""

from __future__ import annotations

from sapper.errors import FormatError

__all__ = ["Cursor"]


class Cursor:
    """A place in some bytes. All integers are big-endian.

    Every method takes what it reads to be called in an error, moves on past it, and raises FormatError naming
    the offset if the bytes end before.

    Attributes:
        data: All of the bytes.
        offset: Where the next one to be read is.
    """

    __slots__ = ("_format", "data", "offset")

    def __init__(self, data: bytes, format: str, offset: int = 0) -> None:
        """Begins at an offset; the format's name begins every error."""
        self.data = data
        self.offset = offset
        self._format = format

    @property
    def left(self) -> int:
        """How many bytes there are still."""
        return len(self.data) - self.offset

    def take(self, count: int, what: str) -> bytes:
        """So many bytes."""
        if count > self.left:
            text = f"{count} bytes of {what} were expected, but {self.left} are left"
            raise self.error(text)
        start, self.offset = self.offset, self.offset + count
        return self.data[start : self.offset]

    def unsigned(self, size: int, what: str) -> int:
        """An integer of `size` bytes, from 0."""
        return int.from_bytes(self.take(size, what), "big")

    def signed(self, size: int, what: str) -> int:
        """An integer of `size` bytes that may be negative."""
        return int.from_bytes(self.take(size, what), "big", signed=True)

    def byte(self, what: str) -> int:
        """One byte."""
        return self.unsigned(1, what)

    def until(self, end: bytes, what: str) -> bytes:
        """What comes before `end`; goes past the end as well."""
        at = self.data.find(end, self.offset)
        if at < 0:
            raise self.error(f"{what} was expected, ending in {end!r}, but that does not come")
        start, self.offset = self.offset, at + len(end)
        return self.data[start:at]

    def error(self, text: str, offset: int | None = None) -> FormatError:
        """The error about something at an offset, by default at the place reached."""
        at = self.offset if offset is None else offset
        return FormatError(f"{self._format}: at offset {at}: {text}", offset=at)
