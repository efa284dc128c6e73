from itertools import product
from math import dist, isclose, sqrt

import pytest
from support.topology_model import octagon_or_square

from sapper.reference import grid, hexagons, octagons, square, torus


@pytest.mark.parametrize("shape", [(1, 1), (4, 6), (1, 5), (3, 4, 5), (7,), (2, 3, 2, 3)])
def test_grid_cells_touch_within_one_in_every_coordinate(shape: tuple[int, ...]) -> None:
    cells = list(product(*map(range, shape)))
    assert grid(*shape) == [
        [index for index, other in enumerate(cells) if max(map(abs, differences(cell, other))) == 1]
        for cell in cells
    ]


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (1, 4), (2, 5), (3, 3), (4, 6), (3, 4, 5), (6,)])
def test_torus_cells_touch_across_the_edges(shape: tuple[int, ...]) -> None:
    cells = list(product(*map(range, shape)))

    def apart(cell: tuple[int, ...], other: tuple[int, ...]) -> int:
        """How far apart two cells are, the shorter way round."""
        return max(
            min(by % size, -by % size) for by, size in zip(differences(cell, other), shape, strict=True)
        )

    assert torus(*shape) == [
        [index for index, other in enumerate(cells) if apart(cell, other) == 1] for cell in cells
    ]


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 4), (4, 1), (2, 2), (5, 4), (6, 7)])
def test_hexagons_touch_when_their_centres_are_one_apart(rows: int, columns: int) -> None:
    centres = [
        (row * sqrt(3) / 2, column + 0.5 * (row % 2)) for row in range(rows) for column in range(columns)
    ]
    assert hexagons(rows, columns) == [
        [index for index, other in enumerate(centres) if isclose(dist(centre, other), 1)]
        for centre in centres
    ]


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 4), (4, 1), (2, 2), (5, 4), (6, 7)])
def test_octagons_and_squares_touch_when_they_share_an_edge_and_never_in_a_corner_alone(
    rows: int, columns: int
) -> None:
    cells = [octagon_or_square(cell) for cell in product(range(rows), range(columns))]
    shared = [[len(cell & other) if other is not cell else 0 for other in cells] for cell in cells]
    assert {number for row in shared for number in row} <= {0, 2}
    assert octagons(rows, columns) == [
        [index for index, number in enumerate(row) if number == 2] for row in shared
    ]


def test_square_is_the_usual_board() -> None:
    neighbours = square(16, 30)
    assert neighbours[0] == [1, 30, 31]
    assert neighbours[31] == [0, 1, 2, 30, 32, 60, 61, 62]


def differences(cell: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
    return [x - y for x, y in zip(cell, other, strict=True)]
