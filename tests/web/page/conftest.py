"""A browser and a host that all tests of the page share, and a fresh player for every test.

The host is the server. `make test-wasm` runs the tests on the static page, too, which has the engine in the
browser. It leaves out those that ask for `server`, those marked `served`, and those marked `needs` as long as
that engine does not answer what they ask.
"""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from support.pages import PATIENCE, Host, Sapper, Server, lasting, launched, newcomer, served
from support.static_site import StaticSite, static_site

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


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "host" in metafunc.fixturenames:
        hosts: list[Any] = ["server"]
        served = metafunc.definition.get_closest_marker("served") is not None
        if not served and "server" not in metafunc.fixturenames:
            hosts.append(pytest.param("static", marks=pytest.mark.wasm))
        metafunc.parametrize("host", hosts, indirect=True, scope="package")


@pytest.fixture(scope="package")
def host(request: pytest.FixtureRequest) -> Iterator[Host]:
    """Whatever sends the page."""
    if request.param == "server":
        yield request.getfixturevalue("server")
    else:
        with static_site() as site:
            yield site


@pytest.fixture(scope="package")
def context(browser: Browser) -> Iterator[BrowserContext]:
    with lasting(browser, viewport={"width": 1280, "height": 800}, accept_downloads=True) as context:
        yield context


@pytest.fixture
def sapper(
    context: BrowserContext, host: Host, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Sapper]:
    needs = request.node.get_closest_marker("needs")
    if needs and isinstance(host, StaticSite) and not host.answers.issuperset(needs.args):
        pytest.skip("the engine in the browser does not answer what this test asks")
    with newcomer(context, host.address) as sapper:
        yield sapper
        if request.node.stash[FAILED]:
            sapper.page.screenshot(path=tmp_path / "last.png")
    assert host.take_faults() == ""
