"""Topologies: the cells of a board and their neighbours, and the registry of their kinds.

The engine's table (`engine/board/topology.hpp`) has their names and geometry. A new kind needs a class method
of `Topology`, its name in `Kind` and `TopologyName`, and a row in `TOUCHING`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NamedTuple, cast, get_args, overload

from sapper import _engine
from sapper._support.checks import as_integer, integer
from sapper._support.values import Immutable
from sapper._support.words import brief, quantity, row_and_column, sentence_of, unknown
from sapper.cells import Cell, CellT_co
from sapper.errors import BoardError, CellError

Kind = Literal["grid", "torus", "hexagons", "octagons", "offsets", "graph"]
"""The kinds of topology; a two-dimensional `"grid"` is the usual square board."""

Neighbourhood = Literal["cross", "knight"]
"""The neighbourhoods that have a name."""

NEIGHBOURHOODS: Final[tuple[Neighbourhood, ...]] = get_args(Neighbourhood)
"""The names in `Neighbourhood`."""


class Topology(Immutable, Generic[CellT_co]):
    """The cells of a board and their neighbours. Immutable, hashable, picklable.

    Build one with `Topology.square`, `.torus`, `.hexagons`, `.octagons`, `.offsets`, `.grid` or `.graph`. All
    raise `BoardError` for impossible sizes and take time linear in the number of cells.

    Type checkers know the type of the cells: `Topology[tuple[int, int]]` has rows and columns, and
    `Topology[int]` is a graph. They also know it for boards, positions, games and what is made from them.

    Example:
        >>> sapper.Topology.square(9, 9).neighbours((0, 0))
        [(0, 1), (1, 0), (1, 1)]
        >>> sapper.Topology.torus(9, 9).neighbours((0, 0))
        [(0, 1), (0, 8), (1, 0), (1, 1), (1, 8), (8, 0), (8, 1), (8, 8)]
        >>> path = sapper.Topology.graph([[1], [0, 2], [1]])
        >>> path.neighbours(1)
        [0, 2]
    """

    __slots__ = ("_engine", "_kind", "_shape")

    def __init__(self, engine: _engine.Topology) -> None:
        """Wraps the engine's object. For use inside the package."""
        self._engine = engine
        self._kind: Kind = cast("Kind", engine.kind)
        self._shape: tuple[int, ...] = engine.shape

    @classmethod
    def square(cls, rows: int, columns: int) -> Topology[tuple[int, int]]:
        """The usual board. A cell has up to eight neighbours."""
        return Topology.grid(rows, columns)

    @overload
    @classmethod
    def grid(cls, rows: int, columns: int, /) -> Topology[tuple[int, int]]: ...

    @overload
    @classmethod
    def grid(cls, *shape: int) -> Topology[tuple[Any, ...]]: ...

    @classmethod
    def grid(cls, *shape: int) -> Topology[Any]:
        """A grid of one to six dimensions. Cells are neighbours if no coordinate differs by more than one."""
        return _with_shape("grid", shape)

    @overload
    @classmethod
    def torus(cls, rows: int, columns: int, /) -> Topology[tuple[int, int]]: ...

    @overload
    @classmethod
    def torus(cls, *shape: int) -> Topology[tuple[Any, ...]]: ...

    @classmethod
    def torus(cls, *shape: int) -> Topology[Any]:
        """A grid of one to six dimensions without edges: the last cell of every line is next to the first."""
        return _with_shape("torus", shape)

    @classmethod
    def hexagons(cls, rows: int, columns: int) -> Topology[tuple[int, int]]:
        """Hexagonal cells with up to six neighbours. Odd rows are shifted half a cell to the right."""
        return _with_shape("hexagons", (rows, columns))

    @classmethod
    def octagons(cls, rows: int, columns: int) -> Topology[tuple[int, int]]:
        """The truncated square tiling: octagons and squares alternate as the colours of a chessboard.

        A cell whose row and column are both even or both odd is an octagon. It touches the eight cells around
        it, four squares and four octagons. The other cells are squares. Each fills the gap between four
        octagons and touches them. In this tiling, cells that share a corner also share an edge.
        """
        return _with_shape("octagons", (rows, columns))

    @classmethod
    def offsets(
        cls,
        rows: int,
        columns: int,
        neighbours: Neighbourhood | Iterable[tuple[int, int]],
        *,
        wrap: bool = False,
    ) -> Topology[tuple[int, int]]:
        """Rows and columns of cells whose neighbours lie some steps away.

        Args:
            rows: The number of rows.
            columns: The number of columns.
            neighbours: `"cross"`: one and two steps in each of the four directions. `"knight"`: a knight's
                moves in chess. Or steps, as rows and columns: `[(-1, 0), (1, 0)]`. Each needs its opposite.
                A step has at most 1000 rows and columns.
            wrap: Whether steps across an edge come in again at the opposite one.

        Raises:
            BoardError: `neighbours` is no such name, or no such steps.

        Example:
            >>> sapper.Topology.offsets(8, 8, "knight").neighbours((0, 0))
            [(1, 2), (2, 1)]
            >>> sapper.Topology.offsets(8, 8, [(0, 1), (0, -1)], wrap=True).neighbours((0, 0))
            [(0, 1), (0, 7)]
        """
        name = neighbours if isinstance(neighbours, str) else f"offsets:{_steps_text(neighbours)}"
        if isinstance(neighbours, str) and neighbours not in NEIGHBOURHOODS:
            raise BoardError(unknown("neighbourhood", neighbours, NEIGHBOURHOODS))
        if not isinstance(wrap, bool):
            raise BoardError(f"`wrap` must be True or False, not {brief(wrap)}")
        return _with_shape(f"{name}/wrap" if wrap else name, (rows, columns))

    @classmethod
    def graph(cls, adjacency: Sequence[Iterable[int]] | Mapping[int, Iterable[int]]) -> Topology[int]:
        """Any graph: a symmetric adjacency without loops.

        Args:
            adjacency: The neighbours of every cell: a list of lists, or a mapping with the keys 0 to n - 1.
                A graph object with such a mapping as `.adj`, such as a networkx graph, works too.

        Raises:
            BoardError: The lists are not a symmetric adjacency without loops; the message names the cell.
        """
        return Topology(_build(_engine.Topology.graph, _lists(getattr(adjacency, "adj", adjacency))))

    @property
    def kind(self) -> Kind:
        """The name of the method that builds it; `"grid"` for the square board too."""
        return self._kind

    @property
    def name(self) -> str:
        """The name that `topology=` takes: `"square"`, `"torus"`, `"knight"`, `"graph"`.

        Offsets without a name of their own have their steps as rows and columns: `"offsets:-1,0/1,0"`. Those
        that wrap end in `"/wrap"`.
        """
        return self._engine.name

    @property
    def wraps(self) -> bool:
        """Whether cells at one edge touch cells at the opposite one."""
        return self._engine.wraps

    @property
    def shape(self) -> tuple[int, ...]:
        """The extent of every dimension, as in numpy; `(size,)` for a graph."""
        return self._shape

    @property
    def size(self) -> int:
        """The number of cells."""
        return self._engine.size

    @property
    def dimension(self) -> int:
        """The number of coordinates of a cell; 1 for a graph, whose cells are plain integers."""
        return len(self._shape)

    @property
    def max_degree(self) -> int:
        """The largest number of neighbours of a cell."""
        return self._engine.max_degree

    def index(self, cell: Cell) -> int:
        """The index of a cell in row-major order, which is its number in the engine.

        Raises:
            CellError: There is no such cell. Negative coordinates do not wrap around.
        """
        coordinates = self._coordinates(cell)
        index = 0
        for coordinate, extent in zip(coordinates, self._shape, strict=True):
            if not 0 <= coordinate < extent:
                raise CellError(f"{brief(cell)} is not on the board: {self._cells()}", cell)
            index = index * extent + coordinate
        return index

    def cell(self, index: int) -> CellT_co:
        """The cell with an index in row-major order: the inverse of `index()`.

        Raises:
            CellError: There is no such index.
        """
        try:
            rest = as_integer(index)
        except TypeError:
            raise CellError(
                f"the number of a cell must be a whole number, not {brief(index)}", index
            ) from None
        if not 0 <= rest < self.size:
            has = quantity(self.size, "cell")
            raise CellError(f"there is no cell number {brief(rest)}: the board has {has}", rest)
        if self._kind == "graph":
            return cast("CellT_co", rest)
        coordinates = []
        for extent in reversed(self._shape):
            rest, coordinate = divmod(rest, extent)
            coordinates.append(coordinate)
        return cast("CellT_co", tuple(reversed(coordinates)))

    def neighbours(self, cell: Cell) -> list[CellT_co]:
        """The neighbours of a cell in row-major order.

        Raises:
            CellError: There is no such cell.
        """
        return [self.cell(index) for index in self._engine.neighbours(self.index(cell))]

    def describe(self, cell: Cell) -> str:
        """The name of a cell in messages: `"row 3, column 5 (0-based)"`, `"cell 7"`.

        Raises:
            CellError: There is no such cell.
        """
        self.index(cell)
        if isinstance(cell, tuple) and len(cell) == 2:
            return row_and_column(*cell)
        return f"cell {cell}"

    def __iter__(self) -> Iterator[CellT_co]:
        """All cells in row-major order."""
        return map(self.cell, range(self.size))

    def __contains__(self, cell: object) -> bool:
        """Whether the board has this cell."""
        try:
            self.index(cast("Cell", cell))
        except CellError:
            return False
        return True

    def __eq__(self, other: object) -> bool:
        """Whether name, shape and neighbours are equal."""
        if not isinstance(other, Topology):
            return NotImplemented
        return self._engine == other._engine

    def __hash__(self) -> int:
        return hash(self._engine)

    def __repr__(self) -> str:
        """An expression that re-creates the topology."""
        if self._kind == "graph":
            return f"Topology.graph({self._adjacency()})"
        if self._kind == "offsets":
            name = self.name.removesuffix("/wrap")
            steps = name if name in NEIGHBOURHOODS else self._engine.steps
            wrap = ", wrap=True" if self.wraps else ""
            return f"Topology.offsets({', '.join(map(str, self._shape))}, {steps!r}{wrap})"
        return f"Topology.{self.name}({', '.join(map(str, self._shape))})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._kind == "graph":
            return Topology.graph, (self._adjacency(),)
        return _with_shape, (self.name, self._shape)

    def _adjacency(self) -> list[list[int]]:
        return [self._engine.neighbours(index) for index in range(self.size)]

    def _coordinates(self, cell: Cell) -> tuple[int, ...]:
        try:
            if self._kind == "graph":
                return (as_integer(cell),)
            if not isinstance(cell, list | tuple) and getattr(cell, "ndim", 0) != 1:
                raise TypeError  # a set has no order, and a table gives the names of its columns
            coordinates = tuple(map(as_integer, cast("tuple[int, ...]", cell)))
        except TypeError:
            coordinates = ()
        if len(coordinates) != len(self._shape):
            raise CellError(f"{brief(cell)} is not a cell of this board: {self._cells()}", cell)
        return coordinates

    def _cells(self) -> str:
        if self._kind == "graph":
            return f"its cells are the integers 0 to {self.size - 1}"
        last = tuple(extent - 1 for extent in self._shape)
        return f"its cells are {(0,) * self.dimension} to {last}"


def _steps_text(steps: Iterable[tuple[int, int]]) -> str:
    """Steps as the name of a topology has them."""
    try:
        return "/".join(f"{as_integer(rows)},{as_integer(columns)}" for rows, columns in steps)
    except (TypeError, ValueError):
        what = "are pairs of whole numbers, rows and columns, as in [(-1, 0), (1, 0)]"
        raise BoardError(f"the neighbours of a cell {what}, not {brief(steps)}") from None


def _with_shape(name: str, shape: Iterable[int]) -> Topology[Any]:
    return Topology(_build(_engine.Topology.by_name, name, _extents(shape)))


def _extents(shape: Iterable[int]) -> list[int]:
    extents = [integer("the size of a board in each dimension", extent, BoardError) for extent in shape]
    for extent in extents:
        if extent < 1:
            raise BoardError(f"every dimension of a board needs at least one cell, not {brief(extent)}")
    return extents


def _lists(adjacency: Any) -> list[list[int]]:
    try:
        if isinstance(adjacency, Mapping):
            missing = next((cell for cell in range(len(adjacency)) if cell not in adjacency), None)
            if missing is not None:
                raise BoardError(
                    f"a graph of {quantity(len(adjacency), 'cell')} needs the keys 0 to "
                    f"{len(adjacency) - 1}, but {missing} is missing"
                )
            adjacency = [adjacency[cell] for cell in range(len(adjacency))]
        return [list(map(as_integer, neighbours)) for neighbours in adjacency]
    except TypeError:
        raise BoardError("an adjacency must list the numbers of every cell's neighbours") from None


_TOO_LARGE: Final = "a number is too large: a board has at most 268435456 cells"


def _build(build: Any, *arguments: Any) -> _engine.Topology:
    try:
        return cast("_engine.Topology", build(*arguments))
    except (ValueError, TypeError, OverflowError) as error:
        # A TypeError here means an integer too large for the engine: everything else was checked before.
        text = _TOO_LARGE if isinstance(error, TypeError) else str(error)
        raise BoardError(text) from None


TopologyName = Literal["square", "torus", "hexagons", "octagons", "cross", "knight"]
"""The topologies that people choose from. A name and a shape determine each of them."""

TOPOLOGY_NAMES: Final[tuple[TopologyName, ...]] = get_args(TopologyName)
"""The names in `TopologyName`."""


class Touching(NamedTuple):
    """Which cells are neighbours."""

    words: str
    """For the help: "a cell touches ..."."""

    sentences: str = ""
    """For language models. Where it is empty, prompts list the steps, or the neighbours of each cell."""


TOUCHING: Final[Mapping[str, Touching]] = MappingProxyType(
    {
        "square": Touching("the eight around", "A cell touches the eight cells around it."),
        "torus": Touching(
            "also across the edges",
            "A cell touches the eight cells around it. The edges join: the last row is above row 0, and the "
            "last column is left of column 0.",
        ),
        "hexagons": Touching(
            "six, odd rows shifted",
            "The cells are hexagons. A cell touches the cells left and right of it, and two cells each in "
            "the rows above and below: in even rows those of its own column and of the column before, in odd "
            "rows those of its own column and of the column after.",
        ),
        "octagons": Touching(
            "octagons eight, squares between them four",
            "A cell touches the cells above, below, left and right of it. If its row plus its column is "
            "even, it also touches the four cells diagonally from it.",
        ),
        "cross": Touching("two steps up, down, left and right"),
        "knight": Touching("a knight's moves"),
        "grid": Touching("those around, in any number of dimensions"),
    }
)
"""By every name except `"graph"`. A board that does not have two dimensions is called `"grid"`."""

_MOST_IN_CACHE: Final = 16
_LARGEST_IN_CACHE: Final = 20_000
"""The number of cells of the largest topologies in the cache. Larger ones take much memory."""


def topology_by_name(name: object, shape: tuple[int, ...]) -> Topology:
    """Builds a topology from its name and shape. Topologies of usual sizes are cached.

    Raises:
        BoardError: There is no such name, or the shape does not suit it.
    """
    try:
        return _cache[name, shape]
    except (KeyError, TypeError):  # not a name that could be kept
        pass
    if not is_topology_name(name):
        raise BoardError(unknown("topology", name, TOPOLOGY_NAMES))
    topology = _with_shape(cast("str", name), shape)
    if topology.size <= _LARGEST_IN_CACHE:
        if len(_cache) >= _MOST_IN_CACHE:
            _cache.clear()
        _cache[name, shape] = topology
    return topology


_cache: Final[dict[tuple[object, tuple[int, ...]], Topology]] = {}
"""Programs make many boards of the same size. A `lru_cache` would be asked only after the checks."""


def is_topology_name(name: object) -> bool:
    """Whether a name and a shape make a topology.

    A name with steps counts, even if it is misspelt after `"offsets:"`: the engine then says what is wrong.
    """
    if not isinstance(name, str) or not name.isascii():
        return False
    base = name.removesuffix("/wrap")
    return name in TOUCHING or base in NEIGHBOURHOODS or base.startswith("offsets:")


def topology_help() -> str:
    """Which cells are neighbours in each topology that `topology_by_name` takes, for the help."""
    names = "; ".join(f"{name}: {TOUCHING[name].words}" for name in TOPOLOGY_NAMES)
    return (
        f"{names}. Or any steps, as rows and columns, such as offsets:0,1/0,-1. /wrap after a name with "
        "steps joins the edges."
    )


def cells_text(topology: Topology, cells: Collection[Cell]) -> str:
    """The names of cells, with the cells of a row together: `"row 5, columns 7 and 8"`, `"cell 3"`."""
    return sentence_of(_engine.cells_named(topology._engine, sorted(map(topology.index, cells))))
