"""The games that the server keeps for its client."""

from __future__ import annotations

import secrets
import threading
from typing import Any, Final

from sapper.board.game import Game
from sapper.errors import GameError

GAME_CELLS: Final = 500
MOVE_CELLS: Final = 20
"""A game counts as its cells and `GAME_CELLS`, and each of its moves as `MOVE_CELLS`."""
_NUMBERS_APART: Final = 2**32
"""A search for a fair board goes on from its number, and must not meet the board of another game."""
CELLS_IN_MEMORY: Final = 3_000_000
"""Cells of all games. A cell takes about 12 bytes."""


class GameStore:
    """Games by their ids. If they need too much memory, those that were unused for longest are forgotten.

    A game counts as its cells and its moves.

    Attributes:
        only_play: Whether the client is under test, so that it may only play.
    """

    def __init__(self, *, only_play: bool = False, seed: int | None = None) -> None:
        """Keeps no game yet. With a seed, it decides the minefields of games that name none, in order."""
        self.only_play = only_play
        self._seed, self._count = seed, 0
        self._games: dict[str, Game[Any]] = {}  # the one that was used last comes last
        self._weights: dict[str, int] = {}
        self._lock = threading.Lock()

    def next_seed(self) -> tuple[int | None, int]:
        """The seed and the number of the next game that names no seed; None draws a random seed."""
        with self._lock:
            number, self._count = self._count, self._count + 1
        return self._seed, number * _NUMBERS_APART

    def add(self, game: Game[Any]) -> str:
        """Keeps a game. Returns its id."""
        name = secrets.token_hex(4)
        with self._lock:
            self._keep(name, game)
        return name

    def get(self, name: str) -> Game[Any]:
        """The game with an id.

        Raises:
            GameError: There is no such game.
        """
        with self._lock:
            game = self._games.pop(name, None)
            if game is None:
                raise GameError(
                    "there is no such game: it was never begun, or newer games took its place. The action "
                    "'new' begins one"
                )
            self._keep(name, game)
            return game

    def _keep(self, name: str, game: Game[Any]) -> None:
        """Puts a game last, and forgets the first ones until all fit. The last one always stays."""
        self._games[name] = game
        moves = MOVE_CELLS * len(game.history)
        self._weights[name] = GAME_CELLS + game.topology.size + moves
        weight = sum(self._weights.values())
        for oldest in list(self._games)[:-1]:
            if weight <= CELLS_IN_MEMORY:
                return
            weight -= self._weights.pop(oldest)
            del self._games[oldest]
