"""Putting replays together from what binary files hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from sapper.board.minefield import Minefield
from sapper.board.rules import Rules
from sapper.errors import FormatError, GameError
from sapper.formats.format import Hints
from sapper.formats.squares import check_hints
from sapper.replays.mouse import MouseEvent, MouseKind
from sapper.replays.replay import CELL_SIZE, Replay

__all__ = [
    "MOST_EVENTS",
    "Screen",
    "collected",
    "replay_of",
    "with_first_press",
]

MOST_EVENTS: Final = 500_000
"""Of a replay that is read: those of the mouse and those that are passed over, such as what the board did.
So many take some hundred megabytes; an hour of play has a fifth of it."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Where the cells of a board are, in pixels from its corner.

    Attributes:
        rows: Of the board.
        columns: Of the board.
        cell_size: Pixels a cell is wide and high.
    """

    rows: int
    columns: int
    cell_size: int = CELL_SIZE

    @classmethod
    def of(cls, minefield: Minefield, cell_size: int = CELL_SIZE) -> Screen:
        """That of a square board."""
        rows, columns = minefield.topology.shape
        return cls(rows, columns, cell_size)

    def event(self, time: float, kind: MouseKind, x: int, y: int) -> MouseEvent:
        """The event at a pixel, with its cell."""
        row, column = y // self.cell_size, x // self.cell_size
        on_board = 0 <= row < self.rows and 0 <= column < self.columns
        return MouseEvent(time, kind, (row, column) if on_board else None, (x, y))

    def flags_before(self, cells: Iterable[tuple[int, int]]) -> Iterator[MouseEvent]:
        """The clicks that set flags before the game began, which some formats list and do not record."""
        for row, column in cells:
            x, y = (column * self.cell_size + self.cell_size // 2, row * self.cell_size + self.cell_size // 2)
            yield self.event(0.0, "rc", x, y)
            yield self.event(0.0, "rr", x, y)


def collected(
    events: Iterable[MouseEvent | None], error: Callable[[str], FormatError]
) -> tuple[MouseEvent, ...]:
    """All events of the mouse; None stands for an event that is passed over.

    Raises the error made of a text if the events are too many, whatever they are.
    """
    taken: list[MouseEvent] = []
    for number, event in enumerate(events):
        if number == MOST_EVENTS:
            raise error(f"a replay has at most {MOST_EVENTS} events")
        if event is not None:
            taken.append(event)
    return tuple(taken)


def with_first_press(events: tuple[MouseEvent, ...]) -> tuple[MouseEvent, ...]:
    """The events, with the left press that comes before them if the first thing is that it is released."""
    first = next((event for event in events if event.kind in ("lc", "sc", "lr")), None)
    if first is None or first.kind != "lr":
        return events
    start = events[0]
    return (MouseEvent(start.time, "lc", start.cell, start.pixel), *events)


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
