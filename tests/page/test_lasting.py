"""What survives: a reload, another tab, a worker that breaks in the middle of a game."""

import pytest
from playwright.sync_api import expect
from support.pages import Sapper, open_page

pytestmark = pytest.mark.long

PAIR = ("*-*", "---", "---", "---")


def test_a_second_tab_follows(sapper: Sapper) -> None:
    sapper.play_on(*PAIR)
    second = open_page(sapper.page.context, sapper.address)
    second.show("play")
    expect(second.board).to_have_attribute("aria-rowcount", "4")
    sapper.click(0, 0, "right")
    expect(second.counter("Mines left")).to_have_attribute("aria-label", "Mines left: 1")
    assert second.complaints == []


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
    second = open_page(sapper.page.context, sapper.address)
    second.show("play")
    second.page.get_by_role("button", name="Undo").click()
    expect(second.page.locator(".result")).to_have_count(0)
    expect(second.cell(0, 0)).to_have_text("hidden, row 1, column 1")
    assert second.complaints == []


def theme(sapper: Sapper, name: str) -> None:
    sapper.page.locator(f"input[name=theme][value={name}]").check(force=True)
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", name)


def test_a_setting_survives_a_reload_at_once(sapper: Sapper) -> None:
    sapper.show("settings")
    theme(sapper, "dark")
    sapper.until(lambda: sapper.keeps("theme"))
    # In one step: asked from outside, a busy machine would be slower than the page.
    sapper.page.evaluate("document.querySelector('input[value=classic]').click(); location.reload()")
    expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", "classic")
    sapper.until(lambda: sapper.keeps("theme"))
    sapper.page.evaluate("localStorage.clear()")  # what the worker has is what counts now
    sapper.page.reload()
    expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", "classic")


def test_play_goes_on_when_the_worker_breaks(sapper: Sapper) -> None:
    sapper.play_on(*PAIR)
    sapper.click(1, 1)
    expect(sapper.cell(1, 1)).to_have_text("2, row 2, column 2")
    sapper.page.evaluate("host.dispatchEvent(new ErrorEvent('error'))")
    sapper.click(0, 0, "right")  # waits for a new worker
    expect(sapper.cell(0, 0)).to_have_text("flag, row 1, column 1")
    expect(sapper.page.locator(".connection")).to_be_hidden()
    sapper.click(0, 2, "right")
    sapper.click(1, 1)
    expect(sapper.page.locator(".result h2")).to_have_text("Won")


def test_a_saved_theme_that_is_not_there_gives_way_to_the_usual_one(sapper: Sapper) -> None:
    sapper.show("settings")
    sapper.page.evaluate("localStorage.setItem('sapper-settings', JSON.stringify({ theme: 'pink' }))")
    sapper.page.reload()
    expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", "modern")


def test_two_tabs_have_the_same_settings(sapper: Sapper) -> None:
    sapper.show("settings")
    second = open_page(sapper.page.context, sapper.address)
    second.show("settings")
    theme(sapper, "classic")
    expect(second.page.locator("html")).to_have_attribute("data-theme", "classic")
    expect(second.page.get_by_label("Classic")).to_be_checked()
    second.page.get_by_text("Question marks", exact=True).click()
    expect(sapper.page.get_by_label("Question marks")).to_be_checked()
    expect(sapper.page.locator("html")).to_have_attribute("data-theme", "classic")
    assert second.complaints == []
