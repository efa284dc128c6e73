"""What the page cannot do alone: it says so."""

from playwright.sync_api import expect
from support.pages import Sapper


def test_the_view_says_what_pictures_need(sapper: Sapper) -> None:
    sapper.show("analyse")
    panel = sapper.page.locator(".analyse .panel")
    expect(panel).to_contain_text("You can also drop a file anywhere on the page.")
    expect(panel).to_contain_text("Reading a picture needs Sapper on your own machine")
    expect(panel).not_to_contain_text("A screenshot of a board can be pasted")
