"""What every request passes first: whether it may come in, whose it is, how large and how fast.

Pure ASGI, so that it costs next to nothing and sees WebSockets too.
"""

from __future__ import annotations

import ipaddress
import json
import socket
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException

from sapper._support.numbering import counting_from
from sapper.web import limits
from sapper.web.access.players import Player, player_of
from sapper.web.access.rates import Rates
from sapper.web.errors import STATUS

__all__ = ["Guard", "Hosts", "json_bytes"]

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
"""Heeded over HTTPS and on this machine only; elsewhere browsers complain of it."""

_LARGE_BODIES: Final = {
    "/api/read": limits.FILE_BYTES,
    "/api/write": limits.FRAME_BYTES,
    "/api/analyse": limits.FRAME_BYTES,
    "/api/hint": limits.FRAME_BYTES,
    "/api/games": limits.FRAME_BYTES,
}


class Hosts:
    """The names that this server answers to.

    A name that somebody else's DNS points here is none of them, and so no page from elsewhere can pass for
    ours; an address in digits cannot be pointed anywhere.
    """

    def __init__(self, bound_to: str, more: Iterable[str] = ()) -> None:
        """Takes the host the server binds to, and further names."""
        self._names = {"localhost", bound_to.lower(), *(name.lower() for name in more)}
        self._any_address = not _is_loopback(bound_to)
        if self._any_address:
            self._names.add(socket.gethostname().lower())

    def allow(self, host: str) -> bool:
        """Whether a `Host` header names this server; the port does not matter."""
        name = _without_port(host.lower())
        try:
            address = ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return name in self._names
        return self._any_address or address.is_loopback or name in self._names


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: App, hosts: Hosts) -> None:
        """Guards an application."""
        self._app = app
        self._hosts = hosts
        self._rates = Rates(limits.REQUEST_RATE, limits.REQUEST_BURST)
        self._rates_of_addresses = Rates(limits.ADDRESS_RATE, limits.ADDRESS_BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or answers it here. What people are told counts rows from 1."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        with counting_from(1):
            await self._guarded(scope, receive, send)

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        player = player_of(headers.get(b"cookie", ""))
        scope.setdefault("state", {})["player"] = player
        refused = self._refused(scope, headers)
        if scope["type"] == "websocket":
            if refused is None:
                await self._app(scope, receive, send)
            else:
                await _refuse_socket(send, *refused)
            return
        if refused is None and scope["path"].startswith("/api/") and not self._in_time(scope, player):
            refused = ("rate", "too many requests: slow down")
        answer = _Answer(send, player.cookie, _HEADERS + (_TO_TRUSTED if _is_trusted(headers) else []))
        if refused is not None:
            await answer.error(*refused)
            return
        body = _Body(receive, _LARGE_BODIES.get(scope["path"], limits.SMALL_BODY_BYTES))
        await self._app(scope, body, answer)

    def _in_time(self, scope: Scope, player: Player) -> bool:
        """Whether the player, and the address that many players may share, ask slowly enough."""
        address = str((scope.get("client") or ("", 0))[0])
        who = player.id if player.known else f"new from {address}"
        return self._rates_of_addresses.allows(address) and self._rates.allows(who)

    def _refused(self, scope: Scope, headers: dict[bytes, str]) -> tuple[str, str] | None:
        """The error for a request that may not come in."""
        host = headers.get(b"host", "")
        if not self._hosts.allow(host):
            return "host", "this server does not answer for that Host: see 'sapper serve --allow-host'"
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and not _same_site(headers, host):
            return "origin", "requests from other sites are refused"
        length = headers.get(b"content-length", "0")
        if changes and (length != "0" or b"transfer-encoding" in headers) and not _known_media(headers):
            return "media", "a body is application/json, or application/octet-stream for files"
        most = _LARGE_BODIES.get(scope["path"], limits.SMALL_BODY_BYTES)
        if length.isascii() and length.isdigit() and (len(length) > 12 or int(length) > most):
            return "too_large", f"the body has more than {most} bytes"
        return None


class _Body:
    """Receives a body up to its limit."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._most = most
        self._taken = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._taken += len(message.get("body", b""))
        if self._taken > self._most:
            raise HTTPException(413, f"the body has more than {self._most} bytes")
        return message


class _Answer:
    """Sends an answer with the headers that every answer has."""

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

    async def error(self, type: str, message: str) -> None:
        """Answers an error."""
        body = json_bytes({"error": {"type": type, "message": message}})
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await self({"type": "http.response.start", "status": STATUS[type], "headers": headers})
        await self._send({"type": "http.response.body", "body": body})


def json_bytes(value: Any) -> bytes:
    """JSON in ASCII, which no string can break; NaN and infinities are a mistake of ours."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


async def _refuse_socket(send: Send, type: str, message: str) -> None:
    """Answers the handshake with the error."""
    body = json_bytes({"error": {"type": type, "message": message}})
    headers = [(b"content-type", b"application/json")]
    await send({"type": "websocket.http.response.start", "status": STATUS[type], "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})


def _known_media(headers: dict[bytes, str]) -> bool:
    """Whether a body is of a type that no form of another site can send."""
    media = headers.get(b"content-type", "").partition(";")[0].strip().lower()
    return media in ("application/json", "application/octet-stream")


def _is_trusted(headers: dict[bytes, str]) -> bool:
    """Whether a browser trusts our address: only then it says where its requests come from."""
    return b"sec-fetch-site" in headers


def _same_site(headers: dict[bytes, str], host: str) -> bool:
    """Whether the browser, if it was one, sent this from our own page."""
    if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get(b"origin")
    return origin is None or _netloc(origin) == host.lower()


def _netloc(origin: str) -> str | None:
    """Host and port of an origin; None of what is none."""
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        return None
    return parts.netloc if parts.scheme in ("http", "https") else None


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.rpartition(":")[0] if host.count(":") == 1 else host


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
