"""The assistant beside the board."""

import re

from playwright.sync_api import expect
from support.pages import Sapper

# From the open corner on the right everything follows, to the end.
EASY = ("*-----", "------", "------", "-----*", "------")
# Two cells in a walled corner, alike in everything: a guess at the end.
HARD = ("*-*--", "***--", "-----", "-----")


def go_on_until_a_guess(sapper: Sapper) -> None:
    sapper.play_on(*HARD)
    sapper.click(3, 4)
    sapper.press("g")
    expect(sapper.page.locator(".sentence")).to_contain_text("it takes a guess")


def test_one_move(sapper: Sapper) -> None:
    sapper.play_on(*EASY)
    sapper.click(0, 5)
    sapper.page.get_by_role("button", name="Move", exact=True).click()
    expect(sapper.page.locator(".busy.on")).to_have_count(0)
    expect(sapper.page.locator(".chip")).to_have_text("not counted")


def test_going_on_wins_what_needs_no_guess(sapper: Sapper) -> None:
    sapper.play_on(*EASY)
    sapper.click(0, 5)
    sapper.press("g")
    expect(sapper.page.locator(".result h2")).to_have_text("Won")


def test_going_on_stops_before_a_guess_and_a_guess_goes_on(sapper: Sapper) -> None:
    go_on_until_a_guess(sapper)
    sapper.press("b")
    expect(sapper.page.locator(".result h2")).to_have_text(re.compile("Won|Lost"))


def test_autoplay_pauses_and_goes_on(sapper: Sapper) -> None:
    sapper.show()
    sapper.press("3")
    expect(sapper.board).to_have_attribute("aria-colcount", "30")
    sapper.press("p")
    expect(sapper.page.get_by_role("button", name="Pause")).to_be_visible()
    sapper.press("p")
    expect(sapper.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    paused = sapper.board.screenshot()
    sapper.page.wait_for_timeout(400)
    assert sapper.board.screenshot() == paused
    speed = sapper.page.get_by_label("Speed")
    speed.fill("60")
    sapper.page.get_by_role("button", name="Play", exact=True).click()
    expect(sapper.page.locator(".result")).to_be_visible(timeout=30_000)


def test_probabilities_are_shown_and_spoken(sapper: Sapper) -> None:
    sapper.play_on(*EASY)
    sapper.click(0, 5)
    sapper.press("o")
    expect(sapper.page.locator(".figures")).to_contain_text("Configurations")
    expect(sapper.page.locator(".figures")).to_contain_text("Certainly safe")
    sapper.press("ArrowLeft", "Home")
    expect(sapper.cell(0, 0)).to_have_text(re.compile("^hidden, risk 100 %, row 1"))
    sapper.press("o")
    expect(sapper.page.locator(".figures")).to_be_empty()
    expect(sapper.cell(0, 0)).to_have_text("hidden, row 1, column 1")


def test_a_tooltip_tells_the_figures_of_a_cell(sapper: Sapper) -> None:
    sapper.play_on(*HARD)
    sapper.click(3, 4)
    sapper.press("o")
    expect(sapper.page.locator(".figures")).to_contain_text("Configurations")
    sapper.page.mouse.move(*sapper.point(0, 0))
    expect(sapper.page.get_by_role("tooltip")).to_contain_text("Row 1, column 1")
    expect(sapper.page.get_by_role("tooltip")).to_contain_text("Safe, and the next click too")
    expect(sapper.page.locator(".distribution")).to_be_visible()
    sapper.page.mouse.move(2, 2)
    expect(sapper.page.get_by_role("tooltip")).to_have_count(0)


def test_a_hint_is_said_and_drawn(sapper: Sapper) -> None:
    sapper.play_on(*EASY)
    sapper.click(0, 5)
    sapper.press("h")
    expect(sapper.page.locator(".sentence")).not_to_be_empty()
    marked = sapper.board.locator("[role=gridcell]", has_text=re.compile("certainly"))
    expect(marked.first).to_be_attached()
    # The next move takes the marks away.
    sapper.press("m")
    expect(marked).to_have_count(0)


def test_a_hint_where_nothing_is_certain_names_the_best_guess(sapper: Sapper) -> None:
    go_on_until_a_guess(sapper)
    sapper.press("h")
    expect(sapper.board.locator("[role=gridcell]", has_text="best guess")).to_have_count(1)


def test_the_solvers_view_is_drawn_and_taken_away(sapper: Sapper) -> None:
    sapper.play_on("*-*", "---", "---", "---")
    sapper.click(1, 1)
    sapper.page.mouse.move(2, 2)
    sapper.page.wait_for_timeout(100)
    before = sapper.board.screenshot()
    sapper.press("v")
    sapper.page.wait_for_timeout(1500)  # the sweep takes its time
    assert sapper.board.screenshot() != before
    sapper.press("v")
    sapper.page.wait_for_timeout(100)
    assert sapper.board.screenshot() == before
