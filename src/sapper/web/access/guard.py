"""Checks every request first: where it comes from, whose it is, its size and its rate.

It is pure ASGI. So it costs almost nothing, and it sees WebSockets too.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import socket
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from sapper._support.naming import counting_from
from sapper.web import limits
from sapper.web.access.players import Player, player_of
from sapper.web.access.rates import Rates
from sapper.web.access.wires import Wire, network_of
from sapper.web.errors import STATUS

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self';"
    " manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_HEADERS: Final = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

_TO_TRUSTED: Final = [(b"cross-origin-opener-policy", b"same-origin")]
"""Browsers respect this over HTTPS and on this machine only. Elsewhere they print warnings."""

_HOST: Final = re.compile(r"(?:(?P<name>[^\[\]:]+)|\[(?P<bracketed>[0-9a-f:.]+)\])(?::[0-9]{1,5})?")
"""A `Host` header: a name, an IPv4 address or an IPv6 address in brackets, with or without a port."""

_LARGE_BODIES: Final = {
    "/api/archive": limits.ARCHIVE_BYTES,
    "/api/read": limits.PICTURE_BYTES,
    "/api/write": limits.FRAME_BYTES,
    "/api/analyse": limits.FRAME_BYTES,
    "/api/hint": limits.FRAME_BYTES,
    "/api/games": limits.FRAME_BYTES,
}


_LONG: Final = 30
"""Entries of a list that are written at once. An entry may be a row of the board."""


class Hosts:
    """The host names that this server answers to.

    Somebody else's DNS may point a name at this machine, so that their page could pass for ours. Such a name
    is refused. Numeric addresses are safe: no DNS can point them elsewhere.
    """

    def __init__(self, bound_to: str, more: Iterable[str] = ()) -> None:
        """Allows the host that the server binds to, and further names."""
        self._names = {"localhost", bound_to.lower(), *(name.lower() for name in more)}
        self._any_address = not _is_loopback(bound_to)
        if self._any_address:
            self._names.add(socket.gethostname().lower())

    def allow(self, host: str) -> bool:
        """Whether a `Host` header names this server. The port does not matter."""
        written = _HOST.fullmatch(host.lower())
        if written is None:
            return False
        name = written["name"] or written["bracketed"]
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return written["name"] in self._names
        return self._any_address or address.is_loopback or name in self._names


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: App, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts
        self._rates = Rates(limits.REQUEST_RATE, limits.REQUEST_BURST)
        self._rates_of_addresses = Rates(limits.ADDRESS_RATE, limits.ADDRESS_BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or refuses it. Messages for people count rows and columns from 1."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        with counting_from(1):
            await self._guarded(scope, receive, send)

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        refused = self._refused(scope, headers)
        player = player_of(headers.get(b"cookie", ""))
        scope.setdefault("state", {})["player"] = player
        # Other layers would parse all cookies, even those of other sites on this host.
        scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
        if (
            refused is None
            and scope["path"].startswith("/api/")
            and not self._in_time(scope, headers, player)
        ):
            refused = ("rate", "too many requests: slow down")
        if scope["type"] == "websocket":
            if refused is None:
                await self._app(scope, receive, send)
            else:
                await _refuse(send, *refused, "websocket.")
            return
        answer = _Answer(send, player.cookie, _HEADERS + (_TO_TRUSTED if _is_trusted(headers) else []))
        if refused is not None:
            await _refuse(answer, *refused)
            return
        most = _LARGE_BODIES.get(scope["path"], limits.SMALL_BODY_BYTES)
        body = _Body(receive, most, scope["state"].get("wire"))
        try:
            await self._app(scope, body, answer)
        except ClientDisconnect:
            return  # nobody is left to answer
        finally:
            body.forget()

    def _in_time(self, scope: Scope, headers: dict[bytes, str], player: Player) -> bool:
        """Whether the player and the address stay below their rates. Many players may share an address."""
        network = network_of(str((scope.get("client") or ("", 0))[0]))
        who = player.id if player.known else f"new from {network}"
        length = headers.get(b"content-length", "")
        size = int(length) if length.isascii() and length.isdigit() else 0
        drops = 1 + size // limits.SIZE_OF_A_DROP
        return self._rates_of_addresses.allows(network) and self._rates.allows(who, drops)

    def _refused(self, scope: Scope, headers: dict[bytes, str]) -> tuple[str, str] | None:
        """The error for a request that is refused; None for others."""
        if head_too_large(scope["headers"], len(scope["path"]) + len(scope["query_string"])):
            return "head", "the address or the headers are too long"
        host = headers.get(b"host", "")
        if not self._hosts.allow(host):
            return (
                "host",
                "this server does not answer to that host name: allow it with 'sapper serve --allow-host'",
            )
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and not _same_site(headers, host):
            return "origin", "requests from other sites are refused"
        length = headers.get(b"content-length", "0")
        if changes and (length != "0" or b"transfer-encoding" in headers) and not _known_media(headers):
            return "media", "the body must be application/json, or application/octet-stream for files"
        most = _LARGE_BODIES.get(scope["path"], limits.SMALL_BODY_BYTES)
        if length.isascii() and length.isdigit() and (len(length) > 12 or int(length) > most):
            return "too_large", f"the body has more than {most} bytes"
        return None


class _Body:
    """Receives a body, within limits of size and time."""

    def __init__(self, receive: Receive, most: int, wire: Wire | None) -> None:
        self._receive = receive
        self._most = most
        self._wire = wire
        self._taken = 0
        self._whole = False
        self._until: float | None = None

    async def __call__(self) -> Message:
        if self._whole:  # the next message is the end of the connection
            return await self._receive()
        if self._wire is not None:
            self._wire.waits_for_body()
        message = await self._piece()
        piece = len(message.get("body", b""))
        self._taken += piece
        if self._wire is not None:
            self._wire.hold(piece)
        if self._taken > self._most:
            raise HTTPException(413, f"the body has more than {self._most} bytes")
        self._whole = not message.get("more_body", False)
        if self._whole and self._wire is not None:
            self._wire.works()
        return message

    async def _piece(self) -> Message:
        if self._until is None:
            self._until = asyncio.get_running_loop().time() + limits.BODY_SECONDS
        try:
            async with asyncio.timeout_at(self._until + self._taken / limits.BODY_BYTES_A_SECOND):
                return await self._receive()
        except TimeoutError:
            headers = {"connection": "close"}
            raise HTTPException(408, "the body came too slowly: send it again", headers) from None

    def forget(self) -> None:
        """Stops counting the body, after the answer."""
        if self._wire is not None:
            self._wire.hold(-self._taken)


class _Answer:
    """Sends an answer and adds the headers that every answer has."""

    def __init__(self, send: Send, cookie: str | None, headers: list[tuple[bytes, bytes]]) -> None:
        self._send = send
        self._cookie = cookie
        self._headers = headers

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", []))
            if self._cookie is not None:
                own.append((b"set-cookie", self._cookie.encode()))
            message["headers"] = own + self._headers
        await self._send(message)


def json_bytes(value: Any) -> bytes:
    """JSON in ASCII. Raises ValueError for NaN and infinities."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


async def large_json_bytes(value: Any) -> bytes:
    """The same in a thread, for an answer that may be long.

    It is written in pieces, since `json.dumps` lets no other thread run.
    """
    return await asyncio.to_thread(lambda: b"".join(_pieces(value)))


def _pieces(value: Any) -> Iterator[bytes]:
    if isinstance(value, dict) and value:
        start = b"{"
        for name, each in value.items():
            yield start + json_bytes(name) + b":"
            yield from _pieces(each)
            start = b","
        yield b"}"
    elif isinstance(value, list) and len(value) > _LONG:
        for begin in range(0, len(value), _LONG):
            yield (b"," if begin else b"[") + json_bytes(value[begin : begin + _LONG])[1:-1]
        yield b"]"
    else:
        yield json_bytes(value)


async def _refuse(send: Send, type: str, message: str, prefix: str = "") -> None:
    """Answers a request with an error; with the prefix `"websocket."` the handshake of a WebSocket."""
    body = json_bytes({"error": {"type": type, "message": message}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": f"{prefix}http.response.start", "status": STATUS[type], "headers": headers})
    await send({"type": f"{prefix}http.response.body", "body": body})


def _known_media(headers: dict[bytes, str]) -> bool:
    """Whether the body has a type that a form on another site cannot send."""
    media = headers.get(b"content-type", "").partition(";")[0].strip().lower()
    return media in ("application/json", "application/octet-stream")


def _is_trusted(headers: dict[bytes, str]) -> bool:
    """Whether a browser trusts our address. Only then does it send `Sec-Fetch-Site`."""
    return b"sec-fetch-site" in headers


def _same_site(headers: dict[bytes, str], host: str) -> bool:
    """Whether our own page sent this, or a program that is not a browser."""
    if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get(b"origin")
    return origin is None or _netloc(origin) == host.lower()


def _netloc(origin: str) -> str | None:
    """Host and port of an origin; None if it is not one."""
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        return None
    return parts.netloc if parts.scheme in ("http", "https") else None


def head_too_large(headers: Sequence[tuple[bytes, bytes]], address_bytes: int) -> bool:
    """Whether there are too many headers, or headers or address are too long."""
    sizes = [len(name) + len(value) for name, value in headers]
    longest = max(address_bytes, max(sizes, default=0))
    most = limits.HEAD_BYTES
    return len(sizes) > limits.MOST_HEADERS or longest > most // 2 or address_bytes + sum(sizes) > most


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
