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
    Minefield,
    Rules,
    SapperError,
    Topology,
)

TWO = Topology.square(2, 2)


def test_levels_boards_and_sizes() -> None:
    assert Game().board == Board.level("expert")
    assert Game("beginner").board == Board.level("beginner")
    assert Game((5, 6, 7)).board == Board.square(5, 6, 7)
    torus = Board(Topology.torus(5, 5), 3)
    assert Game(torus).board == torus


def test_a_seed_is_drawn_and_kept() -> None:
    one, other = Game(), Game()
    assert one.seed is not None
    assert one.seed != other.seed
    again = Game(seed=one.seed)
    one.open(0, 0)
    again.open(0, 0)
    assert one == again
    assert one.position == again.position
    assert one != Game(seed=one.seed, number=1)


@pytest.mark.parametrize(
    ("arguments", "error", "complaint"),
    [
        ({"board": "exprt"}, BoardError, "did you mean 'expert'"),
        ({"board": (3, 3)}, BoardError, r"board must be a sapper.Board, a level \('beginner', .*\), or rows"),
        ({"board": (3, 3, 10)}, BoardError, "9 cells cannot hold 10 mines"),
        ({"board": (3, 3, 9)}, GameError, "a game needs a safe cell: 9 mines"),
        ({"board": (0, 3, 0)}, BoardError, "at least one cell"),
        ({"board": (10**9, 10**9, 1)}, BoardError, "at most 268435456 cells"),
        ({"rules": "save"}, GameError, "unknown first_click 'save': did you mean 'safe'"),
        ({"rules": 3}, GameError, r"rules must be a sapper.Rules, or a first click \('safe', .*\), not 3"),
        ({"seed": -1}, ArgumentError, r"seed must be from 0 to 2\^64 - 1, not -1"),
        ({"seed": 2**64}, ArgumentError, "seed must be from 0 to"),
        ({"seed": "7"}, ArgumentError, "seed must be a whole number, not '7'"),
        ({"number": 2**64}, ArgumentError, "number must be from 0 to"),
    ],
)
def test_an_impossible_game_is_refused(
    arguments: dict[str, Any], error: type[SapperError], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        Game(**arguments)


@pytest.mark.parametrize(
    ("mines", "topology", "error", "complaint"),
    [
        ([(2, 0)], TWO, CellError, r"a mine cannot be there: \(2, 0\) is not"),
        ([3], TWO, CellError, "a mine cannot be there: 3 is not a cell"),
        ([(1, 0), (1, 0)], TWO, GameError, "row 1, column 0 .*listed twice"),
        ([(0, 0), (0, 1)], Topology.square(1, 2), GameError, "needs a safe cell"),
        (np.ones((2, 2), dtype=bool), None, GameError, "needs a safe cell"),
        ([(0, 0)], None, BoardError, "the size of the board is missing"),
        (np.zeros((2, 3), dtype=bool), TWO, GameError, r"\(2, 3\) do not fit"),
    ],
)
def test_impossible_mines_are_refused(
    mines: Any, topology: Topology | None, error: type[SapperError], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        Minefield(mines, topology).game()


def test_a_history_that_does_not_play_is_refused() -> None:
    board, rules = Board.level("beginner"), Rules()
    outside: list[tuple[Any, Cell]] = [("open", (9, 0))]
    with pytest.raises(CellError, match="cannot open"):
        Game(board, rules, seed=1, history=outside)
    unknown: list[tuple[Any, Cell]] = [("opn", (0, 0))]
    with pytest.raises(GameError, match="unknown action 'opn': did you mean 'open'"):
        Game(board, rules, seed=1, history=unknown)
