"""What is dropped, pasted, opened and saved on the analysis board."""

import io
import re
import zipfile
from itertools import count

import pytest
from playwright.sync_api import expect
from support.cases import rest_long
from support.pages import Sapper, count_games, drop, paste, save_as
from support.screens import unclear_picture

from sapper import Minefield, formats


def minefield(drawing: str) -> bytes:
    """The file of a minefield, in a drawing `*` a mine."""
    return formats.render(Minefield.from_text(drawing.replace("-", "."), format="drawing"), "mbf")


@pytest.mark.parametrize("view", ["play", *rest_long(["puzzle", "review", "statistics", "settings"])])
def test_texts_and_pictures_may_be_pasted_on_any_view(sapper: Sapper, view: str) -> None:
    sapper.show(view)
    paste(sapper.page, "1..\n...\n")
    expect(sapper.page.locator("html[data-ready=analyse]")).to_be_attached()
    expect(sapper.board).to_have_attribute("aria-colcount", "3")
    sapper.show(view)
    paste(sapper.page, unclear_picture()[1])
    expect(sapper.page.locator("html[data-ready=analyse]")).to_be_attached()
    expect(sapper.board).to_have_attribute("aria-colcount", "7")


@pytest.mark.long
def test_a_file_may_be_dropped_anywhere(sapper: Sapper) -> None:
    for size, view in enumerate(("play", "analyse", "review", "statistics"), start=4):
        sapper.show(view)
        position = f"{size}x3x1\n{'H' * size}\n{'111'.zfill(size)}\n{'0' * size}\n"
        drop(sapper.page, ("position.txt", position.encode()))
        expect(sapper.page.locator("html[data-ready=analyse]")).to_be_attached()
        expect(sapper.board).to_have_attribute("aria-colcount", str(size))
        drop(sapper.page, ("board.mbf", minefield("*--\n" + "---\n" * size)))
        expect(sapper.page.locator("html[data-ready=play]")).to_be_attached()
        expect(sapper.board).to_have_attribute("aria-rowcount", str(size + 1))


def test_a_text_in_a_field_stays_there(sapper: Sapper) -> None:
    dialog = sapper.custom()
    expect(dialog.locator("input").first).to_be_visible()
    paste(sapper.page, "12", "dialog input")
    paste(sapper.page, b"a picture of the same cell", "dialog input", text="12")  # as from a spreadsheet
    paste(sapper.page, "1..\n...\n")  # beside the fields
    expect(sapper.board).to_have_attribute("aria-colcount", "3")
    expect(dialog).to_have_count(0)
    assert sapper.notes == ["Read a position, assuming 1 mine."]


def test_the_middle_button_pastes_nothing(sapper: Sapper) -> None:
    """On Linux it pastes what is selected anywhere, but on a board it chords."""
    sapper.show("settings")
    sapper.page.mouse.click(640, 400, button="middle")
    paste(sapper.page, "1..\n...\n")
    sapper.page.keyboard.press("Shift")
    paste(sapper.page, "1.\n..\n")
    expect(sapper.board).to_have_attribute("aria-colcount", "2")
    assert sapper.notes == ["Read a position, assuming 1 mine."]


def test_a_pasted_link_leads_where_it_leads_in_a_browser(sapper: Sapper) -> None:
    sapper.show("settings")
    paste(sapper.page, f"<{sapper.address}/#statistics>")
    expect(sapper.page.locator("html[data-ready=statistics]")).to_be_attached()
    sapper.page.go_back()
    expect(sapper.page.locator("html[data-ready=settings]")).to_be_attached()
    paste(sapper.page, f"{sapper.address}/#analyse=s2x3x1.j3b3\n")
    expect(sapper.board).to_have_attribute("aria-colcount", "3")
    expect(sapper.page).to_have_url(f"{sapper.address}/#analyse=s2x3x1.j3b3")
    link = "https://elsewhere.example/minesweeper/?from=chat#play=s4x5x3.safe.7.3"  # another copy of the page
    paste(sapper.page, link)
    expect(sapper.page.locator("html[data-ready=play]")).to_be_attached()
    expect(sapper.board).to_have_attribute("aria-colcount", "5")
    sapper.show("analyse")
    sapper.page.get_by_role("button", name="Paste").click()
    dialog = sapper.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(link)
    dialog.get_by_role("button", name="Read").click()
    expect(sapper.page.locator("html[data-ready=play]")).to_be_attached()
    expect(dialog).to_have_count(0)
    assert sapper.notes == ["Your game is kept.Resume"]  # the one that the first link began
    paste(sapper.page, "https://elsewhere.example/#play")
    sapper.until(lambda: len(sapper.notes) == 2)
    assert sapper.notes[1].startswith("This is a link without a board in it")


def test_exported_games_may_be_dropped_anywhere(sapper: Sapper) -> None:
    sapper.show("statistics")
    count_games(sapper, 2)
    with sapper.page.expect_download() as download:
        sapper.page.get_by_role("button", name="Export all games").click()
    content = download.value.path().read_bytes()
    sapper.show("settings")
    drop(sapper.page, ("my games (1).zip", content))
    expect(sapper.page.locator("html[data-ready=statistics]")).to_be_attached()
    expect(sapper.page.locator(".imported")).to_have_text("0 games added. 2 games were here already.")
    expect(sapper.page.locator(".imported")).to_be_in_viewport()
    assert sapper.notes == []
    others = io.BytesIO()
    with zipfile.ZipFile(others, "w") as target:
        target.writestr("game.rawvf", "")
    sapper.show("play")
    drop(sapper.page, ("replays.zip", others.getvalue()))
    sapper.until(lambda: len(sapper.notes) == 1)
    assert sapper.notes[0].startswith("This ZIP archive has no 'games.jsonl'")
    assert sapper.notes[0].endswith("unpack it, and open the files in it.")


@pytest.mark.long
def test_a_minefield_is_painted_with_flags_and_saved_in_a_format_that_keeps_it(sapper: Sapper) -> None:
    options = sapper.page.get_by_label("Format").locator("option")
    sapper.show("analyse=h3x3x1.kj8")
    sapper.page.get_by_role("button", name="Save").click()
    expect(options.first).to_be_attached()
    assert [option.get_attribute("value") for option in options.all()] == ["plain", "drawing"]
    sapper.press("Escape")
    sapper.show("analyse=s3x3x2.j9")
    sapper.click(0, 0, "right")
    sapper.page.get_by_role("button", name="Save").click()
    expect(options.first).to_be_attached()
    assert "mbf" not in [option.get_attribute("value") for option in options.all()]
    sapper.press("Escape")
    expect(sapper.page.get_by_role("dialog")).to_have_count(0)
    sapper.click(1, 2, "right")
    assert save_as(sapper, "mbf") == ("position.mbf", minefield("*--\n--*\n---"))


@pytest.mark.long
def test_plain_text_takes_the_mine_count_of_a_board_of_the_same_size_or_a_likely_one(sapper: Sapper) -> None:
    sapper.show("analyse=s2x3x2.j6")
    paste(sapper.page, "1..\n...\n")
    sapper.until(lambda: sapper.notes == ["Read a position, assuming 2 mines."])
    expect(sapper.page.locator(".facts")).to_contain_text("Configurations6")
    sapper.show("analyse=s9x9x10.j81")
    for rows, mines in (
        (["." * 10] * 10, "12"),  # about one in eight, as on the board before
        (["1..", ".2.", "..1"], "2"),  # which is the only number that is possible
        (["." * 30] * 16, "99"),
        (["!!!", "..."], "3"),
    ):
        paste(sapper.page, "\n".join(rows))
        expect(sapper.board).to_have_attribute("aria-rowcount", str(len(rows)))
        expect(sapper.page.get_by_label("Mines", exact=True)).to_have_value(mines)
        expect(sapper.page.locator(".sentence")).to_have_text(re.compile("^(Possible|Nothing is open)"))


def test_unreadable_text_is_reported_and_changes_nothing(sapper: Sapper) -> None:
    sapper.show("settings")
    drop(sapper.page, ("diary.txt", b"Dear diary"))
    sapper.until(lambda: len(sapper.notes) == 1)
    expect(sapper.board).to_have_attribute("aria-rowcount", "9")
    expect(sapper.page.locator(".sentence")).to_contain_text("Nothing is open.")
    paste(sapper.page, "Dear diary")
    sapper.until(lambda: len(sapper.notes) == 2)
    drop(sapper.page, ("junk.bin", b"11\n1\xff"))
    sapper.until(lambda: len(sapper.notes) == 3)
    assert sapper.notes[2].startswith("This is not text: there is no character at offset 4; ")
    expect(sapper.board).to_have_attribute("aria-rowcount", "9")


PASTE_EMPTY_FILE = """() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([], 'image.png'));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}"""


def test_what_is_empty_is_said_to_be_empty(sapper: Sapper) -> None:
    sapper.show("analyse=s3x3x1.j3b3j3")
    numbers = count(1)

    def hear() -> None:
        number = next(numbers)
        sapper.until(lambda: len(sapper.notes) == number)
        assert "empty: there is nothing to read" in sapper.notes[-1], sapper.notes

    drop(sapper.page, ("zero.png", b""))
    hear()
    assert "“zero.png” is empty" in sapper.notes[0]
    drop(sapper.page)
    hear()
    with sapper.page.expect_file_chooser() as chooser:
        sapper.page.get_by_role("button", name="Open file").click()
    chooser.value.set_files({"name": "zero.txt", "mimeType": "", "buffer": b""})
    hear()
    sapper.page.evaluate(PASTE_EMPTY_FILE)
    hear()
    paste(sapper.page, "")
    hear()
    sapper.page.get_by_role("button", name="Paste").click()
    paste(sapper.page, "", "dialog textarea")  # says nothing: the browser pastes it in the field
    sapper.page.get_by_role("button", name="Read").click()
    hear()
    sapper.press("Escape")
    expect(sapper.board).to_have_attribute("aria-rowcount", "3")
    sapper.show("review")
    drop(sapper.page, ("zero.avf", b""))
    hear()


def test_an_error_is_in_front_of_the_dialog_where_it_happens(sapper: Sapper) -> None:
    sapper.show("analyse")
    sapper.page.get_by_role("button", name="Paste").click()
    dialog = sapper.page.get_by_role("dialog")
    text = dialog.get_by_role("textbox")
    example = text.get_attribute("placeholder") or ""
    text.fill("1..\n2Z.\n1..")
    dialog.get_by_role("button", name="Read").click()
    expect(dialog.get_by_role("status")).to_contain_text("Line 2, column 2")
    expect(dialog.locator(".notes")).to_be_attached()
    text.fill("1..\n2F.\n1..")
    dialog.get_by_role("button", name="Read").click()
    expect(dialog).to_have_count(0)
    expect(sapper.speech).to_contain_text("Read a position, assuming 2 mines.")
    expect(sapper.page.locator("body > .notes")).to_be_attached()
    sapper.page.get_by_role("button", name="Paste").click()
    text.fill(example)  # which can be read
    dialog.get_by_role("button", name="Read").click()
    expect(sapper.page.locator(".sentence")).to_contain_text("Possible.")


def test_a_text_with_two_meanings_asks_for_its_format(sapper: Sapper) -> None:
    sapper.show("analyse")
    paste(sapper.page, "..1xx\n..1xx\n")
    dialog = sapper.page.get_by_role("dialog", name="How is this text written?")
    dialog.get_by_role("button", name="minesweepr").click()
    sapper.until(lambda: sapper.notes == ["Read a position, assuming 1 mine."])
    expect(sapper.cell(0, 0)).to_contain_text("empty")
    paste(sapper.page, "3\n.1.\n.2*\n")
    sapper.until(lambda: sapper.notes[1:] == ["Read a position as “counted”."])
    expect(sapper.page.get_by_label("Mines", exact=True)).to_have_value("3")
    paste(sapper.page, "*..\n...")  # a drawing of mines is played
    dialog.get_by_role("button", name="drawing").click()
    expect(sapper.page.locator("html[data-ready=play]")).to_be_attached()
    expect(sapper.board).to_have_attribute("aria-rowcount", "2")
    assert sapper.notes[2:] == ["Read a minefield. Play it here."]
    sapper.click(0, 2)
    sapper.click(1, 0)
    expect(sapper.page.locator(".result h2")).to_have_text("Won")
