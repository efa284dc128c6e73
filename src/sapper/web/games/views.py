"""Hosted games as objects for JSON. They have mines and seed only when a game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.board.encoding import board_object
from sapper.board.marks import EXPLODED, FLAG
from sapper.draw.wording import level_of
from sapper.minefields.metrics import measure, shown_three_bv
from sapper.web import limits
from sapper.web.encoding.values import Object, marks_text, metrics_object

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
    game = hosted.game
    end = _end(hosted, record) if hosted.over else None
    return {
        "status": hosted.status,
        "begun": hosted.begun,
        "mines_left": game.mines_left,
        "safe_left": game.safe_left,
        "solved": _solved(hosted) if end is None else end["metrics"]["solved"],
        "moves": hosted.moves,
        "clicks": hosted.clicks,
        "elapsed_ms": hosted.clock.elapsed_ms,
        "clock": hosted.clock.running,
        "counts": not hosted.counts_not,
        "counts_not": list(hosted.counts_not),
        "result": hosted.result,
        "end": end,
    }


def _solved(hosted: HostedGame) -> int | None:
    """The 3BV done so far, as far as the player can know it; None on large boards."""
    game = hosted.game
    return shown_three_bv(game.position) if game.topology.size <= limits.SMALL_CELLS else None


def _end(hosted: HostedGame, record: Object | None) -> Object:
    marks, minefield = hosted.game.position.marks.ravel(), hosted.game.minefield
    assert minefield is not None  # the game is over
    mined = minefield.ravel()
    return {
        "cause": hosted.cause,
        "cells": hosted.guess or np.flatnonzero(marks == EXPLODED).tolist(),
        "mined": np.flatnonzero(mined).tolist(),
        "wrong_flags": np.flatnonzero((marks == FLAG) & ~mined).tolist(),
        "seed": _seed(hosted.origin),
        "first": _first(hosted),
        "metrics": _metrics(hosted),
        "record": record,
    }


def _seed(origin: Any) -> str | None:
    return None if origin.seed is None else str(origin.seed)


def _first(hosted: HostedGame) -> int | None:
    """The cell that was opened first. The mines may have made room for it."""
    opened = (action.cell for action in hosted.game.history if action.kind == "open")
    return next(map(hosted.game.topology.index, opened), None)


def _metrics(hosted: HostedGame) -> Object:
    """The metrics of the library, by the same clicks and the same time as those of the game's replay."""
    measured = measure(hosted.game, time=hosted.clock.elapsed_ms / 1000, clicks=hosted.clicks)
    return metrics_object(measured)
