"""Hints, and why a game was lost, as messages write them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from sapper import _engine
from sapper._support.engine_call import EngineCall
from sapper.board.position import Position, flags_believed
from sapper.board.rules import Rules
from sapper.errors import BudgetError
from sapper.knowledge.hints import Deduction, Hint, hint
from sapper.knowledge.ranking import rank
from sapper.knowledge.wording import filled
from sapper.web import limits
from sapper.web.encoding.values import Object, indices
from sapper.web.questions.figures import Budget, move_figures

if TYPE_CHECKING:
    from sapper.web.games.origin import Origin

_NO_DEDUCTION: Final[Object] = {
    "rule": None,
    "pattern": None,
    "difficulty": None,
    "safe": [],
    "mines": [],
    "numbers": [],
    "cells": [],
    "mine_count": False,
}


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

    found = hint(position, rules=rules, time_limit=budget.seconds, cancel=budget.cancel)
    first = _NO_DEDUCTION if found.deduction is None else deduction_object(found, found.deduction)
    return {
        **first,
        "certain": found.deduction is not None,
        "sentence": found.text,
        "hints": _in_turn(found) if everything else [],
        "conclusion": found.conclusion,
        **_guess(found, budget),
    }


def _in_turn(found: Hint) -> list[Object]:
    """What one press after the other shows: the deductions, then the advice if no cell is safe."""
    hints = [deduction_object(found, each) for each in found.in_turn[: limits.HINTS]]
    if found.ends_in_advice and len(hints) < limits.HINTS:
        hints.append({**_NO_DEDUCTION, "sentence": found.advice})
    return hints


def deduction_object(found: Hint, deduction: Deduction) -> Object:
    """A deduction of a hint as fields, with what its sentence rests on."""
    topology = found.position.topology
    numbers, cells, mine_count = found._premises(deduction)
    return {
        "rule": deduction.rule,
        "pattern": deduction.pattern,
        "difficulty": deduction.difficulty,
        "sentence": found.explain(deduction),
        "safe": indices(topology, deduction.safe),
        "mines": indices(topology, deduction.mines),
        "numbers": numbers,
        "cells": cells,
        "mine_count": mine_count,
    }


def _guess(found: Hint, budget: Budget) -> Object:
    position, guess = found.position, found.guess
    if guess is None:
        return {"guess": None, "safest": None, "moves": []}
    index = position.topology.index
    win = None if guess.figures is None else guess.figures.win_probability
    risk = None if math.isnan(guess.risk) else guess.risk
    safest = None if math.isnan(guess.safest_risk) else guess.safest_risk
    return {
        "guess": {"cell": index(guess.cell), "risk": risk, "win": win, "reason": guess.reason},
        "safest": {"cell": index(guess.safest), "risk": safest},
        "moves": [] if guess.figures is None else _compared(position, budget),
    }


def _compared(position: Position, budget: Budget) -> list[Object]:
    """The best guesses with their figures; none if the time is up."""
    try:
        moves = rank(position, limits.COMPARED, time_limit=budget.seconds, cancel=budget.cancel)
    except BudgetError:
        return []
    return [move_figures(position, move) for move in moves if move.kind == "open"]


def loss_figures(position: Position, kind: str, cell: int, origin: Origin, budget: Budget) -> Object:
    """The fields of `explanation`.

    The position is what the player saw before the move that lost, an `"open"` or a `"chord"`.

    Raises:
        BudgetError: The time is up, or the position is too hard.
        CancelledError: It was stopped.
    """
    action, limit = _engine.Action(_engine.ActionKind[kind], cell), budget.seconds
    with EngineCall("the explanation of the loss", limit, position):
        risk, safe, numbers, cells, best, sentence = _engine.loss_of(
            position._engine, action, origin.first_is_safe, limit, budget.cancel
        )
    return {
        "risk": risk,
        "safe": safe,
        "numbers": numbers,
        "cells": cells,
        "best": best,
        "sentence": filled(sentence),
    }
