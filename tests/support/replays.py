"""Recordings for the readers of replays, and the results that are expected."""

from dataclasses import replace
from typing import cast

from hypothesis import strategies as st
from support.recordings import Recording, clicks

from sapper import Minefield, MouseEvent, Replay, Topology
from sapper.formats import parse
from sapper.replays.replay import MouseKind

GAME = Recording(
    4,
    5,
    ((0, 0), (3, 4), (0, 4)),
    (
        *clicks((0, "lc", (3, 0)), (30, "lr", (3, 0))),  # opens
        *clicks((1250, "rc", (0, 0)), (1310, "rr", (0, 0)), (2000, "mv", (1, 1))),  # flags
        *clicks((2100, "lc", (1, 1)), (2110, "rc", (1, 1)), (2200, "rr", (1, 1)), (2300, "lr", (1, 1))),
        *clicks((70_000, "mc", (2, 2)), (70_010, "mr", (2, 2))),
    ),
)
"""A game of 70 seconds in which every button is used. Times are whole hundredths."""


def minefield_of(game: Recording) -> Minefield:
    """Where its mines are."""
    return Minefield(game.mines, Topology.square(game.rows, game.columns))


def events_of(game: Recording, cell_size: int = 16, start: int = 0) -> tuple[MouseEvent, ...]:
    """Its events as a reader has to give them. The clock of the game starts at `start` milliseconds."""
    return tuple(
        MouseEvent(
            (ms - start) / 1000, cast("MouseKind", kind), _cell(game, x // cell_size, y // cell_size), (x, y)
        )
        for ms, kind, x, y in game.events
    )


def replay_of(data: str | bytes) -> Replay:
    """What is read from the content of a file of any format."""
    return parse(data, kind=Replay)


def first_opening(replay: Replay) -> float | None:
    """The time of the action after which a cell is open, found by playing."""
    game = replay.start()
    for action in replay.actions:
        game.act(action.kind, action.cell)
        if game.status != "playing" or (game.position.marks >= 0).any():
            return action.seconds
    return None


def check_read(replay: Replay, game: Recording, cell_size: int = 16, start: int = 0) -> None:
    """The minefield and every event are those of the recording."""
    assert replay.minefield == minefield_of(game)
    assert replay.events == events_of(game, cell_size, start)


def check_all_read(replay: Replay, game: Recording) -> None:
    """So are the question marks and the player."""
    check_read(replay, game)
    assert replay.rules.question_marks == game.question_marks
    assert replay.about.get("Player", "") == game.player


def with_prelude(game: Recording, kind: str) -> Recording:
    """The same with an event of this kind, on the first cell, before all others."""
    return replace(game, events=((0, kind, 8, 8), *game.events))


def _cell(game: Recording, column: int, row: int) -> tuple[int, int] | None:
    return (row, column) if 0 <= row < game.rows and 0 <= column < game.columns else None


@st.composite
def recordings(draw: st.DrawFn, *, kinds: str = "mv lc lr rc rr mc mr", step: int = 1) -> Recording:
    """Any recording; times are multiples of `step` milliseconds."""
    rows, columns = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    mines = draw(st.lists(st.sampled_from(cells), unique=True, max_size=rows * columns - 1))
    times = sorted(draw(st.lists(st.integers(0, 200_000), max_size=20)))
    places = st.integers(0, 400)
    events = tuple(
        (time - time % step, draw(st.sampled_from(kinds.split())), draw(places), draw(places))
        for time in times
    )
    player = draw(
        st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters=":<"), max_size=9)
    )
    return Recording(rows, columns, tuple(mines), events, draw(st.booleans()), player)
