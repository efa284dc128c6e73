"""Reads binary data from front to back."""

from __future__ import annotations

from sapper._support.naming import quantity
from sapper.errors import FormatError


class Cursor:
    """A place in binary data. All integers are big-endian.

    The reading methods move past what they read. They raise FormatError with the offset if the data ends too
    early; their argument `what` names the thing in the message.

    Attributes:
        data: All the bytes.
        offset: The offset of the next byte to read.
    """

    __slots__ = ("_format", "data", "offset")

    def __init__(self, data: bytes, format: str, offset: int = 0) -> None:
        """Starts at an offset. Every error message begins with the name of the format."""
        self.data = data
        self.offset = offset
        self._format = format

    @property
    def left(self) -> int:
        """The number of bytes that are left."""
        return len(self.data) - self.offset

    def take(self, count: int, what: str) -> bytes:
        """Reads a number of bytes."""
        if count > self.left:
            verb = "is" if self.left == 1 else "are"
            text = f"expected {quantity(count, 'byte')} of {what}, but only {self.left} {verb} left"
            raise self.error(text)
        start, self.offset = self.offset, self.offset + count
        return self.data[start : self.offset]

    def unsigned(self, size: int, what: str) -> int:
        """Reads an unsigned integer of `size` bytes."""
        return int.from_bytes(self.take(size, what), "big")

    def signed(self, size: int, what: str) -> int:
        """Reads a signed integer of `size` bytes."""
        return int.from_bytes(self.take(size, what), "big", signed=True)

    def byte(self, what: str) -> int:
        """Reads one byte as a number."""
        return self.unsigned(1, what)

    def until(self, end: bytes, what: str) -> bytes:
        """Reads up to the bytes `end`, and moves past them."""
        at = self.data.find(end, self.offset)
        if at < 0:
            raise self.error(f"expected {end!r} at the end of {what}, but it does not appear")
        start, self.offset = self.offset, at + len(end)
        return self.data[start:at]

    def error(self, text: str, offset: int | None = None) -> FormatError:
        """The error about an offset, by default the current one."""
        at = self.offset if offset is None else offset
        return FormatError(f"{self._format}: at offset {at}: {text}", offset=at)
