"""A browser and a server that all tests of the page share, and a fresh player for every test."""

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from support.pages import PATIENCE, Sapper, Server, forget, launched, opened, served

expect.set_options(timeout=PATIENCE)

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keeps for the fixture whether the test failed."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture(scope="package")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Keeps the files of the page, so that the next test need not load them: a quarter less work."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    yield context
    context.close()


@pytest.fixture
def sapper(
    context: BrowserContext, server: Server, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Sapper]:
    sapper = opened(context, server.address)
    forget(context, server.address)
    yield sapper
    if request.node.stash[FAILED]:
        sapper.page.screenshot(path=tmp_path / "last.png")
    for page in context.pages:
        page.close()
    assert sapper.complaints == []
    assert server.take_faults() == ""
