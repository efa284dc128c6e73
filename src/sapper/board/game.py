"""A game of Minesweeper: its actions, its state and its history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, cast, get_args, overload

import numpy as np

from sapper import _engine
from sapper._support import notebook_text
from sapper._support.checks import whole
from sapper._support.words import brief, quantity, unknown
from sapper.board.arrays import depth_of
from sapper.board.board import BoardLike, OnBoard, SquareBoardLike, as_board
from sapper.board.game_arguments import grid_of, is_list, new_seed
from sapper.board.position import Position
from sapper.board.rules import Rules, RulesLike, as_rules
from sapper.board.topology import Topology
from sapper.cells import Cell, CellT_co, GridT
from sapper.errors import CellError, GameError

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

ActionKind = Literal["open", "flag", "chord"]
"""What a player can do to a cell."""

Status = Literal["playing", "won", "lost", "drawn"]
"""The state of a game. `"drawn"` is the end of a game that would be won if no mine had exploded."""

_KINDS = {kind: _engine.ActionKind[kind] for kind in get_args(ActionKind)}


class Action(NamedTuple, Generic[CellT_co]):
    """One action of a player, and its cell."""

    kind: ActionKind
    cell: CellT_co


class Game(OnBoard[CellT_co]):
    """A minefield, the player's view of it, the rules, and the history of actions.

    Actions change the game in place. Two games are equal if their boards, rules, origins (seed and number, or
    given mines) and histories are equal. The hash uses only the parts that never change. Games can be copied
    and pickled; an unpickled game replays its history.

    Threads may share a game: every call is atomic. While a strategy computes its move, a call that would
    change the game raises InUseError. While the mines of a very large board are drawn, every call does.

    Example:
        >>> game = sapper.Game("beginner", seed=1)
        >>> game.open(4, 4)
        53
        >>> game.status, game.mines_left, game.safe_left
        ('playing', 10, 18)
        >>> print(game)
        .101.1000
        110111011
        00000001.
        000000011
        000000000
        111112110
        .......21
        .........
        .........
    """

    __slots__ = ("_engine", "_number", "_rules", "_seed", "_seedless")

    @overload
    def __init__(
        self: Game[tuple[int, int]],
        board: SquareBoardLike = "expert",
        rules: RulesLike | None = None,
        *,
        seed: int | None = None,
        number: int = 0,
        minefield: NDArray[np.bool_] | None = None,
        history: Iterable[tuple[ActionKind, Cell]] = (),
    ) -> None: ...

    @overload
    def __init__(
        self: Game[GridT],
        board: BoardLike[GridT],
        rules: RulesLike | None = None,
        *,
        seed: int | None = None,
        number: int = 0,
        minefield: NDArray[np.bool_] | None = None,
        history: Iterable[tuple[ActionKind, Cell]] = (),
    ) -> None: ...

    def __init__(
        self: Game[Any],
        board: BoardLike[Any] = "expert",
        rules: RulesLike | None = None,
        *,
        seed: int | None = None,
        number: int = 0,
        minefield: NDArray[np.bool_] | None = None,
        history: Iterable[tuple[ActionKind, Cell]] = (),
    ) -> None:
        """Starts a game and plays a history. The minefield is drawn when the first cell is opened.

        `Minefield.game` starts a game on given mines.

        Args:
            board: A level's name, a `Board`, or rows, columns and mines, as in `(16, 30, 99)`.
            rules: The rules, or the name of their first click; by default `Rules()`.
            seed: Decides the minefield, together with `number`: 0 to 2^64 - 1. The minefield is the same on
                every machine. It is also the same whatever cell is opened first, except for mines that must
                move away from that cell. None draws a random seed; `.seed` returns it.
            number: The number of the game among those of the seed: 0 to 2^64 - 1.
            minefield: Where the mines are, bool of the topology's shape, instead of a seed.
            history: Actions to play first.

        Raises:
            BoardError: There is no such level, or the board is impossible.
            GameError: No cell would be safe, `rules` or `minefield` is invalid, or the history has an action
                that the game does not allow.
            CellError: The history has a cell that is not on the board.
            ArgumentError: `seed` or `number` is invalid.
        """
        self._board = as_board(board)
        self._rules = as_rules(rules)
        self._seed = whole("seed", new_seed() if seed is None else seed)
        self._number = whole("number", number)
        self._seedless = minefield is not None  # the mines are given
        try:
            self._engine = self._engine_game(minefield)
        except _engine.GameError as error:
            raise GameError(error.args[0]) from None
        for step in _steps(history):
            self.act(*step)

    def open(self, *cell: Any) -> int:
        """Opens a cell. From a zero it also opens the cells around it, and so on.

        Opening a flagged or an open cell does nothing. A question mark does not protect a cell.

        Args:
            cell: The cell, as in `open(3, 5)`, `open((3, 5))`, or on a graph `open(7)`.

        Returns:
            The number of cells that changed.

        Raises:
            GameError: The game is over.
            CellError: There is no such cell.
        """
        return self.act("open", _one_cell(self.topology, cell))

    def flag(self, *cell: Any) -> int:
        """Sets or removes the flag of a hidden cell.

        If the rules have question marks, a flag becomes a question mark before it is removed. Arguments,
        result and errors are those of `open`.
        """
        return self.act("flag", _one_cell(self.topology, cell))

    def chord(self, *cell: Any) -> int:
        """Opens the hidden cells around a number if the flags and exploded mines around it add up to it.

        All these cells open at once, so a wrong flag sets off a mine. A chord on any other cell does nothing.
        Arguments, result and errors are those of `open`.
        """
        return self.act("chord", _one_cell(self.topology, cell))

    def act(self, kind: ActionKind, cell: Cell) -> int:
        """Opens, flags or chords a cell.

        Under `Rules(guessing=...)` a referee looks at the position first, which takes as long as `analyse`. A
        needless guess that loses goes into the history and changes no cell.

        Args:
            kind: `"open"`, `"flag"` or `"chord"`.
            cell: The cell.

        Returns:
            The number of cells that changed.

        Raises:
            GameError: The game is over, or there is no such kind of action.
            CellError: There is no such cell.
        """
        action = engine_action(self.topology, kind, cell)
        try:
            return self._engine.act(action)
        except _engine.GameError:
            where = self.topology.describe(cell)
            raise GameError(f"cannot {kind} {where}: the game is over ({self.status})", cell) from None

    def undo(self) -> None:
        """Takes back the last action that changed something, even the one that ended the game.

        The game is played again up to that action, so the cost grows with its history: some tens of
        microseconds for an expert game. If the action that opened the first cell is undone, a game with a
        seed has no mines until the next cell is opened. Afterwards `changed` has the cells that the previous
        action changed. An `Inference` that follows the game does not notice: use its `push` and `pop`.

        Raises:
            GameError: No action has changed anything.
            InUseError: A strategy is computing its move in this game.
        """
        while True:
            engine = self._engine
            actions = engine.actions
            try:
                before = engine.undone()
            except _engine.GameError as error:
                raise GameError(error.args[0]) from None
            # Another thread may have acted or undone in between.
            if self._engine is engine and engine.actions == actions:
                engine.restart()  # raises InUseError if it is in use
                self._engine = before
                return

    @property
    def rules(self) -> Rules:
        """The rules. With given mines, `rules.first_click` is `"any"`."""
        return self._rules

    @property
    def seed(self) -> int | None:
        """The seed that decides the minefield, together with `.number`; None if the mines were given."""
        return None if self._seedless else self._seed

    @property
    def number(self) -> int:
        """The number of this game among those of the seed."""
        return self._number

    @property
    def status(self) -> Status:
        """`"playing"`, `"won"`, `"lost"`, or `"drawn"` (finished, but a mine exploded on the way)."""
        return cast("Status", self._engine.status.name)

    @property
    def is_judged(self) -> bool:
        """Whether the rule of guessing holds for the next click.

        It is False where the position is too hard to count: then guesses are free. It takes as long as
        `analyse`, except where the rules leave guesses free.
        """
        return _engine.is_judged(self._engine.position, _engine.Guessing[self._rules.guessing])

    @property
    def lost_by_guess(self) -> bool:
        """Whether the last action was a needless guess that the rules forbid."""
        return self._engine.is_lost_by_guess

    @property
    def position(self) -> Position[CellT_co]:
        """What the player sees now, as an immutable value. Takes time linear in the number of cells."""
        return Position._of(self._engine.position, self._board)

    if not TYPE_CHECKING:  # type checkers that see this method lose the type of the cells

        def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
            """The marks of the current position, read-only, for `np.asarray(game)`."""
            return self.position.__array__(dtype, copy)

    @property
    def minefield(self) -> NDArray[np.bool_] | None:
        """Where the mines are, bool of the topology's shape; None before the first cell is opened.

        If the rules let mines move, this is where they are now.
        """
        is_mine = self._engine.minefield
        return None if is_mine is None else is_mine.reshape(self.topology.shape).astype(np.bool_)

    @property
    def mines_left(self) -> int:
        """The mines minus the flags and the exploded mines; negative if there are too many flags."""
        return self._engine.mines_left

    @property
    def flags(self) -> int:
        """The number of flags."""
        return self._engine.flags

    @property
    def exploded(self) -> int:
        """The number of exploded mines."""
        return self._engine.exploded

    @property
    def safe_left(self) -> int:
        """The number of safe cells that are still hidden."""
        return self._engine.safe_left

    @property
    def changed(self) -> list[CellT_co]:
        """The cells that the last action changed, in the order they changed."""
        return list(map(self.topology.cell, self._engine.changed))

    @property
    def history(self) -> tuple[Action[CellT_co], ...]:
        """The actions that changed something, the earliest first."""
        name = self.topology.cell
        return tuple(
            Action(cast("ActionKind", action.kind.name), name(action.cell)) for action in self._engine.history
        )

    def __eq__(self, other: object) -> bool:
        """Whether board, rules, origin and history are equal."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._engine == other._engine

    def __hash__(self) -> int:
        """Agrees with `==`, and does not change as the game is played."""
        return hash((self._board, self._rules, self._seedless, self._seed, self._number))

    def __repr__(self) -> str:
        origin = "given mines" if self._seedless else f"seed={self._seed}, number={self._number}"
        actions = len(self._engine.history)
        steps = quantity(actions, "action")
        return f"<Game on {self._board!r}, {self._rules!r}, {origin}: {self.status} after {steps}>"

    def __str__(self) -> str:
        """The position as plain text."""
        return str(self.position)

    def _repr_svg_(self) -> str | None:
        """The picture for notebooks, with the mines once the game is over; None for boards without one."""
        return notebook_text(self)

    def __copy__(self) -> Game[CellT_co]:
        copy: Game[CellT_co] = Game.__new__(Game)
        copy._board, copy._rules = self._board, self._rules
        copy._seed, copy._number, copy._seedless = self._seed, self._number, self._seedless
        copy._engine = self._engine.copy()
        return copy

    def __deepcopy__(self, _memo: dict[int, Any]) -> Game[CellT_co]:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        is_mine = self._engine.given_minefield
        minefield = None if is_mine is None else is_mine.reshape(self.topology.shape).astype(np.bool_)
        history = tuple((action.kind, action.cell) for action in self.history)
        options = {"seed": self._seed, "number": self._number, "minefield": minefield, "history": history}
        return partial(Game, **cast("Any", options)), (self._board, self._rules)

    def _mark(self, cell: Cell) -> int:
        """The mark of a cell, without making a position."""
        return self._engine.mark(self.topology.index(cell))

    def _engine_game(self, minefield: NDArray[np.bool_] | None) -> _engine.Game:
        topology = self._board.topology
        rules = self._rules._for_engine()
        if minefield is None:
            return _engine.Game(topology._engine, self._board.mines, rules, self._seed, self._number)
        minefield = grid_of("`minefield`", minefield)
        mines = int(np.count_nonzero(minefield))
        if minefield.shape != topology.shape or mines != self._board.mines:
            raise GameError(
                f"a minefield of shape {minefield.shape} with {quantity(mines, 'mine')} does not fit a board "
                f"of shape {topology.shape} with {quantity(self._board.mines, 'mine')}"
            )
        return _engine.Game(topology._engine, minefield.astype(np.uint8).ravel(), rules)


def rules_for(source: object, rules: RulesLike | None) -> Rules:
    """The given rules. By default those of the source if it is a game, otherwise `Rules()`.

    Raises:
        GameError: `rules` is invalid.
    """
    return source.rules if rules is None and isinstance(source, Game) else as_rules(rules)


def engine_action(topology: Topology, kind: object, cell: Cell) -> _engine.Action:
    """An action as the engine takes it. For use inside the package.

    Raises:
        GameError: There is no such action.
        CellError: The cell is not on the board.
    """
    if not isinstance(kind, str) or kind not in _KINDS:
        raise GameError(unknown("action", kind, _KINDS), cell)
    try:
        return _engine.Action(_KINDS[kind], topology.index(cell))
    except CellError as error:
        raise CellError(f"cannot {kind} {brief(cell)}: {error}", cell) from None


def _steps(history: object) -> Iterator[tuple[ActionKind, Cell]]:
    """The actions of a history. Raises GameError for anything else."""
    if not is_list(history):
        raise GameError(f"a history must be a list of actions, not {brief(history)}")
    for step in cast("Iterable[Any]", history):
        if not (isinstance(step, tuple | list) and len(step) == 2):
            raise GameError(f"an action must be a kind and a cell, not {brief(step)}")
        yield step[0], step[1]


def _one_cell(topology: Topology, cell: tuple[Any, ...]) -> Cell:
    """The cell of both `open(3, 5)` and `open((3, 5))`."""
    if len(cell) != 1:
        return cell
    if topology.kind == "graph":
        return cast("Cell", cell[0])
    return cast("Cell", cell[0]) if depth_of(cell[0]) else cell
