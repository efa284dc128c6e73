"""Carries out requests, for HTTP and the WebSocket alike."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sapper import formats
from sapper._support.packages import this_version
from sapper.board.board import LEVELS
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.errors import BudgetError, GameError, SapperError
from sapper.inference.analysis import Cancel
from sapper.minefields.generation import generate
from sapper.minefields.metrics import measure
from sapper.replays.replay import Replay
from sapper.web import limits
from sapper.web.encoding.archive import LIST, Archive, SentArchive
from sapper.web.encoding.values import Object
from sapper.web.errors import WebError
from sapper.web.games.archived import archived_game, listed_game, listed_object, second_id
from sapper.web.games.desk import Desk, Step, Table
from sapper.web.games.origin import Origin, asked_origin, daily_category, daily_origin, today
from sapper.web.games.statistics import statistics_object
from sapper.web.games.store import damage_errors
from sapper.web.games.views import summary_object
from sapper.web.questions.contents import contents_object, with_nearest_mines
from sapper.web.questions.figures import Budget
from sapper.web.questions.pictures import picture_contents
from sapper.web.questions.questions import Questions
from sapper.web.questions.thoughts import Thoughts

if TYPE_CHECKING:
    from sapper.board.board import Level
    from sapper.minefields.generation import Progress
    from sapper.web.games.archived import ListedGame
    from sapper.web.games.desk import Follower
    from sapper.web.games.hosted import HostedGame
    from sapper.web.games.moves import Move
    from sapper.web.games.store import Status, Store
    from sapper.web.questions.strategies import Strategies
    from sapper.web.runs.runs import Runs
    from sapper.web.transport.requests import GameAsked

Result = TypeVar("Result")


class Service:
    """Everything that the server can do."""

    def __init__(self, store: Store, runs: Runs, strategies: Strategies) -> None:
        """Uses a store of games, a folder of runs, and a list of strategies."""
        self.strategies = strategies
        self.store = store
        self.runs = runs
        self.desk = Desk(store)
        self.thoughts = Thoughts()
        self.questions = Questions(self.desk, store, self.thoughts, strategies)

    def close(self) -> None:
        """Stops everything. Whatever was answered is saved."""
        self.thoughts.close()
        self.runs.close()
        self.desk.close()

    def about(self) -> Object:
        """The version, the strategies and the limits."""
        return {
            "version": this_version(),
            "strategies": self.strategies.listed(),
            "limits": limits.announced(),
        }

    async def hello(self, player: str, known: bool) -> Object:
        """The first message on a connection."""
        return {
            "type": "hello",
            **self.about(),
            "player": "known" if known else "new",
            "game": await self.desk.ask_store_or(None, self.store.last_game, player),
            "settings": await self.desk.ask_store_or({}, self.store.settings, player),
        }

    async def new_game(self, player: str, asked: GameAsked) -> Table:
        """Starts a game. Raises WebError, BoardError or GameError."""
        if [asked.board, asked.same_as, asked.minefield, asked.daily].count(None) != 3:
            raise WebError(
                "request", "a new game needs exactly one of 'board', 'same_as', 'minefield' and 'daily'"
            )
        if asked.daily is not None:
            return await self._daily(player, asked, asked.daily)
        if asked.same_as is not None:
            return await self._same(player, asked, asked.same_as)
        origin = await asyncio.to_thread(asked_origin, asked)
        past = [Step(action.kind, action.cell, secrets.token_hex(8)) for action in asked.actions or ()]
        for step in past:
            origin.board.topology.cell(step.cell)  # raises CellError before there is a game
        table = await self.desk.start(player, origin)
        if past:
            await self.desk.act(table, past, "past")
        return table

    async def act(
        self,
        table: Table,
        step: Step,
        follower: Follower | None = None,
        cancel: Cancel | None = None,
        tell: Callable[[Object], None] = lambda _: None,
    ) -> Object:
        """Opens, flags or chords a cell. The first click on a fair board makes the board.

        The follower gets the update as its answer. `tell` is called in the event loop with messages about the
        progress.

        Raises:
            SapperError: The action is not possible.
        """
        if step.kind == "open" and table.hosted.needs_fair_board:
            table.hosted.game.topology.cell(step.cell)  # raises CellError if there is no such cell
            await self.make_fair(table, step.cell, cancel or Cancel(), tell)
        return await self.desk.act(table, [step], "player", follower)

    async def read(
        self, player: str, content: bytes, mines: int | None, nearest: bool, topology: Any, format: str
    ) -> Object:
        """The contents of a file. Raises FormatError, PositionError or WebError."""
        if len(content) > limits.FILE_BYTES:
            raise WebError("too_large", f"a file has at most {limits.FILE_BYTES} bytes")
        budget = Budget.of(limits.DEFAULT_TIME_LIMIT_MS, Cancel())
        hints = formats.Hints(mines, topology)
        with self.thoughts.place(player):
            reading = await self.thoughts.with_files(
                player, lambda: formats.identify(content, hints, format, time_limit=limits.READING_SECONDS)
            )
            contents = reading.contents
            if nearest and isinstance(contents, Position):
                position = contents
                with suppress(BudgetError):
                    contents = await self.thoughts.think(
                        player, lambda budget: with_nearest_mines(position, budget), budget
                    )
            fields = await self.thoughts.with_files(player, lambda: contents_object(contents))
        return {"format": reading.format.name, **fields}

    async def read_picture(
        self,
        player: str,
        content: bytes,
        mines: int | None,
        known: Sequence[tuple[int, int]],
        likely: tuple[int, int] | None,
    ) -> Object:
        """What a picture of a board shows. Raises BudgetError or WebError."""
        with self.thoughts.place(player):
            fields = await self.thoughts.with_pictures(
                player, lambda: picture_contents(content, mines, known, likely)
            )
        return {"format": "picture", **fields}

    async def file(self, player: str, game: str, format: str) -> bytes:
        """A finished game as a file. Raises WebError, FormatError or GameError."""
        table = await self.desk.table(player, game)
        hosted = table.hosted
        if not hosted.over:
            raise GameError("a game can be reviewed and saved when it is over")
        wanted = formats.format_named(format)
        if Replay in wanted.kinds:
            contents: Any = await self.questions.replay(table)
        elif Minefield in wanted.kinds:
            mined = hosted.game.minefield
            assert mined is not None  # the game is over
            contents = Minefield(mined, hosted.game.topology)
        else:
            contents = hosted.game.position
        return await self.write(player, lambda: contents, format)

    async def write(self, player: str, contents: Callable[[], Any], format: str) -> bytes:
        """What `contents` returns, as a file. Calls it in a thread. Raises FormatError and its errors."""
        return await self.thoughts.with_files(player, lambda: formats.render(contents(), format))

    async def games(self, player: str, status: Status | None, limit: int | None) -> list[Object]:
        """The games of a player. Damaged ones are left out."""
        games = []
        for row in await self.desk.ask_store(self.store.summaries, player, status, limit):
            with suppress(WebError), damage_errors():
                games.append(summary_object(row, Origin.restored(row["origin"], None)))
        return games

    async def statistics(self, player: str) -> Object:
        """The results of a player, and the games that can be finished."""
        results = await self.desk.ask_store(self.store.results, player)
        practice = await self.desk.ask_store(self.store.practice_games, player)
        unfinished = await self.games(player, "unfinished", limits.UNFINISHED)
        with damage_errors():
            return {**statistics_object(results), "not_counted": practice, "unfinished": unfinished}

    async def archive(self, player: str) -> AsyncIterator[bytes]:
        """The finished games as a ZIP archive, piece by piece: a RawVF file for each, and a list of them all.

        Damaged games are left out.
        """
        archive, listed = Archive(), []
        for row in await self.desk.ask_store(self.store.summaries, player, "over", None):
            name = f"{row['id']}.rawvf"
            with suppress(SapperError), damage_errors():
                content = await self.file(player, row["id"], "rawvf")
                hosted = (await self.desk.table(player, row["id"])).hosted
                listed.append(json.dumps(listed_object(name, row, hosted)))
                archive.add(name, content)
                yield archive.take()
        archive.add(LIST, "".join(f"{line}\n" for line in listed).encode())
        archive.end()
        yield archive.take()

    async def add_archive(self, player: str, content: bytes) -> Object:
        """Adds the games of an archive that the player does not have yet.

        Damaged games are left out and listed. Every other game is kept as it is.

        Raises:
            WebError: This is not an archive of games, or too large.
        """
        with self.thoughts.place(player):
            archive = await self.thoughts.with_files(player, lambda: SentArchive(content))
            lines = await self.thoughts.with_files(player, archive.lines)
            added, known, damaged = 0, 0, []
            left = archive.names
            for number, line in enumerate(lines, 1):
                name = f"{LIST}, line {number}"
                try:
                    listed = await self.thoughts.with_files(player, partial(listed_game, line))
                    name = listed.file
                    left.discard(name)
                    new = await self._add_archived(player, archive, listed)
                    added, known = added + new, known + (not new)
                except SapperError as error:
                    if isinstance(error, WebError) and error.type in ("busy", "storage"):
                        raise
                    damaged.append({"file": name, "reason": str(error)})
            damaged += [{"file": name, "reason": f"{LIST} does not list it"} for name in sorted(left)]
        answer = {"added": added, "known": known, "damaged_count": len(damaged)}
        return {**answer, "damaged": damaged[: limits.DAMAGED]}

    async def _add_archived(self, player: str, archive: SentArchive, listed: ListedGame) -> bool:
        """Adds a game of an archive. Returns whether it is new. Raises SapperError if it is damaged."""

        def game() -> tuple[HostedGame, list[Move], int]:
            replay = formats.parse(archive.file(listed.file), kind=Replay, time_limit=limits.READING_SECONDS)
            hosted, moves = archived_game(player, listed, replay)
            return hosted, moves, measure(hosted.game).board.three_bv

        found = await self.thoughts.with_files(player, game)
        return await self.desk.ask_store(self.store.add_finished, *found, second_id(player, listed.game))

    async def ask_runs(self, player: str, method: Callable[..., Result], *arguments: Any) -> Result:
        """Calls a method of the runs for a player, in a thread for files. Raises WebError or SapperError."""

        def answer() -> Result:
            with self.runs.without_paths():
                return method(player, *arguments)

        return await self.thoughts.with_files(player, answer)

    async def make_fair(
        self, table: Table, cell: int, cancel: Cancel, tell: Callable[[Object], None]
    ) -> None:
        """Lays the mines of a fair board around the first cell."""
        loop = asyncio.get_running_loop()

        def progress(now: Progress) -> None:
            message = {"type": "progress", "done": now.tried, "of": None, "text": "boards tried"}
            loop.call_soon_threadsafe(tell, message)

        async with table.making:
            if not table.hosted.needs_fair_board:
                return  # another click has made it in between
            origin = table.hosted.origin

            def minefield(budget: Budget) -> Minefield:
                return generate(
                    board=origin.board,
                    start=origin.board.topology.cell(cell),
                    method=origin.fair["method"],
                    hardest=origin.fair["rule"] or "counting",
                    mine_count=origin.fair["mine_count"],
                    seed=origin.seed,
                    time_limit=budget.seconds,
                    cancel=cancel,
                    progress=progress,
                ).minefield

            budget = Budget.of(limits.TIME_LIMIT_MS, cancel)
            made = await self.thoughts.think(table.hosted.player, minefield, budget)
            async with table.lock:
                table.hosted.lay(made.mined)

    async def daily(self, player: str) -> Object:
        """The daily boards, with the first game of the player on each."""
        day = today()
        boards = []
        for level in LEVELS:
            games = await self.desk.ask_store(
                self.store.daily_games, player, daily_category(level), day.isoformat()
            )
            first = games[0] if games else (None,) * 4
            boards.append(
                {"level": level, **dict(zip(("game", "status", "result", "elapsed_ms"), first, strict=True))}
            )
        return {"date": day.isoformat(), "boards": boards}

    async def _daily(self, player: str, asked: GameAsked, level: Level) -> Table:
        free = {"daily", "question_marks", "type", "id"}
        said = asked.model_dump(exclude=free, exclude_none=True)
        if said:
            raise WebError("request", f"a daily board has its own rules: leave out {min(said)!r}")
        origin = await asyncio.to_thread(daily_origin, level, today())
        origin = replace(origin, question_marks=bool(asked.question_marks))
        return await self.desk.start_daily(player, origin)

    async def _same(self, player: str, asked: GameAsked, game: str) -> Table:
        said = asked.model_dump(exclude={"same_as", "type", "id"}, exclude_none=True)
        if said:
            raise WebError(
                "request", f"the same board is played again with the same rules: leave out {min(said)!r}"
            )
        return await self.desk.start_again(await self.desk.table(player, game))
