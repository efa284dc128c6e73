"""On square boards players apply the trivial rules to many cells at a time, and play the same games."""

from __future__ import annotations

import numpy as np
import pytest
from support.cases import rest_long
from support.truth import neighbours_of

from sapper import Board, Rules, Strategy, Topology
from sapper.simulation.plan import Plan
from sapper.simulation.tally import Records
from sapper.simulation.workers import play_chunk

# Rows, columns, mines. The boards take one word or several, with one row or several in a word, and end with
# the first or the last row of a word. The last two are too wide for words.
BOARDS = [
    (9, 9, 10),
    (16, 30, 99),
    (1, 40, 8),
    (40, 1, 7),
    (12, 20, 40),
    (13, 21, 50),
    (4, 31, 22),
    (6, 32, 32),
    (5, 62, 50),
    (4, 63, 40),
    (3, 64, 30),
]


def records_of(board: Board, first_cell: int, rules: Rules, strategy: str, count: int) -> Records:
    chosen = Strategy(strategy)
    cell = board.topology.cell(first_cell)
    configuration = Plan.of(board, [chosen], rules=rules, first_cell=cell, chunk=count, seed=29).configuration
    result = play_chunk(configuration, [chosen], configuration.chunk_at(0), keep=True)
    assert result.records is not None
    return result.records[0]


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("on_mine", ["stop", "continue"])
@pytest.mark.parametrize("strategy", rest_long(["fast", "exact+first"]))
def test_same_games_as_on_a_graph(board: tuple[int, int, int], on_mine: str, strategy: str) -> None:
    rows, columns, mines = board
    topology = Topology.square(rows, columns)
    rules = Rules("safe", on_mine=on_mine)  # type: ignore[arg-type]  # one of the names
    count = 40 if rows * columns > 200 else 120
    square, graph = (
        records_of(Board(kind, mines), columns // 2, rules, strategy, count)
        for kind in (topology, Topology.graph(neighbours_of(topology)))
    )
    assert square.guesses.sum() > 0
    for name in ("outcome", "opened", "exploded", "guesses", "risk", "lost_at", "found", "solved"):
        assert np.array_equal(getattr(square, name), getattr(graph, name)), name
    for name in ("guess_cell", "guess_risk", "guess_exploded"):
        assert np.array_equal(getattr(square, name), getattr(graph, name)), name
