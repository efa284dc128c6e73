"""Nothing that axe finds wrong, in any view and any theme; nothing from outside; nothing inline."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Request, expect
from support.pages import Sapper

import sapper.web

STATIC = Path(sapper.web.__file__).parent / "static"
VIEWS = ("play", "analyse", "review", "simulate", "learn", "statistics", "settings")
THEMES = ("modern", "dark", "classic", "clear")


def offered(sapper: Sapper) -> list[str]:
    return [view for view in VIEWS if sapper.page.locator(f".tabs a[data-view={view}]").count()]


def choose(sapper: Sapper, theme: str) -> None:
    sapper.show("settings")
    sapper.page.locator(f"input[name=theme][value={theme}]").check(force=True)
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", theme)


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing(sapper: Sapper, theme: str) -> None:
    choose(sapper, theme)
    for view in offered(sapper):
        if view == "play":
            sapper.play_on("*-*", "---", "---", "---")
            sapper.click(1, 1)
            sapper.press("o")
            expect(sapper.page.locator(".figures")).to_contain_text("Configurations")
        else:
            sapper.show(view)
        sapper.come_to_rest()  # axe judges what it sees
        found = Axe().run(sapper.page)
        assert found.violations_count == 0, f"{view}, {theme}: {found.generate_report()}"


def test_axe_finds_nothing_in_the_dialogs(sapper: Sapper) -> None:
    expect(sapper.custom()).to_be_visible()
    sapper.come_to_rest()
    found = Axe().run(sapper.page)
    assert found.violations_count == 0, found.generate_report()


def test_everything_comes_from_the_server(sapper: Sapper) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    sapper.page.on("request", note)
    sapper.show("play")
    for view in offered(sapper):
        sapper.show(view)
    here = urlsplit(sapper.address).netloc
    assert asked
    assert {urlsplit(url).netloc for url in asked if not url.startswith(("blob:", "data:"))} == {here}


def test_the_page_keeps_to_small_files() -> None:
    for path in STATIC.rglob("*"):
        if path.suffix == ".js":
            assert len(path.read_text().splitlines()) <= 300, path


def test_one_module_alone_asks_the_server() -> None:
    """An engine that runs in the browser can take the place of `engine.js` and its folder."""
    asks = {
        path.relative_to(STATIC).as_posix()
        for path in STATIC.rglob("*.js")
        if re.search(r"WebSocket\(|XMLHttpRequest|EventSource|sendBeacon|/api/", path.read_text())
    }
    assert asks == {"engine.js", "engine/socket.js"}
    fetches = {path.name: path.read_text().count("fetch(") for path in STATIC.rglob("*.js")}
    assert {name: count for name, count in fetches.items() if count} == {"engine.js": 1, "view.js": 1}
    assert "fetch(new URL('./lessons.json'" in (STATIC / "learn" / "view.js").read_text()
    inside = re.compile(r"from '[./]*engine/(?!values\.js)")
    users = [path.name for path in STATIC.rglob("*.js") if inside.search(path.read_text())]
    assert users == ["engine.js"]


def test_the_pages_html_has_nothing_inline() -> None:
    html = (STATIC / "index.html").read_text()
    assert " style=" not in html
    assert "<style" not in html
    assert all("src=" in tag for tag in html.split("<script")[1:])
