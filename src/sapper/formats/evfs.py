"""EVFS 0.0 of Metasweeper: the replays of a session, one after the other; read only.

A file begins with the version u8 and the length u16 of the checksums. Then follow the replays, each with the
name of its file, which ends in zero, the size u32 of its EVF data, the data, and a checksum.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sapper._support.deadline import in_time
from sapper._support.naming import quantity
from sapper.errors import FormatError
from sapper.formats.cursor import Cursor
from sapper.formats.encodings import decoded
from sapper.formats.evf import EVF
from sapper.formats.format import Contents, Format, Hints
from sapper.replays.replay import Replay

_VERSION: Final = 0


def replays_in(data: bytes, hints: Hints) -> Iterator[Contents]:
    """The replays of a file, read one at a time. Raises FormatError at the first that is malformed."""
    for name, offset, evf in _units(data):
        try:
            yield EVF.read(evf, hints)
        except FormatError as error:
            at = offset + (error.offset or 0)
            raise FormatError(f"evfs: at offset {at}: in {name!r}: {error}", offset=at) from None


def _recognises(data: bytes) -> bool:
    try:
        _, _, evf = next(_units(data))
    except (FormatError, StopIteration):
        return False
    return EVF.recognises(evf)


def _read(data: bytes, hints: Hints) -> Contents:
    """The only replay of a file."""
    count = sum(1 for _ in _units(data))
    if count != 1:
        text = f"this file holds {quantity(count, 'replay')}: read each with sapper.formats.read_all"
        raise FormatError(f"evfs: {text}")
    return next(replays_in(data, hints))


def _units(data: bytes) -> Iterator[tuple[str, int, bytes]]:
    """The name, the offset and the bytes of each replay."""
    cursor = Cursor(data, "evfs")
    version = cursor.byte("version")
    if version != _VERSION:
        raise cursor.error(f"expected version {_VERSION}, not {version}", 0)
    checksum = cursor.unsigned(2, "the length of a checksum")
    for _ in in_time(iter(lambda: cursor.left, 0)):
        name = decoded(cursor.until(b"\0", "the name of a file"))
        size = cursor.unsigned(4, "the size of a replay")
        offset = cursor.offset
        evf = cursor.take(size, "a replay")
        cursor.take(checksum, "a checksum")
        yield name, offset, evf


EVFS = Format(
    "evfs",
    "EVFS, the replays of a session of Metasweeper",
    (Replay,),
    False,
    _recognises,
    _read,
    suffixes=(".evfs",),
)
