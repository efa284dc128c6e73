"""Why a game was lost: what was certain before the last move, or how great its risk was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.board.marks import EXPLODED
from sapper.board.position import Position
from sapper.draw.wording import percent
from sapper.errors import BudgetError
from sapper.knowledge.hints import hint
from sapper.web.encoding.values import Object, indices
from sapper.web.questions.accumulated import risk_of
from sapper.web.questions.figures import Budget
from sapper.web.questions.hints import deduction_object

if TYPE_CHECKING:
    from sapper.web.games.origin import Origin

_NO_CELLS: Object = {"safe": [], "numbers": [], "cells": [], "best": None}


def loss_figures(position: Position, kind: str, cell: int, origin: Origin, budget: Budget) -> Object:
    """The fields of `explanation`.

    Args:
        position: What the player saw before the move that lost.
        kind: `"open"` or `"chord"`.
        cell: The number of its cell.
        origin: What the game started from.
        budget: The time limit.

    Raises:
        BudgetError: The time is up, or the position is too hard.
        CancelledError: It was stopped.
    """
    risk = risk_of(position, kind, cell, origin, budget.deadline, budget.cancel)
    if not bool(((position.marks >= 0) | (position.marks == EXPLODED)).any()):
        return {**_NO_CELLS, "risk": risk, "sentence": f"Nothing was open yet. {_risk(risk)}"}
    found = budget.analyse(position)
    if found.safe:
        return {"risk": risk, **_missed(position, risk, indices(position.topology, found.safe), budget)}
    sentence = f"{_risk(risk)} Nothing was certainly safe"
    if found.best is None or found.best_risk >= risk:
        return {**_NO_CELLS, "risk": risk, "sentence": f"{sentence}, and no cell had less risk."}
    best = position.topology.index(found.best)
    where = position.topology.describe(found.best)
    sentence = f"{sentence}. The least risk was {percent(found.best_risk)}, at {where}."
    return {**_NO_CELLS, "risk": risk, "best": best, "sentence": sentence}


def _missed(position: Position, risk: float, safe: list[int], budget: Budget) -> Object:
    """The simplest proof of a safe cell. A proof that is too hard to find is left out."""
    try:
        found = hint(position, time_limit=budget.seconds, cancel=budget.cancel)
    except BudgetError:
        found = None
    proof = None if found is None else found.deduction
    lead = f"{_risk(risk)} You did not have to guess."
    if found is None or proof is None or not proof.safe:
        where = position.topology.describe(position.topology.cell(safe[0]))
        sentence = f"{lead} A cell was certainly safe: {where}."
        return {**_NO_CELLS, "safe": safe[:1], "sentence": sentence}
    told = deduction_object(found, proof)
    shown = {name: told[name] for name in ("safe", "numbers", "cells")}
    return {**_NO_CELLS, **shown, "sentence": f"{lead} {told['sentence']}"}


def _risk(risk: float) -> str:
    return "It was certainly a mine." if risk == 1 else f"The risk was {percent(risk)}."
