"""Which cells touch, again in plain Python, from coordinates."""

from itertools import product
from math import sqrt

from sapper import Topology


def touch(topology: Topology, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two different cells of a regular topology touch, by geometry."""
    if topology.kind == "hexagons":
        # Centres in half columns and rows; the six around a cell are two half columns away in its row, or one
        # half column away in the next.
        (r, c), (s, d) = one, other
        across = abs((2 * c + r % 2) - (2 * d + s % 2))
        return (abs(r - s), across) in {(0, 2), (1, 1)}
    if topology.kind == "octagons":
        return len(octagon_or_square(one) & octagon_or_square(other)) == 2  # the ends of a common edge
    if topology.name.startswith(("cross", "knight")):
        apart = [
            min(abs(x - y), extent - abs(x - y) if topology.wraps else extent)
            for x, y, extent in zip(one, other, topology.shape, strict=True)
        ]
        return sorted(apart) in ([[0, 1], [0, 2]] if topology.name.startswith("cross") else [[1, 2]])
    distances = []
    for x, y, extent in zip(one, other, topology.shape, strict=True):
        distance = abs(x - y)
        distances.append(min(distance, extent - distance) if topology.kind == "torus" else distance)
    return max(distances) == 1


def octagon_or_square(cell: tuple[int, ...]) -> set[tuple[float, float]]:
    """The corners of a cell of the truncated square tiling, whose sides are all of length 2."""
    row, column = cell
    apart = 2 + sqrt(2)  # from the middle of an octagon to that of the square beside it
    far = 1 if (row + column) % 2 else 1 + sqrt(2)
    corners = {(x * a, y * b) for x in (-1, 1) for y in (-1, 1) for a, b in ((1, far), (far, 1))}
    return {(round(column * apart + x, 6), round(row * apart + y, 6)) for x, y in corners}


def neighbours(topology: Topology) -> list[list[int]]:
    """For every cell of a regular topology its neighbours, by comparing all pairs."""
    cells = list(product(*map(range, topology.shape)))
    return [
        [index for index, other in enumerate(cells) if other != one and touch(topology, one, other)]
        for one in cells
    ]
