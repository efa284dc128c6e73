"""Strategies: a name, an inference level with a policy, or a Python function."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sapper import _engine
from sapper._support.deadline import Deadline
from sapper._support.engine_call import EngineCall, check_kinds
from sapper._support.limits import shown
from sapper.board.arguments import seed_word
from sapper.board.board import check_board
from sapper.board.marks import EXPLODED
from sapper.board.position import Position, position_of
from sapper.board.rules import Rules, rules_of
from sapper.errors import BudgetError, GameError, StrategyError
from sapper.inference.analysis import Cancel, analyse
from sapper.strategy.choice import Choice
from sapper.strategy.names import (
    ENDGAME,
    LEVELS,
    POLICIES,
    STRATEGIES,
    check_level,
    check_name,
    check_policy,
    with_effort,
)
from sapper.strategy.parts import InferenceRule, Policy, WholeStrategy, for_engine
from sapper.strategy.playing import Playing
from sapper.strategy.without_count import assumed

if TYPE_CHECKING:
    from sapper.board.board import Board
    from sapper.board.game import Game
    from sapper.board.topology import Cell

__all__ = ["Strategy"]


class Strategy:
    """A strategy to play with. Immutable; equal if its parts are equal, picklable if they are.

    Its moves depend only on the game that it sees and a seed. They are the same on every machine.

    Example:
        >>> Strategy("frontier")                             # one of STRATEGIES
        >>> Strategy("best", effort=4)                       # thinks more than usual
        >>> Strategy("exact+corners")                        # an inference level and a policy
        >>> Strategy("exact+corners+endgame")                # exact once few configurations are left
        >>> Strategy(level="subset", policy="density")       # a level and a policy, given separately
        >>> Strategy(my_strategy)                            # position -> cell, as WholeStrategy
        >>> Strategy(level=my_rule, policy="density")        # position -> safe cells, mines: InferenceRule
        >>> Strategy(level="exact", policy=my_policy)        # position, risks -> cell: Policy
    """

    __slots__ = ("_endgame", "_level", "_policy", "_whole")

    def __init__(
        self,
        strategy: str | WholeStrategy | None = None,
        *,
        level: str | InferenceRule | None = None,
        policy: str | Policy | None = None,
        endgame: bool = False,
        effort: int | None = None,
    ) -> None:
        """Makes a strategy from a name, a function, or a level and a policy.

        Args:
            strategy: A name or a function. Without it, give both `level` and `policy`.
            level: The inference level, which decides what cells are certain.
            policy: The policy, which chooses the guess if no cell is certainly safe.
            endgame: Whether to play exactly once few configurations are left. It needs `level` and `policy`;
                in a name it is `"+endgame"`.
            effort: How much `"best"` computes, from 1 (least) to 4; the default is 3. `"best@4"` is `"best"`
                at effort 4.

        Raises:
            StrategyError: There is no such name (the message suggests the nearest), or the arguments do not
                make one strategy.
            ArgumentError: There is no such effort, or `endgame` is not True or False.
        """
        if strategy is None and (level is None or policy is None):
            raise StrategyError("a strategy needs a name, a function, or a level= together with a policy=")
        if strategy is not None and (level is not None or policy is not None or endgame):
            raise StrategyError("give a name or a function, or level=, policy= and endgame=, not both")
        if effort is not None:
            strategy = with_effort(strategy, effort)
        for part in (strategy, level, policy):
            if part is not None and not isinstance(part, str) and not callable(part):
                raise StrategyError(f"a strategy and its parts must be names or functions, not {shown(part)}")
        check_kinds(endgame=endgame)
        if isinstance(strategy, str):
            check_name(strategy)
        if isinstance(level, str):
            check_level(level)
        if isinstance(policy, str):
            check_policy(policy)
        self._whole, self._level, self._policy, self._endgame = strategy, level, policy, endgame

    @classmethod
    def of(cls, strategy: Strategy | str | WholeStrategy, effort: int | None = None) -> Strategy:
        """Makes a strategy from a strategy, a name or a function.

        Raises:
            StrategyError: There is no such name, or `effort` is given and the strategy has none.
            ArgumentError: There is no such effort.
        """
        if isinstance(strategy, Strategy):
            return strategy if effort is None else cls(strategy.name, effort=effort)
        return cls(strategy, effort=effort)

    @property
    def name(self) -> str:
        """The name of the strategy. A function counts by its own name."""
        if self._whole is not None:
            return _name(self._whole)
        return f"{_name(self._level)}+{_name(self._policy)}{ENDGAME if self._endgame else ''}"

    @property
    def summary(self) -> str:
        """A line about the strategy."""
        if callable(self._whole):
            return f"The function {_name(self._whole)}."
        if self.name in STRATEGIES:
            return STRATEGIES[self.name]
        level, _, policy = self.name.removesuffix(ENDGAME).partition("+")
        lines = [table.get(part, f"{part}.") for table, part in ((LEVELS, level), (POLICIES, policy))]
        return " ".join([*lines, "Exact endgames."] if self.name.endswith(ENDGAME) else lines)

    def first_cell(self, board: Board, rules: Rules | None = None) -> Cell:
        """The first cell that the strategy opens.

        Args:
            board: The board of the game.
            rules: The rules; by default `Rules()`.

        Raises:
            BoardError: `board` is not a Board.
            GameError: The board has no safe cell, or `rules` are none.
        """
        check_board(board)
        rules = rules_of(rules)
        player = self._player(board, rules)
        game = _new_game(board, rules)
        with EngineCall("the choice"):
            player.begin(game, 0, 0)
            return Choice._of(player.next(), board.topology).cell

    def choose(
        self,
        position: Game | Position,
        *,
        rules: Rules | None = None,
        seed: int = 0,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> Choice:
        """What the strategy does in a position.

        Flags in the position are only opinions. Some strategies keep knowledge from move to move; here they
        have only what the position shows.

        Args:
            position: The position; a game counts as its position. If no cell is open, the answer is the first
                cell. Without a mine count, the strategy must be one that does not need it: an inference level
                up to `"bounds"` with the policy `"random"`, `"ratio"` or `"hidden-corners"`.
            rules: The rules; by default `Rules()`.
            seed: Decides the random choices of the strategy.
            time_limit: Seconds after which the choice stops with an error.
            cancel: Stops the choice if it is set from another thread. Python functions are not interrupted.

        Raises:
            GameError: All safe cells are open, so there is nothing to choose; or `rules` are none.
            PositionError: `position` is none, or its mine count is missing and the strategy needs it.
            ArgumentError: `seed`, `time_limit` or `cancel` is invalid.
            ContradictionError: No minefield fits the position.
            BudgetError: It took longer than the time limit, or the strategy counts configurations and the
                position has too many to count.
            CancelledError: `cancel` was set.
            StrategyError: A part in Python raised, or chose a cell that is not hidden.
        """
        position = position_of(position)
        rules = rules_of(rules)
        check_kinds(cancel=cancel)
        deadline = Deadline(time_limit)
        is_counted = position.mines is not None
        if not is_counted:
            named = all(part is None or isinstance(part, str) for part in self._parts()[:3])
            position = assumed(position, self.name if named else None, deadline, cancel)
        if (
            position.hidden + (position.marks == EXPLODED).sum() <= position.board.mines
            and rules.win == "cleared"
        ):
            raise GameError("there is no move: all safe cells are open, so this game is over")
        if is_counted:
            with suppress(BudgetError):  # strategies that do not count can still play
                analyse(position, time_limit=deadline.left, cancel=cancel)
        game = _engine.Game(position._engine, rules._for_engine())
        player = self._player(position.board, rules)
        with EngineCall("the choice", time_limit):
            player.begin(game, seed_word("seed", seed), 0, deadline.left, cancel)
            choice = Choice._of(player.next(deadline.left, cancel), position.topology)
        if not choice.cells and not choice.flags:
            raise GameError("there is no move: all safe cells are open and all mines flagged")
        return choice

    def play(self, game: Game, first_cell: Cell | None = None, *, cancel: Cancel | None = None) -> Game:
        """Plays a game from its current state to its end.

        Args:
            game: The game, which changes in place.
            first_cell: The cell to open first if none is open yet; by default the strategy chooses it.
            cancel: Stops the play if it is set from another thread. The game keeps its moves.

        Returns:
            The same game.

        Raises:
            GameError: The game is over, or `game` is none.
            ArgumentError: `cancel` is none.
            CellError: `first_cell` is not on the board.
            BudgetError: A position is too entangled to count.
            CancelledError: `cancel` was set.
            StrategyError: A part in Python raised, or chose a cell that is not hidden.
        """
        playing = Playing(game, self, first_cell, cancel=cancel)
        if game.status != "playing":
            raise GameError(f"there is no move: the game is over ({game.status})")
        while game.status == "playing":
            for _ in playing.act(playing.choose()):
                pass
        return game

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Strategy):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        if self._whole is not None:
            return f"Strategy({self._whole!r})"
        endgame = ", endgame=True" if self._endgame else ""
        return f"Strategy(level={self._level!r}, policy={self._policy!r}{endgame})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, self._parts()

    def _parts(self) -> tuple[Any, Any, Any, bool]:
        return self._whole, self._level, self._policy, self._endgame

    def _player(self, board: Board, rules: Rules) -> _engine.Player:
        topology, mines, engine_rules = board.topology._engine, board.mines, rules._for_engine()
        if isinstance(self._whole, str):
            return _engine.make_player(self._whole, topology, mines, engine_rules)
        if self._whole is not None:
            return _engine.player_of(for_engine(self._whole, board).choose)
        assert self._level is not None  # `__init__` checks this
        assert self._policy is not None
        level = self._level if isinstance(self._level, str) else for_engine(self._level, board).conclude
        policy = self._policy if isinstance(self._policy, str) else for_engine(self._policy, board).pick
        return _engine.compose(level, policy, self._endgame, topology, mines, engine_rules)


def _restored(whole: Any, level: Any, policy: Any, endgame: bool) -> Strategy:
    return Strategy(whole, level=level, policy=policy, endgame=endgame)


def _name(part: Any) -> str:
    return part if isinstance(part, str) else getattr(part, "__name__", type(part).__name__)


def _new_game(board: Board, rules: Rules) -> _engine.Game:
    try:
        return _engine.Game(board.topology._engine, board.mines, rules._for_engine(), 0, 0)
    except _engine.GameError as error:
        raise GameError(error.args[0]) from None
