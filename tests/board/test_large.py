"""Boards of a million cells and more: nothing recurses, nothing is quadratic."""

import numpy as np
import pytest

from sapper import Game, Minefield, Topology

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
    opened = game.open(0, 0)
    minefield, marks = game.minefield, game.position.marks
    assert minefield is not None
    assert int(minefield.sum()) == mines
    assert opened == int((marks >= 0).sum()) == rows * columns - mines - game.safe_left
    around = sum(np.roll(minefield, (r, c), (0, 1)).astype(np.int16) for r in (-1, 0, 1) for c in (-1, 0, 1))
    corner = np.s_[1 : rows - 1, 1 : columns - 1]  # where rolling does not wrap
    shown = marks[corner] >= 0
    assert (marks[corner][shown] == np.asarray(around)[corner][shown]).all()


def test_a_long_path_of_a_graph_opens_to_its_end() -> None:
    size = 200_000
    path = [[1], *([i - 1, i + 1] for i in range(1, size - 1)), [size - 2]]
    game = Minefield([0], Topology.graph(path)).game()
    assert game.open(size - 1) == size - 1
    assert game.status == "won"
