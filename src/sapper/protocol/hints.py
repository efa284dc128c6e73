"""Writes hints as objects for JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib import resources
from typing import TYPE_CHECKING, cast

from sapper.board.encoding import board_object, cell_value
from sapper.protocol.answers import Object

if TYPE_CHECKING:
    from sapper.knowledge.hints import Deduction, Guess, Hint

__all__ = ["deduction_object", "hint_object", "hint_schema"]


def hint_object(hint: Hint, seconds: float, *, everything: bool) -> Object:
    """A hint as `hint.schema.json` describes it.

    Args:
        hint: The hint.
        seconds: How long it took.
        everything: Whether to write all deductions and not only the simplest.
    """
    answer: Object = {
        "board": board_object(hint.position),
        "difficulty": hint.difficulty,
        "deduction": None if hint.deduction is None else deduction_object(hint.deduction),
        "guess": None if hint.guess is None else _guess_object(hint.guess),
        "complete": hint.complete,
        "text": hint.text,
        "elapsed_ms": round(1000 * seconds, 3),
    }
    if everything:
        answer["deductions"] = list(map(deduction_object, hint.deductions))
    return answer


def deduction_object(deduction: Deduction) -> Object:
    """A deduction: its claims, its premises, its rule, and its text."""
    return {
        "rule": deduction.rule,
        "pattern": deduction.pattern,
        "difficulty": deduction.difficulty,
        "safe": list(map(cell_value, deduction.safe)),
        "mines": list(map(cell_value, deduction.mines)),
        "numbers": list(map(cell_value, deduction.numbers)),
        "given": list(map(cell_value, deduction.given)),
        "mine_count": deduction.mine_count,
        "text": deduction.text,
    }


def hint_schema() -> Object:
    """The JSON Schema of what `sapper hint --json` prints."""
    text = resources.files("sapper.protocol").joinpath("hint.schema.json").read_text(encoding="utf-8")
    return cast("Object", json.loads(text))


def _guess_object(guess: Guess) -> Object:
    return {
        "cell": cell_value(guess.cell),
        "risk": guess.risk,
        "safest": cell_value(guess.safest),
        "safest_risk": guess.safest_risk,
        "reason": guess.reason,
        "figures": None if guess.figures is None else asdict(guess.figures),
        "safest_figures": None if guess.safest_figures is None else asdict(guess.safest_figures),
    }
