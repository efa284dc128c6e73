"""Pictures of boards, such as screenshots, where a file with a position is asked for.

They are no format: a picture can leave something open. Then it is refused, and the error says what is open.
PNG, JPEG, GIF, BMP and WebP are recognised by their first bytes.
"""

from __future__ import annotations

from typing import Final

from sapper.board.position import Position
from sapper.errors import FormatError, MissingExtraError
from sapper.formats.format import Hints

_BEGINNINGS: Final = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a")
_MOST_ASKED: Final = 3


def is_picture(data: bytes) -> bool:
    """Whether bytes are a picture. A text that begins like one is not."""
    bmp = data[:2] == b"BM" and data[6:10] == bytes(4)  # an MBF file of 66 columns begins with BM, too
    webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    if not (bmp or webp or data.startswith(_BEGINNINGS)):
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return True
    return False


def position_of_picture(
    data: bytes, hints: Hints, shape: tuple[int, int] | None = None, time_limit: float | None = None
) -> Position:
    """The position in a picture. `shape` has the rows and columns of the board, if they are known.

    Raises:
        FormatError: It is broken, has no board, or leaves something open; or Pillow is missing.
        PositionError: No minefield fits what it shows.
        BudgetError: It took longer than the time limit, in seconds.
    """
    if hints.topology is not None and getattr(hints.topology, "name", hints.topology) != "grid":
        raise FormatError("pictures are read as boards of square cells: leave out the topology")
    from sapper.screen.reading import read_picture  # many modules, which few files need

    try:
        reading = read_picture(data, hints.mines, shape=shape, time_limit=time_limit)
    except MissingExtraError as error:
        raise FormatError(f"this is a picture, and {error}") from None
    if reading.unclear_ends:
        sides = " and ".join(reading.unclear_ends)
        raise FormatError(
            f"it is not clear where the board ends ({sides}): it was found at {reading.box}, and beside "
            "it may be more empty cells. Crop the picture to the board"
        )
    if reading.questions:
        asked = "; ".join(str(question) for question in reading.questions[:_MOST_ASKED])
        more = len(reading.questions) - _MOST_ASKED
        rest = f"; and {more} more" if more > 0 else ""
        raise FormatError(
            f"the picture is not clear: {asked}{rest}. Give the number of mines if you have not, "
            "or answer with sapper.read_picture(...).answer(cell, mark)"
        )
    if reading.doubtful and reading.position.marks.max() >= 0:  # else it shows nothing to rely on
        raise FormatError(
            f"the picture may be read wrong: the rules explain little of the board found at {reading.box}. "
            "Compare sapper.read_picture(...).position with it"
        )
    return reading.position
