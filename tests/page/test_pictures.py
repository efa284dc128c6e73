"""Pictures of boards on the analysis board."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from playwright.sync_api import Locator, expect
from support.pages import Sapper, drop, paste
from support.screens import WITHOUT_LINES, picture_file, unclear_picture, window

from sapper import Position

PICTURE_BYTES = 12 * 2**20
PAUSE = 700  # milliseconds, after which a change of the mine count has had the picture read again


def panel(sapper: Sapper) -> Locator:
    return sapper.page.locator(".section", has=sapper.page.get_by_role("heading", name="Picture"))


def choose(sapper: Sapper, label: str) -> None:
    panel(sapper).get_by_role("button", name=label).click()


@contextmanager
def slow_engine(sapper: Sapper) -> Iterator[None]:
    """Keeps what is asked of the engine until the end."""
    sapper.page.evaluate("() => { window.held = []; host.postMessage = (message) => held.push(message); }")
    yield
    sapper.page.evaluate(
        "() => { delete host.postMessage; for (const message of held) host.postMessage(message); }"
    )


def come_to_reading(sapper: Sapper) -> None:
    """Waits until a picture is being read by a slow engine."""
    sapper.until(lambda: sapper.page.evaluate("held.some(({ type }) => type === 'read')"))


def settle(sapper: Sapper) -> None:
    """Waits for a reading under way, and then for one that comes after a pause."""
    expect(panel(sapper)).not_to_contain_text("Reading")
    sapper.page.clock.fast_forward(PAUSE)
    expect(panel(sapper)).not_to_contain_text("Reading")


def mine_field(sapper: Sapper) -> Locator:
    return sapper.page.get_by_role("spinbutton", name="Mines", exact=True)


def test_a_pasted_picture_asks_what_it_leaves_open(sapper: Sapper) -> None:
    sapper.show("analyse")
    expect(panel(sapper)).to_be_hidden()
    paste(sapper.page, unclear_picture()[1])
    expect(sapper.board).to_have_attribute("aria-colcount", "7")
    expect(panel(sapper)).to_contain_text("cells from the picture. 1 question is open.")
    expect(panel(sapper)).to_contain_text("What is in row 1, column 1? A ring marks it")
    expect(sapper.cell(0, 0)).to_contain_text("asked about")
    expect(panel(sapper)).to_contain_text("How many mines are on the board?")
    sentence = sapper.page.locator(".sentence")
    expect(sentence).to_contain_text("If the picture is read right and there are 5 mines: Possible.")
    choose(sapper, "Another number")
    sapper.page.keyboard.type("6")
    expect(panel(sapper)).not_to_contain_text("How many mines")
    for answer in ("2", "3"):  # one of them changes no cell
        choose(sapper, f"{answer} (")
        expect(panel(sapper)).to_contain_text("Nothing in them is unclear.")
        expect(sapper.cell(0, 0)).to_contain_text(f"{answer}, ")
        if answer == "3":
            expect(sentence).to_have_text(re.compile("^Possible. Certain: 4 safe cells, [0-9]+ mines.$"))
        sapper.page.get_by_role("button", name="Undo").click()  # takes the answer back
        expect(panel(sapper)).to_contain_text("What is in row 1, column 1?")
        expect(panel(sapper)).not_to_contain_text("How many mines")


def test_what_was_said_before_an_answer_fades_until_the_picture_is_read_again(sapper: Sapper) -> None:
    sapper.show("analyse")
    paste(sapper.page, unclear_picture()[1])
    expect(panel(sapper)).to_contain_text("1 question is open.")
    texts = sapper.page.locator(".analyse :is(.sentence, .figures)")
    expect(texts.first).to_contain_text("Possible.")
    opacities = "(parts) => parts.map((part) => getComputedStyle(part).opacity)"
    sapper.until(lambda: texts.evaluate_all(opacities) == ["1", "1"])
    with slow_engine(sapper):
        choose(sapper, "3 (")
        sapper.until(lambda: all(float(each) < 0.5 for each in texts.evaluate_all(opacities)))
    expect(panel(sapper)).to_contain_text("Nothing in them is unclear.")
    sapper.until(lambda: texts.evaluate_all(opacities) == ["1", "1"])


def test_a_mine_count_that_changes_during_a_reading_stays(sapper: Sapper) -> None:
    sapper.show("analyse")
    paste(sapper.page, unclear_picture()[1])
    expect(panel(sapper)).to_contain_text("1 question is open.")
    with slow_engine(sapper):
        mine_field(sapper).fill("7")
        come_to_reading(sapper)
        mine_field(sapper).fill("12")
    expect(panel(sapper)).to_contain_text("1 question is open.")
    mine_field(sapper).blur()
    expect(mine_field(sapper)).to_have_value("12")
    sapper.until(lambda: "#analyse=s6x7x12." in sapper.page.url)


def test_an_answer_stays_while_the_player_paints_and_counts(clock_page: Sapper) -> None:
    clock_page.show("analyse")
    paste(clock_page.page, unclear_picture()[1])
    expect(panel(clock_page)).to_contain_text("1 question is open.")
    clock_page.page.get_by_role("button", name="Flag", exact=True).click()
    with slow_engine(clock_page):
        choose(clock_page, "3 (")
        clock_page.click(3, 3)
        clock_page.page.clock.fast_forward(PAUSE)
    expect(panel(clock_page)).to_contain_text("Nothing in them is unclear.")
    clock_page.until(lambda: "#analyse=s6x7x5.dj23kj" in clock_page.page.url)
    with slow_engine(clock_page):
        choose(clock_page, "It has")
        mine_field(clock_page).fill("12")
        clock_page.page.clock.fast_forward(PAUSE)
    expect(panel(clock_page)).not_to_contain_text("How many mines")
    expect(panel(clock_page)).to_contain_text("Nothing in them is unclear.")
    clock_page.until(lambda: "#analyse=s6x7x12.dj23kj" in clock_page.page.url)


def test_an_answer_and_its_mine_count_are_taken_back_together(clock_page: Sapper) -> None:
    clock_page.show("analyse=s9x9x0.j81")  # so the least mine count that fits the picture is likely
    paste(clock_page.page, unclear_picture()[1])
    expect(panel(clock_page)).to_contain_text("1 question is open.")
    clock_page.until(lambda: "#analyse=s6x7x4.cj" in clock_page.page.url)
    before = clock_page.page.url
    changes: list[tuple[Callable[[], None], str]] = [
        (lambda: choose(clock_page, "2 ("), "s6x7x4.cj"),
        (lambda: choose(clock_page, "3 ("), "s6x7x5.dj"),
        (lambda: mine_field(clock_page).fill("28"), "s6x7x28.dj"),  # which fits only a 3
    ]
    for change, link in changes:
        change()
        settle(clock_page)
        expect(clock_page.page).to_have_url(re.compile(f"#analyse={re.escape(link)}"))
        clock_page.page.get_by_role("button", name="Undo").click()
        expect(panel(clock_page)).to_contain_text("What is in row 1, column 1?")
        settle(clock_page)
        expect(clock_page.page).to_have_url(before)


def test_a_picture_without_lines_is_read_with_the_size_on_the_page(sapper: Sapper) -> None:
    picture = picture_file(window(Position(np.full((9, 11), -1)), WITHOUT_LINES["flat"], size=(500, 500)))
    sapper.show("analyse")
    paste(sapper.page, picture)
    sapper.until(lambda: len(sapper.notes) == 1)
    assert "set the size of the board on this page first" in sapper.notes[0]
    columns = sapper.page.get_by_role("spinbutton", name="Columns")
    columns.fill("11")
    columns.press("Enter")
    paste(sapper.page, picture)
    expect(panel(sapper)).to_contain_text("11 cells from the picture. The rules explain little")
    choose(sapper, "It has")
    expect(panel(sapper)).not_to_contain_text("How many mines")
    sapper.page.get_by_role("button", name="Undo").click()
    expect(panel(sapper)).to_contain_text("How many mines")


@pytest.mark.long
def test_what_is_painted_over_a_picture_stays(sapper: Sapper) -> None:
    sapper.show("play")
    drop(sapper.page, ("screenshot.png", unclear_picture()[1]))
    expect(panel(sapper)).to_contain_text("1 question is open.")
    sapper.page.get_by_role("button", name="Flag", exact=True).click()
    sapper.click(3, 3)
    choose(sapper, "2 (")
    expect(panel(sapper)).to_contain_text("Nothing in them is unclear.")
    expect(sapper.cell(3, 3)).to_contain_text("flag")
    sapper.page.get_by_role("button", name="Hide all cells").click()
    expect(panel(sapper)).to_be_hidden()


@pytest.mark.long
def test_a_picture_without_a_board_changes_nothing(sapper: Sapper) -> None:
    sapper.show("analyse")
    sapper.page.get_by_role("button", name="Paste").click()
    paste(sapper.page, sapper.page.screenshot(), "dialog textarea")
    expect(sapper.page.get_by_role("dialog")).to_have_count(0)
    sapper.until(lambda: len(sapper.notes) == 1)
    assert "board" in sapper.notes[0]
    drop(sapper.page, ("large.png", b"\x89PNG\r\n\x1a\n" + bytes(PICTURE_BYTES)))
    sapper.until(lambda: len(sapper.notes) == 2)
    assert "more than 12 MiB" in sapper.notes[1]
    expect(sapper.board).to_have_attribute("aria-rowcount", "9")
