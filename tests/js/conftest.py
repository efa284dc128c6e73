"""The engine in WebAssembly, in Node.js and in a browser."""

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from support.wasm import PACKAGE, Ask, node

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def in_node() -> Iterator[Ask]:
    command = [node(), str(HERE / "answer.mjs"), str(PACKAGE / "index.js")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def ask(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("\n")
            answers = []
            for request in requests:
                process.stdin.write(json.dumps(request) + "\n")
                process.stdin.flush()
                answers.append(json.loads(process.stdout.readline()))
            return answers

        yield ask
        assert process.stdin is not None
        process.stdin.close()
    assert process.returncode == 0


class _Files(SimpleHTTPRequestHandler):
    """The package, and the page and its worker from the folder of the tests."""

    def translate_path(self, path: str) -> str:
        return str(HERE / "worker.mjs") if path == "/worker.mjs" else super().translate_path(path)

    def do_GET(self) -> None:  # the name that the server calls
        if self.path != "/":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        return None

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server of these files."""
    _Files.extensions_map = {**_Files.extensions_map, ".mjs": "text/javascript", ".js": "text/javascript"}
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    """Of a package, because no test can run an event loop while Playwright is there."""
    from playwright.sync_api import sync_playwright  # slow to import
    from support.pages import launched

    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def built() -> Iterator[str]:
    """The address of what `make wasm` builds."""
    with served(PACKAGE) as address:
        yield address


@pytest.fixture(scope="package")
def in_chromium(chromium: Any) -> Iterator[Ask]:
    with served(PACKAGE) as address:
        page = chromium.new_page()
        page.goto(address)
        page.evaluate("""() => new Promise((resolve, reject) => {
            window.worker = new Worker('/worker.mjs', { type: 'module' });
            worker.onmessage = resolve;
            worker.onerror = ({ message }) => reject(new Error(message));
        })""")

        def ask(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
            answers: list[dict[str, Any]] = json.loads(
                page.evaluate(
                    """requests => new Promise(resolve => {
                        worker.onmessage = ({ data }) => resolve(data);
                        worker.postMessage(requests);
                    })""",
                    requests,
                )
            )
            return answers

        yield ask
