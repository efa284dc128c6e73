"""A game by keyboard alone, and what a screen reader hears of it."""

import re

import pytest
from playwright.sync_api import expect
from support.pages import Sapper


def test_a_keyboard_only_game_is_won(sapper: Sapper) -> None:
    sapper.play_on("*-*", "---", "---", "---")
    expect(sapper.board).to_be_focused()
    # The first step only shows where the cursor is.
    sapper.press("ArrowDown", "ArrowDown", "ArrowRight", "Space")
    expect(sapper.cell(1, 1)).to_have_text("2, row 2, column 2")
    sapper.press("ArrowUp", "ArrowLeft", "f")
    expect(sapper.cell(0, 0)).to_have_text("flag, row 1, column 1")
    sapper.press("End", "f", "ArrowDown", "ArrowLeft", "c")
    expect(sapper.page.locator(".result h2")).to_have_text("Won")


def test_the_active_cell_is_spoken(sapper: Sapper) -> None:
    sapper.play_on("*--", "---")
    sapper.press("ArrowRight", "ArrowRight")
    active = sapper.board.get_attribute("aria-activedescendant")
    expect(sapper.page.locator(f"#{active}")).to_have_text("hidden, row 1, column 2")
    sapper.press("Enter")
    expect(sapper.speech).to_contain_text("1, row 1, column 2")
    sapper.press("t")
    expect(sapper.speech).to_contain_text("1 mine left")


def test_keys_can_be_changed(sapper: Sapper) -> None:
    sapper.show("settings")
    sapper.page.get_by_role("button", name="Flag: F. Change").click()
    sapper.press("x")
    expect(sapper.page.get_by_role("button", name="Flag: X. Change")).to_be_visible()
    sapper.page.get_by_role("button", name="Chord: C. Change").click()
    sapper.press("x")
    expect(sapper.page.get_by_role("button", name="Flag: none. Change")).to_be_visible()
    sapper.page.get_by_role("button", name="Open: Space Enter. Change").click()
    sapper.press("z")
    sapper.show("play")
    sapper.board.focus()
    sapper.press("ArrowRight", "z")
    expect(sapper.cell(0, 0)).to_have_text("empty, row 1, column 1")


def test_keys_typed_into_a_field_are_text(sapper: Sapper) -> None:
    sapper.show()
    sapper.press("4")
    rows = sapper.page.get_by_role("dialog").get_by_role("spinbutton", name="Rows")
    rows.fill("")
    rows.type("12")
    expect(rows).to_have_value("12")
    expect(sapper.board).to_have_attribute("aria-rowcount", "9")


@pytest.mark.long
def test_the_cursor_goes_around_a_torus(sapper: Sapper) -> None:
    dialog = sapper.custom()
    dialog.get_by_role("button", name="Torus").click()
    dialog.get_by_role("spinbutton", name="Rows").fill("7")
    dialog.get_by_role("button", name="Play").click()
    expect(sapper.board).to_have_attribute("aria-rowcount", "7")
    sapper.board.focus()
    sapper.press("ArrowLeft", "ArrowLeft", "ArrowUp")
    active = sapper.board.get_attribute("aria-activedescendant")
    expect(sapper.page.locator(f"#{active}")).to_have_text("hidden, row 7, column 9")


@pytest.mark.long
def test_a_changed_key_is_shown_beside_what_it_does(sapper: Sapper) -> None:
    sapper.play_on("*-*", "---")
    sapper.show("settings")
    for name, key in [("Hint: H", "x"), ("Undo a loss: U", "z")]:
        sapper.page.get_by_role("button", name=f"{name}. Change").click()
        sapper.press(key)
    sapper.show("play")
    expect(sapper.page.get_by_role("button", name="Hint").locator("kbd")).to_have_text("X")
    sapper.click(0, 0)
    expect(sapper.page.get_by_role("button", name="Undo")).to_have_attribute("title", re.compile("Key Z$"))


def test_switches_of_one_setting_agree(sapper: Sapper) -> None:
    sapper.show("play")
    sapper.show("settings")
    for label in ("Probabilities as numbers", "The assistant flags certain mines"):
        sapper.page.get_by_text(label, exact=True).click()
    sapper.show("play")
    for label in ("Show as numbers", "Flag certain mines"):
        expect(sapper.page.get_by_label(label)).not_to_be_checked()
    sapper.open_lab()
    sapper.page.get_by_text("Show as numbers").click()
    sapper.show("settings")
    expect(sapper.page.get_by_label("Probabilities as numbers")).to_be_checked()


def test_a_key_that_cannot_be_chosen_is_refused_in_words(sapper: Sapper) -> None:
    sapper.show("settings")
    change = sapper.page.locator(".key-button").nth(5)
    before = change.get_attribute("aria-label")
    change.click()
    sapper.press("Control+k")
    sapper.until(lambda: len(sapper.notes) == 1)
    assert "together with Ctrl" in sapper.notes[0]
    expect(change).to_have_attribute("aria-label", before or "")
