"""A page in a real browser, driven as a person would."""

import base64
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, expect
from support.serving import ELSEWHERE, PATIENCE

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
Button = Literal["left", "middle", "right"]

# Notes go away by themselves. This keeps their texts for a test that looks late. It also gives tests the
# modules of the page (another address would give them others, with a state of their own) and its worker.
NOTES = """
window.Worker = class extends Worker {
    constructor(...all) {
        super(...all);
        window.host = this;
    }
};
let lastId = 1e9;
window.askHost = (message) => new Promise((resolve) => {
    const id = lastId++;
    host.addEventListener('message', function hear({ data }) {
        if (data.id !== id || data.more) return;
        host.removeEventListener('message', hear);
        resolve(data);
    });
    host.postMessage({ ...message, id });
});
window.partOfPage = path => import(new URL(path, document.querySelector('script[type=module]').src));
window.notes = [];
new MutationObserver(changes => {
    for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.matches?.('.note')) notes.push(node.textContent);
}).observe(document, { childList: true, subtree: true });
"""

# What changed is drawn before the next frame. A board that scrolled reports it in one frame.
NEXT_FRAMES = """async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}"""

# The service worker keeps the page.
SERVICE_WORKER_READY = """async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== 'activated')
        await new Promise(done => active.addEventListener('statechange', done, { once: true }));
}"""

# What fades or slides in has arrived; what turns for ever does not count.
AT_REST = """() => document.getAnimations().every(
    ({ playState, effect }) => playState === 'finished' || effect.getComputedTiming().endTime === Infinity
)"""


def launch(playwright: Playwright) -> Browser:
    """The system's Chromium, or the one that Playwright installed."""
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    rule = f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1"
    # All pages of a context share a process.
    arguments = [rule, "--renderer-process-limit=1", *(["--no-sandbox"] if root else [])]
    return playwright.chromium.launch(executable_path=browser, args=arguments)


@dataclass
class Sapper:
    """The page, and what went wrong in it."""

    page: Page
    address: str
    complaints: list[str] = field(default_factory=list)

    def show(self, view: str = "play") -> None:
        """Goes to a view and waits until it stands."""
        self.page.goto(f"{self.address}/#{view}")
        expect(self.page.locator(f"html[data-ready={view.split('=', maxsplit=1)[0]}]")).to_be_attached()

    def choose_tab(self, view: str) -> None:
        """Goes to a view as a person does."""
        self.page.locator(f".tabs a[data-view={view}]").click()
        expect(self.page.locator(f"html[data-ready={view}]")).to_be_attached()

    def custom(self) -> Locator:
        """The dialog for a custom game."""
        self.show()
        self.press("4")
        return self.page.get_by_role("dialog")

    def begin(self, rows: int, columns: int, mines: int, *choices: str, seed: int | None = None) -> None:
        """Starts a custom game, with the buttons of the dialog that have these names."""
        dialog = self.custom()
        for choice in choices:
            dialog.get_by_role("button", name=choice, exact=True).click()
        for name, value in [("Rows", rows), ("Columns", columns), ("Mines", mines)]:
            dialog.get_by_role("spinbutton", name=name).fill(str(value))
        if seed is not None:
            dialog.get_by_label("Seed").fill(str(seed))
        dialog.get_by_role("button", name="Play").click()
        expect(self.board).to_have_attribute("aria-rowcount", str(rows))
        self.page.evaluate(NEXT_FRAMES)

    def prefer(self, **settings: object) -> None:
        """Sets settings as if they had been chosen earlier."""
        self.show("settings")
        self.page.evaluate(
            """settings => {
                localStorage.setItem('sapper-settings', settings);
                localStorage.setItem('sapper-settings-unsent', 'yes');
            }""",
            json.dumps(settings),
        )
        self.page.reload()
        expect(self.page.locator("html[data-ready=settings]")).to_be_attached()

    def keeps(self, setting: str) -> bool:
        """Whether a setting was changed, and the engine keeps it."""
        is_kept: bool = self.page.evaluate(
            """setting => setting in JSON.parse(localStorage.getItem('sapper-settings') ?? '{}')
                && !localStorage.getItem('sapper-settings-unsent')""",
            setting,
        )
        return is_kept

    def ask(self, type: str, **fields: object) -> dict[str, Any]:
        """Asks the worker, past the views."""
        answer: dict[str, Any] = self.page.evaluate("askHost", {"type": type, **fields})
        return answer

    def file(self, game: str, format: str = "rawvf") -> bytes:
        """The file of a game, from the worker."""
        fields = {"type": "game_file", "game": game, "format": format}
        return bytes(self.page.evaluate("async (all) => Array.from((await askHost(all)).bytes)", fields))

    @property
    def board(self) -> Locator:
        return self.page.locator("main .board")

    def play_on(self, *rows: str) -> None:
        """Begins a game on a minefield, `*` a mine, by a link."""
        if self.page.url != "about:blank":
            self.show("settings")  # from where the same link leads to another game
        self.page.goto(f"{self.address}/#play={mines_link(rows)}")
        expect(self.page.locator("html[data-ready=play]")).to_be_attached()
        expect(self.board).to_have_attribute("aria-rowcount", str(len(rows)))
        self.page.evaluate(NEXT_FRAMES)

    def point(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a cell of a square board that does not scroll."""
        box = self.board.bounding_box()
        assert box is not None
        columns = int(self.board.get_attribute("aria-colcount") or "0")
        rows = int(self.board.get_attribute("aria-rowcount") or "0")
        return (
            box["x"] + box["width"] * (column + 0.5) / columns,
            box["y"] + box["height"] * (row + 0.5) / rows,
        )

    def click(self, row: int, column: int, button: Button = "left") -> None:
        self.page.mouse.click(*self.point(row, column), button=button)

    def cell(self, row: int, column: int) -> Locator:
        """A cell of the accessible layer; it holds those around the last click or the cursor."""
        return self.board.locator(f"[role=row][aria-rowindex='{row + 1}'] [aria-colindex='{column + 1}']")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def counter(self, name: str) -> Locator:
        return self.page.locator(f"svg.segments[aria-label^='{name}']")

    @property
    def dock(self) -> Locator:
        """The figures of the cell that was pointed at."""
        return self.page.locator("main .dock")

    def open_lab(self) -> None:
        """Opens the part of the panel with probabilities and autoplay."""
        part = self.page.locator("details.lab")
        if part.get_attribute("open") is None:
            part.locator("summary").click()

    def open_autoplay(self) -> None:
        """Opens the part of the panel with autoplay, with all strategies."""
        self.open_lab()
        more = self.page.locator("details.lab").get_by_role("button", name="More strategies")
        if more.is_visible():
            more.click()
        self.board.focus()

    @property
    def speech(self) -> Locator:
        """What a screen reader hears."""
        return self.page.locator("[role=status].unseen")

    @property
    def notes(self) -> list[str]:
        """All notes since the page was loaded."""
        notes: list[str] = self.page.evaluate("notes")
        return notes

    def picture(self) -> bytes:
        """The board as it is drawn once all is drawn that is known."""
        self.page.evaluate(NEXT_FRAMES)
        return self.board.screenshot()

    def until(self, holds: Callable[[], bool]) -> None:
        """Waits for something that `expect` cannot look at."""
        end = time.monotonic() + PATIENCE / 1000
        while not holds():
            assert time.monotonic() < end, "it never came true"
            self.page.wait_for_timeout(50)

    def come_to_rest(self) -> None:
        """Waits until nothing fades or slides any more."""
        self.page.evaluate(NEXT_FRAMES)
        self.page.wait_for_function(AT_REST)


# How the middle of a cell looks in each frame, with answers of the worker that take many frames.
FRAMES = """([row, column]) => {
    const post = host.postMessage.bind(host);
    host.postMessage = (message) => setTimeout(() => post(message), 150);
    const board = document.querySelector('main .board');
    const canvas = board.querySelector('canvas');
    const size = canvas.width / board.ariaColCount;
    const probe = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true });
    window.looks = [];
    window.lookNow = true;
    const look = () => {
        const [x, y] = [(column + 0.35) * size, (row + 0.35) * size];
        probe.drawImage(canvas, x, y, size * 0.3, size * 0.3, 0, 0, 8, 8);
        const picture = probe.getImageData(0, 0, 8, 8).data.join();
        if (looks.at(-1) !== picture) looks.push(picture);
        if (lookNow) requestAnimationFrame(look);
    };
    look();
}"""


@contextmanager
def slow_frames(sapper: Sapper, cell: tuple[int, int]) -> Iterator[Callable[[], list[str]]]:
    """Watches a hidden cell, frame by frame, while something is done and slowly answered.

    Gives the looks of the cell one after the other. The first is hidden, the second down, the third open.
    """
    sapper.page.evaluate(NEXT_FRAMES)
    sapper.page.evaluate(FRAMES, list(cell))
    looks: list[str] = []
    yield lambda: looks
    sapper.page.wait_for_timeout(600)
    sapper.page.evaluate("lookNow = false")
    pictures: list[str] = sapper.page.evaluate("looks")
    names = dict(zip(dict.fromkeys(pictures), ("hidden", "down", "open"), strict=False))
    looks += [names.get(picture, "another") for picture in pictures]


def watch(sapper: Sapper, look: str) -> list[Any]:
    """What a function of JavaScript returns in the frames while a game plays in Review: each change."""
    changes: list[Any] = sapper.page.evaluate(
        f"""async () => {{
            document.querySelector('.review [aria-label^=Play]').click();
            const values = [];
            while (document.querySelector('.review [aria-label^=Pause]')) {{
                const value = ({look})();
                if (value !== null && String(value) !== String(values.at(-1) ?? NaN)) values.push(value);
                await new Promise(requestAnimationFrame);
            }}
            return values;
        }}"""
    )
    return changes


def mines_link(rows: tuple[str, ...]) -> str:
    """A minefield as a link has it: the board, and a bit for each cell."""
    cells = "".join(rows)
    bits = "".join("1" if sign == "*" else "0" for sign in cells).ljust(-(-len(cells) // 8) * 8, "0")
    content = bytes(int(bits[start : start + 8], 2) for start in range(0, len(bits), 8))
    board = f"s{len(rows)}x{len(rows[0])}x{cells.count('*')}"
    return f"{board}.mines.{base64.urlsafe_b64encode(content).decode().rstrip('=')}"


def paste(page: Page, content: str | bytes, target: str = "body", *, text: str = "") -> None:
    """Pastes a text or a file, such as a picture, in an element of the page; or a file with its text."""
    text, file = (content, "") if isinstance(content, str) else (text, base64.b64encode(content).decode())
    page.evaluate(
        """([target, text, file]) => {
            const clipboardData = new DataTransfer();
            const bytes = Uint8Array.from(atob(file), (byte) => byte.charCodeAt(0));
            if (file) clipboardData.items.add(new File([bytes], 'image.png'));
            if (text) clipboardData.setData('text/plain', text);
            const pasting = new ClipboardEvent('paste', { clipboardData, bubbles: true });
            document.querySelector(target).dispatchEvent(pasting);
        }""",
        [target, text, file],
    )


def drop(page: Page, *files: tuple[str, bytes]) -> None:
    """Drops files, by names and contents, in the middle of the page."""
    page.evaluate(
        """(files) => {
            const dataTransfer = new DataTransfer();
            for (const [name, base64] of files) {
                const content = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
                dataTransfer.items.add(new File([content], name));
            }
            const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
            for (const kind of ['dragover', 'drop'])
                target.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        [[name, base64.b64encode(content).decode()] for name, content in files],
    )


def open_page(context: BrowserContext, address: str) -> Sapper:
    """Opens a page, and collects the errors of its console."""
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.add_init_script(NOTES)
    sapper = Sapper(page, address)

    def listen(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            sapper.complaints.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: sapper.complaints.append(str(error)))
    return sapper


@contextmanager
def visitor(browser: Browser, address: str, **options: Any) -> Iterator[Sapper]:
    """The page in a browser of its own."""
    with browser.new_context(**options) as context:
        sapper = open_page(context, address)
        yield sapper
    assert sapper.complaints == []


@contextmanager
def lasting(browser: Browser, **options: Any) -> Iterator[BrowserContext]:
    """Keeps the files of the page and, by a page that stays open, the process that compiled them.

    So the next page need not load and compile them, which is half the work of opening it.
    """
    context = browser.new_context(**options)
    context.new_page()
    yield context
    context.close()


@contextmanager
def newcomer(context: BrowserContext, address: str) -> Iterator[Sapper]:
    """Opens the page in a context that is `lasting`, as somebody does who was never there before."""
    first = context.pages[0]
    session = context.new_cdp_session(first)
    origin = urlsplit(address)._replace(path="").geturl()
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage,indexeddb"})
    session.detach()
    context.clear_cookies()
    context.clear_permissions()
    sapper = open_page(context, address)
    yield sapper
    for page in context.pages:
        if page is not first:
            page.close()
    assert sapper.complaints == []


def review_a_mistake(sapper: Sapper) -> None:
    """Wins and reviews a game of three moves. The last is a needless guess: the fourth cell was safe."""
    sapper.play_on("-*-----*")
    for column in (0, 2, 5):
        sapper.click(0, column)
    expect(sapper.page.locator(".result h2")).to_have_text("Won")
    sapper.page.get_by_role("button", name="Review").click()
    expect(sapper.page.locator(".place")).to_have_text("Move 1 of 3")


def save_as(sapper: Sapper, format: str) -> tuple[str, bytes]:
    """Saves what a view shows: the name of the file, and its content."""
    sapper.page.get_by_role("button", name="Save").click()
    dialog = sapper.page.get_by_role("dialog")
    dialog.get_by_label("Format").select_option(format)
    with sapper.page.expect_download() as download:
        dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    return download.value.suggested_filename, download.value.path().read_bytes()


def count_games(sapper: Sapper, games: int, **rules: str) -> None:
    """Plays games that count, without the views."""
    for _ in range(games):
        board = {"shape": [1, 4], "mines": 1}
        game = sapper.ask("new", board=board, first_click="safe", **rules)["game"]
        for cell in range(4):
            sapper.ask("act", game=game, kind="open", cell=cell, key=f"{cell}")
