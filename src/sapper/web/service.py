"""What the server does, whoever asks: the one layer between the transports and the faces."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sapper import formats
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.errors import GameError
from sapper.inference.analysis import Cancel
from sapper.replays.replay import Replay
from sapper.web import limits
from sapper.web.encoding.values import Object
from sapper.web.errors import WebError
from sapper.web.games.desk import Desk, Step, Table
from sapper.web.games.fair import fair_minefield
from sapper.web.games.origin import Origin, asked_origin
from sapper.web.games.statistics import statistics_object
from sapper.web.games.views import summary_object
from sapper.web.questions.contents import contents_object, with_nearest_mines
from sapper.web.questions.figures import Budget
from sapper.web.questions.questions import Questions
from sapper.web.questions.strategies import strategies
from sapper.web.questions.thoughts import Thoughts

if TYPE_CHECKING:
    from sapper.minefields.generation import Progress
    from sapper.web.games.desk import Follower
    from sapper.web.games.store import Store
    from sapper.web.runs.runs import Runs
    from sapper.web.transport.requests import GameAsked

__all__ = ["Service"]

# What this server can do.
CAPABILITIES: Object = {
    "fair": True,
    "lucky": True,
    "hints": True,
    "review": True,
    "runs": True,
    "structure": True,
    "win": True,
    "strategies": strategies(),
}


class Service:
    """Everything that can be asked for."""

    def __init__(self, store: Store, runs: Runs) -> None:
        """Works on what the store and the folder of runs have."""
        self.store = store
        self.runs = runs
        self.desk = Desk(store)
        self.thoughts = Thoughts()
        self.questions = Questions(self.desk, store, self.thoughts)

    def close(self) -> None:
        """Ends; what was answered is kept."""
        self.thoughts.close()
        self.runs.close()
        self.desk.close()

    def about(self) -> Object:
        """Version, capabilities, limits."""
        from importlib.metadata import version

        return {"version": version("sapper"), "capabilities": CAPABILITIES, "limits": limits.announced()}

    async def hello(self, player: str, known: bool) -> Object:
        """What a connection hears first."""
        return {
            "type": "hello",
            **self.about(),
            "player": "known" if known else "new",
            "game": await self.desk.ask_store(self.store.last_game, player),
            "settings": await self.desk.ask_store(self.store.settings, player),
        }

    async def new_game(self, player: str, asked: GameAsked) -> Table:
        """Begins a game. Raises WebError, BoardError or GameError."""
        if [asked.board, asked.same_as, asked.minefield].count(None) != 2:
            raise WebError("request", "a new game needs 'board', 'same_as' or 'minefield', one of them")
        if asked.same_as is None:
            return await self.desk.start(player, asked_origin(asked))
        return await self._same(player, asked, asked.same_as)

    async def act(
        self,
        table: Table,
        kind: str,
        cell: int,
        key: str | None,
        follower: Follower | None = None,
        cancel: Cancel | None = None,
        tell: Callable[[Object], None] = lambda _: None,
    ) -> Object:
        """Does something to a cell; makes the board first, where it is to be fair.

        Args:
            table: The game.
            kind: `"open"`, `"flag"` or `"chord"`.
            cell: Its number.
            key: What the page calls the action.
            follower: Whoever gets the update as an answer.
            cancel: Stops the making of a fair board.
            tell: Takes messages about its progress, in the event loop.

        Raises:
            SapperError: It cannot be done.
        """
        if kind == "open" and table.hosted.needs_fair_board:
            table.hosted.game.topology.cell(cell)  # which has to be there
            await self._make_fair(table, cell, cancel or Cancel(), tell)
        step = Step(kind, cell, secrets.token_hex(8) if key is None else key)
        return await self.desk.act(table, [step], "player", follower)

    async def read(
        self, player: str, content: bytes, mines: int | None, nearest: bool, topology: Any, format: str
    ) -> Object:
        """What a file holds. Raises FormatError, PositionError or WebError."""
        budget = Budget.of(limits.DEFAULT_TIME_LIMIT_MS, Cancel())

        def run() -> Object:
            reading = formats.identify(content, formats.Hints(mines, topology), format)
            contents = reading.contents
            if nearest and isinstance(contents, Position):
                contents = with_nearest_mines(contents, budget)
            return {"format": reading.format.name, **contents_object(contents)}

        with self.thoughts.place(player):
            return await self.thoughts.think(run)

    async def file(self, player: str, game: str, format: str) -> bytes:
        """A finished game as a file. Raises WebError, FormatError or GameError."""
        table = await self.desk.table(player, game)
        hosted = table.hosted
        if not hosted.revealed:
            raise GameError("a game becomes a file when it is over and its mines were shown")
        wanted = formats.format_named(format)
        if Replay in wanted.kinds:
            contents: Any = await self.questions.replay(table)
        elif Minefield in wanted.kinds:
            mined = hosted.game.minefield
            assert mined is not None  # the game is over
            contents = Minefield(mined, hosted.game.topology)
        else:
            contents = hosted.game.position
        return await self.thoughts.think(lambda: formats.render(contents, format))

    async def games(self, player: str, over: bool | None, limit: int) -> Object:
        """The games of a player."""
        rows = await self.desk.ask_store(self.store.summaries, player, over, limit)
        return {"games": [summary_object(row, Origin.restored(row["origin"], None)) for row in rows]}

    async def statistics(self, player: str) -> Object:
        """The results of a player."""
        return statistics_object(await self.desk.ask_store(self.store.results, player))

    async def run(self, player: str, id: str) -> Object:
        """A run with its results. Raises WebError or SimulationError."""
        return await self.thoughts.think(lambda: self.runs.run(player, id))

    async def _make_fair(
        self, table: Table, cell: int, cancel: Cancel, tell: Callable[[Object], None]
    ) -> None:
        """Lays the mines of a fair board around the first cell."""
        loop = asyncio.get_running_loop()
        budget = Budget.of(limits.TIME_LIMIT_MS, cancel)

        def progress(now: Progress) -> None:
            message = {"type": "progress", "done": now.tried, "of": None, "text": "boards tried"}
            loop.call_soon_threadsafe(tell, message)

        async with table.making:
            if table.hosted.needs_fair_board:
                mined = await self.thoughts.think(
                    lambda: fair_minefield(table.hosted.origin, cell, budget, progress)
                )
                async with table.lock:
                    table.hosted.lay(mined)

    async def _same(self, player: str, asked: GameAsked, game: str) -> Table:
        said = asked.model_dump(exclude={"same_as", "type", "id"}, exclude_none=True)
        if said:
            raise WebError("request", f"the same board again has the rules it had: leave out {min(said)!r}")
        return await self.desk.start_again(await self.desk.table(player, game))
