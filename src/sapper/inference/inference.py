"""Exact inference on a changing position: reveal cells, ask, undo."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, overload

import numpy as np

from sapper import _engine
from sapper._support.checks import integer
from sapper._support.engine_call import EngineCall, check_common_arguments, values_in
from sapper._support.words import brief, brief_contents, quantity
from sapper.board.board import Board
from sapper.board.game import Game
from sapper.board.marks import EXPLODED, FLAG, HIDDEN, QUESTION, is_hidden
from sapper.board.marks import SAFE as SAFE_MARK
from sapper.board.position import Position, as_position_with_mines, hidden_position
from sapper.cells import CellT_co, GridT
from sapper.errors import ContradictionError, GameError, PositionError
from sapper.inference.analysis import MINE, SAFE

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from sapper.board.topology import Topology, TopologyName
    from sapper.cells import Cell

_Answer = TypeVar("_Answer")
_WORDS: Final = {EXPLODED: "an exploded mine", SAFE_MARK: "that it is safe"}
"""What an open cell without a number shows."""


class Inference(Generic[CellT_co]):
    """What is known about one position as it changes.

    Revealing a cell takes microseconds on boards of usual size, because only the components that it touches
    are counted again. Every answer equals that of `analyse` for the current position to the last bit.

    Threads may share an inference: each call locks it while the others wait. A call inside another call, for
    example from a signal handler, raises InUseError.

    A copy or a pickle has the current position. It has none of the positions that `push` saved.

    Example:
        >>> inference = sapper.Inference(sapper.Board.square(2, 3, mines=1))
        >>> inference.reveal((0, 0), 1)
        >>> inference.safe
        [(0, 2), (1, 2)]
        >>> inference.push()
        >>> inference.reveal((0, 2), 0)
        >>> inference.pop()
        >>> inference.mine_probability
        array([[       nan, 0.33333333, 0.        ],
               [0.33333333, 0.33333333, 0.        ]])
    """

    @overload
    def __init__(
        self: Inference[tuple[int, int]],
        position: Sequence[Sequence[int]] | np.ndarray[tuple[int, int], np.dtype[Any]],
        mines: int | None = None,
        *,
        mines_left: int | None = None,
        topology: TopologyName | None = None,
        trust_flags: bool = False,
        memory: int | None = None,
    ) -> None: ...

    @overload
    def __init__(
        self: Inference[GridT],
        position: Board[GridT] | Game[GridT] | Position[GridT] | str | ArrayLike,
        mines: int | None = None,
        *,
        mines_left: int | None = None,
        topology: Topology[GridT] | TopologyName | None = None,
        trust_flags: bool = False,
        memory: int | None = None,
    ) -> None: ...

    def __init__(
        self: Inference[Any],
        position: Board[Any] | Game[Any] | Position[Any] | str | ArrayLike,
        mines: int | None = None,
        *,
        mines_left: int | None = None,
        topology: Topology[Any] | TopologyName | None = None,
        trust_flags: bool = False,
        memory: int | None = None,
    ) -> None:
        """Starts from a position, or from a board whose cells are all hidden.

        Args:
            position: A position, a game, a text, or marks, as in `analyse`; or a `Board`.
            mines: The number of mines on the whole board, if `position` does not have it.
            mines_left: What the mine counter shows, in place of `mines`: flags and exploded mines are added.
            topology: As in `Position`, for texts and arrays.
            trust_flags: Whether the position's flags count as mines.
            memory: The approximate limit of the memory in bytes that counting may take, as in `analyse`. A
                question that needs more raises BudgetError.

        Raises:
            PositionError: The position is malformed, its mine count is missing, or `mines` or `topology`
                disagrees with it.
            FormatError: The text cannot be read.
            ArgumentError: `trust_flags` or `memory` is invalid.
        """
        check_common_arguments(trust_flags=trust_flags)
        if isinstance(position, Board):
            position = hidden_position(position)
        values = None if memory is None else values_in(memory)
        start = as_position_with_mines(position, mines, topology, mines_left)
        self._lock = RLock()
        self._trust_flags = trust_flags
        self._memory = memory
        self.board: Board[CellT_co] = start.board
        self._last_board = self.board  # the board of the last game, so that equal boards are compared once
        topology = self.board.topology
        self._engine = _engine.Inference(
            topology._engine, self.board.mines, None, values, None, memory is None
        )
        self._marks = start.marks.flatten()
        self._undo: list[list[tuple[int, int]]] = []
        self._engine.load(start._engine, trust_flags)

    @property
    def position(self) -> Position[CellT_co]:
        """The current position. Takes time linear in the number of cells."""
        with self._lock:
            marks = self._marks.reshape(self.board.topology.shape)
            return Position(marks, self.board.mines, self.board.topology)

    @property
    def depth(self) -> int:
        """The number of times that `pop` can be called."""
        return len(self._undo)

    def reveal(self, cell: Cell, number: int) -> None:
        """Reveals the number of a hidden cell, or of a safe one without a number. -6 makes it such a cell.

        Raises:
            CellError: There is no such cell.
            PositionError: The cell shows a number or a mine already, or it cannot show this number.
            ContradictionError: The position was contradictory before.
        """
        degree = len(self.board.topology.neighbours(cell))
        value = integer("number", number, PositionError)
        with self._lock:
            index = self.board.topology.index(cell)
            if self._marks[index] != SAFE_MARK:
                self._hidden(cell)
            if value != SAFE_MARK and not 0 <= value <= degree:
                where, around = self.board.topology.describe(cell), quantity(degree, "neighbour")
                raise PositionError(f"{where}: a cell with {around} cannot show {brief(value)}", cell)
            self._reveal(index, value)

    def explode(self, cell: Cell) -> None:
        """Reveals that a hidden cell is a mine that exploded, in games that continue after a mine.

        Raises:
            CellError: There is no such cell.
            PositionError: The cell is not hidden.
            ContradictionError: The position was contradictory before.
        """
        with self._lock:
            self._reveal(self._hidden(cell), EXPLODED)

    def follow(self, game: Game) -> None:
        """Reveals what the last action of a game showed: numbers and exploded mines, not flags.

        Call it after every action of a game on the same board; it does not see earlier actions. The cost
        depends on the cells that changed. It skips cells that it knows already.

        Raises:
            GameError: `game` is not a Game.
            PositionError: The game is on another board, or a cell shows another mark in it than here.
            ContradictionError: The position was contradictory before.
        """
        if not isinstance(game, Game):
            raise GameError(f"an inference follows a sapper.Game, not {brief_contents(game)}")
        if game.board is not self._last_board:
            if game.board != self.board:
                raise PositionError(
                    f"this inference is on {self.board!r} and cannot follow a game on {game.board!r}"
                )
            self._last_board = game.board
        engine_game = game._engine
        with self._lock:
            visible = [(index, engine_game.mark(index)) for index in engine_game.changed]
            new = [(index, mark) for index, mark in visible if mark >= 0 or mark == EXPLODED]
            for index, mark in new:
                self._check_agrees(index, mark)
            for index, mark in new:
                if self._marks[index] != mark:
                    self._reveal(index, mark)

    def push(self) -> None:
        """Saves the current position for `pop`.

        Raises:
            ContradictionError: No minefield fits the position.
        """
        with self._lock:
            try:
                with EngineCall("the count", memory=self._memory):
                    self._engine.push()
            except ValueError:
                raise _contradiction() from None
            self._undo.append([])

    def pop(self) -> None:
        """Undoes everything since the last `push`.

        Raises:
            PositionError: There was no `push`.
        """
        with self._lock:
            if not self._undo:
                raise PositionError("there is nothing to undo: each pop() needs a push() before it")
            self._engine.pop()
            for index, mark in reversed(self._undo.pop()):
                self._marks[index] = mark

    def is_possible(self) -> bool:
        """Whether any minefield fits the position. If none does, other questions raise ContradictionError."""
        with self._lock, EngineCall("the count", memory=self._memory):
            return self._engine.possible()

    @property
    def mine_probability(self) -> NDArray[np.float64]:
        """As in `Analysis`: float64 of the board's shape, nan for revealed cells. A new array each time."""
        return self._ask(self._engine.mine_probability).reshape(self.board.topology.shape)

    @property
    def mine_probability_error(self) -> NDArray[np.float64]:
        """As in `Analysis`: float64 of the board's shape, nan for revealed cells. A new array each time."""
        return self._ask(self._engine.error).reshape(self.board.topology.shape)

    @property
    def exact(self) -> bool:
        """As in `Analysis`: whether the probabilities are exact and not estimates."""
        return self._ask(self._engine.exact)

    @property
    def safe(self) -> list[CellT_co]:
        """The hidden cells that hold no mine in any configuration, in row-major order."""
        return self._cells(SAFE)

    @property
    def mines(self) -> list[CellT_co]:
        """The hidden cells that hold a mine in every configuration, in row-major order."""
        return self._cells(MINE)

    @property
    def safest(self) -> CellT_co | None:
        """A hidden cell of least mine probability; None if no cell can be safe.

        It is cheaper than a search in `mine_probability`: its cost depends on the frontier, not on the board.
        Among certainly safe cells it returns the one that is cheapest to find.
        """
        guess = self._ask(self._engine.safest)
        return None if guess is None else self.board.topology.cell(guess[0])

    @property
    def safest_risk(self) -> float:
        """The mine probability of `safest`, at the same cost; nan if that is None."""
        guess = self._ask(self._engine.safest)
        return math.nan if guess is None else guess[1]

    def outcomes(self, cell: Cell) -> dict[int, float]:
        """The probability of each number that a hidden cell can show.

        The probabilities add up to 1 minus the mine probability. A call costs a few times as much as
        revealing the cell once. That is much less than revealing it once for every number.

        Returns:
            The numbers that the cell can show, ascending, with their probabilities; empty for a certain mine.

        Raises:
            CellError: There is no such cell.
            PositionError: The cell is not hidden.
            ContradictionError: No minefield fits the position.
            BudgetError: The probabilities are estimates (see `exact`).
        """
        with self._lock:
            index = self._hidden(cell)
            chances = self._ask(self._engine.outcomes, index)
        return {number: chance for number, chance in enumerate(chances) if chance > 0}

    @property
    def log_configurations(self) -> float:
        """The natural logarithm of the number of configurations."""
        return self._ask(self._engine.log_configurations)

    @property
    def log_configurations_error(self) -> float:
        """The error of `log_configurations`, as in `Analysis`; 0 if `exact`."""
        return self._ask(self._engine.log_configurations_error)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Inference, trust_flags=self._trust_flags, memory=self._memory), (self.position,)

    def __repr__(self) -> str:
        numbers = int(np.count_nonzero(self._marks >= 0))
        return f"<Inference on {self.board!r}: {quantity(numbers, 'number')} known, depth {self.depth}>"

    def _hidden(self, cell: Cell) -> int:
        index = self.board.topology.index(cell)
        mark = int(self._marks[index])
        if not is_hidden(mark):
            raise PositionError(f"{self.board.topology.describe(cell)} is not hidden", cell)
        return index

    def _check_agrees(self, index: int, mark: int) -> None:
        """Raises PositionError if the cell already shows another mark."""
        before = int(self._marks[index])
        if before in (HIDDEN, FLAG, QUESTION, mark) or (before == SAFE_MARK and mark >= 0):
            return
        cell: Any = self.board.topology.cell(index)
        where, words = self.board.topology.describe(cell), _WORDS
        raise PositionError(
            f"{where} shows {words.get(before, before)} here, but {words.get(mark, mark)} in the game",
            cell,
        )

    def _reveal(self, index: int, mark: int) -> None:
        """Reveals a mark, while the caller holds the lock."""
        try:
            if mark == EXPLODED:
                self._engine.explode(index)
            elif mark == SAFE_MARK:
                self._engine.open(index)
            else:
                self._engine.reveal(index, mark)
        except ValueError:
            raise _contradiction() from None
        if self._undo:
            self._undo[-1].append((index, int(self._marks[index])))
        self._marks[index] = mark

    def _ask(self, question: Callable[..., _Answer], *arguments: int) -> _Answer:
        """Asks the engine while holding the lock."""
        try:
            with self._lock, EngineCall("the count", memory=self._memory):
                return question(*arguments)
        except ValueError:
            raise _contradiction() from None

    def _cells(self, verdict: int) -> list[CellT_co]:
        verdicts = self._ask(self._engine.verdicts)
        topology = self.board.topology
        return [topology.cell(int(index)) for index in np.flatnonzero(verdicts == verdict)]


def _contradiction() -> ContradictionError:
    return ContradictionError("no minefield fits the position; `analyse(inference.position)` says why")
