"""Boards of any shape: graphs from a file or a link, which cells touch, and which cell is at a point."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect
from support.documents import blocks
from support.pages import Sapper, drop
from support.wasm import answer_of_modules

from sapper.board.topology import TOPOLOGY_NAMES, topology_by_name

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


SHAPE = (5, 6)
NAMES = [*TOPOLOGY_NAMES, "cross/wrap", "knight/wrap", "offsets:-7,1/0,-1/0,1/7,-1", "offsets:-1,-3/1,3/wrap"]

# Of each board the cells that a point near a corner misses, or a point beside it hits, and which cells touch.
SHAPES = """async (boards) => {
    const { shapeOf } = await partOfPage('board/shapes.js');
    return boards.map((board) => {
        const shape = shapeOf(board);
        const cells = [...Array(shape.size).keys()];
        const wrong = cells.filter((cell) => {
            const { x, y } = shape.corner(cell);
            const { width, height, corners } = shape.form(cell);
            const edge = corners ?? [[-1, -1], [1, -1], [1, 1], [-1, 1]];
            const near = (by) => edge.map(([right, down]) =>
                shape.at(x + (1 + right * width * by) / 2, y + (shape.tileHeight + down * height * by) / 2));
            return near(0.97).some((at) => at !== cell) || near(1.03).includes(cell);
        });
        return [wrong, cells.map((cell) => shape.neighbours(cell).sort((a, b) => a - b))];
    });
}"""


def triangles() -> dict[str, Any]:
    """Triangles in rows, corner up and corner down in turn. Those that share a corner touch."""
    corners = []
    for row in range(3):
        for column in range(7):
            tip, base = (row, row + 1) if (row + column) % 2 == 0 else (row + 1, row)
            corners.append([[column, base], [column + 2, base], [column + 1, tip]])
    touching = [
        [at for at, other in enumerate(corners) if other is not own and any(each in own for each in other)]
        for own in corners
    ]
    return {"topology": "graph", "shape": [1, len(corners)], "adjacency": touching, "layout": corners}


def test_cells_are_hit_where_they_are_drawn_and_touch_as_in_the_library() -> None:
    graph = triangles()
    boards = [{"topology": name, "shape": SHAPE} for name in NAMES]
    *answers, (wrong, touching) = answer_of_modules(SHAPES, [*boards, graph])
    assert (wrong, touching) == ([], graph["adjacency"])
    for name, (wrong, touching) in zip(NAMES, answers, strict=True):
        board = topology_by_name(name, SHAPE)
        assert wrong == [], name
        assert touching == [[board.index(near) for near in board.neighbours(cell)] for cell in board], name


# For points all over a board of each layout: whether the place within a cell names the cell at the point, and
# how far it leads back beside the point. A torus shows some cells twice, a whole board apart.
SPOTS = """async () => {
    const { LAYOUTS, shapeOf } = await partOfPage('board/shapes.js');
    const { spotAt, pointOf } = await partOfPage('board/spots.js');
    const apart = (one, other, board) => Math.abs(one - other - board * Math.round((one - other) / board));
    const distances = {};
    for (const [topology] of LAYOUTS) {
        const shape = shapeOf({ topology, shape: [4, 5] });
        distances[topology] = 0;
        const far = (one, other, board) => apart(one, other, shape.wraps ? board : 1e9);
        for (let at = 0; at < 10000; at++) {
            const x = (at % 100) / 100 * (shape.width + 0.1) - 0.03;
            const y = Math.floor(at / 100) / 100 * (shape.height + 0.1) - 0.03;
            const [cell, spot] = [shape.at(x, y), spotAt(shape, { x, y })];
            if (cell < 0 && spot === null) continue;
            if (Math.floor(spot.y) * 5 + Math.floor(spot.x) !== cell) return [topology, x, y, cell, spot];
            const back = pointOf(shape, spot);
            distances[topology] = Math.max(distances[topology], far(back.x, x, 5), far(back.y, y, 4));
        }
    }
    return distances;
}"""


def test_places_within_cells_lead_back_to_the_same_points() -> None:
    overhang = (2**0.5 - 1) / 2  # an octagon stands out of the box of its cell
    off = answer_of_modules(SPOTS)
    assert off.pop("octagons") == pytest.approx(overhang, abs=0.05)
    assert off == pytest.approx(dict.fromkeys({*TOPOLOGY_NAMES} - {"octagons"}, 0), abs=1e-5)
