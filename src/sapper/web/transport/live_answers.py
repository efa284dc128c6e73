"""Carries out the requests over the WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sapper.errors import CancelledError, SapperError
from sapper.web import limits
from sapper.web.errors import WebError
from sapper.web.games.assistant import Assistant, Pace, first_cell
from sapper.web.games.desk import Step
from sapper.web.questions.folder import Folder
from sapper.web.questions.questions import Call, Questions
from sapper.web.transport import requests

if TYPE_CHECKING:
    from sapper.board.position import Position
    from sapper.board.topology import Topology
    from sapper.inference.analysis import Cancel
    from sapper.strategy.strategy import Strategy
    from sapper.web.encoding.values import Object
    from sapper.web.games.desk import Table
    from sapper.web.service import Service

_WATCH_EVERY: Final = 0.5
"""Seconds between two messages about a run."""


class Caller:
    """What one connection follows, and which of its requests are in progress."""

    def __init__(
        self,
        service: Service,
        player: str,
        tell: Callable[[Object], None],
        hold: Callable[[int], None],
    ) -> None:
        self.service = service
        self.player = player
        self.tell = tell
        self.hold = hold  # counts bytes that are kept for the connection
        self.folder: Folder | None = None  # the replay files that the page has added, if any
        self.cancels: dict[int, Cancel] = {}  # stop the thoughts in progress, by request
        self.paces: dict[int, Pace] = {}  # the paces of the moves in progress, by request
        self._followed: dict[str, None] = {}  # in the order in which they were first followed
        self._watched: dict[str, asyncio.Task[None]] = {}

    async def table(self, game: str) -> Table:
        """The table of a game. Raises WebError if the player has none of that id."""
        return await self.service.desk.table(self.player, game)

    async def follow(self, table: Table) -> None:
        """Follows a game. If there are too many, stops following the first."""
        while len(self._followed) >= limits.FOLLOWED and table.hosted.id not in self._followed:
            await self.leave(next(iter(self._followed)))
        self._followed[table.hosted.id] = None
        self.service.desk.follow(table, self)

    async def leave(self, game: str) -> None:
        """Stops following a game."""
        if game in self._followed:
            del self._followed[game]
            await self.service.desk.leave(game, self)

    def watch(self, run: str) -> None:
        """Sends news of a run until it ends."""
        self.unwatch(run)
        while len(self._watched) >= limits.FOLLOWED:
            self.unwatch(next(iter(self._watched)))
        self._watched[run] = asyncio.create_task(self._tell_of(run))

    def unwatch(self, run: str) -> None:
        """Stops the news of a run."""
        task = self._watched.pop(run, None)
        if task is not None:
            task.cancel()

    async def _tell_of(self, id: str) -> None:
        sent = None
        while sent is None or sent["state"] == "running":
            await asyncio.sleep(_WATCH_EVERY)
            try:
                run = await self.service.ask_runs(self.player, self.service.runs.run, id)
            except SapperError:  # its file was deleted
                return
            if run != sent:
                self.tell({"type": "run", "run": run})
            sent = run

    def begin_folder(self) -> None:
        """Forgets the replay files so far."""
        if self.folder is not None:
            self.folder.drop()
        self.folder = Folder(self.hold)

    async def leave_all(self) -> None:
        """Stops following all games and runs, and forgets the replay files."""
        if self.folder is not None:
            self.folder.drop()
        for run in list(self._watched):
            self.unwatch(run)
        for game in list(self._followed):
            await self.leave(game)

    def is_long(self, message: requests.Message) -> bool:
        """Whether a request is a thought. An action that has to wait for a fair board is one too."""
        if not isinstance(message, requests.Act):
            return type(message) in THOUGHTS
        return message.kind == "open" and self.service.desk.needs_fair_board(message.game)

    def topology_of(self, message: requests.Message) -> Topology | None:
        """The topology of the board that a message is about, if it is known."""
        game = getattr(message, "game", None)
        table = self.service.desk.seats.get(game) if game in self._followed else None
        if table is not None:
            return table.hosted.game.topology
        asked = getattr(message, "position", None)
        if asked is None:
            return None
        try:
            topology: Topology = asked.board_shape()
        except SapperError:
            return None  # there is no such board, so the error names no cell of it
        return topology


def _more(caller: Caller, asked: requests.Message) -> Callable[[Object], None]:
    """A function that sends messages before the last answer to a request."""
    return lambda message: caller.tell({**message, "id": asked.id, "more": True})


def _call(caller: Caller, asked: requests.Message) -> Call:
    return Call(caller.player, caller.cancels[asked.id], _more(caller, asked))


async def _new(caller: Caller, asked: requests.NewGame) -> Object:
    return await _followed(caller, await caller.service.new_game(caller.player, asked))


async def _followed(caller: Caller, table: Table) -> Object:
    await caller.follow(table)
    return await caller.service.desk.state(table)


async def _game(caller: Caller, asked: requests.Game) -> Object:
    desk = caller.service.desk
    if asked.type == "leave":
        await caller.leave(asked.game)
        return {"type": "left", "game": asked.game}
    table = await caller.table(asked.game)
    if asked.type == "resume":
        return await _followed(caller, table)
    return await desk.undo(table, caller)


async def _act(caller: Caller, asked: requests.Act) -> Object:
    table = await caller.table(asked.game)
    await caller.follow(table)  # so the clock runs
    cancel, tell = caller.cancels.get(asked.id), _more(caller, asked)
    step = Step(asked.kind, asked.cell, asked.key, path=asked.path or ())
    return await caller.service.act(table, step, caller, cancel, tell)


async def _stop(caller: Caller, asked: requests.Stop) -> Object:
    cancel = caller.cancels.get(asked.request)
    if cancel is not None:
        cancel.set()
    pace = caller.paces.get(asked.request)
    if pace is not None:
        pace.changed.set()
    return {"type": "stopped", "request": asked.request}


async def _ping(_: Caller, __: requests.Ping) -> Object:
    return {"type": "pong"}


async def _speed(caller: Caller, asked: requests.Speed) -> Object:
    pace = caller.paces.get(asked.request)
    if pace is None:
        raise WebError("unknown", f"request {asked.request} is not an autoplay in progress")
    pace.set(asked.delay_ms)
    return {"type": "speed", "request": asked.request, "delay_ms": asked.delay_ms}


async def _assist(caller: Caller, asked: requests.Assist) -> Object:
    assistant = await _assistant(caller, asked, None)
    acts: dict[str, Callable[[], Awaitable[str]]] = {
        "move": assistant.move,
        "step": partial(assistant.step, asked.hint),
        "run": assistant.go_on,
        "guess": assistant.guess,
    }

    async def play() -> str:
        table = assistant.table
        if table.hosted.needs_fair_board and not table.hosted.over:
            cell = first_cell(table.hosted)
            await caller.service.make_fair(table, cell, assistant.cancel, _more(caller, asked))
            reason = await assistant.begin(cell)
            if reason != "done" or asked.action != "run":
                return reason
        return await acts[asked.action]()

    return await _played(caller, asked, assistant, play())


async def _autoplay(caller: Caller, asked: requests.Autoplay) -> Object:
    assistant = await _assistant(caller, asked, caller.service.strategies.named(asked.strategy))

    async def show(position: Position) -> None:
        call = _call(caller, asked)
        assistant.say(await caller.service.questions.structure_of(call, position, asked.time_limit_ms))

    play = assistant.autoplay(asked.guesses, show if asked.thinking else None)
    return await _played(caller, asked, assistant, play)


async def _assistant(caller: Caller, asked: requests.Played, strategy: Strategy | None) -> Assistant:
    return Assistant(
        caller.service.desk,
        caller.service.thoughts,
        await caller.table(asked.game),
        strategy,
        "autoplay" if isinstance(asked, requests.Autoplay) else "assist",
        asked.flags,
        Pace(asked.delay_ms),
        asked.time_limit_ms,
        caller.cancels[asked.id],
        _more(caller, asked),
        caller,
    )


async def _played(
    caller: Caller, asked: requests.Played, assistant: Assistant, play: Coroutine[Any, Any, str]
) -> Object:
    caller.paces[asked.id] = assistant.pace
    try:
        reason = await play
    except CancelledError:
        reason = "stopped"
    finally:
        del caller.paces[asked.id]
    done = {"type": "done", "game": asked.game, "reason": reason, "moves": assistant.moves}
    return {**done, "hint": assistant.told}


async def _add(caller: Caller, asked: requests.Add) -> Object:
    if asked.begin:
        caller.begin_folder()
    return await caller.service.questions.add(_call(caller, asked), asked, _folder(caller))


async def _report(caller: Caller, asked: requests.Report) -> Object:
    questions = caller.service.questions
    if asked.added:
        return await questions.report_of_files(caller.player, _folder(caller))
    return await questions.report(_call(caller, asked), asked)


def _folder(caller: Caller) -> Folder:
    if caller.folder is None:
        raise WebError("unknown", "no files were added on this connection: choose them again")
    return caller.folder


async def _watch(caller: Caller, asked: requests.Watch) -> Object:
    if asked.type == "unwatch":
        caller.unwatch(asked.run)
        return {"type": "unwatched", "run": asked.run}
    run = await caller.service.ask_runs(caller.player, caller.service.runs.run, asked.run)
    caller.watch(asked.run)
    return {"type": "run", "run": run}


Answer = Callable[[Caller, Any], Awaitable["Object"]]


def _question(ask: Callable[..., Awaitable[Object]]) -> Answer:
    """An answer that a method of the questions gives."""

    async def answer(caller: Caller, asked: requests.Message) -> Object:
        return await ask(caller.service.questions, _call(caller, asked), asked)

    return answer


QUICK: Final[Mapping[type, Answer]] = {
    requests.NewGame: _new,
    requests.Game: _game,
    requests.Act: _act,
    requests.Ping: _ping,
    requests.Stop: _stop,
    requests.Speed: _speed,
    requests.Watch: _watch,
}
"""The requests that are answered in the order in which they come."""

THOUGHTS: Final[Mapping[type, Answer]] = {
    requests.Act: _act,
    requests.Analyse: _question(Questions.analyse),
    requests.Beliefs: _question(Questions.beliefs),
    requests.CellFigures: _question(Questions.cell),
    requests.Assist: _assist,
    requests.Autoplay: _autoplay,
    requests.Hint: _question(Questions.hint),
    requests.Explain: _question(Questions.explain),
    requests.Structure: _question(Questions.structure),
    requests.Evaluate: _question(Questions.evaluate),
    requests.Chances: _question(Questions.chances),
    requests.Review: _question(Questions.review),
    requests.Add: _add,
    requests.Report: _report,
    requests.Puzzles: _question(Questions.puzzles),
}
"""The requests that may take long. Actions are among them if a fair board has to be made first."""
