"""What the player sees: numbers, hidden cells, flags, and the number of mines on the board if it is known."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, cast, overload

import numpy as np

from sapper import _engine
from sapper._support import notebook_text
from sapper._support.checks import integer
from sapper._support.words import quantity
from sapper.board.board import Board, BoardValue
from sapper.board.marks import EXPLODED, FLAG, HIDDEN, marks_array, where_hidden
from sapper.board.mine_prior import (
    Density,
    MineCounts,
    check_mine_count,
    count_or_prior,
    for_engine,
    mines_missing,
)
from sapper.board.text import contents_of, text_of, topology_of
from sapper.board.topology import Topology, TopologyName, topology_by_name
from sapper.cells import Cell, CellT, CellT_co, GridT, RowsOfCells
from sapper.errors import BoardError, FormatError, PositionError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray

    from sapper._engine import FilePosition
    from sapper._engine import Position as EnginePosition
    from sapper.board.mine_prior import MinePrior


class HasPosition(Protocol[CellT_co]):
    """A game, an analysis, or anything else that has a position."""

    @property
    def position(self) -> Position[CellT_co]:
        """The position."""


class Position(BoardValue[CellT_co]):
    r"""What the player sees. Immutable, comparable, hashable, picklable, and usable from any thread.

    A mark is the number that an open cell shows, or -1 (hidden), -2 (flag), -3 (exploded mine), -4 (question
    mark) or -6: known to hold no mine, without a number. Such a cell counts as open and says nothing.

    A position is always well formed: no number exceeds the number of neighbours of its cell, the mines fit on
    the cells, and there are no more exploded mines than mines. But it may be contradictory, which `analyse`
    finds out. Flags are the player's opinion.

    A position may lack the mine count. Then `hint` finds what is certain whatever the count, and strategies
    that do not need the count can choose. Everything else raises a PositionError that says so.

    Example:
        >>> position = sapper.Position("1?\n2?\n1F", mines=2)
        >>> position.marks
        array([[ 1, -1],
               [ 2, -1],
               [ 1, -2]], dtype=int16)
        >>> position[2, 1], position.mines_left
        (-2, 1)
    """

    __slots__ = ("_marks", "_mines", "_prior", "_topology", "_view")
    __iter__ = None  # the cells are `position.topology`, the marks `position.marks`

    @overload
    def __init__(
        self: Position[tuple[int, int]],
        marks: RowsOfCells,
        mines: int | MinePrior | None = None,
        topology: TopologyName | None = None,
    ) -> None: ...

    @overload
    def __init__(
        self: Position[GridT],
        marks: HasPosition[GridT] | Position[GridT] | RowsOfCells,
        mines: int | MinePrior | None = None,
        topology: Topology[GridT] | TopologyName | None = None,
    ) -> None: ...

    @overload
    def __init__(
        self,
        marks: str | ArrayLike,
        mines: int | MinePrior | None = None,
        topology: Topology[CellT_co] | TopologyName | None = None,
    ) -> None: ...

    def __init__(
        self,
        marks: HasPosition[Any] | Position[Any] | str | ArrayLike,
        mines: int | MinePrior | None = None,
        topology: Topology[Any] | TopologyName | None = None,
    ) -> None:
        """Builds a position from its marks, in time linear in the number of cells.

        Args:
            marks: An array of whole numbers, or nested lists, of the topology's shape: rows and columns on a
                square board, one to six dimensions on a grid or torus, one on a graph. It is copied. Masked
                entries and `pandas.NA` are hidden cells. Or a text, as for `from_text`; or an object with a
                position, such as a game.
            mines: The number of mines on the whole board, flagged and exploded ones included; None if it is
                not known. If `marks` has a number of its own, `mines` must equal it. Or what is believed of
                the number, for chances without it: a `Density`, `MineCounts`, or `"unknown"`.
            topology: A topology, or the name of one that gets the shape of the marks, such as `"torus"`.
                By default a grid with the dimensions of the marks.

        Raises:
            PositionError: The position is malformed. If one cell is at fault, the message and `.cell` name
                it. Or `mines` disagrees with the number that `marks` has.
            FormatError: The text cannot be read.
        """
        if type(marks) is not np.ndarray and (isinstance(marks, str) or position_in(marks) is not None):
            source = as_position(marks, mines, topology)
            self._set(source._view, source.topology, source.mines, source._prior)
            return
        array = as_array(marks)  # type: ignore[arg-type]  # what is no array is refused there
        shape = array.shape
        if 0 in shape:
            raise PositionError("a position needs at least one cell")
        board = as_topology(topology, shape)
        if shape != board._shape:
            raise PositionError(f"marks of shape {shape} do not fit a board of shape {board.shape}")
        count, prior = (mines, None) if type(mines) is int or mines is None else count_or_prior(mines, board)
        try:
            engine = _engine.Position(board._engine, count, array)
        except (_engine.PositionError, TypeError) as error:
            if count is not None:
                check_mine_count(count, board)
            _raise(error, board)
        self._set(engine, board, count, prior)

    @classmethod
    def _of(cls, engine: EnginePosition, board: Board[CellT]) -> Position[CellT]:
        self = cast("Position[CellT]", cls.__new__(cls))
        self._board = board
        self._set(engine, board.topology, board.mines)
        return self

    def _set(
        self,
        view: EnginePosition,
        topology: Topology[Any],
        mines: int | None,
        prior: MinePrior | None = None,
    ) -> None:
        # If the mine count is unknown, the engine has a placeholder, which nothing may use.
        self._view = view if prior is None else view.with_prior(for_engine(prior))
        self._topology: Topology[CellT_co] = topology
        self._mines = mines
        self._prior = prior

    @property
    def topology(self) -> Topology[CellT_co]:
        """The cells and their neighbours."""
        return self._topology

    @property
    def mines(self) -> int | None:
        """The number of mines on the whole board; None if it is not known."""
        return self._mines

    @property
    def mine_prior(self) -> MinePrior | None:
        """What is believed of the number of mines in place of the number; None if nothing was given."""
        return self._prior

    @property
    def board(self) -> Board[CellT_co]:
        """Topology and number of mines.

        Raises:
            PositionError: The position has no mine count.
        """
        self._check_count()
        try:
            return self._board
        except AttributeError:  # made when wanted, because the engine has no use for it
            self._board: Board[CellT_co] = _board_of(self._topology, self._mines)
            return self._board

    @property
    def _engine(self) -> EnginePosition:
        """The engine's position. Raises PositionError if there is no mine count, which the engine needs."""
        self._check_count()
        return self._view

    @property
    def _for_chances(self) -> EnginePosition:
        """The engine's position for answers that heed a prior. Raises PositionError if it has neither."""
        if self._prior is None:
            self._check_count()
        return self._view

    def _check_prior(self) -> None:
        """Raises PositionError if there is a prior in place of the mine count."""
        if self._prior is not None:
            self._check_count()

    def _check_count(self) -> None:
        if self._mines is None:
            raise self._count_missing()

    def _count_missing(self) -> PositionError:
        """The error about a call that needs the number of mines."""
        if self._prior is None:
            return mines_missing(self.topology.shape)
        return PositionError(
            f"this needs the number of mines itself, and not what is believed of it: {self._prior!r}"
        )

    @classmethod
    def from_text(
        cls,
        text: str,
        mines: int | MinePrior | None = None,
        topology: Topology[GridT] | TopologyName | None = None,
        format: str = "auto",
    ) -> Position[GridT]:
        """Reads a position from text.

        Args:
            text: A text in one of the formats of `sapper.formats`. Indentation and blank lines around it do
                not matter.
            mines: The number of mines on the board, if the text does not have it; None if it is not known.
            topology: As in `Position(...)`.
            format: The name of a format, or `"auto"` to detect it from the content. In `"plain"` a dot is a
                hidden cell, in `"zeros"` an opened zero.

        Raises:
            FormatError: The text is not in the format, or has different meanings in several formats. The
                message names them all.
            PositionError: The text holds a malformed position.
        """
        is_prior = isinstance(mines, str | Density | MineCounts)
        number = None if is_prior else mines
        position = cls._from_file(contents_of(text, number, topology, format, "position"), topology)
        return as_position(position, mines) if is_prior else position

    @classmethod
    def _from_file(cls, contents: FilePosition, topology: Topology[GridT] | str | None) -> Position[GridT]:
        """The position that the engine has read. `topology` is what the caller knew of it."""
        view = contents.position
        board = topology_of(view.topology, topology)
        return Position(view.marks.reshape(board.shape), view.mines if contents.is_counted else None, board)

    def to_text(self, format: str = "plain") -> str:
        """Writes the position in a format of `sapper.formats`, without a final newline.

        Raises:
            FormatError: There is no such format, or it cannot represent this position.
        """
        return text_of(self._for_file(), "position", format)

    def _for_file(self) -> FilePosition:
        return _engine.FilePosition(self._view, self._mines is not None)

    @property
    def marks(self) -> NDArray[np.int16]:
        """The marks: int16 of the topology's shape, read-only, not a copy."""
        try:
            return self._marks
        except AttributeError:  # as `board`
            self._marks: NDArray[np.int16] = self._view.marks.reshape(self._topology.shape)
            return self._marks

    if not TYPE_CHECKING:  # type checkers that see this method lose the type of the cells

        def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
            """The marks, for `np.asarray(position)`: read-only, unless the caller wants or needs a copy."""
            if copy is None:  # numpy 1 does not know this argument
                return np.asarray(self.marks, dtype=dtype)
            return np.array(self.marks, dtype=dtype, copy=copy)

    @property
    def hidden(self) -> int:
        """The number of hidden cells, including flags and question marks."""
        return int(np.count_nonzero(where_hidden(self.marks)))

    @property
    def mines_left(self) -> int | None:
        """The mines minus the exploded mines and the flags, as the mine counter shows; may be negative.

        None if the mine count is not known.
        """
        if self._mines is None:
            return None
        return self._mines - self._flags_and_explosions

    @property
    def _flags_and_explosions(self) -> int:
        """The number of flags and exploded mines."""
        return int(np.count_nonzero((self.marks == EXPLODED) | (self.marks == FLAG)))

    def __getitem__(self, cell: Cell) -> int:
        """The mark of a cell.

        Raises:
            CellError: There is no such cell.
        """
        return int(self.marks.flat[self.topology.index(cell)])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._mines == other._mines and self._view == other._view

    def __hash__(self) -> int:
        """Agrees with `==`. Takes time linear in the number of cells."""
        return hash((self._topology, self._mines, self.marks.tobytes()))

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
        count_or_prior = self._mines if self._prior is None else self._prior
        mines = "" if count_or_prior is None else f", mines={count_or_prior!r}"
        return f"Position.from_text({self.to_text()!r}{mines}{topology}, format='plain')"

    def _repr_svg_(self) -> str | None:
        """The picture for notebooks; None if the board cannot be drawn."""
        return notebook_text(self)

    def _shape_is_lost(self) -> bool:
        """Whether plain text of this grid would be read as a grid of another shape."""
        shape = self.topology.shape
        return len(shape) == 1 or (len(shape) > 2 and shape[0] == 1) or shape[-1] == 1

    def __reduce__(self) -> tuple[Any, ...]:
        count_or_prior = self._mines if self._prior is None else self._prior
        return Position, (np.array(self.marks), count_or_prior, self.topology)


def position_in(source: object) -> Position[Any] | None:
    """The position itself, or that of a game, an analysis or anything else with a position; else None."""
    if isinstance(source, Position):
        return source
    if type(source) is np.ndarray:  # usual, and to look for what it lacks takes long
        return None
    position = getattr(source, "position", None)
    return position if isinstance(position, Position) else None


def as_position(
    source: HasPosition[CellT] | Position[CellT] | str | ArrayLike,
    mines: int | MinePrior | None = None,
    topology: Topology[CellT] | TopologyName | None = None,
    mines_left: int | None = None,
) -> Position[CellT]:
    """The position that the first arguments of a question describe. For use inside the package.

    Raises:
        PositionError: They do not describe a position; the message says what to give instead.
        FormatError: The text cannot be read.
    """
    if mines_left is not None:
        return _with_mines_left(as_position(source, mines, topology), mines_left)
    if type(source) is np.ndarray:
        return Position(source, mines, topology)
    if isinstance(source, str):
        return _read(source, mines, topology)
    position = position_in(source)
    if position is None:
        return Position(cast("ArrayLike", source), mines, topology)
    if topology is not None and as_topology(topology, position.topology.shape) != position.topology:
        raise PositionError(f"the position is on {position.topology!r}, not on {topology!r}")
    if mines is None:
        return position
    count, prior = count_or_prior(mines, position.topology)
    if count == position._mines and prior == position._prior:
        return position
    if position.mines is not None:
        if prior is not None:
            raise PositionError(f"the position has {quantity(position.mines, 'mine')}: leave out `mines`")
        raise PositionError(
            f"the position has {quantity(position.mines, 'mine')}, not {mines}: leave out `mines`; "
            f"sapper.Position(position.marks, {mines}, position.topology) has the other number"
        )
    return Position(position.marks, mines, position.topology)


def _with_mines_left(position: Position[CellT], mines_left: int) -> Position[CellT]:
    """The position with the number of mines that follows from a mine counter."""
    count = integer("mines_left", mines_left, PositionError)
    if position._mines is not None or position._prior is not None:
        raise PositionError("give `mines` or `mines_left`, not both")
    mines = position._flags_and_explosions
    if count + mines < 0:
        raise PositionError(
            f"`mines_left` is {count}, but only {quantity(mines, 'mine')} are shown or flagged"
        )
    return Position(position.marks, count + mines, position.topology)


def _read(
    source: str, mines: int | MinePrior | None, topology: Topology[CellT] | TopologyName | None
) -> Position[CellT]:
    """Reads a text for a function without `format=`. Its errors name a function that has `format=`."""
    try:
        return cast("Position[CellT]", Position.from_text(source, mines, cast("Any", topology)))
    except FormatError as error:
        advice = ", which sapper.Position.from_text takes" if error.formats else ""
        raise error._with_text(f"{error}{advice}") from None


def as_position_with_mines(
    source: HasPosition[CellT] | Position[CellT] | str | ArrayLike,
    mines: int | None = None,
    topology: Topology[CellT] | TopologyName | None = None,
    mines_left: int | None = None,
) -> Position[CellT]:
    """As `as_position`, for answers that need the number of mines.

    Raises:
        PositionError: As there; or the position has no mine count.
        FormatError: The text cannot be read.
    """
    position = as_position(source, mines, topology, mines_left)
    if position._mines is None:
        position._check_count()
    return position


def hidden_position(board: Board[CellT]) -> Position[CellT]:
    """The position on a board before any cell is open. For use inside the package."""
    return Position(np.full(board.topology.shape, HIDDEN, np.int16), board.mines, board.topology)


def as_array(marks: ArrayLike) -> NDArray[Any]:
    """As `marks_array`, with an error of its own for a list of positions."""
    if (
        type(marks) is not np.ndarray
        and isinstance(marks, list | tuple)
        and any(position_in(each) is not None for each in marks)
    ):
        raise PositionError(
            "this is a list of positions: give one position, or use sapper.analyse_many for the list"
        )
    return marks_array(marks)


def as_topology(topology: object, shape: tuple[int, ...]) -> Topology[Any]:
    """A topology as given, or built from a name (None for a grid) and a shape. For use inside the package.

    Raises:
        PositionError: There is no such name, or the shape does not suit it.
    """
    if isinstance(topology, Topology):
        return topology
    try:
        return topology_by_name("grid" if topology is None else topology, shape)
    except BoardError as error:
        raise PositionError(str(error)) from None


_board_of = lru_cache(maxsize=64)(Board)  # programs look at many positions of one board


def _raise(error: Exception, topology: Topology) -> NoReturn:
    """Raises the engine's error about marks as a PositionError that names its cell; others as they are."""
    if not isinstance(error, _engine.PositionError):
        raise error
    text, index = error.args
    if index is None:
        raise PositionError(text) from None
    cell = topology.cell(index)
    raise PositionError(f"{topology.describe(cell)}: {text}", cell) from None
