"""What survives: a reload, another tab, a server that is killed in the middle of a game."""

import signal

from playwright.sync_api import Browser, expect
from support.pages import Sapper, Server, opened

PAIR = ("*-*", "---", "---", "---")


def test_a_game_survives_a_reload(sapper: Sapper) -> None:
    sapper.play_on(*PAIR)
    sapper.click(1, 1)
    sapper.click(0, 0, "right")
    expect(sapper.counter("Mines left")).to_have_attribute("aria-label", "Mines left: 1")
    sapper.page.goto(f"{sapper.address}/#play")
    sapper.page.reload()
    expect(sapper.board).to_have_attribute("aria-rowcount", "4")
    expect(sapper.counter("Mines left")).to_have_attribute("aria-label", "Mines left: 1")
    expect(sapper.cell(0, 0)).to_have_text("flag, row 1, column 1")


def test_settings_survive_a_new_browser_profile_of_the_same_player(sapper: Sapper, browser: Browser) -> None:
    sapper.show("settings")
    with sapper.page.expect_response("**/api/settings"):
        sapper.page.get_by_label("Classic").check(force=True)
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", "classic")
    cookies = [
        {"name": one["name"], "value": one["value"], "url": sapper.address}
        for one in sapper.page.context.cookies()
    ]
    context = browser.new_context()
    context.add_cookies(cookies)  # type: ignore[arg-type]  # name, value and url are all it takes
    elsewhere = opened(context, sapper.address)
    elsewhere.show("play")
    expect(elsewhere.page.locator("html")).to_have_attribute("data-theme", "classic")
    context.close()


def test_a_second_tab_follows(sapper: Sapper) -> None:
    sapper.play_on(*PAIR)
    second = opened(sapper.page.context, sapper.address)
    second.show("play")
    expect(second.board).to_have_attribute("aria-rowcount", "4")
    sapper.click(0, 0, "right")
    expect(second.counter("Mines left")).to_have_attribute("aria-label", "Mines left: 1")
    assert second.complaints == []


def test_play_goes_on_after_the_server_was_killed(sapper: Sapper, server: Server) -> None:
    sapper.play_on(*PAIR)
    sapper.click(1, 1)
    expect(sapper.cell(1, 1)).to_have_text("2, row 2, column 2")
    server.end(signal.SIGKILL)
    expect(sapper.page.locator(".connection")).to_be_visible()
    sapper.click(0, 0, "right")  # waits for the server
    server.start()
    expect(sapper.page.locator(".connection")).to_be_hidden()
    expect(sapper.cell(0, 0)).to_have_text("flag, row 1, column 1")
    sapper.click(0, 2, "right")
    sapper.click(1, 1)
    expect(sapper.page.locator(".result h2")).to_have_text("Won")
    sapper.complaints.clear()  # the browser tells that nobody answered
