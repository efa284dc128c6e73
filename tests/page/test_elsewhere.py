"""The page on the local network: over plain HTTP, where browsers allow it less."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from support.pages import Sapper, visitor
from support.serving import ELSEWHERE, Server

pytestmark = pytest.mark.long


@pytest.fixture
def elsewhere(browser: Browser, server: Server) -> Iterator[Sapper]:
    with visitor(browser, f"http://{ELSEWHERE}:{server.port}") as sapper:
        yield sapper


def test_the_page_says_what_plain_http_lacks(elsewhere: Sapper, server: Server) -> None:
    elsewhere.show("settings")
    assert elsewhere.page.evaluate("isSecureContext") is False
    expect(elsewhere.page.locator(".settings")).to_contain_text(
        "It came over plain HTTP. So the browser does not"
    )
    elsewhere.page.goto(f"{server.address}/#settings")
    expect(elsewhere.page.locator("html[data-ready=settings]")).to_be_attached()
    expect(elsewhere.page.locator(".settings")).not_to_contain_text("plain HTTP")


def test_a_daily_board_is_played(elsewhere: Sapper) -> None:
    """Its seed is a digest, which browsers compute only for pages that they trust."""
    elsewhere.show()
    elsewhere.page.get_by_role("button", name="Daily").click()
    elsewhere.page.get_by_role("dialog").get_by_role("button", name="Play beginner").click()
    expect(elsewhere.board).to_have_attribute("aria-rowcount", "9")
    expect(elsewhere.page.get_by_role("dialog")).to_have_count(0)


def test_a_run_is_simulated(elsewhere: Sapper) -> None:
    elsewhere.show("simulate")
    elsewhere.page.get_by_label("Board").select_option("beginner")
    elsewhere.page.get_by_label("Games").select_option("1000")
    elsewhere.page.get_by_role("button", name="Start the run").click()
    expect(elsewhere.page.locator(".run-card .status")).to_have_text("Finished")


def test_a_link_is_copied(elsewhere: Sapper) -> None:
    elsewhere.show("analyse=s3x3x1.j3b3j3")
    elsewhere.page.get_by_role("button", name="Copy link").click()
    elsewhere.until(lambda: elsewhere.notes == ["Link copied."])
    elsewhere.page.get_by_role("button", name="Paste").click()
    text = elsewhere.page.get_by_role("dialog").get_by_role("textbox")
    text.focus()
    elsewhere.press("ControlOrMeta+v")
    expect(text).to_have_value(f"{elsewhere.address}/#analyse=s3x3x1.j3b3j3")
