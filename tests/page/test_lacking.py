"""The page says what it lacks without Python behind it."""

from playwright.sync_api import expect
from support.pages import Sapper


def test_the_views_say_what_needs_python(sapper: Sapper) -> None:
    sapper.show("simulate")
    expect(sapper.page.locator(".run-form")).to_contain_text(
        "Strategies in Python need Sapper on your own machine, started with “sapper serve”."
    )
