"""Serves the page until a signal stops it."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from websockets.asyncio.server import Server, ServerConnection
from websockets.asyncio.server import serve as serve_sockets
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from sapper.errors import SapperError
from sapper.serve.page import SOCKET, Answer, Hosts, page_answer, same_origin
from sapper.serve.page_socket import Helpers

_HEADERS: Final = {
    "Content-Security-Policy": "frame-ancestors 'none'",  # the rest stands in the page, for every host
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Connection": "close",
}

PICTURE_BYTES: Final = 12 * 2**20
"""The largest picture of a board. A 4k screen with a photograph behind the windows takes up to ten MiB."""

MESSAGE_BYTES: Final = PICTURE_BYTES // 3 * 4 + 64 * 2**10
"""The longest message: the largest picture in base64, and the question around it."""

_PATIENCE: Final = 60.0
"""Seconds that a request or an answer may take. The engine has a megabyte, and some networks are slow."""

_LAST_WORDS: Final = 2.0
"""Seconds in which connections have to end when the server stops."""


def serve(
    folder: Path,
    names: Sequence[str],
    host: str,
    port: int,
    allowed_hosts: Iterable[str],
    started: Callable[[int], object],
) -> None:
    """Serves until a signal stops it.

    Args:
        folder: The folder of the page.
        names: The strategies that play for the page, as `load_strategy` takes them. They are known to load.
        host: The address to listen on.
        port: The port. 0 takes a free one.
        allowed_hosts: Further names that the server answers to.
        started: Called with the port when the server listens.

    Raises:
        SapperError: The port is taken, or the host is not of this machine.
    """
    with _bound(host, port) as listener, suppress(KeyboardInterrupt):
        asyncio.run(_serve(listener, folder, Helpers(names), Hosts(host, allowed_hosts), started))


async def _serve(
    listener: socket.socket, folder: Path, helpers: Helpers, hosts: Hosts, started: Callable[[int], object]
) -> None:
    def process(_: ServerConnection, request: Request) -> Response | None:
        answer = _answer(folder, hosts, request)
        if answer is None:
            return None
        return Response(
            answer.status, answer.status.phrase, Headers(answer.headers | _HEADERS), answer.content
        )

    server = await serve_sockets(
        helpers.attend,
        sock=listener,
        process_request=process,
        open_timeout=_PATIENCE,
        close_timeout=_PATIENCE,
        max_size=MESSAGE_BYTES,
        compression=None,  # pictures are packed already, and small answers have to be quick
        server_header=None,
    )
    started(listener.getsockname()[1])
    try:
        await _until_a_signal()
    finally:
        await _end(server)


async def _until_a_signal() -> None:
    stop = asyncio.Event()
    with suppress(NotImplementedError):  # on Windows, where Ctrl-C is all there is
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()


async def _end(server: Server) -> None:
    server.close()
    with suppress(TimeoutError):
        async with asyncio.timeout(_LAST_WORDS):
            await server.wait_closed()


def _answer(folder: Path, hosts: Hosts, request: Request) -> Answer | None:
    """The answer to a request; None if it opens the socket."""
    host = request.headers.get("Host", "")
    if not hosts.allow(host):
        return _refusal(
            HTTPStatus.BAD_REQUEST,
            "This server does not answer to that host name. Allow it with: sapper serve --allow-host NAME",
        )
    address = unquote(request.path.partition("?")[0])
    if address == f"/{SOCKET}":
        if same_origin(request.headers.get("Origin"), host):
            return None
        return _refusal(HTTPStatus.FORBIDDEN, "This socket is only for the page of this server.")
    if request.method not in ("GET", "HEAD"):
        return _refusal(HTTPStatus.METHOD_NOT_ALLOWED, "This server only sends files.", Allow="GET, HEAD")
    known = request.headers.get("If-None-Match", "")
    answer = page_answer(folder, address, known, head=request.method == "HEAD")
    return answer or _refusal(HTTPStatus.NOT_FOUND, "There is no such file.", head=request.method == "HEAD")


def _refusal(status: HTTPStatus, text: str, *, head: bool = False, **headers: str) -> Answer:
    content = f"{text}\n".encode()
    headers = {**headers, "Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(content))}
    return Answer(status, headers, b"" if head else content)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small answers at once only if the protocol is given. Otherwise they wait 40 ms for more.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if hasattr(socket, "SO_REUSEADDR") and not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise SapperError(f"cannot listen on {host}, port {port}: {reason}") from None
    return listener
