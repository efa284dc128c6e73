"""The shapes of boards on the page: which cells touch, and which cell is at a point."""

from typing import Any

import pytest
from support.wasm import answer_of_modules

from sapper.board.topology import TOPOLOGY_NAMES, topology_by_name

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
