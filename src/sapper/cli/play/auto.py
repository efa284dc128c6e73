"""Games played by the engine, one after the other, and their record."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import TracebackType
from typing import Protocol, Self

from sapper.autoplay import Move, autoplay
from sapper.cli.play.record import Record, Result
from sapper.cli.play.setup import Setup
from sapper.game import Game
from sapper.strategy import Strategy
from sapper.topology import Cell

__all__ = ["Series", "Spectator"]


class Spectator(Protocol):
    """Who looks on, from entering to leaving. The time it takes is not counted as time of the games."""

    def __enter__(self) -> Self:
        """Begins to look on."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stops looking on."""

    def moved(self, game: Game, move: Move, record: Record) -> None:
        """After every move; `record` is that of the games before."""

    def ended(self, game: Game, record: Record) -> None:
        """After every game; `record` counts it."""


class Series:
    """A series of games; its record is right at any moment, also when Ctrl-C breaks in."""

    def __init__(self, setup: Setup, first_cell: Cell, strategy: Strategy) -> None:
        """A series that has not begun.

        Args:
            setup: Which games.
            first_cell: Where to begin each.
            strategy: Who plays.
        """
        self._setup = setup
        self._first_cell = first_cell
        self._strategy = strategy
        # In one value, so that Ctrl-C never finds a game counted and still running.
        self._state: tuple[Record, _Running | None] = (Record(), None)

    @property
    def record(self) -> Record:
        """The record so far; a game that was broken off counts as unfinished."""
        ended, running = self._state
        return ended if running is None else ended.plus(running.result())

    def play(self, games: int, spectator: Spectator) -> None:
        """Plays that many games.

        Raises:
            CellError: The first cell is not on the board.
            BudgetError: A position would need too much memory to analyse.
        """
        for number in range(games):
            ended = self._state[0]
            running = _Running(self._setup.game(self._setup.first + number))
            self._state = ended, running
            for move in running.moves(self._first_cell, self._strategy):
                spectator.moved(running.game, move, ended)
            self._state = ended.plus(running.result()), None
            spectator.ended(running.game, self._state[0])


class _Running:
    """A game being played, and the time the player took so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._last: Move | None = None
        self._seconds = 0.0

    def moves(self, first_cell: Cell, strategy: Strategy) -> Iterator[Move]:
        moves = autoplay(self.game, first_cell, strategy)
        while True:
            begun = time.perf_counter()
            move = next(moves, None)
            self._seconds += time.perf_counter() - begun
            if move is None:
                return
            self._last = move
            yield move

    def result(self) -> Result:
        lost = self._last if self.game.status == "lost" else None
        return Result.of_analyst(self.game, None if lost is None else lost.analysis, self._seconds)
