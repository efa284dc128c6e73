"""The analysis board: paint, paste, open, link, save."""

import re
from itertools import count

import pytest
from playwright.sync_api import expect
from support.pages import Sapper, drop, paste, save_as
from support.wasm import answer_of_modules

from sapper import Minefield, formats, rank

ADDRESS = "analyse=s3x3x1.j3b3j3"


def minefield(drawing: str) -> bytes:
    """The file of a minefield, in a drawing `*` a mine."""
    return formats.render(Minefield.from_text(drawing.replace("-", "."), format="drawing"), "mbf")


def test_painting_is_judged_as_it_goes(sapper: Sapper) -> None:
    sapper.show("analyse")
    sapper.page.get_by_role("button", name="Number 1", exact=True).click()
    sapper.click(0, 0)
    expect(sapper.cell(0, 0)).to_have_text("1, row 1, column 1")
    expect(sapper.page.locator(".figures")).to_contain_text("Least risk")
    expect(sapper.cell(0, 1)).to_have_text("hidden, risk 33.33 %, row 1, column 2")


def test_the_address_is_that_of_the_position(sapper: Sapper) -> None:
    sapper.show("analyse")
    expect(sapper.page).to_have_url(f"{sapper.address}/#analyse=s9x9x10.j81")
    paste(sapper.page, "120x120x300\n" + "\n".join(["H1" * 60] * 120))
    expect(sapper.board).to_have_attribute("aria-rowcount", "120")
    expect(sapper.page).to_have_url(f"{sapper.address}/#analyse=s120x120x300.{'jb' * 7200}")
    paste(sapper.page, "200x200x300\n" + "\n".join(["H1" * 100] * 200))
    expect(sapper.board).to_have_attribute("aria-rowcount", "200")
    expect(sapper.page).to_have_url(f"{sapper.address}/#analyse")


def test_what_cannot_be_read_leaves_the_board_in_the_address(sapper: Sapper) -> None:
    sapper.show(ADDRESS)
    expect(sapper.board).to_have_attribute("aria-rowcount", "3")
    sapper.page.wait_for_timeout(500)  # until the address is kept
    paste(sapper.page, "no position at all")
    sapper.until(lambda: len(sapper.notes) == 1)
    expect(sapper.page).to_have_url(f"{sapper.address}/#{ADDRESS}")
    sapper.page.reload()
    expect(sapper.board).to_have_attribute("aria-rowcount", "3")


def test_a_contradiction_names_the_numbers(sapper: Sapper) -> None:
    sapper.show("analyse")
    sapper.page.get_by_role("button", name="Empty").click()
    sapper.click(0, 0)
    sapper.page.get_by_role("button", name="Number 3", exact=True).click()
    sapper.click(0, 1)
    bad = sapper.page.locator(".sentence.bad")
    expect(bad).to_contain_text("the 0 in row 1, column 1 and the 3 in row 1, column 2")
    expect(sapper.cell(0, 0)).to_have_text("empty, in conflict, row 1, column 1")
    expect(sapper.cell(0, 1)).to_have_text("3, in conflict, row 1, column 2")
    sapper.click(0, 1)  # the same brush takes it away
    expect(sapper.page.locator(".sentence")).to_contain_text("Possible.")


def test_numbers_that_make_no_board_are_refused(sapper: Sapper) -> None:
    sapper.show("analyse")
    sentence = sapper.page.locator(".sentence")
    expect(sentence).to_have_text(re.compile("^(Possible|Nothing is open)"))
    rows = sapper.page.get_by_role("spinbutton", name="Rows")
    mines = sapper.page.get_by_role("spinbutton", name="Mines")
    of_mines = "The number of mines must be a whole number, 0 or more.", "10"
    of_rows = "Rows and columns must be whole numbers from 1", "9"
    for field, wrong, (message, former) in [
        (mines, "-3", of_mines), (mines, "", of_mines), (rows, "0", of_rows), (rows, "3000", of_rows)
    ]:  # fmt: skip
        field.fill(wrong)
        expect(sentence).to_contain_text(message)
        expect(sapper.page.locator(".figures")).to_be_empty()
        sapper.board.focus()
        expect(field).to_have_value(former)
        expect(sentence).to_have_text(re.compile("^(Possible|Nothing is open)"))
    mines.fill("90")
    expect(sentence).to_have_text("A board of 81 cells cannot hold 90 mines.")


def test_a_cell_may_be_safe_without_a_number(sapper: Sapper) -> None:
    sapper.show("analyse=s3x3x2.bj5bbj")
    sapper.page.get_by_role("button", name="Safe, number unknown").click()
    sapper.click(0, 1)
    expect(sapper.cell(0, 1)).to_have_text("safe, number unknown, row 1, column 2")
    expect(sapper.cell(0, 2)).to_contain_text("risk 100 %")
    expect(sapper.page).to_have_url(f"{sapper.address}/#analyse=s3x3x2.boj4b2j")
    sapper.page.reload()
    expect(sapper.cell(0, 1)).to_have_text("safe, number unknown, row 1, column 2")
    sapper.page.get_by_role("button", name="Solve as a puzzle").click()
    expect(sapper.page.locator(".puzzle .sentence")).to_be_visible()
    expect(sapper.board).to_be_visible()
    sapper.click(0, 1)
    expect(sapper.cell(0, 1)).to_contain_text("safe, number unknown")  # a puzzle gives it
    sapper.page.go_back()
    sapper.page.get_by_role("button", name="Safe, number unknown").click()
    sapper.click(0, 1)  # the same brush takes it away
    expect(sapper.cell(0, 1)).to_contain_text("hidden")


@pytest.mark.long
def test_a_hint_keeps_the_colours(sapper: Sapper) -> None:
    sapper.show(ADDRESS)
    expect(sapper.cell(0, 0)).to_contain_text("risk")
    sapper.page.get_by_role("button", name="Show a hint").click()
    signs = re.compile("certainly|considered|best guess|reason")
    expect(sapper.board.locator("[role=gridcell]", has_text=signs).first).to_be_attached()
    expect(sapper.cell(0, 0)).to_contain_text("risk")


@pytest.mark.long
def test_the_best_guesses_are_listed_and_pointed_out(sapper: Sapper) -> None:
    sapper.show("analyse=s2x4x3.bj7")
    table = sapper.page.locator(".figures table")
    moves = rank("1...\n....", mines=3, most=3)
    rows = table.locator("tbody tr")
    expect(rows).to_have_count(3)
    for row, move in zip(rows.all(), moves, strict=True):
        assert isinstance(move.cell, tuple)
        assert move.figures is not None
        expect(row).to_contain_text(f"row {move.cell[0] + 1}, column {move.cell[1] + 1}")
        expect(row).to_contain_text(f"{100 * move.risk:.2f}")
        expect(row).to_contain_text(f"{100 * move.figures.survival:.2f}")
    first, second = moves[0].cell, moves[1].cell
    assert isinstance(first, tuple)
    assert isinstance(second, tuple)
    expect(sapper.page.locator(".figures")).to_contain_text("Least risk33.33 %")
    expect(sapper.page.locator(".figures")).to_contain_text("Chance to win27.78 %")
    expect(sapper.cell(*first)).to_contain_text("hidden, best guess")
    expect(sapper.cell(1, 1)).to_contain_text("hidden, considered")
    # Its other neighbours are those of the 1: whatever it shows was known before.
    expect(sapper.cell(1, 0)).to_contain_text("hidden, dead cell")
    rows.nth(1).hover()
    expect(sapper.cell(*second)).to_contain_text("best guess")
    expect(sapper.cell(*first)).not_to_contain_text("best guess")
    rows.first.focus()
    expect(sapper.cell(*first)).to_contain_text("best guess")


@pytest.mark.long
def test_drags_wheel_and_digits_set_numbers(sapper: Sapper) -> None:
    sapper.show("analyse")
    sapper.click(0, 0, "right")
    sapper.page.mouse.move(*sapper.point(1, 0))
    sapper.page.mouse.down()
    for column in range(1, 5):  # opens many, and reads the flags around
        sapper.page.mouse.move(*sapper.point(1, column))
    sapper.page.mouse.up()
    expect(sapper.page).to_have_url(f"{sapper.address}/#analyse=s9x9x10.kj8b2a3j67")
    sapper.show("analyse=s9x9x10.j81")
    sapper.page.mouse.move(*sapper.point(2, 2))
    sapper.page.mouse.wheel(0, -100)
    expect(sapper.page).to_have_url(f"{sapper.address}/#analyse=s9x9x10.j20aj60")
    sapper.page.mouse.wheel(0, -100)
    expect(sapper.page).to_have_url(f"{sapper.address}/#analyse=s9x9x10.j20bj60")
    sapper.page.mouse.move(*sapper.point(4, 4))
    sapper.press("3")
    sapper.page.mouse.move(*sapper.point(6, 6))
    sapper.press("f")
    expect(sapper.page).to_have_url(f"{sapper.address}/#analyse=s9x9x10.j20bj19dj19kj20")


@pytest.mark.long
def test_the_mine_count_follows_the_flags_unless_it_is_locked_or_of_a_counter(sapper: Sapper) -> None:
    sapper.show("analyse")
    sapper.click(0, 0, "right")
    expect(sapper.page.get_by_label("Mines", exact=True)).to_have_value("10")
    sapper.page.get_by_text("Keep the mine count").click()
    sapper.click(0, 1, "right")
    expect(sapper.page.get_by_label("Mines", exact=True)).to_have_value("11")
    sapper.page.reload()
    sapper.show("analyse=s9x9x10.j81")
    sapper.page.get_by_label("Mines are given as").select_option("left")
    mines_left = sapper.page.get_by_label("Mines left")
    expect(mines_left).to_have_value("10")
    sapper.click(0, 0, "right")
    expect(mines_left).to_have_value("10")
    mines_left.fill("4")
    expect(sapper.page).to_have_url(f"{sapper.address}/#analyse=s9x9x5.kj80")


def test_without_the_number_of_mines_the_figures_say_how_likely_each_is(sapper: Sapper) -> None:
    sapper.show("analyse=s3x3x1.bj8")
    page = sapper.page
    page.get_by_label("Mines are given as").select_option("claim")
    page.get_by_label("What is known of them").fill("1-2")
    figures = page.locator(".figures")
    # One mine has 3 placements of C(9, 1), two have 3 x 5 of C(9, 2).
    expect(figures).to_contain_text("Likeliest number of mines2 (55.56 %)")
    expect(figures.get_by_role("img", name="How likely each number of mines is")).to_be_visible()
    link = f"{sapper.address}/#analyse=s3x3x1.bj8~1-2"
    expect(page).to_have_url(link)
    page.get_by_label("What is known of them").fill("few")
    expect(page.locator(".sentence").first).to_contain_text("'few' is neither a number of mines")
    page.get_by_label("What is known of them").fill("20%")
    expect(page).to_have_url(f"{sapper.address}/#analyse=s3x3x1.bj8~20p")
    sapper.show("analyse=s3x3x1.bj8~unknown")
    expect(page.get_by_label("What is known of them")).to_have_value("unknown")
    expect(figures).not_to_contain_text("Likeliest")


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


@pytest.mark.long
def test_a_game_goes_to_analysis(sapper: Sapper) -> None:
    sapper.play_on("*-*", "---", "---", "---")
    sapper.click(1, 1)
    sapper.click(0, 0)
    sapper.page.get_by_role("button", name="More").click()
    sapper.page.get_by_role("button", name="Analyse").click()
    expect(sapper.page).to_have_url(f"{sapper.address}/#analyse=s4x3x2.lj3cj7")


@pytest.mark.long
def test_trusted_flags_are_trusted_everywhere(sapper: Sapper) -> None:
    sapper.show("analyse=s3x3x1.jkj2bj4")
    sapper.page.get_by_text("Trust the flags").click()
    expect(sapper.page.locator(".sentence")).to_contain_text("Certain: 7 safe cells")
    sapper.page.mouse.move(*sapper.point(2, 2))
    expect(sapper.dock).to_contain_text("Chance to win100 %")
    sapper.page.get_by_role("button", name="Show a hint").click()
    expect(sapper.page.locator(".sentence")).to_contain_text("The 1 at row 2, column 2 already has its mine")


@pytest.mark.long
def test_changes_can_be_undone_a_stroke_at_a_time(sapper: Sapper) -> None:
    sapper.show("analyse")
    undo = sapper.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    sapper.page.get_by_role("button", name="Number 1", exact=True).click()
    mouse = sapper.page.mouse
    mouse.move(*sapper.point(0, 0))
    mouse.down()
    for column in (1, 2):
        mouse.move(*sapper.point(0, column))
    mouse.up()
    sapper.press("2")
    expect(sapper.cell(0, 2)).to_have_text("2, row 1, column 3")
    sapper.press("u")
    expect(sapper.cell(0, 2)).to_have_text("1, row 1, column 3")
    paste(sapper.page, "3x3x1\n110\nH10\n110")
    expect(sapper.board).to_have_attribute("aria-rowcount", "3")
    undo.click()
    expect(sapper.board).to_have_attribute("aria-rowcount", "9")
    undo.click()
    expect(undo).to_be_disabled()
    expect(sapper.page).to_have_url(f"{sapper.address}/#analyse=s9x9x10.j81")


def test_a_bar_shows_the_chance_to_win(sapper: Sapper) -> None:
    sapper.show("analyse=s3x3x2.bj8")
    expect(sapper.page.locator(".analyse .chance-meter")).to_have_attribute("aria-valuetext", "exactly 73 %")
    sapper.show("play")
    bar = sapper.page.locator(".play .chance-bar")
    expect(bar).to_be_hidden()
    sapper.click(4, 4)
    sapper.open_lab()
    standing = sapper.page.locator(".standing .chip")
    expect(standing).to_be_hidden()
    sapper.page.locator(".lab label", has_text="Chance to win").click()
    words = re.compile(r"^(about \d+ %, give or take \d %|exactly \d+ %)$")
    expect(bar.get_by_role("meter", name="Chance to win")).to_have_attribute("aria-valuetext", words)
    expect(standing).to_have_text("helped")


BAR = """async (evaluations) => {
    const { ChanceBar } = await partOfPage('ui/chance_bar.js');
    const texts = [];
    for (const evaluation of evaluations) {
        const bar = new ChanceBar({ evaluate: () => ({ answer: Promise.resolve(evaluation), stop() {} }) });
        bar.ask({});
        while (bar.text.textContent === 'unknown') await new Promise(requestAnimationFrame);
        const shown = bar.text.textContent.replaceAll('\u00a0', ' ');
        texts.push([shown, bar.meter.getAttribute('aria-valuetext')]);
    }
    return texts;
}"""


@pytest.mark.unbundled
def test_a_chance_that_is_only_bounded_has_no_error(sapper: Sapper) -> None:
    sapper.show("settings")
    values = ((0.001, True), (0.001, False), (0.999, False), (0.5, True), (0.5, False))
    evaluations = [{"win_probability": p, "error": 0.02, "exact": exact} for p, exact in values]
    assert sapper.page.evaluate(BAR, evaluations) == [
        ["under 1 %", "under 1 %"],
        ["under 1 %", "under 1 %"],
        ["over 99 %", "over 99 %"],
        ["50 %", "exactly 50 %"],
        ["50 % \N{PLUS-MINUS SIGN} 2 %", "about 50 %, give or take 2 %"],
    ]


def test_everything_on_the_screen_follows_one_rule_of_the_first_click(sapper: Sapper) -> None:
    sapper.show("analyse")
    figures, sentence = sapper.page.locator(".figures"), sapper.page.locator(".sentence")
    meter = sapper.page.get_by_role("meter", name="Chance to win")
    guesses = sapper.page.get_by_role("table", name="Best guesses")

    def chance() -> int:
        expect(meter).to_have_attribute("aria-valuetext", re.compile("give or take"))
        return int(meter.get_attribute("aria-valuenow") or "")

    expect(sentence).to_have_text("Nothing is open. The first click opens an area, wherever it is.")
    expect(figures).to_contain_text("Least risk0 %")
    expect(guesses).to_have_count(0)
    former = chance()
    sapper.page.get_by_role("button", name="Show a hint").click()
    expect(sentence).to_contain_text("A good cell to begin with is")
    sapper.page.get_by_label("The first click is").select_option("any")
    expect(figures).to_contain_text("Least risk12.35 %")
    expect(meter).not_to_have_attribute("aria-valuenow", str(former))
    wins = guesses.locator("tbody td:last-child")
    for row in range(3):
        expect(wins.nth(row)).to_have_text(re.compile(r"^\d+ % ± \d+ %$"))
    chances = [int(wins.nth(row).inner_text().split()[0]) for row in range(3)]
    assert chances[0] >= max(chances) - 3  # the figure that is shown decides the order, within its error
    assert abs(chances[0] - chance()) <= 4  # a good player begins with the first of them
    assert former - chance() > 6
    sapper.page.get_by_text("What these figures mean").click()
    for name in ("Risk", "Progress", "Survival", "Chance to win"):
        expect(figures.locator("dt", has_text=re.compile(f"^{name}$")).first).to_be_visible()


SHARES = """async (values) => {
    const { share } = await partOfPage('ui/words.js');
    return values.map(share);
}"""


def test_a_share_is_rounded_as_the_sentences_of_the_engine_round_it() -> None:
    """What lies in the middle goes to the even digit."""
    values = [part / 800 for part in range(1, 800)] + [part / 997 for part in range(1, 997)]
    assert answer_of_modules(SHARES, values) == [f"{100 * value:.2f} %" for value in values]


PERCENTS = """async (values) => {
    const { percent, wholePercent } = await partOfPage('ui/words.js');
    return values.map((value) => [percent(value), wholePercent(value)]);
}"""


def test_a_chance_in_whole_per_cent_claims_neither_certainty_nor_a_whole_that_it_is_not() -> None:
    names: dict[str, list[float]] = {
        "0": [0],
        "<1": [5e-41, 0.004],
        "1": [0.006, 0.014],
        "50": [0.5],
        "99": [0.986, 0.994],
        ">99": [0.996, 1 - 2**-53],
        "100": [1],
    }
    for figure, chances in names.items():
        words = f"{figure.replace('<', 'under ').replace('>', 'over ')} %"
        assert answer_of_modules(PERCENTS, chances) == [[words, figure]] * len(chances)
