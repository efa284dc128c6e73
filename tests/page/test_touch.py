"""A game by finger, on a small screen."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect
from support.pages import Sapper, lasting, newcomer, slow_frames
from support.static_site import StaticSite

PHONE = {"width": 390, "height": 780}
# The mines of a middle 2.
PAIR = ("*-*", "---", "---", "---")
# The board lies in the window, and nothing of it is scrolled out of view.
WHOLE = """() => {
    const board = document.querySelector('main .board');
    return board.getBoundingClientRect().bottom < innerHeight && board.scrollHeight - board.clientHeight <= 1;
}"""


@pytest.fixture(scope="module")
def phones(browser: Browser) -> Iterator[BrowserContext]:
    with lasting(browser, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2) as context:
        yield context


@pytest.fixture
def phone(phones: BrowserContext, host: StaticSite) -> Iterator[Sapper]:
    with newcomer(phones, host.address) as phone:
        yield phone


def tap(phone: Sapper, row: int, column: int) -> None:
    phone.page.touchscreen.tap(*phone.point(row, column))


@contextmanager
def finger(phone: Sapper, row: int, column: int) -> Iterator[Callable[[int, int], None]]:
    """A finger on a cell, and how it slides to another; Playwright itself has taps only."""
    session = phone.page.context.new_cdp_session(phone.page)

    def send(type: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": type, "touchPoints": touches})

    send("touchStart", phone.point(row, column))
    yield lambda row, column: send("touchMove", phone.point(row, column))
    send("touchEnd")


def long_press(phone: Sapper, row: int, column: int, shows: Locator, text: str) -> None:
    """A finger that stays until something is shown."""
    with finger(phone, row, column):
        expect(shows).to_have_text(text)


def test_a_touch_game_is_won(phone: Sapper) -> None:
    phone.play_on(*PAIR)
    tap(phone, 1, 1)
    expect(phone.cell(1, 1)).to_have_text("2, row 2, column 2")
    long_press(phone, 0, 0, phone.cell(0, 0), "flag, row 1, column 1")
    phone.page.locator(".flag-switch").tap()
    tap(phone, 0, 2)
    expect(phone.cell(0, 2)).to_have_text("flag, row 1, column 3")
    tap(phone, 1, 1)  # a tap on a number chords, flag switch or not
    expect(phone.page.locator(".result h2")).to_have_text("Won")


def test_with_the_flag_switch_a_long_press_opens_and_the_switch_is_kept(phone: Sapper) -> None:
    phone.play_on(*PAIR)
    phone.page.locator(".flag-switch").tap()
    expect(phone.page.locator(".welcome-line")).to_have_text("A long press opens, a tap flags.")
    phone.page.reload()
    expect(phone.board).to_have_attribute("aria-rowcount", "4")
    long_press(phone, 1, 1, phone.cell(1, 1), "2, row 2, column 2")


@pytest.mark.long
def test_a_long_press_takes_as_long_as_the_settings_say(phone: Sapper) -> None:
    phone.prefer(longPress=3_600_000)
    phone.play_on(*PAIR)
    with finger(phone, 1, 1):
        phone.page.wait_for_timeout(500)  # longer than usual
    expect(phone.cell(1, 1)).to_have_text("2, row 2, column 2")  # so it was a tap


@pytest.mark.parametrize("height", [390, pytest.param(375, marks=pytest.mark.long)])
def test_a_phone_on_its_side_shows_the_whole_board_and_toolbar(phone: Sapper, height: int) -> None:
    phone.page.set_viewport_size({"width": 844, "height": height})
    phone.show()
    expect(phone.page.locator(".welcome-line")).to_be_visible()
    phone.page.wait_for_function(WHOLE)
    for part in (".toolbar > .segmented", ".daily-button", ".welcome-line", ".zoom", ".flag-switch"):
        expect(phone.page.locator(f".play {part}")).to_be_in_viewport(ratio=1)
    phone.show("analyse")
    expect(phone.board).to_have_attribute("aria-rowcount", "9")
    phone.page.wait_for_function(WHOLE)


@pytest.mark.long
def test_a_run_brings_its_results_into_view(phone: Sapper) -> None:
    phone.show("simulate")
    result = phone.page.locator(".run-card .big-number")
    phone.page.get_by_label("Games").select_option("1000")
    phone.page.get_by_role("button", name="Start the run").tap()
    expect(result).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".run-card .status")).to_have_text("Finished")  # the list stands still then
    phone.page.evaluate("scrollTo(0, 0)")
    expect(result).not_to_be_in_viewport()
    phone.page.locator(".simulate .game-entry").first.tap()  # others have runs, too
    expect(result).to_be_in_viewport(ratio=1)


def test_what_the_assistant_says_stands_below_the_board_in_the_first_game_too(phone: Sapper) -> None:
    phone.play_on("-" * 7, "-*" * 3 + "-", "-" * 7)
    sentence, card = phone.page.locator(".play .sentence"), phone.page.locator(".welcome")
    before, below = sentence.bounding_box(), card.bounding_box()
    assert before is not None
    assert below is not None
    assert before["y"] < below["y"]
    for column in range(6):
        tap(phone, 0, column)
        expect(phone.cell(0, column)).not_to_contain_text("hidden")
    expect(card).to_be_hidden()
    assert sentence.bounding_box() == before


def test_the_flag_switch_covers_nothing(phone: Sapper) -> None:
    phone.play_on(*PAIR)
    phone.page.set_viewport_size({"width": 390, "height": 844})
    overlaps = """() => [...document.querySelectorAll('.panel :is(button, input, select)')].filter((one) => {
        one.scrollIntoView({ block: 'end' });
        const a = one.getBoundingClientRect();
        const b = document.querySelector('.flag-switch').getBoundingClientRect();
        return a.width && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }).length"""
    assert phone.page.evaluate(overlaps) == 0


def test_a_tap_can_show_the_figures_of_a_cell(phone: Sapper) -> None:
    phone.play_on("*-*--", "***--", "-----", "-----")
    tap(phone, 3, 4)
    expect(phone.cell(3, 4)).to_have_text("empty, row 4, column 5")
    phone.open_lab()
    phone.page.get_by_text("Probabilities", exact=True).tap()
    expect(phone.page.locator(".figures")).to_contain_text("Configurations")
    phone.page.get_by_text("Tap a cell for its figures").tap()
    phone.page.evaluate("scrollTo(0, 0)")
    tap(phone, 0, 0)
    expect(phone.dock).to_contain_text("Row 1, column 1")
    tap(phone, 3, 4)  # a number has none
    expect(phone.dock).to_be_hidden()
    expect(phone.page.locator(".result")).to_have_count(0)


@pytest.mark.timing  # on a slow machine a slide takes as long as a long press
def test_on_the_analysis_board_a_long_press_shows_figures_and_a_tap_paints(phone: Sapper) -> None:
    phone.show("analyse=s2x4x3.bj7")
    expect(phone.page.locator(".figures")).to_contain_text("Least risk33.33 %")
    long_press(phone, 0, 1, phone.dock.locator("h3"), "Row 1, column 2")
    expect(phone.speech).to_contain_text("Row 1, column 2; Risk: 33.33 %; Survival: 44.44 %")
    with finger(phone, 1, 3) as slide:
        slide(1, 2)
        slide(1, 1)
    expect(phone.dock).to_be_hidden()
    phone.page.get_by_role("button", name="Number 2", exact=True).tap()
    tap(phone, 1, 1)
    expect(phone.cell(1, 1)).to_have_text("2, row 2, column 2")
    expect(phone.page).to_have_url(f"{phone.address}/#analyse=s2x4x3.bj4cj2")


@pytest.mark.long
def test_what_a_finger_pressed_stays_down_until_it_is_open(phone: Sapper) -> None:
    phone.play_on(*PAIR)
    with slow_frames(phone, (1, 1)) as looks:
        tap(phone, 1, 1)
    assert looks() == ["hidden", "down", "open"]
    for column in (0, 2):
        long_press(phone, 0, column, phone.cell(0, column), f"flag, row 1, column {column + 1}")
    with slow_frames(phone, (1, 0)) as looks:
        tap(phone, 1, 1)
    assert looks() == ["hidden", "down", "open"]
