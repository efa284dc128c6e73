"""How a strategy begins in a position, and one game that it plays, turn by turn."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sapper import _engine
from sapper._support.checks import whole
from sapper._support.engine_call import Deadline, EngineCall, check_common_arguments
from sapper._support.words import brief_contents
from sapper.board.game import Action, Game
from sapper.board.marks import EXPLODED, FLAG, QUESTION
from sapper.board.mine_prior import mines_missing
from sapper.board.position import Position, as_position
from sapper.board.position_call import PositionCall, trusting_flags
from sapper.cells import Cell
from sapper.errors import BudgetError, CancelledError, CellError, GameError, PositionError
from sapper.inference.analysing import analyse
from sapper.strategy.python_parts import BoardWithoutCount

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sapper.board.board import Board
    from sapper.board.position import HasPosition
    from sapper.board.rules import Rules
    from sapper.board.topology import Topology, TopologyName
    from sapper.cells import CellT
    from sapper.inference.analysis import Cancel
    from sapper.strategy.python_parts import PythonPlayer


class MakesPlayers(Protocol):
    """What this module needs of a `Strategy`, whose module imports this one."""

    @property
    def name(self) -> str:
        """Its name, for errors."""

    @property
    def _is_in_python(self) -> bool: ...
    @property
    def _is_function(self) -> bool: ...
    @property
    def _needs_mine_count(self) -> bool: ...
    def _player(self, board: Board, rules: Rules) -> _engine.Player: ...
    def _players(
        self, board: Board, rules: Rules, board_without_count: Board | None = None
    ) -> tuple[_engine.Player, PythonPlayer | None]: ...


class Turn(NamedTuple):
    """The actions that a player takes before it thinks again."""

    opens: list[Cell]  # one guess, or cells that are certainly safe
    flags: list[Cell]  # certainly mines
    risk: float  # that the guess is a mine, 0.0 without a guess; nan if the player does not know


class GameTurns:
    """A game that a strategy plays, turn by turn. Others may act in the game between the turns."""

    def __init__(
        self,
        game: Game,
        strategy: MakesPlayers,
        first_cell: Cell | None = None,
        *,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        """Prepares to play on from the current state of a game.

        The game changes in place. `first_cell` is opened if no cell is open yet. Each choice has `time_limit`
        seconds.

        Raises:
            GameError: `game` is not a game.
            CellError: `first_cell` is not on the board.
            ArgumentError: `time_limit` or `cancel` is invalid.
        """
        if not isinstance(game, Game):
            raise GameError(f"`game` must be a sapper.Game, not {brief_contents(game)}")
        check_common_arguments(cancel=cancel)
        Deadline(time_limit)  # checks it, even if the game is over
        self._game = game
        self._time_limit = time_limit
        self._cancel = cancel
        self._player = strategy._player(game.board, game.rules)
        self._begins_anew = first_cell is not None and not strategy._is_in_python
        if first_cell is not None:
            try:
                self._player.open_first(game.topology.index(first_cell))
            except CellError as error:
                raise CellError(
                    f"`first_cell`: {error}; a strategy is given as `strategy`", first_cell
                ) from None
        self._player_game: object = None  # the game that the player has begun; `Game.undo` makes another
        self._action_count = -1  # how many the player has seen; -1 if it has to begin again

    def choose(self) -> Turn:
        """Asks the player for its next turn. Raises the errors of `autoplay`."""
        game = self._game._engine
        deadline = Deadline(self._time_limit)
        begins_anew = self._begins_anew and game.is_fresh
        with EngineCall("the choice", self._time_limit):
            actions = game.actions  # read first: the player misses what others do while it looks
            if self._action_count != actions or self._player_game is not game:
                self._player.begin(game, self._game._seed, self._game._number, deadline.left, self._cancel)
            self._player_game = game
            self._action_count = -1  # a choice that is interrupted leaves the player in an unknown state
            choice = self._player.next(deadline.left, self._cancel)
            # After a given first cell the engine's players begin again. The results of seeds depend on it.
            self._action_count = -1 if begins_anew else actions
        name = self._game.topology.cell
        risk = math.nan if choice.risk is None else choice.risk
        return Turn(list(map(name, choice.cells)), list(map(name, choice.flags)), risk)

    def act(self, turn: Turn) -> Iterator[tuple[Action, float]]:
        """Plays a turn until the game is over. Yields each action with its risk, after it was done."""
        for cell in turn.opens:
            yield from self._do(opening(self._game._mark(cell), cell), turn.risk)
        for cell in turn.flags:
            yield from self._do(flagging(self._game._mark(cell), cell), 0.0)

    def _do(self, actions: list[Action], risk: float) -> Iterator[tuple[Action, float]]:
        for action in actions:
            if self._game.status != "playing":
                return
            if self._cancel is not None and self._cancel.is_set:
                raise CancelledError("the play was cancelled")
            if self._game.act(*action):
                self._see()
                yield action, risk if action.kind == "open" else 0.0

    def _see(self) -> None:
        game = self._game._engine
        if game.actions == self._action_count + 1:
            with EngineCall("the choice"):
                self._player.follow(game)
            self._action_count = game.actions


def opening(mark: int, cell: Cell) -> list[Action]:
    """The actions that open a hidden cell with this mark. A flag is removed first."""
    opening = Action("open", cell)
    return [Action("flag", cell), opening] if mark == FLAG else [opening]


def flagging(mark: int, cell: Cell) -> list[Action]:
    """The actions that flag a hidden cell with this mark. A question mark is removed first."""
    return [Action("flag", cell)] * {FLAG: 0, QUESTION: 2}.get(mark, 1)


def position_for_choice(
    source: HasPosition[CellT] | Position[CellT] | str | ArrayLike,
    mines: int | None,
    topology: Topology[CellT] | TopologyName | None,
    mines_left: int | None,
    trust_flags: bool,
    deadline: Deadline,
    cancel: Cancel | None,
) -> Position[CellT]:
    """The position that the first arguments of `Strategy.choose` describe. Raises what that raises."""
    position = as_position(source, mines, topology, mines_left)
    check_common_arguments(cancel=cancel, trust_flags=trust_flags)
    return trusting_flags(position, deadline, cancel) if trust_flags else position


def begin_in(
    strategy: MakesPlayers,
    position: Position[Any],
    rules: Rules,
    seed: int,
    deadline: Deadline,
    cancel: Cancel | None,
) -> tuple[_engine.Player, PythonPlayer | None]:
    """Begins a game in a position.

    Returns the player, and the strategy in Python that it asks (see `Strategy._players`). Raises what
    `Strategy.choose` raises.
    """
    with_count, board_without_count = position, None
    if position.mines is None:
        if strategy._needs_mine_count:
            raise PositionError(
                f"the strategy {strategy.name!r} needs the number of mines on the board: give `mines`"
            )
        with_count = with_mine_count(
            position, in_python=strategy._is_function, deadline=deadline, cancel=cancel
        )
        board_without_count = BoardWithoutCount(position.topology)
    exploded = (with_count.marks == EXPLODED).sum()
    if with_count.hidden + exploded <= with_count.board.mines and rules.win == "cleared":
        raise GameError("there is no move: all safe cells are open, so this game is over")
    if board_without_count is None:
        with suppress(BudgetError):  # strategies that do not count can still play
            analyse(position, time_limit=deadline.left, cancel=cancel)
    game = _engine.Game(with_count._engine, rules._for_engine())
    player, python_player = strategy._players(with_count.board, rules, board_without_count)
    with EngineCall("the choice", deadline.limit):
        player.begin(game, whole("seed", seed), 0, deadline.left, cancel)
    return player, python_player


def with_mine_count(
    position: Position, *, in_python: bool, deadline: Deadline, cancel: Cancel | None
) -> Position:
    """Adds a mine count to a position, because the engine needs one. It changes no conclusion of a strategy.

    Inference levels use the mine count only if all mines are known, or all safe cells. The count that is
    added makes half of the uncertain cells mines. If no cell is uncertain, it is the only count that fits. If
    no cell is open, it is 0: then the board has room for an opening, and there is nothing to conclude. If a
    function or a class chooses (`in_python`), it gets the position without the added count.

    Raises:
        PositionError: What is certain here depends on the mine count.
        ContradictionError: No minefield fits the numbers.
        BudgetError: It took too long.
        CancelledError: `cancel` was set.
    """
    exploded = int((position.marks == EXPLODED).sum())
    if position.hidden == position.topology.size:
        return Position(position.marks, 0, position.topology)
    with PositionCall("the choice", position, deadline.limit):
        deductions = _engine.explain(position._view, deadline.left, cancel, mine_count=False).deductions
    safe = sum(len(each.safe) for each in deductions)
    mines = sum(len(each.mines) for each in deductions)
    uncertain = position.hidden - safe - mines
    if in_python:
        return Position(position.marks, exploded + mines + uncertain // 2, position.topology)
    if uncertain == 1 and safe == 0:
        # The last cell touches no number: only the count decides it.
        raise mines_missing(position.topology.shape)
    return Position(position.marks, exploded + mines + (uncertain + 1) // 2, position.topology)


def new_game(board: Board, rules: Rules) -> _engine.Game:
    """A game of the engine, in which no cell is open. Raises GameError if no cell would be safe."""
    try:
        return _engine.Game(board.topology._engine, board.mines, rules._for_engine(), 0, 0)
    except _engine.GameError as error:
        raise GameError(error.args[0]) from None
