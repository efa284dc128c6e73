"""Words of messages: counts with their nouns, shares, names of cells, sentences, suggestions of names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, Literal

from sapper.errors import ArgumentError, SapperError

if TYPE_CHECKING:
    from sapper.cells import Cell

PICTURE_ENDINGS: Final = frozenset((".bmp", ".gif", ".jpeg", ".jpg", ".png", ".webp"))
"""The endings of files of pixels."""

_LONGEST_NAME: Final = 4096
"""The longest path on most systems, in characters."""


def quantity(count: int, noun: str) -> str:
    """A count with its noun: `"1 mine"`, `"10 mines"`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def brief(value: object) -> str:
    """The value as messages show it, in at most 80 characters; of an error, what it says. Never raises."""
    if isinstance(value, int) and abs(value) > 10**30:
        return "a number of more than 30 digits"  # Python refuses to write more than 4,300 digits
    try:
        text = str(value) if isinstance(value, Exception) else repr(value)
    except Exception:  # noqa: BLE001  # the caller's object may raise anything in its `__repr__`
        text = f"a {type(value).__name__}"
    text = " ".join(line.strip() for line in text.split("\n"))  # arrays are written on several lines
    return text if len(text) <= 80 else text[:77] + "..."


def brief_contents(value: object) -> str:
    """As `brief`, where a position, a game or the like should stand. The name of a file gets a hint."""
    return f"{brief(value)} (sapper.read reads files)" if names_file(value) else brief(value)


def names_file(value: object) -> bool:
    """Whether a value is a path, or a text that ends like the name of a file: of a format, or of a picture.

    No text of a position or a minefield ends so.
    """
    if not isinstance(value, str):
        return isinstance(value, PurePath)
    return len(value) <= _LONGEST_NAME and "\n" not in value and PurePath(value).suffix.lower() in _endings()


@cache
def _endings() -> set[str]:
    from sapper import _engine  # help texts do without the engine

    formats = {ending for format in _engine.file_formats() for ending in format.endings}
    return {".txt", *PICTURE_ENDINGS, *formats}


def size_words(shape: tuple[int, ...]) -> str:
    """The size of a board: its rows and columns, if it has some."""
    if len(shape) != 2:
        return f"the shape {shape}"
    return f"{quantity(shape[0], 'row')} and {quantity(shape[1], 'column')}"


def label_of(what: str) -> str:
    """What messages call a value: a parameter in backticks, and a phrase such as `"a density"` as it is."""
    return f"`{what}`" if what.isidentifier() else what


def check_choice(what: str, name: object, choices: Collection[str], error: type[SapperError]) -> None:
    """Raises an error of the type `error` unless a value is one of the known names. Takes any value.

    `what` is as for `label_of`.
    """
    if not isinstance(name, str) or name not in choices:
        raise error(unknown(label_of(what), name, choices))


def check_options(
    options: Iterable[str], names: Collection[str], meaning: Mapping[str, str] | None = None
) -> None:
    """Raises ArgumentError about the first option that is not one of the known ones.

    `meaning` says what options of other functions are called here.
    """
    for name in options:
        if meaning is not None and name in meaning:
            raise ArgumentError(f"unknown option `{name}`: here it is `{meaning[name]}`")
        if name not in names:
            raise ArgumentError(_unknown_parameter("option", name, names))


def unknown(what: str, name: object, names: Iterable[str]) -> str:
    """The text of an error about an unknown name. It suggests the nearest known name and lists all."""
    from sapper import _engine  # help texts do without the engine

    text = _engine.unknown_name(
        engine_text(what),
        engine_text(name if isinstance(name, str) else ""),
        engine_text(brief(name)),
        [engine_text(each) for each in names],
    )
    return python_text(text)


def _unknown_parameter(what: str, name: str, names: Iterable[str]) -> str:
    """The same about a name of a parameter, where backticks stand in place of quotes."""
    from sapper import _engine  # help texts do without the engine

    known = [engine_text(each) for each in names]
    return python_text(_engine.unknown_field(engine_text(what), engine_text(name), known))


def engine_text(text: str) -> bytes:
    """Any text for the engine, even one with halves of characters."""
    return text.encode("utf-8", "surrogatepass")


def python_text(text: bytes) -> str:
    """A text of the engine."""
    return text.decode("utf-8", "surrogatepass")


_first: ContextVar[Literal[0, 1]] = ContextVar("first", default=0)


@contextmanager
def counting_from(first: Literal[0, 1]) -> Iterator[None]:
    """Sets where messages written inside the `with` block start to count rows and columns.

    It holds for this context (`contextvars`). A thread started inside the block counts from 0, unless it runs
    in a copy of the context.
    """
    token = _first.set(first)
    try:
        yield
    finally:
        _first.reset(token)


def first_number() -> Literal[0, 1]:
    """Where messages start to count at the moment."""
    return _first.get()


Phrase = tuple[str, dict[str, Any]]
"""The name of a sentence, and the values of its places.

The engine chooses the sentence and has its words. It puts them together when a caller reads them.
"""


def sentence_of(phrase: Phrase) -> str:
    """The text of a phrase."""
    from sapper import _engine  # help texts do without the engine

    return _engine.text_of_phrase(phrase, first_number())


def row_and_column(row: int, column: int) -> str:
    """A cell as messages name it: `"row 3, column 5 (0-based)"`, or `"row 4, column 6"` if counted from 1."""
    first = first_number()
    return f"row {row + first}, column {column + first}{'' if first else ' (0-based)'}"


def cell_name(cell: Cell) -> str:
    """A cell as messages name it: as `row_and_column` if it has two numbers, and else as it is."""
    return row_and_column(*cell) if isinstance(cell, tuple) and len(cell) == 2 else str(cell)


def percent(share: float, decimals: int = 2, *, figures: int | None = None) -> str:
    """A share of 1 in per cent, as `52.31 %`. Only 0 and 1 themselves read 0 % and 100 %.

    Args:
        share: The share; nan is unknown.
        decimals: The digits behind the point.
        figures: How many digits to write in all instead, without zeros at the end.
    """
    from sapper import _engine  # help texts do without the engine

    if figures is None:
        return _engine.percent_text(share, decimals)
    return _engine.short_percent_text(share, figures)
