"""Take the pictures of the page for README and docs, `docs/images/page-*.png`, in a real browser.

`pictures.py` calls this. The games have fixed seeds, so every picture shows the same each time, except
for fonts.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "docs" / "images"
sys.path.insert(0, str(ROOT / "tests"))

from support.pages import launch  # noqa: E402  # the tests drive the page with it too
from support.serving import serve  # noqa: E402  # as above

SEED = "2027"
POSITION = "s9x12x20.ab2cj8abjdej7ab2cj3d2j3a3bcdc2jcj2a7b4ja2b2cbcb2abjb2cjdjcjcbcj3cj2c2bj5b3j8"


def begin(page: Page, level: str, place: tuple[float, float]) -> None:
    """Starts a game with the seed and opens a cell: down and across as shares of the board."""
    page.keyboard.press("4")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Size").select_option(level)
    dialog.get_by_label("Seed").fill(SEED)
    dialog.get_by_role("button", name="Play").click()
    dialog.wait_for(state="detached")
    page.wait_for_timeout(300)
    box = page.locator("main .board").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * place[1], box["y"] + box["height"] * place[0])
    page.wait_for_timeout(300)
    page.mouse.move(2, 2)


def play(page: Page) -> None:
    """An expert game half played, probabilities shown."""
    begin(page, "expert", (0.52, 0.52))
    for _ in range(3):
        page.keyboard.press("m")
        page.wait_for_timeout(400)
    page.keyboard.press("o")
    page.wait_for_timeout(800)


def dark(page: Page) -> None:
    """The same in the dark theme, without probabilities."""
    begin(page, "intermediate", (0.53, 0.53))
    page.keyboard.press("g")
    page.locator(".sentence", has_text="You need to guess").wait_for()


def lost(page: Page) -> None:
    """A lost game that says what was certain."""
    begin(page, "intermediate", (0.53, 0.53))
    for _ in range(8):
        page.keyboard.press("m")
        page.wait_for_timeout(80)
    box = page.locator("main .board").bounding_box()
    assert box is not None
    for column in range(16):
        if page.locator(".result").count() == 0:
            page.mouse.click(box["x"] + box["width"] * (column + 0.5) / 16, box["y"] + box["height"] / 32)
            page.wait_for_timeout(100)
    page.locator(".why").wait_for()


def overview(page: Page) -> None:
    """A large board with a wide opening in miniature, the part in view framed."""
    page.keyboard.press("4")
    dialog = page.get_by_role("dialog")
    for name, value in (("Rows", 150), ("Columns", 300), ("Mines", 3600)):
        dialog.get_by_role("spinbutton", name=name).fill(str(value))
    dialog.get_by_label("Seed").fill(SEED)
    dialog.get_by_role("button", name="Play").click()
    dialog.wait_for(state="detached")
    page.wait_for_timeout(300)
    page.mouse.click(400, 400)
    page.wait_for_timeout(500)
    page.locator("main .board").evaluate("board => board.scrollTo(1200, 600)")
    page.keyboard.press("0")
    page.wait_for_timeout(500)


def analyse(page: Page) -> None:
    """A painted position and its analysis."""
    page.goto(page.url.split("#")[0] + "#analyse=" + POSITION)
    page.wait_for_timeout(1200)


def learn(page: Page) -> None:
    """The first lessons."""
    page.goto(page.url.split("#")[0] + "#learn")
    page.wait_for_timeout(1000)


PICTURES: dict[str, tuple[str, tuple[int, int], Callable[[Page], None]]] = {
    "play": ("modern", (1280, 800), play),
    "dark": ("dark", (1280, 800), dark),
    "lost": ("modern", (1280, 800), lost),
    "overview": ("modern", (1280, 800), overview),
    "analyse": ("modern", (1280, 800), analyse),
    "learn": ("modern", (1280, 800), learn),
    "phone": ("colour-blind", (390, 780), dark),
}


def photograph(browser: Browser, address: str, name: str) -> None:
    """Takes one picture."""
    theme, (width, height), scene = PICTURES[name]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=name == "phone")
    page = context.new_page()
    page.goto(f"{address}/#settings")
    page.locator(f"input[name=theme][value={theme}]").check(force=True)
    page.goto(f"{address}/#play")
    page.locator("html[data-ready=play]").wait_for()
    scene(page)
    page.mouse.click(width - 8, height - 8)  # removes the focus ring
    page.screenshot(path=IMAGES / f"page-{name}.png")
    context.close()


def photograph_all(names: Iterable[str]) -> None:
    """Takes these pictures. Starts a server and a browser for them."""
    with (
        tempfile.TemporaryDirectory() as data,
        serve(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for name in names:
            photograph(browser, server.address, name)
        browser.close()
