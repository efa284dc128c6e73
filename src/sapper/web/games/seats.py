"""Which games are in memory. All are in the store, so any that is not at work can go and come back."""

from __future__ import annotations

from collections import Counter, OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from sapper.web import limits
from sapper.web.errors import WebError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sapper.web.games.desk import Table

__all__ = ["Seats", "cells_of"]


def cells_of(size: int, moves: int) -> int:
    """What a game takes in memory, in cells: its board, its moves, and itself."""
    return size + limits.GAME_CELLS + moves * limits.MOVE_CELLS


class Seats:
    """The tables in memory. A player has a share of the room, and small games always fit."""

    def __init__(self, gone: Callable[[Table], object]) -> None:
        """Is empty. `gone` hears of every table that leaves."""
        self._gone = gone
        self._seated: OrderedDict[str, Table] = OrderedDict()  # the longest unused first
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()  # also those still at work
        self._coming: Counter[str] = Counter()  # cells of the games that are being made, by player

    def get(self, game: str) -> Table | None:
        """The table of a game, if it is in memory."""
        return self._alive.get(game)

    def put(self, table: Table) -> None:
        """Keeps a table, as the one used last."""
        game = table.hosted.id
        self._seated[game] = self._alive[game] = table
        self._seated.move_to_end(game)

    def forget(self, game: str) -> None:
        """Takes a game for gone, even if somebody still works on it."""
        self._seated.pop(game, None)
        self._alive.pop(game, None)

    def let_go(self, game: str) -> int:
        """Lets a table go. Tells how many cells are free by that: none while somebody works on it."""
        table = self._seated.pop(game)
        self._gone(table)
        cells = table.cells
        del table
        return 0 if game in self._alive else cells

    def let_all_go(self) -> None:
        """Leaves all games to the store but those that somebody works on just now."""
        for game in list(self._seated):
            self.let_go(game)

    @contextmanager
    def room(self, player: str, size: int, moves: int) -> Iterator[None]:
        """Room for one more game while it is made and put here.

        Raises:
            WebError: The large games at work leave none.
        """
        needed = cells_of(size, moves)
        self._make_room(player, needed, small=size <= limits.SMALL_CELLS)
        self._coming[player] += needed
        try:
            yield
        finally:
            self._coming[player] -= needed
            if not self._coming[player]:
                del self._coming[player]

    def _make_room(self, player: str, needed: int, *, small: bool) -> None:
        """Lets games go, always the longest unused first, as far as needed.

        First of the player what is beyond its share; then of those who have more than others; then of all.
        Small games have room in any case, so what they may take is bounded by how many requests are under
        way.
        """
        used = self._used()
        used[player] += needed
        fair = limits.CELLS_IN_MEMORY // len(used)
        games = [(game, table.hosted.player) for game, table in self._seated.items()]
        for game, owner in games:
            if owner == player and used[player] > limits.CELLS_OF_A_PLAYER:
                used[player] -= self.let_go(game)
        total = used.total()
        for most in (fair, 0):
            for game, owner in games:
                if total > limits.CELLS_IN_MEMORY and used[owner] > most and game in self._seated:
                    freed = self.let_go(game)
                    used[owner] -= freed
                    total -= freed
        if small:
            return
        if used[player] > limits.CELLS_OF_A_PLAYER:
            raise WebError("busy", "your large boards take all your share of the memory: let one finish")
        if total > limits.CELLS_IN_MEMORY:
            raise WebError("busy", "too many large boards are at work just now: try a smaller one, or later")

    def _used(self) -> Counter[str]:
        used = self._coming.copy()
        for table in self._alive.values():
            used[table.hosted.player] += table.cells
        return used
