"""Detects the format from the content."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from sapper._support.deadline import limited
from sapper.errors import BudgetError, FormatError, SapperError
from sapper.formats.format import LARGEST_FILE, Contents, Format, Hints, kind_name, text_of
from sapper.formats.registry import FORMATS, format_named, is_auto


class Reading(NamedTuple):
    """The contents of some bytes, and their format."""

    format: Format
    contents: Contents


def identify(data: bytes, hints: Hints, format: str = "auto", *, time_limit: float | None = None) -> Reading:
    """Reads bytes in a given format, or detects the format from the content.

    Args:
        data: The whole content.
        hints: What the caller knows. If it has a kind, only formats that can hold that kind are tried.
        format: A name in `FORMATS`, or `"auto"`.
        time_limit: Seconds after which reading stops with an error.

    Raises:
        FormatError: The content is too long, is not in the format, is in no format, or has different meanings
            in several formats.
        PositionError: The content holds a malformed position.
        ArgumentError: `time_limit` is invalid.
        BudgetError: It took longer than the time limit.
    """
    with limited("reading", time_limit):
        return _identified(data, hints, format)


def _identified(data: bytes, hints: Hints, format: str) -> Reading:
    if len(data) > LARGEST_FILE:
        raise FormatError(f"a file has at most {LARGEST_FILE} bytes, not {len(data)}")
    if not is_auto(format):
        named = format_named(format, "auto")
        _check_kind(named, hints)
        if len(named.kinds) == 1:
            hints = replace(hints, kind=named.kinds[0])
        return Reading(named, named.read(data, hints))
    if not data.strip():
        raise FormatError("the text is empty: there is nothing to read")
    recognised = [format for format in FORMATS.values() if format.recognises(data)]
    candidates = [format for format in recognised if _may_hold(format, hints)]
    if candidates:
        return _the_only_reading(candidates, data, hints)
    if recognised:
        _check_kind(recognised[0], hints)
    raise _in_no_format(data, hints)


def _may_hold(format: Format, hints: Hints) -> bool:
    return hints.kind is None or hints.kind in format.kinds


def _check_kind(format: Format, hints: Hints) -> None:
    if hints.kind is not None and not _may_hold(format, hints):
        held = " or ".join(f"a {kind_name(kind)}" for kind in format.kinds)
        text = f"expected a {kind_name(hints.kind)}, but {format.name} ({format.title}) holds {held}"
        raise FormatError(text)


def _the_only_reading(candidates: list[Format], data: bytes, hints: Hints) -> Reading:
    """The one reading of all candidates that can read the data. Raises FormatError if they differ."""
    readings: dict[Contents, Format] = {}
    failures: list[SapperError] = []
    for format in candidates:
        try:
            readings.setdefault(format.read(data, hints), format)
        except BudgetError:
            raise
        except SapperError as error:
            failures.append(error.with_traceback(None))  # which would keep the data in memory
    if not readings:
        raise failures[0]
    if len(readings) > 1:
        names = " and as ".join(f"{format.name!r} ({format.title})" for format in readings.values())
        raise FormatError(f"this has different meanings as {names}: choose with format=")
    contents, format = next(iter(readings.items()))
    return Reading(format, contents)


def _in_no_format(data: bytes, hints: Hints) -> FormatError:
    """The error about data in no format. It quotes the text format that read furthest."""
    try:
        _check_text(data)
    except FormatError as error:
        return FormatError(
            f"{error}; and no binary format fits{_of_binaries(data, hints)}", offset=error.offset
        )
    formats = (format for format in FORMATS.values() if format.is_text and _may_hold(format, hints))
    errors = list(_errors(formats, data, hints))
    furthest, name = max(errors, key=lambda entry: _progress(entry[0]))
    text = f"{furthest} (read as {name}; no other format fits)"
    return FormatError(text, offset=furthest.offset, line=furthest.line, column=furthest.column)


def _check_text(data: bytes) -> None:
    text_of(data)
    zero = data.find(b"\0")
    if zero >= 0:
        raise FormatError(f"this is not text: byte 0x00 at offset {zero}", offset=zero)


def _of_binaries(data: bytes, hints: Hints) -> str:
    """The errors of the binary formats that can read at least the first byte."""
    formats = (format for format in FORMATS.values() if not format.is_text and _may_hold(format, hints))
    said = [str(error) for error, _ in _errors(formats, data, hints) if error.offset]
    return f" ({'; '.join(said)})" if said else ""


def _errors(formats: Iterable[Format], data: bytes, hints: Hints) -> Iterable[tuple[FormatError, str]]:
    for format in formats:
        try:
            format.read(data, hints)
        except FormatError as error:
            yield error.with_traceback(None), format.name  # a traceback would keep the data in memory


def _progress(error: FormatError) -> tuple[int, int]:
    return error.line or 0, error.column or 0
