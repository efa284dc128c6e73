"""Reviews as messages write them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from sapper.board.encoding import board_object
from sapper.draw.wording import level_of
from sapper.reviews.reviewing import Review, ReviewedMove, review
from sapper.web.encoding.values import Object, indices, metrics_object

if TYPE_CHECKING:
    from sapper.board.topology import Topology
    from sapper.replays.replay import Replay
    from sapper.reviews.many import Mistake, PlayerReport, ReviewedGame
    from sapper.web.questions.figures import Budget

_MOST_SAFE = 100
_MOST_PLACES = 20_000
_VERDICTS = {"start": "first"}


def review_figures(replay: Replay, budget: Budget, progress: Callable[[int, int], None]) -> Object:
    """The fields of `review`.

    Args:
        replay: A game with rows and columns.
        budget: The time limit.
        progress: Called after every move with the number of moves done and the number of all moves.

    Raises:
        GameError: No cell was opened, or the replay names a cell that is not on the board.
        BudgetError: The time is up.
        CancelledError: It was stopped.
    """
    reviewed = review(replay, time_limit=budget.seconds, cancel=budget.cancel, progress=progress)
    rules = replay.rules
    return {
        "board": board_object(replay.board),
        "level": level_of(replay.board),
        "win": rules.win,
        "on_mine": rules.on_mine,
        "question_marks": rules.question_marks,
        "status": reviewed.status,
        "mined": np.flatnonzero(replay.minefield.mined).tolist(),
        "duration_ms": round(1000 * replay.seconds),
        "about": dict(replay.about),
        "moves": _moves(reviewed),
        "pointer": _pointer(replay),
        "metrics": metrics_object(reviewed.metrics),
        "summary": _summary(reviewed),
    }


def _pointer(replay: Replay) -> list[list[float]]:
    """The way of the pointer, thinned out if it has too many places: milliseconds, and x and y in cells.

    It is empty for recordings that have nothing but clicks. It is empty too for boards that are not square,
    because there nobody knows where on the board a pixel is.
    """
    seen = [event for event in replay.events if event.pixel is not None]
    if replay.board.topology.name != "square" or all(event.kind != "mv" for event in seen):
        return []
    every = -(-len(seen) // _MOST_PLACES) or 1
    size = replay.cell_size
    return [
        [round(1000 * event.time), round(event.pixel[0] / size, 2), round(event.pixel[1] / size, 2)]
        for event in seen[::every]
        if event.pixel is not None
    ]


def report_figures(report: PlayerReport) -> Object:
    """The fields of `report`, with the mistakes by the numbers of their cells."""
    boards = {game.name: game.board.topology for game in report.games}

    def plain(mistake: Mistake) -> Object:
        return _plain(mistake, boards[mistake.game])

    return {
        **report.to_dict(),
        "missed": [
            {
                "rule": missed.rule,
                "mistakes": len(missed.mistakes),
                "risk": missed.risk,
                "worst": plain(missed.mistakes[0]),
            }
            for missed in report.missed
        ],
        "worst": list(map(plain, report.worst())),
    }


def puzzle_figures(game: ReviewedGame) -> list[Object]:
    """The needless guesses of a game as puzzles of `puzzles`, each with its board.

    It leaves out mistakes that nobody can explain. Of several that missed the same cell, it takes the first.
    """
    missed: dict[object, Mistake] = {}
    for mistake in game.mistakes:
        if mistake.reason is not None:
            missed.setdefault(mistake.best, mistake)
    board = {"board": board_object(game.board), "level": level_of(game.board)}
    return [{**_plain(mistake, game.board.topology), **board} for mistake in missed.values()]


def _plain(mistake: Mistake, topology: Topology) -> Object:
    """A mistake by the numbers of its cells."""
    return {
        **mistake.to_dict(),
        "cell": topology.index(mistake.cell),
        "best": topology.index(mistake.best),
    }


def _moves(reviewed: Review) -> list[Object]:
    """The moves, each with the cells it changed and the chance to survive all moves so far."""
    game = reviewed.replay.start()
    index = game.topology.index
    luck = 1.0
    moves = []
    for number, move in enumerate(reviewed.moves, start=1):
        cells = list(map(index, game.changed)) if game.act(move.action.kind, move.action.cell) else []
        luck *= 1.0 - (move.risk or 0.0) if move.is_guess else 1.0
        values = game.position.marks.ravel()[cells].tolist() if cells else []
        moves.append(
            {
                "n": number,
                "at_ms": round(1000 * move.action.time),
                "kind": move.action.kind,
                "cell": index(move.action.cell),
                "cells": cells,
                "values": values,
                "safe_count": move.safe,
                "luck": luck,
                "best": None if move.best is None else index(move.best),
                **_judgement(move),
                **_missed(move, game.topology),
            }
        )
    return moves


def _judgement(move: ReviewedMove) -> Object:
    return {
        "verdict": _VERDICTS.get(move.verdict, move.verdict),
        "risk": move.risk,
        "best_risk": None if math.isnan(move.best_risk) else move.best_risk,
        "missed_rule": move.rule,
    }


def _missed(move: ReviewedMove, topology: Topology) -> Object:
    """The cells that were certainly safe, and why the best of them was."""
    safe = [cell for deduction in move.missed for cell in deduction.safe]
    proof = move.proof
    return {
        "safe": indices(topology, safe[:_MOST_SAFE]),
        "sentence": None if proof is None else proof.text,
        "numbers": [] if proof is None else indices(topology, proof.numbers),
        "given": [] if proof is None else indices(topology, proof.given),
    }


def _summary(reviewed: Review) -> Object:
    return {
        "risk_taken": 1.0 - reviewed.luck,
        "luck": reviewed.luck,
        "needed_luck": reviewed.needed_luck,
        "forced": reviewed.forced,
        "needless": reviewed.needless,
        "missed": sum(move.safe > 0 for move in reviewed.guesses),
        "fair": reviewed.fair,
        "zini": reviewed.metrics.board.zini,
    }
