"""What survives a reload or a broken worker, and a browser that keeps nothing."""

import json
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect
from support.cases import rest_long
from support.pages import Sapper, open_page, visitor
from support.static_site import StaticSite

BLOCK_NOTE = "Your browser does not let this page keep anything."
DELETION_NOTE = "Your browser has deleted the games and settings that this page kept."
FULL = "Your browser has no more room for this page."
NO_TEXTS = """
for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });
"""
NO_DATABASE = "indexedDB.open = () => { throw new DOMException('blocked', 'SecurityError'); };\n"
SILENT_DATABASE = "indexedDB.open = () => new EventTarget();\n"


def before_the_worker(context: BrowserContext, script: str) -> None:
    """Runs a script in the worker of the page before the worker's own."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=script + response.text())

    context.route("**/worker-*.js", answer)


def follows_the_note(sapper: Sapper) -> None:
    """Presses the button of the note, which leads to the export. It would be in the way for ten seconds."""
    sapper.page.locator(".note").get_by_role("button", name="Statistics").click()
    expect(sapper.page.locator("html[data-ready=statistics]")).to_be_attached()


def plays_and_exports(sapper: Sapper) -> None:
    """Wins a game, finds it in the statistics, and exports it. The settings work, too."""
    page = sapper.page
    sapper.begin(1, 4, 1)
    sapper.click(0, 1)
    expect(page.locator(".result h2")).to_have_text("Won")
    sapper.show("settings")
    page.locator("input[name=theme][value=classic]").check(force=True)
    expect(page.locator("html")).to_have_attribute("data-theme", "classic")
    sapper.show("statistics")
    expect(page.locator(".statistics .cards .card")).to_contain_text("1 of 1 game won")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export all games").click()
    lines = zipfile.ZipFile(Path(download.value.path())).read("games.jsonl").splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["won"]


@pytest.mark.parametrize("script", rest_long([NO_DATABASE, SILENT_DATABASE]))
def test_without_a_database(browser: Browser, host: StaticSite, script: str) -> None:
    with visitor(browser, host.address, accept_downloads=True) as sapper:
        before_the_worker(sapper.page.context, script)
        sapper.show()
        follows_the_note(sapper)
        plays_and_exports(sapper)
        assert [note.startswith(BLOCK_NOTE) for note in sapper.notes] == [True]


def test_without_texts_in_the_browser(sapper: Sapper) -> None:
    sapper.page.add_init_script(NO_TEXTS)
    sapper.show()
    plays_and_exports(sapper)
    assert sapper.notes == []


@pytest.mark.long
def test_without_room(browser: Browser, host: StaticSite) -> None:
    """From the first visit on. Later on the browser looks only now and then; `tests/host` has that case."""
    with visitor(browser, host.address, accept_downloads=True) as sapper:
        origin = urlsplit(host.address)._replace(path="").geturl()
        session = sapper.page.context.new_cdp_session(sapper.page)
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
        sapper.show()
        follows_the_note(sapper)
        plays_and_exports(sapper)
        assert [note.startswith((FULL, BLOCK_NOTE)) for note in sapper.notes] == [True]


def test_it_plays_on_when_the_browser_deletes_what_it_keeps(browser: Browser, host: StaticSite) -> None:
    with visitor(browser, host.address) as sapper:
        sapper.play_on("---*", "----", "---*", "----")
        sapper.click(1, 0)
        expect(sapper.cell(1, 1)).to_contain_text("empty")
        origin = urlsplit(host.address)._replace(path="").geturl()
        session = sapper.page.context.new_cdp_session(sapper.page)
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
        sapper.click(1, 3)
        expect(sapper.cell(1, 3)).to_contain_text("2")
        sapper.until(lambda: len(sapper.notes) == 1 and sapper.notes[0].startswith(DELETION_NOTE))
        sapper.page.reload()
        expect(sapper.board).to_have_attribute("aria-rowcount", "4")
        sapper.board.focus()
        sapper.press("ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight")
        expect(sapper.cell(1, 3)).to_contain_text("2")


def test_an_address_has_its_own_games(sapper: Sapper) -> None:
    databases = "async () => (await indexedDB.databases()).map(({ name }) => name)"
    sapper.show()
    assert sapper.page.evaluate(databases) == ["sapper /some/where/"]


def test_the_browser_is_asked_to_keep_games_once_there_are_some(browser: Browser, host: StaticSite) -> None:
    with browser.new_context() as context:
        context.add_init_script("""
            window.asks = 0;
            navigator.storage.persisted = async () => window.asks > 0;
            navigator.storage.persist = async () => (window.asks += 1) > 0;
        """)
        sapper = open_page(context, host.address)
        sapper.begin(1, 4, 1, seed=1)
        sapper.click(0, 1)  # a game that does not count
        expect(sapper.page.locator(".result h2")).to_be_visible()
        assert sapper.page.evaluate("asks") == 0
        for _ in range(2):
            sapper.begin(1, 4, 1)
            sapper.click(0, 1)
            expect(sapper.page.locator(".result h2")).to_be_visible()
            sapper.until(lambda: sapper.page.evaluate("asks") == 1)


PAIR = ("*-*", "---", "---", "---")


def theme(sapper: Sapper, name: str) -> None:
    sapper.page.locator(f"input[name=theme][value={name}]").check(force=True)
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", name)


@pytest.mark.long
def test_a_setting_survives_a_reload_at_once(sapper: Sapper) -> None:
    sapper.show("settings")
    theme(sapper, "dark")
    sapper.until(lambda: sapper.keeps("theme"))
    # In one step: asked from outside, a busy machine would be slower than the page.
    sapper.page.evaluate("document.querySelector('input[value=classic]').click(); location.reload()")
    expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", "classic")
    sapper.until(lambda: sapper.keeps("theme"))
    sapper.page.evaluate("localStorage.clear()")  # what the worker has is what counts now
    sapper.page.reload()
    expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", "classic")


@pytest.mark.long
def test_play_goes_on_when_the_worker_breaks(sapper: Sapper) -> None:
    sapper.play_on(*PAIR)
    sapper.click(1, 1)
    expect(sapper.cell(1, 1)).to_have_text("2, row 2, column 2")
    sapper.page.evaluate("host.dispatchEvent(new ErrorEvent('error'))")
    sapper.click(0, 0, "right")  # waits for a new worker
    expect(sapper.cell(0, 0)).to_have_text("flag, row 1, column 1")
    expect(sapper.page.locator(".connection")).to_be_hidden()
    sapper.click(0, 2, "right")
    sapper.click(1, 1)
    expect(sapper.page.locator(".result h2")).to_have_text("Won")


@pytest.mark.long
def test_a_saved_theme_that_is_not_there_gives_way_to_the_usual_one(sapper: Sapper) -> None:
    sapper.show("settings")
    sapper.page.evaluate("localStorage.setItem('sapper-settings', JSON.stringify({ theme: 'pink' }))")
    sapper.page.reload()
    expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", "modern")


@pytest.mark.long
def test_a_second_tab_follows_games_and_settings(sapper: Sapper) -> None:
    sapper.play_on(*PAIR)
    second = open_page(sapper.page.context, sapper.address)
    second.show("play")
    expect(second.board).to_have_attribute("aria-rowcount", "4")
    sapper.click(0, 0, "right")
    expect(second.counter("Mines left")).to_have_attribute("aria-label", "Mines left: 1")
    sapper.show("settings")
    second.show("settings")
    theme(sapper, "classic")
    expect(second.page.locator("html")).to_have_attribute("data-theme", "classic")
    expect(second.page.get_by_label("Classic")).to_be_checked()
    second.page.get_by_text("Question marks", exact=True).click()
    expect(sapper.page.get_by_label("Question marks")).to_be_checked()
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", "classic")
    assert second.complaints == []
