"""Parts of strategies written in Python, and their adapter for the engine.

A part is a function, an object that can be called, or an object of a subclass of `Strategy`. An object may
have the methods `begin` and `observe`; see `Strategy`.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import numpy as np

from sapper._support.words import brief
from sapper.board.board import Board
from sapper.board.game import Action, ActionKind
from sapper.board.marks import EXPLODED, FLAG, SAFE, is_hidden
from sapper.board.mine_prior import mines_missing
from sapper.board.position import Position
from sapper.cells import CellT_co
from sapper.errors import BudgetError, CancelledError, CellError, StrategyError
from sapper.strategy.choice import Beliefs, Choice, check_beliefs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper import _engine
    from sapper.board.rules import Rules
    from sapper.board.topology import Topology
    from sapper.cells import Cell

_PACKAGE: Final = str(Path(__file__).parents[1])


class WholeStrategy(Protocol):
    """A strategy written in Python. It chooses every cell to open, from the first to the last."""

    def __call__(self, position: Position, /) -> Cell | Iterable[Cell] | Choice:
        """Returns the hidden cell to open, or several, or a `Choice`."""


class InferenceRule(Protocol):
    """An inference rule written in Python, to combine with a policy."""

    def __call__(self, position: Position, /) -> tuple[Iterable[Cell], Iterable[Cell]]:
        """Returns the hidden cells that are certainly safe, and those that are certainly mines."""


class Policy(Protocol):
    """A policy written in Python, to combine with an inference level. It chooses the guess."""

    def __call__(self, position: Position, risks: NDArray[np.float64], /) -> Cell:
        """Returns the hidden cell to guess.

        Args:
            position: What the player sees.
            risks: float64 of the board's shape. The levels `exact` and `sampled` give the mine probability of
                every hidden cell. The other levels give 1.0 for known mines. All other cells are nan.
        """


class BoardWithoutCount(Board[CellT_co]):
    """The board of a position without a mine count, for strategies in Python.

    Raises:
        PositionError: The strategy reads `mines`.
    """

    __slots__ = ()

    def __init__(self, topology: Topology[CellT_co]) -> None:
        object.__setattr__(self, "topology", topology)

    @property
    def mines(self) -> int:
        """Raises PositionError."""
        raise mines_missing(self.topology.shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoardWithoutCount) and self.topology == other.topology

    def __hash__(self) -> int:
        return hash(self.topology)

    def __repr__(self) -> str:
        return f"<Board on {self.topology!r}, mines unknown>"

    def __reduce__(self) -> tuple[Any, ...]:
        return BoardWithoutCount, (self.topology,)


class PythonPlayer:
    """A part written in Python, as a player of the engine calls it.

    Each game has a deep copy of the part. Functions are not copied.
    """

    def __init__(self, part: Any, board: Board, rules: Rules, *, observes: bool, believes: bool) -> None:
        """Keeps the part, which each game copies.

        `observes` and `believes` say which of these methods it has. Without a method `choose`, the part
        itself is called.
        """
        self._original = self._part = part
        self.observes, self.believes = observes, believes
        self._board, self._rules = board, rules
        self._name = name_of(part)
        self._game = ""

    def begin(self, seed: int, game: int, word: int, memo: dict[int, Any]) -> None:
        """Begins a game. The parts of a strategy share `memo`, so an object in two of them is copied once."""
        self._game = f"game {game} of seed {seed}"
        self._part = copy_of(self._original, memo)
        if callable(begin := getattr(self._part, "begin", None)):
            self._call(begin, "begin", self._board, self._rules, word)

    def observe(self, action: Action | None, cells: dict[Cell, int]) -> None:
        """Tells the part what an action showed."""
        self._call(self._part.observe, "observe", action, dict(cells))

    def choose(self, position: _engine.Position) -> tuple[list[int], list[int], float, float]:
        """The cells to open, the cells to flag, the risk and the chance to win; nan for None."""
        view = self._view(position)
        method = getattr(self._part, "choose", None)
        answer = self._call(self._part if method is None else method, "choose" if method else "", view)
        choice = answer if isinstance(answer, Choice) else Choice(answer)
        cells = self._cells(choice.cells, view)
        flags = [cell for cell in self._cells(choice.flags, view) if view.marks.flat[cell] != FLAG]
        if both := set(cells).intersection(flags):
            where = self._board.topology.describe(self._board.topology.cell(min(both)))
            raise self._wrong(f"wants to open and to flag {where}")
        if not cells and not flags:
            raise self._wrong(f"returned {brief(answer)}: it has nothing to open, and no new flag to set")
        return cells, flags, self._chance("risk", choice), self._chance("win_probability", choice)

    def believe(self, position: Position) -> Beliefs:
        """The beliefs of the part, checked. The part must have begun a game in the position."""
        answer = self._call(self._part.beliefs, "beliefs", position)
        try:
            return check_beliefs(answer, position)
        except ValueError as error:
            raise self._wrong(str(error), "beliefs") from None

    def conclude(self, position: _engine.Position) -> tuple[list[int], list[int]]:
        """The safe cells and the mines of an inference rule."""
        view = self._view(position)
        answer = self._call(self._part, "", view)
        try:
            safe_cells, mine_cells = (list(dict.fromkeys(cells)) for cells in answer)
        except (TypeError, ValueError):
            what = "not two collections of cells, the safe ones and the mines"
            raise self._wrong(f"returned {brief(answer)}: {what}") from None
        safe = [self._hidden(cell, view) for cell in safe_cells]
        mines = [self._hidden(cell, view) for cell in mine_cells]
        if both := set(safe) & set(mines):
            where = self._board.topology.describe(self._board.topology.cell(min(both)))
            raise self._wrong(f"calls {where} both safe and a mine")
        return safe, mines

    def pick(self, position: _engine.Position, risks: Sequence[float]) -> int:
        """The guess of a policy."""
        view = self._view(position)
        array = np.array(risks).reshape(self._board.topology.shape)
        return self._hidden(self._call(self._part, "", view, array), view)

    def _view(self, position: _engine.Position) -> Position:
        """What the part sees. Without a mine count it does not see the one that the engine was given."""
        if isinstance(self._board, BoardWithoutCount):
            return Position(position.marks.reshape(self._board.topology.shape), None, self._board.topology)
        return Position._of(position, self._board)

    def _hidden(self, cell: Any, position: Position) -> int:
        """The index of a cell that the part returned. Raises StrategyError if the cell is not hidden."""
        try:
            return hidden_cell(self._name, cell, position)
        except StrategyError as error:
            raise StrategyError(f"{error}{self._where()}", error.cell) from None

    def _cells(self, answer: Any, position: Position) -> list[int]:
        """The indices of a cell or several cells."""
        several = _several(answer, position.topology.kind == "graph")
        return list(dict.fromkeys(self._hidden(cell, position) for cell in several))

    def _chance(self, name: str, choice: Choice) -> float:
        value = getattr(choice, name)
        if value is None:
            return math.nan
        try:
            chance = math.nan if isinstance(value, bool | str) else float(value)
        except (TypeError, ValueError):
            chance = math.nan
        if not 0 <= chance <= 1:
            raise self._wrong(f"returned a choice whose {name} is {brief(value)}, not a number from 0 to 1")
        return chance

    def _call(self, function: Callable[..., Any], method: str, *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except (BudgetError, CancelledError) as error:  # it took too long, or nobody waits for it any more
            raise type(error)(f"the strategy {self._name!r}: {error}") from error
        except Exception as error:
            text = f"raised {type(error).__name__}: {error}".removesuffix(": ")
            place = [f"in {method}"] if method else []
            place += [*_line_of(error.__traceback__), self._game]
            message = f"the strategy {self._name!r} {text} ({', '.join(filter(None, place))})"
            raise StrategyError(message) from error

    def _wrong(self, text: str, method: str = "choose") -> StrategyError:
        """The error about what the part returned."""
        return StrategyError(f"the strategy {self._name!r} {text}{self._where(method)}")

    def _where(self, method: str = "choose") -> str:
        """The code of the part that returned something wrong, and the game."""
        function = getattr(self._part, method, self._part)
        code = getattr(getattr(function, "__func__", function), "__code__", None)
        if code is None:  # an object that can be called
            code = getattr(type(function).__call__, "__code__", None)
        place = [] if code is None else [_place(code.co_filename, code.co_firstlineno)]
        return f" ({', '.join(filter(None, [*place, self._game]))})"


def listen(player: _engine.Player, parts: Sequence[PythonPlayer]) -> _engine.Player:
    """Makes a player report its games to these parts. Returns the player."""

    def begin(seed: int, game: int, word: int) -> None:
        memo: dict[int, Any] = {}
        for part in parts:
            part.begin(seed, game, word, memo)

    def observe(action: _engine.Action | None, cells: Sequence[int], marks: Sequence[int]) -> None:
        name = listening[0]._board.topology.cell
        act = None if action is None else Action(cast("ActionKind", action.kind.name), name(action.cell))
        new_marks = dict(zip(map(name, cells), marks, strict=True))
        for part in listening:
            part.observe(act, new_marks)

    listening = [part for part in parts if part.observes]
    player.tell(begin, observe if listening else None)
    return player


def copy_of(part: Any, memo: dict[int, Any] | None = None) -> Any:
    """A deep copy of a part. Raises StrategyError if it cannot be copied."""
    try:
        return copy.deepcopy(part, memo)
    except Exception as error:
        raise StrategyError(
            f"each game plays with a copy of {name_of(part)}, and it cannot be copied "
            f"({type(error).__name__}: {error}): create in begin() what cannot be copied, or define "
            "__deepcopy__"
        ) from error


def object_of(kind: type[Any]) -> Any:
    """Calls a class without arguments. Raises StrategyError if it raises."""
    try:
        return kind()
    except StrategyError:
        raise
    except Exception as error:
        raise StrategyError(
            f"{kind.__name__}() raised {type(error).__name__}: {error}. Give an object if the class needs "
            "arguments"
        ) from error


def name_of(part: Any) -> str:
    """The name of a part: its own, or that of its class."""
    if isinstance(part, str):
        return part
    own = getattr(part, "name", None)  # of a class of the user's
    if not isinstance(own, str) or not own.strip() or len(own.splitlines()) > 1:
        own = getattr(part, "__name__", None)
    return own if isinstance(own, str) else type(part).__name__


def hidden_cell(name: str, cell: Any, position: Position) -> int:
    """The index of a cell that a part of this name chose. Raises StrategyError if the cell is not hidden."""
    try:
        index = position.topology.index(cell)
    except CellError as error:
        raise StrategyError(f"the strategy {name!r} returned {brief(cell)}: {error}") from None
    mark = int(position.marks.flat[index])
    if not is_hidden(mark):
        where = position.topology.describe(position.topology.cell(index))
        states = {EXPLODED: "is an exploded mine", SAFE: "counts as open, without a number"}
        state = states.get(mark, f"is open already and shows {mark}")
        raise StrategyError(f"the strategy {name!r} returned {where}, which {state}", cell)
    return index


def _several(answer: Any, is_graph: bool) -> list[Any]:
    """The cells in an answer: the answer itself, unless it is a collection of what may be cells."""
    if isinstance(answer, str | bytes) or not isinstance(answer, Iterable):
        return [answer]
    cells = list(answer)
    if any(isinstance(cell, Iterable) == is_graph for cell in cells):
        return [tuple(cells) if isinstance(answer, Iterator) else answer]
    return cells


def _line_of(trace: TracebackType | None) -> list[str]:
    """Where in the file of the part an error was raised: the last line of that file in the traceback."""
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith(_PACKAGE):
        trace = trace.tb_next
    if trace is None:
        return []  # the call itself failed
    file, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return [_place(file, line)]


def _place(file: str, line: int) -> str:
    return f"line {line} of {Path(file).name}"
