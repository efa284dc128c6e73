"""The positions of a batch, and their mine counts, as callers give them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Set
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _engine
from sapper._support.words import brief, brief_contents
from sapper.board.arrays import NotAnArray, depth_of, is_array, whole_numbers
from sapper.board.board import wrong_mine_count
from sapper.board.marks import EXPLODED, FLAG
from sapper.board.mine_prior import Density, MineCounts, count_or_prior, mines_missing
from sapper.board.position import Position, as_position, position_in, shaped_topology
from sapper.board.topology import Topology, TopologyName
from sapper.errors import FormatError, PositionError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from sapper.board.mine_prior import MinePrior


def list_of(positions: Any, topology: object) -> Any:
    """The positions, with iterators and arrays of objects turned into lists. For use inside the package.

    Raises:
        PositionError: They have no order, there are none, or this is a single position, or an array of its
            marks. A board has two dimensions or more, unless `topology` is one with fewer.
    """
    is_flat = is_array(positions) and positions.ndim == 1
    if isinstance(positions, Iterator | deque) or is_flat:
        positions = list(positions)
    if isinstance(positions, Set | Mapping):
        raise PositionError(f"positions must be a list or another sequence, not {brief_contents(positions)}")
    is_list = isinstance(positions, list | tuple)
    if is_list and (not positions or positions[0] is None):
        raise PositionError("positions must be a list of at least one sapper.Position, or an array of marks")
    if isinstance(positions, str) or position_in(positions) is not None:
        raise PositionError("this is one position: give a list of positions, as in [position]")
    depth = depth_of(positions)
    if depth == 0:
        raise PositionError(
            f"positions must be a list of positions or an array, not {brief_contents(positions)}"
        )
    dimension = topology.dimension if isinstance(topology, Topology) else 2
    depths = [depth - 1] if is_array(positions) else list(map(depth_of, positions))
    if any(0 < each < dimension for each in depths):
        lines = "" if dimension > 2 else "; if each row is a board, give topology=, such as Topology.grid(9)"
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


def counts_of(mines: int | ArrayLike | None, positions: int) -> list[int | None]:
    """The number of mines of each of some positions. For use inside the package.

    Raises:
        PositionError: `mines` is neither a whole number nor as many as there are positions.
    """
    return [None] * positions if mines is None else _whole_counts(mines, positions).tolist()


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
    if topology is not None and shaped_topology(topology, first.shape) != first:
        raise PositionError(f"the positions are on {first!r}, not on {brief(topology)}")
    return first


def common_mines(positions: list[Position], *, counted: bool) -> MinePrior | list[int] | None:
    """What is believed of the mine counts of positions, or the counts.

    None if no position has a count and none is needed, because they are not `counted`.

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
    if first is None and (counted or any(position.mines is not None for position in positions)):
        return [position.board.mines for position in positions]
    return first


def _whole_counts(mines: int | ArrayLike, positions: int, name: str = "mines") -> NDArray[Any]:
    """The number of mines of each position: integers of shape (positions,)."""
    try:
        counts = whole_numbers(name, mines, PositionError)
    except NotAnArray:
        choices = "one number" if depth_of(mines) else "a whole number"
        raise PositionError(f"{name} must be {choices} or {positions} of them, not {brief(mines)}") from None
    if counts.ndim > 1 or (counts.ndim == 1 and len(counts) != positions):
        raise PositionError(
            f"{name} must be one number or {positions} of them, not an array of shape {counts.shape}"
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
    exploded = np.count_nonzero(marks == EXPLODED, axis=1)
    if mines_left is not None:
        if mines is not None:
            raise PositionError("give mines or mines_left, not both")
        flags = exploded + np.count_nonzero(marks == FLAG, axis=1)
        counts = _whole_counts(mines_left, len(marks), "mines_left") + flags
    elif mines is None:
        raise mines_missing(board.shape)
    else:
        prior = None
        if isinstance(mines, str | Density | MineCounts):
            mines, prior = count_or_prior(mines, board)
        if prior is not None:
            return exploded.astype(np.uint32), prior
        counts = _whole_counts(mines, len(marks))
    wrong = counts[(counts < 0) | (counts > board.size)]
    if wrong.size:
        raise PositionError(wrong_mine_count(board.size, wrong.flat[0]))
    return np.ascontiguousarray(counts, dtype=np.uint32), None


def first_malformed(marks: NDArray[np.int16], counts: NDArray[np.uint32], board: Topology) -> PositionError:
    """Finds the first malformed position. The engine's threads may stop at another one."""
    for number, (position, count) in enumerate(zip(marks, counts, strict=True)):
        try:
            _engine.Position(board._engine, int(count), position.ravel())
        except _engine.PositionError as error:
            text, index = error.args
            return malformed_error(number, text, index, board)
    raise AssertionError("the engine refused a position that is well formed")


def malformed_error(number: int, text: str, index: int | None, board: Topology) -> PositionError:
    """The error about a position, which begins with its number, and its cell if one is at fault."""
    cell = None if index is None else board.cell(index)
    where = "" if cell is None else f", {board.describe(cell)}"
    return PositionError(f"position {number} (0-based){where}: {text}", cell)
