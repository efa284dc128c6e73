"""A million cells: only what is in view is drawn, so that scrolling and playing stay smooth."""

import pytest
from playwright.sync_api import expect
from support.huge import begin, smaller
from support.pages import NEXT_FRAMES, Sapper

pytestmark = pytest.mark.long

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
