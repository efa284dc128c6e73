"""Boards that scroll, with up to a million cells: what is drawn, the small map, and the overview."""

from typing import Any

import pytest
from playwright.sync_api import expect
from support.huge import begin, smaller
from support.optional import not_none
from support.pages import NEXT_FRAMES, Sapper

pytestmark = pytest.mark.long

SMALL = ".minimap .map"
OVERVIEW = ".overview .map"

# The colour of a map at a place, in shares of its width and height.
COLOUR = """([map, x, y]) => {
    const canvas = document.querySelector(`${map} canvas`);
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    return [...copy.getImageData(canvas.width * x, canvas.height * y, 1, 1).data].slice(0, 3);
}"""
# The middle of the part in view and of the frame, in shares of the board.
PLACES = """() => {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight }
        = document.querySelector('main .board');
    const map = document.querySelector('.minimap .map').getBoundingClientRect();
    const frame = document.querySelector('.minimap .map-frame').getBoundingClientRect();
    return {
        view: [(scrollLeft + clientWidth / 2) / scrollWidth, (scrollTop + clientHeight / 2) / scrollHeight],
        frame: [((frame.left + frame.right) / 2 - map.left) / map.width,
                ((frame.top + frame.bottom) / 2 - map.top) / map.height],
    };
}"""


def point(sapper: Sapper, of: str, x: float, y: float) -> tuple[float, float]:
    box = not_none(sapper.page.locator(of).bounding_box())
    return box["x"] + box["width"] * x, box["y"] + box["height"] * y


def places(sapper: Sapper) -> Any:
    sapper.page.evaluate(NEXT_FRAMES)
    middles = sapper.page.evaluate(PLACES)
    assert middles["frame"] == pytest.approx(middles["view"], abs=0.03)
    return middles["view"]


def test_the_overview_goes_where_it_is_pressed(sapper: Sapper) -> None:
    sapper.begin(150, 300, 6000)
    small, overview = sapper.page.locator(SMALL), sapper.page.locator(OVERVIEW)
    expect(small).to_be_visible()
    for leave in ("Escape", "0", "ArrowRight"):
        sapper.press("0")
        expect(overview).to_be_visible()
        sapper.press(leave)
        expect(overview).to_be_hidden()
    sapper.page.get_by_role("button", name="Fit the board").click()
    sapper.page.mouse.click(*point(sapper, OVERVIEW, 0.6, 0.4))
    expect(overview).to_be_hidden()
    assert places(sapper) == pytest.approx([0.6, 0.4], abs=0.01)
    # A drag goes where it ends.
    sapper.press("0")
    mouse = sapper.page.mouse
    mouse.move(*point(sapper, OVERVIEW, 0.3, 0.3))
    mouse.down()
    mouse.move(*point(sapper, OVERVIEW, 0.8, 0.7))
    expect(overview).to_be_visible()
    mouse.up()
    expect(overview).to_be_hidden()
    assert places(sapper) == pytest.approx([0.8, 0.7], abs=0.01)
    # The cells there have a size to play with.
    board = not_none(sapper.board.bounding_box())
    mouse.click(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    expect(sapper.board.locator("[aria-colindex='240']").first).to_be_attached()


def test_the_frame_of_the_map_is_dragged(sapper: Sapper) -> None:
    sapper.begin(150, 300, 6000)
    start = places(sapper)
    mouse = sapper.page.mouse
    grip = (start[0] + 0.02, start[1] - 0.02)  # not in its middle, and it does not jump there
    mouse.move(*point(sapper, SMALL, *grip))
    mouse.down()
    assert places(sapper) == pytest.approx(start, abs=0.01)
    mouse.move(*point(sapper, SMALL, grip[0] + 0.3, grip[1] + 0.5))
    mouse.up()
    assert places(sapper) == pytest.approx([start[0] + 0.3, start[1] + 0.5], abs=0.01)
    mouse.move(*point(sapper, SMALL, 0.4, 0.4))
    assert places(sapper) == pytest.approx([start[0] + 0.3, start[1] + 0.5], abs=0.01)
    mouse.click(*point(sapper, SMALL, 0.5, 0.4))
    assert places(sapper) == pytest.approx([0.5, 0.4], abs=0.01)


def test_a_board_in_full_view_has_no_map(sapper: Sapper) -> None:
    sapper.show()
    sapper.press("3")
    expect(sapper.board).to_have_attribute("aria-colcount", "30")
    expect(sapper.page.locator(".minimap")).to_be_hidden()
    for _ in range(8):
        sapper.press("+")
    expect(sapper.page.locator(SMALL)).to_be_visible()
    sapper.press("0")
    expect(sapper.page.locator(".minimap")).to_be_hidden()


@pytest.mark.parametrize("cells", ["Square", "Hexagons"])
def test_the_map_shows_what_is_open(sapper: Sapper, cells: str) -> None:
    """The first click opens almost the whole board."""
    sapper.begin(120, 120, 1, cells)
    places = [(0.1, 0.1), (0.9, 0.2), (0.5, 0.5), (0.2, 0.9)]
    hidden_colour = sapper.page.evaluate(COLOUR, [SMALL, *places[0]])
    assert all(sapper.page.evaluate(COLOUR, [SMALL, *place]) == hidden_colour for place in places)
    sapper.board.focus()
    sapper.press("Space")
    expect(sapper.cell(0, 0)).not_to_have_text("hidden, row 1, column 1")
    sapper.until(lambda: sapper.page.evaluate(COLOUR, [SMALL, *places[0]]) != hidden_colour)
    open_colour = sapper.page.evaluate(COLOUR, [SMALL, *places[0]])
    assert sum(sapper.page.evaluate(COLOUR, [SMALL, *place]) == open_colour for place in places) >= 3
    sapper.press("0")
    if sapper.page.locator(OVERVIEW).is_visible():
        sapper.until(lambda: sapper.page.evaluate(COLOUR, [OVERVIEW, *places[0]]) == open_colour)
    sapper.page.emulate_media(color_scheme="dark")
    sapper.until(lambda: sapper.page.evaluate(COLOUR, [SMALL, *places[0]]) != open_colour)


# Counts the cells whose colour in a map is computed.
COUNTER = """async () => {
    const { PlainTiles } = await partOfPage('board/tiles.js');
    const { wordAt } = PlainTiles.prototype;
    window.computed = 0;
    PlainTiles.prototype.wordAt = function (...cell) {
        window.computed += 1;
        return wordAt.apply(this, cell);
    };
}"""


# The first picture of a large board is drawn over some frames.
COME_TO_REST = """async () => {
    for (let before = -1; before !== computed; ) {
        before = computed;
        for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    }
    computed = 0;
}"""


@pytest.mark.unbundled
def test_a_map_of_a_million_cells_computes_only_what_changed(sapper: Sapper) -> None:
    begin(sapper, "Square", 200000)
    sapper.page.evaluate(COUNTER)
    sapper.page.evaluate(COME_TO_REST)
    sapper.press("0")
    expect(sapper.page.locator(OVERVIEW)).to_be_visible()
    sapper.press("Escape", "End", "End", "f")
    expect(sapper.counter("Mines left")).to_have_attribute("aria-label", "Mines left: 199999")
    sapper.page.mouse.click(*point(sapper, SMALL, 0.5, 0.5))
    board = not_none(sapper.board.bounding_box())
    sapper.page.mouse.click(board["x"] + 100, board["y"] + 100, button="right")
    expect(sapper.counter("Mines left")).to_have_attribute("aria-label", "Mines left: 199998")
    sapper.page.evaluate(NEXT_FRAMES)
    assert 2 <= sapper.page.evaluate("computed") < 200


# The mean colours of nine patches of what is drawn, as text.
PATCHES = """() => {
    const canvas = document.querySelector('main .board canvas');
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = copy.getContext('2d', { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const patches = [];
    for (const x of [0.05, 0.5, 0.9]) for (const y of [0.05, 0.5, 0.9]) {
        const { data } = context.getImageData(canvas.width * x, canvas.height * y, 48, 48);
        const sums = [0, 0, 0];
        data.forEach((value, at) => at % 4 < 3 && (sums[at % 4] += value));
        patches.push(sums.map(sum => Math.round(sum / (48 * 48))).join());
    }
    return patches;
}"""


def test_it_plays_and_scrolls(sapper: Sapper) -> None:
    sapper.begin(1000, 1000, 180_000)
    sapper.board.focus()
    sapper.press("ArrowDown", "Space")
    expect(sapper.cell(0, 0)).to_have_text("empty, row 1, column 1")
    sapper.press("End")
    expect(sapper.cell(0, 999)).to_have_text("hidden, row 1, column 1000")
    distance = sapper.board.evaluate("board => board.scrollLeft + board.clientWidth - board.scrollWidth")
    assert abs(distance) < 2
    box = sapper.board.bounding_box()
    assert box is not None
    sapper.page.mouse.click(box["x"] + box["width"] - 30, box["y"] + 12, button="right")
    expect(sapper.counter("Mines left")).to_have_attribute("aria-label", "Mines left: 179999")
    sapper.press("o", "o")  # this game counted until now
    expect(sapper.page.locator(".figures")).to_contain_text("Configurations")


@pytest.mark.parametrize("cells", ["Square", "Hexagons"])
def test_probabilities_follow_wherever_one_scrolls(sapper: Sapper, cells: str) -> None:
    begin(sapper, cells, 200000)
    for clicks in (0, 8):
        smaller(sapper, clicks)
        sapper.board.evaluate("board => board.scrollTo(2500, 5000)")
        sapper.page.evaluate(NEXT_FRAMES)
        hidden = sapper.page.evaluate(PATCHES)
        sapper.press("o")
        has_colours = f"hidden => ({PATCHES})().every((patch, i) => patch !== hidden[i])"
        sapper.page.wait_for_function(has_colours, arg=hidden)
        sapper.press("o")


@pytest.mark.timing
@pytest.mark.parametrize(("cells", "clicks"), [("Square", 0), ("Hexagons", 8)])
def test_cells_open_while_one_watches(sapper: Sapper, cells: str, clicks: int) -> None:
    begin(sapper, cells, 150000)
    smaller(sapper, clicks)
    before = sapper.picture()
    sapper.press("g")  # goes on until a guess
    sapper.until(lambda: sapper.picture() != before)
    expect(sapper.page.locator(".busy.on")).to_be_attached()
