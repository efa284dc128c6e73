"""What the player opens comes into view, and nothing covers a board of any shape."""

import re

import pytest
from playwright.sync_api import Browser, Locator, expect
from support.cases import rest_long
from support.pages import NEXT_FRAMES, Sapper, drop, visitor
from support.recordings import evf4, evfs
from support.replays import GAME
from support.screens import unclear_picture
from support.static_site import StaticSite

WINDOWS = [(390, 844), (1366, 768)]
# Answers take some frames, in which the page shows what it has.
SLOW = """() => {
    const post = host.postMessage.bind(host);
    host.postMessage = (message) => setTimeout(() => post(message), 50);
}"""


def press_low(button: Locator) -> None:
    """Presses a button near the lower edge of the window."""
    button.evaluate("(one) => one.scrollIntoView({ block: 'end' })")
    button.dispatch_event("click")  # `click` could scroll first


def is_in_view(part: Locator) -> bool:
    """Whether a part begins below the bar and in the upper half of the window."""
    box, bar = part.bounding_box(), part.page.locator(".top").bounding_box()
    window = part.page.viewport_size
    if box is None or bar is None or window is None:
        return False
    return bar["y"] + bar["height"] <= box["y"] + 0.5 and box["y"] < window["height"] / 2


def check_in_view(sapper: Sapper, part: Locator) -> None:
    """A part begins below the bar and in the upper half of the window, and stays there."""
    sapper.until(lambda: is_in_view(part))
    sapper.page.wait_for_timeout(200)  # nothing may push it away later
    assert is_in_view(part), part.bounding_box()


@pytest.mark.parametrize("window", rest_long(WINDOWS))
def test_a_lesson_chosen_low_in_the_list_is_seen_and_has_the_focus(
    sapper: Sapper, window: tuple[int, int]
) -> None:
    page = sapper.page
    page.set_viewport_size({"width": window[0], "height": window[1]})
    sapper.show("learn")
    page.evaluate(SLOW)
    heading = page.locator(".lesson h2")
    for name in ("Puzzles from your games", "Corners", "Against the clock", "The pattern 1-2-1"):
        press_low(page.locator(".lesson-entry", has=page.get_by_text(name, exact=True)))
        expect(heading).to_have_text(name)
        expect(heading).to_be_focused()
        check_in_view(sapper, heading)
    solve = page.locator(".lesson").get_by_role("button")
    for place in ("Board 2 of 2.", "Board 1 of 2."):  # the second is of the next lesson
        solve.filter(has_text="Show the answer").click()
        press_low(solve.filter(has_text="Next"))
        expect(page.locator(".task")).to_contain_text(place)
        check_in_view(sapper, page.locator(".task"))
    check_in_view(sapper, heading)
    page.locator(".lesson-entry", has_text="Against the clock").click()
    press_low(solve.filter(has_text="Start"))
    expect(page.locator(".task")).to_contain_text("Position 1 of 10.")
    check_in_view(sapper, page.locator(".task"))


def test_a_game_chosen_in_a_long_report_is_seen_and_the_way_back_leads_there(sapper: Sapper) -> None:
    page = sapper.page
    page.set_viewport_size({"width": 390, "height": 844})
    sapper.show("review")
    drop(page, ("games.evfs", evfs(*[evf4(GAME)] * 3)))
    link = page.locator(".wide-table a").last
    link.evaluate("(one) => one.scrollIntoView({ block: 'end' })")
    before = page.evaluate("scrollY")
    assert before > 200
    link.dispatch_event("click")
    expect(page.locator(".place")).to_contain_text("Move 1 of")
    check_in_view(sapper, page.locator(".place"))
    page.go_back()
    expect(link).to_be_visible()
    sapper.until(lambda: page.evaluate("scrollY") == before)


@pytest.mark.parametrize("window", rest_long(WINDOWS))
def test_a_board_that_was_read_or_made_is_seen(sapper: Sapper, window: tuple[int, int]) -> None:
    page = sapper.page
    page.set_viewport_size({"width": window[0], "height": window[1]})
    sapper.show("analyse=s9x9x10.j81")
    position, picture = unclear_picture()
    paste = page.get_by_role("button", name="Paste")
    press_low(paste)
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("1..\n2F.\n1..")
    dialog.get_by_role("button", name="Read").click()
    expect(sapper.board).to_have_attribute("aria-rowcount", "3")
    check_in_view(sapper, page.locator(".cabinet"))
    paste.evaluate("(one) => one.scrollIntoView({ block: 'end' })")
    with page.expect_file_chooser() as chooser:
        press_low(page.get_by_role("button", name="Open file"))
    chooser.value.set_files({"name": "a.png", "mimeType": "image/png", "buffer": picture})
    expect(sapper.board).to_have_attribute("aria-rowcount", str(position.topology.shape[0]))
    check_in_view(sapper, page.locator(".cabinet"))
    if window[0] > 900:
        check_in_view(sapper, page.get_by_role("heading", name="Picture"))
    sapper.show("puzzle")
    expect(page.locator(".facts")).to_contain_text("Steps")
    before = page.url
    press_low(page.get_by_role("button", name="Make a puzzle"))
    expect(page).not_to_have_url(re.compile(re.escape(before)))
    check_in_view(sapper, page.locator(".cabinet"))


BAR = """() => [document.querySelector('.top').getBoundingClientRect().height,
    parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)]"""
NOTICE = """text => {
    const place = document.querySelector('.connection');
    place.textContent = text;
    place.hidden = text === '';
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


def test_what_scrolls_stops_below_the_whole_bar(sapper: Sapper) -> None:
    sapper.page.set_viewport_size({"width": 700, "height": 800})
    sapper.show("settings")
    row, padding = sapper.page.evaluate(BAR)
    assert padding == pytest.approx(row)
    sapper.page.evaluate(NOTICE, "A notice that needs a row of its own. " * 3)
    height, padding = sapper.page.evaluate(BAR)
    assert height > row
    assert padding == pytest.approx(height)
    sapper.page.evaluate(NOTICE, "")
    assert sapper.page.evaluate(BAR) == pytest.approx([row, row])


Shapes = list[tuple[int, int]]

FEW: Shapes = [(1, 8), (30, 1), (9, 9), (100, 100)]
MANY: Shapes = [*FEW, (3, 30), (1, 30), (2, 2), (16, 30)]

# What lies over cells in the corners and in the middle once they are scrolled to, and over controls.
COVERS = """async () => {
    const board = document.querySelector('main .board');
    const box = () => board.getBoundingClientRect();
    const frame = () => new Promise(requestAnimationFrame);
    const across = board.scrollWidth / board.ariaColCount;
    const down = board.scrollHeight / board.ariaRowCount;
    const places = (cell, length) => [cell / 2, length / 2 - cell / 2, length - cell / 2];
    const covers = [];
    const nameOf = (one) => `${one?.tagName} ${one?.getAttribute('class')}`;
    for (const x of places(across, board.scrollWidth))
        for (const y of places(down, board.scrollHeight)) {
            board.scrollTo(x - board.clientWidth / 2, y - board.clientHeight / 2);
            scrollBy(0, box().top + y - board.scrollTop - innerHeight / 2);
            await frame();
            const { left, top } = box();
            const over = document.elementFromPoint(left + x - board.scrollLeft, top + y - board.scrollTop);
            if (!board.contains(over)) covers.push(`${nameOf(over)} over a cell at ${x}, ${y}`);
        }
    board.scrollTo(0, 0);
    for (const control of document.querySelectorAll('.play button, .play summary')) {
        if (!control.checkVisibility({ visibilityProperty: true })) continue;
        control.scrollIntoView({ block: 'center' });
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!control.contains(over)) covers.push(`${nameOf(over)} over ${control.textContent}`);
    }
    scrollTo(0, 0);
    return covers;
}"""
SIZES = [(390, 844), (320, 454), (844, 390), (1366, 768), (3840, 2160)]
# Where the parts of the view stand.
PLACES = """() => {
    const parts = '.play, .play-main, .stage, .cabinet, .board, .zoom, .panel';
    return [...document.querySelectorAll(parts)].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [one.className, x, y, width, height].join(' ');
    });
}"""


@pytest.mark.parametrize(
    ("width", "height", "shapes"),
    rest_long([pytest.param(*SIZES[0], FEW), *(pytest.param(*size, MANY) for size in SIZES)]),
)
def test_nothing_covers_a_board_of_any_shape_after_any_other(
    browser: Browser, host: StaticSite, width: int, height: int, shapes: Shapes
) -> None:
    touch = width < 900
    size = {"width": width, "height": height}
    with visitor(browser, host.address, viewport=size, has_touch=touch, is_mobile=touch) as sapper:
        places: dict[tuple[int, int], list[str]] = {}
        for shape in shapes + shapes[::-1]:
            rows, columns = shape
            sapper.play_on("*" + "-" * (columns - 1), *["-" * columns] * (rows - 1))
            sapper.page.evaluate(NEXT_FRAMES)
            assert sapper.page.evaluate(COVERS) == [], shape
            there = sapper.page.evaluate(PLACES)
            assert places.setdefault(shape, there) == there
