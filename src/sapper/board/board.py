"""A board: a topology and a number of mines; the usual levels; the base classes of what has a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, TypeAlias, cast, overload

from sapper import _engine
from sapper._support.checks import integer
from sapper._support.values import Immutable
from sapper._support.words import brief, quantity, unknown
from sapper.board.topology import Topology
from sapper.cells import CellT, CellT_co
from sapper.errors import BoardError

Level = Literal["beginner", "intermediate", "expert"]
"""The names of the levels."""

A_TOPOLOGY: Final = "a sapper.Topology, such as Topology.square(9, 9)"
"""What to give for a topology, in the words of error messages."""


@dataclass(frozen=True, slots=True)
class Board(Generic[CellT_co]):
    """A topology and its number of mines. Immutable, hashable, picklable.

    Attributes:
        topology: The cells and their neighbours.
        mines: The number of mines, from 0 to the number of cells.

    Raises:
        BoardError: `topology` is not a `Topology`, or the number of mines is out of range.

    Example:
        >>> board = sapper.Board.square(8, 8, mines=12)
        >>> board.density
        0.1875
        >>> sapper.Board(sapper.Topology.hexagons(10, 10), 15).topology.size
        100
    """

    topology: Topology[CellT_co]
    mines: int

    def __post_init__(self) -> None:
        if not isinstance(self.topology, Topology):
            raise BoardError(
                f"the topology of a board must be {A_TOPOLOGY}, not {brief(self.topology)}; "
                "Board.square(rows, columns, mines) makes a square board"
            )
        mines = integer("mines", self.mines, BoardError)
        if not 0 <= mines <= self.topology.size:
            raise BoardError(wrong_mine_count(self.topology.size, mines))
        object.__setattr__(self, "mines", mines)

    @classmethod
    def level(cls, name: Level | str) -> Board[tuple[int, int]]:
        """The board of a level: beginner 9x9/10, intermediate 16x16/40, expert 16 rows x 30 columns/99.

        Raises:
            BoardError: There is no such level; the message suggests the nearest name.
        """
        try:
            return LEVELS[cast("Level", name)]
        except (KeyError, TypeError):
            if isinstance(name, str):
                raise BoardError(unknown("level", name, LEVELS)) from None
            raise BoardError(f"a level must be one of {_LEVEL_NAMES}, not {brief(name)}") from None

    @classmethod
    def square(cls, rows: int, columns: int, mines: int) -> Board[tuple[int, int]]:
        """A board on the usual square grid.

        Raises:
            BoardError: A size is below 1, or the cells cannot hold so many mines.
        """
        return Board(Topology.square(rows, columns), mines)

    @property
    def density(self) -> float:
        """Mines per cell, from 0 to 1."""
        return self.mines / self.topology.size


SquareBoardLike: TypeAlias = Level | str | tuple[int, int, int]
"""The name of a level; or rows, columns and mines."""

BoardLike: TypeAlias = Board[CellT] | SquareBoardLike
"""What can be given wherever a board is wanted."""


@overload
def as_board(board: SquareBoardLike) -> Board[tuple[int, int]]: ...


@overload
def as_board(board: BoardLike[CellT]) -> Board[CellT]: ...


def as_board(board: Any) -> Board[Any]:
    """The board that an argument describes. For use inside the package.

    Raises:
        BoardError: There is no such level, the board is impossible, or the argument describes none.
    """
    if isinstance(board, Board):
        return board
    if isinstance(board, str):
        return Board.level(board)
    if isinstance(board, tuple | list) and len(board) == 3:
        return Board.square(*board)
    choices = f"a sapper.Board, a level ({_LEVEL_NAMES}), or rows, columns and mines, as in (16, 30, 99)"
    advice = "; its method game() starts a game on it" if hasattr(board, "mined") else ""
    raise BoardError(f"`board` must be {choices}, not {brief(board)}{advice}")


def wrong_mine_count(cells: int, mines: int) -> str:
    """The text of an error about a number of mines that is negative or too large."""
    return f"a board of {quantity(cells, 'cell')} cannot hold {quantity(mines, 'mine')}"


LEVELS: Final[Mapping[Level, Board[tuple[int, int]]]] = MappingProxyType(
    {
        cast("Level", name): Board.square(rows, columns, mines)
        for name, rows, columns, mines in _engine.board_levels()
    }
)
"""The boards of the levels by name."""

_LEVEL_NAMES: Final = ", ".join(map(repr, LEVELS))


_LARGEST_REPR: Final = 10_000  # cells


class OnBoard(Generic[CellT_co]):
    """The base class of everything that has a board."""

    __slots__ = ("_board",)
    _board: Board[CellT_co]

    @property
    def board(self) -> Board[CellT_co]:
        """Topology and number of mines."""
        return self._board

    @property
    def topology(self) -> Topology[CellT_co]:
        """The cells and their neighbours."""
        return self._board.topology


class BoardValue(OnBoard[CellT_co], Immutable):
    """An immutable value with an entry for every cell of a board."""

    __slots__ = ()

    @property
    def mines(self) -> int | None:
        """The number of mines on the whole board."""
        return self._board.mines

    def _outline(self) -> str | None:
        """A short `repr` for boards of more than ten thousand cells; None for smaller ones."""
        if self.topology.size <= _LARGEST_REPR:
            return None
        size = " x ".join(map(str, self.topology.shape))
        mines = "mines unknown" if self.mines is None else quantity(self.mines, "mine")
        return f"<{type(self).__name__} on a {self.topology.kind} of {size} cells, {mines}>"


def board_words(board: Board | BoardValue, kind: str = "") -> str:
    """The size and the mines of a board, as `16 x 30, 99 mines`, or as `16 x 30 torus, 99 mines`."""
    size = " x ".join(map(str, board.topology.shape))
    mines = "mines unknown" if board.mines is None else quantity(board.mines, "mine")
    return f"{size}{kind and f' {kind}'}, {mines}"


def board_with_kind(board: Board) -> str:
    """The topology of a board, unless it is a grid, with size and mines: `torus 5 x 5, 4 mines`."""
    topology = board.topology
    kind = "" if topology.kind == "grid" else f"{topology.name} "
    return f"{kind}{board_words(board, 'cells' if topology.kind == 'graph' else '')}"


def level_of(board: Board) -> Level | None:
    """The name of the level with this board, if there is one."""
    return next((name for name, each in LEVELS.items() if each == board), None)
