"""The first minutes: what a click does, boards without guesses, and the settings for effects and figures."""

import re

import pytest
from playwright.sync_api import expect
from support.pages import Button, Sapper

SAFE = ("*-------", "--------", "--------", "*-------", "--------", "--*-----", "--------", "*-------")
"""Many clicks are safe here."""


def test_a_newcomer_reads_what_a_click_does_until_it_was_done(sapper: Sapper) -> None:
    sapper.play_on(*SAFE)
    welcome = sapper.page.locator(".welcome")
    expect(welcome).to_contain_text("A left click opens a cell.")
    expect(welcome).to_contain_text("Open every cell that has no mine.")
    expect(welcome.get_by_role("link", name="Learn")).to_have_attribute("href", "#learn")
    before = sapper.board.bounding_box()
    for row, column in [(0, 1), (1, 0), (1, 1), (2, 0)]:
        sapper.click(row, column)
        expect(sapper.cell(row, column)).not_to_contain_text("hidden")
    expect(welcome).to_be_visible()
    sapper.click(2, 1)
    expect(welcome).to_be_hidden()
    assert sapper.board.bounding_box() == before
    sapper.page.reload()
    expect(sapper.board).to_have_attribute("aria-rowcount", "8")
    expect(welcome).to_be_hidden()


def test_no_guessing_stands_beside_the_levels(sapper: Sapper) -> None:
    sapper.show()
    switch = sapper.page.get_by_role("switch", name="No guessing")
    switch.check(force=True)
    expect(sapper.page.locator(".rules")).to_contain_text("no guess needed")
    sapper.press("2")
    expect(sapper.page.locator(".rules")).to_contain_text("Intermediate, no guess needed")
    expect(switch).to_be_checked()
    switch.uncheck(force=True)
    expect(sapper.page.locator(".rules")).to_contain_text("Intermediate, first click opens an area")
    # Where there is no room for an opening, the switch goes back.
    sapper.begin(3, 3, 8, "Safe")
    switch.click(force=True)
    sapper.until(lambda: len(sapper.notes) == 1)
    expect(switch).not_to_be_checked()
    expect(sapper.page.locator(".rules")).to_contain_text("safe first click")


def test_speed_and_efficiency_stand_beside_the_clock(sapper: Sapper) -> None:
    sapper.prefer(liveFigures=True)
    sapper.play_on("*---", "----", "--**", "--*-")
    live = sapper.page.locator(".live")
    expect(live).to_have_text("0.00 3BV/s0 % efficiency")
    sapper.click(0, 1)
    expect(live).to_contain_text("100 % efficiency")
    sapper.click(0, 0, "right")
    expect(live).to_contain_text("50 % efficiency")
    sapper.click(0, 3)  # this opening has the first number too
    expect(live).to_contain_text("33 % efficiency")
    expect(live).to_have_text(re.compile(r"^[0-9.]+ 3BV/s"))


# The pitches of the tones that were played.
TONES = """
window.tones = [];
const Real = OscillatorNode;
window.OscillatorNode = class extends Real {
    constructor(context, options) {
        super(context, options);
        tones.push(options.frequency);
    }
};
"""


@pytest.mark.long
def test_sounds_and_animation_are_off_at_first_and_an_opening_spreads_to_its_end(sapper: Sapper) -> None:
    sapper.page.add_init_script(TONES)
    pictures = []
    for on in (False, True):
        sapper.prefer(sounds=on, animation=on)
        sapper.play_on(*SAFE)
        sapper.click(7, 7)
        expect(sapper.cell(7, 7)).to_contain_text("empty")
        assert bool(sapper.page.evaluate("tones")) == on
        pictures.append(sapper.picture())
    sapper.until(lambda: sapper.picture() == pictures[0])


def test_whatever_happens_has_a_sound_of_its_own(sapper: Sapper) -> None:
    sapper.page.add_init_script(TONES)
    sapper.prefer(sounds=True)
    sounds = []

    def hear(row: int, column: int, button: Button = "left") -> None:
        before = len(sapper.page.evaluate("tones"))
        sapper.click(row, column, button)
        sapper.until(lambda: len(sapper.page.evaluate("tones")) > before)
        sounds.append(tuple(sapper.page.evaluate("tones")[before:]))

    board = ("-----", "-----", "-----", "--*-*")
    sapper.play_on(*board)
    hear(3, 2, "right")
    hear(3, 2, "right")
    hear(3, 1)
    hear(0, 0)
    hear(3, 2)
    sapper.play_on(*board)
    hear(0, 0)
    hear(3, 3)
    flag, no_flag, number, opening, lost, opening_again, won = sounds
    assert len({flag, number, opening, lost, won}) == 5
    assert (no_flag, opening_again) == (flag, opening)


LATE = """async () => {
    const { EngineClient } = await partOfPage('engine_client.js');
    let answers;
    const requests = [];
    const ask = (type, { game }) => {
        requests.push(game === undefined ? type : `${type} ${game}`);
        return { answer: new Promise((give) => answers.push(give)), stop: () => requests.push('stop') };
    };
    const ends = [];
    for (const begin of [(engine) => engine.newGame({}), (engine) => engine.resume('later')]) {
        answers = [];
        const engine = new EngineClient({ open: true, on() {}, ask });
        const daily = engine.newGame({ daily: 'expert' }).catch(({ type }) => type);
        begin(engine);
        answers.pop()({ game: 'later' });
        await new Promise(requestAnimationFrame);
        answers.shift()({ game: 'daily' });
        ends.push(await daily, engine.following, requests.splice(0).join());
    }
    return ends;
}"""


@pytest.mark.unbundled
def test_a_daily_board_that_comes_late_does_not_take_over(sapper: Sapper) -> None:
    sapper.show("settings")
    assert sapper.page.evaluate(LATE) == [
        *("cancelled", "later", "new,stop,new,leave daily"),
        *("cancelled", "later", "new,stop,resume later,leave daily"),
    ]


def test_the_daily_board_is_begun_continued_and_practised(sapper: Sapper) -> None:
    sapper.show()
    daily = sapper.page.get_by_role("button", name="Daily", exact=True)
    daily.click()
    dialog = sapper.page.get_by_role("dialog")
    expect(dialog.locator("li").first).to_have_text("Beginnernot played yetPlay beginner")
    dialog.get_by_role("button", name="Play beginner").click()
    words = re.compile(r"^Daily board of \d{4}-\d\d-\d\d, Beginner, no guess needed$")
    expect(sapper.page.locator(".rules")).to_have_text(words)
    expect(sapper.cell(2, 2)).to_have_text("hidden, certainly safe, row 3, column 3")
    sapper.click(8, 8)
    expect(sapper.cell(2, 2)).to_have_text("empty, row 3, column 3")
    sapper.press("r")
    expect(sapper.page.locator(".rules")).to_contain_text("first click opens an area")
    daily.click()
    dialog.get_by_role("button", name="Go on with beginner").click()
    expect(sapper.cell(2, 2)).to_have_text("empty, row 3, column 3")
    sapper.press("a")
    expect(sapper.page.locator(".chip")).to_be_visible()
    expect(sapper.page.locator(".rules")).to_contain_text("Daily board")
    daily.click()
    dialog.get_by_role("button", name="Go on with beginner").click()
    expect(sapper.page.locator(".chip")).to_be_hidden()  # nothing was done in the second game


def test_the_lab_is_one_step_behind_and_stays_open_once_it_was_opened(sapper: Sapper) -> None:
    sapper.show()
    sapper.page.locator(".welcome").get_by_role("button", name="Close").click()
    expect(sapper.page.locator(".welcome")).to_be_hidden()
    panel = sapper.page.locator(".panel")
    for name in ("Hint", "Move", "Go on", "Guess"):
        expect(panel.get_by_role("button", name=name)).to_be_visible()
    probabilities = panel.get_by_text("Probabilities", exact=True)
    play = panel.get_by_role("button", name="Play")
    for part in (probabilities, play):
        expect(part).to_be_hidden()
    panel.locator(".lab summary").click()
    for part in (probabilities, play, panel.get_by_role("link", name="Simulate many games")):
        expect(part).to_be_visible()
    sapper.until(lambda: sapper.keeps("lab"))
    sapper.page.reload()
    expect(sapper.page.locator("html[data-ready=play]")).to_be_attached()
    expect(probabilities).to_be_visible()
    panel.locator(".lab summary").click()
    expect(play).to_be_hidden()
    sapper.board.focus()
    sapper.press("o", "o")  # a key leads into the lab, too
    expect(probabilities).to_be_visible()


def test_help_is_said_to_count_before_it_is_taken_and_after(sapper: Sapper) -> None:
    sapper.show()
    warning = sapper.page.get_by_text("If you take help after the first click")
    expect(warning).to_be_visible()
    sentence, chip = sapper.page.locator(".sentence"), sapper.page.locator(".chip")
    # One key takes no help, whichever it is; the next move takes the press back.
    sapper.press("h")
    expect(sentence).to_have_text("Help makes this game a practice game. Press H again to go on.")
    sapper.click(4, 4)
    expect(sapper.cell(4, 4)).not_to_contain_text("hidden")
    expect(sentence).to_have_text("")
    for key in "hmgbpov":
        sapper.press(key)
        question = f"Help makes this game count as helped. Press {key.upper()} again to go on."
        expect(sentence).to_have_text(question)
    expect(warning).to_be_hidden()  # the sentence says the same
    expect(chip).to_be_hidden()
    sapper.press("v")  # what it switched on, a third press would switch off
    expect(sentence).to_have_text("")
    sapper.press("v", "h", "h")
    expect(chip).to_have_text("helped")
    expect(sentence).not_to_contain_text("again to go on")
    sapper.show("statistics")
    expect(sapper.page.locator(".game-entry .status")).to_have_text("helped")
    sapper.show()
    expect(warning).to_be_hidden()
    while sapper.page.locator(".result").count() == 0:
        sapper.press("b")
        sapper.page.wait_for_timeout(50)
    expect(sapper.page.locator(".result")).to_contain_text("this game counts as helped, and not as won")
    sapper.show("statistics")
    card = sapper.page.locator(".statistics .card")
    expect(card).to_contain_text("0 of 1 game won, 0 lost, 0 left, 1 helped")
    sapper.show("review")
    expect(sapper.page.locator(".review-games")).to_contain_text(", helped")
    expect(sapper.page.locator(".review .facts div", has_text="Result")).to_contain_text(", helped")


@pytest.mark.long
def test_a_question_goes_when_a_button_answers_and_the_teacher_when_another_plays(sapper: Sapper) -> None:
    sapper.show()
    sapper.click(4, 4)
    expect(sapper.cell(4, 4)).not_to_contain_text("hidden")
    sapper.press("p")
    sentence = sapper.page.locator(".sentence")
    expect(sentence).to_have_text("Help makes this game count as helped. Press P again to go on.")
    sapper.open_lab()
    lessons = sapper.page.get_by_role("heading", name="How to play")
    expect(lessons).to_be_visible()
    sapper.page.locator(".lab").get_by_role("button", name="Play").click()
    expect(lessons).to_be_hidden()
    expect(sentence).not_to_contain_text("Press P")
