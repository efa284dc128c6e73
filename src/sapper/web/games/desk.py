"""The games in play: found, kept, changed one action at a time, and told to whoever follows."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar
from weakref import WeakValueDictionary

from sapper.errors import GameError
from sapper.web.encoding.values import Object
from sapper.web.errors import WebError
from sapper.web.games.hosted import HostedGame
from sapper.web.games.moves import By, Change, Move
from sapper.web.games.views import action_object, state_object, three_bv_of, update_object
from sapper.web.questions.accumulated import AccumulatedRisk

if TYPE_CHECKING:
    from sapper.web.games.origin import Origin
    from sapper.web.games.store import Store

__all__ = ["Desk", "Follower", "Step", "Table"]

Result = TypeVar("Result")

_MOST_CELLS: Final = 10_000_000
_MOST_GAMES: Final = 5_000
"""Kept in memory; those that nobody follows make room."""

_SMALL_CELLS: Final = 20_000


class Follower(Protocol):
    """A connection that hears what happens in a game."""

    def tell(self, message: Object) -> None:
        """Sends a message, later."""


class Step(NamedTuple):
    """An action to be done, and the risk it is known to have."""

    kind: str
    cell: int
    key: str
    risk: float | None = None


class Table:
    """A game in memory, who follows it, and the lock for those that change it."""

    def __init__(self, hosted: HostedGame) -> None:
        """Takes a game that nobody follows yet."""
        self.hosted = hosted
        self.lock = asyncio.Lock()
        self.making = asyncio.Lock()  # of a fair board
        self.followers: set[Follower] = set()
        self.accumulated = AccumulatedRisk(hosted.origin)


class Desk:
    """All tables. Its methods are for the event loop."""

    def __init__(self, store: Store) -> None:
        """Works on what the store has."""
        self._store = store
        self._clerk = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._beginning_again = asyncio.Lock()

    async def ask_store(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Calls a method of the store in its thread."""
        return await asyncio.get_running_loop().run_in_executor(self._clerk, function, *arguments)

    async def start(self, player: str, origin: Origin) -> Table:
        """Begins a game.

        Raises:
            GameError: No cell would be safe.
            WebError: There is no room for a board as large.
        """
        hosted = await self._made(origin.board.topology.size, lambda: HostedGame(player, origin))
        await self.ask_store(self._store.add, hosted)
        return self._seated(hosted)

    async def start_again(self, table: Table) -> Table:
        """Begins a game on the minefield of another. Those on it end for good: this one may show the mines.

        Raises:
            WebError: There is no room for a board as large.
        """
        hosted = table.hosted
        first = hosted.origin.first or hosted.id
        async with self._beginning_again:
            for id in await self.ask_store(self._store.open_on, hosted.player, first):
                await self._give_up(await self.table(hosted.player, id))
            return await self.start(hosted.player, hosted.origin.again(first, hosted.game.minefield))

    async def table(self, player: str, game: str) -> Table:
        """The table of a game, from memory or from the store.

        Raises:
            WebError: The player has no such game.
        """
        table = self._alive.get(game)
        if table is None:
            kept = await self.ask_store(self._store.load, player, game)
            hosted = None if kept is None else await self._made(kept.cells, kept.restored)
            table = self._alive.get(game)  # somebody may have been faster
            if table is None and hosted is not None:
                return self._seated(hosted)
        if table is None or table.hosted.player != player:
            raise WebError("unknown", "there is no such game")
        self._tables[game] = table
        self._tables.move_to_end(game)
        return table

    async def state(self, table: Table) -> Object:
        """All of a game."""
        return state_object(table.hosted, await self._record(table.hosted))

    async def act(self, table: Table, steps: list[Step], by: By, follower: Follower | None = None) -> Object:
        """Does actions, one after the other until the game is over, and keeps them.

        Args:
            table: The game.
            steps: What to do. One whose key was used before is not done again.
            by: Who does it.
            follower: Whoever gets the update as an answer, and so not as news.

        Returns:
            The update.

        Raises:
            GameError: The game was over before the first.
            CellError: There is no such cell.
        """
        async with table.lock:
            hosted = table.hosted
            fresh = [step for step in steps if not hosted.knows(step.key)]
            if not fresh:
                return await self._update(table, Change(), None, follower)
            if by != "player":
                hosted.note("auto" if by == "autoplay" else "help")
            if hosted.small:
                change, moves, last = _done(hosted, fresh, by)
            else:
                change, moves, last = await asyncio.to_thread(_done, hosted, fresh, by)
            await self._keep(table, moves)
            return await self._update(
                table, change, action_object(last.kind, last.cell, by, last.risk), follower
            )

    async def undo(self, table: Table, follower: Follower | None = None) -> Object:
        """Takes back the move that lost. Raises GameError."""
        async with table.lock:
            change, move = await asyncio.to_thread(table.hosted.undo)
            table.accumulated = AccumulatedRisk(table.hosted.origin)
            await self._keep(table, [move])
            return await self._update(table, change, action_object("undo", 0, "undo"), follower)

    async def reveal(self, table: Table, follower: Follower | None = None) -> Object:
        """Shows the mines. Raises GameError, also while another game on the same minefield is played."""
        hosted = table.hosted
        async with table.lock:
            if not hosted.revealed:
                first = hosted.origin.first or hosted.id
                if set(await self.ask_store(self._store.open_on, hosted.player, first)) - {hosted.id}:
                    raise GameError("the same board is in play again: its mines are shown after that game")
                await self._keep(table, [hosted.reveal()])
            return await self._update(table, Change(), None, follower)

    async def note(self, table: Table, reason: str) -> None:
        """Makes a game in play not count, and says so."""
        hosted = table.hosted
        if hosted.over or not hosted.note(reason):
            return
        await self.ask_store(self._store.noted, hosted)
        await self._update(table, Change(), None, None)

    def follow(self, table: Table, follower: Follower) -> None:
        """Tells the follower from now on what happens."""
        if follower not in table.followers:
            table.followers.add(follower)
            table.hosted.follow(1)

    async def leave(self, table: Table, follower: Follower) -> None:
        """Tells the follower no more."""
        if follower in table.followers:
            table.followers.remove(follower)
            table.hosted.follow(-1)
            await self.ask_store(self._store.noted, table.hosted)

    def forget_idle(self) -> None:
        """Leaves the games that nobody follows to the store."""
        for id, table in list(self._tables.items()):
            if not table.followers:
                del self._tables[id]

    def close(self) -> None:
        """Keeps what is to be kept and closes the store."""
        self._clerk.shutdown(wait=True)
        self._store.close()

    async def _give_up(self, table: Table) -> None:
        async with table.lock:
            await self._keep(table, [table.hosted.give_up()])
            await self._update(table, Change(), None, None)

    async def _keep(self, table: Table, moves: list[Move]) -> None:
        """Puts moves in the store; a game whose moves could not be kept is read from it again."""
        hosted = table.hosted
        try:
            three_bv = three_bv_of(hosted) if hosted.over else None
            await self.ask_store(self._store.moved, hosted, moves, three_bv)
        except BaseException:
            self._tables.pop(hosted.id, None)
            self._alive.pop(hosted.id, None)
            raise

    async def _update(
        self, table: Table, change: Change, action: Object | None, follower: Follower | None
    ) -> Object:
        update = update_object(table.hosted, change, action, await self._record(table.hosted))
        for other in table.followers:
            if other is not follower:
                other.tell(update)
        return update

    async def _record(self, hosted: HostedGame) -> Object | None:
        if hosted.status != "won" or hosted.counts_not:
            return None
        faster, best = await self.ask_store(self._store.record, hosted)
        elapsed = hosted.clock.elapsed_ms
        return {"rank": faster + 1, "best_ms": min(elapsed, best or elapsed), "previous_ms": best}

    async def _made(self, cells: int, make: Callable[[], HostedGame]) -> HostedGame:
        """A game, once there is room for it; a large one is made in a thread."""
        self._make_room(cells)
        return make() if cells <= _SMALL_CELLS else await asyncio.to_thread(make)

    def _seated(self, hosted: HostedGame) -> Table:
        table = self._tables[hosted.id] = self._alive[hosted.id] = Table(hosted)
        return table

    def _make_room(self, cells: int) -> None:
        """Forgets games that nobody follows, the longest unused first; they are in the store."""
        total = cells + sum(table.hosted.game.topology.size for table in self._tables.values())
        for table in list(self._tables.values()):
            if total <= _MOST_CELLS and len(self._tables) < _MOST_GAMES:
                return
            if not table.followers:
                total -= table.hosted.game.topology.size
                del self._tables[table.hosted.id]
        if total > _MOST_CELLS:
            raise WebError("busy", "too many large boards are in play: try a smaller one, or later")


def _done(hosted: HostedGame, steps: list[Step], by: By) -> tuple[Change, list[Move], Step]:
    """Plays the steps: the changes of all of them, the moves to keep, and the last step."""
    values: dict[int, int] = {}
    moves: list[Move] = []
    whole = False
    last = steps[0]
    for step in steps:
        change, move = hosted.act(step.kind, step.cell, step.key, by)
        values.update(zip(change.cells, change.values, strict=True))
        whole = whole or change.whole
        last = step
        if move is not None:
            moves.append(move)
        if hosted.over:
            break
    merged = Change(whole=True) if whole else Change(list(values), list(values.values()))
    return merged, moves, last
