"""What the player sees: numbers, hidden cells, flags, and the number of mines on the board."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from sapper import _engine
from sapper._support.upward import formats
from sapper.board.board import Board, wrong_mine_count
from sapper.board.kinds import TopologyName, named_topology
from sapper.board.marks import EXPLODED, FLAG
from sapper.board.on_board import BoardValue
from sapper.board.topology import Cell, Topology
from sapper.errors import BoardError, PositionError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Position"]


class Position(BoardValue):
    """What the player sees. Immutable, comparable, hashable, picklable, and usable from any thread.

    A mark is a number from 0, or -1 hidden, -2 flag, -3 exploded mine, -4 question mark. A position is always
    well formed: no number exceeds its number of neighbours, the mines fit on the cells, and there are no more
    exploded mines than mines. It may still be contradictory, which `analyse` finds out. Flags are the
    player's opinion.
    """

    __slots__ = ("_engine", "_marks")
    __iter__ = None  # the cells are `position.topology`, the marks `position.marks`

    def __init__(
        self, marks: ArrayLike, mines: int | None = None, topology: Topology | TopologyName | None = None
    ) -> None:
        """Builds a position from its marks, in time linear in the number of cells.

        Args:
            marks: An array of any integer dtype, or nested lists, of the topology's shape: rows and columns
                on a square board, one to six dimensions on a grid or torus, one on a graph. It is copied.
            mines: The number of mines on the whole board, flagged and exploded ones included.
            topology: A topology, or the name of one that gets the shape of the marks, such as `"torus"`.
                By default a grid with the dimensions of the marks.

        Raises:
            PositionError: The position is malformed. If one cell is at fault, the message and `.cell` name
                it.
        """
        array = _array(marks)
        shaped = shaped_topology(topology, array.shape)
        if array.shape != shaped.shape:
            raise PositionError(f"marks of shape {array.shape} do not fit a board of shape {shaped.shape}")
        count = _mine_count(mines, shaped)
        try:
            engine = _engine.Position(shaped._engine, count, _int16(array, shaped).ravel())
        except _engine.PositionError as error:
            _raise(error, shaped)
        self._set(engine, Board(shaped, count))

    @classmethod
    def _of(cls, engine: _engine.Position, board: Board) -> Position:
        self = cls.__new__(cls)
        self._set(engine, board)
        return self

    def _set(self, engine: _engine.Position, board: Board) -> None:
        self._engine = engine
        self._board = board
        self._marks: NDArray[np.int16] = engine.marks.reshape(board.topology.shape)

    @classmethod
    def from_text(
        cls,
        text: str,
        mines: int | None = None,
        topology: Topology | TopologyName | None = None,
        format: str = "auto",
    ) -> Position:
        """Reads a position from text.

        Args:
            text: A text in one of the formats of `sapper.formats`. Indentation and blank lines around it do
                not matter.
            mines: The number of mines on the board. Needed unless the text has it.
            topology: As in `Position(...)`.
            format: The name of a format, or `"auto"` to detect it from the content.

        Raises:
            FormatError: The text is not in the format, or has different meanings in several formats.
            PositionError: The text holds a malformed position.
        """
        position: Position = formats().parse(text, mines, topology, format, kind=Position)
        return position

    def to_text(self, format: str = "plain") -> str:
        """Writes the position in a format of `sapper.formats`, without a final newline.

        Raises:
            FormatError: There is no such format, or it cannot represent this position.
        """
        content: bytes = formats().render(self, format)
        return content.decode()

    @property
    def marks(self) -> NDArray[np.int16]:
        """The marks: int16 of the topology's shape, read-only, not a copy."""
        return self._marks

    @property
    def hidden(self) -> int:
        """The number of hidden cells, including flags and question marks."""
        return int(np.count_nonzero(self._marks < 0)) - int(np.count_nonzero(self._marks == EXPLODED))

    @property
    def mines_left(self) -> int:
        """The mines minus the exploded mines and the flags, as the mine counter shows; may be negative."""
        shown = (self._marks == EXPLODED) | (self._marks == FLAG)
        return self.mines - int(np.count_nonzero(shown))

    def __getitem__(self, cell: Cell) -> int:
        """The mark of a cell.

        Raises:
            CellError: There is no such cell.
        """
        return int(self._marks.flat[self.topology.index(cell)])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._engine == other._engine

    def __hash__(self) -> int:
        """Agrees with `==`. Takes time linear in the number of cells."""
        return hash((self._board, self._marks.tobytes()))

    def __str__(self) -> str:
        """The position as plain text."""
        return self.to_text()

    def __repr__(self) -> str:
        """An expression that re-creates the position; a summary above ten thousand cells."""
        if (outline := self._outline()) is not None:
            return outline
        topology = f", topology={self.topology!r}" if self.topology.kind != "grid" else ""
        if self.topology.kind == "grid" and self._shape_is_lost():
            topology = f", topology={self.topology!r}"
        return f"Position.from_text({self.to_text()!r}, mines={self.mines}{topology}, format='plain')"

    def _repr_svg_(self) -> str | None:
        """The picture for notebooks; None if the board cannot be drawn."""
        from sapper.draw.notebook import picture  # drawing is built on this module

        return picture(self)

    def _shape_is_lost(self) -> bool:
        """Whether plain text of this grid would be read as a grid of another shape."""
        shape = self.topology.shape
        return len(shape) == 1 or (len(shape) > 2 and shape[0] == 1) or shape[-1] == 1

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (np.array(self._marks), self.mines, self.topology)


def position_of(
    position: Position | str | ArrayLike, mines: int | None, topology: Topology | TopologyName | None
) -> Position:
    """The position that the first arguments of `analyse` describe. For use inside the package."""
    if isinstance(position, str):
        return Position.from_text(position, mines, topology)
    if not isinstance(position, Position):
        return Position(position, mines, topology)
    if topology is not None and shaped_topology(topology, position.topology.shape) != position.topology:
        raise PositionError(f"the position is on {position.topology!r}, not on {topology!r}")
    if mines is not None and _mine_count(mines, position.topology) != position.mines:
        return Position(position.marks, mines, position.topology)
    return position


def flags_believed(position: Position) -> Position:
    """The position with every flag replaced by an exploded mine.

    So hints and strategies, which ignore flags, treat the flags as mines.
    """
    marks = np.where(position.marks == FLAG, EXPLODED, position.marks)
    return Position(marks, position.mines, position.topology)


def as_array(marks: ArrayLike) -> NDArray[Any]:
    """Marks as a numpy array. Raises PositionError if rows differ in length. For use inside the package."""
    try:
        return np.asarray(marks)
    except ValueError:  # raised for rows of different lengths
        raise PositionError(_ragged(marks)) from None


def _array(marks: ArrayLike) -> NDArray[Any]:
    array = as_array(marks)
    if array.ndim == 0 or array.size == 0:
        raise PositionError("a position needs at least one cell")
    if array.dtype == object and not isinstance(marks, np.ndarray):
        raise PositionError(
            "marks must be whole numbers: 0 and up, -1 hidden, -2 flag, -3 exploded, -4 question mark"
        )
    if not np.issubdtype(array.dtype, np.integer):
        raise PositionError(f"marks must be whole numbers, not {array.dtype}; -1 is a hidden cell")
    return array


def _ragged(marks: Any) -> str:
    """The text of the error about the first row whose length differs from that of row 0."""
    if isinstance(marks, Sequence) and all(isinstance(row, Sequence) for row in marks):
        for number, row in enumerate(marks):
            if len(row) != len(marks[0]):
                return f"row {number} (0-based) has {len(row)} cells, but row 0 has {len(marks[0])}"
    return "all rows of a position must have the same number of cells"


def _int16(array: NDArray[Any], topology: Topology) -> NDArray[np.int16]:
    narrow, wrong = narrowed(array)
    if wrong is not None:
        cell = topology.cell(wrong)
        raise PositionError(f"{topology.describe(cell)}: {array.flat[wrong]} is not a mark", cell)
    return narrow


def narrowed(array: NDArray[Any]) -> tuple[NDArray[np.int16], int | None]:
    """Integers as int16, and the index of the first that does not fit. For use inside the package."""
    narrow = np.array(array, dtype=np.int16, order="C")
    if array.dtype == np.int16:
        return narrow, None
    wrong = np.flatnonzero(narrow.ravel() != array.ravel())
    return narrow, int(wrong[0]) if wrong.size else None


def shaped_topology(topology: object, shape: tuple[int, ...]) -> Topology:
    """A topology as given, or built from a name (None for a grid) and a shape. For use inside the package.

    Raises:
        PositionError: There is no such name, or the shape does not suit it.
    """
    if isinstance(topology, Topology):
        return topology
    try:
        return named_topology("grid" if topology is None else topology, shape)
    except BoardError as error:
        raise PositionError(str(error)) from None


def _mine_count(mines: int | None, topology: Topology) -> int:
    if mines is None:
        raise PositionError("the number of mines on the board is missing: give mines=")
    try:
        count = operator.index(mines)
    except TypeError:
        raise PositionError(f"mines must be a whole number, not {mines!r}") from None
    if not 0 <= count <= topology.size:
        raise PositionError(wrong_mine_count(topology.size, count))
    return count


def _raise(error: _engine.PositionError, topology: Topology) -> NoReturn:
    """Raises the engine's error as a PositionError that names its cell."""
    text, index = error.args
    if index is None:
        raise PositionError(text) from None
    cell = topology.cell(index)
    raise PositionError(f"{topology.describe(cell)}: {text}", cell) from None
