"""Measure how soon the page paints after a click, and then the answer of the engine and the probabilities.

    make page && python benchmarks/page/clicks.py [PAGE ...]

Two hundred clicks on an expert board, ten a second, with the probabilities over the board. A new game
follows one that is over. Prints three times in milliseconds, each from when the button was pressed:

- paint: until the next paint after an event of the click, as the browser itself tells it (Event Timing, in
  steps of 8 ms, and at least 16);
- answer: until the end of the frame that shows what the engine answered to the click;
- figures: until the end of the frame that shows the probabilities after it. The page asks for them one after
  the other, so a click that comes soon after another has none of its own.

Each PAGE is a folder with a build of the page; they are measured in turns. Without any it is the one in
`build/page`.
"""

import random
import statistics
import sys
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from support.pages import launch, open_page
from support.serving import PATIENCE
from support.static_site import SITE, static_site

CLICKS = 200
TURNS = 2
LEAST = 16
"""Milliseconds: the browser tells of no click that was painted sooner."""

WATCH = """
{
    let press = 0; // when the button was last pressed
    let analysisOf = 0; // of which press the probabilities were asked for last
    const presses = new Map(); // that time for requests without an answer
    window.painted = { update: [], analysis: [] };
    addEventListener('pointerdown', ({ timeStamp }) => (press = timeStamp), true);
    const hear = ({ data: { id, type, more } }) => {
        if (more || !presses.has(id)) return;
        const since = presses.get(id);
        presses.delete(id);
        if (!painted[type]) return;
        const afterFrame = new MessageChannel();
        afterFrame.port1.onmessage = () => painted[type].push(performance.now() - since);
        requestAnimationFrame(() => afterFrame.port2.postMessage(null)); // the view draws in the same frame
    };
    window.Worker = class extends Worker {
        constructor(...all) {
            super(...all);
            this.addEventListener('message', hear);
        }
        postMessage(message, ...rest) {
            const isFirst = message.type === 'act' || (message.type === 'analyse' && press !== analysisOf);
            if (message.type === 'analyse') analysisOf = press;
            if (press && isFirst) presses.set(message.id, press);
            super.postMessage(message, ...rest);
        }
    };
}
window.slow = new Map();
new PerformanceObserver((list) => {
    for (const { interactionId, duration, name } of list.getEntries())
        if (interactionId && /^(pointer|click)/.test(name))
            slow.set(interactionId, Math.max(duration, slow.get(interactionId) ?? 0));
}).observe({ type: 'event', durationThreshold: 16 });
"""


def measure(browser: Browser, address: str) -> dict[str, list[float]]:
    """The times of all clicks on one page, by their kind."""
    draw = random.Random(7)
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    sapper = open_page(context, address)
    sapper.page.add_init_script(WATCH)
    sapper.show()
    sapper.press("3")
    sapper.page.wait_for_timeout(1000)
    sapper.press("o", "o")  # the first only says that help makes it a game that does not count
    expect(sapper.page.locator(".figures")).to_contain_text("Configurations")
    for _ in range(CLICKS):
        if sapper.page.locator(".result").count():
            sapper.press("r")
            sapper.page.wait_for_timeout(300)
        sapper.click(draw.randrange(16), draw.randrange(30))
        sapper.page.wait_for_timeout(90)
    sapper.page.wait_for_timeout(500)
    slow: list[float] = sapper.page.evaluate("[...slow.values()]")
    answers, figures = sapper.page.evaluate("[painted.update, painted.analysis]")
    context.close()
    return {"paint": slow + [LEAST] * (CLICKS - len(slow)), "answer": answers, "figures": figures}


def main() -> None:
    """Print the median and the 95th percentile of each time, for each page."""
    expect.set_options(timeout=PATIENCE)
    folders = [Path(argument) for argument in sys.argv[1:]] or [SITE]
    by_folder: dict[Path, dict[str, list[float]]] = {folder: {} for folder in folders}
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for _ in range(TURNS):
            for folder in folders:
                with static_site(folder=folder) as site:
                    for kind, times in measure(browser, site.address).items():
                        by_folder[folder].setdefault(kind, []).extend(times)
        browser.close()
    for folder, kinds in by_folder.items():
        for kind, times in kinds.items():
            late, usual = statistics.quantiles(times, n=20)[-1], statistics.median(times)
            print(f"{folder}, {kind}: median {usual:.0f} ms, 95 % {late:.0f} ms of {len(times)}")


if __name__ == "__main__":
    main()
