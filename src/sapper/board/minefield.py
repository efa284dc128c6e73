"""Where the mines of a board are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from sapper import _engine
from sapper._support import notebook_text
from sapper._support.words import brief_contents
from sapper.board.board import Board, BoardValue
from sapper.board.game import Game
from sapper.board.game_arguments import minefield_of, mines_or_cells, topology_of
from sapper.board.rules import RulesLike, as_rules
from sapper.board.text import contents_of, text_of
from sapper.board.text import topology_of as file_topology
from sapper.board.topology import Topology
from sapper.cells import Cell, CellT_co, GridT
from sapper.errors import GameError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.topology import TopologyName


class Minefield(BoardValue[CellT_co]):
    """Where the mines of a board are. Immutable, comparable, hashable, picklable.

    Example:
        >>> minefield = sapper.Minefield([(0, 1), (2, 2)], sapper.Topology.square(3, 3))
        >>> minefield.cells()
        [(0, 1), (2, 2)]
        >>> game = minefield.game()
        >>> game.open(1, 1)
        1
        >>> game.position[1, 1]
        2
    """

    __slots__ = ("_first_cell", "_is_mine")

    @overload
    def __init__(
        self: Minefield[tuple[int, int]],
        mines: Iterable[Cell] | NDArray[np.bool_],
        topology: None = None,
        *,
        first_cell: Cell | None = None,
    ) -> None: ...

    @overload
    def __init__(
        self: Minefield[GridT],
        mines: Iterable[Cell] | NDArray[np.bool_],
        topology: Topology[GridT] | None,
        *,
        first_cell: Cell | None = None,
    ) -> None: ...

    def __init__(
        self: Minefield[Any],
        mines: Iterable[Cell] | NDArray[np.bool_],
        topology: Topology[Any] | None = None,
        *,
        first_cell: Cell | None = None,
    ) -> None:
        """Builds a minefield, in time linear in the number of cells.

        Args:
            mines: The mined cells, or a bool array of the topology's shape, or rows of True and False. It is
                copied.
            topology: The cells and their neighbours; by default a square board of the shape of the array.
            first_cell: The cell that should be opened first, if there is one.

        Raises:
            BoardError: No topology is given and `mines` is not a two-dimensional array.
            GameError: `mines` is not a list of mines, one is listed twice, or the array has another shape. Or
                rows of 0 and 1 might mean cells or a grid.
            CellError: A mine or `first_cell` is not on the board.
        """
        if hasattr(mines, "mined") or isinstance(mines, Game):
            raise GameError(f"`mines` must be cells or an array of bool, not {brief_contents(mines)}")
        mines = mines_or_cells(mines)
        shape = mines.shape if isinstance(mines, np.ndarray) else None
        topology = topology_of(topology, shape)
        is_mine = np.array(minefield_of(topology, mines), dtype=np.bool_)
        is_mine.flags.writeable = False
        self._is_mine: NDArray[np.bool_] = is_mine
        self._board = Board(topology, int(np.count_nonzero(is_mine)))
        self._first_cell: Any = None if first_cell is None else topology.cell(topology.index(first_cell))

    @classmethod
    def from_text(
        cls, text: str, topology: Topology[GridT] | TopologyName | None = None, format: str = "auto"
    ) -> Minefield[GridT]:
        """Reads a minefield from text.

        Args:
            text: A drawing, as `to_text` makes it: a row on each line, `*` for mines, `.` or numbers for safe
                cells. Or a text in another format of `sapper.formats` that holds minefields, such as a game
                ID of Simon Tatham's Mines.
            topology: A topology, or the name of one that gets the shape of the text. By default a grid.
            format: The name of a format, or `"auto"` to detect it from the content.

        Raises:
            FormatError: The text is not in the format, or holds no minefield. Or a number in a drawing does
                not match the mines around it.
        """
        return cls._from_file(contents_of(text, None, topology, format, "minefield"), topology)

    @classmethod
    def _from_file(
        cls, contents: _engine.FileMinefield, topology: Topology[GridT] | str | None
    ) -> Minefield[GridT]:
        """The minefield that the engine has read. `topology` is what the caller knew of it."""
        board = file_topology(contents.topology, topology)
        first_cell = None if contents.start is None else board.cell(contents.start)
        is_mine = contents.mined.view(np.bool_).reshape(board.shape)
        return Minefield(is_mine, board, first_cell=first_cell)

    def to_text(self, format: str = "drawing") -> str:
        """Writes the minefield in a text format of `sapper.formats`, without a final newline.

        Only game IDs keep `first_cell`. A drawing keeps neither it nor the topology.

        Raises:
            FormatError: There is no such format, it is not a text format, or it cannot represent this
                minefield.
        """
        return text_of(self._for_file(), "minefield", format)

    def _for_file(self) -> _engine.FileMinefield:
        first = None if self._first_cell is None else self.topology.index(self._first_cell)
        return _engine.FileMinefield(self.topology._engine, self._is_mine.view(np.uint8).ravel(), first)

    @property
    def mines(self) -> int:
        """The number of mines."""
        return self._board.mines

    @property
    def mined(self) -> NDArray[np.bool_]:
        """Where the mines are: bool of the topology's shape, read-only, not a copy."""
        return self._is_mine

    @property
    def first_cell(self) -> CellT_co | None:
        """The cell that should be opened first; None if there is no such cell."""
        first_cell: CellT_co | None = self._first_cell
        return first_cell

    def cells(self) -> list[CellT_co]:
        """The mined cells in row-major order."""
        return list(map(self.topology.cell, np.flatnonzero(self._is_mine).tolist()))

    def game(self, rules: RulesLike | None = None, *, seed: int | None = None) -> Game[CellT_co]:
        """Starts a game on this minefield. The mines stay in place whatever the first click.

        Args:
            rules: The rules. Their first click is `"any"`, whatever is given.
            seed: Decides what a strategy with random choices plays. None takes it from the mines, so that
                games on different minefields are played with different random numbers.

        Raises:
            GameError: No cell would be safe, or `rules` is invalid.
            ArgumentError: `seed` is invalid.
        """
        if seed is None:
            digest = hashlib.sha256(np.packbits(self._is_mine).tobytes()).digest()
            seed = int.from_bytes(digest[:8], "little")  # the same on every machine
        any_click = replace(as_rules(rules), first_click="any")
        return Game(self._board, any_click, seed=seed, minefield=self._is_mine)

    def _repr_svg_(self) -> str | None:
        """The picture for notebooks; None if the board cannot be drawn."""
        return notebook_text(self)

    def __eq__(self, other: object) -> bool:
        """Whether topology, mines and first cell are equal."""
        if not isinstance(other, Minefield):
            return NotImplemented
        return (
            self._board == other._board
            and self._first_cell == other._first_cell
            and bool(np.array_equal(self._is_mine, other._is_mine))
        )

    def __hash__(self) -> int:
        """Agrees with `==`. Takes time linear in the number of cells."""
        return hash((self._board, self._first_cell, self._is_mine.tobytes()))

    def __str__(self) -> str:
        """The minefield as a drawing."""
        return self.to_text()

    def __repr__(self) -> str:
        """An expression that re-creates the minefield; a summary above ten thousand cells."""
        if (outline := self._outline()) is not None:
            return outline
        first = "" if self._first_cell is None else f", first_cell={self._first_cell!r}"
        return f"Minefield({self.cells()!r}, {self.topology!r}{first})"

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Minefield, first_cell=self._first_cell), (np.array(self._is_mine), self.topology)
