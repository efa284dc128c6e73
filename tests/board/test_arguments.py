from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sapper import (
    ArgumentError,
    Board,
    BoardError,
    Cell,
    CellError,
    Game,
    GameError,
    Rules,
    SapperError,
    Topology,
)

MINES = [(0, 0), (2, 3)]


def test_mines_may_be_given_as_cells_or_as_an_array() -> None:
    array = np.zeros((3, 4), dtype=np.bool_)
    array[0, 0] = array[2, 3] = True
    square = Topology.square(3, 4)
    games = [
        Game.from_mines(rows=3, columns=4, mines=MINES),
        Game.from_mines(square, mines=MINES),
        Game.from_mines(square, mines=(cell for cell in MINES)),
        Game.from_mines(mines=array),
        Game.from_mines(square, mines=array[::1]),
        Game.from_mines(rows=3, columns=4, mines=np.argwhere(array)),  # not of bool
        Game.from_mines(rows=3, columns=4, mines=[[0, 0], [2, 3]]),  # type: ignore[list-item] # as in JSON
    ]
    assert all(game == games[0] for game in games)
    assert len(set(games)) == 1
    assert games[0].seed is None
    assert games[0].board == Board(square, 2)
    array[0, 0] = False
    assert games[3] == games[0]


def test_mines_may_be_given_on_any_topology() -> None:
    game = Game.from_mines(Topology.torus(4, 4), mines=[(0, 0)])
    assert game.open(3, 3) == 1
    assert game.position[3, 3] == 1
    ring = Game.from_mines(Topology.graph([[1, 3], [0, 2], [1, 3], [2, 0]]), mines=[2])
    assert ring.open(0) == 3
    assert ring.position.marks.tolist() == [0, 1, -1, 1]
    assert ring.status == "won"


def test_levels_boards_and_sizes() -> None:
    assert Game.new().board == Board.level("expert")
    assert Game.new("beginner").board == Board.level("beginner")
    assert Game.new("beginner", mines=20).board == Board.square(9, 9, 20)
    assert Game.new(rows=5, columns=6, mines=7).board == Board.square(5, 6, 7)
    torus = Board(Topology.torus(5, 5), 3)
    assert Game.new(torus).board == Game.new(board=torus).board == torus
    assert Game.new(board=torus, mines=4).board == Board(torus.topology, 4)


def test_a_seed_is_drawn_and_kept() -> None:
    one, other = Game.new(), Game.new()
    assert one.seed is not None
    assert one.seed != other.seed
    again = Game.new(seed=one.seed)
    one.open(0, 0)
    again.open(0, 0)
    assert one == again
    assert one.position == again.position
    assert one != Game.new(seed=one.seed, game=1)


def test_the_number_of_the_game_makes_another_minefield() -> None:
    fields = set()
    for number in range(20):
        game = Game.new("beginner", seed=1, game=number)
        game.open(4, 4)
        assert game.minefield is not None
        fields.add(game.minefield.tobytes())
    assert len(fields) == 20


@pytest.mark.parametrize(
    ("arguments", "error", "complaint"),
    [
        ({"level": "exprt"}, BoardError, "did you mean 'expert'"),
        ({"rows": 3}, BoardError, "needs rows=, columns= and mines="),
        ({"rows": 3, "columns": 3}, BoardError, "needs rows=, columns= and mines="),
        ({"board": "expert"}, BoardError, "board= must be a sapper.Board, such as .*, not 'expert'"),
        ({"rows": 3, "columns": 3, "mines": 1, "board": Board.level("expert")}, BoardError, "not both"),
        ({"rows": 3, "columns": 3, "mines": 10}, BoardError, "9 cells cannot hold 10 mines"),
        ({"rows": 3, "columns": 3, "mines": 9}, GameError, "a game needs a safe cell: 9 mines"),
        ({"rows": 0, "columns": 3, "mines": 0}, BoardError, "at least one cell"),
        ({"rows": 10**9, "columns": 10**9, "mines": 1}, BoardError, "at most 268435456 cells"),
        ({"first_click": "save"}, GameError, "unknown first_click 'save': did you mean 'safe'"),
        ({"win": "flags"}, GameError, "unknown win 'flags': did you mean 'flagged'"),
        ({"on_mine": "go on"}, GameError, "unknown on_mine 'go on': there is 'stop', 'continue'"),
        ({"question_marks": 1}, GameError, "question_marks must be True or False, not 1"),
        ({"seed": -1}, ArgumentError, r"seed must be from 0 to 2\^64 - 1, not -1"),
        ({"seed": 2**64}, ArgumentError, "seed must be from 0 to"),
        ({"seed": "7"}, ArgumentError, "seed must be a whole number, not '7'"),
        ({"game": 2**64}, ArgumentError, "game must be from 0 to"),
    ],
)
def test_an_impossible_game_is_refused(
    arguments: dict[str, Any], error: type[SapperError], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        Game.new(**arguments)


@pytest.mark.parametrize(
    ("arguments", "error", "complaint"),
    [
        ({"rows": 2, "columns": 2, "mines": [(2, 0)]}, CellError, r"a mine cannot be there: \(2, 0\) is not"),
        ({"rows": 2, "columns": 2, "mines": [3]}, CellError, "a mine cannot be there: 3 is not a cell"),
        ({"rows": 2, "columns": 2, "mines": [(1, 0), (1, 0)]}, GameError, "row 1, column 0 .*listed twice"),
        ({"rows": 1, "columns": 2, "mines": [(0, 0), (0, 1)]}, GameError, "needs a safe cell"),
        ({"mines": np.ones((2, 2), dtype=bool)}, GameError, "needs a safe cell"),
        ({"mines": [(0, 0)]}, BoardError, "the size of the board is missing"),
        ({"rows": 2, "mines": [(0, 0)]}, BoardError, "the size of the board is missing"),
        ({"rows": 2, "columns": 2, "mines": np.zeros((2, 3), dtype=bool)}, GameError, r"\(2, 3\) do not fit"),
    ],
)
def test_impossible_mines_are_refused(
    arguments: dict[str, Any], error: type[SapperError], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        Game.from_mines(**arguments)


def test_a_topology_and_a_size_together_are_refused() -> None:
    with pytest.raises(BoardError, match="not both"):
        Game.from_mines(Topology.square(2, 2), rows=2, mines=[])


def test_a_history_that_does_not_play_is_refused() -> None:
    board, rules = Board.level("beginner"), Rules()
    outside: list[tuple[Any, Cell]] = [("open", (9, 0))]
    with pytest.raises(CellError, match="cannot open"):
        Game(board, rules, seed=1, history=outside)
    unknown: list[tuple[Any, Cell]] = [("opn", (0, 0))]
    with pytest.raises(GameError, match="unknown action 'opn': did you mean 'open'"):
        Game(board, rules, seed=1, history=unknown)


def test_a_minefield_of_another_board_is_refused() -> None:
    with pytest.raises(GameError, match="with 0 mines does not fit a board of shape"):
        Game(Board.square(2, 2, 1), minefield=np.zeros((2, 2), dtype=np.bool_))
