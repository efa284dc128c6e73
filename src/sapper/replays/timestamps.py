"""When a recorded game was played, by the text that its file has about it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_ARBITER_TIME: Final = re.compile(
    r"(\d{1,2})\.(\d{1,2})\.(\d{4})\.(\d{1,2}):(\d{1,2}):(\d{1,2})\b.*", re.ASCII
)


def time_of(timestamp: str) -> datetime | None:
    """The time that a text says, or None if it does not say one in a known way.

    Known are seconds and microseconds since 1970, ISO 8601, and the dates of Minesweeper Arbiter. Without a
    time zone it counts as UTC, because the files of most programs do not tell the zone.
    """
    try:
        if timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 18:
            return _EPOCH + int(timestamp) * timedelta(**{_unit(timestamp): 1})
        if match := _ARBITER_TIME.fullmatch(timestamp):
            day, month, year, hour, minute, second = map(int, match.groups())
            return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
        when = datetime.fromisoformat(timestamp)
        return when.replace(tzinfo=when.tzinfo or UTC)
    except (ValueError, OverflowError):
        return None


def microseconds_of(timestamp: str) -> int:
    """The microseconds from 1970 to that time; 0 if it is not known, or earlier."""
    when = time_of(timestamp)
    return 0 if when is None else max(0, (when - _EPOCH) // timedelta(microseconds=1))


def _unit(digits: str) -> str:
    return "microseconds" if len(digits) > 12 else "seconds"
