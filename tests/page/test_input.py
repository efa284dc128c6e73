"""Play with the mouse, or by keyboard alone, and what a screen reader hears of it."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from support.cases import rest_long
from support.pages import Sapper, slow_frames

# One mine at the top left; the number 1 beside it, and nothing else.
CORNER = ("*---", "----", "----")
# The mines of a middle 2: opening the corner wins nothing yet.
PAIR = ("*-*", "---", "---", "---")


# What is pressed (`+`) and let go of (`-`) after the pointer came to the number, and whether it chords.
HOLDS = {
    "+left -left": True,
    "to:3,2 +left +right to:1,1 -left -right": True,
    "+left +right to:off -left -right": False,
    "to:3,2 +middle to:1,1 -middle": True,
    "+left to:3,2 -left": False,
    # Once both are down, the right button may be pressed again and again.
    "to:3,2 +left +right -right to:1,1 +right -right -left": True,
    "+middle -middle": True,
    "+left +right -right -left": True,
    "+right +left -left -right": True,
    "+middle to:off -middle": False,
}


@pytest.mark.parametrize(("steps", "chords"), rest_long([pytest.param(*each) for each in HOLDS.items()], 6))
def test_buttons_chord_where_one_of_them_is_let_go(player: Sapper, steps: str, chords: bool) -> None:
    player.play_on(*PAIR)
    player.click(1, 1)
    for column in (0, 2):
        player.click(0, column, "right")
    expect(player.cell(0, 2)).to_have_text("flag, row 1, column 3")
    expect(player.counter("Mines left")).to_have_attribute("aria-label", "Mines left: 0")
    hold(player, f"to:1,1 {steps}")
    if chords:
        expect(player.page.locator(".result h2")).to_have_text("Won")
        expect(player.cell(0, 1)).to_have_text("2, row 1, column 2")
        return
    expect(player.page.locator(".face")).to_have_attribute("data-mood", "calm")
    player.click(3, 0, "right")
    expect(player.cell(3, 0)).to_have_text("flag, row 4, column 1")
    expect(player.counter("Mines left")).to_have_attribute("aria-label", "Mines left: -1")
    player.click(1, 0)
    expect(player.cell(0, 1)).to_have_text("hidden, row 1, column 2")


def hold(sapper: Sapper, steps: str) -> None:
    """Presses and lets go of buttons, and moves the pointer to a cell or off the board."""
    mouse = sapper.page.mouse
    for step in steps.split():
        if step == "to:off":
            mouse.move(2, 2)
        elif step.startswith("to:"):
            row, column = map(int, step[3:].split(","))
            mouse.move(*sapper.point(row, column))
        else:
            button: Any = step[1:]
            (mouse.down if step[0] == "+" else mouse.up)(button=button)


def test_a_held_button_shows_what_it_would_open_and_dragging_off_cancels(player: Sapper) -> None:
    player.play_on(*CORNER)
    before = player.picture()
    hold(player, "to:1,1 +left")
    expect(player.page.locator(".face")).to_have_attribute("data-mood", "tense")
    assert player.picture() != before  # it shows what it would open
    hold(player, "to:2,3")
    assert player.picture() == before
    hold(player, "-left")
    expect(player.page.locator(".face")).to_have_attribute("data-mood", "calm")
    player.click(0, 0, "right")
    expect(player.cell(0, 0)).to_have_text("flag, row 1, column 1")
    expect(player.cell(1, 1)).to_have_text("hidden, row 2, column 2")


def test_a_drag_may_open_where_it_ends_and_the_buttons_may_be_swapped(sapper: Sapper) -> None:
    sapper.prefer(openOnRelease=True, swapButtons=True)
    sapper.play_on(*PAIR)
    sapper.click(0, 0)
    expect(sapper.cell(0, 0)).to_have_text("flag, row 1, column 1")
    hold(sapper, "to:0,1 +right to:1,1 -right")
    expect(sapper.cell(1, 1)).to_have_text("2, row 2, column 2")
    expect(sapper.cell(0, 1)).to_have_text("hidden, row 1, column 2")
    # A drag that ends on a number with all its flags does not chord.
    sapper.click(0, 2)
    hold(sapper, "to:2,0 +right to:1,1 -right")
    sapper.click(1, 0, "right")
    expect(sapper.cell(1, 0)).to_have_text("1, row 2, column 1")
    expect(sapper.cell(0, 1)).to_have_text("hidden, row 1, column 2")


OPENING = ("-----", "-----", "-----", "----*", "*----")
"""Nothing is near the middle of the first row, and the numbers that end its opening are in the third."""


@pytest.mark.parametrize("how", rest_long(["number", "key", "chord key"]))
def test_what_was_pressed_stays_down_until_it_is_open(sapper: Sapper, how: str) -> None:
    sapper.play_on(*PAIR)
    sapper.board.focus()
    if how == "key":
        sapper.press("Home", "Home", "PageUp", "ArrowDown", "ArrowRight")
        with slow_frames(sapper, (1, 1)) as looks:
            sapper.press("Space")
    else:
        for column in (0, 2):
            sapper.click(0, column, "right")
        sapper.click(1, 1)
        expect(sapper.cell(1, 1)).to_have_text("2, row 2, column 2")
        with slow_frames(sapper, (1, 0)) as looks:
            if how == "chord key":
                sapper.press("c")
            else:
                sapper.click(1, 1)
    assert looks() == ["hidden", "down", "open"]


def test_an_opening_that_spreads_begins_with_the_cell_that_was_pressed(sapper: Sapper) -> None:
    sapper.prefer(animation=True)
    sapper.play_on(*OPENING)
    with slow_frames(sapper, (0, 2)) as looks:
        sapper.click(0, 2)
    assert looks() == ["hidden", "down"]  # an empty cell looks as one that is held down


def test_losing_and_undoing(player: Sapper) -> None:
    player.play_on(*PAIR)
    player.click(1, 1)
    player.click(3, 0, "right")
    player.click(0, 0)
    expect(player.page.locator(".result h2")).to_have_text("Lost")
    expect(player.page.locator(".face")).to_have_attribute("data-mood", "lost")
    expect(player.cell(0, 0)).to_have_text("exploded mine, row 1, column 1")
    player.press("End", "End")
    expect(player.cell(0, 2)).to_contain_text("mine")
    player.press("Home", "PageDown")
    expect(player.cell(3, 0)).to_contain_text("wrong flag")
    player.page.get_by_role("button", name="Undo").click()
    expect(player.page.locator(".result")).to_have_count(0)
    expect(player.page.locator(".face")).to_have_attribute("data-mood", "calm")
    expect(player.cell(3, 0)).to_have_text("flag, row 4, column 1")
    player.press("PageUp")
    expect(player.cell(0, 0)).to_have_text("hidden, row 1, column 1")


def test_the_clock_runs_from_the_first_opened_cell(player: Sapper) -> None:
    player.play_on(*PAIR)
    clock = player.counter("Seconds")
    player.page.wait_for_timeout(1200)
    expect(clock).to_have_attribute("aria-label", "Seconds: 0")
    player.click(1, 1)
    expect(clock).to_have_attribute("aria-label", re.compile("Seconds: [1-9]"))


def test_levels_and_the_face(sapper: Sapper) -> None:
    sapper.show()
    levels = [("Intermediate", 16, 16, 40), ("Expert", 16, 30, 99), ("Beginner", 9, 9, 10)]
    for name, rows, columns, mines in levels:
        sapper.page.locator(".toolbar").get_by_role("button", name=name).click()
        expect(sapper.board).to_have_attribute("aria-rowcount", str(rows))
        expect(sapper.board).to_have_attribute("aria-colcount", str(columns))
        expect(sapper.counter("Mines left")).to_have_attribute("aria-label", f"Mines left: {mines}")
    for has_key in (False, True):
        sapper.click(4, 4)
        expect(sapper.cell(4, 4)).to_have_text("empty, row 5, column 5")
        if has_key:
            sapper.press("F2")
        else:
            sapper.page.get_by_role("button", name="New game").click()
        expect(sapper.cell(4, 4)).to_have_text("hidden, row 5, column 5")


def width_of_a_cell(sapper: Sapper) -> float:
    columns = int(sapper.board.get_attribute("aria-colcount") or "0")
    width: float = sapper.page.locator(".board-extent").evaluate("extent => parseFloat(extent.style.width)")
    return width / columns


def test_a_zoom_by_the_wheel_stays(sapper: Sapper) -> None:
    sapper.show("play")
    sapper.press("3")
    expect(sapper.board).to_have_attribute("aria-colcount", "30")
    fitting_width = width_of_a_cell(sapper)
    sapper.page.mouse.move(*sapper.point(8, 15))
    sapper.page.keyboard.down("Control")
    sapper.page.mouse.wheel(0, -400)
    sapper.page.keyboard.up("Control")
    sapper.until(lambda: width_of_a_cell(sapper) > 2 * fitting_width)
    zoom_width = width_of_a_cell(sapper)
    sapper.open_autoplay()
    sapper.page.get_by_label("Speed").fill("9")
    sapper.press("f")
    expect(sapper.counter("Mines left")).to_have_attribute("aria-label", "Mines left: 98")
    sapper.press("r")
    expect(sapper.counter("Mines left")).to_have_attribute("aria-label", "Mines left: 99")
    assert width_of_a_cell(sapper) == zoom_width


@pytest.mark.long
def test_a_zoom_is_for_boards_of_the_size_it_was_chosen_on(sapper: Sapper) -> None:
    sapper.show("play")
    fitting_width = width_of_a_cell(sapper)
    sapper.press("3")
    expect(sapper.board).to_have_attribute("aria-colcount", "30")
    for _ in range(6):
        sapper.press("-")
    far = width_of_a_cell(sapper)
    assert far < 12
    sapper.press("1")
    expect(sapper.board).to_have_attribute("aria-colcount", "9")
    assert width_of_a_cell(sapper) == fitting_width
    sapper.press("3")
    expect(sapper.board).to_have_attribute("aria-colcount", "30")
    assert width_of_a_cell(sapper) == far


@pytest.mark.long
def test_a_right_click_on_the_border_opens_no_menu(sapper: Sapper) -> None:
    for view in ("play", "analyse"):
        sapper.show(view)
        sapper.page.evaluate("addEventListener('contextmenu', e => (window.menu = !e.defaultPrevented))")
        box = sapper.page.locator("main .cabinet").bounding_box()
        assert box is not None
        sapper.page.mouse.click(box["x"] + 6, box["y"] + box["height"] - 6, button="right")
        sapper.until(lambda: sapper.page.evaluate("'menu' in window"))
        assert sapper.page.evaluate("menu") is False, view
        sapper.page.reload()


def test_the_rules_in_force_are_shown(sapper: Sapper) -> None:
    dialog = sapper.custom()
    expect(dialog).to_contain_text("Beginner, Intermediate and Expert keep the rules")
    dialog.get_by_role("button", name="Torus").click()
    dialog.get_by_role("button", name="Hard core").click()
    dialog.get_by_role("button", name="No guess needed").click()
    dialog.get_by_role("button", name="Play").click()
    rules = sapper.page.locator(".rules")
    expect(rules).to_have_text("9 \u00d7 9, 10 mines, torus, no guess needed, hard core")
    sapper.press("3")
    expect(rules).to_have_text("Expert, no guess needed, hard core")
    sapper.page.reload()
    expect(rules).to_have_text("Expert, no guess needed, hard core")


# Presses and lets go of buttons at points, without a pause.
BURST = """(clicks) => {
    const board = document.querySelector('main .board');
    for (const [clientX, clientY, button] of clicks)
        for (const kind of ['mousedown', 'mouseup'])
            board.dispatchEvent(new MouseEvent(kind, { clientX, clientY, button, bubbles: true }));
}"""


def test_no_click_of_a_burst_is_lost(player: Sapper) -> None:
    """81 clicks before the first answer, which is faster than any player."""
    rows = ["-*" * 5] * 16
    player.play_on(*rows)
    clicks = [(*player.point(0, 1), 2)]
    clicks += [(*player.point(row, column), 0) for row in range(16) for column in range(0, 10, 2)]
    player.page.evaluate(BURST, clicks)
    expect(player.page.locator(".result h2")).to_have_text("Won")
    expect(player.page.locator(".face")).to_have_attribute("data-mood", "won")
    player.click(0, 1)  # shown as a flag, and dead
    player.page.locator(".result").get_by_role("button", name="More").click()
    expect(player.page.locator(".result .facts div", has_text="Clicks")).to_have_text("Clicks81")


@pytest.mark.long
def test_the_clock_can_show_hundredths(sapper: Sapper) -> None:
    sapper.prefer(hundredths=True)
    sapper.play_on(*PAIR)
    clock = sapper.counter("Seconds")
    assert clock.locator("g").count() == 6  # three digits, the point and two more
    sapper.click(1, 1)
    looks = set()
    for _ in range(12):
        looks.add(clock.inner_html())
        sapper.page.wait_for_timeout(30)
    assert len(looks) > 6
    expect(clock).to_have_attribute("aria-label", re.compile("Seconds: [1-9]"))


def test_a_keyboard_only_game_is_won(player: Sapper) -> None:
    player.play_on("*-*", "---", "---", "---")
    expect(player.board).to_be_focused()
    # The first step only shows where the cursor is.
    player.press("ArrowDown", "ArrowDown", "ArrowRight", "Space")
    expect(player.cell(1, 1)).to_have_text("2, row 2, column 2")
    player.press("ArrowUp", "ArrowLeft", "f")
    expect(player.cell(0, 0)).to_have_text("flag, row 1, column 1")
    player.press("End", "f", "ArrowDown", "ArrowLeft", "c")
    expect(player.page.locator(".result h2")).to_have_text("Won")


def test_the_active_cell_is_spoken(player: Sapper) -> None:
    player.play_on("*--", "---")
    player.press("ArrowRight", "ArrowRight")
    active = player.board.get_attribute("aria-activedescendant")
    expect(player.page.locator(f"#{active}")).to_have_text("hidden, row 1, column 2")
    player.press("Enter")
    expect(player.speech).to_contain_text("1, row 1, column 2")
    player.press("t")
    expect(player.speech).to_contain_text("1 mine left")


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
