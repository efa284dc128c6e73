"""Serves the page until a signal stops it, and answers it over its socket.

A page of somebody else must not reach this server through the browser of its user. Browsers say in `Host`
which name they asked for, and in `Origin` whose page asks.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import ipaddress
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from websockets.asyncio.server import Server, ServerConnection
from websockets.asyncio.server import serve as serve_sockets
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from sapper._support.parallel import usable_cores
from sapper.errors import FileError, SapperError
from sapper.simulation.strategy_marks import name_in_files
from sapper.strategy.loading import load_strategy

SOCKET: Final = "socket"
"""Where the WebSocket is, beside the page."""

_SOCKET_TAG: Final = f'<meta name="sapper-socket" content="{SOCKET}">'
"""Tells the page that `sapper serve` sent it. Without it the page tries no socket."""

_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}

_NAME_WITH_DIGEST: Final = re.compile(r".*-[\w-]{8}\.\w+")
"""The names of files with a digest in them. Such a file never changes, so browsers need not ask again."""


class HttpAnswer(NamedTuple):
    """An answer over HTTP. `content` is empty if only the headers are sent."""

    status: HTTPStatus
    headers: dict[str, str]
    content: bytes


def page_folder() -> Path:
    """The folder of the page: that of an installed package, or the one that `make page` makes in a clone.

    Raises:
        FileError: There is no such folder.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "page", package.parents[1] / "build" / "page"):
        if (folder / "index.html").is_file():
            return folder
    raise FileError("there is no page to serve: run 'make page' in a clone, or install a wheel of sapper")


def page_answer(folder: Path, address: str, digest: str, *, head: bool) -> HttpAnswer | None:
    """The answer to a request for a file of the page; None if there is no such file.

    Args:
        folder: The folder of the page.
        address: The path of the request, as it was sent.
        digest: The header `If-None-Match`.
        head: Whether only the headers are wanted.
    """
    # The folder is listed anew: no part of a request becomes a path, and a new page is sent at once.
    files = {f"/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*") if path.is_file()}
    name = "/index.html" if address == "/" else address
    if name not in files:
        return None
    content = _content(files[name], files[name].stat().st_mtime_ns)
    tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    caching = "public, max-age=31536000, immutable" if _NAME_WITH_DIGEST.fullmatch(name) else "no-cache"
    headers = {"ETag": tag, "Cache-Control": caching}
    if tag in digest:
        return HttpAnswer(HTTPStatus.NOT_MODIFIED, headers, b"")
    headers["Content-Type"] = _TYPES.get(files[name].suffix, "application/octet-stream")
    headers["Content-Length"] = str(len(content))
    return HttpAnswer(HTTPStatus.OK, headers, b"" if head else content)


@cache
def _content(file: Path, _time: int) -> bytes:
    content = file.read_bytes()
    if file.name == "index.html":
        return _with_socket(content)
    if file.name == "service_worker.js":  # it keeps no file whose digest is not in its list
        index = file.with_name("index.html").read_bytes()
        return content.replace(_digest(index), _digest(_with_socket(index)))
    return content


def _with_socket(index: bytes) -> bytes:
    return index.replace(b"<head>", f"<head>{_SOCKET_TAG}".encode(), 1)


def _digest(content: bytes) -> bytes:
    """The digest of a file, as the service worker lists it."""
    return base64.b64encode(hashlib.sha256(content).digest())


_HOST: Final = re.compile(r"(?:(?P<name>[^\[\]:]+)|\[(?P<bracketed>[0-9a-f:.]+)\])(?::[0-9]{1,5})?")
"""A `Host` header: a name, an IPv4 address or an IPv6 address in brackets, with or without a port."""


class Hosts:
    """The host names that this server answers to.

    Somebody else's DNS may point a name at this machine, so that their page could pass for ours. Such a name
    is refused. Numeric addresses are safe: no DNS can point them elsewhere.
    """

    def __init__(self, address: str, more: Iterable[str] = ()) -> None:
        """Allows the host that the server binds to, and further names."""
        self._names = {"localhost", address.lower(), *(name.lower() for name in more)}
        self._any_address = not is_loopback(address)
        if self._any_address:
            self._names.add(socket.gethostname().lower())

    def allow(self, host: str) -> bool:
        """Whether a `Host` header names this server. The port does not matter."""
        parts = _HOST.fullmatch(host.lower())
        if parts is None:
            return False
        name = parts["name"] or parts["bracketed"]
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return parts["name"] in self._names
        return self._any_address or address.is_loopback or name in self._names


def same_origin(origin: str | None, host: str) -> bool:
    """Whether an `Origin` header names the page of this server. Browsers send one with every WebSocket."""
    try:
        parts = urlsplit((origin or "").lower())
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc == host.lower()


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that is bound to this host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


_MOST_PROCESSES: Final = 64
"""The most processes for all tabs together."""

_MOST_LINE: Final = 2**26
"""Bytes of an answer. A board of a million cells takes some ten million."""


class Helpers:
    """The processes of all pages.

    To the page each is a worker, as its own helpers are: it gets questions, answers one after the other, and
    is ended if a question takes too long. So a strategy that hangs disturbs nobody. Messages are objects of
    JSON:

    * From the page, `worker` is a number that it chooses. A new number begins a process, which takes all
      further messages with that number. `{"worker": 1, "end": true}` ends it.
    * To the page, the first message has `strategies`, those that play here by name. Each has a summary and a
      mark that changes with its source. `processes` is the number that this machine can run well. All others
      have a `worker`. The first of a process is `ready`, and then each has an `answer` or `error`. `lost`
      says why the process ended by itself.
    """

    def __init__(self, names: Sequence[str]) -> None:
        """Takes the names of strategies that the caller has loaded once, so they load."""
        self._names = names
        self._greeting = {
            "strategies": [_description(name) for name in names],
            "processes": max(1, usable_cores() - 1),
        }
        self._count = 0

    async def attend(self, page: ServerConnection) -> None:
        """Serves one page until it goes."""
        workers: dict[int, asyncio.Task[None]] = {}
        inboxes: dict[int, asyncio.Queue[bytes]] = {}
        try:
            with suppress(ConnectionClosed):
                await self._hear(page, workers, inboxes)
        finally:
            for number in list(workers):
                _end(workers, inboxes, number)

    async def _hear(
        self,
        page: ServerConnection,
        workers: dict[int, asyncio.Task[None]],
        inboxes: dict[int, asyncio.Queue[bytes]],
    ) -> None:
        """Hands the messages of a page to its processes until it goes."""
        await page.send(json.dumps(self._greeting))
        async for message in page:
            try:
                request = json.loads(message)
                number = int(request.pop("worker"))
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                await page.close(1008, "every message is an object with the number of a worker")
                return
            if request.get("end"):
                _end(workers, inboxes, number)
                continue
            if number not in inboxes:
                if self._count >= _MOST_PROCESSES:
                    await _tell(page, number, {"lost": "this machine is busy: close other tabs of the page"})
                    continue
                inboxes[number] = asyncio.Queue()
                workers[number] = asyncio.create_task(self._work(page, number, inboxes[number]))
            inboxes[number].put_nowait(json.dumps(request).encode() + b"\n")

    async def _work(self, page: ServerConnection, number: int, inbox: asyncio.Queue[bytes]) -> None:
        """Runs a process until it is cancelled or the process ends."""
        self._count += 1
        process = None
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "sapper.serve.helper", *self._names,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=_MOST_LINE, **_apart(),
            )  # fmt: skip
            feeding = asyncio.create_task(_feed(process, inbox))
            try:
                assert process.stdout is not None
                while line := await process.stdout.readline():
                    await _tell(page, number, json.loads(line))
            finally:
                feeding.cancel()
            code = await process.wait()
            why = f"signal {-code}" if code < 0 else f"exit code {code}"
            await _tell(page, number, {"lost": f"its process ended too early ({why})"})
        finally:
            self._count -= 1
            if process is not None:
                with suppress(ProcessLookupError):
                    process.kill()
                await asyncio.shield(process.wait())


def _description(name: str) -> dict[str, str]:
    strategy = load_strategy(name)
    return {"name": name, "summary": strategy.summary, "mark": name_in_files(strategy)}


def _apart() -> dict[str, Any]:
    """The options for a process that gets no Ctrl-C from the terminal: the server ends it."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _end(
    workers: dict[int, asyncio.Task[None]], inboxes: dict[int, asyncio.Queue[bytes]], number: int
) -> None:
    inboxes.pop(number, None)
    if (worker := workers.pop(number, None)) is not None:
        worker.cancel()


async def _feed(process: asyncio.subprocess.Process, inbox: asyncio.Queue[bytes]) -> None:
    assert process.stdin is not None
    with suppress(ConnectionError):  # who reads the answers notices that it ended
        while True:
            process.stdin.write(await inbox.get())
            await process.stdin.drain()


async def _tell(page: ServerConnection, number: int, message: dict[str, Any]) -> None:
    with suppress(ConnectionClosed):  # `attend` notices it, too
        await page.send(json.dumps({"worker": number, **message}))


_HEADERS: Final = {
    "Content-Security-Policy": "frame-ancestors 'none'",  # the rest stands in the page, for every host
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Connection": "close",
}

MESSAGE_BYTES: Final = 16 * 2**20
"""The longest message: a game on the largest board, with all its actions."""

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
    announce: Callable[[int], object],
) -> None:
    """Serves until a signal stops it.

    Args:
        folder: The folder of the page.
        names: The strategies that play for the page, as `load_strategy` takes them. The caller has loaded
            them once.
        host: The address to listen on.
        port: The port. 0 takes a free one.
        allowed_hosts: Further names that the server answers to.
        announce: Called with the port when the server listens.

    Raises:
        SapperError: The port is taken, or the host is not of this machine.
    """
    with _bind(host, port) as listener, suppress(KeyboardInterrupt):
        asyncio.run(_serve(listener, folder, Helpers(names), Hosts(host, allowed_hosts), announce))


async def _serve(
    listener: socket.socket, folder: Path, helpers: Helpers, hosts: Hosts, announce: Callable[[int], object]
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
        compression=None,  # small answers have to be quick
        server_header=None,
    )
    announce(listener.getsockname()[1])
    try:
        await _until_a_signal()
    finally:
        await _close(server)


async def _until_a_signal() -> None:
    stop = asyncio.Event()
    with suppress(NotImplementedError):  # on Windows, where Ctrl-C is all there is
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()


async def _close(server: Server) -> None:
    server.close()
    with suppress(TimeoutError):
        async with asyncio.timeout(_LAST_WORDS):
            await server.wait_closed()


def _answer(folder: Path, hosts: Hosts, request: Request) -> HttpAnswer | None:
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
    digest = request.headers.get("If-None-Match", "")
    answer = page_answer(folder, address, digest, head=request.method == "HEAD")
    return answer or _refusal(HTTPStatus.NOT_FOUND, "There is no such file.", head=request.method == "HEAD")


def _refusal(status: HTTPStatus, text: str, *, head: bool = False, **headers: str) -> HttpAnswer:
    content = f"{text}\n".encode()
    headers = {**headers, "Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(content))}
    return HttpAnswer(status, headers, b"" if head else content)


def _bind(host: str, port: int) -> socket.socket:
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
