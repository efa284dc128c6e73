"""Adds limits to uvicorn's protocols, against floods: of heads, fragments, time and connections.

uvicorn parses requests and frames. The classes here count them, check their sizes, and pass them on.
"""

from __future__ import annotations

import asyncio
import sys
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CTRL_OPCODES, Frame

from sapper.web import limits
from sapper.web.access.guard import head_too_large, json_bytes
from sapper.web.access.rates import Rate
from sapper.web.access.wires import Wire, Wires, network_of

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent
    from uvicorn.config import Config
    from uvicorn.protocols.http.h11_impl import RequestResponseCycle
    from uvicorn.server import ServerState

_SLICE: Final = 4 * 2**10
"""Bytes that are parsed at a time, so that limits are checked between them.

h11 checks the size of a head only when it is still incomplete.
"""


class _Parser(h11.Connection):
    """Reads requests. Refuses a body in too many chunks: each costs far more than its bytes."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER)
        self._chunks = self._bytes = 0

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """The next part of a request."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._chunks = self._bytes = 0
        elif isinstance(event, h11.Data):
            self._chunks += event.chunk_start
            self._bytes += len(event.data)
            if self._chunks > limits.MOST_CHUNKS + self._bytes // limits.BYTES_A_CHUNK:
                raise h11.RemoteProtocolError("too many chunks", error_status_hint=413)
        return event


class HttpProtocol(H11Protocol):
    """Reads requests, until one of them becomes a WebSocket."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Called by uvicorn. `app_state` comes from the lifespan of the application and has its `wires`."""
        self._wires: Wires = app_state["wires"]
        super().__init__(config, server_state, dict(app_state), _loop)
        self.conn = _Parser()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Accepts the connection, if there is room."""
        super().connection_made(transport)
        network = network_of(self.client[0] if self.client else "")
        self._wire = Wire(self._wires, network, transport.abort, transport.get_write_buffer_size)
        self.app_state["wire"] = self._wire
        if not self._wires.enter(self._wire):
            self._refuse(503, "busy", "too many connections at the moment: try again soon")

    def connection_lost(self, exc: Exception | None) -> None:
        """Frees the place of the connection."""
        self._wires.leave(self._wire)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parses the data in slices, so that no head can exceed its limit."""
        for start in range(0, len(data), _SLICE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            super().data_received(data[start : start + _SLICE])
            if self._is_answering():
                self._wire.works()

    def on_response_complete(self) -> None:
        """Waits for the next request, unless it has arrived already."""
        self._wire.waits()
        super().on_response_complete()
        if self._is_answering():
            self._wire.works()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Turns the connection into a WebSocket, unless the head is too large for the next parser."""
        if head_too_large(self.headers, len(event.target)):
            self._refuse(431, "head", "the address or the headers are too long")
            return
        self._wire.works()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Answers data that is not a request. uvicorn calls this while it handles an error of h11."""
        status = getattr(sys.exception(), "error_status_hint", 400)
        if status == 431:
            self._refuse(431, "head", "the address or the headers are too long")
        elif status == 413:
            self._refuse(413, "too_large", "the body has too many chunks: send larger ones")
        else:
            self._refuse(400, "request", "this is not an HTTP request")

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # None at first, whatever uvicorn's types say
        return cycle is not None and not cycle.response_complete

    def _refuse(self, status: int, type: str, message: str) -> None:
        """Answers without the parser, whatever its state, and closes the connection."""
        if self._is_answering():
            self.cycle.disconnected = True  # the application sends nothing more
            self.cycle.message_event.set()
            if self.cycle.response_started:
                self.transport.close()
                return
        body = json_bytes({"error": {"type": type, "message": message}})
        phrase = HTTPStatus(status).phrase
        head = (
            f"HTTP/1.1 {status} {phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode("ascii") + body)
        self.transport.close()


class LiveProtocol(WebSocketsSansIOProtocol):
    """A WebSocket."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Called by uvicorn. `app_state` has the `wire` of the connection."""
        self._wires: Wires = app_state["wires"]
        self._wire: Wire = app_state["wire"]
        self._taken = 0
        self._fragments = 0
        self._pings = Rate(limits.LIVE_RATE, limits.LIVE_BURST)
        super().__init__(config, server_state, app_state, _loop)

    def connection_lost(self, exc: Exception | None) -> None:
        """Frees the place of the connection, and wakes the task that waits to send."""
        self._wires.leave(self._wire)
        super().connection_lost(exc)
        self.writable.set()

    def pause_writing(self) -> None:
        """Stops sending until the other side reads. Not all versions of uvicorn do this."""
        self.writable.clear()

    def resume_writing(self) -> None:
        """Sends again."""
        self.writable.set()

    async def send(self, message: ASGISendEvent) -> None:
        """Sends, unless the connection has ended. uvicorn tries anyway, and asyncio logs every attempt."""
        await self.writable.wait()
        if message["type"] == "websocket.send" and self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True  # it was refused; uvicorn would log that nobody answered

    def data_received(self, data: bytes) -> None:
        """Counts the data as held until a message is complete. Parses them in slices."""
        self._taken += len(data)
        self._wire.hold(len(data))
        for start in range(0, len(data), _SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _SLICE])
            if self.queue.qsize() > limits.MOST_WAITING:
                self._fail(f"at most {limits.MOST_WAITING} messages can wait")

    def handle_events(self) -> None:
        """Handles what was parsed, unless pings or pongs come too fast."""
        pings = sum(isinstance(event, Frame) and event.opcode in CTRL_OPCODES for event in self.conn.events)
        if pings and not self._pings.allows(pings):
            self._fail("too many pings: slow down")
        else:
            super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        """Accepts a fragment, unless there are too many. Each costs more than its bytes."""
        self._fragments += 1
        if self._fragments <= limits.MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self._fail(f"a message has at most {limits.MOST_FRAGMENTS} fragments")

    def send_receive_event_to_app(self) -> None:
        """Passes on a complete message."""
        self._wire.hold(-self._taken)
        self._taken = self._fragments = 0
        super().send_receive_event_to_app()

    def _fail(self, reason: str) -> None:
        """Ends the connection, unless it is ending already."""
        if not self.transport.is_closing():
            self.conn.fail(1008, reason)
            self.handle_parser_exception()
