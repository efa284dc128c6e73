"""A browser and hosts that all tests of the page share, and a fresh player for every test."""

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from support.pages import Sapper, lasting, launch, newcomer, visitor
from support.serving import PATIENCE, Server, serve
from support.static_site import TOOLS, StaticSite, static_site

expect.set_options(timeout=PATIENCE)

FAILURE = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keeps for the fixture whether the test failed."""
    report = yield
    item.stash[FAILURE] = item.stash.get(FAILURE, False) or report.failed
    return report


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Sends the page with Python behind it."""
    with serve(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture(scope="package")
def host() -> Iterator[StaticSite]:
    """Whatever sends the page."""
    with static_site() as site:
        yield site


@pytest.fixture(scope="package")
def unbundled() -> Iterator[StaticSite]:
    """What sends the page as its modules."""
    with static_site(folder=TOOLS, page="/files/page") as site:
        yield site


@pytest.fixture(scope="package")
def context(browser: Browser) -> Iterator[BrowserContext]:
    with lasting(browser, viewport={"width": 1280, "height": 800}, accept_downloads=True) as context:
        yield context


@pytest.fixture(scope="package")
def open_page(browser: Browser, host: StaticSite) -> Iterator[Sapper]:
    options = {"viewport": {"width": 1280, "height": 800}}
    with lasting(browser, **options) as context, newcomer(context, host.address) as sapper:
        yield sapper


@pytest.fixture
def player(open_page: Sapper) -> Iterator[Sapper]:
    """The page as other tests left it: loading it is most of the work of a short test.

    For tests that begin a game with `play_on` or ask the worker alone. They leave neither settings nor
    anything switched on behind.
    """
    open_page.page.mouse.move(2, 2)
    yield open_page
    assert open_page.complaints == []


@pytest.fixture
def clock_page(browser: Browser, host: StaticSite) -> Iterator[Sapper]:
    """The page of a new player, whose clock the test turns. A clock belongs to the whole browser context."""
    with visitor(browser, host.address, viewport={"width": 1280, "height": 800}) as sapper:
        sapper.page.clock.install()
        yield sapper


@pytest.fixture
def sapper(
    context: BrowserContext, host: StaticSite, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Sapper]:
    """The page of a new player. A test with the mark `unbundled` gets it as its modules."""
    is_unbundled = request.node.get_closest_marker("unbundled") is not None
    site: StaticSite = request.getfixturevalue("unbundled") if is_unbundled else host
    with newcomer(context, site.address) as sapper:
        yield sapper
        if request.node.stash[FAILURE]:
            sapper.page.screenshot(path=tmp_path / "last.png")
