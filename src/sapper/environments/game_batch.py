"""Many games, stepped together in the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, cast, get_args, overload

import numpy as np

from sapper import _engine
from sapper._support import checks
from sapper._support.engine_call import check_common_arguments
from sapper._support.words import brief, check_choice, quantity
from sapper.board.board import Board, BoardLike, OnBoard, SquareBoardLike, as_board
from sapper.board.game import ActionKind
from sapper.board.game_arguments import new_seed
from sapper.board.minefield import Minefield
from sapper.board.position import Position
from sapper.board.rules import Rules, RulesLike, as_rules
from sapper.cells import CellT_co, GridT
from sapper.environments.game_choices import (
    LASTING,
    REWARDS,
    Choices,
    EngineErrors,
    Reward,
    mask_of,
    mines_in,
    numbers_of,
    read_only,
)
from sapper.errors import ArgumentError, GameError
from sapper.hints.hints import RULES
from sapper.minefields.generation import terms_of
from sapper.strategy.autoplaying import good_first_cell

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from sapper._engine import Cancel

Scalar = TypeVar("Scalar", bound=np.generic)
Autoreset = Literal["next_step", "same_step", "disabled"]
"""What happens after the end of a game, as in Gymnasium. `"next_step"`: the next step begins another game and
ignores its action. `"same_step"`: another game begins in the same step. `"disabled"`: nothing."""

_RESTART: Final = {
    "next_step": _engine.Restart.next_step,
    "same_step": _engine.Restart.same_step,
    "disabled": _engine.Restart.never,
}
_KINDS: Final[tuple[ActionKind, ...]] = get_args(ActionKind)
_MOST_CELLS: Final = 2**27
_MOST_STEPS: Final = 2**32 - 1
_WON, _CUT = 1, 4  # the engine's numbers for the state of a game; 2 and 3 are over, too


class GameBatch(OnBoard[CellT_co]):
    """Many games on one board, stepped together in the engine, for programs that learn or search.

    Every step makes one action in every game. All results are arrays that every step overwrites, so copy what
    you want to keep. They are read-only. They support DLPack with NumPy 2; with NumPy 1 only copies do. Place
    i of n plays the games i, i + n, i + 2n, ... of the seed, whatever is done in them: its current game is
    `Game(board, seed=seed, number=numbers[i])`.

    Actions are whole numbers: action a is of the kind `actions[a // cells]`, on the cell with the index
    `a % cells`. An illegal action changes nothing and counts as a step.

    They can be copied and pickled: the copy goes on as the original does. `set` goes back to a copy, or puts
    the state of one game into many places, to try what follows.

    The interpreter's lock is released during a step, so several batches in several threads use several
    processors. A batch is for one thread at a time: a call during another raises InUseError. A step with
    `reward="outcome"` or `"cells"` takes about 0.15 microseconds a game on a beginner board
    (`python benchmarks/speed/environments.py`). The other rewards analyse every position, which takes about
    20 microseconds.

    Attributes:
        observations: What the players see: the marks of `Position.marks`, int16 of shape `(n, *shape)`.
        legal: Which actions would change something: bool of shape (n, number of actions).
        rewards: The rewards of the last step: float64 of shape (n,).
        terminations: Whether the last step ended the game: bool of shape (n,).
        truncations: Whether the game had `max_steps` steps and is not over: bool of shape (n,).
        won: Whether the last step won the game: bool of shape (n,).
        last_observations: With `autoreset="same_step"`, what each game showed when it ended: int16 of shape
            `(n, *shape)`. Otherwise None.
        last_legal: Beside `last_observations`, what was then legal: bool of shape (n, number of actions).
        numbers: The numbers of the games under way, among the games of the seed: uint64 of shape (n,).

    Example:
        >>> games = sapper.GameBatch(3, "beginner", seed=1)
        >>> games.observations.shape, games.legal.shape
        ((3, 9, 9), (3, 81))
        >>> observations, rewards, terminations, truncations = games.step([40, 40, 40])
        >>> int((observations[0] >= 0).sum()), int(games.legal[0].sum())
        (53, 28)
        >>> for _ in range(20):
        ...     observations, rewards, terminations, truncations = games.step(games.sample())
        >>> games.numbers  # game 0 is followed by game 3
        array([12, 13, 17], dtype=uint64)
    """

    __slots__ = (
        "_actions",
        "_autoreset",
        "_cancel",
        "_choices",
        "_engine",
        "_explosions",
        "_openings",
        "_results",
        "_reward",
        "_rules",
        "_sample_actions",
        "_stands",
        "last_legal",
        "last_observations",
        "legal",
        "numbers",
        "observations",
        "rewards",
        "terminations",
        "truncations",
        "won",
    )  # fmt: skip

    @overload
    def __init__(
        self: GameBatch[tuple[int, int]],
        count: int,
        board: SquareBoardLike = "expert",
        rules: RulesLike | None = None,
        *,
        minefields: Sequence[Minefield[Any]] | None = None,
        fair: bool = False,
        hardest: str = "counting",
        seed: int | None = None,
        actions: tuple[ActionKind, ...] = ("open",),
        reward: Reward = "outcome",
        autoreset: Autoreset = "next_step",
        max_steps: int | None = None,
        cancel: Cancel | None = None,
    ) -> None: ...

    @overload
    def __init__(
        self: GameBatch[GridT],
        count: int,
        board: BoardLike[GridT],
        rules: RulesLike | None = None,
        *,
        minefields: Sequence[Minefield[Any]] | None = None,
        fair: bool = False,
        hardest: str = "counting",
        seed: int | None = None,
        actions: tuple[ActionKind, ...] = ("open",),
        reward: Reward = "outcome",
        autoreset: Autoreset = "next_step",
        max_steps: int | None = None,
        cancel: Cancel | None = None,
    ) -> None: ...

    def __init__(
        self: GameBatch[Any],
        count: int,
        board: BoardLike[Any] = "expert",
        rules: RulesLike | None = None,
        *,
        minefields: Sequence[Minefield[Any]] | None = None,
        fair: bool = False,
        hardest: str = "counting",
        seed: int | None = None,
        actions: tuple[ActionKind, ...] = ("open",),
        reward: Reward = "outcome",
        autoreset: Autoreset = "next_step",
        max_steps: int | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        """Begins the games.

        Args:
            count: The number of games, from 1. All games together may have at most 2^27 cells.
            board: A level's name, a `Board`, or rows, columns and mines, as in `(16, 30, 99)`.
            rules: The rules, or the name of their first click; by default `Rules()`. There are no question
                marks.
            minefields: Minefields of the board to play on, in place of those of the seed: game k has number k
                modulo their count. As in `Minefield.game`, no first click moves a mine.
            fair: Whether every game is fair: its first cell is open, and from there no guess is needed. Games
                of the seed that are not fair are skipped. That takes a third of a millisecond for each game
                on an expert board, and less than a tenth of that on smaller levels.
            hardest: With `fair`, the hardest rule that a game may need, as in `generate`.
            seed: Decides all minefields and `sample`. None draws a random seed.
            actions: The kinds of actions: `("open",)`, `("open", "flag")` or `("open", "flag", "chord")`.
            reward: What a step is worth. `"outcome"`: 1 for a win and -1 for a loss. `"cells"`: the share of
                the safe cells that the action opened, less 1 for every mine; it adds up to 1 in a game that
                is won. `"deduction"`: 1 for opening a cell that was certainly safe, 0 for one that was safe
                by luck, -1 for a mine. `"regret"`: the risk of the safest cell less the risk of the opened
                one: 0 for a safest cell, and less than 0 for any other. A flag costs the chance that it is
                wrong, and its removal the chance that it was right. A chord counts as its riskiest cell.
                An action that changes nothing costs 1. The last two rest on the exact probabilities
                before the action. A first click that the rules protect is certainly safe.
            autoreset: What follows a game that is over.
            max_steps: The largest number of steps of a game. None allows ten for each cell.
            cancel: Stops a search for fair games with an error, now or in a later call, if another thread
                sets it. These games are then of no further use.

        Raises:
            BoardError: There is no such level, or the board is impossible.
            GameError: No cell would be safe, or `rules` is invalid.
            GenerationError: None of a million games of the seed is fair.
            ArgumentError: Another argument is invalid.
            CancelledError: `cancel` was set.
        """
        self._board = as_board(board)
        self._rules = replace(as_rules(rules), question_marks=False)
        if self._rules.guessing != "free":
            raise GameError(f"environments have no rule `guessing={self._rules.guessing!r}`: leave it 'free'")
        mine_bytes = mines_in(minefields, self._board)
        if len(mine_bytes):
            self._rules = replace(self._rules, first_click="any")
        cells = self._board.topology.size
        count = checks.whole("count", count, 1)
        if count * cells > _MOST_CELLS:
            raise ArgumentError(
                f"{quantity(count, 'game')} of {quantity(cells, 'cell')} are too many: at most 2^27 cells in "
                f"all, so {quantity(_MOST_CELLS // cells, 'game')}"
            )
        kinds: object = actions
        is_names = isinstance(kinds, tuple | list) and all(isinstance(kind, str) for kind in kinds)
        self._actions = tuple(cast("tuple[ActionKind, ...]", kinds)) if is_names else ()
        if not self._actions or self._actions != _KINDS[: len(self._actions)]:
            raise ArgumentError(
                f"`actions` must be ('open',), ('open', 'flag') or {_KINDS}, not {brief(actions)}"
            )
        check_choice("reward", reward, REWARDS, ArgumentError)
        check_choice("autoreset", autoreset, _RESTART, ArgumentError)
        most = min(10 * cells, _MOST_STEPS) if max_steps is None else max_steps
        most = checks.whole("max_steps", most, 1, _MOST_STEPS)
        self._reward = REWARDS[reward]
        self._autoreset = autoreset
        first_seed = checks.whole("seed", new_seed() if seed is None else seed)
        check_common_arguments(fair=fair, cancel=cancel)
        self._cancel = cancel
        terms_of(hardest)
        if hardest != RULES[-1] and not fair:
            raise ArgumentError(f"`hardest={hardest!r}` needs `fair`")
        if fair and len(mine_bytes):
            raise ArgumentError("`fair` chooses games of the seed, so it cannot come with `minefields`")
        start = good_first_cell(self._board, self._rules) if fair else None
        at = None if start is None else self.topology.index(start)
        self._choices = Choices(count, most, reward, at, hardest, mine_bytes)
        self._make()
        with EngineErrors():
            self._engine.reset(first_seed, cancel)

    def _make(self) -> None:
        """Makes the engine, which has no games yet, and the arrays that show what it writes."""
        count, most, reward, start, hardest, mine_bytes = self._choices
        self._reward = REWARDS[reward]
        with EngineErrors():
            self._engine = _engine.GameBatch(
                self.topology._engine,
                self._board.mines,
                self._rules._for_engine(),
                count,
                len(self._actions),
                _RESTART[self._autoreset],
                most,
                start,
                terms_of(hardest),
                mine_bytes,
            )
        shape = (count, *self.topology.shape)
        self.observations: NDArray[np.int16] = read_only(self._engine.observations.reshape(shape))
        self.legal: NDArray[np.bool_] = read_only(self._engine.legal.view(np.bool_).reshape(count, -1))
        self.last_observations: NDArray[np.int16] | None = None
        self.last_legal: NDArray[np.bool_] | None = None
        if self._autoreset == "same_step":
            self.last_observations = read_only(self._engine.last_observations.reshape(shape))
            self.last_legal = read_only(self._engine.last_legal.view(np.bool_).reshape(count, -1))
        self.numbers: NDArray[np.uint64] = read_only(self._engine.numbers)
        self._openings, self._explosions = self._engine.opened, self._engine.exploded
        self._stands = self._engine.stands
        rewards, ends = np.zeros(count), np.zeros((3, count), np.bool_)
        self._results = rewards, *ends
        self.rewards: NDArray[np.float64] = read_only(rewards)
        self.terminations: NDArray[np.bool_] = read_only(ends[0])
        self.truncations: NDArray[np.bool_] = read_only(ends[1])
        self.won: NDArray[np.bool_] = read_only(ends[2])
        self._sample_actions: NDArray[np.int64] = np.zeros(count, np.int64)

    def __len__(self) -> int:
        """The number of games."""
        return len(self.numbers)

    def __repr__(self) -> str:
        """Their number, board and seed."""
        return f"<{quantity(len(self), 'game')} on {self._board!r}, seed {self.seed}>"

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._rules

    @property
    def seed(self) -> int:
        """The seed of the minefields."""
        return self._engine.seed

    @property
    def actions(self) -> tuple[ActionKind, ...]:
        """The kinds of actions, in the order in which they are numbered."""
        return self._actions

    @property
    def autoreset(self) -> Autoreset:
        """What follows a game that is over."""
        return self._autoreset

    def reset(self, seed: int | None = None, mask: ArrayLike | None = None) -> NDArray[np.int16]:
        """Begins a new game in every place, or in some.

        Args:
            seed: The seed to begin, with its first games. None continues with the next games of the current
                seed.
            mask: Where to begin, bool of shape (n,). It cannot come with a seed, because all games share one.

        Returns:
            `observations`.

        Raises:
            ArgumentError: `seed` is invalid, or `mask` is, or both are given.
            GenerationError: None of a million games of the seed is fair.
            CancelledError: The `cancel` of these games was set.
        """
        first_seed = None if seed is None else checks.whole("seed", seed)
        places = np.ones(len(self), np.bool_) if mask is None else mask_of(mask, len(self))
        if mask is not None and seed is not None:
            raise ArgumentError("all games share one seed: give `mask` or `seed`, not both")
        with EngineErrors():
            if first_seed is None:
                self._engine.next(places.view(np.uint8), self._cancel)
            else:
                self._engine.reset(first_seed, self._cancel)
        for each in self._results:
            each[places] = 0
        return self.observations

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int16], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """Makes one action in every game.

        Args:
            actions: One whole number for each game. Where a game was over and `autoreset` is `"next_step"`,
                the action is ignored and the next game begins, with reward 0.

        Returns:
            `observations`, `rewards`, `terminations` and `truncations`: the arrays of this object.

        Raises:
            ArgumentError: The actions are not whole numbers, not one for each game, or one does not exist.
                No game has changed.
            BudgetError: A position is too entangled to analyse for the reward. No game has changed.
            GenerationError: None of a million games of the seed is fair.
            CancelledError: The `cancel` of these games was set.
        """
        numbers = numbers_of(actions, "actions", len(self), self.legal.shape[1])
        give_rewards = self._reward(self, numbers)  # by what is known before the action
        with EngineErrors():
            self._engine.step(numbers, self._cancel)
        stands, (rewards, terminations, truncations, won) = self._stands, self._results
        np.equal(stands, _WON, out=won)
        np.equal(stands, _CUT, out=truncations)
        np.logical_and(stands > 0, stands < _CUT, out=terminations)
        give_rewards(rewards)
        return self.observations, self.rewards, self.terminations, self.truncations

    def sample(self) -> NDArray[np.int64]:
        """Draws a legal action for every game, all equally likely; 0 where there is none.

        Returns:
            int64 of shape (n,), always the same array. The draws follow from the seed.
        """
        self._engine.sample(self._sample_actions)
        return self._sample_actions

    def position(self, number: int) -> Position[CellT_co]:
        """What the player of one game sees now, as a position that does not change.

        Args:
            number: Which game, from 0.

        Raises:
            ArgumentError: There is no such game.
        """
        number = checks.whole("number", number, 0, len(self) - 1)
        return Position(self.observations[number].copy(), self._board.mines, self.topology)

    def copy(self) -> GameBatch[CellT_co]:
        """The same games, which go on as these do, but with arrays of their own.

        It costs about as much as ten steps, and the games of a pickle replay their histories. A copy has no
        `cancel`.
        """
        return self._without_games().set(self)

    def set(self, other: GameBatch[CellT_co], places: ArrayLike | None = None) -> GameBatch[CellT_co]:
        """Takes over the state of other games: to go back to a copy, or to search from one position.

        A place that got game k of a seed goes on with game k + n. The draws of `sample` go on as the others'
        would.

        Args:
            other: Games with the same board, rules, actions and autoreset, or these themselves.
            places: For each place here, the place of `other` to take over: n whole numbers. None takes all in
                order, from as many games.

        Returns:
            These games.

        Raises:
            ArgumentError: `other` has no such games, or `places` is not one number for each game.

        Example:
            >>> games = sapper.GameBatch(2, "beginner", seed=1)
            >>> branches = sapper.GameBatch(500, "beginner")
            >>> _ = branches.set(games, [0] * 500)  # the same game 500 times
            >>> results = branches.step(branches.sample())
            >>> _ = branches.set(games, [0] * 500)  # and back
        """
        source: object = other
        if not isinstance(source, GameBatch) or self._fit != source._fit:
            raise ArgumentError("`other` must be games with the same board, rules, actions and autoreset")
        if places is None and len(other) != len(self):
            raise ArgumentError(f"give `places`: there are {len(other)} other games for {len(self)}")
        origins = np.arange(len(self))
        if places is not None:
            origins = numbers_of(places, "places", len(self), len(other))
        if other is self:
            source = self.copy()
        with EngineErrors():
            self._engine.take(source._engine, origins)
        for mine, its in zip(self._results, source._results, strict=True):
            mine[:] = its[origins]
        return self

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> GameBatch[CellT_co]:
        return self.copy()

    def __getstate__(self) -> tuple[Any, ...]:
        """What a pickle needs to make these games again: the choices, the arrays, and the histories."""
        engine = self._engine
        histories = [np.array(engine.history(at), np.uint32) for at in range(len(self))]
        arrays = {name: getattr(engine, name).copy() for name in LASTING}
        results = [each.copy() for each in self._results]
        return (*self._fit, self._choices, engine.seed, engine.draws, histories, arrays, results)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """Plays the histories again."""
        *fit, self._choices, seed, draws, histories, arrays, results = state
        self._board, self._rules, self._actions, self._autoreset = fit
        self._cancel = None
        self._make()
        self._engine.seed, self._engine.draws = seed, draws
        for at, (number, history) in enumerate(zip(arrays["numbers"].tolist(), histories, strict=True)):
            self._engine.put(at, number, history)
        for name, values in arrays.items():
            getattr(self._engine, name)[:] = values
        for mine, its in zip(self._results, results, strict=True):
            mine[:] = its

    def _without_games(self) -> GameBatch[CellT_co]:
        """Games of the same kind that have not begun."""
        games = object.__new__(GameBatch)
        games._board, games._rules, games._actions, games._autoreset = self._fit
        games._choices, games._cancel = self._choices, None
        games._make()
        return games

    @property
    def _fit(self) -> tuple[Board[Any], Rules, tuple[ActionKind, ...], Autoreset]:
        """What two objects must share so that one can take over the games of the other."""
        return self._board, self._rules, self._actions, self._autoreset

    @property
    def _are_over(self) -> NDArray[np.bool_]:
        """Which games are over, so that the next step makes no action in them."""
        return (self._stands > 0) & (self._autoreset != "same_step")
