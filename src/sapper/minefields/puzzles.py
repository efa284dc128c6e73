"""Puzzles: positions with exactly one solution, to be solved by thought alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

import numpy as np

from sapper import _engine
from sapper._support import checks
from sapper._support.engine_call import EngineCall, check_common_arguments, limit_time, limits_left
from sapper.board.board import BoardLike, as_board
from sapper.board.game_arguments import new_seed
from sapper.board.json_form import board_object, cell_value
from sapper.board.marks import FLAG, HIDDEN
from sapper.board.mine_prior import UNKNOWN
from sapper.board.minefield import Minefield
from sapper.board.position import Position, as_position
from sapper.cells import CellT_co, GridT
from sapper.errors import ArgumentError, ContradictionError, GameError, GenerationError
from sapper.hints.hints import RULES
from sapper.inference.analysing import analyse
from sapper.minefields.generation import terms_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from sapper.board.game import Game
    from sapper.board.mine_prior import MinePrior
    from sapper.board.topology import Topology, TopologyName
    from sapper.inference.analysis import Cancel


@dataclass(frozen=True, slots=True)
class Puzzle(Generic[CellT_co]):
    """A position with exactly one solution. Made by `make_puzzle`. Immutable, picklable.

    Attributes:
        position: The numbers that are given. All other cells are hidden, those with a mine and some without.
        minefield: The solution.
        hardest: The hardest rule that a solver needs, one of `sapper.types.RULES`.
        steps: The number of deductions that solve it, each the easiest that finds anything new.
        seed: The seed.
        number: The number of its minefield.
    """

    position: Position[CellT_co]
    minefield: Minefield[CellT_co]
    hardest: str
    steps: int
    seed: int
    number: int

    @property
    def numbers(self) -> int:
        """How many numbers are given."""
        return int(np.count_nonzero(self.position.marks != HIDDEN))

    def _repr_svg_(self) -> str | None:
        """The picture for notebooks: the puzzle without its solution; None if the board cannot be drawn."""
        return self.position._repr_svg_()

    @property
    def solution(self) -> Position[CellT_co]:
        """The solved puzzle: all numbers, and a flag on every mine."""
        marks = np.where(self.minefield.mined, FLAG, _all_numbers(self.minefield)).astype(np.int16)
        return Position(marks, self.position.mines, self.position.topology)

    def to_dict(self) -> dict[str, Any]:
        """The puzzle as plain values, for JSON, as `sapper puzzle --json` prints it."""
        return {
            "board": board_object(self.position),
            "marks": self.position.marks.tolist(),
            "mined": [cell_value(cell) for cell in self.minefield.cells()],
            "hardest": self.hardest,
            "steps": self.steps,
            "seed": self.seed,
            "number": self.number,
        }


def make_puzzle(
    board: BoardLike[GridT] = "beginner",
    *,
    hardest: str = "counting",
    mine_count: bool = True,
    numbers: int | None = None,
    seed: int | None = None,
    number: int = 0,
    time_limit: float | None = 60.0,
    cancel: Cancel | None = None,
) -> Puzzle[GridT]:
    """Makes a puzzle: some numbers, nothing to click, and exactly one solution.

    All numbers of a minefield are given at first. Then one after the other is taken away, in random order,
    as long as the rest proves every hidden cell by the rules that are allowed. The same seed makes the same
    puzzle on every machine.

    Args:
        board: A level's name, a `Board`, or rows, columns and mines, as in `(16, 30, 99)`.
        hardest: The hardest rule that the solver may need, as in `generate`.
        mine_count: Whether the solver may use the number of mines. If not, the numbers alone decide.
        numbers: How many numbers to leave at least. By default none is left that can be spared.
        seed: Decides the puzzle, together with `number`: 0 to 2^64 - 1. None draws a random seed.
        number: The number of the first minefield to try, 0 to 2^64 - 1. For the next puzzle of a seed, give
            that of the last one plus 1.
        time_limit: Seconds after which the search stops with an error. None for no limit.
        cancel: Stops the search if it is set from another thread.

    Returns:
        The puzzle. A board of 16 x 16 takes less than half a second.

    Raises:
        BoardError: The board is impossible.
        GameError: There is no rule `hardest`, or no cell would be safe.
        ArgumentError: Another argument is invalid.
        GenerationError: None of 1,000 minefields can be proved by these rules, even with all its numbers.
        BudgetError: It took longer than the time limit.
        CancelledError: `cancel` was set.

    Example:
        >>> puzzle = sapper.make_puzzle((5, 5, 6), hardest="subset", seed=1)
        >>> sapper.count_solutions(puzzle.position)
        1
        >>> puzzle.hardest
        'subset'
    """
    board = as_board(board)
    least = 0 if numbers is None else checks.whole("numbers", numbers, 0)
    if least > board.topology.size - board.mines:
        raise ArgumentError(f"`numbers` is {least}, but {board} has only {board.topology.size - board.mines}")
    seed = new_seed() if seed is None else checks.whole("seed", seed, 0, 2**64 - 1)
    first = checks.whole("number", number, 0, 2**64 - 1)
    terms = terms_of(hardest, mine_count)
    arguments = (board.topology._engine, board.mines, terms, least, seed, first)
    check_common_arguments(cancel=cancel)
    try:
        with EngineCall("making the puzzle", time_limit):
            puzzle = _engine.make_puzzle(*arguments, time_limit, cancel)
    except _engine.GameError as error:
        raise GameError(error.args[0]) from None
    if puzzle is not None:
        shape = board.topology.shape
        position = Position(puzzle.marks.reshape(shape), board.mines if mine_count else None, board.topology)
        minefield = Minefield(puzzle.mined.reshape(shape) != 0, board.topology)
        return Puzzle(position, minefield, RULES[puzzle.hardest], puzzle.steps, seed, puzzle.game)
    raise GenerationError(_engine.no_puzzle_text(terms))


def count_solutions(
    position: Game[CellT_co] | Position[CellT_co] | str | ArrayLike,
    mines: int | MinePrior | None = None,
    *,
    mines_left: int | None = None,
    topology: Topology[CellT_co] | TopologyName | None = None,
    trust_flags: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> int:
    r"""The number of solutions of a puzzle: the minefields that fit its numbers. Exact.

    Args:
        position: The puzzle: a position, a text or marks, as in `analyse`.
        mines: The number of mines, if `position` does not have it and the puzzle has one. Without it,
            minefields with any number of mines count.
        mines_left: What the mine counter shows, in place of `mines`: flags and exploded mines are added.
        topology: As in `Position`, for texts and arrays.
        trust_flags: Whether flagged cells count as mines. By default flags are only opinions.
        time_limit: Seconds after which counting stops with an error.
        cancel: Stops counting if it is set from another thread.

    Returns:
        The number; 0 if nothing fits. Numbers above that of their neighbours are an error, as in `analyse`.

    Raises:
        SapperError: As in `analyse`.

    Example:
        >>> sapper.count_solutions("1?1\n?2?\n1?1")
        2
    """
    source = as_position(position, mines, topology, mines_left)
    is_open = source.mines is None and source.mine_prior is None
    with limit_time("counting the solutions", time_limit, cancel):
        seconds, stop = limits_left()
        try:
            analysis = analyse(
                source,
                UNKNOWN if is_open else None,
                trust_flags=trust_flags,
                time_limit=seconds,
                cancel=stop,
            )
        except ContradictionError:
            return 0
        seconds, stop = limits_left()
        return analysis.count_configurations(time_limit=seconds, cancel=stop)


def _all_numbers(minefield: Minefield[Any]) -> NDArray[np.int16]:
    """The marks of the board when all cells without a mine are open."""
    topology, is_mine = minefield.topology, minefield.mined
    marks = np.full(topology.shape, HIDDEN, np.int16)
    for index, cell in enumerate(topology):
        if not is_mine.flat[index]:
            marks.flat[index] = sum(bool(is_mine[near]) for near in topology.neighbours(cell))
    return marks
