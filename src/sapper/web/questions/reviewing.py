"""Reviews as messages write them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from sapper.board.encoding import board_object
from sapper.draw.wording import level_of
from sapper.knowledge.wording import filled
from sapper.replays.replay import events_of
from sapper.reviews.games import ReviewedGame, mistake_of
from sapper.reviews.reviewing import Review, ReviewedMove, review
from sapper.web import limits
from sapper.web.encoding.values import Object, indices, metrics_object

if TYPE_CHECKING:
    from sapper.board.topology import Topology
    from sapper.replays.mouse import TimedAction
    from sapper.replays.replay import Replay
    from sapper.reviews.games import Mistake
    from sapper.reviews.many import PlayerReport
    from sapper.web.questions.figures import Budget


def review_figures(
    replay: Replay,
    guess: TimedAction | None,
    budget: Budget,
    progress: Callable[[int, int], None],
) -> Object:
    """The fields of `review`.

    `guess` is the one that ended a game of hard core. It opened nothing. `progress` gets the number of moves
    done and of all.

    Raises:
        GameError: No cell was opened, or the replay names a cell that is not on the board.
        BudgetError: The time is up.
        CancelledError: It was stopped.
    """
    reviewed = review(replay, time_limit=budget.seconds, cancel=budget.cancel, progress=progress)
    ending = None if guess is None else _reviewed_guess(replay, guess, budget)
    rules = replay.rules
    return {
        "board": board_object(replay.board),
        "level": level_of(replay.board),
        "win": rules.win,
        "on_mine": rules.on_mine,
        "question_marks": rules.question_marks,
        "status": reviewed.status if ending is None else "lost",
        "mined": np.flatnonzero(replay.minefield.mined).tolist(),
        "duration_ms": round(1000 * replay.seconds),
        "about": dict(replay.about),
        "moves": _moves(reviewed, ending),
        "lost_by_guess": ending is not None,
        "pointer": _pointer(replay),
        "metrics": metrics_object(reviewed.metrics),
        "summary": _summary(reviewed, ending),
    }


def chance_figures(replay: Replay, budget: Budget, progress: Callable[[int, int], None]) -> Object:
    """The fields of `chances`. The arguments are those of `review_figures`."""
    reviewed = review(replay, win=True, time_limit=budget.seconds, cancel=budget.cancel, progress=progress)
    index = replay.board.topology.index
    moves = []
    for number, move in enumerate(reviewed.moves, start=1):
        if move.chance is not None:
            best = None if move.chance.best is None else index(move.chance.best)
            moves.append({"n": number, **move.chance.to_dict(), "best": best})
    return {
        "accuracy": reviewed.accuracy,
        "chance_lost": reviewed.chance_lost,
        "grades": reviewed.grades,
        "moves": moves,
    }


def reviewed_game(
    replay: Replay, guess: TimedAction | None, name: str, budget: Budget, *, win: bool = False
) -> ReviewedGame:
    """What a report needs of a game. The arguments are those of `review_figures` and `review`."""
    reviewed = review(replay, win=win, time_limit=budget.seconds, cancel=budget.cancel)
    game = ReviewedGame.of(reviewed, name)
    ending = None if guess is None else _reviewed_guess(replay, guess, budget)
    if ending is None:
        return game
    mistake = mistake_of(ending, len(reviewed.moves), name, replay.play().position)
    return replace(game, status="lost", mistakes=(*game.mistakes, mistake))


def _reviewed_guess(replay: Replay, guess: TimedAction, budget: Budget) -> ReviewedMove:
    """The guess as if it had opened its cells, which it did not."""
    with_it = replace(replay, events=(*replay.events, *events_of([guess])))
    found = review(with_it, time_limit=budget.seconds, cancel=budget.cancel).moves[-1]
    return replace(found, opened=0, exploded=False)


def _pointer(replay: Replay) -> list[list[float]]:
    """The path of the pointer, thinned out if it has too many places: milliseconds, and x and y in cells.

    It is empty for recordings that have nothing but clicks. On every layout the cells have places as on a
    square grid.
    """
    seen = [event for event in replay.events if event.pixel is not None]
    if all(event.kind != "mv" for event in seen):
        return []
    every = -(-len(seen) // limits.POINTER_PLACES) or 1
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

    fields = report.to_dict()
    del fields["periods"]  # the page has the course of the games
    return {
        **fields,
        "pluck": None if report.pluck is None or math.isinf(report.pluck) else report.pluck,
        "skipped": fields["skipped"][: limits.DAMAGED],
        "course": list(map(_plain_game, report.games)),
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


def _plain_game(game: ReviewedGame) -> Object:
    return {
        "game": game.name,
        "board": board_object(game.board),
        "level": level_of(game.board),
        "played": None if game.played is None else game.played.isoformat(),
        "seconds": game.seconds,
        "three_bv": game.three_bv,
        "status": game.status,
        "solved": game.solved,
        "clicks": game.clicks,
        "expected": game.expected,
        "struck": game.struck,
        "forced": game.forced,
        "riskier": game.riskier,
        "needless": game.needless,
        "missed": dict(Counter(mistake.rule for mistake in game.mistakes)),
        "chance_lost": game.chance_lost,
        "accuracy": game.accuracy,
    }


def _moves(reviewed: Review, ending: ReviewedMove | None) -> list[Object]:
    """The moves, each with the cells it changed and the chance to survive all moves so far."""
    game = reviewed.replay.start()
    index = game.topology.index
    luck = 1.0
    moves = []
    for number, move in enumerate(reviewed.moves, start=1):
        told = _move(move, game.topology)
        cells = list(map(index, game.changed)) if game.act(move.action.kind, move.action.cell) else []
        luck *= 1.0 - (move.risk or 0.0) if move.is_guess else 1.0
        values = game.position.marks.ravel()[cells].tolist() if cells else []
        moves.append({"n": number, "cells": cells, "values": values, "luck": luck, **told})
    if ending is not None:
        told = _move(ending, game.topology)
        moves.append({"n": len(moves) + 1, "cells": [], "values": [], "luck": luck, **told})
    return moves


def _move(move: ReviewedMove, topology: Topology) -> Object:
    return {
        "at_ms": round(1000 * move.action.time),
        "kind": move.action.kind,
        "cell": topology.index(move.action.cell),
        "safe_count": move.safe,
        "best": None if move.best is None else topology.index(move.best),
        "riskier": move.riskier,
        "verdict": "first" if move.verdict == "start" else move.verdict,
        "risk": move.risk,
        "best_risk": None if math.isnan(move.best_risk) else move.best_risk,
        "missed_rule": move.rule,
        **_missed(move, topology),
    }


def _missed(move: ReviewedMove, topology: Topology) -> Object:
    """The cells that were certainly safe, and why the best of them was, step by step."""
    safe = [cell for deduction in move.missed for cell in deduction.safe]
    why = move._why
    return {
        "safe": indices(topology, safe[: limits.SAFE_CELLS]),
        "sentence": None if why is None else filled(why[0]),
        "numbers": [] if why is None else why[1],
        "given": [] if why is None else why[2],
    }


def _summary(reviewed: Review, ending: ReviewedMove | None) -> Object:
    guesses = (*reviewed.guesses, *(() if ending is None else (ending,)))
    return {
        "risk_taken": 1.0 - reviewed.luck,
        "luck": reviewed.luck,
        "needed_luck": reviewed.needed_luck,
        "forced": reviewed.forced,
        "riskier": reviewed.riskier,
        "needless": sum(move.verdict == "needless" for move in guesses),
        "slips": reviewed.slips,
        "missed": sum(move.safe > 0 for move in guesses),
        "fair": reviewed.fair,
        "zini": reviewed.metrics.board.zini,
    }
