"""The page with a million cells."""

from playwright.sync_api import expect
from support.pages import Sapper


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
