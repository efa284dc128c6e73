"""The chance to win from a position, estimated from games that a strategy plays to the end."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from itertools import chain, takewhile, zip_longest
from typing import TYPE_CHECKING, Any, Final

from sapper import _engine
from sapper._engine import Cancel
from sapper._support.checks import positive, whole
from sapper._support.engine_call import Deadline, check_common_arguments
from sapper._support.parallel import Threads, thread_count
from sapper._support.words import percent
from sapper.board.game import Game, rules_for
from sapper.board.json_form import plain_fields
from sapper.board.marks import EXPLODED
from sapper.board.position import as_position_with_mines
from sapper.board.position_call import PositionCall, trusting_flags
from sapper.board.rules import Rules, RulesLike
from sapper.errors import (
    BudgetError,
    ContradictionError,
    FormatError,
    GameError,
    PositionError,
)
from sapper.inference.analyses import counts_of, list_of
from sapper.inference.analysing import analyse
from sapper.strategy.strategy import Strategy, StrategyLike, as_strategy

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sapper.board.position import Position
    from sapper.board.topology import Topology, TopologyName

_WITHOUT_RANDOM: Final = ("fast", "best")
"""Strategies that use no random numbers, at any effort."""
_GAMES_OF_A_BLOCK: Final = 32
"""Games that a thread plays before it looks at the clock."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The chance to win from a position. Made by `evaluate`.

    Attributes:
        win_probability: The chance to win; nan if `evaluate_many` could not evaluate the position.
        error: Its standard error; 0.0 if it is exact, nan if the chance is. An estimate is off by more than
            two standard errors about once in twenty times.
        exact: Whether the chance is exact: all minefields that are possible were played, or the game is lost.
        games: How many games were played for an estimate; 0 if it is exact.
        strategy: The name of the strategy that played them.
        seed: The seed of the games.
    """

    win_probability: float
    error: float
    exact: bool
    games: int
    strategy: str
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """The evaluation as plain values, for JSON. `docs/json.md` describes the fields."""
        return plain_fields(self)

    def __str__(self) -> str:
        """The chance and its error in percent."""
        if math.isnan(self.win_probability):
            return "unknown"
        chance = percent(self.win_probability)
        return chance if self.exact else f"{chance} +- {percent(self.error)}"


def evaluate(
    position: Game[Any] | Position[Any] | str | ArrayLike,
    mines: int | None = None,
    *,
    mines_left: int | None = None,
    topology: Topology[Any] | TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    strategy: StrategyLike = "fast",
    error: float = 0.01,
    games: int = 1_000_000,
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Evaluation:
    r"""Estimates the chance that a strategy wins from a position.

    It draws minefields that fit the position, all equally likely, and plays on. It takes out the luck of
    guesses: a guess multiplies the value of a game by its chance to be safe. If its cell has a mine, the game
    goes on with another minefield in which the cell is safe. The mean of these values is the chance to win.
    In the middle of an expert game this needs a third of the games that counting wins would need. A game ends
    where the strategy can prove its chance to win. If at most 400 minefields fit, `"fast"` and `"best"` play
    them all, and the chance is exact.

    The same arguments give the same answer on any machine and any number of threads, unless the time is up.

    Args:
        position: A position, a game, a text, or marks, as in `analyse`.
        mines: The number of mines on the whole board, if `position` does not have it.
        mines_left: What the mine counter shows, in place of `mines`: flags and exploded mines are added.
        topology: As in `Position`, for texts and arrays.
        rules: The rules, or the name of their first click; by default those of the game, or `Rules()`. They
            decide about the first click on a fresh board.
        trust_flags: Whether flagged cells count as mines. By default flags are only opinions.
        strategy: The strategy that plays on. `"fast"` takes about 0.1 milliseconds a game in the middle of an
            expert game. `"best"` takes nine times as long, and wins about one more game in a hundred.
        error: The standard error at which it stops, between 0 and 1. Half the error takes four times as long.
        games: The largest number of games to play.
        seed: Another seed plays other games. So does another position, so errors do not add up.
        threads: The number of threads; None is one for each processor. A strategy written in Python uses one.
        time_limit: Seconds after which it stops and gives what it knows by then.
        cancel: Stops the evaluation with an error if it is set from another thread.

    Raises:
        ContradictionError: No minefield fits the position; the error names the numbers in conflict.
        PositionError: The position is malformed, or `mines` is missing or disagrees with it.
        FormatError: The text cannot be read.
        GameError: `rules` is invalid, or no cell of the board is safe.
        StrategyError: There is no such strategy.
        ArgumentError: `trust_flags`, `error`, `games`, `seed`, `threads`, `time_limit` or `cancel` is
            invalid.
        BudgetError: The position is too entangled to count, or the time was up before any game ended.
        CancelledError: `cancel` was set.

    Example:
        >>> print(sapper.evaluate("1??\n???\n???", mines=2))
        73.33 %
        >>> game = sapper.Game("expert", seed=7)
        >>> _ = game.open((3, 3))
        >>> print(sapper.evaluate(game, error=0.02))
        39.45 % +- 2.00 %
    """
    rules = rules_for(position, rules)
    position = as_position_with_mines(position, mines, topology, mines_left)
    _check_any_safe(position)
    how = _How.from_arguments(strategy, trust_flags, error, games, seed, time_limit, cancel)
    return how.evaluation(position, rules, thread_count(threads))


def evaluate_many(
    positions: ArrayLike | Iterable[Game[Any] | Position[Any] | str],
    mines: int | ArrayLike | None = None,
    *,
    mines_left: int | ArrayLike | None = None,
    topology: Topology[Any] | TopologyName | None = None,
    rules: RulesLike | None = None,
    trust_flags: bool = False,
    strategy: StrategyLike = "fast",
    error: float = 0.01,
    games: int = 1_000_000,
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> tuple[Evaluation | None, ...]:
    r"""Estimates the chance to win from each of many positions, as `evaluate` does.

    Each position has the evaluation that `evaluate` gives it with the same arguments, for any number of
    threads, unless the time is up.

    Args:
        positions: A list of positions, games, texts or marks, on any boards. Or an array of the marks of n
            boards, of shape (n, rows, columns) on square boards.
        mines: The number of mines of each board: one number for all, or n of them. If positions, games or
            texts have their own numbers, `mines` must equal them.
        mines_left: What the mine counter of each board shows, in place of `mines`, in the same forms.
        topology: As in `evaluate`, for texts and arrays.
        rules: As in `evaluate`.
        trust_flags: As in `evaluate`.
        strategy: As in `evaluate`.
        error: The standard error at which each evaluation stops.
        games: The largest number of games to play from each position.
        seed: As in `evaluate`, for each position.
        threads: The number of threads; None is one for each processor. Each evaluates one position at a time.
        time_limit: Seconds for all positions together. After that, evaluations stop and give what they know.
        cancel: Stops all evaluations with an error if it is set from another thread.

    Returns:
        The evaluations in the order of the positions. None stands for a position that no minefield fits. A
        position that is too entangled to count, or that no game was played from before the time was up, has
        the chance nan.

    Raises:
        PositionError: As in `evaluate`; the message gives the number of the position. Or there is no list.
        FormatError: A text cannot be read; the message gives its number.
        GameError: As in `evaluate`.
        StrategyError: There is no such strategy.
        ArgumentError: As in `evaluate`.
        CancelledError: `cancel` was set.

    Example:
        >>> positions = ["1??\n???\n???", "2??\n???\n???", "3??\n???\n???"]
        >>> [each and str(each) for each in sapper.evaluate_many(positions, mines=2, threads=2)]
        ['73.33 %', '100 %', None]
    """
    sources = list_of(positions, topology)
    counts = counts_of(mines, len(sources))
    counters = counts_of(mines_left, len(sources), "mines_left")
    requests = [
        (_position_at(place, each, count, topology, counter), rules_for(each, rules))
        for place, (each, count, counter) in enumerate(zip(sources, counts, counters, strict=True))
    ]
    how = _How.from_arguments(strategy, trust_flags, error, games, seed, time_limit, cancel)
    count = 1 if how.strategy._is_in_python else thread_count(threads)

    def evaluation(place: int, how: _How) -> Evaluation | None:
        try:
            return how.evaluation(*requests[place], 1)
        except ContradictionError:
            return None
        except BudgetError:
            return Evaluation(math.nan, math.nan, False, 0, how.strategy.name, how.seed)

    if count == 1:  # in the calling thread, so that Ctrl-C works
        return tuple(evaluation(place, how) for place in range(len(requests)))
    with Threads(max(1, min(count, len(requests))), "the evaluation", cancel) as pool:
        there = replace(how, cancel=pool.stop)
        return tuple(pool.results([pool.submit(evaluation, place, there) for place in range(len(requests))]))


def _check_any_safe(position: Position[Any]) -> None:
    if position.board.mines == position.topology.size:
        raise GameError("a game needs a safe cell, but every cell is a mine")


def _position_at(
    place: int, source: Any, mines: int | None, topology: Any, mines_left: int | None
) -> Position[Any]:
    try:
        position = as_position_with_mines(source, mines, topology, mines_left)
        _check_any_safe(position)
        return position
    except (FormatError, GameError, PositionError) as error:
        error.args = (f"position {place} (0-based): {error}", *error.args[1:])
        raise error from None


@dataclass(frozen=True, slots=True)
class _How:
    """The checked arguments of an evaluation."""

    strategy: Strategy
    trust_flags: bool
    error: float  # the standard error at which it stops
    most: int
    seed: int
    deadline: Deadline
    cancel: Cancel | None

    @classmethod
    def from_arguments(
        cls,
        strategy: StrategyLike,
        trust_flags: bool,
        error: float,
        games: int,
        seed: int,
        time_limit: float | None,
        cancel: Cancel | None,
    ) -> _How:
        """Checks the arguments of `evaluate`. Raises StrategyError or ArgumentError for an invalid one."""
        check_common_arguments(cancel=cancel, trust_flags=trust_flags)
        return cls(
            as_strategy(strategy),
            trust_flags,
            positive("error", error, 1),
            whole("games", games, 1),
            whole("seed", seed),
            Deadline(time_limit),
            cancel,
        )

    def evaluation(self, position: Position[Any], rules: Rules, threads: int) -> Evaluation:
        """Evaluates one position. Raises the errors of `evaluate`."""
        strategy, deadline = self.strategy, self.deadline
        rules = Rules(first_click=rules.first_click)  # the others do not change the chance to win
        try:
            basis = self._basis(position)
        except BudgetError:
            if deadline.is_over:
                raise self._too_late() from None
            raise
        if (position.marks == EXPLODED).any():  # the game is lost
            return Evaluation(0.0, 0.0, True, 0, strategy.name, self.seed)
        work = _Work(basis, rules, self)
        if not strategy._is_in_python and strategy.name.partition("@")[0] in _WITHOUT_RANDOM:
            exact = work.exact()
            if exact is not None:
                return Evaluation(exact, 0.0, True, 0, strategy.name, self.seed)
        tally = self._tally(work, 1 if strategy._is_in_python else threads)
        if tally.games == 0:
            raise self._too_late()
        return Evaluation(tally.mean, tally.error, False, tally.games, strategy.name, self.seed)

    def _tally(self, first: _Work, threads: int) -> _engine.GameValues:
        """Plays until the error is small enough, or games or time are used up."""
        works, tally = [first], _engine.GameValues()
        while not self.deadline.is_over:
            more = min(int(tally.games_needed(self.error)), self.most - tally.games)
            if more <= 0:
                break
            while len(works) < min(threads, -(-more // _GAMES_OF_A_BLOCK)):  # none that would have no games
                works.append(first.again())
            _play(works, range(tally.games, tally.games + more), tally, self.cancel)
        return tally

    def _basis(self, position: Position[Any]) -> Position[Any]:
        """The position that is played on from. Raises ContradictionError, naming the numbers in conflict."""
        if self.trust_flags:
            return trusting_flags(position, self.deadline, self.cancel)
        analyse(position, time_limit=self.deadline.left, cancel=self.cancel)
        return position

    def _too_late(self) -> BudgetError:
        return BudgetError(
            f"no game of the evaluation ended within {self.deadline.limit:g} seconds: allow more time"
        )


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
    """The chance to win after a guess, beside those of other guesses. In `RankedMove.evaluation`.

    The errors are those of each guess alone. The order was found in the same games, and the errors do not
    count that. So the best guess looks a little too good on average, and the last ones look too bad.

    Attributes:
        win_probability: The chance to win by this guess: that of the best guess, less `behind`.
        error: Its standard error; 0.0 if it is exact.
        behind: The chance to win by the best of the compared guesses, less this one; 0.0 for the best.
        behind_error: The standard error of `behind`. It is smaller than the errors of the two chances
            suggest, because all guesses were tried on the same minefields.
        games: How many games were played for it; 0 if it is exact.
    """

    win_probability: float
    error: float
    behind: float
    behind_error: float
    games: int

    @classmethod
    def _of(cls, move: _engine.ComparedMove | None) -> MoveEvaluation | None:
        return None if move is None else cls(*(getattr(move, field.name) for field in fields(cls)))


class _Work:
    """What one thread plays."""

    def __init__(self, position: Position[Any], rules: Rules, how: _How) -> None:
        self._arguments = position, rules, how
        self._deadline, self._cancel = how.deadline, how.cancel
        self._seed = how.seed
        self._call = PositionCall("the evaluation", position, how.deadline.limit)
        player = how.strategy._player(position.board, rules)
        with self._call:
            self._engine = _engine.Evaluation(
                position._engine,
                rules._for_engine(),
                player,
                how.deadline.left,
                how.cancel,
            )

    def again(self) -> _Work:
        """The same for another thread."""
        return _Work(*self._arguments)

    def exact(self) -> float | None:
        """The exact chance to win; None if too many minefields fit."""
        with self._call:
            return self._engine.exact(self._deadline.left, self._cancel)

    def play(self, blocks: list[range], cancel: Cancel | None) -> list[list[float]]:
        """The values of the games of each block, or of the first blocks if the time was up."""
        block_values: list[list[float]] = []
        for block in blocks:
            if self._deadline.is_over:
                break
            try:
                with self._call:
                    values = self._engine.values(
                        self._seed, block.start, len(block), self._deadline.left, cancel
                    )
            except BudgetError:
                if self._deadline.is_over:
                    break
                raise
            block_values.append(values)
        return block_values


def _play(works: list[_Work], games: range, tally: _engine.GameValues, cancel: Cancel | None) -> None:
    """Plays these games, and adds their values in order, up to the first that the time limit prevented."""
    blocks = [games[i : i + _GAMES_OF_A_BLOCK] for i in range(0, len(games), _GAMES_OF_A_BLOCK)]
    if len(works) == 1:
        shares = [works[0].play(blocks, cancel)]  # in the calling thread, so that Ctrl-C works
    else:
        with Threads(len(works), "the evaluation", cancel) as pool:
            shares = pool.results(
                [pool.submit(work.play, blocks[i :: len(works)], pool.stop) for i, work in enumerate(works)]
            )
    in_turn = chain.from_iterable(zip_longest(*shares))
    for values in takewhile(lambda values: values is not None, in_turn):
        tally.add(values)
