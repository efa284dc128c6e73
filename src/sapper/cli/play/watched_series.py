"""Games that the engine plays, one after the other, and their record."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import NamedTuple

from sapper.board.game import Action, Game
from sapper.cells import Cell
from sapper.cli.play.series import Keep, Record, Result, Setup
from sapper.strategy import Strategy
from sapper.strategy.turns import GameTurns, Turn


class Quit(Exception):  # noqa: N818  # not an error
    """Raised by a spectator who has seen enough."""


class Done(NamedTuple):
    """An action of the engine."""

    action: Action
    risk: float  # of a mine as the engine knew it, nan where it did not know


class Spectator(AbstractContextManager["Spectator"]):
    """Watches the games from entering to leaving. This one does nothing; others show something.

    The time that it takes does not count as time of the games.
    """

    def __exit__(self, *_: object) -> None:
        """Stops watching."""

    def chosen(self, game: Game, turn: Turn, record: Record) -> None:
        """Called when the engine has chosen, before it acts. `record` is of the games before."""

    def moved(self, game: Game, done: Done, record: Record) -> None:
        """Called after every action. `record` is of the games before."""

    def ended(self, game: Game, record: Record, result: Result) -> None:
        """Called after every game. `record` includes its result."""


class Series:
    """A series of games. Its record is right at any moment, even if Ctrl-C interrupts it."""

    def __init__(
        self, setup: Setup, first_cell: Cell | None, strategy: Strategy, keep: Keep | None = None
    ) -> None:
        """Prepares a series.

        Without a first cell, the strategy chooses it, unless boards are fair. `keep` is given every game that
        ends.
        """
        self._keep = keep
        self._setup = setup
        self._first_cell = first_cell
        self._strategy = strategy
        # One value for both, so that Ctrl-C never finds a game that is counted and still running.
        self._state: tuple[Record, _Running | None] = (Record(), None)

    @property
    def record(self) -> Record:
        """The record so far. A game that was interrupted counts as unfinished."""
        ended, running = self._state
        return ended if running is None else ended.plus(running.result())

    def play(self, games: int, spectator: Spectator) -> None:
        """Plays that many games.

        Raises:
            CellError: The first cell is not on the board.
            BudgetError: A position would need too much memory to analyse.
            GenerationError: No fair board was found in time.
            FormatError: A game could not be kept.
            Quit: The spectator has seen enough.
        """
        number = self._setup.first
        for _ in range(games):
            ended = self._state[0]
            cell = self._first_cell
            game = self._setup.game(number) if cell is None else self._setup.game_from(number, cell)
            running = _Running(game, cell, self._strategy)
            self._state = ended, running
            while running.game.status == "playing":
                turn = running.choose()
                spectator.chosen(running.game, turn, ended)
                for done in running.act(turn):
                    spectator.moved(running.game, done, ended)
            result = running.result()
            self._state = ended.plus(result), None
            if self._keep is not None:
                self._keep(running.game, None)
            spectator.ended(running.game, self._state[0], result)
            number = running.game.number + 1


class _Running:
    """A game that is being played, and the time that the engine took so far."""

    def __init__(self, game: Game, first_cell: Cell | None, strategy: Strategy) -> None:
        self.game = game
        self._playing = GameTurns(game, strategy, first_cell)
        self._last: Action | None = None
        self._seconds = 0.0

    def choose(self) -> Turn:
        begun = time.perf_counter()
        turn = self._playing.choose()
        self._seconds += time.perf_counter() - begun
        return turn

    def act(self, turn: Turn) -> Iterator[Done]:
        actions = self._playing.act(turn)
        while True:
            begun = time.perf_counter()
            done = next(actions, None)
            self._seconds += time.perf_counter() - begun
            if done is None:
                return
            self._last = done[0]
            yield Done(*done)

    def result(self) -> Result:
        lost = self._last if self.game.status == "lost" else None
        return Result.of_engine(self.game, None if lost is None else lost.cell, self._seconds)
