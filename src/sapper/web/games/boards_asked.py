"""The models of boards, positions and minefields in requests."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SkipValidation, model_validator
from pydantic_core import PydanticCustomError

from sapper.board.board import Board
from sapper.board.kinds import TopologyName, named_topology
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.board.topology import Topology
from sapper.errors import BoardError
from sapper.web import limits
from sapper.web.encoding.values import mined_array, position_from
from sapper.web.errors import WebError

CellNumber = Annotated[int, Field(ge=0, lt=limits.MOST_CELLS)]
Side = Annotated[int, Field(ge=1, le=limits.MOST_SIDE)]
Mines = Annotated[int, Field(ge=0, le=limits.MOST_CELLS)]


class Strict(BaseModel):
    """A model that allows no other fields and no other types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _few_fields(cls, asked: Any) -> Any:
        """Refuses too many fields, before each of them becomes an error of its own."""
        if isinstance(asked, dict) and len(asked) > len(cls.model_fields):
            raise PydanticCustomError(
                "too_many_fields", "Input should have at most {most} fields", {"most": len(cls.model_fields)}
            )
        return asked


class AskedSize(Strict):
    """A topology and a size: the shape, or rows and columns as earlier versions wrote them."""

    topology: TopologyName = "square"
    shape: Annotated[list[Side], Field(min_length=2, max_length=2)] | None = None
    rows: Side | None = None
    columns: Side | None = None

    def board_shape(self) -> Topology:
        """The topology.

        Raises:
            WebError: The size is missing or given twice.
            BoardError: It is too large.
        """
        sides = self.shape
        if sides is None and self.rows is not None and self.columns is not None:
            sides = [self.rows, self.columns]
        elif sides is None or (self.rows, self.columns) != (None, None):
            raise WebError("request", "a board needs its 'shape', such as [16, 30], or 'rows' and 'columns'")
        rows, columns = sides
        if rows * columns > limits.MOST_CELLS:
            raise BoardError(
                f"a board can have at most {limits.MOST_CELLS} cells: this one would have {rows * columns}"
            )
        return named_topology(self.topology, (rows, columns))


class AskedBoard(AskedSize):
    """The name of a level; or a size, and mines or their density."""

    level: Literal["beginner", "intermediate", "expert"] | None = None
    mines: Mines | None = None
    density: Annotated[float, Field(ge=0, le=1)] | None = None

    def board(self) -> Board:
        """The board.

        Raises:
            WebError: Fields are missing, or contradict each other.
            BoardError: There are more mines than cells.
        """
        if self.level is not None:
            if [self.shape, self.rows, self.columns, self.mines, self.density] != [None] * 5:
                raise WebError("request", "give a board either its 'level', or its size and mines")
            level = Board.level(self.level)
            return Board(named_topology(self.topology, level.topology.shape), level.mines)
        if (self.mines is None) == (self.density is None):
            raise WebError("request", "a board needs exactly one of 'mines' and 'density'")
        topology = self.board_shape()
        mines = math.floor(topology.size * self.density + 0.5) if self.density is not None else self.mines
        assert mines is not None
        return Board(topology, mines)


class AskedPosition(AskedSize):
    """A board and its marks."""

    mines: Mines
    marks: Annotated[str, Field(max_length=4 * (limits.MOST_CELLS // 3 + 1))] | None = None

    def position(self) -> Position:
        """The position. Raises WebError, BoardError or PositionError."""
        return position_from(Board(self.board_shape(), self.mines), self.marks)


class AskedMinefield(AskedSize):
    """A board and its mined cells."""

    mines: Mines
    # `minefield` checks the cells. Here, on the event loop, a million of them would hold up everyone.
    mined: Annotated[list[SkipValidation[CellNumber]], Field(max_length=limits.MOST_CELLS)]
    first_cell: CellNumber | None = None

    def minefield(self) -> Minefield:
        """The minefield. A million mines take 0.1 s: call it in a thread. Raises WebError or BoardError."""
        board = Board(self.board_shape(), self.mines)
        start = None if self.first_cell is None else board.topology.cell(self.first_cell)
        return Minefield(mined_array(board, self.mined), board.topology, start=start)
