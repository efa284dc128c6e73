"""The page says what it lacks without Python behind it."""

from playwright.sync_api import expect
from support.pages import Sapper

NEEDED = "Sapper on your own machine, started with “sapper serve”."


def test_the_views_say_what_needs_python(sapper: Sapper) -> None:
    sapper.show("analyse")
    panel = sapper.page.locator(".analyse .panel")
    expect(panel).to_contain_text("You can also drop a file anywhere on the page.")
    expect(panel).to_contain_text(f"Reading a picture needs {NEEDED}")
    sapper.show("simulate")
    expect(sapper.page.locator(".run-form")).to_contain_text(f"Strategies in Python need {NEEDED}")
