"""An engine in the browser cannot do everything: the page says what needs a server."""

from playwright.sync_api import expect
from support.pages import Sapper
from support.static_site import StaticSite

NEEDED = "Sapper on your own machine, started with “sapper serve”."


def test_the_views_say_what_needs_a_server(sapper: Sapper, host: object) -> None:
    is_static = isinstance(host, StaticSite)
    sapper.show("analyse")
    panel = sapper.page.locator(".analyse .panel")
    expect(panel).to_contain_text("You can also drop a file anywhere on the page.")
    assert (f"Reading a picture needs {NEEDED}" in panel.inner_text()) == is_static
    assert ("A screenshot of a board can be pasted" in panel.inner_text()) != is_static
