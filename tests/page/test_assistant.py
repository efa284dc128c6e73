"""The assistant beside the board."""

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect
from support.cases import rest_long
from support.pages import Sapper, open_page
from support.serving import serve

import sapper as library

# From the open corner on the right everything follows, to the end.
EASY = ("*-----", "------", "------", "-----*", "------")
# Two cells in a walled corner, alike in everything: a guess at the end.
HARD = ("*-*--", "***--", "-----", "-----")
# From the top row two cells are left that are certainly safe, one in each lower corner.
TWO = ("-------", "-------", "-------", "*-----*", "-------")
# From the top left corner nothing is certainly safe, and bounds are wider than one number.
BOUNDS = ("--*---", "------", "---*--", "-----*", "-**---")


@cache
def needs_a_guess() -> tuple[str, ...]:
    """An expert minefield that opens at the top left, goes on for long, and then stops at a guess."""
    game = library.Game("expert", seed=4)
    game.open(0, 0)
    while safe := library.analyse(game.position).safe:
        for cell in safe:
            game.open(cell)
    assert game.status == "playing"
    assert game.safe_left < 20
    assert game.minefield is not None
    return tuple("".join(row) for row in np.where(game.minefield, "*", "-"))


def go_on_until_a_guess(sapper: Sapper) -> None:
    sapper.play_on(*HARD)
    sapper.click(3, 4)
    sapper.press("g")
    expect(sapper.page.locator(".sentence")).to_contain_text("You need to guess")


def test_hints_come_one_after_the_other_and_moves_follow_them(player: Sapper) -> None:
    player.play_on(*TWO)
    player.click(0, 3)
    sentence, rulers = player.page.locator(".sentence"), player.page.locator("main .rulers b")
    sentences = []
    for number in range(1, 5):  # two safe cells, then two mines
        player.press("h")
        expect(sentence).to_contain_text(f"Hint {number} of 4: ")
        sentences.append(sentence.inner_text().partition(": ")[2])
    assert len(set(sentences)) == 4
    assert [bool(re.search(r"(is|are) safe\.$", text)) for text in sentences] == [True, True, False, False]
    rows, columns = zip(*re.findall(r"row (\d), column (\d)", sentences[3]), strict=True)
    assert rulers.all_inner_texts() == [*sorted(set(rows)), *sorted(set(columns))]
    player.press("h")
    last = "That is all that follows from this position. The next hint is the first one again."
    expect(sentence).to_have_text(last)
    player.press("h")
    expect(sentence).to_contain_text(f"Hint 1 of 4: {sentences[0]}")
    # All at once, and then one of the list.
    player.press("Shift+H")
    expect(sentence).to_contain_text("All hints: 2 cells are certainly safe, and 2 cells are mines.")
    hints = player.page.get_by_role("list", name="All hints").get_by_role("button")
    expect(hints).to_have_text(sentences)
    hints.nth(1).click()
    expect(sentence).to_contain_text(f"Hint 2 of 4: {sentences[1]}")
    safe = re.search(r"row 5, column [17] is safe", sentences[1])
    assert safe
    # With Shift, a move does what the hint says, and nothing else.
    player.press("Shift+M")
    expect(player.speech).to_have_text(f"1, {safe[0].removesuffix(' is safe')}")
    expect(player.page.locator(".result")).to_have_count(0)
    expect(rulers).to_have_count(0)
    player.page.get_by_role("button", name="Move", exact=True).click()
    expect(player.page.locator(".result h2")).to_have_text("Won")
    expect(player.page.locator(".result")).to_contain_text("the assistant helped")


@pytest.mark.long
def test_move_does_one_cell_at_a_time_if_the_settings_say_so(sapper: Sapper) -> None:
    sapper.show("settings")
    sapper.page.get_by_role("button", name="One at a time").click()
    sapper.play_on(*TWO)
    sapper.click(0, 3)
    expect(sapper.cell(0, 3)).to_contain_text("empty")
    sapper.press("m")
    expect(sapper.speech).to_have_text(re.compile(r"^(\d|flag), row \d, column \d$"))
    expect(sapper.page.locator(".result")).to_have_count(0)
    sapper.press("Shift+M")
    expect(sapper.page.locator(".result h2")).to_have_text("Won")


def test_going_on_stops_before_a_guess_that_is_compared_with_others(player: Sapper) -> None:
    go_on_until_a_guess(player)
    player.press("h")
    sentence, rows = player.page.locator(".sentence"), player.page.locator(".told tbody tr")
    expect(sentence).to_contain_text("The best guess is row ")
    expect(player.board.locator("[role=gridcell]", has_text="best guess")).to_have_count(1)
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("50.00 %")
    place = rows.first.get_by_role("rowheader").inner_text()
    sentences = sentence.inner_text()
    assert f"The best guess is {place}" in sentences
    player.press("b")
    expect(player.page.locator(".result h2")).to_have_text(re.compile("Won|Lost"))
    expect(player.page.locator(".told")).to_contain_text(f"Guessed. {sentences}")
    expect(sentence).to_be_empty()
    expect(rows).to_have_count(2)


def begin_autoplay(sapper: Sapper) -> bytes:
    """A long game that is to be played on; its picture."""
    sapper.play_on(*needs_a_guess())
    sapper.open_autoplay()
    sapper.press("ArrowDown", "Space")
    expect(sapper.cell(0, 0)).to_have_text("empty, row 1, column 1")
    return sapper.picture()


def test_autoplay_pauses_and_goes_on(sapper: Sapper) -> None:
    start = begin_autoplay(sapper)
    speed = sapper.page.get_by_label("Speed")
    speed.fill("4")  # so that the game lasts, however late the pause comes
    sapper.press("p")
    expect(sapper.page.get_by_role("button", name="Pause")).to_be_visible()
    sapper.until(lambda: sapper.picture() != start)
    sapper.press("p")
    expect(sapper.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    picture_in_pause = sapper.picture()
    assert picture_in_pause != start
    sapper.page.wait_for_timeout(500)  # two moves at this speed
    assert sapper.picture() == picture_in_pause
    speed.fill("60")
    sapper.page.get_by_role("button", name="Play", exact=True).click()
    expect(sapper.page.locator(".result")).to_be_visible()


def test_probabilities_are_shown_and_spoken(player: Sapper) -> None:
    player.play_on(*EASY)
    player.click(0, 5)
    player.press("o")
    expect(player.page.locator(".figures")).to_contain_text("Configurations")
    expect(player.page.locator(".figures")).to_contain_text("Certainly safe")
    player.press("ArrowLeft", "Home")
    expect(player.cell(0, 0)).to_have_text(re.compile("^hidden, risk 100 %, row 1"))
    player.press("o")
    expect(player.page.locator(".figures")).to_be_empty()
    expect(player.cell(0, 0)).to_have_text("hidden, row 1, column 1")


def test_the_risk_of_the_sea_is_written_once(sapper: Sapper) -> None:
    rows = ("---*------", "------*---", "--*-------", "---*---*--", "*------*--", "--*-------", "-----*---*")
    sapper.play_on(*rows)
    sapper.click(0, 0)
    sapper.press("o")
    game = library.Minefield(np.array([list(row) for row in rows]) == "*").game()
    game.open(0, 0)
    numbers = [cell for cell in game.topology if game.position[cell] >= 0]
    near = {other for cell in numbers for other in game.topology.neighbours(cell)}
    sea = sorted(set(game.topology) - near - set(numbers))
    risk = library.analyse(game.position).mine_probability[sea[0]]
    expect(sapper.page.locator(".figures")).to_contain_text(f"Risk away from numbers{100 * risk:.2f} %")
    sapper.page.mouse.move(2, 2)
    pixels = np.asarray(Image.open(BytesIO(sapper.picture())).convert("L"), dtype=int)
    height, width = pixels.shape[0] / len(rows), pixels.shape[1] / len(rows[0])

    def is_written(row: int, column: int) -> bool:
        top, bottom = (round((row + part) * height) for part in (0.25, 0.75))
        left, right = (round((column + part) * width) for part in (0.25, 0.75))
        return bool(np.ptp(pixels[top:bottom, left:right]) > 60)

    assert sum(is_written(*cell) for cell in sea) == 1
    frontier = [cell for cell in near - set(numbers) if game.position[cell] < 0]
    assert all(is_written(*cell) for cell in frontier)


def test_the_dock_shows_the_figures_of_a_cell(player: Sapper) -> None:
    player.play_on(*HARD)
    player.click(3, 4)
    player.press("o")
    expect(player.page.locator(".figures")).to_contain_text("Configurations")
    player.page.mouse.move(*player.point(0, 0))
    expect(player.dock).to_contain_text("Row 1, column 1")
    expect(player.dock).to_contain_text("Survival")
    expect(player.page.locator(".distribution")).to_be_visible()
    player.page.mouse.move(2, 2)
    expect(player.dock).to_be_hidden()
    # It goes with the probabilities, too, and asks no more when it was about to.
    player.page.mouse.move(*player.point(0, 0))
    expect(player.dock).to_contain_text("Survival")
    player.press("o")
    expect(player.dock).to_be_hidden()
    player.press("o")
    expect(player.page.locator(".figures")).to_contain_text("Configurations")
    player.page.mouse.move(*player.point(0, 1))
    player.press("o")
    player.page.wait_for_timeout(300)
    expect(player.dock).to_be_hidden()
    # It follows the cursor of the keyboard, too.
    player.press("o")
    expect(player.page.locator(".figures")).to_contain_text("Configurations")
    player.press("ArrowRight", "Home", *["ArrowUp"] * 3)
    expect(player.dock).to_contain_text("Row 1, column 1")
    expect(player.speech).to_contain_text("Row 1, column 1; Risk: ")
    player.press("o", "ArrowDown")
    expect(player.dock).to_be_hidden()


def show_knowledge(sapper: Sapper, strategy: str) -> None:
    sapper.play_on(*BOUNDS)
    sapper.open_autoplay()
    sapper.click(0, 0)
    expect(sapper.cell(0, 0)).to_have_text("empty, row 1, column 1")
    sapper.page.get_by_label("Strategy").select_option(strategy)
    sapper.press("o")
    expect(sapper.page.locator(".figures")).to_contain_text("Configurations")
    sapper.page.get_by_role("button", name="Strategy's beliefs").click()
    expect(sapper.page.locator(".figures")).to_contain_text(f"Known by{strategy}")
    sapper.board.focus()
    sapper.press("Home")  # shows where the cursor is


TEXTS = {"knowledge-density": "2 mines among 4 cells", "bounds-boundary": "1 to 2 mines among 2 cells"}


@pytest.mark.parametrize("strategy", rest_long([*TEXTS]))
def test_knowledge_is_shown_and_spoken(sapper: Sapper, strategy: str) -> None:
    show_knowledge(sapper, strategy)
    game = library.Minefield(np.array([list(row) for row in BOUNDS]) == "*").game()
    game.open(0, 0)
    beliefs = library.Strategy(strategy).beliefs(game.position)
    exact = library.analyse(game.position).mine_probability
    figures = sapper.page.locator(".figures")
    expect(figures).to_contain_text(f"Believed safe{beliefs.safe.sum()}")
    expect(figures).to_contain_text(f"Believed mines{beliefs.mines.sum()}")
    expect(figures).to_contain_text(f"Statements about several cells{len(beliefs.statements)}")
    expect(figures.get_by_role("listitem")).to_have_count(len(beliefs.statements))
    differ = False
    for row, column in ((4, 0), (3, 3), (2, 3), (2, 4), (0, 2)):
        sapper.press(*["ArrowUp"] * 5, *["ArrowLeft"] * 6, *["ArrowDown"] * row, *["ArrowRight"] * column)
        risk = beliefs.risk[row, column]
        words = "100 %" if risk == 1 else f"{100 * risk:.2f} %"
        where = f"row {row + 1}, column {column + 1}"
        expect(sapper.cell(row, column)).to_have_text(f"hidden, the strategy's risk {words}, {where}")
        differ |= bool(abs(risk - exact[row, column]) > 0.01)
    assert differ == (strategy == "knowledge-density")
    sapper.page.mouse.move(*sapper.point(4, 1))
    tip = sapper.dock
    expect(tip).to_contain_text(TEXTS[strategy])
    expect(tip.get_by_role("listitem")).to_have_count(sum((4, 1) in x.cells for x in beliefs.statements))
    sapper.page.mouse.move(*sapper.point(4, 2))
    expect(tip).to_contain_text("The strategy believes it is a mine")
    picture = sapper.picture()
    sapper.page.get_by_role("button", name="Mine", exact=True).click()
    expect(figures).to_contain_text("Configurations")
    assert sapper.picture() != picture


@pytest.mark.long
def test_it_is_the_knowledge_of_the_strategy_that_plays(sapper: Sapper) -> None:
    show_knowledge(sapper, "knowledge-density")
    begin_autoplay(sapper)
    figures, strategy = sapper.page.locator(".figures"), sapper.page.get_by_label("Strategy")
    strategy.select_option("propositions")
    expect(figures).to_contain_text("Known bypropositions")
    sapper.page.get_by_label("Speed").fill("3")
    sapper.press("p")
    expect(sapper.page.get_by_role("button", name="Pause")).to_be_visible()
    strategy.select_option("exact+first")
    for _ in range(2):  # two moves later it is still the one that plays
        before = figures.inner_text()
        sapper.until(lambda before=before: figures.inner_text() != before)  # type: ignore[misc]
        expect(figures).to_contain_text("Known bypropositions")
    sapper.press("p")
    expect(sapper.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(figures).to_contain_text("Known byexact+first")
    sapper.press("o")
    expect(figures).to_be_empty()


SILENT_OR_BROKEN = """
from sapper import Strategy

def silent(position):
    return next(cell for cell in position.topology if position[cell] < 0)

class Faulty(Strategy):
    def choose(self, position):
        return silent(position)

    def beliefs(self, position):
        if (position.marks == -2).any():
            raise ZeroDivisionError("no idea")
        return Strategy("exact+first").beliefs(position)
"""


@pytest.mark.long
def test_a_strategy_that_tells_nothing_or_raises_says_so(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "of_mine.py").write_text(SILENT_OR_BROKEN)
    with serve(tmp_path, "of_mine:silent", "of_mine:Faulty") as server:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        sapper = open_page(context, server.address)
        show_knowledge(sapper, "of_mine:Faulty")
        figures = sapper.page.locator(".figures")
        sapper.page.get_by_label("Strategy").select_option("of_mine:silent")
        expect(figures).to_contain_text("of_mine:silent does not say what it knows about this position.")
        sapper.page.get_by_label("Strategy").select_option("of_mine:Faulty")
        expect(figures).to_contain_text("Believed mines")
        picture = sapper.picture()
        sapper.press(*["ArrowRight"] * 5, *["ArrowDown"] * 4, "f")
        expect(figures).to_be_empty()
        assert sapper.picture() != picture
        expect(sapper.page.get_by_text("ZeroDivisionError: no idea").first).to_be_attached()
        context.close()


def test_the_lab_follows_the_rule_of_the_first_click(sapper: Sapper) -> None:
    """Before it there is no risk but that of the rule, and the chance to win counts with it."""
    text = sapper.page.locator(".lab .figures")
    risks = sapper.page.locator(".lab").get_by_label("Probabilities")
    for rule, words in (("Opening", "opens an area"), ("Safe", "is safe")):
        sapper.begin(9, 9, 10, rule)
        sapper.open_lab()
        risks.check(force=True)
        expect(text).to_contain_text(f"Nothing is open. The first click {words}, wherever it is.")
        expect(text).to_contain_text("Least risk0 %")
        sapper.press("ArrowRight")
        expect(sapper.cell(0, 1)).to_have_text("hidden, row 1, column 2")
        risks.uncheck(force=True)
    sapper.begin(9, 9, 10, "Unprotected")
    risks.check(force=True)
    expect(text).to_contain_text("Least risk12.35 %")


def test_the_solvers_view_is_drawn_and_taken_away(player: Sapper) -> None:
    player.play_on("*-*", "---", "---", "---")
    player.click(1, 1)
    expect(player.cell(1, 1)).to_have_text("2, row 2, column 2")
    player.page.mouse.move(2, 2)
    before = player.picture()
    player.press("v")
    player.until(lambda: player.picture() != before)
    player.press("v")
    player.until(lambda: player.picture() == before)


def test_the_making_of_a_fair_board_ends_by_a_button_or_a_new_game(sapper: Sapper) -> None:
    wait = sapper.page.locator(".wait")
    for stops in (True, False):
        sapper.begin(40, 40, 500, "No guess needed")  # hardly ever found
        sapper.board.focus()
        sapper.press("ArrowDown", "Space")
        expect(wait).to_contain_text("boards tried")
        if stops:
            wait.get_by_role("button", name="Stop").click()
            expect(wait).to_be_hidden()
            expect(sapper.cell(0, 0)).to_have_text("hidden, row 1, column 1")
    sapper.play_on(*EASY)
    expect(wait).to_be_hidden()
    sapper.click(0, 5)
    expect(sapper.cell(0, 5)).to_have_text("empty, row 1, column 6")
    expect(wait).to_be_hidden()


# Presses keys before the page hears any answer.
AT_ONCE = "keys => keys.forEach(key => document.dispatchEvent(new KeyboardEvent('keydown', { key })))"


def test_a_hint_on_an_old_position_does_not_replace_a_later_request(sapper: Sapper) -> None:
    sapper.play_on(*HARD)
    # As if every request to stop came too late: the hint is answered after the position has changed.
    sapper.page.evaluate(
        """() => {
            const send = host.postMessage.bind(host);
            host.postMessage = (message) => message.type === 'stop' || send(message);
        }"""
    )
    sapper.press("ArrowRight", "End", "PageDown")
    sapper.page.evaluate(AT_ONCE, [" ", "h", "g"])
    expect(sapper.page.locator(".sentence")).to_contain_text("You need to guess")


@pytest.mark.long
def test_the_last_of_many_requests_at_once_is_done(sapper: Sapper) -> None:
    sapper.play_on(*needs_a_guess())
    sapper.press("ArrowDown", "Space", "o")
    sapper.press(*["h", "m", "g"] * 4)
    expect(sapper.page.locator(".sentence")).to_contain_text("You need to guess")
    assert sapper.notes == []


def test_the_assistant_rests_when_the_game_is_over(sapper: Sapper) -> None:
    sapper.play_on(*EASY)
    sapper.open_autoplay()
    buttons = [
        sapper.page.get_by_role("button", name=name, exact=True)
        for name in ("Hint", "Move", "Go on", "Guess", "Play")
    ]
    for button in buttons:
        expect(button).to_be_enabled()
    sapper.click(0, 0)
    expect(sapper.page.locator(".result h2")).to_have_text("Lost")
    for button in buttons:
        expect(button).to_be_disabled()
    sapper.press("u")
    for button in buttons:
        expect(button).to_be_enabled()
