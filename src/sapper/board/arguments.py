"""Turns the arguments of `Game` into a board, a seed and a minefield."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sapper._support import checks
from sapper.board.board import A_TOPOLOGY, Board, Level, check_board
from sapper.board.topology import Cell, Topology
from sapper.cells import CellT
from sapper.errors import BoardError, CellError, GameError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def is_list(values: object) -> bool:
    """Whether a value can be a list of things. Texts and mappings, which can be iterated too, are not."""
    return isinstance(values, Iterable) and not isinstance(values, str | bytes | Mapping)


def new_seed() -> int:
    """A random seed of 53 bits, which JavaScript can hold exactly in a number."""
    return int.from_bytes(os.urandom(8), "little") >> 11


def board_of(
    level: Level | str | Board[CellT],
    rows: int | None,
    columns: int | None,
    mines: int | None,
    board: Board[CellT] | None,
) -> Board[CellT]:
    """The board that the arguments of `Game.new` describe. Raises BoardError if they describe none."""
    if board is not None:
        check_board(board, "board=")
    if not isinstance(level, Board):
        Board.level(level)  # raises for an unknown name, even if another argument decides
    if rows is not None or columns is not None:
        if board is not None:
            raise BoardError("give board=, or rows=, columns= and mines=, not both")
        if rows is None or columns is None or mines is None:
            raise BoardError("a custom board needs rows=, columns= and mines=")
        return cast("Board[CellT]", Board.square(rows, columns, mines))
    if board is None:
        board = level if isinstance(level, Board) else cast("Board[CellT]", Board.level(level))
    return board if mines is None else Board(board.topology, mines)


def topology_of(
    topology: Topology[CellT] | None, rows: int | None, columns: int | None, shape: tuple[int, ...] | None
) -> Topology[CellT]:
    """The topology that the arguments of `Game.from_mines` describe.

    `shape` is that of the mines, if they are an array.

    Raises:
        BoardError: The arguments describe no topology, or two.
    """
    if topology is not None:
        if not isinstance(topology, Topology):
            raise BoardError(f"topology= must be {A_TOPOLOGY}, not {checks.shown(topology)}")
        if rows is not None or columns is not None:
            raise BoardError("give a topology, or rows= and columns=, not both")
        return topology
    if rows is not None and columns is not None:
        return cast("Topology[CellT]", Topology.square(rows, columns))
    if rows is None and columns is None and shape is not None and len(shape) == 2:
        return cast("Topology[CellT]", Topology.grid(*shape))
    raise BoardError("the size of the board is missing: give a topology, or rows= and columns=")


def _has_bools(mines: Sequence[object]) -> bool:
    rows = [row for row in mines if isinstance(row, list | tuple)]
    return any(isinstance(value, bool) for row in rows for value in row)


def minefield_of(topology: Topology, mines: Iterable[Cell] | NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where the mines are, bool of the topology's shape.

    Raises:
        CellError: A mine is not on the board.
        GameError: `mines` is not a list of mines, or one is listed twice. Or it is an array of another shape,
            or of another type than bool, which might mean a list of cells.
    """
    if isinstance(mines, list | tuple) and _has_bools(mines):
        mines = np.array(mines)  # rows of True and False
    kind = mines.dtype if isinstance(mines, np.ndarray) and mines.shape == topology.shape else np.bool_
    if topology.kind != "graph" and kind != np.bool_:
        raise GameError(f"an array of mines must have the type bool, not {kind}: mines.astype(bool)")
    if isinstance(mines, np.ndarray) and mines.dtype == np.bool_:
        if mines.shape != topology.shape:
            raise GameError(f"mines of shape {mines.shape} do not fit a board of shape {topology.shape}")
        return mines
    if not is_list(mines) or isinstance(mines, Topology):
        raise GameError(f"mines must be a list of cells or an array of bool, not {checks.shown(mines)}")
    minefield = np.zeros(topology.size, dtype=np.bool_)
    for mine in cast("Iterable[Any]", mines):
        cell = tuple(mine) if isinstance(mine, list | np.ndarray) else mine
        try:
            index = topology.index(cell)
        except CellError as error:
            raise CellError(f"a mine cannot be there: {error}", cell) from None
        if minefield[index]:
            raise GameError(f"{topology.describe(cell)} is listed twice as a mine", cell)
        minefield[index] = True
    return minefield.reshape(topology.shape)
