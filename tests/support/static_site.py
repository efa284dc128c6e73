"""The static page of `make site`, served below a path as any host would, without headers of its own."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).resolve().parents[2] / "build" / "site"
PATH = "/some/where"


class _Files(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}  # noqa: RUF012  # of the class

    def do_GET(self) -> None:  # the name that the server calls
        path, _, _ = self.path.partition("?")
        file = SITE / (path.removeprefix(f"{PATH}/") or "index.html")
        if not path.startswith(f"{PATH}/") or not file.is_file():
            self.send_error(404)
            return
        content = compressed(file, file.stat().st_mtime_ns)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@cache
def compressed(file: Path, _changed: int) -> bytes:
    return gzip.compress(file.read_bytes())


@dataclass
class StaticSite:
    """A host of the static page."""

    address: str

    def take_faults(self) -> str:
        """A host that only sends files says nothing wrong."""
        return ""


@contextmanager
def static_site() -> Iterator[StaticSite]:
    """Serves it."""
    assert (SITE / "index.html").exists(), "there is no static page: make test-wasm makes it"
    with ThreadingHTTPServer(("127.0.0.1", 0), _Files) as server:
        threading.Thread(target=server.serve_forever).start()
        yield StaticSite(f"http://127.0.0.1:{server.server_port}{PATH}")
        server.shutdown()
