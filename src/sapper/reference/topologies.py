"""Boards as neighbour lists, straight from their geometry; cells are numbered in row-major order."""

from collections.abc import Callable, Iterable
from itertools import product

Cell = tuple[int, ...]


def square(rows: int, columns: int) -> list[list[int]]:
    """The usual board: eight neighbours a cell, fewer at the edges."""
    return grid(rows, columns)


def grid(*shape: int) -> list[list[int]]:
    """Any number of dimensions: two cells touch when no coordinate differs by more than one."""
    return neighbour_lists(shape, lambda cell: product(*((x - 1, x, x + 1) for x in cell)))


def torus(*shape: int) -> list[list[int]]:
    """A grid without edges: the last cell of every line is next to the first."""
    return neighbour_lists(
        shape,
        lambda cell: product(*(((x - 1) % n, x, (x + 1) % n) for x, n in zip(cell, shape, strict=True))),
    )


def hexagons(rows: int, columns: int) -> list[list[int]]:
    """Six neighbours a cell; odd rows are shifted half a cell to the right."""

    def near(cell: Cell) -> Iterable[Cell]:
        row, column = cell
        left, right = (column, column + 1) if row % 2 else (column - 1, column)
        yield from ((row, column - 1), (row, column + 1))
        yield from ((row + by, x) for by in (-1, 1) for x in (left, right))

    return neighbour_lists((rows, columns), near)


def offsets(rows: int, columns: int, steps: Iterable[Cell], *, wrap: bool = False) -> list[list[int]]:
    """Neighbours that lie some steps away, in rows and columns, also across the edges if `wrap`."""
    several = list(steps)

    def near(cell: Cell) -> Iterable[Cell]:
        for down, right in several:
            row, column = cell[0] + down, cell[1] + right
            yield (row % rows, column % columns) if wrap else (row, column)

    return neighbour_lists((rows, columns), near)


def neighbour_lists(shape: Cell, near: Callable[[Cell], Iterable[Cell]]) -> list[list[int]]:
    """For every cell of a shape the cells near it that lie on the board, in order and without itself."""
    index = {cell: number for number, cell in enumerate(product(*map(range, shape)))}
    return [
        sorted({index[other] for other in near(cell) if other in index} - {index[cell]}) for cell in index
    ]


def octagons(rows: int, columns: int) -> list[list[int]]:
    """Octagons, where row and column are both even or both odd, and squares that touch octagons only."""
    square_board = square(rows, columns)
    is_octagon = [(row + column) % 2 == 0 for row in range(rows) for column in range(columns)]
    return [
        [other for other in around if is_octagon[cell] or is_octagon[other]]
        for cell, around in enumerate(square_board)
    ]
