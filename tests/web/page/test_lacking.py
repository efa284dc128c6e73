"""An engine that cannot do everything: the page says what is not there."""

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect
from support.pages import Sapper

NEEDED = "Sapper on your own machine, started with “sapper serve”."


@pytest.mark.served
def test_the_views_say_what_is_not_there(sapper: Sapper) -> None:
    def carry(page: WebSocketRoute) -> None:
        through = page.connect_to_server()

        def hear(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "hello":
                told["answers"] = ["new", "resume", "act", "analyse", "hint"]
            page.send(json.dumps(told))

        page.on_message(through.send)
        through.on_message(hear)

    sapper.page.route_web_socket("**/api/live", carry)
    sapper.show("analyse")
    panel = sapper.page.locator(".analyse .panel")
    expect(panel.get_by_role("button", name="Copy link")).to_be_visible()
    for name in ("Paste", "Open file", "Save"):
        expect(panel.get_by_role("button", name=name)).to_have_count(0)
    expect(panel).to_contain_text(f"Reading a file, a text or a picture needs {NEEDED}")
