"""Measure how soon the page paints after a click, while the probabilities are shown.

    make page && python benchmarks/page_clicks.py [PAGE ...]

Two hundred clicks on an expert board, ten a second, with the probabilities over the board. A new game
follows one that is over. There are two times, in milliseconds from the release of the button: until the next
frame in which the board was drawn, and until the first frame after the engine's answer. Each PAGE is a folder
with a build of the page; they are measured in turns. Without any it is the one in `build/page`.
"""

import random
import statistics
import sys
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.pages import PATIENCE, launched, opened
from support.static_site import SITE, static_site

CLICKS = 200
TURNS = 2
WATCH = """
window.painted = [];
window.answered = [];
let pressed = 0, waits = false, heard = false;
const RealWorker = window.Worker;
window.Worker = class extends RealWorker {
    constructor(...given) {
        super(...given);
        this.addEventListener('message', ({ data }) => {
            if (data.type === 'update' && pressed) heard = true;
        });
    }
};
const { clip } = CanvasRenderingContext2D.prototype;
const frame = (times, from) => requestAnimationFrame(() => times.push(performance.now() - from));
CanvasRenderingContext2D.prototype.clip = function (...given) {
    if (this.canvas.className === 'board-canvas') {
        if (waits) frame(painted, pressed);
        if (heard) frame(answered, pressed);
        waits = heard = false;
    }
    return clip.apply(this, given);
};
addEventListener('pointerup', (event) => {
    if (event.target.closest?.('.board')) [pressed, waits] = [event.timeStamp, true];
}, true);
"""


def measure(browser: Browser, address: str) -> tuple[list[float], list[float]]:
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
    times: tuple[list[float], list[float]] = sapper.page.evaluate("[painted, answered]")
    context.close()
    return times


def main() -> None:
    """Print the median and the 95th percentile of each page."""
    expect.set_options(timeout=PATIENCE)
    folders = [Path(argument) for argument in sys.argv[1:]] or [SITE]
    found: dict[Path, tuple[list[float], list[float]]] = {folder: ([], []) for folder in folders}
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for _ in range(TURNS):
            for folder in folders:
                with static_site(folder=folder) as site:
                    for kept, times in zip(found[folder], measure(browser, site.address), strict=True):
                        kept.extend(times)
        browser.close()
    for folder, both in found.items():
        for what, times in zip(("first paint", "paint after the answer"), both, strict=True):
            late, usual = statistics.quantiles(times, n=20)[-1], statistics.median(times)
            print(f"{folder}: {what}: median {usual:.0f} ms, 95 % {late:.0f} ms of {len(times)}")


if __name__ == "__main__":
    main()
