"""Finds what a format cannot hold of some contents: it writes them and reads them again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.formats.files import convert, encode
from sapper.formats.registry import Contents, Hints, format_named, kind_name
from sapper.replays.replay import MouseEvent, Replay, time_of

_NOT_ABOUT_THE_GAME: Final = frozenset({"Encoding"})
"""Not about the game: what is written is UTF-8."""

_NUMBERS: Final = frozenset({"Time", "BBBV"})

_WON: Final = ("won", "win")
_LOST: Final = ("lost", "loss")

_SAME_SECONDS: Final = 1e-9  # seconds, far less than any file tells


def losses(contents: Contents, format: str) -> tuple[str, ...]:
    """Says what a file in a format would not keep of some contents.

    It writes them, reads them again, and compares. So it takes as long as `render` and `parse` together.

    Args:
        contents: A position, a minefield or a replay. If the format has no replays, a replay becomes a
            minefield or a position, as by `convert`.
        format: A name in `FORMATS`.

    Returns:
        What is lost, in words, such as `"the number of mines"` or the name of a field of `Replay.about`.
            Empty if all is kept.

    Raises:
        FormatError: There is no such format, it is read-only, or it cannot represent the contents at all.
        PositionError: The format needs the mine count, and the position has none.

    Example:
        >>> sapper.formats.losses(sapper.Position("1?", mines=1), "plain")
        ('the number of mines',)
        >>> sapper.formats.losses(sapper.Position("1?", mines=1), "jsminesweeper")
        ()
    """
    file_format = format_named(format)
    before = convert(contents, file_format.kinds)
    again = file_format.read(encode(before, file_format), Hints(kind=type(before)))
    return tuple(_lost(contents, before, again))


def _lost(contents: Contents, before: Contents, again: Contents) -> Iterator[str]:
    if type(contents) is not type(before):
        yield f"the replay, only its {kind_name(type(before))}"
    if (
        before.board.topology != again.board.topology
        if isinstance(before, Replay)
        else _other_board(before, again)
    ):
        yield "the topology of the board"
    if isinstance(before, Position) and isinstance(again, Position):
        if before.mines != again.mines:
            yield "the number of mines"
        if before.marks.ravel().tolist() != again.marks.ravel().tolist():
            yield "all marks"
    elif isinstance(before, Minefield) and isinstance(again, Minefield):
        if before.first_cell != again.first_cell:
            yield f"the first cell, {before.first_cell}"
    elif isinstance(before, Replay) and isinstance(again, Replay):
        yield from _lost_events(before, again)
        yield from _lost_fields(before, again)


def _other_board(before: Position | Minefield, again: Contents) -> bool:
    return before.topology != cast("Position | Minefield", again).topology


def _lost_events(before: Replay[Any], again: Replay[Any]) -> Iterator[str]:
    if before.rules != again.rules:
        yield "the setting of question marks, which were not used"
    if len(again.events) < len(before.events):
        yield "that question marks were switched on or off"
    pairs = list(zip(_without_switch(before), _without_switch(again), strict=True))
    if any(ours.kind != its.kind for ours, its in pairs):
        yield "that Shift was held (as the middle button it means the same)"
    shift = next((its.seconds - ours.seconds for ours, its in pairs), 0.0)
    if abs(shift) >= 0.0005:
        way = "less" if shift < 0 else "more"
        yield f"when the clock began, so that all times are {abs(shift):.3f} s {way}"
    if any(abs(its.seconds - ours.seconds - round(shift, 3)) > _SAME_SECONDS for ours, its in pairs):
        yield "times finer than 0.001 s"
    if before.cell_size != again.cell_size:
        yield f"the {before.cell_size} pixels of a cell, scaled to {again.cell_size}"
        return
    if any(_differs(ours, its) for ours, its in pairs if ours.cell is not None):
        yield "the pixels of some events"
    if any(_differs(ours, its) for ours, its in pairs if ours.cell is None):
        yield "where the mouse was beside the board"


def _without_switch(replay: Replay[Any]) -> list[MouseEvent[Any]]:
    return [event for event in replay.events if event.kind != "mt"]


def _differs(ours: MouseEvent[Any], its: MouseEvent[Any]) -> bool:
    return ours.pixel is not None and ours.pixel != its.pixel


def _lost_fields(before: Replay[Any], again: Replay[Any]) -> Iterator[str]:
    for name, value in before.about.items():
        if value.split() and name not in _NOT_ABOUT_THE_GAME and not _survives(name, value, before, again):
            yield name


def _survives(name: str, value: str, before: Replay[Any], again: Replay[Any]) -> bool:
    """Whether what is read again says this field, if in other words."""
    its = again.about.get(name, "")
    if its.split() == value.split():
        return True
    if name in ("Program", "Version"):  # both may be in one field
        both = f"{before.about.get('Program', '')} {before.about.get('Version', '')}"
        return again.about.get("Program", "").split() == both.split()
    if name == "Timestamp":
        return (when := time_of(value)) is not None and when == time_of(its)
    if name == "Status" and value.lower() in (*_WON, *_LOST):
        status = its.lower() or again.play().status
        return status in (_WON if value.lower() in _WON else _LOST)
    if name in _NUMBERS:
        return _number(value) is not None and _number(value) == _number(its)
    return its.lower() == value.lower()


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
