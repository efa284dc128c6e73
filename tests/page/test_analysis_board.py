"""The analysis board: paint, link, judge, go on."""

import re

import pytest
from playwright.sync_api import expect
from support.pages import Sapper, paste
from support.wasm import answer_of_modules

from sapper import rank

ADDRESS = "analyse=s3x3x1.j3b3j3"


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
    # The board is a random one, on which a win may be nearly certain.
    words = re.compile(r"^(about \d+ %, give or take \d %|exactly \d+ %|over 99 %)$")
    expect(bar.get_by_role("meter", name="Chance to win")).to_have_attribute("aria-valuetext", words)
    expect(standing).to_have_text("helped")


BAR = """async (evaluations) => {
    const { ChanceBar } = await partOfPage('ui/chance_bar.js');
    const texts = [];
    for (const evaluation of evaluations) {
        const bar = new ChanceBar({ evaluate: () => ({ answer: Promise.resolve(evaluation), stop() {} }) });
        bar.ask({});
        while (bar.text.textContent === 'unknown') await new Promise(requestAnimationFrame);
        const text = bar.text.textContent.replaceAll('\u00a0', ' ');
        texts.push([text, bar.meter.getAttribute('aria-valuetext')]);
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
    const { share } = await partOfPage('ui/plain_words.js');
    return values.map(share);
}"""


def test_a_share_is_rounded_as_the_sentences_of_the_engine_round_it() -> None:
    """What lies in the middle goes to the even digit."""
    values = [part / 800 for part in range(1, 800)] + [part / 997 for part in range(1, 997)]
    assert answer_of_modules(SHARES, values) == [f"{100 * value:.2f} %" for value in values]


ERRORS = """async (messages) => {
    const { EngineError } = await partOfPage('connection.js');
    return messages.map((message) => new EngineError({ type: 'request', message }).message);
}"""


def test_players_read_messages_without_backticks() -> None:
    messages = {
        "`rows` and `columns` go together": "Rows and columns go together.",
        "the board is at `within=(1, 2, 3, 4)`": "The board is at within=(1, 2, 3, 4).",
        "a file cannot hold the character '`'": "A file cannot hold the character '`'.",
    }
    assert answer_of_modules(ERRORS, list(messages)) == list(messages.values())


PERCENTS = """async (values) => {
    const { percent, wholePercent } = await partOfPage('ui/plain_words.js');
    return values.map((value) => [percent(value), wholePercent(value)]);
}"""


def test_a_chance_in_whole_per_cent_claims_neither_certainty_nor_a_whole_that_it_is_not() -> None:
    names = ["0", *["<1"] * 2, *["1"] * 2, "50", *["99"] * 2, *[">99"] * 2, "100"]
    chances = [0, 5e-41, 0.004, 0.006, 0.014, 0.5, 0.986, 0.994, 0.996, 1 - 2**-53, 1]
    words = [f"{figure.replace('<', 'under ').replace('>', 'over ')} %" for figure in names]
    assert answer_of_modules(PERCENTS, chances) == [list(each) for each in zip(words, names, strict=True)]
