"""Exact analysis: of one position, and of many in one call, on several threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast, overload

import numpy as np

from sapper import _engine
from sapper._support import checks
from sapper._support.engine_call import EngineCall, check_common_arguments, values_in
from sapper.board.game import rules_for
from sapper.board.marks import narrow
from sapper.board.mine_prior import for_engine
from sapper.board.position import Position, as_array, as_position, as_topology
from sapper.board.position_call import PositionCall
from sapper.board.rules import RulesLike, as_rules
from sapper.board.topology import Topology, TopologyName
from sapper.cells import CellT, RowsOfCells
from sapper.errors import PositionError
from sapper.inference.analyses import (
    Analyses,
    Columns,
    common_mines,
    common_topology,
    counts_and_prior,
    first_error,
    list_of,
    position_error,
    positions_of,
)
from sapper.inference.analysis import Analysis

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sapper._engine import Cancel
    from sapper.board.game import Game
    from sapper.board.mine_prior import MinePrior

_POSITIONS_A_THREAD = 8
"""The fewest positions that are worth a thread of their own."""


@overload
def analyse(
    position: RowsOfCells,
    mines: int | MinePrior | None = None,
    *,
    mines_left: int | None = None,
    topology: TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    memory: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Analysis[tuple[int, int]]: ...


@overload
def analyse(
    position: Game[CellT] | Position[CellT] | str | ArrayLike,
    mines: int | MinePrior | None = None,
    *,
    mines_left: int | None = None,
    topology: Topology[CellT] | TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    memory: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Analysis[CellT]: ...


def analyse(
    position: Game[CellT] | Position[CellT] | str | ArrayLike,
    mines: int | MinePrior | None = None,
    *,
    mines_left: int | None = None,
    topology: Topology[CellT] | TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    memory: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Analysis[CellT]:
    r"""Analyses a position: exactly, or by an estimate if counting would take too much memory.

    Args:
        position: A position, a text in one of the formats of `sapper.formats`, or marks as `Position` takes
            them (an integer array or nested lists; -1 hidden, -2 flag). A game counts as its position.
        mines: The number of mines on the whole board; needed if `position` does not have it. If nobody knows
            it: a `Density`, `MineCounts`, or `"unknown"`. With `"unknown"` only certain cells have a
            probability, those that are certain for every number that fits; the others have nan.
        mines_left: What the mine counter shows, in place of `mines`: flags and exploded mines are added.
        topology: As in `Position`, for texts and arrays. For a `Position` it must be its own topology.
        rules: The rules, or the name of their first click; by default those of the game, or `Rules()`. Only
            `Analysis.win_probability` depends on them, as long as no cell is open.
        trust_flags: Whether flagged cells count as mines. By default a flag is only the player's opinion.
        memory: The approximate limit of the memory in bytes that counting may take for each component of
            the frontier; a position that needs more is an error. None: 256 MB, beyond which the result is an
            estimate.
        time_limit: Seconds after which the analysis stops with an error.
        cancel: Stops the analysis if it is set from another thread: `cancel = sapper.Cancel()`, then
            `cancel.set()`.

    Returns:
        The analysis. A usual position of 16 x 30 takes tens of microseconds. The cost is exponential in the
        width of the frontier, and only wide scattered frontiers take seconds. If counting needs more than
        256 MB, the result is an estimate with stated errors (see `Analysis.exact`), after some seconds.

    Raises:
        ContradictionError: No minefield fits the position; the error names the numbers in conflict.
        PositionError: The position is malformed, its mine count is missing, or `mines` or `topology`
            disagrees with it.
        FormatError: The text cannot be read.
        GameError: `rules` is invalid.
        ArgumentError: `memory`, `time_limit`, `cancel` or `trust_flags` is invalid.
        BudgetError: It took longer than the time limit, or more than `memory`, or the position is too
            entangled to estimate.
        CancelledError: `cancel` was set.

    Example:
        >>> analysis = sapper.analyse("?1?\n?2?\n?1?", mines=2)
        >>> analysis.safe
        [(1, 0), (1, 2)]
        >>> analysis.mine_probability
        array([[0.5, nan, 0.5],
               [0. , nan, 0. ],
               [0.5, nan, 0.5]])
        >>> analysis.configurations
        4
    """
    rules = rules_for(position, rules)
    position = as_position(position, mines, topology, mines_left)
    view = position._view if position._mines is not None else position._for_chances
    if time_limit is not None:
        time_limit = checks.seconds("time_limit", time_limit)
    try:
        values = None if memory is None else values_in(memory)
        engine = _engine.analyse(view, trust_flags, time_limit, values, cancel, memory is None)
    except Exception:  # looked at only now, because an analysis takes only microseconds
        check_common_arguments(cancel=cancel, trust_flags=trust_flags)
        with PositionCall("the analysis", position, time_limit, memory):
            raise
    return Analysis(position, engine, trust_flags, rules)


@overload
def analyse_many(
    positions: Sequence[RowsOfCells]
    | Iterator[RowsOfCells]
    | np.ndarray[tuple[int, int, int], np.dtype[Any]],
    mines: int | ArrayLike | MinePrior | None = None,
    *,
    mines_left: int | ArrayLike | None = None,
    topology: TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Analyses[tuple[int, int]]: ...


@overload
def analyse_many(
    positions: ArrayLike | Iterable[Game[CellT] | Position[CellT] | str],
    mines: int | ArrayLike | MinePrior | None = None,
    *,
    mines_left: int | ArrayLike | None = None,
    topology: Topology[CellT] | TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Analyses[CellT]: ...


def analyse_many(
    positions: ArrayLike | Iterable[Any],
    mines: int | ArrayLike | MinePrior | None = None,
    *,
    mines_left: int | ArrayLike | None = None,
    topology: Topology | TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Analyses[Any]:
    """Analyses many positions of one topology.

    It uses the engine's own threads and releases the interpreter lock. The results do not depend on the
    number of threads. A contradictory position is marked in `possible` and does not stop the others.

    Args:
        positions: An integer array of the marks (as in `Position`) of n boards, of shape (n, rows, columns)
            on square boards, or `(n, *topology.shape)` in general. Boards of one dimension need a `Topology`.
            Or a list of positions, games or texts, all on one topology.
        mines: The number of mines of each board: one number for all, or n of them. If positions,
            games or texts have their own numbers, `mines` must equal them. Or what is believed of the number
            for all boards, as in `analyse`: a `Density`, `MineCounts` or `"unknown"`.
        mines_left: What the mine counter of each board shows, in place of `mines`: flags and exploded mines
            are added. One number for all, or n of them.
        topology: As in `Position`, for the shape of one board.
        rules: The rules, or the name of their first click; by default `Rules()`, also for games. Only
            `Analysis.win_probability` depends on them, as long as no cell is open.
        trust_flags: Whether flagged cells count as mines.
        threads: The number of threads; None is one for each processor. Short lists use fewer.
        memory: The approximate limit of the memory in bytes that counting may take, as in `analyse`. Each
            thread may take as much.
        time_limit: Seconds after which the whole batch stops with an error.
        cancel: Stops the batch if it is set from another thread.

    Raises:
        PositionError: A position is malformed; the message gives its number. Or `mines` is missing or
            invalid or disagrees with a position, or the positions are on several topologies. Or this is one
            board and not a list.
        FormatError: A text cannot be read; the message gives its number.
        GameError: `rules` is invalid.
        ArgumentError: `threads`, `memory`, `time_limit`, `cancel` or `trust_flags` is invalid.
        BudgetError: It took longer than the time limit, or a position needs more than `memory`, or is too
            entangled to estimate.
        CancelledError: `cancel` was set.

    Example:
        >>> marks = np.array([[[1, -1, -1]], [[-1, 1, -1]]])
        >>> analyses = sapper.analyse_many(marks, mines=1)
        >>> analyses.mine_probability
        array([[[nan, 1. , 0. ]],
        <BLANKLINE>
               [[0.5, nan, 0.5]]])
        >>> [analysis.safe for analysis in analyses]
        [[(0, 2)], []]
    """
    from sapper._support.parallel import thread_count  # slow to import, and one position needs no threads

    first_rules = as_rules(rules)
    positions = list_of(positions, topology)
    position_list = positions_of(positions, mines, topology)
    if position_list is not None:
        topology = common_topology(position_list, topology)
        positions = np.array([each.marks for each in position_list])
        mines = common_mines(position_list, has_counts=mines_left is None)
    array = as_array(cast("ArrayLike", positions))
    if array.ndim < 2:
        raise PositionError(
            f"`positions` must be a list of sapper.Position, or an array of shape (n, ...), not {array.shape}"
        )
    board = as_topology(topology, array.shape[1:])
    if array.shape[1:] != board.shape:
        raise PositionError(f"marks of shape {array.shape[1:]} do not fit a board of shape {board.shape}")
    marks, wrong = narrow(array.copy())  # another thread may change the array while the engine counts
    if wrong is not None:
        number, index = divmod(wrong, board.size)
        raise position_error(number, f"{array.flat[wrong]} is not a mark", index, board)
    counts, prior = counts_and_prior(mines, mines_left, marks.reshape(len(array), board.size), board)
    values = None if memory is None else values_in(memory)
    mine_probability, verdicts = np.empty(marks.size), np.empty(marks.size, np.uint8)
    workers = min(thread_count(threads), -(-len(array) // _POSITIONS_A_THREAD) or 1)
    try:
        with EngineCall("the analysis", time_limit, memory):
            result = _engine.analyse_batch(
                board._engine,
                marks.ravel(),
                counts,
                None if prior is None else for_engine(prior),
                trust_flags,
                mine_probability,
                verdicts,
                workers,
                time_limit,
                values,
                cancel,
                memory is None,
            )
    except TypeError:
        check_common_arguments(cancel=cancel, trust_flags=trust_flags)
        raise
    except _engine.PositionError:
        raise first_error(marks, counts, board) from None
    cells = (len(array), board.size)
    mine_probability.flags.writeable = verdicts.flags.writeable = False
    columns = Columns(
        marks.reshape(cells),
        counts,
        result.possible,
        mine_probability.reshape(cells),
        result.error.reshape(len(array), board.size if result.error.size else 0),
        verdicts.reshape(cells),
        result.log_configurations,
        result.log_configurations_error,
        result.exact,
        result.safest,
        result.safest_risk,
    )
    return Analyses(board, columns, trust_flags, first_rules, prior)
