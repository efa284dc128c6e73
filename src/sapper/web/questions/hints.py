"""Hints as messages write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.board.marks import EXPLODED
from sapper.board.position import Position, flags_believed
from sapper.knowledge.hints import Deduction, Guess, hint
from sapper.strategy.autoplaying import good_first_cell
from sapper.web import limits
from sapper.web.encoding.values import Object, indices
from sapper.web.questions.figures import Budget

if TYPE_CHECKING:
    from sapper.strategy.strategy import Strategy

_NOTHING_CERTAIN: Object = {
    "certain": False,
    "rule": None,
    "pattern": None,
    "difficulty": None,
    "safe": [],
    "mines": [],
    "numbers": [],
    "cells": [],
    "mine_count": False,
    "more_hints": [],
}


def hint_figures(
    position: Position,
    budget: Budget,
    strategy: Strategy,
    *,
    everything: bool = False,
    trust_flags: bool = False,
) -> Object:
    """The fields of `hint`.

    Args:
        position: The position.
        budget: The time limit.
        strategy: Picks the guess if no cell is certainly safe.
        everything: Whether to give all deductions, up to `limits.HINTS`.
        trust_flags: Whether flags count as mines.

    Raises:
        ContradictionError: No minefield fits.
        BudgetError: The time is up.
        CancelledError: It was stopped.
    """
    if not bool(((position.marks >= 0) | (position.marks == EXPLODED)).any()):
        return _beginning(position)
    if trust_flags:
        budget.analyse(position, trust_flags)  # raises the contradiction that names the flags
        position = flags_believed(position)

    found = hint(position, strategy=strategy, time_limit=budget.seconds, cancel=budget.cancel)
    fields = {**_NOTHING_CERTAIN, "sentence": found.text, **_guess(position, found.guess)}
    if found.deduction is None:
        return fields
    others = [other for other in found.deductions if everything and other is not found.deduction]
    del others[limits.HINTS :]
    fields |= {"certain": True, **_deduction(position, found.deduction), "sentence": found.text}
    return {**fields, "more_hints": [_deduction(position, other) for other in others]}


def _deduction(position: Position, deduction: Deduction) -> Object:
    topology = position.topology
    return {
        "rule": deduction.rule,
        "pattern": deduction.pattern,
        "difficulty": deduction.difficulty,
        "sentence": deduction.text,
        "safe": indices(topology, deduction.safe),
        "mines": indices(topology, deduction.mines),
        "numbers": indices(topology, deduction.numbers),
        "cells": indices(topology, deduction.given),
        "mine_count": deduction.mine_count,
    }


def _guess(position: Position, guess: Guess | None) -> Object:
    if guess is None:
        return {"guess": None, "safest": None}
    index = position.topology.index
    win = None if guess.figures is None else guess.figures.win_probability
    return {
        "guess": {"cell": index(guess.cell), "risk": guess.risk, "win": win, "reason": guess.reason},
        "safest": {"cell": index(guess.safest), "risk": guess.safest_risk},
    }


def _beginning(position: Position) -> Object:
    cell = position.topology.index(good_first_cell(position.board, "opening"))
    density = position.board.density
    safest = {"cell": cell, "risk": density}
    guess = {**safest, "win": None, "reason": None}
    sentence = "Nothing is open yet. This is a good cell to begin with."
    return {**_NOTHING_CERTAIN, "sentence": sentence, "guess": guess, "safest": safest}
