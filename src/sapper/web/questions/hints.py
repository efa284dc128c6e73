"""Hints, and why a game was lost, as messages write them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from sapper.board.marks import EXPLODED
from sapper.board.position import Position, flags_believed
from sapper.board.rules import Rules
from sapper.draw.wording import percent
from sapper.errors import BudgetError
from sapper.knowledge.hints import Deduction, Hint, hint
from sapper.knowledge.ranking import rank
from sapper.knowledge.wording import beginning_text, filled
from sapper.strategy.autoplaying import good_first_cell
from sapper.web import limits
from sapper.web.encoding.values import Object, indices
from sapper.web.questions.accumulated import risk_of
from sapper.web.questions.figures import Budget, move_figures

if TYPE_CHECKING:
    from sapper.board.topology import Cell
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

_NO_CELLS: Final[Object] = {"safe": [], "numbers": [], "cells": [], "best": None}


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
    if not bool(((position.marks >= 0) | (position.marks == EXPLODED)).any()):
        return _beginning(position, rules, everything=everything)
    if trust_flags:
        budget.analyse(position, trust_flags)  # raises the contradiction that names the flags
        position = flags_believed(position)

    found = hint(position, time_limit=budget.seconds, cancel=budget.cancel)
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
    told = (*found.support(deduction), deduction)
    numbers: dict[Cell, None] = dict.fromkeys(cell for each in told for cell in each.numbers)
    cells: dict[Cell, None] = dict.fromkeys(cell for each in told for cell in each.given)
    return {
        "rule": deduction.rule,
        "pattern": deduction.pattern,
        "difficulty": deduction.difficulty,
        "sentence": found.explain(deduction),
        "safe": indices(topology, deduction.safe),
        "mines": indices(topology, deduction.mines),
        "numbers": indices(topology, numbers),
        "cells": indices(topology, cells),
        "mine_count": any(each.mine_count for each in told),
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


def _beginning(position: Position, rules: Rules | None, *, everything: bool) -> Object:
    """A good cell to begin with. The rules of a game may make the first cell safe."""
    first_click = "any" if rules is None else rules.first_click
    cell = position.topology.index(
        good_first_cell(position.board, "opening" if rules is None else first_click)
    )
    risk = position.board.density if first_click == "any" else 0.0
    sentence = beginning_text(position.topology, position.topology.cell(cell), is_safe=risk == 0)
    return {
        **_NO_DEDUCTION,
        "certain": False,
        "sentence": sentence,
        "hints": [{**_NO_DEDUCTION, "sentence": sentence}] if everything else [],
        "conclusion": filled(("nothing_else_known", {})),
        "guess": {"cell": cell, "risk": risk, "win": None, "reason": None},
        "safest": {"cell": cell, "risk": risk},
        "moves": [],
    }


def loss_figures(position: Position, kind: str, cell: int, origin: Origin, budget: Budget) -> Object:
    """The fields of `explanation`.

    The position is what the player saw before the move that lost, an `"open"` or a `"chord"`.

    Raises:
        BudgetError: The time is up, or the position is too hard.
        CancelledError: It was stopped.
    """
    risk = risk_of(position, kind, cell, origin, budget.deadline, budget.cancel)
    said = filled(("loss_certain", {}) if risk == 1 else ("loss_risk", {"risk": percent(risk)}))
    if not bool(((position.marks >= 0) | (position.marks == EXPLODED)).any()):
        return {**_NO_CELLS, "risk": risk, "sentence": filled(("loss_at_first", {"risk": said}))}
    found = budget.analyse(position)
    if found.safe:
        return {"risk": risk, **_missed(position, said, indices(position.topology, found.safe), budget)}
    if found.best is None or found.best_risk >= risk:
        return {**_NO_CELLS, "risk": risk, "sentence": filled(("loss_least_risk", {"risk": said}))}
    best = position.topology.index(found.best)
    where = position.topology.describe(found.best)
    values = {"risk": said, "least": percent(found.best_risk), "cell": where}
    sentence = filled(("loss_less_risk", values))
    return {**_NO_CELLS, "risk": risk, "best": best, "sentence": sentence}


def _missed(position: Position, said: str, safe: list[int], budget: Budget) -> Object:
    """The simplest proof of a safe cell. A proof that is too hard to find is left out."""
    try:
        found = hint(position, time_limit=budget.seconds, cancel=budget.cancel)
    except BudgetError:
        found = None
    proof = None if found is None else found.deduction
    if found is None or proof is None or not proof.safe:
        where = position.topology.describe(position.topology.cell(safe[0]))
        sentence = filled(("loss_safe_cell", {"risk": said, "cell": where}))
        return {**_NO_CELLS, "safe": safe[:1], "sentence": sentence}
    told = deduction_object(found, proof)
    shown = {name: told[name] for name in ("safe", "numbers", "cells")}
    sentence = filled(("loss_proven", {"risk": said, "proof": told["sentence"]}))
    return {**_NO_CELLS, **shown, "sentence": sentence}
