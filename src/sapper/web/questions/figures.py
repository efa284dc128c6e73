"""Figures of positions, as messages write them. They are computed in threads, within a budget."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper import _engine
from sapper._support.deadline import Deadline
from sapper._support.engine_call import EngineCall
from sapper.board.marks import EXPLODED, FLAG, HIDDEN
from sapper.board.position import Position
from sapper.errors import BudgetError, ContradictionError
from sapper.inference.analysis import Analysis, Cancel, analyse
from sapper.inference.anatomy import anatomy_of
from sapper.knowledge.ranking import RankedMove, rank
from sapper.protocol.answers import counted
from sapper.strategy.dead_cells import dead_cells
from sapper.strategy.evaluating import evaluate
from sapper.web import limits
from sapper.web.encoding.values import Object, floats, indices
from sapper.web.errors import WebError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.minefield import Minefield
    from sapper.board.rules import Rules
    from sapper.board.topology import Cell
    from sapper.strategy.strategy import Strategy

_NUMBERS: Final = 9
"""A cell shows 0 to 8 on the boards of the page."""


@dataclass(frozen=True)
class Budget:
    """A time limit, and a way to stop the work earlier."""

    deadline: Deadline
    cancel: Cancel

    @classmethod
    def of(cls, milliseconds: int, cancel: Cancel) -> Budget:
        """A budget of this many milliseconds from now on."""
        return cls(Deadline(milliseconds / 1000), cancel)

    @property
    def seconds(self) -> float:
        """The seconds that are left.

        Raises:
            BudgetError: No time is left.
        """
        left = self.deadline.left
        if not left:
            raise BudgetError("the time is up")
        return left

    def part(self, seconds: float) -> Budget:
        """A part of at most this many seconds. If less is left, it has the same deadline object."""
        left = self.deadline.left
        lasts = left is None or left > seconds
        return replace(self, deadline=Deadline(seconds) if lasts else self.deadline)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Makes errors name the whole time limit, and not only the rest that a step was given."""
        try:
            yield
        except BudgetError:
            if not self.deadline.is_over:  # the memory ran out
                raise
            raise BudgetError(f"this was not done within {self.deadline.limit:g} seconds") from None

    def analyse(self, position: Position, trust_flags: bool = False) -> Analysis:
        """Analyses in the time that is left. Raises BudgetError, CancelledError, ContradictionError."""
        return analyse(position, trust_flags=trust_flags, time_limit=self.seconds, cancel=self.cancel)


def analysis_figures(
    position: Position,
    budget: Budget,
    *,
    window: list[int] | None = None,
    trust_flags: bool = False,
    count: bool = True,
    zeros: bool = False,
) -> Object:
    """The fields of `analysis`.

    The position has rows and columns. `window` is top, left, bottom and right of the part that is shown.
    `count` counts the configurations exactly, and `zeros` adds the chance of a zero for every cell.

    Raises:
        WebError: The window is not on the board.
        ContradictionError: No minefield fits.
        BudgetError: The time is up.
        CancelledError: It was stopped.
    """
    top, left, bottom, right = shown = window_on(position, window)
    started = time.perf_counter()
    analysis = budget.analyse(position, trust_flags)
    elapsed = time.perf_counter() - started
    topology = position.topology
    probability = analysis.mine_probability
    inside = probability[top:bottom, left:right]
    numbers = np.arange(topology.size).reshape(topology.shape)[top:bottom, left:right]
    configurations = counted(analysis, budget.seconds, budget.cancel) if count else None
    return {
        "window": list(shown),
        "mine_probability": floats(inside),
        "zero_probability": _zeros(position, budget, trust_flags, numbers) if zeros else None,
        "safe": numbers[inside == 0].tolist(),
        "mines": numbers[inside == 1].tolist(),
        "safe_count": int(np.count_nonzero(probability == 0)),
        "mine_count": int(np.count_nonzero(probability == 1)),
        "hidden": position.hidden,
        "mines_left": position.mines_left,
        "best": None if analysis.best is None else topology.index(analysis.best),
        "best_risk": None if analysis.best is None else analysis.best_risk,
        "log10_configurations": max(0.0, analysis.log_configurations / math.log(10)),
        "configurations": None if configurations is None else str(configurations),
        "win_probability": analysis.win_probability,
        "guess": None,
        "moves": None,
        "dead": None,
        "exact": analysis.exact,
        "risk_taken": None,
        "elapsed_ms": round(1000 * elapsed, 3),
    }


def guess_figures(position: Position, budget: Budget, most: int, trust_flags: bool, known: Object) -> Object:
    """The fields of `analysis` about guesses: the best ones, and the dead cells.

    `most` is how many to list at most, and `known` the fields so far. Some cell may be safe.

    Raises:
        BudgetError: The time is up.
        CancelledError: It was stopped.
    """
    index = position.topology.index
    dead = dead_cells(position, trust_flags=trust_flags, time_limit=budget.seconds, cancel=budget.cancel)
    figures: Object = {"dead": list(map(index, dead)), "moves": [], "guess": None}
    if known["best_risk"] > 0:
        moves = rank(position, most, trust_flags=trust_flags, time_limit=budget.seconds, cancel=budget.cancel)
        figures["moves"] = [move_figures(position, move) for move in moves if move.kind == "open"]
        figures["guess"] = index(moves[0].cell)
        best = moves[0].figures
        figures["win_probability"] = None if best is None else best.win_probability
    return figures


def move_figures(position: Position, move: RankedMove) -> Object:
    """A guess of a ranking and its figures, as fields."""
    return {**move.to_dict(), "cell": position.topology.index(move.cell)}


def belief_figures(
    position: Position, strategy: Strategy, rules: Rules | None, budget: Budget, window: list[int] | None
) -> Object:
    """The fields of `beliefs`: what a strategy itself believes.

    Raises:
        WebError: The window is not on the board.
        GameError: The game is over.
        ContradictionError: No minefield fits.
        StrategyError: The strategy is in Python and raised.
        BudgetError: The time is up.
        CancelledError: It was stopped.
    """
    top, left, bottom, right = shown = window_on(position, window)
    beliefs = strategy.beliefs(position, rules=rules, time_limit=budget.seconds, cancel=budget.cancel)
    topology = position.topology
    numbers = np.arange(topology.size).reshape(topology.shape)[top:bottom, left:right]
    inside = set(numbers.ravel().tolist())
    near = []
    for statement in beliefs.statements:
        cells = indices(topology, statement.cells)
        if not inside.isdisjoint(cells):
            near.append({"cells": cells, "least": statement.least, "most": statement.most})
    safe, mines = (array[top:bottom, left:right] for array in (beliefs.safe, beliefs.mines))
    return {
        "strategy": strategy.name,
        "window": list(shown),
        "risk": floats(beliefs.risk[top:bottom, left:right]),
        "safe": numbers[safe].tolist(),
        "mines": numbers[mines].tolist(),
        "safe_count": int(np.count_nonzero(beliefs.safe)),
        "mine_count": int(np.count_nonzero(beliefs.mines)),
        "statements": near[: limits.STATEMENTS],
        "statement_count": len(beliefs.statements),
    }


def cell_figures(position: Position, cell: int, budget: Budget, trust_flags: bool = False) -> Object:
    """The fields of `cell`. Analyses every number that the cell could show.

    Raises:
        CellError: There is no such cell.
        WebError: The cell is open.
        ContradictionError: No minefield fits.
        BudgetError: The time is up.
        CancelledError: It was stopped.
    """
    hidden_cell(position, cell)
    limit = budget.seconds
    with EngineCall("the figures of the cell", limit, position):
        found = _engine.aftermath_of(position._engine, cell, trust_flags, limit, budget.cancel)
    risk, log = found.risk, found.log_configurations
    return {
        "cell": cell,
        "risk": risk,
        "configurations": _with_mine(position, cell, budget, trust_flags),
        "log10_configurations": (log + math.log(risk)) / math.log(10) if risk > 0 else None,
        "numbers": (found.numbers + [0.0] * _NUMBERS)[:_NUMBERS],
        "progress": found.progress,
        "next_safety": found.next_safety,
        "win": 1.0 - risk if found.proven else None,
    }


def hidden_cell(position: Position, cell: int) -> Cell:
    """A hidden cell by its number. Raises CellError if it does not exist, WebError if it is open."""
    place: Cell = position.topology.cell(cell)
    if position[place] >= 0 or position[place] == EXPLODED:
        where = position.topology.describe(place)
        raise WebError("request", f"{where} is open: only hidden cells have figures")
    return place


def _with_mine(position: Position, cell: int, budget: Budget, trust_flags: bool) -> str | None:
    """The exact number of configurations with a mine in the cell; None if it is not known."""
    marks = np.array(position.marks)
    if not trust_flags:
        marks[marks == FLAG] = HIDDEN
    marks.flat[cell] = FLAG
    try:
        analysis = budget.analyse(Position(marks, position.mines, position.topology), trust_flags=True)
    except ContradictionError:
        return "0"
    configurations = counted(analysis, budget.seconds, budget.cancel)
    return None if configurations is None else str(configurations)


def _zeros(position: Position, budget: Budget, trust_flags: bool, numbers: NDArray[np.int64]) -> str | None:
    """The chance of a zero for every hidden cell of a window, nan for open ones; None if it is too large."""
    if numbers.size > limits.ZERO_CELLS:
        return None
    limit = budget.seconds
    with EngineCall("the chances of zeros", limit, position):
        chances = _engine.zero_chances(
            position._engine, numbers.ravel().tolist(), trust_flags, limit, budget.cancel
        )
    return floats(np.array(chances))


def evaluation_figures(position: Position, rules: Rules | None, budget: Budget) -> Object:
    """The fields of `evaluation`.

    The position has at most `CHANCE_CELLS` cells. `rules` is None if it is of no game.

    Raises:
        ContradictionError: No minefield fits.
        GameError: No cell is safe.
        BudgetError: The time was up before any game ended.
        CancelledError: It was stopped.
    """
    found = evaluate(position, rules=rules, time_limit=budget.seconds, cancel=budget.cancel)
    return {"win_probability": found.win_probability, "error": found.error, "exact": found.exact}


def check_for_chance(board: Position | Minefield) -> None:
    """Refuses boards on which the chance to win takes too long.

    Raises:
        WebError: The board is too large.
    """
    if board.topology.size > limits.CHANCE_CELLS:
        most = f"{limits.CHANCE_CELLS:,}"
        raise WebError("too_large", f"the chance to win is estimated on boards of at most {most} cells")


def window_on(position: Position, window: list[int] | None) -> tuple[int, int, int, int]:
    """Checks a window. None means the whole board. Raises WebError if it is not on the board."""
    rows, columns = position.topology.shape
    if window is None:
        return 0, 0, rows, columns
    top, left, bottom, right = window
    if not (0 <= top <= bottom <= rows and 0 <= left <= right <= columns):
        raise WebError("request", f"the window {window} is not on a board of {rows} x {columns}")
    return top, left, bottom, right


def structure_figures(position: Position, trust_flags: bool = False) -> Object:
    """The fields of `structure`."""
    seen = anatomy_of(position, trust_flags=trust_flags)
    topology = position.topology
    components = [
        {
            "cells": indices(topology, component.cells),
            "numbers": indices(topology, component.numbers),
            "sweep": [indices(topology, group) for group in component.sweep],
        }
        for component in seen.components
    ]
    return {
        "type": "structure",
        "safe": indices(topology, seen.safe),
        "mines": indices(topology, seen.mines),
        "components": components,
        "sea": seen.sea,
    }
