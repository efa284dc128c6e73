"""The WebSocket: frames in and out, order, limits. What the requests do is in `live_answers`."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ValidationError

from sapper.errors import SapperError
from sapper.inference.analysis import Cancel
from sapper.web import limits
from sapper.web.access.guard import json_bytes
from sapper.web.access.rates import Rate
from sapper.web.errors import WebError, described
from sapper.web.transport.live_answers import QUICK, THOUGHTS, Caller
from sapper.web.transport.problems import readable
from sapper.web.transport.requests import MESSAGES

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from sapper.board.topology import Topology
    from sapper.web.access.players import Player
    from sapper.web.encoding.values import Object
    from sapper.web.service import Service
    from sapper.web.transport.requests import Message

__all__ = ["Connection", "Connections"]

_log = logging.getLogger("sapper.web")

_MOST_WAITING: Final = 64 * 2**20
"""Bytes that a page may leave unread before it is cut off."""

_MOST_REFUSED: Final = 500
"""Malformed and hasty messages before the connection is closed."""


class _IdOnly(BaseModel):
    id: int | None = None


class Connections:
    """How many connections there are, and whose."""

    def __init__(self) -> None:
        """There are none."""
        self._of: dict[str, int] = {}
        self._total = 0

    def enter(self, player: str) -> str | None:
        """Counts one more, or says why that would be too many."""
        mine = self._of.get(player, 0)
        if mine >= limits.CONNECTIONS_OF_A_PLAYER:
            return f"Open in {mine} tabs already: close one."
        if self._total >= limits.CONNECTIONS:
            return "Too many people are here just now."
        self._of[player] = mine + 1
        self._total += 1
        return None

    def leave(self, player: str) -> None:
        """Counts one less."""
        self._total -= 1
        self._of[player] -= 1
        if not self._of[player]:
            del self._of[player]


class Connection:
    """One page that is connected."""

    def __init__(self, socket: WebSocket, service: Service, player: Player) -> None:
        """Takes a connection that was accepted."""
        self._socket = socket
        self._service = service
        self._player = player
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiting = 0
        self._reader: asyncio.Task[None] | None = None
        self._caller = Caller(service, player.id, self.tell)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._rate = Rate(limits.LIVE_RATE, limits.LIVE_BURST)
        self._refused = 0
        self._close_code: int | None = None

    async def run(self) -> None:
        """Serves the connection until it ends."""
        writer = asyncio.create_task(self._write())
        self._reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait([self._reader, writer], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for cancel in self._caller.cancels.values():
                cancel.set()
            writer.cancel()
            self._reader.cancel()
            await asyncio.wait([writer, self._reader, *self._tasks.values()])
            await self._caller.leave_all()
        for task in (writer, self._reader):
            if not task.cancelled() and task.exception() is not None:
                _log.debug("a connection broke", exc_info=task.exception())
        if self._close_code is not None:
            await self._socket.close(self._close_code)

    def tell(self, message: Object) -> None:
        """Sends a message, later; a page that does not read its messages is cut off."""
        frame = json_bytes(message)
        self._waiting += len(frame)
        self._outbox.put_nowait(frame)
        if self._waiting > _MOST_WAITING and self._reader is not None:
            self._close_code = 1008
            self._reader.cancel()

    async def _write(self) -> None:
        while True:
            frame = await self._outbox.get()
            await self._socket.send_text(frame.decode("ascii"))
            self._waiting -= len(frame)

    async def _read(self) -> None:
        self.tell(await self._service.hello(self._player.id, self._player.known))
        while self._close_code is None and await self._serve_one():
            pass

    async def _serve_one(self) -> bool:
        frame = await self._socket.receive()
        if frame["type"] != "websocket.receive":
            return False
        text = frame.get("text")
        if text is None:
            self._close_code = 1003
        elif len(text) > limits.FRAME_BYTES:
            self._close_code = 1009
        elif not self._rate.allows():
            self._refuse(_id_of(text), WebError("rate", "too many messages: slow down"))
        else:
            await self._take(text)
        return True

    async def _take(self, text: str) -> None:
        try:
            message: Message = MESSAGES.validate_json(text)
        except ValidationError as error:
            self._refuse(_id_of(text), WebError("request", readable(error.errors())))
            return
        if message.id in self._tasks:
            self._refuse(message.id, WebError("request", f"request {message.id} is not answered yet"))
        elif self._caller.is_long(message):
            self._begin(message)
        else:
            await self._answer(message, QUICK[type(message)])

    def _begin(self, message: Message) -> None:
        """Answers in a task of its own, which can be stopped."""
        self._caller.cancels[message.id] = Cancel()
        task = asyncio.create_task(self._think(message))
        self._tasks[message.id] = task

    async def _think(self, message: Message) -> None:
        try:
            with self._service.thoughts.place(self._player.id):
                await self._answer(message, THOUGHTS[type(message)])
        except WebError as error:  # there was no place
            self._tell_error(message.id, error, None)
        finally:
            del self._tasks[message.id]
            del self._caller.cancels[message.id]

    async def _answer(self, message: Message, answer: Any) -> None:
        try:
            self.tell({**await answer(self._caller, message), "id": message.id})
        except SapperError as error:
            self._tell_error(message.id, error, self._caller.topology_of(message))
        except Exception:  # noqa: BLE001  # a fault of ours is told and logged, and ends nothing
            _log.exception("a request of type %s failed", type(message).__name__)
            self._tell_error(
                message.id, WebError("internal", "a fault of the server; its log has more"), None
            )

    def _refuse(self, id: int | None, error: WebError) -> None:
        self._refused += 1
        self._tell_error(id, error, None)
        if self._refused > _MOST_REFUSED:
            self._close_code = 1008

    def _tell_error(self, id: int | None, error: SapperError, topology: Topology | None) -> None:
        self.tell({"type": "error", "id": id, "error": described(error, topology)})


def _id_of(text: str) -> int | None:
    """The id of a message that may be malformed otherwise."""
    try:
        return _IdOnly.model_validate_json(text, strict=True).id
    except ValidationError:
        return None
