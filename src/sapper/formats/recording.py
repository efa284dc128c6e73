"""Builds replays from the parts of binary files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from sapper._support.deadline import in_time
from sapper.board.minefield import Minefield
from sapper.board.rules import Rules
from sapper.errors import ArgumentError, FormatError, GameError
from sapper.formats.format import Hints
from sapper.formats.squares import check_hints
from sapper.replays.mouse import MouseEvent, MouseKind, actions_of
from sapper.replays.replay import CELL_SIZE, Replay

MOST_EVENTS: Final = 500_000
"""The most events of a file, including those that are skipped. They take some hundred megabytes. An hour of
play has a fifth of this number."""

MODES: Final = (
    *("Classic", "UPK", "Cheat", "Density", "Win7", "Competitive solvable", "Strong solvable"),
    *("Weak solvable", "To be solvable", "Strong guessable", "Weak guessable", "Chording recursive"),
    *("Flag recursive", "Chording flag recursive", "Solvable chording recursive"),
    *("Solvable flag recursive", "Solvable chording flag recursive"),
)
"""The modes of EVF and RMV, by their numbers."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The cells of a board in pixels, counted from its top left corner.

    Attributes:
        rows: The rows of the board.
        columns: The columns of the board.
        cell_size: The width and height of a cell in pixels.
    """

    rows: int
    columns: int
    cell_size: int = CELL_SIZE

    @classmethod
    def of(cls, minefield: Minefield, cell_size: int = CELL_SIZE) -> Screen:
        """The screen of a square board."""
        rows, columns = minefield.topology.shape
        return cls(rows, columns, cell_size)

    def event(self, time: float, kind: MouseKind, x: int, y: int) -> MouseEvent:
        """Makes the event at a pixel, with its cell."""
        row, column = y // self.cell_size, x // self.cell_size
        on_board = 0 <= row < self.rows and 0 <= column < self.columns
        return MouseEvent(time, kind, (row, column) if on_board else None, (x, y))

    def flags_before(self, cells: Iterable[tuple[int, int]]) -> Iterator[MouseEvent]:
        """The clicks that set flags before the game. Some formats list such flags without their clicks."""
        for row, column in cells:
            x, y = (column * self.cell_size + self.cell_size // 2, row * self.cell_size + self.cell_size // 2)
            yield self.event(0.0, "rc", x, y)
            yield self.event(0.0, "rr", x, y)


def collected(
    events: Iterable[MouseEvent | None], error: Callable[[str], FormatError]
) -> tuple[MouseEvent, ...]:
    """Collects mouse events, and skips None.

    Args:
        events: The events; None counts for the limit but is dropped.
        error: Makes the error from its message.

    Raises:
        FormatError: There are more than `MOST_EVENTS` events.
    """
    taken: list[MouseEvent] = []
    for number, event in enumerate(in_time(events)):
        if number == MOST_EVENTS:
            raise error(f"a replay may have at most {MOST_EVENTS} events")
        if event is not None:
            taken.append(event)
    return tuple(taken)


def with_first_press(events: tuple[MouseEvent, ...]) -> tuple[MouseEvent, ...]:
    """Adds the missing first press of the left button if the events begin with its release."""
    first = next((event for event in events if event.kind in ("lc", "sc", "lr")), None)
    if first is None or first.kind != "lr":
        return events
    start = events[0]
    return (MouseEvent(start.time, "lc", start.cell, start.pixel), *events)


def first_opening(events: Iterable[MouseEvent]) -> float | None:
    """The time of the first action that opens a cell without a flag; None if there is none."""
    flags: set[object] = set()
    for action in actions_of(events):
        if action.kind == "flag":
            flags ^= {action.cell}
        elif action.kind == "open" and action.cell not in flags:
            return action.time
    return None


def from_first_opening(events: tuple[MouseEvent, ...]) -> tuple[MouseEvent, ...]:
    """Moves all times so that the clock is at 0 when the first cell is opened. Times are milliseconds.

    The times of a game in which nothing is opened stay as they are.
    """
    start = first_opening(events)
    if not start:
        return events
    return tuple(event._replace(time=round(event.time - start, 3)) for event in events)


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
    """Makes a replay, without the empty texts in `about`. Raises FormatError if it cannot be played."""
    check_hints(minefield, hints, format)
    rules = Rules("any", question_marks=question_marks)
    said = {key: value for key, value in about.items() if value}
    try:
        return Replay(minefield, tuple(events), rules, cell_size, said)
    except (ArgumentError, GameError) as error:
        raise FormatError(f"{format}: {error}") from None
