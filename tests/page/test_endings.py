"""The end of a game, games that were left, and what the statistics make of both."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from support.pages import NEXT_FRAMES, Sapper, mines_link, visitor
from support.static_site import StaticSite

import sapper as library

GUESS_ROW = ("-*-----*",)
"""Where the third cell is opened, the fourth is certainly safe."""

SIZES = [(320, 454), (390, 664), (667, 375), (1366, 657), (3840, 2160)]

# Where the card stands, how much it hides of the board and of the switch, and where its first button is.
CARD = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect();
    const [card, board, flags] = [box('.ending'), box('main .board'), box('.flag-switch')];
    const common = (from, to, low, high) => Math.max(Math.min(to, high) - Math.max(from, low), 0);
    const both = (other) => common(card.left, card.right, other.left, other.right)
        * common(card.top, card.bottom, other.top, other.bottom);
    return {
        inside: card.left >= 0 && card.top >= 0 && card.right <= innerWidth && card.bottom <= innerHeight,
        scrolled: scrollY,
        hidden: both(board) / (board.width * board.height),
        flags: both(flags),
        card: { left: card.left, top: card.top, right: card.right, bottom: card.bottom },
        fresh: box('.result .primary').bottom,
    };
}"""


@pytest.fixture
def finger(browser: Browser, host: StaticSite) -> Iterator[Sapper]:
    with visitor(browser, host.address, has_touch=True) as sapper:
        yield sapper


@pytest.mark.parametrize("row", [pytest.param(0, marks=pytest.mark.long), 8])
def test_the_result_is_beside_the_board_on_every_screen(finger: Sapper, row: int) -> None:
    for width, height in SIZES:
        finger.page.set_viewport_size({"width": width, "height": height})
        finger.play_on(*["-" * 9] * row, "*" + "-" * 8, *["-" * 9] * (8 - row))
        finger.click(4, 4)
        expect(finger.page.locator(".result h2")).to_have_text("Won")
        finger.press("a")
        expect(finger.page.locator(".result")).to_have_count(0)
        lost = finger.point(row, 0)
        finger.page.mouse.click(*lost)
        expect(finger.page.locator(".result h2")).to_have_text("Lost")
        expect(finger.page.locator(".why")).to_be_visible()
        finger.page.evaluate(NEXT_FRAMES)
        place = finger.page.evaluate(CARD)
        assert place["inside"], (width, height, place)
        assert place["scrolled"] == 0
        assert place["flags"] == 0, (width, height, place)
        card = place["card"]
        assert not (card["left"] < lost[0] < card["right"] and card["top"] < lost[1] < card["bottom"])
        if width < 900:
            assert place["hidden"] < 0.7, (width, height, place)
            continue
        assert place["hidden"] == 0, (width, height, place)
        finger.page.locator(".result").get_by_role("button", name="More").click()
        expect(finger.page.locator(".result")).to_contain_text("Openings")
        card_with_more = finger.page.evaluate(CARD)
        assert card_with_more["inside"]
        assert card_with_more["hidden"] == 0
        assert card_with_more["fresh"] == place["fresh"]  # what was under the pointer still is


def test_a_loss_by_the_rule_of_guessing_names_a_safe_cell_and_marks_it(sapper: Sapper) -> None:
    sapper.show("settings")
    sapper.page.goto(f"{sapper.address}/#play={mines_link(GUESS_ROW)}.hard_core")
    expect(sapper.board).to_have_attribute("aria-rowcount", "1")
    sapper.page.evaluate(NEXT_FRAMES)
    for column in (0, 2, 5):
        sapper.click(0, column)
    result = sapper.page.locator(".result")
    expect(result.get_by_role("heading")).to_have_text("Lost by a needless guess")
    expect(result).to_contain_text("A safe cell was there: row 1, column 4. By the rule of guessing, ")
    expect(sapper.cell(0, 5)).to_have_text("hidden, your guess, row 1, column 6")
    for _ in range(2):
        sapper.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
        expect(sapper.cell(0, 3)).to_have_text("hidden, certainly safe, row 1, column 4")
        sapper.page.reload()
        expect(result).to_contain_text("row 1, column 4 is safe")
        sapper.press("End", "End")  # the first only shows where the cursor is
    sapper.press("u")
    expect(result).to_have_count(0)


def test_a_loss_is_explained_put_away_and_reviewed(sapper: Sapper) -> None:
    sapper.play_on(*GUESS_ROW)
    for column in (0, 2, 7):
        sapper.click(0, column)
    result = sapper.page.locator(".result")
    expect(result).to_contain_text("The risk was 25.00 %. You did not have to guess.")
    expect(result).to_contain_text("row 1, column 4 is safe")
    expect(sapper.page.locator(".face")).to_have_attribute("data-mood", "lost")
    sapper.board.focus()
    sapper.press("Home", "Home", "ArrowRight", "ArrowRight", "ArrowRight")
    expect(sapper.cell(0, 3)).to_have_text("hidden, certainly safe, row 1, column 4")
    sapper.press("Escape")
    expect(result).to_be_hidden()
    sapper.page.get_by_role("button", name="Result").click()
    result.get_by_role("button", name="More").click()
    words = "This game is practice and does not count: its mines came from a link or a file."
    expect(result).to_contain_text(words)
    facts = {x: result.locator(".facts div", has_text=x).inner_text() for x in ("Clicks", "Efficiency")}
    result.get_by_role("button", name="Review").click()
    expect(sapper.page.locator(".place")).to_have_text("Move 1 of 3")
    for name, text in facts.items():
        label = sapper.page.locator("dt", has_text=re.compile(f"^{name}$"))
        expect(sapper.page.locator(".review .facts div", has=label)).to_have_text(text.replace("\n", ""))
    sapper.show("play")
    expect(sapper.cell(0, 3)).to_have_text("hidden, certainly safe, row 1, column 4")
    result.get_by_role("button", name="Retry").click()
    expect(result).to_have_count(0)
    expect(sapper.cell(0, 3)).to_have_text("hidden, row 1, column 4")


def test_a_game_in_play_is_kept_when_another_begins(sapper: Sapper) -> None:
    sapper.show("play")
    sapper.click(4, 4)
    expect(sapper.cell(4, 4)).to_have_text("empty, row 5, column 5")
    sapper.press("r")
    expect(sapper.cell(4, 4)).to_have_text("hidden, row 5, column 5")
    expect(sapper.page.locator(".note")).to_have_count(1)
    sapper.press("3")  # nothing was done in the game before, so nothing more is said
    expect(sapper.board).to_have_attribute("aria-rowcount", "16")
    expect(sapper.page.locator(".note")).to_have_count(1)
    sapper.page.locator(".note").get_by_role("button", name="Resume").click()
    expect(sapper.board).to_have_attribute("aria-rowcount", "9")
    sapper.click(4, 4, "right")  # which would flag a hidden cell
    expect(sapper.cell(4, 4)).to_have_text("empty, row 5, column 5")
    expect(sapper.page.locator(".note")).to_have_count(0)
    sapper.press("3")
    expect(sapper.board).to_have_attribute("aria-rowcount", "16")
    sapper.show("statistics")
    expect(sapper.page.locator(".statistics .cards .card")).to_contain_text("0 of 1 game won, 0 lost, 1 left")
    sapper.page.get_by_role("button", name="Resume Beginner").click()
    expect(sapper.board).to_have_attribute("aria-rowcount", "9")
    expect(sapper.counter("Mines left")).to_have_attribute("aria-label", "Mines left: 10")


def test_statistics_have_bests_and_charts_and_can_be_taken_away(sapper: Sapper, tmp_path: Path) -> None:
    sapper.begin(1, 4, 1)
    for _ in range(3):
        sapper.click(0, 1)  # an opening: the mine is at the far end
        expect(sapper.page.locator(".result h2")).to_have_text("Won")
        sapper.page.locator(".result").get_by_role("button", name="New").click()
        expect(sapper.page.locator(".result")).to_have_count(0)
    sapper.show("statistics")
    card = sapper.page.locator(".statistics .cards .card")
    expect(card).to_contain_text("3 of 3 games won")
    expect(card.locator(".bests")).to_contain_text("Efficiency100 %")
    expect(card.get_by_role("img", name="Win rate over the last 50 games")).to_be_visible()
    card.get_by_role("button", name="Efficiency").click()
    expect(card.get_by_role("img", name="Efficiency of won games")).to_be_visible()
    with sapper.page.expect_download() as download:
        sapper.page.get_by_role("button", name="Export all games").click()
    download.value.save_as(tmp_path / "games.zip")
    with zipfile.ZipFile(io.BytesIO((tmp_path / "games.zip").read_bytes())) as archive:
        lines = [json.loads(line) for line in archive.read("games.jsonl").splitlines()]
        replays = [library.formats.parse(archive.read(each["file"]), kind=library.Replay) for each in lines]
    assert [replay.play().status for replay in replays] == ["won"] * 3
    card.locator(".bests").get_by_role("button", name="100 %").click()
    expect(sapper.page.locator(".place")).to_have_text("Move 1 of 1")
