"""The page without a server: what it weighs, works without a network, how it is renewed, shared pictures."""

import base64
import hashlib
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, FilePayload, Route, expect
from support.cases import rest_long
from support.pages import NEXT_FRAMES, SERVICE_WORKER_READY, Sapper, drop, open_page
from support.screens import unclear_picture
from support.static_site import SITE, Line, StaticSite, static_site


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A copy of the static page, which a test may change."""
    return Path(shutil.copytree(SITE, tmp_path / "site", ignore=shutil.ignore_patterns("docs")))


@contextmanager
def without_service_worker(browser: Browser, host: StaticSite) -> Iterator[Sapper]:
    """The page in a browser without service workers, which would load more than is asked for."""
    context = browser.new_context(service_workers="block")
    try:
        yield open_page(context, host.address)
    finally:
        context.close()


@pytest.fixture
def guest(browser: Browser, site: Path) -> Iterator[Sapper]:
    """The page after a first visit."""
    with static_site(folder=site) as host:
        context = browser.new_context()
        sapper = open_page(context, host.address)
        sapper.show()
        sapper.page.evaluate(SERVICE_WORKER_READY)
        yield sapper
        context.close()


def digest_in_list(file: Path) -> str:
    return base64.b64encode(hashlib.sha256(file.read_bytes()).digest()).decode()


def newer(site: Path, *changes: tuple[str, str]) -> None:
    """Makes another version of the service worker, with these changes in its list of files."""
    worker = site / "service_worker.js"
    text = worker.read_text()
    for before, after in (('VERSION = "', 'VERSION = "new'), *changes):
        assert before in text
        text = text.replace(before, after)
    worker.write_text(text)


REGISTRATION = """async () => {
    const { serviceWorker } = navigator;
    const end = performance.now() + 10_000;
    while (!await serviceWorker.getRegistration() && performance.now() < end)
        await new Promise(requestAnimationFrame);
}"""
# How the installation that the page has begun, or that an update begins, ends.
INSTALLATION_END = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { installing } = registration ?? {};
    if (!installing) return registration?.active ? 'activated' : 'redundant';
    return await new Promise((tell) => installing.addEventListener('statechange', () => {
        if (['activated', 'redundant'].includes(installing.state)) tell(installing.state);
    }));
}"""
UPDATE_END = """async () => {
    const registration = await navigator.serviceWorker.ready;
    const end = new Promise((tell) => registration.addEventListener('updatefound', () => {
        const { installing } = registration;
        installing.addEventListener('statechange', () => {
            if (['activated', 'redundant'].includes(installing.state)) tell(installing.state);
        });
    }));
    await registration.update().catch(() => {});
    return await end;
}"""
VERSIONS_HERE = "async () => (await caches.keys()).length"


def test_what_is_loaded_before_the_first_click_is_small(browser: Browser) -> None:
    """The service worker loads the rest when nothing else is to be done."""
    line = Line()
    with static_site(line) as host, without_service_worker(browser, host) as sapper:
        sapper.show()
        sapper.page.evaluate(NEXT_FRAMES)
        weight = line.weight
        sapper.show("analyse")
    assert weight <= 300_000
    assert weight < line.weight  # a view is loaded when it is first shown


def test_what_reads_pictures_is_loaded_with_the_first_picture(browser: Browser) -> None:
    with static_site() as host, without_service_worker(browser, host) as sapper:
        urls: list[str] = []
        sapper.page.context.on("request", lambda request: urls.append(request.url))
        sapper.show("analyse")
        assert not any("screen" in url or "picture" in url for url in urls)
        drop(sapper.page, ("screenshot.png", unclear_picture()[1]))
        expect(sapper.page.locator(".analyse .panel")).to_contain_text("1 question is open.")
    assert any("screen" in url for url in urls)


def test_a_game_begins_with_a_part_of_the_engine_and_goes_on_with_all(browser: Browser, site: Path) -> None:
    [file] = (site / "static").glob("sapper-*.wasm")
    away = file.rename(site / "away")
    with static_site(folder=site) as host, without_service_worker(browser, host) as sapper:
        sapper.play_on("---*", "----", "---*")
        sapper.click(1, 0)
        expect(sapper.cell(1, 1)).to_contain_text("empty")
        sapper.press("h")
        sapper.until(lambda: "could not be loaded: try again" in str(sapper.notes))
        away.rename(file)
        sapper.press("h")
        expect(sapper.page.locator(".sentence")).to_contain_text("safe")
        sapper.click(1, 3)  # the same game, in another engine
        expect(sapper.cell(1, 3)).to_contain_text("2")


def test_a_view_that_waits_for_the_engine_says_so(browser: Browser, host: StaticSite) -> None:
    with without_service_worker(browser, host) as sapper:
        routes: list[Route] = []

        def hold(route: Route) -> None:
            routes.append(route)

        sapper.page.context.route("**/sapper-*.wasm", hold)
        sapper.show()
        connection = sapper.page.locator(".connection")
        expect(connection).to_be_hidden()
        sapper.page.goto(f"{host.address}/#statistics")
        expect(connection).to_have_text("Loading the engine…")
        for route in routes:
            route.continue_()
        expect(sapper.page.locator("html[data-ready=statistics]")).to_be_attached()
        expect(connection).to_be_hidden()


@pytest.mark.parametrize("part", rest_long(["picture_worker", "screen"]))
def test_what_was_not_loaded_is_loaded_with_the_next_picture(browser: Browser, site: Path, part: str) -> None:
    [file] = (site / "static").glob(f"{part}-*")
    away = file.rename(site / "away")
    with static_site(folder=site) as host, without_service_worker(browser, host) as sapper:
        sapper.show("analyse")
        drop(sapper.page, ("screenshot.png", unclear_picture()[1]))
        sapper.until(lambda: "could not be loaded: try again" in str(sapper.notes))
        away.rename(file)
        drop(sapper.page, ("screenshot.png", unclear_picture()[1]))
        expect(sapper.page.locator(".analyse .panel")).to_contain_text("1 question is open.")


def test_it_works_without_a_network_after_the_first_visit(guest: Sapper) -> None:
    guest.page.context.set_offline(True)
    guest.page.goto("about:blank")
    guest.show("analyse")
    drop(guest.page, ("screenshot.png", unclear_picture()[1]))
    expect(guest.page.locator(".analyse .panel")).to_contain_text("1 question is open.")
    guest.show("learn")
    guest.show()
    guest.press("ArrowDown", "Space")
    expect(guest.cell(0, 0)).not_to_contain_text("hidden")
    guest.page.reload()
    expect(guest.cell(0, 0)).not_to_contain_text("hidden")
    assert guest.complaints == []


WRONG_FILES = [
    pytest.param("sapper-*.wasm", None),
    pytest.param("worker-*.js", None),
    pytest.param("sapper-*.wasm", b"<h1>Log in</h1>"),
]


@pytest.mark.parametrize(("name", "wrong"), rest_long(WRONG_FILES))
def test_a_wrong_file_is_not_kept(browser: Browser, site: Path, name: str, wrong: bytes | None) -> None:
    """A part of a file, or the login page of a network. The browser keeps either for ten minutes, too."""
    [file] = (site / "static").glob(name)
    right = file.read_bytes()
    file.write_bytes(wrong or right[: len(right) // 2])
    with static_site(folder=site) as host, browser.new_context() as context:
        sapper = open_page(context, host.address)
        sapper.page.goto(f"{host.address}/")
        sapper.page.evaluate(REGISTRATION)
        assert sapper.page.evaluate(INSTALLATION_END) == "redundant"
        assert sapper.page.evaluate(VERSIONS_HERE) == 0
        file.write_bytes(right)
        sapper.page.reload()
        sapper.page.evaluate(SERVICE_WORKER_READY)
        context.set_offline(True)
        sapper.page.goto("about:blank")
        sapper.play_on("---*", "----", "---*")
        sapper.click(1, 0)
        sapper.press("h")
        expect(sapper.page.locator(".sentence")).to_contain_text("safe")


def test_a_new_version_says_so_and_is_there_at_the_next_load(guest: Sapper, site: Path) -> None:
    index = site / "index.html"
    before = digest_in_list(index)
    index.write_text(index.read_text().replace("<title>Sapper<", "<title>Newer<"))
    newer(site, (before, digest_in_list(index)))
    guest.page.reload()
    guest.until(lambda: guest.notes == ["There is a new version of Sapper.Load it"])
    assert "Newer" not in guest.page.content()
    guest.page.get_by_role("button", name="Load it").click()
    guest.until(lambda: "<title>Newer" in guest.page.evaluate("() => fetch('./').then(one => one.text())"))
    guest.show("settings")
    assert guest.complaints == []


@pytest.mark.long
def test_a_page_that_is_still_open_has_its_files_after_updates(guest: Sapper, site: Path) -> None:
    """Of two updates, the first fails."""
    guest.show("settings")
    guest.page.reload()  # so that the first version of the page answers for its files
    (file,) = (site / "static").glob("worker-*.js")
    newer(site, (file.stem, "worker-12345678"))
    assert guest.page.evaluate(UPDATE_END) == "redundant"
    assert guest.page.evaluate(VERSIONS_HERE) == 1
    file.rename(file.with_stem("worker-12345678"))
    newer(site)
    assert guest.page.evaluate(UPDATE_END) == "activated"
    assert guest.page.evaluate(VERSIONS_HERE) == 2
    status = guest.page.evaluate(f"() => fetch('./static/{file.name}').then(({{ status }}) => status)")
    assert status == 200


SHEET = """
<form method="post" enctype="multipart/form-data" action="{action}">
    <input type="file" name="{name}"><button>Share</button>
</form>
"""


@pytest.fixture
def app(browser: Browser) -> Iterator[Sapper]:
    """The page after a first visit, without a network."""
    with static_site() as host:
        context = browser.new_context(viewport={"width": 390, "height": 844})
        sapper = open_page(context, host.address)
        sapper.show()
        sapper.page.evaluate(SERVICE_WORKER_READY)
        context.set_offline(True)
        yield sapper
        context.close()


def share(sapper: Sapper, *content: bytes) -> None:
    """What the browser does for another app: it posts a form where the manifest says."""
    target = json.loads((SITE / "manifest.webmanifest").read_text())["share_target"]
    assert (target["method"], target["enctype"]) == ("POST", "multipart/form-data")
    [file] = target["params"]["files"]
    action = urljoin(f"{sapper.address}/", target["action"])
    sapper.page.goto("about:blank")
    sapper.page.set_content(SHEET.format(action=action, name=file["name"]))
    if content:
        upload = FilePayload(name="Screenshot.png", mimeType="image/png", buffer=content[0])
        sapper.page.locator("input").set_input_files(upload)
    sapper.page.get_by_role("button", name="Share").click()
    expect(sapper.page.locator("html[data-ready=analyse]")).to_be_attached()


def test_a_shared_picture_is_analysed_without_a_network(app: Sapper) -> None:
    share(app, unclear_picture()[1])
    panel = app.page.locator(".analyse .panel")
    expect(panel).to_contain_text("7 cells from the picture. 1 question is open.")
    panel.get_by_role("button", name="2 (").click()
    expect(panel).to_contain_text("Nothing in them is unclear.")
    expect(app.cell(0, 0)).to_contain_text("2, ")
    app.until(lambda: "#analyse=s6x7x" in app.page.url)
    app.page.reload()  # the picture was shared once
    expect(app.board).to_have_attribute("aria-rowcount", "6")
    assert (app.notes, app.complaints) == ([], [])


def test_nothing_that_was_shared_is_said(app: Sapper) -> None:
    share(app)
    app.until(lambda: len(app.notes) == 1)
    assert app.page.evaluate("caches.keys()") == [
        name for name in app.page.evaluate("caches.keys()") if name.startswith("sapper ")
    ]


def test_the_picture_of_a_stranger_is_refused(app: Sapper) -> None:
    share(app, b"no picture at all, but a text")
    app.until(lambda: len(app.notes) == 1)
    expect(app.board).to_have_attribute("aria-rowcount", "9")
