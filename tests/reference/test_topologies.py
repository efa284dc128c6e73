"""Which cells touch, against geometry."""

import pytest
from support.topology_model import neighbours

from sapper import Topology, reference

FLAT: list[tuple[int, ...]] = [(1, 1), (1, 4), (4, 1), (2, 2), (5, 4), (6, 7)]
SHAPES: dict[str, list[tuple[int, ...]]] = {
    "square": [*FLAT, (16, 30)],
    "grid": [(7,), (3, 4, 5), (2, 3, 2, 3)],
    "torus": [*FLAT, (2, 5), (3, 3), (3, 4, 5), (6,)],
    "hexagons": FLAT,
    "octagons": FLAT,
}


@pytest.mark.parametrize("kind", SHAPES)
def test_cells_touch_as_their_shapes_do(kind: str) -> None:
    for shape in SHAPES[kind]:
        assert getattr(reference, kind)(*shape) == neighbours(getattr(Topology, kind)(*shape)), shape
