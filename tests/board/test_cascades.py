"""On square boards a cascade opens a word of cells at a time, and the same cells as one by one."""

import random

import pytest
from support.truth import neighbours_of

from sapper import Board, Game, Minefield, Rules, Topology

# Rows, columns, mines. The boards take one word or several, with one row or several in a word. The mines are
# few, so that cascades go far. The last board is too wide for words.
BOARDS = [
    (9, 9, 8), (16, 30, 40), (30, 16, 60), (40, 1, 3), (1, 40, 3), (13, 21, 20), (62, 33, 150), (9, 64, 40),
]  # fmt: skip


def act(games: tuple[Game, Game], kind: str, cell: int) -> None:
    """The same action on both, with the same outcome."""
    for game in games:
        {"open": game.open, "flag": game.flag, "chord": game.chord}[kind](game.topology.cell(cell))
    square, graph = games
    assert square.position.marks.ravel().tolist() == graph.position.marks.ravel().tolist()
    assert {square.topology.index(place) for place in square.changed} == set(graph.changed)
    assert len(square.changed) == len(graph.changed)
    assert (square.status, square.safe_left) == (graph.status, graph.safe_left)


@pytest.mark.parametrize("shape", BOARDS, ids=str)
@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 12))]
)
def test_the_same_cells_open_as_on_a_graph(shape: tuple[int, int, int], seed: int) -> None:
    """Flags come and go before and after the first click, and chords open several zeros at a time."""
    rows, columns, mines = shape
    rng = random.Random(seed)
    topology = Topology.square(rows, columns)
    questions = seed % 2 == 1
    rules = Rules("safe", on_mine="continue", question_marks=questions)
    square = Game(Board(topology, mines), rules, seed=seed, number=0)
    same: Topology = Topology.graph(neighbours_of(topology))
    graph = Game(Board(same, mines), rules, seed=seed, number=0)
    if seed % 3 == 2:  # the mines are there from the start
        given = rng.sample(range(rows * columns), mines)
        square, graph = (
            Minefield(map(kind.cell, given), kind).game(Rules(on_mine="continue", question_marks=questions))
            for kind in (topology, graph.topology)
        )
    for cell in rng.sample(range(rows * columns), rows * columns // 8):
        act((square, graph), "flag", cell)
    for _ in range(60):
        if square.status != "playing":
            break
        marks = square.position.marks.ravel()
        cell = rng.randrange(rows * columns)
        if marks[cell] < 0:
            act((square, graph), rng.choice(["open", "flag", "flag"]), cell)
            continue
        assert square.minefield is not None
        mined = square.minefield.ravel()
        for place in topology.neighbours(topology.cell(cell)):
            near = topology.index(place)
            if marks[near] in (-1, -2) and (marks[near] == -2) != mined[near]:
                act((square, graph), "flag", near)
        act((square, graph), "chord", cell)
