"""The registry of formats, and the detection of the format of a file. The engine has both."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from sapper import _engine
from sapper._support.engine_call import limited
from sapper.board.position import Position
from sapper.board.text import ENGINE_FORMATS, bytes_of_text, format_of, is_auto
from sapper.formats.conversion import detect, read_with, write_with
from sapper.formats.format import KINDS_BY_NAME, Contents, Format, Hints

if TYPE_CHECKING:
    from sapper._engine import Cancel


def _face_of(format: _engine.FileFormat) -> Format:
    return Format(
        format.name,
        format.title,
        tuple(KINDS_BY_NAME[kind] for kind in format.kinds),
        format.is_text,
        format.recognises,
        partial(read_with, format),
        partial(write_with, format) if format.writes else None,
        tuple(format.endings),
    )


FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {name: _face_of(format) for name, format in ENGINE_FORMATS.items()}
)
"""All formats by name."""


class Reading(NamedTuple):
    """The contents of some bytes, and their format."""

    format: Format
    contents: Contents


def identify(
    data: str | bytes,
    hints: Hints,
    format: str = "auto",
    *,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Reading:
    """Reads text or bytes in a given format, or detects the format from the content.

    Args:
        data: The whole content.
        hints: What the caller knows. If it has a kind, only formats that can hold that kind are tried.
        format: A name in `FORMATS`, or `"auto"`.
        time_limit: Seconds after which reading stops with an error.
        cancel: Stops reading if another thread sets it.

    Raises:
        FormatError: The content is too long, is not in the format, is in no format, or has different meanings
            in several formats.
        PositionError: The content holds a malformed position.
        ArgumentError: `time_limit` or `cancel` is invalid.
        BudgetError: It took longer than the time limit.
        CancelledError: `cancel` was set.
    """
    wanted = None if is_auto(format) else format_of(format, "auto")
    raw = bytes_of_text(data)
    with limited("reading", time_limit, cancel):
        name, contents = detect(raw, hints, wanted)
    return Reading(FORMATS[name], contents)


def format_to_name(reading: Reading, wanted: str) -> Format | None:
    """The format of a position, if an answer should name it.

    It should if the format was detected and is not plain text.
    """
    named = is_auto(wanted) and isinstance(reading.contents, Position) and reading.format.name != "plain"
    return reading.format if named else None


def format_named(name: str, *others: str) -> Format:
    """The format of a name.

    Args:
        name: The name.
        *others: Further names that the caller accepts; the message lists them.

    Raises:
        FormatError: There is no such format; the message suggests the nearest name.
    """
    return FORMATS[format_of(name, *others).name]
