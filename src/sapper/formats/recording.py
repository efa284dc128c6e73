"""Putting replays together from what binary files hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sapper.errors import FormatError, GameError
from sapper.formats.format import Hints
from sapper.formats.squares import check_hints
from sapper.minefield import Minefield
from sapper.mouse import MouseEvent, MouseKind
from sapper.replay import CELL_SIZE, Replay
from sapper.rules import Rules

__all__ = ["mouse_event", "preflags", "replay_of", "with_first_press"]


def mouse_event(
    time: float, kind: MouseKind, x: int, y: int, minefield: Minefield, cell_size: int = CELL_SIZE
) -> MouseEvent:
    """The event at a pixel, with its cell."""
    rows, columns = minefield.topology.shape
    row, column = y // cell_size, x // cell_size
    on_board = 0 <= row < rows and 0 <= column < columns
    return MouseEvent(time, kind, (row, column) if on_board else None, (x, y))


def preflags(cells: Iterable[tuple[int, int]], cell_size: int = CELL_SIZE) -> Iterator[MouseEvent]:
    """The clicks that set flags before the game began, which some formats list instead of recording them."""
    for row, column in cells:
        pixel = column * cell_size + cell_size // 2, row * cell_size + cell_size // 2
        yield MouseEvent(0.0, "rc", (row, column), pixel)
        yield MouseEvent(0.0, "rr", (row, column), pixel)


def with_first_press(events: list[MouseEvent]) -> list[MouseEvent]:
    """The events, with the left press that comes before them if the first thing is that it is released."""
    first = next((event for event in events if event.kind in ("lc", "sc", "lr")), None)
    if first is None or first.kind != "lr":
        return events
    start = events[0]
    return [MouseEvent(start.time, "lc", start.cell, start.pixel), *events]


def replay_of(
    format: str,
    hints: Hints,
    minefield: Minefield,
    events: Iterable[MouseEvent],
    *,
    question_marks: bool = False,
    cell_size: int = CELL_SIZE,
    about: Mapping[str, str],
) -> Replay:
    """The replay, without what the file leaves empty. Raises FormatError if it cannot be played."""
    check_hints(minefield, hints, format)
    rules = Rules("any", question_marks=question_marks)
    said = {key: value for key, value in about.items() if value}
    try:
        return Replay(minefield, tuple(events), rules, cell_size, said)
    except GameError as error:
        raise FormatError(f"{format}: {error}") from None
