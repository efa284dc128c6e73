"""Boards, positions and minefields as requests write them."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sapper.board.board import Board
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.board.topology import Topology
from sapper.errors import BoardError
from sapper.web import limits
from sapper.web.encoding.values import TopologyName, mined_array, position_from, topology_named
from sapper.web.errors import WebError

__all__ = ["AskedBoard", "AskedMinefield", "AskedPosition", "CellNumber", "Strict"]

CellNumber = Annotated[int, Field(ge=0, lt=limits.MOST_CELLS)]
Side = Annotated[int, Field(ge=1, le=limits.MOST_SIDE)]
Mines = Annotated[int, Field(ge=0, le=limits.MOST_CELLS)]


class Strict(BaseModel):
    """A message whose fields are exactly of these names and types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class AskedBoard(Strict):
    """A level by its name; or rows, columns, and mines or their density."""

    level: Literal["beginner", "intermediate", "expert"] | None = None
    topology: TopologyName = "square"
    rows: Side | None = None
    columns: Side | None = None
    mines: Mines | None = None
    density: Annotated[float, Field(ge=0, le=1)] | None = None

    def board(self) -> Board:
        """The board that is meant.

        Raises:
            WebError: Too little, too much or too many was said.
            BoardError: More mines than cells.
        """
        if self.level is not None:
            if (self.rows, self.columns, self.mines, self.density) != (None, None, None, None):
                raise WebError("request", "give a board its 'level', or its size and mines, not both")
            level = Board.level(self.level)
            rows, columns = level.topology.shape
            return Board(topology_named(self.topology, rows, columns), level.mines)
        if self.rows is None or self.columns is None:
            raise WebError("request", "a board needs its 'level', or 'rows' and 'columns'")
        if (self.mines is None) == (self.density is None):
            raise WebError("request", "a board needs 'mines' or 'density', one of them")
        topology = sized(self.topology, self.rows, self.columns)
        mines = math.floor(topology.size * self.density + 0.5) if self.density is not None else self.mines
        assert mines is not None
        return Board(topology, mines)


class AskedPosition(Strict):
    """A board and what is seen of it."""

    topology: TopologyName = "square"
    rows: Side
    columns: Side
    mines: Mines
    marks: Annotated[str, Field(max_length=4 * (limits.MOST_CELLS // 3 + 1))] | None = None

    def position(self) -> Position:
        """The position that is meant. Raises WebError, BoardError or PositionError."""
        return position_from(Board(self.board_shape(), self.mines), self.marks)

    def board_shape(self) -> Topology:
        """The topology alone, whatever is seen on it. Raises BoardError."""
        topology: Topology = sized(self.topology, self.rows, self.columns)
        return topology


class AskedMinefield(Strict):
    """A board and where its mines are."""

    topology: TopologyName = "square"
    rows: Side
    columns: Side
    mines: Mines
    mined: Annotated[list[CellNumber], Field(max_length=limits.MOST_CELLS)]
    start: CellNumber | None = None

    def minefield(self) -> Minefield:
        """The minefield that is meant. Raises WebError or BoardError."""
        board = Board(sized(self.topology, self.rows, self.columns), self.mines)
        start = None if self.start is None else board.topology.cell(self.start)
        return Minefield(mined_array(board, self.mined), board.topology, start=start)


def sized(name: str, rows: int, columns: int) -> Any:
    """A topology that is not too large."""
    if rows * columns > limits.MOST_CELLS:
        raise BoardError(f"a board has at most {limits.MOST_CELLS} cells here, not {rows * columns}")
    return topology_named(name, rows, columns)
