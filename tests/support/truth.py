"""Analyses compared with the reference: every probability, every count, every verdict."""

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from support import topology_model

from sapper import Analysis, Cell, ContradictionError, Position, Topology, analyse, reference
from sapper.reference import Truth
from sapper.reference.truth import EXPLODED, FLAG

PRECISION = 1e-9
LEAST_NORMAL = 2.0**-1022


def neighbours_of(topology: Topology) -> list[list[int]]:
    """The neighbour lists of a topology, not to be changed. Of regular ones they come without the engine."""
    if topology.kind == "graph":
        return [list(map(topology.index, topology.neighbours(cell))) for cell in topology]
    if topology.kind == "offsets":
        rows, columns = topology.shape
        return reference.offsets(rows, columns, topology._engine.steps, wrap=topology.wraps)
    return _regular(topology)


@lru_cache
def _regular(topology: Topology) -> list[list[int]]:
    build: Callable[..., list[list[int]]] | None = getattr(reference, topology.kind, None)
    return build(*topology.shape) if build else topology_model.neighbours(topology)


def marks_of(position: Position, trust_flags: bool = False) -> list[int]:
    """The marks as the reference takes them; a trusted flag is a mine like an exploded one."""
    marks: list[int] = position.marks.ravel().tolist()
    return [EXPLODED if trust_flags and mark == FLAG else mark for mark in marks]


def configurations_of(position: Position) -> list[frozenset[int]]:
    """All sets of mined cells that fit, by the reference."""
    neighbours, marks = neighbours_of(position.topology), marks_of(position)
    return list(reference.enumerate_configurations(neighbours, marks, position.board.mines))


def truth_of(position: Position, trust_flags: bool = False) -> Truth | None:
    """What the reference counts; None when no configuration fits."""
    neighbours, marks = neighbours_of(position.topology), marks_of(position, trust_flags)
    try:
        return reference.solve(neighbours, marks, position.board.mines)
    except ValueError as error:
        if "no configuration fits" not in str(error):
            raise
        return None


def check_against_reference(position: Position, trust_flags: bool = False) -> None:
    """Asserts that the analysis says what the reference counts, or that both find a contradiction."""
    truth = truth_of(position, trust_flags)
    try:
        analysis = analyse(position, trust_flags=trust_flags)
    except ContradictionError:
        assert truth is None
    else:
        assert truth is not None
        counts = zip(marks_of(position), truth.mine_configurations, strict=True)
        # A trusted flag is a mine in all of them.
        total = truth.configurations if trust_flags else None
        expected = [total if total and mark == FLAG else count for mark, count in counts]
        check_counts(analysis, expected, truth.configurations)


def check(analysis: Analysis, truth: Truth) -> None:
    """Asserts that an analysis is right: exactly where it can be, and to 1e-9 elsewhere."""
    check_counts(analysis, list(truth.mine_configurations), truth.configurations)


def check_counts(analysis: Analysis, counts: list[int | None], configurations: int) -> None:
    """The same with the truth as plain counts: of each cell (None where revealed) and of all."""
    topology = analysis.position.topology
    assert analysis.exact
    assert analysis.configurations == configurations
    log, log_here = math.log(configurations), analysis.log_configurations
    assert abs(log_here - log) <= PRECISION + 1e-15 * log, (log_here, log)  # good to 1e-9 of the count
    assert analysis.mine_probability.shape == topology.shape
    assert analysis.mine_probability.dtype == np.float64
    probability: list[float] = analysis.mine_probability.ravel().tolist()
    exact_of = {count: count / configurations for count in set(counts) if count is not None}
    for cell, value, count in zip(topology, probability, counts, strict=True):
        if count is None:
            assert math.isnan(value), cell
        else:
            assert (value == 0) == (count == 0), (cell, value)
            assert (value == 1) == (count == configurations), (cell, value)
            check_probability(value, exact_of[count], cell)
    hidden = [(cell, count) for cell, count in zip(topology, counts, strict=True) if count is not None]
    assert analysis.safe == [cell for cell, count in hidden if count == 0]
    assert analysis.mines == [cell for cell, count in hidden if count == configurations]
    assert analysis.safest == best_of(hidden, configurations)
    assert np.array_equal(analysis.safest_risk, risk_of(analysis, analysis.safest), equal_nan=True)
    check_win(analysis, hidden, configurations)


def check_win(analysis: Analysis, hidden: list[tuple[Cell, int]], configurations: int) -> None:
    """Asserts of a proven chance to win that it lies within what any play can reach.

    `tests/strategy/test_win_probability.py` compares it with all orders of opening cells.
    """
    win = analyse(analysis.position, rules="any", trust_flags=analysis._trust_flags).win_probability
    counts = [count for _, count in hidden]
    if all(count in (0, configurations) for count in counts):
        assert win == 1.0
    elif win is not None:
        least = min(count for count in counts if count < configurations)
        assert 1 / configurations <= win <= 1 - least / configurations + 1e-15


def check_probability(value: float, exact: float, cell: Cell) -> None:
    """Asserts that a probability is within 1e-9 of the exact fraction (rounded to a double)."""
    if exact < LEAST_NORMAL:
        # A double cannot hold so small a number. It only has to stay close to zero.
        assert value < 1e-300, (cell, value)
    else:
        assert abs(value - exact) <= PRECISION * exact, (cell, value, exact)


def best_of(hidden: list[tuple[Cell, int]], configurations: int) -> Cell | None:
    """The first cell that is a mine least often; None when every cell always is."""
    if not hidden:
        return None
    least = min(count for _, count in hidden)
    return next(cell for cell, count in hidden if count == least) if least < configurations else None


def risk_of(analysis: Analysis, cell: Cell | None) -> float:
    """The probability that the analysis gives for a cell; nan for no cell."""
    if cell is None:
        return math.nan
    return float(analysis.mine_probability.flat[analysis.position.topology.index(cell)])
