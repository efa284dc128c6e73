"""Games played by a Python function: the slow way, with the same records as the engine's."""

from __future__ import annotations

import hashlib
import inspect
import time
from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final, cast

import numpy as np

from sapper import _engine
from sapper.errors import CellError, SimulationError
from sapper.game import Game
from sapper.inference import Inference
from sapper.position import EXPLODED, HIDDEN, Position
from sapper.simulation.configuration import Chunk, Configuration
from sapper.simulation.records import DRAWN, LOST, NO_CELL, WON, Records
from sapper.topology import Cell

__all__ = ["Function", "function_name", "play_by_function"]

Function = Callable[[Position], Cell]
"""A strategy in Python: sees a position, says what to open."""

_OUTCOMES: Final = {"won": WON, "lost": LOST, "cleared": DRAWN}


def function_name(function: Function) -> str:
    """A name for the ledger, which changes when the function's own text does."""
    qualified = getattr(function, "__qualname__", type(function).__qualname__)
    module = getattr(function, "__module__", None) or "?"
    try:
        text = inspect.getsource(cast("Any", function))
    except (OSError, TypeError):
        text = ""
    return f"python:{module}.{qualified}@{hashlib.blake2b(text.encode(), digest_size=4).hexdigest()}"


def play_by_function(configuration: Configuration, function: Function, chunk: Chunk) -> Records:
    """Plays a chunk.

    The risk of a guess is the exact mine probability of its cell, which costs an analysis for every move.

    Raises:
        SimulationError: The function failed, or named no hidden cell; the text says in which game.
    """
    games = [
        _PlayedGame(configuration, function, (chunk.first + number) % 2**64) for number in range(chunk.count)
    ]
    columns: dict[str, Any] = {}
    for field in fields(Records):
        of_guesses = field.name.startswith("guess_")
        values = [game.row[field.name] for game in games]
        flat = [value for row in values for value in row] if of_guesses else values
        columns[field.name] = np.array(flat, dtype=_DTYPES.get(field.name, np.uint32))
    return Records(**columns)


_DTYPES: Final = {
    "outcome": np.uint8,
    "risk": np.float64,
    "guess_risk": np.float64,
    "guess_exploded": np.uint8,
    "nanoseconds": np.uint64,
}


class _PlayedGame:
    """A game, played to its end; `row` has what goes into the records."""

    def __init__(self, configuration: Configuration, function: Function, number: int) -> None:
        self._configuration = configuration
        self._function = function
        self._game = Game(configuration.board, configuration.rules, seed=configuration.seed, game=number)
        self._inference = Inference(configuration.board)
        self._nanoseconds = 0
        self._guesses: list[tuple[int, float, bool]] = []
        self._found = 0
        while self._game.status == "playing":
            self._move()
        self.row = self._measured()

    def _move(self) -> None:
        game, topology = self._game, self._game.topology
        before = game.position
        start = time.thread_time_ns()
        cell = self._choose(before)
        self._nanoseconds += time.thread_time_ns() - start
        risk = self._risk(cell)
        self._found = int(np.count_nonzero(self._inference.mine_probability == 1.0))
        start = time.thread_time_ns()
        game.open(cell)
        if game.status == "playing" and not game.position.hidden - game.mines_left:
            self._flag_mines()
        self._nanoseconds += time.thread_time_ns() - start
        after = game.position
        exploded = after[cell] == EXPLODED
        if risk > 0 or exploded:
            self._guesses.append((topology.index(cell), risk, exploded))
        for index in np.flatnonzero(before.marks.ravel() != after.marks.ravel()):
            changed = topology.cell(int(index))
            if after[changed] == EXPLODED:
                self._inference.explode(changed)
            elif after[changed] >= 0:
                self._inference.reveal(changed, after[changed])

    def _choose(self, position: Position) -> Cell:
        configuration = self._configuration
        if not self._game.history and configuration.first_cell is not None:
            return configuration.first_cell
        where = f"the strategy, in game {self._game.game} of seed {configuration.seed},"
        try:
            cell = self._function(position)
        except Exception as error:  # a function of the caller's may raise anything
            raise SimulationError(f"{where} failed: {type(error).__name__}: {error}") from error
        try:
            hidden = position[cell] == HIDDEN
        except CellError as error:
            raise SimulationError(f"{where} named what is no cell: {error}") from None
        if not hidden:
            place = position.topology.describe(cell)
            raise SimulationError(f"{where} wants to open {place}, which is not hidden")
        return cell

    def _risk(self, cell: Cell) -> float:
        first = not self._game.history
        if first and self._configuration.rules.first_click != "any":
            return 0.0
        return float(self._inference.mine_probability[cell])

    def _flag_mines(self) -> None:
        for index in np.flatnonzero(self._game.position.marks.ravel() == HIDDEN):
            if self._game.status == "playing":
                self._game.flag(self._game.topology.cell(int(index)))

    def _measured(self) -> dict[str, Any]:
        game, board = self._game, self._game.board
        assert game.minefield is not None
        mined = game.minefield.view(np.uint8).ravel()
        marks = game.position.marks.ravel()
        counts = _engine.count_board(board.topology._engine, mined)
        survival = 1.0
        for _, risk, _ in self._guesses:
            survival *= 1 - risk
        return {
            "outcome": _OUTCOMES[game.status],
            "clicks": len(game.history),
            "opened": int(np.count_nonzero(marks >= 0)),
            "found": self._found if game.status == "lost" else board.mines - game.exploded,
            "exploded": game.exploded,
            "three_bv": counts.three_bv,
            "openings": counts.openings,
            "solved": _engine.solved_three_bv(board.topology._engine, mined, marks),
            "guesses": len(self._guesses),
            "risk": 1 - survival,
            "lost_at": next((cell for cell, _, exploded in self._guesses if exploded), NO_CELL),
            "guess_cell": [cell for cell, _, _ in self._guesses],
            "guess_risk": [risk for _, risk, _ in self._guesses],
            "guess_exploded": [exploded for _, _, exploded in self._guesses],
            "nanoseconds": self._nanoseconds,
        }
