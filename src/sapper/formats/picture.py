"""Pictures of boards, such as screenshots: `sapper.read_picture` reads them.

A picture that leaves something open is refused here, and the error names what is open. PNG, JPEG, GIF, BMP and
WebP are recognised by their first bytes.
"""

from __future__ import annotations

from typing import Final

from sapper._support.upward import screen
from sapper.board.position import Position
from sapper.errors import FormatError, MissingExtraError
from sapper.formats.format import Format, Hints

_BEGINNINGS: Final = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"BM")
_MOST_ASKED: Final = 3


def _recognises(data: bytes) -> bool:
    begins = data.startswith(_BEGINNINGS) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")
    return begins and not _is_text(data)


def _is_text(data: bytes) -> bool:
    """Whether the bytes are text. A text that begins like a picture is never unpacked as one."""
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _read(data: bytes, hints: Hints) -> Position:
    if not _recognises(data):
        raise FormatError("this is no picture: expected the bytes of a PNG, JPEG, GIF, BMP or WebP file")
    if hints.topology is not None and getattr(hints.topology, "name", hints.topology) != "grid":
        raise FormatError("picture reads boards of square cells only: leave out topology=")
    try:
        reading = screen().read_picture(data, hints.mines)
    except MissingExtraError as error:
        raise FormatError(f"this is a picture, and {error}") from None
    if reading.questions:
        asked = "; ".join(str(question) for question in reading.questions[:_MOST_ASKED])
        more = len(reading.questions) - _MOST_ASKED
        rest = f"; and {more} more" if more > 0 else ""
        raise FormatError(
            f"the picture is not clear: {asked}{rest}. Give the number of mines if you have not, "
            "or answer with sapper.read_picture(...).answer(cell, mark)"
        )
    position: Position = reading.position
    return position


PICTURE = Format("picture", "a picture of a board, such as a screenshot", (Position,), False, _recognises, _read)
