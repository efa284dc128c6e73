"""Measure how soon one can play on the static page, over a slow line and from the browser's cache.

    make site && python benchmarks/page/start.py [TURNS]

The line carries 10 Mbit/s for all requests together, and answers 40 ms after it was asked. Files are
compressed with gzip, which every host does. One can play as soon as the board of the view Play is drawn.
Prints the medians of all turns, each with an empty browser, and what the whole page weighs, compressed with
Brotli.
"""

import json
import statistics
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from support.pages import launch
from support.static_site import SITE, Line, static_site

READY = """
new MutationObserver(() => {
    if (document.documentElement.dataset.ready === 'play') window.readyAt ??= performance.now();
}).observe(document, { subtree: true, attributes: true });
"""
AWAIT_WORKER = """async () => {
    const registration = await navigator.serviceWorker.ready;
    while (registration.active.state !== 'activated') await new Promise(resolve => setTimeout(resolve, 50));
}"""
WEIGH = """
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
const weigh = (name) => [name, brotliCompressSync(readFileSync(name)).length];
console.log(JSON.stringify(process.argv.slice(1).map(weigh)));
"""


def main() -> None:
    """Print a table."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    files = [str(path) for path in SITE.rglob("*") if path.is_file() and SITE / "docs" not in path.parents]
    weighing = ["node", "--input-type=module", "-e", WEIGH, *files]
    weights = json.loads(subprocess.run(weighing, check=True, capture_output=True, text=True).stdout)
    for name, weight in sorted(weights, key=lambda each: -each[1]):
        print(f"{weight / 1000:8.1f} kB  {Path(name).relative_to(SITE)}")
    print(f"{sum(weight for _, weight in weights) / 1000:8.1f} kB  together")
    with sync_playwright() as playwright, static_site(Line(1_250_000, 0.04)) as site:
        browser = launch(playwright)
        times = [measure(browser, site.address) for _ in range(turns)]
        browser.close()
    for name, column in zip(("first visit", "later", "offline"), zip(*times, strict=True), strict=True):
        each = " ".join(f"{time:.2f}" for time in column)
        print(f"{statistics.median(column):8.2f} s   {name} ({each})")


def measure(browser: Browser, address: str) -> tuple[float, float, float]:
    """The seconds until one can play: with an empty cache, with a full one, and without a network."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(READY)
    first = ready(page, address)
    page.evaluate(AWAIT_WORKER)
    later = ready(page, address)
    context.set_offline(True)
    offline = ready(page, address)
    context.close()
    return first, later, offline


def ready(page: Page, address: str) -> float:
    """The seconds from loading the page until one can play."""
    page.goto("about:blank")
    page.goto(f"{address}/")
    page.wait_for_function("() => window.readyAt")
    milliseconds: float = page.evaluate("readyAt")
    return milliseconds / 1000


if __name__ == "__main__":
    main()
