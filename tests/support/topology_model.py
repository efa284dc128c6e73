"""Who touches whom again, in plain Python, from coordinates."""

from __future__ import annotations

from itertools import product

from sapper import Topology


def touch(topology: Topology, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two different cells of a regular topology touch, told by geometry."""
    if topology.kind == "hexagons":
        # Centres in half columns and rows; the six around a cell are two half columns away in its row, or one
        # half column away in the next.
        (r, c), (s, d) = one, other
        across = abs((2 * c + r % 2) - (2 * d + s % 2))
        return (abs(r - s), across) in {(0, 2), (1, 1)}
    distances = []
    for x, y, extent in zip(one, other, topology.shape, strict=True):
        distance = abs(x - y)
        distances.append(min(distance, extent - distance) if topology.kind == "torus" else distance)
    return max(distances) == 1


def neighbours(topology: Topology) -> list[list[int]]:
    """For every cell of a regular topology its neighbours, by comparing all pairs."""
    cells = list(product(*map(range, topology.shape)))
    return [
        [index for index, other in enumerate(cells) if other != one and touch(topology, one, other)]
        for one in cells
    ]
