"""The guesses of hints and rankings: who picks them, and their figures.

For use inside the package.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sapper import _engine
from sapper._support.deadline import Deadline
from sapper._support.engine_call import EngineCall
from sapper.board.rules import Rules
from sapper.errors import BudgetError, SapperError, StrategyError
from sapper.inference.analysis import Analysis, Cancel, analyse
from sapper.knowledge.guess import Guess, GuessFigures, reason_for

if TYPE_CHECKING:
    from sapper.board.position import Position
    from sapper.board.topology import Cell
    from sapper.strategy.evaluating import MoveEvaluation
    from sapper.strategy.strategy import Strategy

Policy = Callable[[Analysis], tuple["Cell", str]]
"""Picks a guess. It takes an analysis without safe cells. It returns a hidden cell, and why it is worth its
risk: a clause such as `"it wins more often"`."""

OWN: Final = "best"
"""The name of our own player."""

COMPARED: Final = 8
"""Guesses that are compared by the chance to win."""

_UNCOUNTED: Final = "bounds+density"
"""The strategy that picks in positions that cannot even be estimated."""


@dataclass(frozen=True)
class Guesser:
    """Guesses in one position without safe cells, within one time limit.

    Attributes:
        position: The position.
        strategy: The strategy that picks the guess.
        policy: The function that picks it instead; None if there is none.
        by_win: Whether the chance to win picks it instead.
        deadline: When to give up.
        cancel: Gives up when set from another thread.
    """

    position: Position
    strategy: Strategy | str
    policy: Policy | None
    by_win: bool
    deadline: Deadline
    cancel: Cancel | None

    def guess(self) -> tuple[Guess[Any] | None, bool]:
        """The guess, None if no cell can be safe, and whether its risks are exact."""
        try:
            analysis = analyse(self.position, time_limit=self.deadline.left, cancel=self.cancel)
        except BudgetError:
            if self.deadline.is_over:
                raise
            cell, risk = uncounted(self.position)
            return Guess(cell, risk, cell, risk, None), False
        safest = analysis.best
        if safest is None:
            return None, True
        if self.by_win and analysis.exact:
            cell, reason = self._most_wins(analysis, safest)
            figures = self._figures(analysis, cell)
        elif self._is_own:
            ((cell, _, figures),) = preferred(analysis, Rules(), 1, self.deadline, self.cancel)
            reason = None
        else:
            cell, reason = self._pick(analysis)
            figures = self._figures(analysis, cell)
        safest_figures = figures if cell == safest else self._figures(analysis, safest)
        if cell == safest:
            reason = None
        elif reason is None and figures is not None and safest_figures is not None:
            reason = reason_for(figures, safest_figures, self.position.topology, safest)
        risk = float(analysis.mine_probability[cell])
        guess = Guess(cell, risk, safest, analysis.best_risk, reason, figures, safest_figures)
        return guess, analysis.exact

    def _most_wins(self, analysis: Analysis, safest: Cell) -> tuple[Cell, str | None]:
        """The guess with the highest chance to win, and how much more often it wins than the safest cell."""
        compared = dict(compared_by_win(analysis, Rules(), COMPARED, self.deadline, self.cancel, safest))
        cell = next(iter(compared))
        against = compared[safest]
        if cell == safest or against.behind <= 0:
            return cell, None
        behind, error = 100 * against.behind, 100 * against.behind_error
        return cell, f"it wins {behind:.1f} +- {error:.1f} % more often"

    def _pick(self, analysis: Analysis) -> tuple[Cell, str | None]:
        from sapper.strategy.strategy import Strategy  # most hints need no guess

        if self.policy is not None:
            return self._by_policy(self.policy, analysis)
        player = Strategy.of(self.strategy)
        return player.choose(self.position, time_limit=self.deadline.left, cancel=self.cancel).cell, None

    def _by_policy(self, policy: Policy, analysis: Analysis) -> tuple[Cell, str]:
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
        index = hidden_cell(name, answer[0], self.position)
        return self.position.topology.cell(index), answer[1]

    def _figures(self, analysis: Analysis, cell: Cell) -> GuessFigures | None:
        if not analysis.exact:
            return None
        index, limit = self.position.topology.index(cell), self.deadline.left
        with EngineCall("looking into a guess", limit):
            figures = _engine.figures_of(self.position._engine, index, limit, self.cancel)
        return None if figures is None else GuessFigures._of(figures)

    @property
    def _is_own(self) -> bool:
        """Whether our own player picks."""
        whole = self.strategy if isinstance(self.strategy, str) else self.strategy._whole
        return self.policy is None and whole == OWN


def compared_by_win(
    analysis: Analysis,
    rules: Rules,
    most: int,
    deadline: Deadline,
    cancel: Cancel | None,
    also: Cell | None = None,
) -> list[tuple[Cell, MoveEvaluation]]:
    """The guesses that our own player prefers, by the chance to win, the best first.

    Args:
        analysis: A position without safe cells that is not estimated.
        rules: Decide the first cell of a game.
        most: The largest number of guesses to compare.
        deadline: When to give up.
        cancel: Gives up when set from another thread.
        also: A cell to compare in any case.
    """
    from sapper.strategy.evaluating import evaluate_moves  # most hints need no guess

    topology = analysis.position.topology
    cells = [cell for cell, _, _ in preferred(analysis, rules, most, deadline, cancel)]
    cells += [] if also is None or also in cells else [also]
    moves = [(topology.index(cell),) for cell in cells]
    compared = evaluate_moves(analysis.position, moves, rules, deadline, cancel)
    return [(topology.cell(index), evaluation) for (index,), evaluation in compared]


def preferred(
    analysis: Analysis, rules: Rules, most: int, deadline: Deadline, cancel: Cancel | None
) -> list[tuple[Cell, float, GuessFigures | None]]:
    """The guesses that our own player prefers, the best first: cells, risks and figures.

    Args:
        analysis: A position without safe cells. If it is estimated, the order is that of the risks, and there
            are no figures.
        rules: Decide the first cell of a game.
        most: The largest number of guesses to return.
        deadline: When to give up.
        cancel: Gives up when set from another thread.
    """
    position, risks = analysis.position, analysis.mine_probability
    if not analysis.exact:
        uncertain = [cell for cell in position.topology if 0 < risks[cell] < 1]
        uncertain.sort(key=lambda cell: float(f"{risks[cell]:.12g}"))  # as many digits as `analysis.best`
        return [(cell, float(risks[cell]), None) for cell in uncertain[:most]]
    with EngineCall("the comparison of guesses", deadline.limit):
        ranked = _engine.rank_guesses(
            position._engine, rules._for_engine(), min(most, position.topology.size), deadline.left, cancel
        )
    return [
        (
            position.topology.cell(guess.cell),
            float(risks.flat[guess.cell]),
            None if guess.figures is None else GuessFigures._of(guess.figures),
        )
        for guess in ranked
    ]


def uncounted(position: Position) -> tuple[Cell, float]:
    """A guess in a position that cannot even be estimated, and its risk; nan if that is unknown.

    It uses what single numbers and pairs of numbers say.
    """
    from sapper.strategy.strategy import Strategy

    rules = Rules()
    player = Strategy(_UNCOUNTED)._player(position.board, rules)
    player.begin(_engine.Game(position._engine, rules._for_engine()), 0, 0)
    choice = player.next()
    return position.topology.cell(choice.cells[0]), math.nan if choice.risk is None else choice.risk
