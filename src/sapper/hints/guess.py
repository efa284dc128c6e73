"""Guesses and their figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, Generic, cast, overload

from sapper import _engine
from sapper._support.engine_call import Deadline, EngineCall
from sapper._support.values import Figures
from sapper._support.words import sentence_of
from sapper.board.json_form import plain_fields
from sapper.board.rules import Rules
from sapper.cells import CellT, CellT_co
from sapper.errors import BudgetError, SapperError, StrategyError
from sapper.inference.analysing import analyse
from sapper.inference.analysis import Analysis, Cancel

if TYPE_CHECKING:
    from sapper.board.position import Position
    from sapper.board.topology import Topology
    from sapper.cells import Cell
    from sapper.strategy.strategy import Strategy


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class GuessFigures(Figures):
    """What opening a cell may lead to. Made by `hint` and `rank`. All probabilities are exact.

    Attributes:
        risk: The mine probability of the cell.
        numbers: How many different numbers the cell can show. If there is only one, it is a dead cell, and
            opening it tells nothing.
        progress: The probability that the cell is safe, and that its number proves another hidden cell safe
            or the game is won.
        survival: The probability of surviving both this cell and the safest one after it.
        closed: Whether the cell lies in a closed region: no number outside it can ever help inside it.
        score: The value by which the strategy `"best"` compares guesses. It rises with the safety of the two
            safest cells after the guess and with the cells that become certain. It falls if the frontier
            grows.
        worth: The value by which `"best"` compares guesses of nearly the same score: the share of games won
            after the guess, up to a constant, as a small neural network estimates it. Only differences within
            one position have a meaning. None on boards that are not square grids.
        win_probability: The chance to win with perfect play after the guess; None if the rest of the game is
            too large to search.
        safest_play: The chance to win by opening the safest cell each time after the guess (among equals, the
            one that can show most numbers). If at most 2,000 minefields fit, it opens the better of the two
            safest cells. None if more than 14,000 minefields fit, on more than 64 cells, or if the search
            meets too many positions.
    """

    risk: float
    numbers: int
    progress: float
    survival: float
    closed: bool
    score: float
    worth: float | None
    win_probability: float | None
    safest_play: float | None

    @classmethod
    @overload
    def _of(cls, figures: _engine.GuessFigures) -> GuessFigures: ...

    @classmethod
    @overload
    def _of(cls, figures: None) -> None: ...

    @classmethod
    def _of(cls, figures: _engine.GuessFigures | None) -> GuessFigures | None:
        return None if figures is None else cls(*(getattr(figures, field.name) for field in fields(cls)))


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Guess(Figures, Generic[CellT_co]):
    """The cell to open if no cell is certainly safe. Made by `hint`.

    Attributes:
        cell: The cell of the guess.
        risk: Its mine probability; 0.0 if the rules of the game make the first cell safe.
        safest: The first cell of least mine probability; `cell` if nothing is open yet.
        safest_risk: The mine probability of `safest`.
        reason: A clause that says why the guess is better than `safest`. None if it is the same cell, if it
            is only as good, or if no figure supports the choice of the strategy.
        figures: What the guess may lead to; None if computing it takes too long, or if nothing is open yet.
        safest_figures: What opening `safest` may lead to; None where `figures` is.
    """

    cell: CellT_co
    risk: float
    safest: CellT_co
    safest_risk: float
    reason: str | None
    figures: GuessFigures | None = None
    safest_figures: GuessFigures | None = None

    @classmethod
    def _of(cls, guess: _engine.AdvisedGuess, topology: Topology[CellT]) -> Guess[CellT]:
        return Guess(
            topology.cell(guess.cell),
            guess.risk,
            topology.cell(guess.safest),
            guess.safest_risk,
            None if guess.reason is None else sentence_of(guess.reason),
            GuessFigures._of(guess.figures),
            GuessFigures._of(guess.safest_figures),
        )

    def to_dict(self) -> dict[str, Any]:
        """The guess as plain values, for JSON. `docs/json.md` describes the fields."""
        return plain_fields(self)


Policy = Callable[[Analysis], tuple["Cell", str]]
"""A function that picks a guess. It takes an analysis without safe cells. It returns a hidden cell and a
clause that says why it is worth its risk, such as `"it wins more often"`."""

OWN: Final = "best"
"""The strategy whose guesses are explained by figures."""


@dataclass(frozen=True)
class Guesser:
    """Finds the guess in a position without safe cells, within a time limit."""

    position: Position
    rules: Rules | None  # they decide about the first click on a fresh board; None without a game
    strategy: Strategy | str
    policy: Policy | None  # picks the guess instead of the strategy
    by_win: bool  # whether guesses are compared by the chance to win instead
    seed: int  # of the games that compare them
    deadline: Deadline
    cancel: Cancel | None

    def guess(self) -> _engine.AdvisedGuess | None:
        """The guess; None if no cell can be safe."""
        try:
            analysis = analyse(self.position, time_limit=self.deadline.left, cancel=self.cancel)
        except BudgetError:
            if self.deadline.is_over:
                raise
            return _engine.uncounted_guess(self.position._for_chances)
        if analysis.safest is None:
            return None
        position, engine_analysis = self.position._for_chances, cast("_engine.Analysis", analysis._engine)
        pick = None if self._is_own else self._pick(analysis)
        limit = self.deadline.left
        with EngineCall("looking into a guess", limit):
            rules = None if self.rules is None else self.rules._for_engine()
            if pick is None:
                return _engine.advised_guess(
                    position, engine_analysis, rules, self.by_win, self.seed, limit, self.cancel
                )
            return _engine.guess_of_cell(position, engine_analysis, rules, *pick, limit, self.cancel)

    def _pick(self, analysis: Analysis) -> tuple[int, str | None]:
        from sapper.strategy.strategy import as_strategy  # most hints need no guess

        if self.policy is not None:
            return self._by_policy(self.policy, analysis)
        player = as_strategy(self.strategy)
        rules = None if self.rules is None else Rules(first_click=self.rules.first_click)
        choice = player.choose(self.position, rules=rules, time_limit=self.deadline.left, cancel=self.cancel)
        return self.position.topology.index(choice.cell), None

    def _by_policy(self, policy: Policy, analysis: Analysis) -> tuple[int, str]:
        """The cell and the reason that the policy returns. Raises StrategyError for anything else."""
        from sapper.strategy.python_parts import hidden_cell, name_of

        name = name_of(policy)
        try:
            answer: Any = policy(analysis)
        except SapperError:
            raise
        except Exception as error:
            raise StrategyError(f"the policy {name!r} raised {type(error).__name__}: {error}") from error
        if not (isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], str)):
            raise StrategyError(f"the policy {name!r} returned {answer!r}: not a cell and the reason for it")
        return hidden_cell(name, answer[0], self.position), answer[1]

    @property
    def _is_own(self) -> bool:
        """Whether the strategy `OWN` picks the guess."""
        whole = self.strategy if isinstance(self.strategy, str) else self.strategy._whole
        return self.policy is None and whole == OWN
