"""The page with a million cells."""

from playwright.sync_api import expect
from support.pages import Sapper

# Milliseconds between frames, the 95th percentile of 80, while the board scrolls or not.
FRAMES = """async scrolls => {
    const board = document.querySelector('main .board');
    if (scrolls) board.scrollTo(0, 0);
    const gaps = [];
    let last = await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < 80; frame++) {
        if (scrolls) board.scrollBy(37, 53);
        const now = await new Promise(requestAnimationFrame);
        gaps.push(now - last);
        last = now;
    }
    if (scrolls && board.scrollTop < 80 * 53) throw new Error(`scrolled only to ${board.scrollTop}`);
    return gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.95)];
}"""


def begin(sapper: Sapper, cells: str, mines: int) -> None:
    """A million cells of which some are open, always the same."""
    sapper.begin(1000, 1000, mines, cells, seed=1)
    box = sapper.board.bounding_box()
    assert box is not None
    sapper.page.mouse.click(box["x"] + 200, box["y"] + 200)
    expect(sapper.board.locator("[role=gridcell]", has_text="empty").first).to_be_attached()


def smaller(sapper: Sapper, clicks: int) -> None:
    for _ in range(clicks):
        sapper.page.get_by_role("button", name="Smaller cells").click()
