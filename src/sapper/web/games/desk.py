"""Finds games, changes them one action at a time, saves them, and informs their followers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from sapper.web import limits
from sapper.web.encoding.values import Object
from sapper.web.errors import WebError, storage_errors
from sapper.web.games.hosted import HostedGame
from sapper.web.games.moves import By, Change, Move
from sapper.web.games.seats import Seats, cells_of
from sapper.web.games.views import action_object, state_object, three_bv_of, update_object
from sapper.web.questions.accumulated import AccumulatedRisk
from sapper.web.questions.thoughts import Turns

if TYPE_CHECKING:
    from sapper.board.game import ActionKind
    from sapper.web.games.clock import Clock
    from sapper.web.games.origin import Origin
    from sapper.web.games.store import Store

Result = TypeVar("Result")

_MOVE_THREADS: Final = 4
_BEAT_EVERY: Final = 1.0
"""Seconds. If the server is killed, the clocks of games lose less than this."""

_HELP: Final[dict[By, str]] = {"assist": "help", "autoplay": "auto"}
"""Why a game does not count, by who made a move."""


class Follower(Protocol):
    """A connection that gets the updates of a game."""

    def tell(self, message: Object) -> None:
        """Queues a message."""


class Step(NamedTuple):
    """An action to carry out, its risk if that is known, and the path of the pointer before it."""

    kind: ActionKind
    cell: int
    key: str
    risk: float | None = None
    path: Sequence[Sequence[int]] = ()


@dataclass
class Following:
    """What stays in memory of a followed game, even if the game itself is in the store only."""

    clock: Clock
    followers: set[Follower]  # the connections that follow it
    needs_fair_board: bool = False  # whether the game needed one when it was last in memory


class Table:
    """A game in memory, its followers, and a lock for changes."""

    def __init__(self, hosted: HostedGame, followers: set[Follower]) -> None:
        self.hosted = hosted
        self.lock = asyncio.Lock()
        self.making = asyncio.Lock()  # held while a fair board is made
        self.followers = followers
        self.accumulated = AccumulatedRisk(hosted.origin)

    @property
    def cells(self) -> int:
        """The memory that it takes, in cells."""
        return cells_of(self.hosted.game.topology.size, self.hosted.version)


class Desk:
    """All games. Its methods are for the event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._clerk = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._hands = Turns(_MOVE_THREADS, "move")
        self.seats = Seats(self._gone)
        self._followed: dict[str, Following] = {}
        self._starting_daily = asyncio.Lock()

    async def ask_store(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Calls a method of the store, in the thread of the store.

        Raises:
            WebError: The disk is full, or the file is damaged.
        """
        with storage_errors("the games on disk cannot be read or written"):
            return await asyncio.get_running_loop().run_in_executor(self._clerk, function, *arguments)

    async def ask_store_or(
        self, otherwise: Result, function: Callable[..., Result], *arguments: Any
    ) -> Result:
        """The same, but returns `otherwise` if the store fails."""
        try:
            return await self.ask_store(function, *arguments)
        except WebError:  # it is in the log already
            return otherwise

    async def start(self, player: str, origin: Origin) -> Table:
        """Starts a game.

        Raises:
            GameError: No cell would be safe.
            WebError: There is no room for such a large board.
        """
        cells = origin.board.topology.size
        async with self._made(player, cells, 0, lambda: HostedGame(player, origin)) as hosted:
            await self.ask_store(self._store.add, hosted)
            return self._seated(hosted)

    async def start_again(self, table: Table) -> Table:
        """Starts a practice game on the minefield of another.

        Raises:
            WebError: There is no room for such a large board.
        """
        hosted = table.hosted
        return await self.start(
            hosted.player, hosted.origin.again(hosted.origin.first or hosted.id, hosted.game.minefield)
        )

    async def start_daily(self, player: str, origin: Origin) -> Table:
        """Starts the game on a daily board, or goes on with the first one that is in play.

        If all are over, it starts another one as practice.

        Raises:
            WebError: There is no room for the board.
        """
        async with self._starting_daily:
            games = await self.ask_store(self._store.daily_games, player, origin.category, origin.daily or "")
            if not games:
                return await self.start(player, origin)
        for game, status, *_ in games:
            if status == "playing":
                return await self.table(player, game)
        return await self.start_again(await self.table(player, games[0][0]))

    async def table(self, player: str, game: str) -> Table:
        """The table of a game, from memory or from the store.

        Raises:
            WebError: The player has no such game.
        """
        table = self.seats.get(game) or await self._brought_back(player, game)
        if table is None or table.hosted.player != player:
            raise WebError("unknown", "you have no such game; begin a new one")
        self.seats.put(table)
        return table

    def needs_fair_board(self, game: str) -> bool:
        """Whether a followed game needs a fair board before a cell can be opened."""
        table, following = self.seats.get(game), self._followed.get(game)
        if table is not None:
            return table.hosted.needs_fair_board
        return following is not None and following.needs_fair_board

    async def state(self, table: Table) -> Object:
        """A whole game, as the message `state`."""
        return state_object(table.hosted, await self._record(table.hosted))

    async def act(self, table: Table, steps: list[Step], by: By, follower: Follower | None = None) -> Object:
        """Carries out actions one by one until the game is over, and saves them.

        An action whose key was used before is not done again. The follower gets the update as its answer, so
        it does not get it as news.

        Returns:
            The update.

        Raises:
            GameError: The game was over before.
            CellError: There is no such cell.
        """
        async with table.lock:
            hosted = table.hosted
            fresh = [step for step in steps if not hosted.knows(step.key)]
            if not fresh:
                return await self._update(table, Change(), None, follower)
            if hosted.origin.first is not None and not hosted.begun:
                await self._practise(hosted.player, hosted.origin.first)
            back = hosted.way_back()
            if by in _HELP:
                hosted.take_help(_HELP[by])
            if hosted.small:
                change, moves, last = _done(hosted, fresh, by)
            else:
                change, moves, last = await self._hands.call(hosted.player, lambda: _done(hosted, fresh, by))
            await self._keep(table, moves, back)
            return await self._update(
                table, change, action_object(last.kind, last.cell, by, last.risk), follower
            )

    async def undo(self, table: Table, follower: Follower | None = None) -> Object:
        """Takes back the move that lost. Raises GameError."""
        async with table.lock:
            back = table.hosted.way_back()
            change, move = await self._hands.call(table.hosted.player, table.hosted.undo)
            table.accumulated = AccumulatedRisk(table.hosted.origin)
            await self._keep(table, [move], back)
            return await self._update(table, change, action_object("undo", 0, "undo"), follower)

    async def help(self, table: Table) -> None:
        """Notes that the assistant helped in a game in play, and informs its followers."""
        hosted = table.hosted
        if hosted.over or not hosted.take_help("help"):
            return
        await self.ask_store_or(None, self._store.noted, hosted)  # the next move saves it too
        await self._update(table, Change(), None, None)

    def follow(self, table: Table, follower: Follower) -> None:
        """Sends the updates of a game to a follower from now on."""
        if follower not in table.followers:
            table.followers.add(follower)
            table.hosted.follow(1)
            self._followed[table.hosted.id] = Following(table.hosted.clock, table.followers)

    async def leave(self, game: str, follower: Follower) -> None:
        """Stops sending the updates of a game to a follower."""
        following, table = self._followed.get(game), self.seats.get(game)
        if following is None or follower not in following.followers:
            return
        following.followers.remove(follower)
        if not following.followers:
            del self._followed[game]
        if table is not None:
            table.hosted.follow(-1)
            await self.ask_store_or(None, self._store.noted, table.hosted)
        elif not following.followers:
            following.clock.stop()
            await self.ask_store_or(None, self._store.clocked, game, following.clock)

    async def beat(self) -> None:
        """Notes at short intervals that the server is alive, as long as some clock runs."""
        while True:
            await asyncio.sleep(_BEAT_EVERY)
            if any(following.clock.running for following in self._followed.values()):
                await self.ask_store(self._store.beat)

    def close(self) -> None:
        """Saves everything and closes the store."""
        self._hands.close()
        self._clerk.shutdown(wait=True)
        self._store.close()

    async def _practise(self, player: str, first: str) -> None:
        """Makes a practice game of the first game on a minefield, before another game shows something of it.

        Raises:
            WebError: It could not be saved.
        """
        try:
            table = await self.table(player, first)
        except WebError:
            return  # it is damaged, so nobody can play it
        async with table.lock:
            back = table.hosted.way_back()
            if not table.hosted.practise():
                return
            try:
                await self.ask_store(self._store.noted, table.hosted)
            except WebError:
                back([])
                raise
            await self._update(table, Change(), None, None)

    async def _keep(self, table: Table, moves: list[Move], back: Callable[[list[Move]], None]) -> None:
        """Saves moves.

        The game in memory has to match the one in the store. So moves that cannot be saved are taken back. If
        it is not known what was saved, the game is loaded again.
        """
        hosted = table.hosted
        try:
            three_bv = three_bv_of(hosted) if hosted.over else None
            await self.ask_store(self._store.moved, hosted, moves, three_bv)
        except WebError:
            back(moves)
            table.accumulated = AccumulatedRisk(hosted.origin)
            raise
        except BaseException:
            self.seats.forget(hosted.id)
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
        if hosted.status != "won" or hosted.result != "won":
            return None
        kept = await self.ask_store_or(None, self._store.record, hosted)
        if kept is None:
            return None
        faster, best = kept
        elapsed = hosted.clock.elapsed_ms
        return {"rank": faster + 1, "best_ms": min(elapsed, best or elapsed), "previous_ms": best}

    async def _brought_back(self, player: str, game: str) -> Table | None:
        """Loads a game from the store."""
        following = self._followed.get(game)
        kept = await self.ask_store(self._store.load, player, game)
        if kept is None:
            return None
        async with self._made(player, kept.cells, len(kept.moves), kept.restored) as hosted:
            table = self.seats.get(game)  # another request may have loaded it
            return self._seated(hosted, following) if table is None else table

    @asynccontextmanager
    async def _made(
        self, player: str, cells: int, moves: int, make: Callable[[], HostedGame]
    ) -> AsyncIterator[HostedGame]:
        """Makes room for a game, then makes the game; a large one in a thread."""
        with self.seats.room(player, cells, moves):
            quick = cells_of(cells, moves) <= 2 * limits.SMALL_CELLS
            yield make() if quick else await self._hands.call(player, make)

    def _seated(self, hosted: HostedGame, following: Following | None = None) -> Table:
        followers: set[Follower] = set() if following is None else following.followers
        if following is not None:
            hosted.take_followers(following.clock, len(followers))
        table = Table(hosted, followers)
        self.seats.put(table)
        return table

    def _gone(self, table: Table) -> None:
        """Remembers what is needed of a followed game while it is in the store only."""
        following = self._followed.get(table.hosted.id)
        if following is not None:
            following.needs_fair_board = table.hosted.needs_fair_board


def _done(hosted: HostedGame, steps: list[Step], by: By) -> tuple[Change, list[Move], Step]:
    """Carries out the steps. Returns all changes, the moves to save, and the last step."""
    values: dict[int, int] = {}
    moves: list[Move] = []
    whole = False
    last = steps[0]
    for step in steps:
        change, move = hosted.act(step.kind, step.cell, step.key, by, step.path)
        values.update(zip(change.cells, change.values, strict=True))
        whole = whole or change.whole
        last = step
        if move is not None:
            moves.append(move)
        if hosted.over:
            break
    merged = Change(whole=True) if whole else Change(list(values), list(values.values()))
    return merged, moves, last
