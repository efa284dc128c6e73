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
def chromium() -> Iterator[Any]:
    """Of a package, because no test can run an event loop while Playwright is there."""
    from playwright.sync_api import sync_playwright  # slow to import
    from support.pages import launch

    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def in_chromium(chromium: Any) -> Iterator[Ask]:
    def file(route: Any) -> None:
        """The package, the worker from the folder of the tests, and an empty page."""
        name = route.request.url.removeprefix(ADDRESS)
        if not name:
            route.fulfill(body="", content_type="text/html")
        else:
            route.fulfill(path=HERE / name if name == "worker.mjs" else PACKAGE / name)

    with chromium.new_page() as page:
        page.route(f"{ADDRESS}**", file)
        page.goto(ADDRESS)
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
