"""Games played by a function as the definitions say, and what is to be kept of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import sapper
from sapper import Cell, Game, Position

OUTCOMES = {"won": 1, "lost": 2, "cleared": 3}
NO_CELL = 2**32 - 1


def played(game: Game, choose: Callable[[Position], Cell]) -> dict[str, Any]:
    """The record of a game that is played to its end; guesses are risks above 0."""
    topology, board = game.topology, game.board
    guesses: list[tuple[int, float, bool]] = []
    known = 0
    while game.status == "playing":
        analysis = sapper.analyse(game.position)
        cell = choose(game.position)
        sure = not game.history and game.rules.first_click != "any"
        risk = 0.0 if sure else float(analysis.mine_probability[cell])
        known = len(analysis.mines)
        exploded = game.exploded
        game.open(cell)
        if risk > 0 or game.exploded > exploded:
            guesses.append((topology.index(cell), risk, game.exploded > exploded))
    assert game.minefield is not None
    metrics = sapper.measure(game)
    return {
        "outcome": OUTCOMES[game.status],
        "clicks": len(game.history),
        "opened": int(np.count_nonzero(game.position.marks >= 0)),
        "found": known if game.status == "lost" else board.mines - game.exploded,
        "exploded": game.exploded,
        "three_bv": metrics.board.three_bv,
        "openings": metrics.board.openings,
        "solved": metrics.solved,
        "guesses": len(guesses),
        "risk": 1 - float(np.prod([1 - risk for _, risk, _ in guesses])),
        "lost_at": next((cell for cell, _, exploded in guesses if exploded), NO_CELL),
        "guess_cell": [cell for cell, _, _ in guesses],
        "guess_risk": [risk for _, risk, _ in guesses],
        "guess_exploded": [int(exploded) for _, _, exploded in guesses],
    }
