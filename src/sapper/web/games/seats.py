"""The games in memory. All games are in the store, so idle ones can leave memory and come back."""

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


def cells_of(size: int, moves: int) -> int:
    """The memory that a game takes, in cells: its board, its moves and the game itself."""
    return size + limits.GAME_CELLS + moves * limits.MOVE_CELLS


class Seats:
    """The tables in memory. Every player has a share of the memory. Small games are always accepted."""

    def __init__(self, gone: Callable[[Table], object]) -> None:
        """Starts empty. `gone` is called with every table that leaves memory."""
        self._gone = gone
        self._seated: OrderedDict[str, Table] = OrderedDict()  # those unused for longest come first
        self._alive: WeakValueDictionary[str, Table] = (
            WeakValueDictionary()
        )  # also tables that left and are still in use
        self._coming: Counter[str] = Counter()  # cells of the games that are being loaded, by player

    def get(self, game: str) -> Table | None:
        """The table of a game, if it is in memory."""
        return self._alive.get(game)

    def put(self, table: Table) -> None:
        """Adds a table, or notes that it was just used."""
        game = table.hosted.id
        self._seated[game] = self._alive[game] = table
        self._seated.move_to_end(game)

    def forget(self, game: str) -> None:
        """Drops a game, even if it is still in use."""
        self._seated.pop(game, None)
        self._alive.pop(game, None)

    def let_go(self, game: str) -> int:
        """Lets a table leave memory. Returns how many cells that frees: 0 if the table is still in use."""
        table = self._seated.pop(game)
        self._gone(table)
        cells = table.cells
        del table
        return 0 if game in self._alive else cells

    def let_all_go(self) -> None:
        """Lets all tables leave memory, except those in use."""
        for game in list(self._seated):
            self.let_go(game)

    @contextmanager
    def room(self, player: str, size: int, moves: int) -> Iterator[None]:
        """Makes room for a game while it is loaded and added.

        Raises:
            WebError: The large games in use leave no room.
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
        """Lets games leave memory until there is room, those unused for longest first.

        If the player has more than a share, games of that player leave first. Then come games of players who
        have more than others, then all others. Small games are accepted in any case. The number of requests
        in progress bounds the memory that they take.
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
            raise WebError(
                "busy",
                "your large boards use all of your share of the memory: wait until one of them is done",
            )
        if total > limits.CELLS_IN_MEMORY:
            raise WebError(
                "busy", "too many large boards are in use: try a smaller board, or try again later"
            )

    def _used(self) -> Counter[str]:
        used = self._coming.copy()
        for table in self._alive.values():
            used[table.hosted.player] += table.cells
        return used
