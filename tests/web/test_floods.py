"""Strangers that open many connections, send half requests or floods, or read nothing, shut nobody out."""

import asyncio
import json
import logging
import time
from pathlib import Path
from typing import Any

import pytest
from support.serving import HOST, answer_from, ended, frame, handshake, serving
from websockets.frames import Frame

from sapper.web import limits
from sapper.web.access.rates import Rates
from sapper.web.access.wires import Wire, Wires, network_of

PUT = f"PUT /api/settings HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REQUEST_BURST", "ADDRESS_BURST", "LIVE_BURST"):
        monkeypatch.setattr(limits, name, 10**9)


async def soon(condition: object) -> None:
    """Waits until something holds, for as long as a busy machine may take."""
    assert callable(condition)
    until = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < until
        await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    "head",
    [
        "Cookie: " + "a" * 60_000,
        'Cookie: a="' + '\\"' * 12_000 + '"',
        "Cookie: " + "a" * 9_000,
        "\r\n".join(f"X-{number}: 1" for number in range(120)),
        "\r\n".join(f"X-{number}: {'1' * 2_000}" for number in range(9)),
    ],
)
async def test_a_head_that_is_too_large_is_refused(tmp_path: Path, head: str) -> None:
    async with serving(tmp_path) as server:
        plain = f"GET / HTTP/1.1\r\nHost: {HOST}\r\n"
        whole, half = f"{plain}{head}\r\n\r\n", f"{plain}{head}" + "X" * 20_000
        for request in (whole.encode(), half.encode(), handshake(f"{head}\r\n")):
            status, error = await server.answer(request)
            assert (status, error["type"]) == (431, "head")
        assert (await server.answer(b"GET /" + b"a" * 30_000))[0] == 431
        assert await server.get() == 200


@pytest.mark.parametrize("request_", [b"\x16\x03\x01\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET\r\n\r\n"])
async def test_data_that_is_not_a_request_gets_an_error(tmp_path: Path, request_: bytes) -> None:
    async with serving(tmp_path) as server:
        status, error = await server.answer(request_)
        assert (status, error["type"]) == (400, "request")


async def test_a_body_that_turns_to_nonsense_ends_the_connection(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as server:
        for path in ("/api/settings", "/api/read"):
            method = "PUT" if path == "/api/settings" else "POST"
            head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
            reader, writer = await server.raw()
            writer.write(f"{head}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n".encode())
            await asyncio.sleep(0.1)
            writer.write(b"no chunk\r\n")
            status, error = await answer_from(reader)
            assert (status, error["type"]) == (400, "request")
        assert await server.get() == 200
    assert caplog.records == []


async def test_half_sent_requests_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEAD_SECONDS", 1.0)
    monkeypatch.setattr(limits, "BODY_SECONDS", 1.0)
    async with serving(tmp_path) as server:
        silent, _ = await server.raw()
        halves = []
        for half in ("GET / HT", f"GET / HTTP/1.1\r\nHost: {HOST}\r\n"):
            halves.append(await server.raw())
            halves[-1][1].write(half.encode())
        bodies = [await server.raw() for _ in range(2)]
        for _, writer in bodies:
            writer.write(f"{PUT}Content-Length: 100\r\n\r\n{{".encode())
        again = await server.raw()  # a good request, and then half of one
        again[1].write(f"GET /api/about HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        assert (await answer_from(again[0]))[0] == 200
        async with asyncio.TaskGroup() as group:
            dripping = group.create_task(drip(*(writer for _, writer in [*halves, again, bodies[0]])))
            for reader in (silent, *(reader for reader, _ in halves), again[0]):
                assert await asyncio.wait_for(ended(reader), 30) == b""
            status, error = await asyncio.wait_for(answer_from(bodies[1][0]), 30)
            assert (status, error["type"]) == (408, "slow")
            for reader, _ in bodies:
                await asyncio.wait_for(ended(reader), 30)
            assert await server.get() == 200
            dripping.cancel()


async def drip(*writers: asyncio.StreamWriter) -> None:
    """A byte now and then is not enough."""
    while True:
        for writer in writers:
            writer.write(b"a")
        await asyncio.sleep(0.1)


async def test_half_sent_requests_shut_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WIRES_OF_A_NETWORK", 20)
    async with serving(tmp_path) as server:
        live, _ = await server.live()
        strangers = [await server.raw() for _ in range(60)]
        for _, writer in strangers:
            writer.write(b"GET / HTTP/1.1\r\n")
        for _ in range(5):
            assert await server.get() == 200
        await soon(lambda: len(server.wires.waiting) <= 20)
        assert not live.at_eof()  # nobody who plays had to go


async def test_half_sent_bodies_shut_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WIRES_OF_A_NETWORK", 20)
    async with serving(tmp_path) as server:
        live, _ = await server.live()
        strangers = [await server.raw() for _ in range(19)]
        for _, writer in strangers:
            writer.write(f"{PUT}Content-Length: 100\r\n\r\n{{".encode())
        await soon(lambda: len(server.wires.unfinished) == 19)
        for _ in range(5):
            assert await server.get() == 200
        assert not live.at_eof()


@pytest.mark.parametrize("head", [PUT, f"GET / HTTP/1.1\r\nHost: {HOST}\r\n"])
async def test_a_body_in_too_many_chunks_is_refused(tmp_path: Path, head: str) -> None:
    """A chunk of one byte takes as much time as a thousand bytes in one chunk."""
    async with serving(tmp_path) as server:
        for chunks, refused in ((limits.MOST_CHUNKS, False), (limits.MOST_CHUNKS + 100, True)):
            reader, writer = await server.raw()
            body = b"1\r\n \r\n" * (chunks - 1) + b"2\r\n{}\r\n0\r\n\r\n"
            writer.write(f"{head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n".encode() + body)
            said = await asyncio.wait_for(ended(reader), 30)
            assert (b" 413 " in said and b"too many chunks" in said) == refused
            assert (b" 200 " in said) != refused
        assert await server.get() == 200


async def test_quiet_websockets_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_OF_A_NETWORK", 3)
    async with serving(tmp_path) as server:
        quiet = [await server.live() for _ in range(3)]
        refused, writer = await server.live()
        writer.write(frame(b"", opcode=8))
        assert b"Too many people" in await asyncio.wait_for(ended(refused), 30)
        monkeypatch.setattr(limits, "QUIET_SECONDS", 0.0)
        quiet[0][1].write(frame(b'{"type": "ping", "id": 1}'))
        await asyncio.sleep(0.2)
        newcomer, _ = await server.live()
        assert b"hello" in await newcomer.read(2**16)
        quiet[1][1].write(frame(b"", opcode=8))
        await asyncio.wait_for(ended(quiet[1][0]), 30)
        assert not quiet[0][0].at_eof()
        assert not quiet[2][0].at_eof()


@pytest.mark.long
async def test_those_who_do_not_read_are_not_served_and_then_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(limits, "STALL_SECONDS", 3.0)
    monkeypatch.setattr(limits, "MOST_BACKLOG", 2**20)
    asked = {"type": "new", "id": 1, "board": {"rows": 500, "columns": 500, "mines": 1000}}
    largest = 0
    async with serving(tmp_path) as server:
        for reader, writer in [await server.live(unread=4096) for _ in range(8)]:
            writer.write(frame(json.dumps(asked).encode()))
            game = (await reader.readuntil(b'"first_click"')).rpartition(b'"game":"')[2].partition(b'"')[0]
            for id in range(2, 80):  # each answer to the second kind has a third of a million bytes
                marked = {"type": "act", "kind": "flag", "cell": 0, "key": "a"}
                message = {**(marked if id == 2 else {"type": "resume"}), "id": id, "game": game.decode()}
                writer.write(frame(json.dumps(message).encode()))
        until = time.monotonic() + 40
        while server.wires.count and time.monotonic() < until:
            largest = max(largest, server.wires.total)
            await asyncio.sleep(0.02)
        assert server.wires.count == 0
        assert server.wires.total == 0
        assert await server.get() == 200
    assert 8 * 2**20 < largest < 8 * 3 * 2**20
    assert caplog.records == []


async def test_pages_that_go_away_before_their_answers_fill_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as server:
        for pause in range(30):
            _, writer = await server.live()
            writer.write(b"".join(frame(b'{"type": "ping", "id": %d}' % id) for id in range(300)))
            await asyncio.sleep(pause / 1000)
            writer.transport.abort()
        await soon(lambda: server.wires.count == 0)
        assert await server.get() == 200
    assert caplog.records == []


async def test_websockets_that_are_refused_fill_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as server:
        status, error = await server.answer(handshake("Origin: http://elsewhere\r\n"))
        assert (status, error["type"]) == (403, "origin")
        assert await server.get() == 200
    assert caplog.records == []


async def test_all_together_hold_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HELD_BYTES", 2**20)
    async with serving(tmp_path) as server:
        strangers = [await server.live() for _ in range(6)]
        for _, writer in strangers:  # half a message each
            writer.write(frame(b"[" + b" " * 400_000, fin=False))
        await soon(lambda: server.wires.count <= 3)
        assert server.wires.total <= limits.HELD_BYTES
        assert await server.get() == 200


async def test_a_message_in_too_many_fragments_ends_the_connection(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as server:
        reader, writer = await server.live()
        writer.write(frame(b"", fin=False) + frame(b"", opcode=0, fin=False) * (limits.MOST_FRAGMENTS + 50))
        said = await asyncio.wait_for(ended(reader), 30)
        assert (1008).to_bytes(2, "big") + b"a message has at most" in said
        assert await server.get() == 200
    assert caplog.records == []


@pytest.mark.parametrize(
    "tiny",
    [frame(b"", opcode=9), frame(b"", opcode=10), frame(b"{}")],
    ids=["pings", "pongs", "messages"],
)
async def test_a_flood_of_tiny_frames_ends_the_connection_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tiny: bytes
) -> None:
    monkeypatch.setattr(limits, "LIVE_BURST", 200)
    parsed = []
    real = Frame.parse

    def parse(*arguments: Any, **options: Any) -> Any:
        parsed.append(1)
        return real(*arguments, **options)

    async with serving(tmp_path) as server:
        reader, writer = await server.live()
        monkeypatch.setattr(Frame, "parse", parse)
        writer.write(tiny * 40_000)
        await asyncio.wait_for(ended(reader), 30)
        assert len(parsed) < 5_000
        assert await server.get() == 200
    assert caplog.records == []


async def test_text_that_is_not_utf_8_ends_the_connection_and_fills_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as server:
        reader, writer = await server.live()
        writer.write(frame(b"\xff"))
        assert (1007).to_bytes(2, "big") in await asyncio.wait_for(ended(reader), 30)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_refused_handshakes_fill_no_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as server:
        foreign = handshake().replace(HOST.encode(), b"elsewhere.example")
        assert (await server.answer(foreign))[0] == 400
        assert (await server.answer(handshake("Origin: http://elsewhere.example\r\n")))[0] == 403
        monkeypatch.setattr(Rates, "allows", lambda *_: False)
        assert (await server.answer(handshake()))[0] == 429
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Pipe:
    """The other end of a wire."""

    def __init__(self, wires: Wires, network: str = "a") -> None:
        self.unread = 0
        self.is_cut = False
        self.wire = Wire(wires, network, self.cut, lambda: self.unread)
        self.is_in = wires.enter(self.wire)

    def cut(self) -> None:
        self.is_cut = True


def test_the_wire_that_waited_longest_makes_room_and_no_working_one() -> None:
    wires = Wires(places=3, now=Clock())
    pipes = [Pipe(wires, network) for network in "abc"]
    pipes[0].wire.works()
    assert Pipe(wires, "d").is_in
    assert [pipe.is_cut for pipe in pipes] == [False, True, False]
    for wire in list(wires.waiting):
        wire.works()
    assert not Pipe(wires, "e").is_in
    wires.leave(pipes[0].wire)
    assert Pipe(wires, "e").is_in


def test_those_that_wait_for_a_request_make_room_before_those_that_wait_for_a_body() -> None:
    wires = Wires(places=3, now=Clock())
    body, idle, answered = Pipe(wires), Pipe(wires), Pipe(wires)
    for pipe in (body, answered):
        pipe.wire.works()
    body.wire.waits_for_body()
    new = [Pipe(wires) for _ in range(2)]
    assert [pipe.is_cut for pipe in (body, idle, answered, *new)] == [False, True, False, True, False]
    new[1].wire.works()
    last = Pipe(wires)
    assert (last.is_in, body.is_cut) == (True, True)
    last.wire.works()
    assert not Pipe(wires).is_in


def test_a_network_makes_room_within_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WIRES_OF_A_NETWORK", 2)
    wires = Wires(now=Clock())
    pipes = [Pipe(wires, network) for network in "baac"]
    assert Pipe(wires, "a").is_in
    assert [pipe.is_cut for pipe in pipes] == [False, True, False, False]


def test_waiting_ends_and_working_does_not() -> None:
    clock = Clock()
    wires = Wires(now=clock)
    waits, works, slow = Pipe(wires), Pipe(wires), Pipe(wires)
    works.wire.works()
    slow.unread = 10  # it still reads the last answer
    clock.now = limits.HEAD_SECONDS
    for _ in range(5):
        slow.unread -= 1
        wires.look()
    assert (waits.is_cut, works.is_cut, slow.is_cut) == (True, False, False)


def test_whoever_reads_nothing_is_cut_and_whoever_reads_a_little_is_not() -> None:
    wires = Wires(now=Clock())
    dead, slow = Pipe(wires), Pipe(wires)
    for pipe in (dead, slow):
        pipe.wire.works()
        pipe.unread = 1000
    for _ in range(int(limits.STALL_SECONDS) + 1):
        wires.look()
        slow.unread -= 1
    assert (dead.is_cut, slow.is_cut) == (True, False)


def test_the_network_that_holds_most_loses_its_largest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HELD_BYTES", 100)
    wires = Wires(now=Clock())
    crowd = [Pipe(wires, "crowd") for _ in range(6)]
    for pipe in crowd:
        pipe.wire.hold(12)
    crowd[3].wire.hold(1)
    alone = Pipe(wires, "alone")
    alone.wire.hold(30)
    assert [pipe.is_cut for pipe in crowd] == [False, False, False, True, False, False]
    assert not alone.is_cut
    assert wires.total == 90
    monkeypatch.setattr(limits, "HELD_BYTES_OF_A_WIRE", 40)
    alone.unread = 11
    alone.wire.hold(0)
    assert not alone.is_cut
    alone.wire.hold(1)
    assert alone.is_cut


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_networks(host: str, network: str) -> None:
    assert network_of(host) == network
