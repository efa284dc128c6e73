"""The page: its files, how they are sent, and whom the server answers.

A page of somebody else must not reach this server through the browser of its user. Browsers say in `Host`
which name they asked for, and in `Origin` whose page asks.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
import socket
from collections.abc import Iterable
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from sapper.errors import FileError

SOCKET: Final = "socket"
"""Where the WebSocket is, beside the page."""

_SERVED: Final = f'<meta name="sapper-socket" content="{SOCKET}">'
"""Tells the page that `sapper serve` sent it. Other hosts have no socket, and to try one is an error."""

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

_LASTING: Final = re.compile(r".*-[\w-]{8}\.\w+")
"""The names of files with a digest in them. Such a file never changes, so browsers need not ask again."""


class Answer(NamedTuple):
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


def page_answer(folder: Path, address: str, digest: str, *, head: bool) -> Answer | None:
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
    cached = "public, max-age=31536000, immutable" if _LASTING.fullmatch(name) else "no-cache"
    headers = {"ETag": tag, "Cache-Control": cached}
    if tag in digest:
        return Answer(HTTPStatus.NOT_MODIFIED, headers, b"")
    headers["Content-Type"] = _TYPES.get(files[name].suffix, "application/octet-stream")
    headers["Content-Length"] = str(len(content))
    return Answer(HTTPStatus.OK, headers, b"" if head else content)


@cache
def _content(file: Path, _changed: int) -> bytes:
    content = file.read_bytes()
    return (
        content.replace(b"<head>", f"<head>{_SERVED}".encode(), 1) if file.name == "index.html" else content
    )


_HOST: Final = re.compile(r"(?:(?P<name>[^\[\]:]+)|\[(?P<bracketed>[0-9a-f:.]+)\])(?::[0-9]{1,5})?")
"""A `Host` header: a name, an IPv4 address or an IPv6 address in brackets, with or without a port."""


class Hosts:
    """The host names that this server answers to.

    Somebody else's DNS may point a name at this machine, so that their page could pass for ours. Such a name
    is refused. Numeric addresses are safe: no DNS can point them elsewhere.
    """

    def __init__(self, bound_to: str, more: Iterable[str] = ()) -> None:
        """Allows the host that the server binds to, and further names."""
        self._names = {"localhost", bound_to.lower(), *(name.lower() for name in more)}
        self._any_address = not is_loopback(bound_to)
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
