"""The page on the local network: over plain HTTP, where browsers allow it less."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from support.pages import ELSEWHERE, Sapper, Server, opened

pytestmark = pytest.mark.long


@pytest.fixture
def elsewhere(browser: Browser, server: Server) -> Iterator[Sapper]:
    context = browser.new_context()
    sapper = opened(context, f"http://{ELSEWHERE}:{server.port}")
    yield sapper
    context.close()
    assert sapper.complaints == []


def test_the_browser_has_nothing_to_complain_of(elsewhere: Sapper) -> None:
    elsewhere.show()
    assert elsewhere.page.evaluate("isSecureContext") is False


def test_a_link_is_copied(elsewhere: Sapper) -> None:
    elsewhere.show("analyse=s3x3x1.j3b3j3")
    elsewhere.page.get_by_role("button", name="Copy link").click()
    elsewhere.until(lambda: elsewhere.notes == ["Link copied."])
    elsewhere.page.get_by_role("button", name="Paste").click()
    text = elsewhere.page.get_by_role("dialog").get_by_role("textbox")
    text.focus()
    elsewhere.press("ControlOrMeta+v")
    expect(text).to_have_value(f"{elsewhere.address}/#analyse=s3x3x1.j3b3j3")
