"""The page that `make page` builds, served below a path as any host would, without headers of its own."""

import gzip
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from support.wasm import SOURCES

SITE = Path(__file__).resolve().parents[2] / "build" / "page"
PATH = "/some/where"

TOOLS = SOURCES.parent
PACKAGES = {
    "idb": "idb/build/index.js",
    "fflate": "fflate/esm/browser.js",
    "image-size": "image-size/dist/esm/index.js",
    "valibot": "valibot/dist/index.mjs",
    "@noble/hashes/sha2.js": "@noble/hashes/sha2.js",
    "@noble/hashes/utils.js": "@noble/hashes/utils.js",
}
"""The names by which modules of the page import packages, and the files in `node_modules`."""

_PIECE = 8192


@dataclass
class Line:
    """A line between host and browser: how much it carries, and how long an answer takes to begin.

    Attributes:
        rate: In bytes a second, for all answers together. None is without a limit.
        latency: In seconds.
        carried: The bytes so far.
    """

    rate: float | None = None
    latency: float = 0
    weight: int = 0
    turn: threading.Lock = field(default_factory=threading.Lock)

    def carry(self, write: Callable[[bytes], object], content: bytes) -> None:
        """Writes an answer as fast as the line allows."""
        time.sleep(self.latency)
        with self.turn:
            self.weight += len(content)
        if self.rate is None:
            write(content)
            return
        for start in range(0, len(content), _PIECE):
            piece = content[start : start + _PIECE]
            with self.turn:
                time.sleep(len(piece) / self.rate)
            write(piece)


class _Files(SimpleHTTPRequestHandler):
    folder = SITE
    line = Line()
    protocol_version = "HTTP/1.1"
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}  # noqa: RUF012  # of the class

    def do_GET(self) -> None:  # the name that the server calls
        path, _, _ = self.path.partition("?")
        # The bundler puts these beside the page.
        beside = self.folder / "files" / "page" / "public" / path.rpartition("/")[2]
        file = self.folder / path.removeprefix(f"{PATH}/").lstrip("/")
        if path.endswith("/"):
            file /= "index.html"
        elif beside.is_file():
            file = beside
        if not (path.startswith(f"{PATH}/") or file is beside) or not file.is_file():
            self.send_error(404)
            return
        content = gzip_of(file, file.stat().st_mtime_ns, self.folder)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.line.carry(self.wfile.write, content)

    def log_message(self, *_: object) -> None:
        pass


@cache
def gzip_of(file: Path, _age: int, folder: Path) -> bytes:
    content = file.read_bytes()
    if folder == TOOLS and file.suffix == ".js":  # no bundler has put the paths of packages in
        for name, place in PACKAGES.items():
            text = f'from "{PATH}/node_modules/{place}"'
            content = content.replace(f'from "{name}"'.encode(), text.encode())
    return gzip.compress(content)


@dataclass
class StaticSite:
    """A host of the static page."""

    address: str


@contextmanager
def static_site(line: Line | None = None, folder: Path = SITE, page: str = "") -> Iterator[StaticSite]:
    """Serves it."""
    assert (folder / page[1:] / "index.html").exists(), "there is no page: make page makes it"
    handler = type("_TheseFiles", (_Files,), {"line": line or Line(), "folder": folder})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield StaticSite(f"http://127.0.0.1:{server.server_port}{PATH}{page}")
        finally:
            server.shutdown()
