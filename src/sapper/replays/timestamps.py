"""When a recorded game was played, by the text that its file has about it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Final

from sapper import _engine

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def time_of(timestamp: str) -> datetime | None:
    """The time that a text says, or None if it does not say one in a known way.

    Known are seconds and microseconds since 1970, ISO 8601, and the dates of Minesweeper Arbiter. Without a
    time zone it counts as UTC, because the files of most programs do not tell the zone.
    """
    found = _engine.time_of(timestamp) if timestamp.isascii() else None
    if found is None:
        return None
    microseconds, offset = found
    zone = timezone(timedelta(seconds=offset)) if offset else UTC
    return (_EPOCH + timedelta(microseconds=microseconds)).astimezone(zone)


def microseconds_of(timestamp: str) -> int:
    """The microseconds from 1970 to that time; 0 if it is not known, or earlier."""
    when = time_of(timestamp)
    return 0 if when is None else max(0, (when - _EPOCH) // timedelta(microseconds=1))
