"""Boards and views fit the window, from the smallest phone to the largest screen."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from support.cases import rest_long
from support.pages import NEXT_FRAMES, Sapper, drop, visitor
from support.static_site import StaticSite

import sapper as library
from sapper import formats

SIZES = [
    (320, 454), (375, 553), (390, 664), (412, 915), (667, 375), (844, 390), (820, 1180), (1024, 768),
    (1280, 800), (1366, 657), (1920, 1080), (3840, 2160),
]  # fmt: skip
SHAPES = {"1": (9, 9), "2": (16, 16), "3": (16, 30)}
LEAST = {("1", 320): 20, ("2", 390): 20, ("3", 1366): 22, ("3", 3840): 100}
"""How wide cells are at least: a level can be tapped on a small screen, and cells grow on a large one."""
VIEWS = ("play", "puzzle", "analyse", "review", "simulate", "learn", "statistics", "settings")

# Where the board is drawn, and how wide its cells are. The overview is a small drawing of the whole board.
SIGHT = """() => {
    const board = document.querySelector('main .board');
    const map = document.querySelector('main .overview:not([hidden]) .map');
    const extent = map ?? document.querySelector('main .board-extent');
    const { left, top, right, bottom } = extent.getBoundingClientRect();
    const box = (map ?? board).getBoundingClientRect();
    const bar = document.querySelector('.top').getBoundingClientRect().bottom;
    const inside = left >= box.left - 0.5 && right <= box.right + 0.5
        && top >= box.top - 0.5 && bottom <= box.bottom + 0.5;
    return {
        cell: (right - left) / board.ariaColCount,
        whole: inside && left >= 0 && top >= bar && right <= innerWidth && bottom <= innerHeight,
        overview: map !== null,
        wide: document.documentElement.scrollWidth > innerWidth,
    };
}"""


@dataclass
class Screen:
    """A page whose window changes its size, and the pointer that it has."""

    sapper: Sapper
    least: int

    def resize(self, width: int, height: int) -> None:
        self.sapper.page.set_viewport_size({"width": width, "height": height})
        self.sapper.page.evaluate(NEXT_FRAMES)

    def sight(self) -> Any:
        return self.sapper.page.evaluate(SIGHT)


@pytest.fixture(params=rest_long(["finger", "mouse"]))
def screen(browser: Browser, host: StaticSite, request: pytest.FixtureRequest) -> Iterator[Screen]:
    touch = request.param == "finger"
    if request.node.get_closest_marker("unbundled") is not None:
        host = request.getfixturevalue("unbundled")
    options = {"viewport": {"width": 1280, "height": 800}, "has_touch": touch, "is_mobile": touch}
    with visitor(browser, host.address, **options) as sapper:
        yield Screen(sapper, 20 if touch else 16)


@pytest.mark.parametrize("level", rest_long(sorted(SHAPES, key="3".__ne__)))
def test_a_level_fits_every_window(screen: Screen, level: str) -> None:
    screen.sapper.show()
    screen.sapper.press(level)
    rows, columns = SHAPES[level]
    expect(screen.sapper.board).to_have_attribute("aria-colcount", str(columns))
    for width, height in SIZES:
        screen.resize(width, height)
        usual = screen.sight()
        screen.sapper.press("0")
        whole_view = screen.sight()
        where = (width, height, usual, whole_view)
        assert whole_view["whole"], where
        assert not whole_view["wide"], where
        assert whole_view["cell"] >= LEAST.get((level, width), 0), where
        if whole_view["cell"] >= screen.least:
            assert usual["whole"], where
            assert usual["cell"] == whole_view["cell"], where
        else:
            assert usual["cell"] == screen.least, where
            assert not usual["whole"], where
            screen.sapper.press("0")  # back to the usual size
        assert screen.sight() == usual, where
        # The board makes use of the window.
        share = max(columns * whole_view["cell"] / width, rows * whole_view["cell"] / height)
        assert share > 0.4, where


@pytest.mark.parametrize("screen", ["finger"], indirect=True)
def test_a_board_under_review_is_whole_with_cells_too_small_to_play_on(screen: Screen) -> None:
    game = library.Strategy("best").play(library.Game("expert", seed=1))
    screen.resize(390, 664)
    screen.sapper.show("review")
    drop(screen.sapper.page, ("game.rawvf", formats.render(library.Replay.from_game(game), "rawvf")))
    expect(screen.sapper.page.locator(".place")).to_contain_text("Move 1 of")
    screen.sapper.page.evaluate(NEXT_FRAMES)
    sight = screen.sight()
    assert sight["whole"], sight
    assert 9 <= sight["cell"] < screen.least


# Controls that reach out of the window, and links to views that cannot be seen.
CUT = """() => {
    const isVisible = (one) => one.checkVisibility({ visibilityProperty: true })
        && !one.closest('.unseen, .skip, [role=switch], .theme-card');
    const out = (one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return width > 0 && (left < -0.5 || right > document.documentElement.clientWidth + 0.5);
    };
    return [...document.querySelectorAll('main *, header *')]
        .filter((one) => !one.closest('.board, svg') && isVisible(one) && out(one))
        .map((one) => `${one.tagName} ${one.className}`);
}"""
HIDDEN_LINKS = """() => [...document.querySelectorAll('.tabs a')].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return !one.checkVisibility() || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}).length"""


def test_no_view_is_wider_than_the_window(screen: Screen) -> None:
    for view in VIEWS:
        screen.sapper.show(view)
        for width, height in ((320, 454), (667, 375), (820, 1180), (1024, 768)):
            screen.resize(width, height)
            assert screen.sapper.page.evaluate(CUT) == [], (view, width, height)


@pytest.mark.long
def test_every_view_can_be_reached(screen: Screen) -> None:
    page = screen.sapper.page
    screen.sapper.show()
    for width, height in SIZES:
        screen.resize(width, height)
        button = page.locator(".views-button")
        if button.is_visible():
            expect(button).to_contain_text("Play")
            button.click()
            assert page.evaluate(HIDDEN_LINKS) == 0, (width, height)
            screen.sapper.press("Escape")
            expect(page.locator(".tabs")).to_be_hidden()
        assert button.is_visible() or page.evaluate(HIDDEN_LINKS) == 0, (width, height)
    screen.resize(320, 454)
    page.locator(".views-button").click()
    screen.sapper.choose_tab("learn")
    expect(page.locator(".tabs")).to_be_hidden()
    expect(page.locator(".views-button")).to_contain_text("Learn")


PLACES = """() => {
    const parts = '.board, .flag-switch, .zoom, .stepper .button, .actions .button, .face, .lab > summary';
    return [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility()).map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [one.className, x + scrollX, y + scrollY, width, height].join(' ');
    });
}"""


def places(sapper: Sapper) -> list[str]:
    """Where on the page that is at which people point."""
    sapper.page.evaluate(NEXT_FRAMES)
    where: list[str] = sapper.page.evaluate(PLACES)
    return where


# No cell is safe after the first click, and the sentence about the best guess is the longest there is.
EMPTY = "---------"
UNSURE = (EMPTY, "-*-------", EMPTY, "-----*---", EMPTY, "---*-----", EMPTY, "--*------")


@pytest.mark.parametrize("size", rest_long([(390, 844), (844, 390), (1366, 657)]))
def test_nothing_moves_when_words_come(browser: Browser, host: StaticSite, size: tuple[int, int]) -> None:
    viewport = {"width": size[0], "height": size[1]}
    with visitor(browser, host.address, viewport=viewport, has_touch=size[0] < 900) as sapper:
        sapper.play_on(*UNSURE)
        sapper.click(0, 0)
        expect(sapper.cell(0, 0)).to_have_text("1, row 1, column 1")
        before = places(sapper)
        hint = sapper.page.locator(".panel").get_by_role("button", name="Hint")
        sentence = sapper.page.locator(".sentence")
        for _ in range(2):
            hint.click()
            expect(sentence).not_to_be_empty()
            # A table stands above the lab, and below all that helps.
            assert places(sapper)[:-1] == before[:-1]
        sapper.page.evaluate("scrollTo(0, 0)")
        sapper.click(1, 1, "right")
        expect(sentence).to_be_empty()
        assert places(sapper) == before
        sapper.click(5, 3)
        expect(sapper.page.locator(".result")).to_be_visible()
        assert places(sapper) == before
        sapper.page.locator(".result").get_by_role("button", name="Review").click()
        expect(sapper.page.locator(".place")).to_have_text("Move 1 of 3")
        before = places(sapper)
        stepper = len(sapper.page.locator(".stepper .button").all())
        sapper.press("End", "ArrowLeft")
        expect(sentence).to_contain_text("guess")
        assert places(sapper)[: stepper + 1] == before[: stepper + 1]


# How far each number at the edges is from the middle of its row or column, in widths of a cell.
RULERS = """async () => {
    const { shapeOf } = await partOfPage('board/shapes.js');
    const board = document.querySelector('main .board');
    const [rows, columns] = [Number(board.ariaRowCount), Number(board.ariaColCount)];
    const topology = /torus|hexagons|octagons/.exec(board.ariaLabel)?.[0] ?? 'square';
    const shape = shapeOf({ topology, shape: [rows, columns] });
    const box = document.querySelector('main .board-extent').getBoundingClientRect();
    const size = box.width / shape.width;
    return [...document.querySelectorAll('main .rulers b')].map((number) => {
        const at = number.getBoundingClientRect();
        const row = number.className.includes('row');
        const line = Number(number.textContent) - 1;
        const corner = shape.corner(row ? line * columns : line);
        const [middle, wanted] = row
            ? [(at.top + at.bottom) / 2 - box.top, corner.y + shape.tileHeight / 2]
            : [(at.left + at.right) / 2 - box.left, corner.x + 0.5];
        const isVisible = at.left >= 0 && at.top >= 0 && at.right <= innerWidth && at.bottom <= innerHeight;
        return { row, line, isVisible, off: Math.abs(middle / size - wanted) };
    });
}"""


def check_rulers(screen: Screen) -> tuple[list[int], list[int]]:
    """The numbers of the rows and of the columns."""
    numbers = screen.sapper.page.evaluate(RULERS)
    assert all(number["isVisible"] and number["off"] < 0.1 for number in numbers), numbers
    return tuple(sorted(n["line"] + 1 for n in numbers if n["row"] == row) for row in (True, False))  # type: ignore[return-value]  # two of them


@pytest.mark.unbundled
@pytest.mark.long
def test_rulers_number_the_cells_and_the_board_still_fits(screen: Screen) -> None:
    screen.sapper.show()
    assert screen.sapper.page.evaluate(RULERS) == []
    screen.sapper.prefer(rulers=True)
    screen.sapper.show()
    for level, (rows, columns) in SHAPES.items():
        screen.sapper.press(level)
        expect(screen.sapper.board).to_have_attribute("aria-colcount", str(columns))
        for width, height in ((1366, 657), (390, 664), (3840, 2160)):
            screen.resize(width, height)
            screen.sapper.press("0")
            assert screen.sight()["whole"], (level, width, height)
            down, across = check_rulers(screen)
            if not screen.sight()["overview"]:
                assert down[0] == across[0] == 1
                assert down[-1] >= rows - 2, (level, width, height)
                assert across[-1] >= columns - 2, (level, width, height)
            screen.sapper.press("0")
            check_rulers(screen)
    assert check_rulers(screen) == (list(range(1, 17)), list(range(1, 31)))  # on the largest screen
    for layout in ("Torus", "Hexagons", "Octagons"):
        dialog = screen.sapper.custom()
        dialog.get_by_role("button", name=layout).click()
        dialog.get_by_role("button", name="Play").click()
        expect(screen.sapper.board).to_have_attribute("aria-label", re.compile(layout.lower()))
        screen.sapper.page.evaluate(NEXT_FRAMES)
        assert check_rulers(screen)[0][:3] == [1, 2, 3]


@pytest.mark.long
def test_on_a_phone_the_bar_of_the_chance_shows_a_long_sentence_whole(sapper: Sapper) -> None:
    sapper.page.set_viewport_size({"width": 390, "height": 844})
    sapper.begin(101, 100, 1500)
    sapper.open_lab()
    sapper.page.locator(".lab label", has_text="Chance to win").click()
    bar = sapper.page.locator(".play .chance-bar")
    words = bar.get_by_text("boards of at most 10,000 cells.")
    words.wait_for()
    sapper.page.evaluate("scrollTo(0, 0)")

    def fits() -> bool:
        board = sapper.page.locator(".play .cabinet")
        inside, outside, below = (part.bounding_box() for part in (words, bar, board))
        assert inside is not None
        assert outside is not None
        assert below is not None
        ends = inside["y"] + inside["height"]
        return outside["y"] <= inside["y"] and ends <= outside["y"] + outside["height"] <= below["y"] + 1

    sapper.until(fits)


# The notice about Python that is away, and whether any of it is cut off.
NOTICE = """async () => {
    const { EngineClient } = await partOfPage('engine_client.js');
    const { get } = Object.getOwnPropertyDescriptor(EngineClient.prototype, 'away');
    const notice = document.querySelector('.connection');
    notice.textContent = get.call({ hello: { remote: { there: false } } });
    notice.hidden = false;
    const text = document.createRange();
    text.selectNodeContents(notice);
    const inside = text.getBoundingClientRect();
    const outside = document.querySelector('.top').getBoundingClientRect();
    return notice.textContent.length > 40 && inside.left >= 0 && inside.right <= innerWidth
        && inside.top >= outside.top && inside.bottom <= outside.bottom;
}"""


@pytest.mark.unbundled
def test_a_long_notice_in_the_bar_is_whole(screen: Screen) -> None:
    screen.sapper.show("settings")
    for width, height in SIZES:
        screen.resize(width, height)
        assert screen.sapper.page.evaluate(NOTICE), (width, height)
        assert screen.sapper.page.evaluate(CUT) == [], (width, height)


# What the button that closes the card of a game touches: lines of text, and other buttons.
OVERLAPS = """() => {
    const boxOf = (part) => {
        const text = document.createRange();
        text.selectNodeContents(part);
        return (part.matches('.button') ? part : text).getBoundingClientRect();
    };
    const close = document.querySelector('.result header .button').getBoundingClientRect();
    const touches = ({ left, right, top, bottom, width }) => width > 0 && left < close.right + 2
        && right > close.left - 2 && top < close.bottom && bottom > close.top;
    const parts = document.querySelectorAll('.result .next .button, .result header > :not(.button)');
    return [...parts].filter((part) => touches(boxOf(part))).map((part) => part.textContent);
}"""


def test_what_closes_the_card_of_a_game_touches_nothing(screen: Screen) -> None:
    screen.sapper.play_on("*---", "----", "--**", "--*-")
    for cell in ((0, 1), (1, 1), (3, 3), (0, 3), (1, 3), (2, 0), (3, 1), (2, 1), (1, 0), (3, 0)):
        screen.sapper.click(*cell)
    expect(screen.sapper.page.locator(".result h2")).to_have_text("Won")
    for width, height in SIZES:
        screen.resize(width, height)
        assert screen.sapper.page.evaluate(OVERLAPS) == [], (width, height)


def test_letters_are_as_large_as_the_browser_wants(screen: Screen) -> None:
    page = screen.sapper.page
    browser = page.context.new_cdp_session(page)
    letters = "() => parseFloat(getComputedStyle(document.body).fontSize)"
    for width, height in [(800, 600), (1280, 800)]:
        screen.resize(width, height)
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
        usual = page.evaluate(letters)
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": 24}})
        assert page.evaluate(letters) == pytest.approx(1.5 * usual), (width, height)
        for view in VIEWS:
            screen.sapper.show(view)
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (view, width)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
