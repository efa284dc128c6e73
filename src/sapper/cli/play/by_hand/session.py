"""Playing by hand, without the screen: the game at hand, its clock and clicks, the record of those before."""

from __future__ import annotations

import time
from collections.abc import Callable

from sapper.board.board import Level
from sapper.board.game import ActionKind, Game
from sapper.board.topology import Cell
from sapper.cli.play.record import Record, Result
from sapper.cli.play.saving import Keep
from sapper.cli.play.setup import Setup

__all__ = ["Session"]

_PATIENCE = 2.0  # seconds that a player waits for a fair board


class Session:
    """A person's games, one after the other.

    A game enters the record once: when it ends first, or is left after it was begun. What is taken back after
    a loss stays a loss, and a board played again does not count at all.

    Attributes:
        setup: Board, rules, seed.
        game: The game at hand.
        clicks: The actions of this game that changed something, those taken back among them.
        counts: Whether a win would count: not after taking back, nor on a board played again.
        begun: Whether a cell was opened.
        ended: The record without a game that still goes on.
    """

    def __init__(
        self, setup: Setup, clock: Callable[[], float] = time.monotonic, keep: Keep | None = None
    ) -> None:
        """Starts with the first game of the setup.

        Args:
            setup: Which games.
            clock: Gives seconds.
            keep: Gets every game that ends.
        """
        self.setup = setup
        self.game = setup.game(setup.first)
        self.clicks = 0
        self.counts = True
        self._clock = clock
        self._keep = keep
        self._times: list[float] = []  # of every action in the history of the game at hand
        self.begun = False
        self._recorded = False  # whether the game at hand is in the record, or never will be
        self._number = setup.first
        self._seconds = 0.0  # up to when the clock last stood
        self._since: float | None = None  # when the clock was last started
        self.ended = Record()

    @property
    def record(self) -> Record:
        """The record, the game at hand included if it was begun."""
        if self._recorded or not self.begun:
            return self.ended
        return self.ended.plus(Result.of_person(self.game, self.seconds))

    @property
    def playing(self) -> bool:
        """Whether the game goes on."""
        return self.game.status == "playing"

    @property
    def seconds(self) -> float:
        """What the clock shows: it runs from the first opened cell to the end."""
        return self._seconds + (0.0 if self._since is None else self._clock() - self._since)

    def act(self, kind: ActionKind, cell: Cell) -> int:
        """Opens, flags or chords; returns how many cells changed. Once the game is over, does nothing.

        Raises:
            GenerationError: The first cell was to be opened, and no board is fair from there on.
            FormatError: The game has ended and could not be kept.
        """
        if not self.playing:
            return 0
        if kind == "open" and not self.begun and self.setup.hardest is not None:
            self._become_fair(cell)
        changed = {"open": self.game.open, "flag": self.game.flag, "chord": self.game.chord}[kind](cell)
        self.clicks += changed > 0
        if changed and kind != "flag" and not self.begun:
            self.begun, self._since = True, self._clock()
        if changed:
            self._times.append(self.seconds)
        if not self.playing:
            self._end()
        return changed

    def take_back(self) -> bool:
        """Takes back the action that lost; returns whether there was one."""
        if self.game.status != "lost":
            return False
        game = self.game
        self.game = Game(game.board, game.rules, seed=game.seed, game=game.game, history=game.history[:-1])
        self._times.pop()
        self.counts = False
        self._since = self._clock()
        return True

    def new(self, setup: Setup | None = None) -> None:
        """Goes on to the next game, of another setup if one is given."""
        self._leave()
        self.setup = self.setup if setup is None else setup
        self._number += 1
        self._begin(counts=True)

    def at_level(self, level: Level) -> None:
        """Goes on to the next game, on the board of a level."""
        self.new(self.setup.at_level(level))

    def again(self) -> None:
        """Starts the game at hand over, not to be counted."""
        self._leave()
        self._begin(counts=False)

    def _begin(self, counts: bool) -> None:
        self.game = self.setup.game(self._number)
        self.clicks = 0
        self.counts = counts
        self._recorded = not counts
        self.begun = False
        self._times = []
        self._seconds = 0.0
        self._since = None

    def _become_fair(self, cell: Cell) -> None:
        """Takes the next minefield that is fair from that cell on, flags as they are."""
        game = self.setup.game_from(self._number, cell, _PATIENCE)
        self._number = game.game
        self.game = Game(game.board, game.rules, seed=game.seed, game=game.game, history=self.game.history)

    def _leave(self) -> None:
        self.ended = self.record
        self._recorded = True

    def _end(self) -> None:
        self._seconds, self._since = self.seconds, None
        self._leave()
        if self._keep is not None:
            self._keep(self.game, self._times)
