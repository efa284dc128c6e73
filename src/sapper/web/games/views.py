"""Hosted games as objects for JSON. They have mines and seed only when a game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sapper import _engine
from sapper.board.encoding import board_object
from sapper.draw.wording import level_of
from sapper.minefields.metrics import measure
from sapper.variants.referee import action_in_engine
from sapper.web import limits
from sapper.web.encoding.values import Object, marks_text, values_in

if TYPE_CHECKING:
    from sapper.web.games.hosted import HostedGame
    from sapper.web.games.moves import Change


def state_object(hosted: HostedGame, record: Object | None = None) -> Object:
    """A whole game."""
    origin = hosted.origin
    return {
        "type": "state",
        "game": hosted.id,
        "board": board_object(origin.board),
        "level": level_of(origin.board),
        "first_click": origin.first_click,
        "fair": origin.fair if origin.first_click == "fair" else None,
        "variant": origin.variant,
        "win": origin.win,
        "on_mine": origin.on_mine,
        "question_marks": origin.question_marks,
        "start": origin.start,
        "daily": origin.daily,
        "marks": marks_text(hosted.game.position.marks),
        "started_at": hosted.started_at,
        **_standing(hosted, record),
    }


def update_object(
    hosted: HostedGame, change: Change, action: Object | None, record: Object | None = None
) -> Object:
    """The changes of a game, and its state now."""
    return {
        "type": "update",
        "game": hosted.id,
        "cells": change.cells,
        "values": change.values,
        "marks": marks_text(hosted.game.position.marks) if change.whole else None,
        "action": action,
        **_standing(hosted, record),
    }


def action_object(kind: str, cell: int, by: str, risk: float | None = None) -> Object:
    """An action."""
    return {"kind": kind, "cell": cell, "by": by, "risk": risk}


def summary_object(row: dict[str, Any], origin: Any) -> Object:
    """A game of the store, for lists."""
    return {
        "game": row["id"],
        "board": board_object(origin.board),
        "level": level_of(origin.board),
        "first_click": origin.first_click,
        "variant": origin.variant,
        "status": row["status"],
        "elapsed_ms": row["elapsed_ms"],
        "moves": row["moves"],
        "clicks": row["clicks"],
        "counts": row["counts_not"] == "[]",
        "result": row["result"],
        "started_at": row["started_at"],
        "ended_at": row["ended_at"],
        "three_bv": None if row["status"] == "playing" else row["three_bv"],
        "seed": None if row["status"] == "playing" else _seed(origin),
    }


def three_bv_of(hosted: HostedGame) -> int | None:
    """The 3BV of a game that is over; None before."""
    return measure(hosted.game).board.three_bv if hosted.over and hosted.begun else None


def _standing(hosted: HostedGame, record: Object | None) -> Object:
    guess = None if hosted.guessed_by is None else action_in_engine(*hosted.guessed_by)
    elapsed_ms = hosted.clock.elapsed_ms
    standing = values_in(
        _engine.standing_of(hosted.game._engine, guess, hosted.clicks, elapsed_ms / 1000, limits.SMALL_CELLS)
    )
    if standing["end"] is not None:
        standing["end"] |= {"seed": _seed(hosted.origin), "record": record}
    return {
        **standing,
        "elapsed_ms": elapsed_ms,
        "clock": hosted.clock.running,
        "counts": not hosted.counts_not,
        "counts_not": list(hosted.counts_not),
        "result": hosted.result,
    }


def _seed(origin: Any) -> str | None:
    return None if origin.seed is None else str(origin.seed)
