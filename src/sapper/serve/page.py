"""The files of the page, and how they are sent."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Final, NamedTuple

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


def page_answer(folder: Path, address: str, known: str, *, head: bool) -> Answer | None:
    """The answer to a request for a file of the page; None if there is no such file.

    Args:
        folder: The folder of the page.
        address: The path of the request, as it was sent.
        known: The header `If-None-Match`.
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
    if tag in known:
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
