"""The WebSocket: its frames, their order and limits. `live_answers` carries out the requests."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from sapper.errors import SapperError
from sapper.inference.analysis import Cancel
from sapper.web import limits
from sapper.web.access.guard import json_bytes
from sapper.web.access.rates import Rate
from sapper.web.access.wires import Wire, network_of
from sapper.web.errors import WebError, described
from sapper.web.transport.live_answers import QUICK, THOUGHTS, Caller
from sapper.web.transport.reading import json_from, readable
from sapper.web.transport.requests import MESSAGES, MOST_ID

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.websockets import WebSocket

    from sapper.board.topology import Topology
    from sapper.web.access.players import Player
    from sapper.web.encoding.values import Object
    from sapper.web.service import Service
    from sapper.web.transport.requests import Message

_log = logging.getLogger("sapper.web")

_MOST_REFUSED: Final = 500
"""Malformed and hasty messages before the connection is closed."""

_MOST_READ_FOR_AN_ID: Final = 64 * 2**10
"""A longer message that came too fast is not even parsed for its id."""


class Connections:
    """All connections, in the order of their last requests."""

    def __init__(self) -> None:
        self._asked: OrderedDict[Connection, float] = OrderedDict()

    def enter(self, new: Connection) -> str | None:
        """Adds a connection, or says why there is no room. One that was quiet for a long time makes room."""
        mine = sum(old.player == new.player for old in self._asked)
        if mine >= limits.CONNECTIONS_OF_A_PLAYER:
            return f"Open in {mine} tabs already: close one."
        here = [old for old in self._asked if old.wire.network == new.wire.network]
        crowd = here if len(here) >= limits.CONNECTIONS_OF_A_NETWORK else list(self._asked)
        if crowd is here or len(crowd) >= limits.CONNECTIONS:
            longest = crowd[0]
            if self._asked[longest] > asyncio.get_running_loop().time() - limits.QUIET_SECONDS:
                return "Too many people are here just now."
            self.leave(longest)
            longest.cut(1013)
        self.asked(new)
        return None

    def asked(self, connection: Connection) -> None:
        """Notes that a connection asked something."""
        self._asked[connection] = asyncio.get_running_loop().time()
        self._asked.move_to_end(connection)

    def leave(self, connection: Connection) -> None:
        """Removes a connection, if it is still here."""
        self._asked.pop(connection, None)


class Connection:
    """A page that is connected."""

    def __init__(self, socket: WebSocket, service: Service, player: Player) -> None:
        self._socket = socket
        self._service = service
        self._player = player
        self.player = player.id
        self.wire = socket.scope["state"].get("wire") or _bare_wire(socket, self.cut)
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiting = 0
        self._reader: asyncio.Task[None] | None = None
        self._caller = Caller(service, player.id, self.tell, self.wire.hold)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._rate = Rate(limits.LIVE_RATE, limits.LIVE_BURST)
        self._refused = 0
        self._close_code: int | None = None

    async def run(self, connections: Connections) -> None:
        """Serves the connection until it ends."""
        writer = asyncio.create_task(self._write())
        self._reader = asyncio.create_task(self._read(connections))
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
        self.wire.hold(-self._waiting)
        if self._close_code is not None:
            with suppress(WebSocketDisconnect, RuntimeError):  # it may have ended already
                await self._socket.close(self._close_code)

    def cut(self, code: int = 1008) -> None:
        """Ends the connection."""
        self._close_code = code
        if self._reader is not None:
            self._reader.cancel()

    def tell(self, message: Object) -> None:
        """Queues a message. If the page leaves too much unread, the server reads no more from it."""
        if self._close_code is not None:
            return
        frame = json_bytes(message)
        self._outbox.put_nowait(frame)
        self._wait_for(len(frame))

    def _wait_for(self, more: int) -> None:
        """Counts the bytes that wait to be sent."""
        self._waiting += more
        self.wire.hold(more)
        if self._waiting > limits.MOST_BACKLOG:
            self._may_read.clear()
        else:
            self._may_read.set()

    async def _write(self) -> None:
        while True:
            frame = await self._outbox.get()
            if self.wire.ended:
                return
            await self._socket.send_text(frame.decode("ascii"))
            self._wait_for(-len(frame))

    async def _read(self, connections: Connections) -> None:
        self.tell(await self._service.hello(self._player.id, self._player.known))
        while self._close_code is None and await self._serve_one():
            connections.asked(self)
            await self._may_read.wait()

    async def _serve_one(self) -> bool:
        frame = await self._socket.receive()
        if frame["type"] != "websocket.receive":
            return False
        text = frame.get("text")
        if text is None:
            self._close_code = 1003
        elif len(text) > limits.FRAME_BYTES:
            self._close_code = 1009
        elif not self._rate.allows(1 + len(text) // limits.SIZE_OF_A_DROP):
            await self._hold_back(text)
        else:
            await self._take(text)
        return True

    async def _take(self, text: str) -> None:
        try:
            asked = await json_from(text)
        except WebError as error:
            self._refuse(None, error)
            return
        try:
            message: Message = MESSAGES.validate_python(asked)
        except ValidationError as error:
            self._refuse(_id_of(asked), WebError("request", readable(error.errors())))
            return
        if message.id in self._tasks:
            self._refuse(
                message.id, WebError("request", f"request {message.id} has no answer yet: use another id")
            )
        elif self._caller.is_long(message):
            self._begin(message)
        else:
            await self._answer(message, QUICK[type(message)])

    async def _hold_back(self, text: str) -> None:
        """Refuses a message that came too fast. A short one is parsed, for its id alone."""
        asked = None
        if len(text) <= _MOST_READ_FOR_AN_ID:
            with suppress(WebError):
                asked = await json_from(text)
        self._refuse(_id_of(asked), WebError("rate", "too many messages: slow down"))

    def _begin(self, message: Message) -> None:
        """Answers in a new task, which can be stopped."""
        self._caller.cancels[message.id] = Cancel()
        task = asyncio.create_task(self._think(message))
        self._tasks[message.id] = task

    async def _think(self, message: Message) -> None:
        try:
            with self._service.thoughts.place(self._player.id):
                await self._answer(message, THOUGHTS[type(message)])
        except WebError as error:  # the player has too many thoughts
            self._tell_error(message.id, error, None)
        finally:
            del self._tasks[message.id]
            del self._caller.cancels[message.id]

    async def _answer(self, message: Message, answer: Any) -> None:
        try:
            self.tell({**await answer(self._caller, message), "id": message.id})
        except SapperError as error:
            self._tell_error(message.id, error, self._caller.topology_of(message))
        except Exception:  # noqa: BLE001  # our own fault must not end the connection
            _log.exception("a request of type %s failed", type(message).__name__)
            self._tell_error(
                message.id, WebError("internal", "the server has a fault; its log has the details"), None
            )

    def _refuse(self, id: int | None, error: WebError) -> None:
        self._refused += 1
        self._tell_error(id, error, None)
        if self._refused > _MOST_REFUSED:
            self._close_code = 1008

    def _tell_error(self, id: int | None, error: SapperError, topology: Topology | None) -> None:
        self.tell({"type": "error", "id": id, "error": described(error, topology)})


def _id_of(asked: Any) -> int | None:
    """The id of a message that may be malformed; None if it has no valid one."""
    id = asked.get("id") if isinstance(asked, dict) else None
    return id if type(id) is int and 0 <= id < MOST_ID else None


def _bare_wire(socket: WebSocket, cut: Callable[[], object]) -> Wire:
    """A wire for a connection without one, as in tests."""
    wires = socket.scope["state"]["wires"]
    wire = Wire(wires, network_of(socket.client.host if socket.client else ""), cut)
    wires.enter(wire)
    wire.works()
    return wire
