"""Driving the screen as a person does: what to press, and what to see. Or a game without a screen."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import numpy as np
from textual.pilot import Pilot
from textual.widgets import Static

from sapper import Rules, Strategy
from sapper._support.words import counting_from
from sapper.board.topology import TopologyName
from sapper.cli.play.hand_app import Overlay, PlayApp
from sapper.cli.play.hand_board import BoardView
from sapper.cli.play.hand_game import HandGame, RecordFile
from sapper.cli.play.hand_widgets import Face, Foot
from sapper.cli.play.series import Setup
from sapper.cli.shared.board_options import board_on

Cell = tuple[int, int]

LEFT, MIDDLE, RIGHT = 1, 2, 3


def setup(
    rows: int,
    columns: int,
    mines: int,
    rules: Rules | None = None,
    topology: TopologyName = "square",
    seed: int = 1,
) -> Setup:
    return Setup(board_on(topology, rows, columns, mines), rules or Rules("any"), seed)


def cells_in(text: str) -> set[Cell]:
    """The cells, from 0, that a text names as people do: `row 1, columns 2, 3 and 4`."""
    rows = re.findall(r"row (\d+), columns? (\d+(?:(?:, | and )\d+)*)", text)
    return {(int(row) - 1, int(each) - 1) for row, columns in rows for each in re.findall(r"\d+", columns)}


@dataclass
class Clock:
    """Stands still, or moves on by a step at every look."""

    now: float = 100.0
    step: float = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def cells(session: HandGame, *, mined: bool) -> list[tuple[int, int]]:
    """Where the mines are or are not; under the first click `"any"` even before the first click."""
    game = session.game
    if game.minefield is None:  # a copy whose first cell is opened shows the minefield
        game = session.setup.game(session.game.number)
        game.open(0, 0)
    assert game.minefield is not None
    return [(int(row), int(column)) for row, column in np.argwhere(game.minefield == mined)]


class Screen:
    """A running app, its pilot, and how to find things."""

    def __init__(self, app: PlayApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def session(self) -> HandGame:
        return self.app.session

    @property
    def board(self) -> BoardView:
        return self.app.query_one(BoardView)

    @property
    def lines(self) -> list[str]:
        """The lines of the board that are in view."""
        return [self.board.render_line(y).text for y in range(self.board.size.height)]

    @property
    def status(self) -> str:
        return str(self.app.query_one("#status", Static).render())

    @property
    def foot(self) -> str:
        """The keys at the foot of the screen."""
        return str(self.app.query_one(Foot).render())

    @property
    def game(self) -> str:
        """The line about the game in the head."""
        return str(self.app.query_one("#game", Static).render())

    @property
    def face(self) -> str:
        return str(self.app.query_one(Face).render())

    def cells(self, mined: bool) -> list[Cell]:
        return cells(self.session, mined=mined)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def walk(self, cell: Cell) -> None:
        """Moves the cursor by the cursor keys."""
        down, right = cell[0] - self.board.cursor[0], cell[1] - self.board.cursor[1]
        await self.press(*["down" if down > 0 else "up"] * abs(down))
        await self.press(*["right" if right > 0 else "left"] * abs(right))
        assert self.board.cursor == cell

    async def click(self, cell: Cell, button: int = LEFT) -> None:
        """Clicks on a cell of a board that is all in view."""
        await self.pilot.click(BoardView, self.offset(cell), button=button)

    def offset(self, cell: Cell) -> tuple[int, int]:
        tiles = self.board.tiles
        return cell[1] * tiles.width + 1, cell[0] * tiles.height

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits for the result of a thread."""
        async with asyncio.timeout(120):
            while not condition():
                await self.pilot.pause(0.01)

    async def play(self, cells: list[Cell], key: str) -> None:
        """Presses a key on each of the cells."""
        for cell in cells:
            self.board.go(*cell)
            await self.press(key)


@asynccontextmanager
async def screen(
    setup: Setup,
    size: tuple[int, int] = (80, 24),
    show: Overlay = "moves",
    believer: Strategy | None = None,
    record_file: RecordFile | None = None,
) -> AsyncIterator[Screen]:
    app = PlayApp(HandGame(setup, record_file=record_file), show, believer or Strategy("fast"))
    with counting_from(1):  # as the command does
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Screen(app, pilot)
