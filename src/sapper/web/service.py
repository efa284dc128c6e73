"""What the server does, whoever asks: the one layer between the transports and the faces."""

from __future__ import annotations

import asyncio
import base64
import binascii
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sapper import formats
from sapper.analysis import Cancel, analyse
from sapper.errors import GameError
from sapper.minefield import Minefield
from sapper.position import Position
from sapper.protocol.answers import analysis_object, counted
from sapper.replay import Replay
from sapper.web import limits
from sapper.web.desk import Desk, Step, Table
from sapper.web.errors import WebError
from sapper.web.fair import fair_minefield
from sapper.web.figures import Budget, analysis_figures, cell_figures
from sapper.web.hints import hint_figures
from sapper.web.origin import Origin, asked_origin
from sapper.web.reviewing import review_figures
from sapper.web.statistics import statistics_object
from sapper.web.strategies import strategies, strategy_named
from sapper.web.thoughts import Thoughts
from sapper.web.values import Object, minefield_object, position_object
from sapper.web.views import summary_object

if TYPE_CHECKING:
    from sapper.generation import Progress
    from sapper.web.desk import Follower
    from sapper.web.requests import Analyse, CellFigures, GameAsked, Hint, Review, Sourced
    from sapper.web.runs import Runs
    from sapper.web.store import Store

__all__ = ["Service"]


class Service:
    """Everything that can be asked for."""

    def __init__(self, store: Store, runs: Runs) -> None:
        """Works on what the store and the folder of runs have."""
        self.store = store
        self.runs = runs
        self.desk = Desk(store)
        self.thoughts = Thoughts()

    def close(self) -> None:
        """Ends; what was answered is kept."""
        self.thoughts.close()
        self.runs.close()
        self.desk.close()

    def about(self) -> Object:
        """Version, capabilities, limits."""
        from importlib.metadata import version

        return {"version": version("sapper"), "capabilities": capabilities(), "limits": limits.announced()}

    async def hello(self, player: str, known: bool) -> Object:
        """What a connection hears first."""
        playing = await self.desk.ask_store(self.store.summaries, player, False, 1)
        return {
            "type": "hello",
            **self.about(),
            "player": "known" if known else "new",
            "game": playing[0]["id"] if playing else None,
            "settings": await self.desk.ask_store(self.store.settings, player),
        }

    async def new_game(self, player: str, asked: GameAsked) -> Table:
        """Begins a game. Raises WebError, BoardError or GameError."""
        if [asked.board, asked.same_as, asked.minefield].count(None) != 2:
            raise WebError("request", "a new game needs 'board', 'same_as' or 'minefield', one of them")
        if asked.same_as is None:
            return await self.desk.start(player, asked_origin(asked))
        return await self.desk.start(player, await self._same(player, asked, asked.same_as))

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

    async def position(self, player: str, asked: Sourced) -> tuple[Position, Table | None]:
        """The position a thought is about. Asking about a game in play makes it not count."""
        if (asked.game is None) == (asked.position is None):
            raise WebError("request", "give 'game' or 'position', one of them")
        if asked.position is not None:
            return asked.position.position(), None
        assert asked.game is not None
        table = await self.desk.table(player, asked.game)
        await self.desk.note(table, "help")
        return table.hosted.game.position, table

    async def analyse(self, player: str, asked: Analyse, cancel: Cancel) -> Object:
        """The answer to `analyse`."""
        position, table = await self.position(player, asked)
        budget = Budget.of(asked.time_limit_ms, cancel)
        history = () if table is None else table.hosted.game.history
        laid = None if table is None else table.hosted.laid

        def figures() -> Object:
            answer = analysis_figures(
                position,
                budget,
                window=asked.window,
                trust_flags=asked.trust_flags,
                count=asked.count,
                zeros=asked.zeros,
            )
            if table is not None and position.topology.size <= limits.ACCUMULATED_RISK_CELLS:
                answer["risk_taken"] = table.accumulated.after(history, laid, budget.seconds, cancel)
            return answer

        return {"type": "analysis", **await self.thoughts.think(figures)}

    async def cell(self, player: str, asked: CellFigures, cancel: Cancel) -> Object:
        """The answer to `cell`."""
        position, _ = await self.position(player, asked)
        budget = Budget.of(asked.time_limit_ms, cancel)
        figures = await self.thoughts.think(
            lambda: cell_figures(position, asked.cell, budget, asked.trust_flags)
        )
        return {"type": "cell", **figures}

    async def hint(self, player: str, asked: Hint, cancel: Cancel) -> Object:
        """The answer to `hint`."""
        position, table = await self.position(player, asked)
        if table is not None and table.hosted.over:
            raise GameError("the game is over: there is nothing to do any more")
        return await self.hint_for(position, Budget.of(asked.time_limit_ms, cancel), asked.all)

    async def hint_for(self, position: Position, budget: Budget, everything: bool) -> Object:
        """A hint for a position."""
        strategy = strategy_named(None)
        figures = await self.thoughts.think(
            lambda: hint_figures(position, budget, strategy, everything=everything)
        )
        return {"type": "hint", **figures}

    async def analysis(
        self, player: str, position: Position, trust_flags: bool, time_limit_ms: int, count: bool
    ) -> Object:
        """An analysis as the command line and the engine protocol write it."""
        cancel, seconds = Cancel(), time_limit_ms / 1000

        def run() -> Object:
            started = time.perf_counter()
            analysis = analyse(position, trust_flags=trust_flags, time_limit=seconds, cancel=cancel)
            elapsed = time.perf_counter() - started
            configurations = counted(analysis, max(0.001, seconds - elapsed), cancel) if count else None
            return analysis_object(analysis, elapsed, configurations)

        with self.thoughts.place(player):
            return await self.thoughts.think(run)

    async def read(
        self, player: str, content: bytes, mines: int | None, topology: Any, format: str
    ) -> Object:
        """What a file holds. Raises FormatError, PositionError or WebError."""

        def run() -> Object:
            reading = formats.identify(content, formats.Hints(mines, topology), format)
            return {"format": reading.format.name, **_contents_object(reading.contents)}

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
            contents: Any = await self._replay(table)
        elif Minefield in wanted.kinds:
            contents = Minefield(hosted.game.minefield, hosted.game.topology)  # type: ignore[arg-type]  # begun
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

    async def review(self, player: str, asked: Review, cancel: Cancel) -> Object:
        """The answer to `review`."""
        if (asked.game is None) == (asked.file is None):
            raise WebError("request", "give 'game' or 'file', one of them")
        if asked.game is not None:
            replay = await self._replay(await self.desk.table(player, asked.game))
        else:
            replay = await self.thoughts.think(lambda: _replay_in(asked.file or ""))
        budget = Budget.of(asked.time_limit_ms, cancel)
        return {"type": "review", **await self.thoughts.think(lambda: review_figures(replay, budget))}

    async def _replay(self, table: Table) -> Replay:
        if not table.hosted.revealed:
            raise GameError("a game is looked at again when it is over and its mines were shown")
        times = await self.desk.ask_store(self.store.times, table.hosted.id)
        return Replay.of(table.hosted.game, [when / 1000 for when in times])

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

    async def _same(self, player: str, asked: GameAsked, game: str) -> Origin:
        said = asked.model_dump(exclude={"same_as", "type", "id"}, exclude_none=True)
        if said:
            raise WebError("request", f"the same board again has the rules it had: leave out {min(said)!r}")
        hosted = (await self.desk.table(player, game)).hosted
        return hosted.origin.again(hosted.laid)


def capabilities() -> Object:
    """What this server can do."""
    return {
        "fair": True,
        "lucky": True,
        "hints": True,
        "review": True,
        "runs": True,
        "structure": False,
        "win": False,
        "strategies": strategies(),
    }


def _contents_object(contents: Position | Minefield | Replay) -> Object:
    if isinstance(contents, Position):
        _check_shape(contents.topology)
        return {"kind": "position", "position": position_object(contents)}
    _check_shape(contents.minefield.topology if isinstance(contents, Replay) else contents.topology)
    if isinstance(contents, Minefield):
        return {"kind": "minefield", "minefield": minefield_object(contents)}
    events = contents.events
    return {
        "kind": "replay",
        "minefield": minefield_object(contents.minefield),
        "about": dict(contents.about),
        "actions": len(contents.actions),
        "duration_ms": round(1000 * max((event.time for event in events), default=0.0)),
    }


def _replay_in(file: str) -> Replay:
    """The replay in a file given as base64. Raises WebError or FormatError."""
    try:
        content = base64.b64decode(file, validate=True)
    except (binascii.Error, ValueError):
        raise WebError("request", "'file' is base64 of the bytes of a file") from None
    replay = formats.parse(content, kind=Replay)
    _check_shape(replay.minefield.topology)
    return replay


def _check_shape(topology: Any) -> None:
    """Raises WebError for boards that the page does not show."""
    if topology.dimension != 2 or topology.kind == "graph":
        raise WebError("format", f"the page shows boards of rows and columns, not {topology!r}")
    if max(topology.shape) > limits.MOST_SIDE or topology.size > limits.MOST_CELLS:
        rows, columns = topology.shape
        raise WebError("format", f"a board of {rows} x {columns} is too large for the page")
