"""Strategies: a name, an inference level with a policy, a Python function, or a subclass of `Strategy`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from sapper import _engine
from sapper._support.engine_call import Deadline, EngineCall, check_common_arguments
from sapper.board.board import as_board
from sapper.board.game import rules_for
from sapper.board.position import Position
from sapper.board.rules import Rules, RulesLike, as_rules
from sapper.cells import CellT
from sapper.errors import GameError, StrategyError
from sapper.inference.analysis import Cancel
from sapper.strategy.choice import Beliefs, Choice, overridable
from sapper.strategy.names import ENDGAME, check_parts, nothing_to_play, summary_of, with_effort
from sapper.strategy.python_parts import (
    InferenceRule,
    Policy,
    PythonPlayer,
    WholeStrategy,
    copy_of,
    listen,
    name_of,
    object_of,
)
from sapper.strategy.turns import GameTurns, begin_in, new_game, position_for_choice

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sapper.board.board import Board, BoardLike
    from sapper.board.game import Action, Game
    from sapper.board.topology import Topology, TopologyName
    from sapper.cells import Cell


class Strategy:
    """A strategy to play with. Immutable; equal if its parts are equal, picklable if its parts are.

    Its moves depend only on the game that it sees and a seed. They are the same on every machine.

    For a strategy with a memory, write a subclass with a method `choose(self, position)`. It returns the
    hidden cell to open, or several cells, or a `Choice`. `begin` and `observe` may be overridden too. Give
    the class, or an object of it, wherever a strategy is wanted. Each game is played by a deep copy
    (`copy.deepcopy`) of the object as it was given, so games share nothing. Put what is too large to copy
    into a class attribute or a global variable: all copies share it. Parts that are objects are copied in the
    same way; functions are not.

    Example:
        >>> sapper.Strategy("frontier")  # one of STRATEGIES
        Strategy('frontier')
        >>> sapper.Strategy("best", effort=4)  # thinks more than usual
        Strategy('best@4')
        >>> sapper.Strategy("exact+corners+endgame")  # exact once few configurations are left
        Strategy('exact+corners+endgame')
        >>> sapper.Strategy(level="subset", policy="density")  # a level and a policy, given separately
        Strategy(level='subset', policy='density')
        >>> def first_hidden(position):  # a WholeStrategy
        ...     return next(cell for cell in position.topology if position[cell] == -1)
        >>> sapper.Strategy(first_hidden).name
        'first_hidden'
        >>> class Careful(sapper.Strategy):
        ...     def begin(self, board, rules, seed):
        ...         self.turns = 0
        ...     def choose(self, position):
        ...         self.turns += 1
        ...         return sapper.analyse(position).safest
        >>> game = sapper.Strategy(Careful).play(sapper.Game("beginner", seed=1))
        >>> game.status
        'won'
    """

    __slots__ = ("_endgame", "_level", "_policy", "_whole")

    if TYPE_CHECKING:
        _itself: list[Self]  # see `Overridable`

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Refuses overrides that would never be called.

        Raises:
            StrategyError: The class overrides `play` or `first_cell`.
        """
        super().__init_subclass__(**kwargs)
        for name in ("play", "first_cell"):
            if name in vars(cls):
                raise StrategyError(
                    f"{cls.__name__}.{name} would never be called: override choose(self, position) instead, "
                    "which chooses every cell, including the first"
                )

    def __init__(
        self,
        strategy: StrategyLike | None = None,
        *,
        level: str | InferenceRule | None = None,
        policy: str | Policy | None = None,
        endgame: bool = False,
        effort: int | None = None,
    ) -> None:
        """Makes a strategy from a name, a function, a strategy, or a level and a policy.

        Args:
            strategy: A name, a function, or a strategy: an object or a subclass. Without it, give both
                `level` and `policy`. Subclasses that override `choose` need neither.
            level: The inference level, which decides what cells are certain.
            policy: The policy, which chooses the guess if no cell is certainly safe.
            endgame: Whether to play exactly once few configurations are left. It needs `level` and `policy`;
                in a name it is `"+endgame"`.
            effort: How much `"best"` computes, from 1 (least) to 5; the default is 3. `"best@4"` is `"best"`
                at effort 4.

        Raises:
            StrategyError: There is no such name (the message suggests the nearest), or the arguments do not
                make one strategy. Or a class cannot be made without arguments, or an object cannot be copied.
            ArgumentError: There is no such effort, or `endgame` is not True or False.
        """
        if strategy is not None and (level is not None or policy is not None or endgame):
            raise StrategyError("give a name or a function, or `level`, `policy` and `endgame`, not both")
        if effort is not None:
            strategy = with_effort(_name_without_effort(strategy), effort)
        whole, level, policy = map(_object, (strategy, level, policy))
        if isinstance(whole, Strategy):
            if whole._overrides:
                whole = copy_of(whole)
            else:
                whole, level, policy, endgame = whole._parts()
        half = whole is None and (level is None or policy is None)
        if half and not (level is policy is None and self._chooses):
            raise StrategyError(nothing_to_play(None if type(self) is Strategy else type(self).__name__))
        check_parts(whole, level, policy, whole_is_strategy=isinstance(whole, Strategy))
        check_common_arguments(endgame=endgame)
        self._whole, self._level, self._policy, self._endgame = whole, level, policy, endgame

    @property
    def name(self) -> str:
        """The name of the strategy. A function or a class gives its own name.

        A subclass may override it.
        """
        if self._overrides:
            return type(self).__name__
        whole, level, policy, endgame = self._parts()
        if whole is not None:
            return name_of(whole)
        return f"{name_of(level)}+{name_of(policy)}{ENDGAME if endgame else ''}"

    @property
    def summary(self) -> str:
        """A line about the strategy. A subclass may override it, or has the first line of its docstring."""
        whole = self._parts()[0]
        if self._overrides:
            return (type(self).__doc__ or f"The class {type(self).__name__}.").strip().partition("\n")[0]
        if isinstance(whole, Strategy):
            return " ".join(str(whole.summary).split())
        if callable(whole):
            return f"The function {name_of(whole)}."
        return summary_of(self.name)

    def begin(self, board: Board, rules: Rules, seed: int) -> None:
        """Called when a game begins, or when the strategy joins one under way. For subclasses to override.

        Args:
            board: The board of the game.
            rules: The rules of the game.
            seed: Decides the random choices of the strategy, as in `random.Random(seed)`: 0 to 2^64 - 1. It
                depends only on the game's seed and number.
        """

    def observe(self, action: Action | None, marks: Mapping[Cell, int]) -> None:
        """Called after each action, including the last. For subclasses to override.

        If somebody else acts in the game in between, a new copy of the strategy joins it.

        Args:
            action: The action: a cell was opened or flagged. None in a first call when the strategy joins a
                game under way: then `marks` has everything that is open or flagged already.
            marks: The cells that changed and their marks, as in `Position`: numbers, -3 exploded and so on.
        """

    def first_cell(self, board: BoardLike[Any], rules: RulesLike | None = None) -> Cell:
        """The first cell that the strategy opens.

        Args:
            board: A level's name, a `Board`, or rows, columns and mines.
            rules: The rules, or the name of their first click; by default `Rules()`.

        Raises:
            BoardError: There is no such level, or the board is impossible.
            GameError: The board has no safe cell, or `rules` is invalid.
            StrategyError: A part in Python raised, or chose a cell that is not on the board.
        """
        the_board: Board[Any] = as_board(board)
        the_rules = as_rules(rules)
        player = as_strategy(self)._player(the_board, the_rules)
        game = new_game(the_board, the_rules)
        with EngineCall("the choice"):
            player.begin(game, 0, 0)
            first: Cell = Choice._of(player.next(), the_board.topology).cell
        return first

    @overridable
    def choose(
        self: Strategy,  # which tells type checkers what `ItselfT` is
        position: Game[CellT] | Position[CellT] | str | ArrayLike,
        mines: int | None = None,
        *,
        mines_left: int | None = None,
        topology: Topology[CellT] | TopologyName | None = None,
        rules: RulesLike | None = None,
        trust_flags: bool = False,
        seed: int = 0,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> Choice[CellT]:
        """What the strategy does in a position.

        Some strategies keep knowledge from move to move; here they have only what the position shows.

        A subclass that overrides it needs no argument but `position`, and may return a cell or several.
        `Strategy(it).choose` then takes all arguments and returns a `Choice`. Within an override,
        `super().choose(position)` asks the strategy that `super().__init__` was given.

        Args:
            position: A position, a game, a text, or marks, as in `analyse`. If no cell is open, the answer is
                the first cell.
            mines: The number of mines on the whole board, if `position` does not have it. Without it, the
                strategy must be one that does not need it: an inference level up to `"bounds"` with the
                policy `"random"`, `"ratio"` or `"hidden-corners"`. Parts in Python get the position as it is,
                with None for its mines.
            mines_left: What the mine counter shows, in place of `mines`: flags and exploded mines are added.
            topology: As in `Position`, for texts and arrays.
            rules: The rules, or the name of their first click; by default those of the game, or `Rules()`.
            trust_flags: Whether flagged cells count as mines. Parts in Python then see exploded mines there.
                By default flags are only opinions.
            seed: Decides the random choices of the strategy.
            time_limit: Seconds after which the choice stops with an error.
            cancel: Stops the choice if it is set from another thread. Python functions are not interrupted.

        Raises:
            GameError: All safe cells are open, so there is nothing to choose; or `rules` is invalid.
            PositionError: The position is malformed, or its mine count is missing and the strategy needs it.
            FormatError: The text cannot be read.
            ArgumentError: `trust_flags`, `seed`, `time_limit` or `cancel` is invalid.
            ContradictionError: No minefield fits the position.
            BudgetError: It took longer than the time limit, or the strategy counts configurations and the
                position has too many to count.
            CancelledError: `cancel` was set.
            StrategyError: A part in Python raised, or chose a cell that is not hidden.
        """
        deadline = Deadline(time_limit)
        rules = rules_for(position, rules)
        basis = position_for_choice(position, mines, topology, mines_left, trust_flags, deadline, cancel)
        player, _ = begin_in(self, basis, rules, seed, deadline, cancel)
        with EngineCall("the choice", time_limit):
            choice = Choice._of(player.next(deadline.left, cancel), basis.topology)
        is_first = basis.hidden == basis.topology.size and rules.first_click == "any"
        if is_first and basis.mines is None and not self._is_function:
            choice = replace(choice, risk=None)  # it depends on the mine count
        if not choice.cells and not choice.flags:
            raise GameError("there is no move: all safe cells are open and all mines flagged")
        return choice

    @overridable
    def beliefs(
        self: Strategy,
        position: Game | Position | str | ArrayLike,
        mines: int | None = None,
        *,
        mines_left: int | None = None,
        topology: Topology[Any] | TopologyName | None = None,
        rules: RulesLike | None = None,
        trust_flags: bool = False,
        seed: int = 0,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> Beliefs:
        """What the strategy believes in a position, before it chooses.

        `Beliefs` says which strategies know what.

        As in `choose`, the strategy has only what the position shows.

        A subclass that overrides it needs no argument but `position`. `Strategy(it).beliefs` then takes
        all arguments, and checks what it returns: safe cells get the risk 0.0, and mines 1.0. Within an
        override, `super().beliefs(position)` asks the strategy that `super().__init__` was given.

        Args:
            position: As in `choose`, like the next five arguments.
            mines: See `position`.
            mines_left: See `position`.
            topology: See `position`.
            rules: See `position`.
            trust_flags: See `position`.
            seed: As in `choose`. Only the estimates of `sampled` depend on it.
            time_limit: Seconds after which it stops with an error.
            cancel: Stops it if it is set from another thread.

        Returns:
            The beliefs. It takes about as long as the choice, at most as an analysis.

        Raises:
            GameError: As `choose`.
            PositionError: As `choose`.
            ArgumentError: As `choose`.
            ContradictionError: No minefield fits the position.
            BudgetError: As `choose`.
            CancelledError: `cancel` was set.
            StrategyError: An inference rule in Python raised, or named a cell that is not hidden. Or a
                subclass raised, or did not return beliefs about hidden cells.
        """
        deadline = Deadline(time_limit)
        basis = position_for_choice(position, mines, topology, mines_left, trust_flags, deadline, cancel)
        player, whole = begin_in(self, basis, rules_for(position, rules), seed, deadline, cancel)
        if whole is not None and whole.believes:
            return whole.believe(basis)
        with EngineCall("telling what the strategy knows", time_limit):
            return Beliefs._of(player.beliefs(deadline.left, cancel), basis.topology)

    def play(self, game: Game, *, first_cell: Cell | None = None, cancel: Cancel | None = None) -> Game:
        """Plays a game from its current state to its end.

        Args:
            game: The game, which changes in place.
            first_cell: The cell to open first if none is open yet; by default the strategy chooses it.
            cancel: Stops the play if it is set from another thread. The game keeps its moves.

        Returns:
            The same game.

        Raises:
            GameError: The game is over, or `game` is not a game.
            ArgumentError: `cancel` is not a Cancel.
            CellError: `first_cell` is not on the board.
            BudgetError: A position is too entangled to count.
            CancelledError: `cancel` was set.
            StrategyError: A part in Python raised, or chose a cell that is not hidden.
        """
        playing = GameTurns(game, as_strategy(self), first_cell, cancel=cancel)
        if game.status != "playing":
            raise GameError(f"there is no move: the game is over ({game.status})")
        while game.status == "playing":
            for _ in playing.act(playing.choose()):
                pass
        return game

    def __eq__(self, other: object) -> bool:
        if not (type(self) is type(other) is Strategy):
            return NotImplemented  # an object of a subclass is equal to itself only, unless it overrides this
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts()) if type(self) is Strategy else object.__hash__(self)

    def __repr__(self) -> str:
        whole, level, policy, endgame = self._parts()
        if type(self) is not Strategy:
            return f"<{type(self).__qualname__}: a strategy>"
        if whole is not None:
            return f"Strategy({whole!r})"
        return f"Strategy(level={level!r}, policy={policy!r}{', endgame=True' if endgame else ''})"

    @property
    def _chooses(self) -> bool:
        """Whether a subclass overrides `choose`."""
        return getattr(self.choose, "__func__", None) is not Strategy.choose

    @property
    def _overrides(self) -> bool:
        """Whether a subclass overrides methods, so that the object itself has to be called."""
        names = ("begin", "observe", "beliefs")  # what a subclass may override besides `choose`
        others = ((getattr(type(self), name), getattr(Strategy, name)) for name in names)
        return self._chooses or any(own is not usual for own, usual in others)

    @property
    def _is_in_python(self) -> bool:
        """Whether a part is written in Python."""
        return any(not isinstance(part, str | bool | None) for part in self._parts())

    def _parts(self) -> tuple[Any, Any, Any, bool]:
        """The whole strategy, the level, the policy and the endgame.

        Raises:
            StrategyError: A subclass has neither parts nor a `choose` of its own.
        """
        if not hasattr(self, "_whole"):  # a subclass that does not call super().__init__()
            if not self._chooses:
                raise StrategyError(nothing_to_play(None if type(self) is Strategy else type(self).__name__))
            return None, None, None, False
        return self._whole, self._level, self._policy, self._endgame

    @property
    def _is_function(self) -> bool:
        """Whether a function or a class chooses, and not a name or a level and a policy."""
        whole = self._parts()[0]
        if isinstance(whole, Strategy) and not whole._chooses:
            return whole._is_function
        return not isinstance(whole, str | None)

    @property
    def _needs_mine_count(self) -> bool:
        """Whether it needs the mine count to choose a cell. Code in Python may still ask for it and raise."""
        whole, level, policy, endgame = self._parts()
        if isinstance(whole, Strategy) and not whole._chooses:
            return whole._needs_mine_count
        if isinstance(whole, str):
            return _engine.needs_mine_count(whole)
        return level is not None and _engine.needs_mine_count(level, policy, endgame)

    def _player(self, board: Board, rules: Rules) -> _engine.Player:
        return self._players(board, rules)[0]

    def _players(
        self, board: Board, rules: Rules, board_without_count: Board | None = None
    ) -> tuple[_engine.Player, PythonPlayer | None]:
        """A player of the engine, and the whole strategy in Python that it asks; None if there is none.

        Code in Python gets the board `board_without_count` instead of `board`, if it is given.
        """
        topology, mines, engine_rules = board.topology._engine, board.mines, rules._for_engine()
        whole, level, policy, endgame = self._parts()
        if isinstance(whole, str):
            return _engine.make_player(whole, topology, mines, engine_rules), None
        if whole is not None:
            python_player = _python_player(whole, board_without_count or board, rules)
            if isinstance(whole, Strategy) and not whole._chooses:
                player = whole._players(board, rules, board_without_count)[0]
            else:
                player = _engine.player_of(python_player.choose)
            return listen(player, [python_player]), python_player
        if level is None:
            raise StrategyError(
                f"{type(self).__name__} was made without a name for super().choose() and super().beliefs(): "
                "give one to super().__init__()"
            )
        rule, picker = (_python_player(part, board_without_count or board, rules) for part in (level, policy))
        player = _engine.compose(
            level if isinstance(level, str) else rule.conclude,
            policy if isinstance(policy, str) else picker.pick,
            endgame,
            topology,
            mines,
            engine_rules,
        )
        parts = [each for each, part in ((rule, level), (picker, policy)) if not isinstance(part, str)]
        return listen(player, parts) if parts else player, None


StrategyLike: TypeAlias = Strategy | type[Strategy] | str | WholeStrategy
"""What can be given for a strategy."""


def as_strategy(strategy: StrategyLike, effort: int | None = None) -> Strategy:
    """The strategy that an argument means: a strategy, a subclass, a name or a function.

    The type of the result is `Strategy` itself, which plays with copies of the object that was given. So its
    `choose` takes all arguments and returns a `Choice`, even if the subclass overrides it otherwise.

    Raises:
        StrategyError: There is no such name, or `effort` is given and the strategy has none.
        ArgumentError: There is no such effort.
    """
    if type(strategy) is Strategy and effort is None:
        return strategy
    return Strategy(strategy, effort=effort)


def _name_without_effort(strategy: Any) -> Any:
    """The name of a strategy, which `with_effort` takes. Names, functions and subclasses stay as they are."""
    if not isinstance(strategy, Strategy) or strategy._overrides:
        return strategy
    return strategy._parts()[0] or strategy.name


def _object(part: Any) -> Any:
    """An object of the class, if a part is a class."""
    if not isinstance(part, type):
        return part
    thing = object_of(part)
    if not isinstance(thing, Strategy) and not callable(thing):
        raise StrategyError(
            f"the class {part.__name__} is not a strategy: make it a subclass of sapper.Strategy"
        )
    return thing


def _python_player(part: Any, board: Board, rules: Rules) -> PythonPlayer:
    kind = type(part) if isinstance(part, Strategy) else None
    observes = kind.observe is not Strategy.observe if kind else callable(getattr(part, "observe", None))
    believes = kind is not None and kind.beliefs is not Strategy.beliefs
    return PythonPlayer(part, board, rules, observes=observes, believes=believes)
