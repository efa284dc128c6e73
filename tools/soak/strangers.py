"""Attacks on a server. Each returns how much it tried, and raises AssertionError at a wrong answer."""

from __future__ import annotations

import asyncio
import io
import json
import secrets
import zlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from PIL import Image
from soak.common import PATIENCE, drawn
from support.fuzzing import READERS, mutants
from support.killed import ask
from support.lattices import lattice
from support.live import marks_text
from support.malformed import FLOODS, NO_JSON, messages
from support.serving import HOST, Serving, answer_from, ended, frame, handshake
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from sapper.web import limits

BUSY: Final = (501, 503)  # not the fault of the server
PATHS: Final = (
    ("PUT", "/api/settings"),
    ("POST", "/api/games"),
    ("POST", "/api/games/none/actions"),
    ("POST", "/api/analyse"),
    ("POST", "/api/hint"),
    ("POST", "/api/write"),
    ("POST", "/api/runs"),
)


@dataclass
class Stranger:
    """A hostile client.

    Attributes:
        server: The server, and the connections to it.
        random: Decides what it does.
        long: Whether there is time for attacks that take long.
    """

    server: Serving
    random: Random
    long: bool

    async def sends(self, request: bytes) -> int | None:
        """The status of the answer, or None where the server ended the connection before all was sent."""
        reader, writer = await self.server.raw()
        try:
            writer.write(request)
            status, said = await asyncio.wait_for(answer_from(reader), PATIENCE)
        except (OSError, EOFError, IndexError):
            return None
        finally:
            writer.transport.abort()
        assert status < 500 or status in BUSY, f"{status} {said} for {request[:300]!r}"
        if status >= 400:
            assert "message" in said, f"{status} without a reason for {request[:300]!r}"
        return status

    async def live(self, unread: int | None = None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A WebSocket, as soon as the rate of this address allows one."""
        for _ in range(20):
            try:
                return await self.server.live(unread=unread, headers=_made_up())
            except AssertionError:  # refused
                await asyncio.sleep(0.5)
        return await self.server.live(unread=unread, headers=_made_up())

    def page(self) -> connect:
        """A WebSocket like that of a page, with a player of its own."""
        cookie = {"Cookie": f"sapper_player={self.random.randbytes(16).hex()}"}
        return connect(
            f"ws://{HOST}:{self.server.port}/api/live",
            additional_headers=cookie,
            open_timeout=PATIENCE,
            ping_interval=None,
            max_size=None,
        )


async def heads(stranger: Stranger) -> int:
    """Long cookies, long addresses, long headers, many headers."""
    size = stranger.random.randrange(17_000, 200_000)
    plain = f"GET / HTTP/1.1\r\nHost: {HOST}\r\n"
    heads = [
        plain + "Cookie: " + "a" * size,
        plain + 'Cookie: a="' + '\\"' * (size // 2) + '"',
        plain + "Cookie: " + "; ".join(f"sapper_player={number}" for number in range(size // 20)),
        plain + "X: " + "1" * size,
        plain + "\r\n".join(f"X-{number}: 1" for number in range(101 + size // 100)),
        "GET /" + "a" * size + f" HTTP/1.1\r\nHost: {HOST}",
    ]
    for head in heads:
        for end in ("\r\n\r\n", ""):  # whole, and one that never ends
            status = await stranger.sends(f"{head}{end}".encode())
            assert status in (None, 400, 429, 431), f"{status} for {head[:100]}..."
    return 2 * len(heads)


async def bodies(stranger: Stranger) -> int:
    """Bodies full of mistakes: deep, no UTF-8, no JSON, large; and broken files."""
    sent = 0
    floods = [json.dumps(flood).encode() for flood in FLOODS.values()]
    for body in [*NO_JSON.values(), *floods, b'{"a":' * 200_000, stranger.random.randbytes(5_000)]:
        method, path = stranger.random.choice(PATHS)
        status = await stranger.sends(_request(method, path, body))
        assert status is None or status >= 400, f"{status} for {path} with {body[:100]!r}"
        sent += 1
    for name in READERS:
        for data in mutants(name, 2, stranger.random.randrange(2**32)):
            path = stranger.random.choice(("/api/read", f"/api/read?format={name}&mines=3"))
            await stranger.sends(_request("POST", path, data, "application/octet-stream"))
            sent += 1
    return sent


async def parts(stranger: Stranger) -> int:
    """JSON of millions of tiny parts, several at once."""
    room = limits.FILE_BYTES

    async def sends(part: str) -> None:
        path = stranger.random.choice(("games", "analyse", "hint", "write"))
        many = part * (room // len(part))
        status = await stranger.sends(_request("POST", f"/api/{path}", f'{{"board":[{many}0]}}'.encode()))
        assert status is None or 400 <= status < 500, f"{status} for {path} with a million of {part}"
        async with stranger.page() as socket:
            await socket.recv()
            with suppress(ConnectionClosed):
                await socket.send(f'{{"type":"new","id":1,"board":[{many}0]}}')
                said = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                assert said["type"] == "error", f"{said} to a million of {part}"

    async with asyncio.TaskGroup() as group:
        for part in ("[],", "{},", '"",', "1,", '{"":0},') * 3:
            group.create_task(sends(part))
    return 30


async def pictures(stranger: Stranger) -> int:
    """Pictures of absurd size: they unpack to it, or only say so."""
    sides = [(13_000, 13_000), (1, 2**31 - 1), (2**31 - 1, 2**31 - 1), (0, 5)]
    picture = io.BytesIO()
    Image.new("1", sides[0]).save(picture, "PNG")
    data = bytearray(picture.getvalue())
    for width, height in sides:
        data[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
        data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
        for path in ("/api/read", "/api/read?mines=9&known=0:1"):
            request = _request("POST", path, bytes(data), "application/octet-stream")
            _, said = await asyncio.wait_for(stranger.server.answer(request), PATIENCE)
            assert said["type"] in ("format", "rate"), f"{said} for {width} x {height} pixels"
    return 2 * len(sides)


async def halves(stranger: Stranger) -> int:
    """Many requests of which only a part comes, some of them a byte at a time."""
    whole = [
        f"GET / HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode(),
        _request("PUT", "/api/settings", b'{"a": ' + b"1" * 1000 + b"}"),
        _request("POST", "/api/read", bytes(2**20), "application/octet-stream"),
        handshake(),
    ]
    strangers = [await stranger.server.raw() for _ in range(150)]
    for _, writer in strangers:
        request = stranger.random.choice(whole)
        writer.write(request[: stranger.random.randrange(len(request))])
    for _ in range(20 if stranger.long else 5):
        await asyncio.sleep(0.1)
        for _, writer in stranger.random.sample(strangers, 30):
            writer.write(b"a")
    return len(strangers)


async def unfinished(stranger: Stranger) -> int:
    """So many bodies without their last byte that no place is left for others."""
    strangers = [await stranger.server.raw() for _ in range(limits.WIRES_OF_A_NETWORK + 100)]
    for _, writer in strangers:
        writer.write(_request("PUT", "/api/settings", bytes(100))[:-1])
    for _ in range(5):
        await asyncio.sleep(0.5)
        status = await stranger.sends(_request("GET", "/api/about", b""))
        assert status in (200, 429), f"{status} for a plain request beside unfinished ones"
    return len(strangers)


async def tiny(stranger: Stranger) -> int:
    """Floods of tiny frames and chunks. A byte in each takes as much time as a thousand bytes in one."""
    frames = [(b"", frame(b"", opcode=9)), (b"", frame(b"", opcode=10)), (b"", frame(b"{}"))]
    frames.append((frame(b"[", fin=False), frame(b"1", opcode=0, fin=False)))
    chunks = (_head("PUT", "/api/settings", "Transfer-Encoding: chunked"), b"1\r\n1\r\n")
    strangers = [(*await stranger.live(), *each) for each in 4 * frames]
    strangers += [(*await stranger.server.raw(), *chunks) for _ in range(4)]
    for _, writer, first, each in strangers:
        writer.write(first + 300_000 * each)
    await asyncio.gather(*(asyncio.wait_for(ended(reader), PATIENCE) for reader, *_ in strangers))
    return len(strangers)


async def deaf(stranger: Stranger) -> int:
    """Those who ask for much and read nothing."""
    asked = {"type": "new", "id": 1, "board": {"rows": 500, "columns": 500, "mines": 1000}}
    waits = stranger.long and stranger.random.random() < 0.3
    deaf = [await stranger.live(unread=4096) for _ in range(8)]
    for reader, writer in deaf:
        writer.write(frame(json.dumps(asked).encode()))
        said = await asyncio.wait_for(reader.readuntil(b'"first_click"'), PATIENCE)
        game = said.rpartition(b'"game":"')[2].partition(b'"')[0].decode()
        for id in range(2, 60):  # each answer to the second kind has a third of a million bytes
            marked = {"type": "act", "kind": "flag", "cell": 0, "key": "a"}
            message = {**(marked if id == 2 else {"type": "resume"}), "id": id, "game": game}
            writer.write(frame(json.dumps(message).encode()))
    pages = [await stranger.server.raw(unread=4096) for _ in range(20)]
    for _, writer in pages:
        writer.write(f"GET / HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode() * 20)
    await asyncio.sleep(3.0 if stranger.long else 0.3)
    if waits:  # after 20 seconds they are cut off
        await asyncio.sleep(40.0)
        for reader, _ in deaf:
            await asyncio.wait_for(ended(reader), PATIENCE)
    return len(deaf) + len(pages)


async def crowd(stranger: Stranger) -> int:
    """Many connections at once, idle ones and pages."""
    idle = [await stranger.server.raw() for _ in range(400)]
    pages = [await stranger.live() for _ in range(60)]
    for id in range(3):
        for _, writer in pages:
            writer.write(frame(json.dumps({"type": "ping", "id": id}).encode()))
    for reader, _ in pages:
        said = await asyncio.wait_for(reader.readuntil(b'"pong"'), PATIENCE)
        assert b"hello" in said, said[:300]
    return len(idle) + len(pages)


async def pages(stranger: Stranger) -> int:
    """Messages that no page would send."""
    sent = 0
    drawn_messages = drawn(messages(), 40, stranger.random.randrange(2**32))
    texts = [body.decode("latin-1") for body in NO_JSON.values()]
    floods = [json.dumps({"type": "new", "id": 2, **flood}) for flood in FLOODS.values()]
    async with stranger.page() as socket:
        begun = await ask(socket, 1, {"type": "new", "board": {"rows": 5, "columns": 6, "mines": 6}})
        for message in drawn_messages:
            await socket.send(json.dumps(message).replace('"GAME"', json.dumps(begun.get("game"))))
            sent += 1
    for text in [*texts, *floods, *(f'{{"type": "analyse", "id": 1, "position": {text}}}' for text in texts)]:
        async with stranger.page() as socket:
            await socket.recv()
            try:
                await socket.send(text)
                said = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                assert said["error"]["type"] in ("request", "rate"), f"{said} to {text[:100]}"
            except ConnectionClosed:
                pass
            sent += 1
    for data in (
        frame(b"\xff"),
        frame(b"", fin=False) + frame(b"", opcode=0, fin=False) * 300,
        b"\xff" * 5000,
    ):
        reader, writer = await stranger.live()
        writer.write(data)
        await asyncio.wait_for(ended(reader), PATIENCE)
        sent += 1
    return sent


async def boards(stranger: Stranger) -> int:
    """One visitor with many boards of a million cells, all in play."""
    games: list[str] = []
    count = 12 if stranger.long else 4
    async with stranger.page() as socket:
        await socket.recv()
        for id in range(count):
            mines = stranger.random.randrange(1_000, 400_000)
            board = {"rows": 1000, "columns": 1000, "mines": mines}
            given = {"type": "new", "board": board, "first_click": "safe", "on_mine": "continue"}
            state = await asyncio.wait_for(ask(socket, 2 * id, given), PATIENCE)
            if state["type"] == "error":
                assert state["error"]["type"] in ("busy", "rate"), state
                continue
            games.append(state["game"])
            await _open(stranger, socket, 2 * id + 1, stranger.random.choice(games))
        for id in range(2 * count, 3 * count):
            await _open(stranger, socket, id, stranger.random.choice(games))
    return 2 * count


async def _open(stranger: Stranger, socket: Any, id: int, game: str) -> None:
    """Opens a cell of a board of a million."""
    cell = stranger.random.randrange(1_000_000)
    action = {"type": "act", "game": game, "kind": "open", "cell": cell, "key": f"key {id}"}
    update = await asyncio.wait_for(ask(socket, id, action), PATIENCE)
    if update["type"] == "error":
        assert update["error"]["type"] in ("busy", "rate", "game"), update


async def thoughts(stranger: Stranger) -> int:
    """Three visitors with two long thoughts each; a fourth with a tiny one still gets its answer."""
    hard = lattice(60, 60, density=0.5, seed=stranger.random.randrange(2**32))
    position = {"rows": 60, "columns": 60, "mines": hard.mines, "marks": marks_text(hard.marks)}
    limit = 5000 if stranger.long else 1000
    asked = {"type": "analyse", "position": position, "time_limit_ms": limit}

    async def thinks() -> None:
        async with stranger.page() as socket:
            await socket.recv()
            for id in (1, 2):
                await socket.send(json.dumps({**asked, "id": id}))
            for _ in (1, 2):
                said = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                right = said["type"] == "analysis" or said["error"]["type"] in ("budget", "busy")
                assert right, f"{said} for a lattice of 60 by 60"

    tiny = json.dumps({"text": "1.", "mines": 1, "format": "plain", "time_limit_ms": 30_000}).encode()
    async with asyncio.TaskGroup() as group:
        for _ in range(3):
            group.create_task(thinks())
        for _ in range(5 if stranger.long else 2):
            await asyncio.sleep(0.2)
            status = await stranger.sends(_request("POST", "/api/analyse", tiny))
            assert status in (200, 429), f"{status} for a tiny thought beside long ones"
    return 8


def _request(method: str, path: str, body: bytes, media: str = "application/json") -> bytes:
    return _head(method, path, f"Content-Length: {len(body)}", media) + body


def _head(method: str, path: str, length: str, media: str = "application/json") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: {media}\r\n"
    return f"{head}{_made_up()}{length}\r\n\r\n".encode()


def _made_up() -> str:
    """The cookie of a player whom nobody knows, and whose rate is not used up."""
    return f"Cookie: sapper_player={secrets.token_hex(16)}\r\n"


ATTACKS: Final[Mapping[str, Callable[[Stranger], Awaitable[int]]]] = {
    attack.__name__: attack
    for attack in (
        *(heads, bodies, parts, pictures, halves, unfinished, tiny),
        *(deaf, crowd, pages, boards, thoughts),
    )
}
"""By name."""
