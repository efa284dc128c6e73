"""Turns the arguments of `Game` and `Minefield` into a seed, a topology and mines."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sapper._support.words import brief, brief_contents, label_of
from sapper.board.arrays import NotAnArray, Unconvertible, depth_of, is_array, truths
from sapper.board.board import A_TOPOLOGY
from sapper.board.topology import Topology
from sapper.cells import Cell, CellT
from sapper.errors import BoardError, CellError, GameError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def is_list(values: object) -> bool:
    """Whether a value can be a list of things.

    Texts, mappings, tables of data and arrays of no dimension cannot, even where they can be iterated.
    """
    if not isinstance(values, Iterable) or isinstance(values, str | bytes | bytearray | memoryview | Mapping):
        return False
    dimensions = getattr(values, "ndim", 1)
    return dimensions == 1 or (dimensions != 0 and isinstance(values, np.ndarray))


def new_seed() -> int:
    """A random seed of 53 bits, which JavaScript can hold exactly in a number."""
    return int.from_bytes(os.urandom(8), "little") >> 11


def topology_of(topology: Topology[CellT] | None, shape: tuple[int, ...] | None) -> Topology[CellT]:
    """The topology that the arguments of `Minefield` describe.

    `shape` is that of the mines, if they are an array.

    Raises:
        BoardError: The arguments describe no topology.
    """
    if topology is not None:
        if not isinstance(topology, Topology):
            raise BoardError(f"`topology` must be {A_TOPOLOGY}, not {brief(topology)}")
        return topology
    if shape is not None and len(shape) == 2:
        return cast("Topology[CellT]", Topology.grid(*shape))
    raise BoardError("the size of the board is missing: give `topology`, such as Topology.square(9, 9)")


def mines_or_cells(mines: object) -> Any:
    """An array for a grid of True and False, or for any other array. Anything else as it is: a list of cells.

    Raises:
        GameError: It is a grid, but rows differ in length, a value is missing, or it gives no array.
    """
    if not depth_of(mines) or not (is_array(mines) or _has_bools(cast("Iterable[object]", mines))):
        return mines
    try:
        grid = truths(mines)
    except Unconvertible as why:
        raise GameError(f"`mines` {why}") from None
    except NotAnArray:
        raise GameError(
            "a grid of mines must have True or False for every cell of the board: a value is missing, or "
            "rows differ in length"
        ) from None
    if is_array(mines) or grid.dtype == np.bool_:
        return grid
    if not _has_whole_numbers(cast("Iterable[object]", mines)):
        raise GameError(
            "a grid of mines must have True or False for every cell of the board, and nothing else"
        )
    return mines  # cells with True in place of 1


def grid_of(what: str, grid: object) -> NDArray[np.bool_]:
    """Where the mines are, of any shape. For anything but bools, it raises GameError with the name `what`."""
    array = mines_or_cells(grid)
    if isinstance(array, np.ndarray) and array.dtype == np.bool_ and array.ndim:
        return array
    kinds = "an array of bool, such as game.minefield or the `mined` of a sapper.Minefield"
    raise GameError(f"{label_of(what)} must be {kinds}, not {brief_contents(grid)}")


def _has_bools(mines: Iterable[object]) -> bool:
    """Whether a list, or a list in it, has bools."""
    rows = [mines, *(row for row in mines if isinstance(row, list | tuple))]
    arrays = (getattr(row, "dtype", None) == np.bool_ for row in mines)
    return any(isinstance(value, bool | np.bool_) for row in rows for value in row) or any(arrays)


def _has_whole_numbers(mines: Iterable[object]) -> bool:
    """Whether a list, and each list in it, has nothing but whole numbers and bools."""
    values = [value for row in mines for value in (row if isinstance(row, list | tuple) else [row])]
    return all(isinstance(value, int | np.integer | np.bool_) for value in values)


def _may_be_a_grid(mines: object, topology: Topology) -> bool:
    """Whether lists, which may stand for cells, have just 0 and 1 and the shape of the board."""
    if not (isinstance(mines, list | tuple) and mines and all(isinstance(row, list) for row in mines)):
        return False
    numbers = [number for row in mines for number in row]
    return (
        {(len(mines), len(row)) for row in mines} == {topology.shape}
        and all(isinstance(number, int | np.integer) and not isinstance(number, bool) for number in numbers)
        and set(numbers) <= {0, 1}
    )


def _may_be_coordinates(mines: object, topology: Topology) -> bool:
    """Whether a tuple may have all rows and all columns, each in an array, in place of cells."""
    if not isinstance(mines, tuple) or len(mines) != topology.dimension:
        return False
    return all(isinstance(each, np.ndarray) and each.ndim == 1 for each in mines)


def minefield_of(topology: Topology, mines: Iterable[Cell] | NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where the mines are, bool of the topology's shape. `mines` is what `mines_or_cells` returns.

    Raises:
        CellError: A mine is not on the board.
        GameError: `mines` is not a list of mines, or one is listed twice. Or it is an array of another shape.
            Or numbers might mean a grid, or rows and columns, as well as a list of cells.
    """
    kind = mines.dtype if isinstance(mines, np.ndarray) and mines.shape == topology.shape else np.bool_
    if topology.kind != "graph" and kind != np.bool_:
        raise GameError(f"an array of mines must have the type bool, not {kind}: mines.astype(bool)")
    if isinstance(mines, np.ndarray) and mines.dtype == np.bool_:
        if mines.shape != topology.shape:
            raise GameError(f"mines of shape {mines.shape} do not fit a board of shape {topology.shape}")
        return mines
    if not is_list(mines) or isinstance(mines, Topology):
        raise GameError(f"`mines` must be a list of cells or an array of bool, not {brief_contents(mines)}")
    if _may_be_coordinates(mines, topology):
        raise GameError(
            "a tuple of arrays may be what np.nonzero gives, which is no list of cells: give "
            "np.argwhere(...), or the array of bool itself"
        )
    if _may_be_a_grid(mines, topology):
        raise GameError(
            f"{brief(mines)} may be cells or a grid of the board: give cells as tuples, as in "
            f"{brief([*map(tuple, cast('list[list[int]]', mines))])}, or a grid of True and False"
        )
    minefield = np.zeros(topology.size, dtype=np.bool_)
    for mine in cast("Iterable[Any]", mines):
        try:
            index = topology.index(mine)
        except CellError as error:
            raise CellError(f"a mine cannot be there: {error}", mine) from None
        if minefield[index]:
            raise GameError(f"{topology.describe(topology.cell(index))} is listed twice as a mine", mine)
        minefield[index] = True
    return minefield.reshape(topology.shape)
