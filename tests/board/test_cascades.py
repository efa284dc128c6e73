"""Cascades open a word of cells at a time, and the same cells as one by one; millions without recursion."""

import random

import numpy as np
import pytest
from support.cases import rest_long
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
@pytest.mark.parametrize("seed", rest_long(range(12), 3))
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
        cells = rng.sample(range(rows * columns), mines)
        square, graph = (
            Minefield(map(kind.cell, cells), kind).game(Rules(on_mine="continue", question_marks=questions))
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


ROWS, COLUMNS = 2500, 4000


@pytest.mark.long
def test_one_cascade_opens_ten_million_cells() -> None:
    game = Minefield([(0, 0), (ROWS - 1, COLUMNS - 1)], Topology.square(ROWS, COLUMNS)).game()
    assert game.open(ROWS // 2, COLUMNS // 2) == ROWS * COLUMNS - 2
    assert game.status == "won"
    marks = game.position.marks
    assert int((marks > 0).sum()) == 6
    assert marks[0, 0] == marks[-1, -1] == -1


def test_a_dense_minefield_is_drawn_and_counted() -> None:
    rows, columns, mines = 1000, 1500, 300_000
    game = Game((rows, columns, mines), seed=1)
    count = game.open(0, 0)
    minefield, marks = game.minefield, game.position.marks
    assert minefield is not None
    assert int(minefield.sum()) == mines
    assert count == int((marks >= 0).sum()) == rows * columns - mines - game.safe_left
    around = sum(np.roll(minefield, (r, c), (0, 1)).astype(np.int16) for r in (-1, 0, 1) for c in (-1, 0, 1))
    corner = np.s_[1 : rows - 1, 1 : columns - 1]  # where rolling does not wrap
    is_open = marks[corner] >= 0
    assert (marks[corner][is_open] == np.asarray(around)[corner][is_open]).all()


def test_a_long_path_of_a_graph_opens_to_its_end() -> None:
    size = 200_000
    path = [[1], *([i - 1, i + 1] for i in range(1, size - 1)), [size - 2]]
    game = Minefield([0], Topology.graph(path)).game()
    assert game.open(size - 1) == size - 1
    assert game.status == "won"
