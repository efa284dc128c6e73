"""A server in the loop of the test, and connections to it that behave as no browser would."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn

from sapper.web.access.wires import Wires
from sapper.web.app import create_app
from sapper.web.encoding.answers import Problem
from sapper.web.server import configured

HOST = "127.0.0.1"


@dataclass
class Serving:
    """A server.

    Attributes:
        port: Where it listens.
        wires: The connections it has.
        opened: Ours, which end with the test.
    """

    port: int
    wires: Wires
    opened: list[asyncio.StreamWriter] = field(default_factory=list)

    async def raw(self, *, unread: int | None = None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection. With `unread` its system accepts only about this many unread bytes."""
        stranger = socket.socket()
        if unread is not None:
            stranger.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, unread)
        stranger.setblocking(False)
        await asyncio.get_running_loop().sock_connect(stranger, (HOST, self.port))
        reader, writer = await asyncio.open_connection(sock=stranger, limit=2**16)
        self.opened.append(writer)
        return reader, writer

    async def answer(self, request: bytes) -> tuple[int, Any]:
        """The status and the error of the answer to a request, or what it says."""
        reader, writer = await self.raw()
        writer.write(request)
        return await answer_from(reader)

    async def get(self, path: str = "/api/about") -> int:
        """The status of the answer to a plain request."""
        status, _ = await self.answer(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        return status

    async def live(
        self, *, unread: int | None = None, headers: str = ""
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A WebSocket whose handshake is done."""
        reader, writer = await self.raw(unread=unread)
        writer.write(handshake(headers))
        assert b" 101 " in await reader.readline()
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer


@asynccontextmanager
async def serving(data: Path) -> AsyncIterator[Serving]:
    """A server, until the test is done with it."""
    with socket.create_server((HOST, 0)) as listener:
        server = uvicorn.Server(configured(create_app(data)))
        task = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        here = Serving(listener.getsockname()[1], server.lifespan.state["wires"])
        try:
            yield here
        finally:
            for writer in here.opened:
                writer.transport.abort()
            server.should_exit = True
            await task


async def answer_from(reader: asyncio.StreamReader) -> tuple[int, Any]:
    """The status of the next answer, and its JSON, or the error in it."""
    status = int((await reader.readline()).split()[1])
    length = 0
    while (line := (await reader.readline()).lower()) not in (b"\r\n", b""):
        if line.startswith(b"content-length:"):
            length = int(line.partition(b":")[2])
    body = await reader.readexactly(length)
    said = json.loads(body) if body.startswith((b"{", b"[")) else body
    if status >= 400:
        Problem.model_validate_json(body, strict=True)
    return status, said["error"] if isinstance(said, dict) and "error" in said else said


def handshake(headers: str = "") -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /api/live HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
    ).encode()


def frame(payload: bytes, *, opcode: int = 1, fin: bool = True) -> bytes:
    """A frame as browsers send it; its mask is zero."""
    head = bytes([opcode | 0x80 * fin])
    size = len(payload)
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 2**16:
        head += bytes([0x80 | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([0x80 | 127]) + size.to_bytes(8, "big")
    return head + bytes(4) + payload


async def ended(reader: asyncio.StreamReader) -> bytes:
    """What comes until the connection ends, however it does."""
    said = b""
    try:
        while piece := await reader.read(2**16):
            said += piece
    except ConnectionError:
        pass
    return said
