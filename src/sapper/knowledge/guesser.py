"""Picks the guess of a hint. For use inside the package."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from sapper import _engine
from sapper._support.engine_call import Deadline, EngineCall
from sapper.board.rules import Rules
from sapper.errors import BudgetError, SapperError, StrategyError
from sapper.inference.analysis import Analysis, Cancel, analyse

if TYPE_CHECKING:
    from sapper.board.position import Position
    from sapper.cells import Cell
    from sapper.strategy.strategy import Strategy

Policy = Callable[[Analysis], tuple["Cell", str]]
"""A function that picks a guess. It takes an analysis without safe cells. It returns a hidden cell and a
clause that says why it is worth its risk, such as `"it wins more often"`."""

OWN: Final = "best"
"""The strategy whose guesses are explained by figures."""


@dataclass(frozen=True)
class Guesser:
    """Guesses in one position without safe cells, within one time limit."""

    position: Position
    rules: Rules | None  # they decide about the first click on a fresh board; None without a game
    strategy: Strategy | str
    policy: Policy | None  # picks the guess instead of the strategy
    by_win: bool  # whether guesses are compared by the chance to win instead
    deadline: Deadline
    cancel: Cancel | None

    def guess(self) -> _engine.AdvisedGuess | None:
        """The guess; None if no cell can be safe."""
        try:
            analysis = analyse(self.position, time_limit=self.deadline.left, cancel=self.cancel)
        except BudgetError:
            if self.deadline.is_over:
                raise
            return _engine.uncounted_guess(self.position._engine)
        if analysis.best is None:
            return None
        position, found = self.position._engine, cast("_engine.Analysis", analysis._engine)
        picked = None if self._is_own else self._pick(analysis)
        limit = self.deadline.left
        with EngineCall("looking into a guess", limit):
            rules = None if self.rules is None else self.rules._for_engine()
            if picked is None:
                return _engine.advised_guess(position, found, rules, self.by_win, limit, self.cancel)
            return _engine.picked_guess(position, found, rules, *picked, limit, self.cancel)

    def _pick(self, analysis: Analysis) -> tuple[int, str | None]:
        from sapper.strategy.strategy import Strategy  # most hints need no guess

        if self.policy is not None:
            return self._by_policy(self.policy, analysis)
        player = Strategy.of(self.strategy)
        rules = None if self.rules is None else Rules(first_click=self.rules.first_click)
        choice = player.choose(self.position, rules=rules, time_limit=self.deadline.left, cancel=self.cancel)
        return self.position.topology.index(choice.cell), None

    def _by_policy(self, policy: Policy, analysis: Analysis) -> tuple[int, str]:
        """The cell and the reason that the policy returns, checked."""
        from sapper.strategy.parts import hidden_cell, name_of

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
