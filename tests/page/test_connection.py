"""A connection that is lost silently, one too many, and views wanted while the server is away."""

import json

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect
from support.pages import Sapper, Server, opened

from sapper.web import limits

pytestmark = pytest.mark.long

BEAT = 10_000


def test_a_connection_that_says_nothing_any_more_is_replaced(browser: Browser, server: Server) -> None:
    context = browser.new_context()  # its clock stays set
    sapper = opened(context, server.address)
    connections = []
    pongs = 0
    silent = False

    def carry(page: WebSocketRoute) -> None:
        through = page.connect_to_server()
        connections.append(through)
        first = len(connections) == 1

        def hear(message: str | bytes) -> None:
            nonlocal pongs
            if not (first and silent):
                page.send(message)
                pongs += json.loads(message)["type"] == "pong"

        page.on_message(lambda message: None if first and silent else through.send(message))
        through.on_message(hear)

    sapper.page.route_web_socket("**/api/live", carry)
    sapper.page.clock.install()
    sapper.play_on("*-*", "---", "---", "---")
    sapper.click(1, 1)
    expect(sapper.cell(1, 1)).to_have_text("2, row 2, column 2")
    for beat in range(1, 4):
        sapper.page.clock.run_for(BEAT)
        sapper.until(lambda beat=beat: pongs >= beat)  # type: ignore[misc]  # lambdas have no such words
    assert len(connections) == 1
    silent = True
    sapper.click(0, 0, "right")
    sapper.page.clock.run_for(2 * BEAT)
    sapper.until(lambda: len(connections) == 2)
    expect(sapper.page.locator(".connection")).to_be_hidden()
    expect(sapper.cell(0, 0)).to_have_text("flag, row 1, column 1")
    context.close()
    assert sapper.complaints == []


@pytest.mark.served
def test_one_tab_too_many_gets_the_reason(sapper: Sapper) -> None:
    sapper.show("statistics")
    sapper.page.evaluate(
        """count => { window.more = Array.from({ length: count }, () => new WebSocket('/api/live')); }""",
        limits.CONNECTIONS_OF_A_PLAYER - 1,
    )
    sapper.until(lambda: sapper.page.evaluate("more.every(({ readyState }) => readyState === 1)"))
    second = sapper.page.context.new_page()
    second.goto(sapper.address)
    connection = second.locator(".connection")
    expect(connection).to_have_text("Open in 16 tabs already: close one.")
    sapper.page.evaluate("more[0].close()")
    expect(connection).to_be_hidden()
    expect(second.locator("html[data-ready=play]")).to_be_attached()


def test_a_view_that_was_wanted_while_the_server_was_away_comes_with_it(
    sapper: Sapper, server: Server
) -> None:
    sapper.show("statistics")
    server.end(kill=True)
    expect(sapper.page.locator(".connection")).to_have_text("Connecting to the server…")
    sapper.page.get_by_role("link", name="Settings").click()
    sapper.until(lambda: len(sapper.notes) == 1)
    assert sapper.notes == ["Settings could not be loaded. The server is not answering right now."]
    server.start()
    expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()
    sapper.complaints.clear()  # the browser complains that nobody answered
