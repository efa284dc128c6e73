"""The engine in WebAssembly, in Node.js and in a browser."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.wasm import PACKAGE, Ask, node

HERE = Path(__file__).parent
ADDRESS = "https://sapper.test/"
IN_WORKER = """requests => new Promise((resolve, reject) => {
    const worker = new Worker('/worker.mjs', { type: 'module' });
    worker.onmessage = ({ data }) => (data === 'ready' ? worker.postMessage(requests) : resolve(data));
    worker.onerror = ({ message }) => reject(new Error(message));
})"""


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


@pytest.fixture(scope="package")
def in_chromium() -> Iterator[Ask]:
    """Of a package, because no test can run an event loop while Playwright is there."""
    from playwright.sync_api import Route, sync_playwright  # slow to import
    from support.pages import launch

    def file(route: Route) -> None:
        """The package, the worker from the folder of the tests, and an empty page."""
        name = route.request.url.removeprefix(ADDRESS)
        if name:
            route.fulfill(path=HERE / name if name == "worker.mjs" else PACKAGE / name)
        else:
            route.fulfill(body="", content_type="text/html")

    with sync_playwright() as playwright, launch(playwright) as browser:
        page = browser.new_page()
        page.route(f"{ADDRESS}**", file)
        page.goto(ADDRESS)
        yield lambda requests: json.loads(page.evaluate(IN_WORKER, requests))
