"""Boards of any graph, which come with a drawing from a file or a link."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect
from support.documents import blocks
from support.pages import Sapper, drop

SIDE = 5
CELLS = [(row, column) for row in range(SIDE) for column in range(SIDE)]


(EXAMPLE,) = (json.loads(block.code) for block in blocks(Path(__file__).parents[2] / "docs/page.md", "json"))


def knights() -> dict[str, Any]:
    """Knight's moves on a chessboard. The middles of the cells are the drawing."""
    jumps = [[at for at, (r, c) in enumerate(CELLS) if {abs(r - y), abs(c - x)} == {1, 2}] for y, x in CELLS]
    layout = [[column, row] for row, column in CELLS]
    return {
        "topology": "graph",
        "adjacency": jumps,
        "layout": layout,
        "mines": 12,
    }  # one click wins hardly ever


def grid() -> tuple[dict[str, Any], list[list[int]]]:
    """Two layers, which the page draws itself, and which cells touch."""
    cells = list(np.ndindex(2, 3, 4))
    touching = [
        [
            at
            for at, other in enumerate(cells)
            if other != own and all(abs(a - b) <= 1 for a, b in zip(own, other, strict=True))
        ]
        for own in cells
    ]
    return {"topology": "grid", "shape": [2, 3, 4], "mines": 3}, touching


def begin_from_file(sapper: Sapper, board: dict[str, Any]) -> str:
    """Drops the file of a board, and names the game that begins."""
    sapper.show("learn")
    drop(sapper.page, ("board.json", json.dumps(board).encode()))
    expect(sapper.page.locator("html[data-ready=play]")).to_be_attached()
    expect(sapper.page.locator(".rules")).to_contain_text("cells, ")
    game: str = sapper.ask("games", status="playing", limit=1)["games"][0]["game"]
    return game


def play_out(sapper: Sapper, game: str) -> tuple[np.ndarray[Any, Any], set[int]]:
    """Opens cells until the game is over, and returns the marks that were open then, and the mines."""
    state = sapper.ask("resume", game=game)
    cell = 0
    while state["status"] == "playing":
        sapper.ask("act", game=game, kind="open", cell=cell, key=f"{cell}")
        cell += 1
        state = sapper.ask("resume", game=game)
    return np.array(state["marks"]), set(state["end"]["mined"])


@pytest.mark.parametrize(
    ("board", "touching"),
    [
        pytest.param(knights(), knights()["adjacency"], id="knights", marks=pytest.mark.long),
        pytest.param(*grid(), id="layers"),
        pytest.param(EXAMPLE, EXAMPLE["adjacency"], id="the example of the documentation"),
    ],
)
def test_numbers_count_neighbours(sapper: Sapper, board: dict[str, Any], touching: list[list[int]]) -> None:
    marks, mines = play_out(sapper, begin_from_file(sapper, board))
    assert len(mines) == board["mines"]
    numbers = {cell: int(mark) for cell, mark in enumerate(marks) if mark >= 0}
    assert numbers
    assert all(len(mines & set(touching[cell])) == number for cell, number in numbers.items())


def test_a_graph_is_played_with_keys_hints_review_and_once_more(sapper: Sapper) -> None:
    page = sapper.page
    game = begin_from_file(sapper, knights())
    expect(page.locator(".rules")).to_have_text("25 cells, 12 mines, graph, safe first click")
    sapper.board.focus()
    sapper.press("Home", "Home", "ArrowDown", "ArrowRight", "ArrowRight")
    cursor = sapper.board.locator(f"[aria-colindex='{SIDE + 3}']")
    expect(cursor).to_have_text(f"hidden, cell {SIDE + 2}")
    sapper.press("Space")
    expect(cursor).not_to_contain_text("hidden")
    page.get_by_role("button", name="Go on").click()
    play_out(sapper, game)
    page.reload()
    expect(page.locator(".result h2")).to_be_visible()  # the drawing is kept with the game
    page.locator(".result").get_by_role("button", name="Review").click()
    expect(page.locator(".move-list button").first).to_contain_text(f"Cell {SIDE + 2}: ")
    expect(page.locator(".review .actions", has_text="Game link")).to_be_hidden()
    sapper.show("play")
    sapper.press("r")
    expect(page.locator(".result")).to_have_count(0)
    expect(page.locator(".rules")).to_have_text("25 cells, 12 mines, graph, safe first click")


@pytest.mark.unbundled
def test_a_link_to_a_graph_opens_it(sapper: Sapper) -> None:
    sapper.show()
    link = sapper.page.evaluate(
        "async (board) => (await partOfPage('board/graph_file.js')).graphLink(board, 'safe')", knights()
    )
    sapper.show("analyse")
    sapper.page.goto(f"{sapper.address}/#play={link}")
    expect(sapper.page.locator(".rules")).to_have_text("25 cells, 12 mines, graph, safe first click")


def test_a_file_without_a_drawing_says_what_is_missing(sapper: Sapper) -> None:
    for board, why in (
        ({"topology": "graph", "adjacency": [[1], [0]], "mines": 1}, "This graph needs a “layout”"),
        ({"topology": "grid", "shape": [3, 3, 3, 3], "mines": 1}, "grids of three dimensions"),
        ({**knights(), "layout": [[0, 0]]}, "with an entry for each cell"),
    ):
        sapper.show("learn")
        drop(sapper.page, ("board.json", json.dumps(board).encode()))
        expect(sapper.page.locator(".note").last).to_contain_text(why)
