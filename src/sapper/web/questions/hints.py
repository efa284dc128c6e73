"""Hints, and why a game was lost, as messages write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _engine
from sapper._support.engine_call import EngineCall
from sapper.board.position import Position, flags_believed
from sapper.web import limits
from sapper.web.encoding.values import Object, told_in

if TYPE_CHECKING:
    from sapper.board.rules import Rules
    from sapper.web.games.origin import Origin
    from sapper.web.questions.figures import Budget


def hint_figures(
    position: Position,
    budget: Budget,
    rules: Rules | None = None,
    *,
    everything: bool = False,
    trust_flags: bool = False,
) -> Object:
    """The fields of `hint`.

    The rules decide whether the first cell is safe. `everything` gives all hints in turn, up to
    `limits.HINTS`.

    Raises:
        ContradictionError: No minefield fits.
        BudgetError: The time is up.
        CancelledError: It was stopped.
    """
    if trust_flags:
        budget.analyse(position, trust_flags)  # raises the contradiction that names the flags
        position = flags_believed(position)
    engine_rules = None if rules is None else rules._for_engine()
    most, limit = limits.HINTS if everything else 0, budget.seconds
    with EngineCall("the search for hints", limit, position):
        told = _engine.hint_told(position._engine, engine_rules, most, limits.COMPARED, limit, budget.cancel)
    return told_in(told)


def loss_figures(position: Position, kind: str, cell: int, origin: Origin, budget: Budget) -> Object:
    """The fields of `explanation`.

    The position is what the player saw before the move that lost, an `"open"` or a `"chord"`.

    Raises:
        BudgetError: The time is up, or the position is too hard.
        CancelledError: It was stopped.
    """
    action, limit = _engine.Action(_engine.ActionKind[kind], cell), budget.seconds
    with EngineCall("the explanation of the loss", limit, position):
        told = _engine.loss_told(position._engine, action, origin.first_is_safe, limit, budget.cancel)
    return told_in(told)
