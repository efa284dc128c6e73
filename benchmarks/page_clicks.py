"""Measure how soon the page paints after a click, while the probabilities are shown.

    make page && python benchmarks/page_clicks.py [PAGE ...]

Two hundred clicks on an expert board, ten a second, with the probabilities over the board. A new game
follows one that is over. The time is that from a click until the next paint, in milliseconds, as the browser
itself tells it (Event Timing, in steps of 8 ms, and at least 16). Each PAGE is a folder with a build of the
page; they are measured in turns. Without any it is the one in `build/page`.
"""

import random
import statistics
import sys
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.pages import launched, opened
from support.serving import PATIENCE
from support.static_site import SITE, static_site

CLICKS = 200
TURNS = 2
LEAST = 16
"""Milliseconds: the browser tells of no click that was painted sooner."""

WATCH = """
window.slow = new Map();
new PerformanceObserver((list) => {
    for (const { interactionId, duration, name } of list.getEntries())
        if (interactionId && /^(pointer|click)/.test(name))
            slow.set(interactionId, Math.max(duration, slow.get(interactionId) ?? 0));
}).observe({ type: 'event', durationThreshold: 16 });
"""


def measure(browser: Browser, address: str) -> list[float]:
    """The times of all clicks on one page."""
    draw = random.Random(7)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    sapper = opened(context, address)
    sapper.page.add_init_script(WATCH)
    sapper.show()
    sapper.press("3")
    sapper.page.wait_for_timeout(1000)
    sapper.press("o")
    sapper.page.wait_for_timeout(1500)
    for _ in range(CLICKS):
        if sapper.page.locator(".result").count():
            sapper.press("n")
            sapper.page.wait_for_timeout(300)
        sapper.click(draw.randrange(16), draw.randrange(30))
        sapper.page.wait_for_timeout(90)
    sapper.page.wait_for_timeout(500)
    slow: list[float] = sapper.page.evaluate("[...slow.values()]")
    context.close()
    return slow + [LEAST] * (CLICKS - len(slow))


def main() -> None:
    """Print the median and the 95th percentile of each page."""
    expect.set_options(timeout=PATIENCE)
    folders = [Path(argument) for argument in sys.argv[1:]] or [SITE]
    found: dict[Path, list[float]] = {folder: [] for folder in folders}
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for _ in range(TURNS):
            for folder in folders:
                with static_site(folder=folder) as site:
                    found[folder] += measure(browser, site.address)
        browser.close()
    for folder, times in found.items():
        late, usual = statistics.quantiles(times, n=20)[-1], statistics.median(times)
        print(f"{folder}: median {usual:.0f} ms, 95 % {late:.0f} ms of {len(times)}")


if __name__ == "__main__":
    main()
