"""Many positions of one topology: how callers give them to `analyse_many`, and its analyses, in columns."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Set
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, overload

import numpy as np

from sapper import _engine
from sapper._support.checks import integer
from sapper._support.values import Immutable, Tabular
from sapper._support.words import brief, brief_contents, label_of, quantity
from sapper.board.arrays import NotAnArray, depth_of, is_array, whole_numbers
from sapper.board.board import wrong_mine_count
from sapper.board.marks import EXPLODED, FLAG
from sapper.board.mine_prior import Density, MineCounts, count_or_prior, mines_missing
from sapper.board.position import Position, as_position, as_topology, position_in
from sapper.board.rules import Rules
from sapper.board.topology import Topology, TopologyName
from sapper.cells import CellT, CellT_co
from sapper.errors import ArgumentError, FormatError, PositionError
from sapper.inference.analysis import MINE, SAFE, Analysis, AnalysisPickle, arrow_of, exact_errors

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from sapper.board.mine_prior import MinePrior


class Columns(NamedTuple):
    """The results in columns, one entry or one row of cells for each position."""

    marks: NDArray[np.int16]
    mine_count: NDArray[np.uint32]
    possible: NDArray[np.uint8]
    mine_probability: NDArray[np.float64]
    error: NDArray[np.float64]  # rows are empty if all probabilities are exact: see `exact_errors`
    verdicts: NDArray[np.uint8]
    log_configurations: NDArray[np.float64]
    log_configurations_error: NDArray[np.float64]
    exact: NDArray[np.uint8]
    safest: NDArray[np.uint32]
    safest_risk: NDArray[np.float64]

    def at(self, place: int | slice | NDArray[Any]) -> Columns:
        """The entry of each column, or a part of each. An array of places makes copies."""
        columns: Any = self
        return Columns(*(column[place] for column in columns))


class Analyses(Immutable, Tabular, Generic[CellT_co]):
    """What is known about many positions of one topology. Made by `analyse_many`.

    All arrays have one entry (or one board) for each position, in the given order. The object never changes,
    and any number of threads may read it at once. It can be pickled without loss.

    `analyses[3]` is the analysis of one position, and `analyses[10:20]` are those of ten positions.
    `analyses[analyses.possible]` leaves out the contradictory ones. A loop goes over the analyses of all.
    """

    __slots__ = ("_columns", "_prior", "_rules", "_trust_flags", "topology")

    def __init__(
        self,
        topology: Topology[CellT_co],
        columns: Columns,
        trust_flags: bool,
        rules: Rules,
        prior: MinePrior | None,
    ) -> None:
        """Keeps the results. For use inside the package."""
        self.topology = topology
        self._columns = columns
        self._trust_flags = trust_flags
        self._rules = rules
        self._prior = prior  # in place of the column `mine_count`

    def __len__(self) -> int:
        """The number of positions."""
        return len(self._columns.possible)

    @overload
    def __getitem__(self, number: int) -> Analysis[CellT_co] | None: ...

    @overload
    def __getitem__(self, number: slice | list[int] | list[bool] | NDArray[Any]) -> Analyses[CellT_co]: ...

    def __getitem__(
        self, number: int | slice | list[int] | list[bool] | NDArray[Any]
    ) -> Analysis[CellT_co] | Analyses[CellT_co] | None:
        """The analysis of one position, or the analyses of several. Numbers and slices copy no arrays.

        Such an analysis counts its configurations again when their exact number is first read.

        Args:
            number: The number of the position, negative from the end; a slice; numbers of positions; or an
                array of bool with an entry for each position, such as `possible`.

        Returns:
            For a number the `Analysis`; None if no minefield fits the position.

        Raises:
            IndexError: There is no such position.
            ArgumentError: `number` is something else.
        """
        if isinstance(number, slice):
            return Analyses(self.topology, self._columns.at(number), *self._terms)
        if isinstance(number, list | np.ndarray) and np.ndim(number):
            return _restore(self.topology, self._columns.at(self._selection(number)), *self._terms)
        index = integer("the number of a position", number)
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no position {brief(index)}: there are {len(self)}")
        row = self._columns.at(index)
        if not row.possible:
            return None
        count_or_prior = int(row.mine_count) if self._prior is None else self._prior
        position = Position(row.marks.reshape(self.topology.shape), count_or_prior, self.topology)
        safest = None if row.safest == _engine.NO_CELL else int(row.safest)
        row_analysis = AnalysisPickle(
            position,
            self._trust_flags,
            row.mine_probability.reshape(self.topology.shape),
            row.error,
            row.verdicts,
            float(row.log_configurations),
            float(row.log_configurations_error),
            bool(row.exact),
            safest,
        )
        return Analysis(position, row_analysis, self._trust_flags, self._rules)

    def _selection(self, selection: list[int] | list[bool] | NDArray[Any]) -> NDArray[Any]:
        """The numbers of positions, or the mask, that index an array. Raises as `__getitem__`."""
        numbers = np.asarray(selection)
        if isinstance(selection, list) and len({isinstance(each, bool) for each in selection}) == 2:
            numbers = np.empty((0, 0))  # numbers and bools, which are neither
        is_mask = numbers.dtype == np.bool_ and numbers.shape == (len(self),)
        if not is_mask and not (numbers.ndim == 1 and (numbers.dtype.kind in "iu" or not numbers.size)):
            raise ArgumentError(
                f"choose positions by numbers, or by {len(self)} times True or False, not {brief(selection)}"
            )
        if not is_mask and ((numbers < -len(self)) | (numbers >= len(self))).any():
            raise IndexError(f"there is no such position: there are {len(self)}")
        return numbers if is_mask else numbers.astype(np.int64)

    def __iter__(self) -> Iterator[Analysis[CellT_co] | None]:
        """The analyses in order; None for a position that no minefield fits."""
        return map(self.__getitem__, range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Whether positions and results are equal, bit for bit."""
        if not isinstance(other, Analyses):
            return NotImplemented
        columns, its_columns = (
            each._columns._replace(error=each.mine_probability_error) for each in (self, other)
        )
        pairs: Iterator[tuple[Any, Any]] = zip(columns, its_columns, strict=True)
        same_terms = (self.topology, *self._terms) == (other.topology, *other._terms)
        return same_terms and all(np.array_equal(one, two, equal_nan=True) for one, two in pairs)

    def __hash__(self) -> int:
        """Agrees with `==`. Takes time linear in the number of cells."""
        return hash((self.topology, self._trust_flags, self._columns.marks.tobytes()))

    def to_dict(self) -> dict[str, Any]:
        """The analyses as plain values, for JSON: a list in the field `analyses`.

        Each is as `Analysis.to_dict` gives it, or None for a position that no minefield fits. This may search
        for the chance to win in every position, as `Analysis.win_probability` does.
        """
        return {"analyses": [None if each is None else each.to_dict() for each in self]}

    def _arrow_columns(self) -> dict[str, Any]:
        columns = {
            "mine_count": self._columns.mine_count,
            "possible": self.possible,
            "exact": self.exact,
            "safest_index": self.safest_index,
            "safest_risk": self.safest_risk,
            "log_configurations": self.log_configurations,
            "log_configurations_error": self.log_configurations_error,
            "mine_probability": self.mine_probability,
            "mine_probability_error": self.mine_probability_error,
            "safe": self.safe,
            "mines": self.mines,
        }
        return arrow_of(columns, self.topology.size, self._prior is None)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.topology, tuple(map(np.array, self._columns)), *self._terms)

    @property
    def _terms(self) -> tuple[bool, Rules, MinePrior | None]:
        return self._trust_flags, self._rules, self._prior

    @property
    def _shape(self) -> tuple[int, ...]:
        return (len(self), *self.topology.shape)

    @property
    def possible(self) -> NDArray[np.bool_]:
        """Whether any minefield fits each position: bool (n,)."""
        return self._columns.possible.astype(np.bool_)

    @property
    def mine_probability(self) -> NDArray[np.float64]:
        """As in `Analysis`: float64 (n, ...); all nan for a contradictory position."""
        return self._columns.mine_probability.reshape(self._shape)

    @property
    def mine_probability_error(self) -> NDArray[np.float64]:
        """As in `Analysis`: float64 (n, ...); all nan for a contradictory position."""
        if not self._columns.error.size:
            return exact_errors(self.mine_probability)
        return self._columns.error.reshape(self._shape)

    @property
    def exact(self) -> NDArray[np.bool_]:
        """Whether each analysis is exact and not an estimate: bool (n,)."""
        return self._columns.exact.astype(np.bool_)

    @property
    def safe(self) -> NDArray[np.bool_]:
        """Whether each cell is hidden and certainly safe: bool (n, ...)."""
        return np.equal(self._columns.verdicts.reshape(self._shape), SAFE)

    @property
    def mines(self) -> NDArray[np.bool_]:
        """Whether each cell is hidden and certainly a mine: bool (n, ...)."""
        return np.equal(self._columns.verdicts.reshape(self._shape), MINE)

    @property
    def safest_index(self) -> NDArray[np.int64]:
        """The index of a cell of least risk (see `Topology.cell`): int64 (n,); -1 for none."""
        safest = self._columns.safest.astype(np.int64)
        return np.where(safest == _engine.NO_CELL, -1, safest)

    @property
    def safest_risk(self) -> NDArray[np.float64]:
        """The mine probability of that cell: float64 (n,); nan if there is none."""
        return self._columns.safest_risk

    @property
    def log_configurations(self) -> NDArray[np.float64]:
        """The natural logarithm of the number of configurations: float64 (n,); -inf if there are none."""
        return self._columns.log_configurations

    @property
    def log_configurations_error(self) -> NDArray[np.float64]:
        """The error of `log_configurations`: float64 (n,); 0 if exact.

        The truth is within this distance 95 times in 100.
        """
        return self._columns.log_configurations_error

    def __repr__(self) -> str:
        possible = int(np.count_nonzero(self._columns.possible))
        return f"<Analyses of {quantity(len(self), 'position')}, {possible} possible>"


def _restore(
    topology: Topology[CellT],
    columns: tuple[NDArray[Any], ...],
    trust_flags: bool,
    rules: Rules,
    prior: MinePrior | None,
) -> Analyses[CellT]:
    for column in columns:
        column.flags.writeable = False
    return Analyses(topology, Columns(*columns), trust_flags, rules, prior)


def list_of(positions: Any, topology: object) -> Any:
    """The positions, with iterators and arrays of objects turned into lists. For use inside the package.

    Raises:
        PositionError: They have no order, there are none, or this is a single position, or an array of its
            marks. A board has two dimensions or more, unless `topology` is one with fewer.
    """
    if isinstance(positions, memoryview):  # with several dimensions it has no entries
        positions = np.asarray(positions)
    is_flat = is_array(positions) and depth_of(positions) == 1
    if isinstance(positions, Iterator | deque) or is_flat:
        positions = list(positions)
    if isinstance(positions, Set | Mapping):
        raise PositionError(
            f"`positions` must be a list or another sequence, not {brief_contents(positions)}"
        )
    is_list = isinstance(positions, list | tuple)
    if is_list and (not positions or positions[0] is None):
        raise PositionError(
            "`positions` must be a list of at least one sapper.Position, or an array of marks"
        )
    if isinstance(positions, str) or position_in(positions) is not None:
        raise PositionError("this is one position: give a list of positions, as in [position]")
    depth = depth_of(positions)
    if depth == 0:
        raise PositionError(
            f"`positions` must be a list of positions or an array, not {brief_contents(positions)}"
        )
    dimension = topology.dimension if isinstance(topology, Topology) else 2
    depths = [depth - 1] if is_array(positions) else list(map(depth_of, positions))
    if any(0 < each < dimension for each in depths):
        lines = "" if dimension > 2 else "; if each row is a board, give `topology`, such as Topology.grid(9)"
        raise PositionError(f"this is one board: give a list of boards, as in [board]{lines}")
    return positions


def positions_of(
    positions: object, mines: int | ArrayLike | MinePrior | None, topology: Topology | TopologyName | None
) -> list[Position] | None:
    """The positions of a list of positions, games and texts; None if it is anything else."""
    if not isinstance(positions, list | tuple):
        return None  # an array
    if not all(isinstance(each, str) or position_in(each) is not None for each in positions):
        return None
    counts: list[Any]
    if isinstance(mines, str | Density | MineCounts):
        counts = [mines] * len(positions)
    else:
        counts = counts_of(mines, len(positions))
    return [
        _read(number, each, count, topology)
        for number, (each, count) in enumerate(zip(positions, counts, strict=True))
    ]


def counts_of(mines: int | ArrayLike | None, positions: int, name: str = "mines") -> list[int | None]:
    """The number of mines of each of some positions. For use inside the package.

    Raises:
        PositionError: `mines` is neither a whole number nor as many as there are positions.
    """
    return [None] * positions if mines is None else _whole_counts(mines, positions, name).tolist()


def _read(number: int, source: Any, mines: Any, topology: Topology | TopologyName | None) -> Position:
    """One position of a list."""
    try:
        return as_position(source, mines, topology if position_in(source) is None else None)
    except (FormatError, PositionError) as error:
        error.args = (f"position {number} (0-based): {error}", *error.args[1:])
        raise


def common_topology(positions: list[Position], topology: Topology | TopologyName | None) -> Topology[Any]:
    """The topology of positions. Raises PositionError if they have several, or another than the given one."""
    first = positions[0].topology
    for number, position in enumerate(positions):
        if position.topology != first:
            raise PositionError(
                f"position {number} (0-based) is on {position.topology!r}, but position 0 is on {first!r}"
            )
    if topology is not None and as_topology(topology, first.shape) != first:
        raise PositionError(f"the positions are on {first!r}, not on {brief(topology)}")
    return first


def common_mines(positions: list[Position], *, has_counts: bool) -> MinePrior | list[int] | None:
    """What is believed of the mine counts of positions, or the counts.

    None if no position has a count, unless `has_counts` asks for counts.

    Raises:
        PositionError: The prior is not the same for all. Or only some have a count.
    """
    first = positions[0].mine_prior
    for number, position in enumerate(positions):
        if position.mine_prior != first:
            raise PositionError(
                f"the prior of position {number} (0-based) is {position.mine_prior!r}, "
                f"but that of position 0 is {first!r}"
            )
    if first is None and (has_counts or any(position.mines is not None for position in positions)):
        return [position.board.mines for position in positions]
    return first


def _whole_counts(mines: int | ArrayLike, positions: int, name: str = "mines") -> NDArray[Any]:
    """The number of mines of each position: integers of shape (positions,)."""
    try:
        counts = whole_numbers(name, mines, PositionError)
    except NotAnArray:
        choices = "one number" if depth_of(mines) else "a whole number"
        raise PositionError(
            f"{label_of(name)} must be {choices} or {positions} of them, not {brief(mines)}"
        ) from None
    if counts.ndim > 1 or (counts.ndim == 1 and len(counts) != positions):
        raise PositionError(
            f"{label_of(name)} must be one number or {positions} of them, "
            f"not an array of shape {counts.shape}"
        )
    return np.broadcast_to(counts, positions)


def counts_and_prior(
    mines: Any, mines_left: int | ArrayLike | None, marks: NDArray[np.int16], board: Topology
) -> tuple[NDArray[np.uint32], MinePrior | None]:
    """The number of mines of each position, for the engine, or what is believed of it.

    `marks` has one row for each position. With a prior, the numbers are placeholders.

    Raises:
        PositionError: There is neither a number nor a prior, or there are two, or a number is impossible.
    """
    if mines_left is not None:
        if mines is not None:
            raise PositionError("give `mines` or `mines_left`, not both")
        flags = np.count_nonzero((marks == FLAG) | (marks == EXPLODED), axis=1)
        counts = _whole_counts(mines_left, len(marks), "mines_left") + flags
    elif mines is None:
        raise mines_missing(board.shape)
    else:
        prior = None
        if isinstance(mines, str | Density | MineCounts):
            mines, prior = count_or_prior(mines, board)
        if prior is not None:
            exploded = np.count_nonzero(marks == EXPLODED, axis=1)
            return exploded.astype(np.uint32), prior
        counts = _whole_counts(mines, len(marks))
    wrong = counts[(counts < 0) | (counts > board.size)]
    if wrong.size:
        raise PositionError(wrong_mine_count(board.size, wrong.flat[0]))
    return np.ascontiguousarray(counts, dtype=np.uint32), None


def first_error(marks: NDArray[np.int16], counts: NDArray[np.uint32], board: Topology) -> PositionError:
    """Finds the first malformed position. The engine's threads may stop at another one."""
    for number, (position, count) in enumerate(zip(marks, counts, strict=True)):
        try:
            _engine.Position(board._engine, int(count), position.ravel())
        except _engine.PositionError as error:
            text, index = error.args
            return position_error(number, text, index, board)
    raise AssertionError("the engine refused a position that is well formed")


def position_error(number: int, text: str, index: int | None, board: Topology) -> PositionError:
    """The error about a position, which begins with its number, and its cell if one is at fault."""
    cell = None if index is None else board.cell(index)
    where = "" if cell is None else f", {board.describe(cell)}"
    return PositionError(f"position {number} (0-based){where}: {text}", cell)
