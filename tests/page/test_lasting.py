"""What survives: a reload, another tab, a server that is killed in the middle of a game."""

import pytest
from playwright.sync_api import Browser, expect
from support.pages import Sapper, Server, opened

pytestmark = pytest.mark.long

PAIR = ("*-*", "---", "---", "---")
# By the server, whose time it is that counts.
CLOCK_RUNS = """async () => {
    const asked = async (address) => (await fetch(address)).json();
    const { games: [{ game }] } = await asked('/api/games?status=playing&limit=1');
    return (await asked(`/api/games/${game}`)).clock;
}"""


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


@pytest.mark.served
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
    server.end(kill=True)
    expect(sapper.page.locator(".connection")).to_be_visible()
    sapper.click(0, 0, "right")  # waits for the server
    server.start()
    expect(sapper.page.locator(".connection")).to_be_hidden()
    expect(sapper.cell(0, 0)).to_have_text("flag, row 1, column 1")
    sapper.click(0, 2, "right")
    sapper.click(1, 1)
    expect(sapper.page.locator(".result h2")).to_have_text("Won")
    sapper.complaints.clear()  # the browser complains that nobody answered


def test_the_clock_runs_in_a_game_entered_while_the_server_was_away(sapper: Sapper, server: Server) -> None:
    sapper.show("settings")  # from here on the page has all it needs
    sapper.play_on(*PAIR)
    sapper.click(1, 1)
    expect(sapper.cell(1, 1)).to_have_text("2, row 2, column 2")
    sapper.show("settings")
    server.end(kill=True)
    expect(sapper.page.locator(".connection")).to_be_visible()
    sapper.show("play")
    server.start()
    expect(sapper.page.locator(".connection")).to_be_hidden()
    sapper.until(lambda: bool(sapper.page.evaluate(CLOCK_RUNS)))
    sapper.complaints.clear()  # the browser complains that nobody answered


def test_a_loss_survives_a_reload_and_a_new_tab(sapper: Sapper) -> None:
    sapper.show("play")
    sapper.press("2")
    expect(sapper.board).to_have_attribute("aria-rowcount", "16")  # abandoned
    sapper.play_on(*PAIR)
    sapper.click(1, 1)
    sapper.click(0, 0)
    expect(sapper.page.locator(".result h2")).to_have_text("Lost")
    sapper.page.reload()
    expect(sapper.board).to_have_attribute("aria-rowcount", "4")
    expect(sapper.page.locator(".result h2")).to_have_text("Lost")
    second = opened(sapper.page.context, sapper.address)
    second.show("play")
    second.page.get_by_role("button", name="Undo").click()
    expect(second.page.locator(".result")).to_have_count(0)
    expect(second.cell(0, 0)).to_have_text("hidden, row 1, column 1")
    assert second.complaints == []


def test_a_loss_that_was_left_can_be_reviewed(sapper: Sapper) -> None:
    sapper.play_on(*PAIR)
    sapper.click(1, 1)
    sapper.click(0, 0)
    expect(sapper.page.locator(".result h2")).to_have_text("Lost")
    sapper.press("r")
    expect(sapper.page.locator(".result")).to_have_count(0)
    sapper.show("review")
    sapper.page.locator(".game-entry", has_text="lost").click()
    expect(sapper.page.locator(".place")).to_have_text("Move 1 of 2")


def theme(sapper: Sapper, name: str) -> None:
    sapper.page.locator(f"input[name=theme][value={name}]").check(force=True)
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", name)


@pytest.mark.served
def test_a_setting_survives_a_reload_at_once(sapper: Sapper) -> None:
    sapper.show("settings")
    with sapper.page.expect_response("**/api/settings"):
        theme(sapper, "dark")
    # In one step: asked from outside, a busy machine would be slower than the page.
    sapper.page.evaluate("document.querySelector('input[value=classic]').click(); location.reload()")
    with sapper.page.expect_response("**/api/settings"):
        expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", "classic")


def test_a_setting_changed_while_the_server_is_away_is_sent_when_it_is_back(
    sapper: Sapper, server: Server
) -> None:
    sapper.show("settings")
    with sapper.page.expect_response("**/api/settings"):
        theme(sapper, "dark")
    server.end(kill=True)
    expect(sapper.page.locator(".connection")).to_be_visible()
    with sapper.page.expect_event("requestfailed", lambda request: "/api/settings" in request.url):
        theme(sapper, "classic")
    with sapper.page.expect_response("**/api/settings"):
        server.start()
    sapper.page.evaluate("localStorage.clear()")  # what the server has is what counts now
    sapper.page.reload()
    expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", "classic")
    sapper.complaints.clear()  # the browser complains that nobody answered


@pytest.mark.parametrize(("saved", "shown"), [("clear", "colour-blind"), ("pink", "modern")])
def test_a_theme_saved_under_a_name_of_before(sapper: Sapper, saved: str, shown: str) -> None:
    sapper.show("settings")
    sapper.page.evaluate("theme => localStorage.setItem('sapper-settings', JSON.stringify({ theme }))", saved)
    sapper.page.reload()
    expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", shown)


def test_two_tabs_have_the_same_settings(sapper: Sapper) -> None:
    sapper.show("settings")
    second = opened(sapper.page.context, sapper.address)
    second.show("settings")
    theme(sapper, "classic")
    expect(second.page.locator("html")).to_have_attribute("data-theme", "classic")
    expect(second.page.get_by_label("Classic")).to_be_checked()
    second.page.get_by_text("Question marks", exact=True).click()
    expect(sapper.page.get_by_label("Question marks")).to_be_checked()
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", "classic")
    assert second.complaints == []
