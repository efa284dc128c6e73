"""Games: their cells, copies, undo, how they stand, and cascades of millions of cells without recursion."""

import copy
import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from support.cases import rest_long
from support.truth import neighbours_of

from sapper import Action, Board, Game, Minefield, Rules, Strategy, Topology
from sapper.board.game import ActionKind
from sapper.board.rules import OnMine, Win
from sapper.errors import CellError, GameError


def small() -> Game:
    """Two mines in opposite corners: *100 above 1111 above 001*."""
    return Minefield([(0, 0), (2, 3)], Topology.square(3, 4)).game()


def test_the_minefield_is_a_copy() -> None:
    game = small()
    minefield = game.minefield
    assert minefield is not None
    minefield[:] = False
    assert game.open(0, 0) == 1
    assert game.status == "lost"


def test_a_cell_comes_in_one_or_in_parts() -> None:
    same: list[tuple[Any, ...]] = [((3, 5),), (3, 5), (np.array([3, 5]),), ([3, 5],)]
    for cell in same:
        game = Game("expert", seed=1)
        game.open(*cell)
        assert game.history == (Action("open", (3, 5)),)
    line = Minefield([(3,)], Topology.grid(4)).game()
    line.open(0)
    assert line.history == (Action("open", (0,)),)


@pytest.mark.parametrize("cell", [(16, 0), (-1, 0), (), ("a", 0), (True, False), ((True, 1),)])
@pytest.mark.parametrize("kind", ["open", "flag", "chord"])
def test_a_cell_outside_the_board_is_named(kind: str, cell: tuple[Any, ...]) -> None:
    game = Game("expert", seed=1)
    with pytest.raises(CellError, match=rf"cannot {kind} .*cells are \(0, 0\) to \(15, 29\)"):
        getattr(game, kind)(*cell)
    assert game == Game("expert", seed=1)


def test_games_differ_by_board_rules_origin_and_history() -> None:
    base = Game("beginner", seed=1)
    others = [
        Game("beginner", seed=2),
        Game("beginner", seed=1, number=1),
        Game("beginner", rules="safe", seed=1),
        Game("beginner", rules=Rules(win="flagged"), seed=1),
        Game("beginner", rules=Rules(on_mine="continue"), seed=1),
        Game("beginner", rules=Rules(question_marks=True), seed=1),
        Game((9, 9, 11), seed=1),
        Game(Board(Topology.torus(9, 9), 10), seed=1),
    ]
    assert all(other != base for other in others)
    assert len({base, *others}) == 9
    assert base != "game"


@pytest.mark.parametrize("win", ["cleared", "flagged"])
@pytest.mark.parametrize("on_mine", ["stop", "continue"])
@pytest.mark.parametrize("mines", [None, [(0, 0), (4, 4), (7, 2)]])
def test_undo_gives_each_state_again(win: Win, on_mine: OnMine, mines: list[tuple[int, int]] | None) -> None:
    draw = random.Random(5)
    if mines is None:
        game = Game("beginner", rules=Rules(win=win, on_mine=on_mine, question_marks=True), seed=3)
    else:
        game = Minefield(mines, Topology.square(9, 9)).game(
            Rules(win=win, on_mine=on_mine, question_marks=True)
        )
    before: list[Game] = []
    while game.status == "playing" and len(before) < 60:
        earlier = copy.copy(game)
        kind: ActionKind = draw.choice(["open", "flag", "chord"])
        if game.act(kind, (draw.randrange(9), draw.randrange(9))):
            before.append(earlier)
    assert len(before) > 2
    for earlier in reversed(before):
        game.undo()
        assert game == earlier
        assert (game.position, game.status) == (earlier.position, earlier.status)
        assert game.mines_left == earlier.mines_left
    assert game.history == ()
    with pytest.raises(GameError, match="there is nothing to undo"):
        game.undo()


def test_games_on_different_mines_are_played_with_different_random_numbers() -> None:
    """Else a strategy with random choices has the same luck on every board, and its share is wrong."""
    topology, strategy = Topology.square(4, 4), Strategy("exact+random")
    minefields = list(combinations(topology, 4))[::8]

    def share_of_wins(seed: int | None) -> float:
        games = [Minefield(mines, topology).game(seed=seed) for mines in minefields]
        return sum(strategy.play(game).status == "won" for game in games) / len(games)

    mean_of_games = np.mean(
        [
            strategy.play(Minefield(mines, topology).game(seed=number)).status == "won"
            for number, mines in enumerate(minefields)
        ]
    )
    error = (2 * mean_of_games * (1 - mean_of_games) / len(minefields)) ** 0.5
    assert share_of_wins(None) == share_of_wins(None)
    assert abs(share_of_wins(None) - mean_of_games) < 4 * error
    assert len({share_of_wins(seed) for seed in range(3)}) > 1


def test_a_seed_is_drawn_and_kept() -> None:
    one, other = Game(), Game()
    assert one.board == Board.level("expert")
    assert one.seed is not None
    assert one.seed != other.seed
    again = Game(seed=one.seed)
    one.open(0, 0)
    again.open(0, 0)
    assert one == again
    assert one.position == again.position
    assert one != Game(seed=one.seed, number=1)


# Rows, columns, mines. The boards take one word or several, with one row or several in a word. The mines are
# few, so that cascades go far. The last board is too wide for words.
CASCADE_BOARDS = [
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


@pytest.mark.parametrize("shape", CASCADE_BOARDS, ids=str)
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
