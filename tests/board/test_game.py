"""Games: their cells, copies, undo, and how they stand."""

import copy
import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest

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


def test_the_position_is_a_snapshot() -> None:
    game = small()
    before = game.position
    game.open(0, 3)
    assert before.hidden == 12
    assert game.position.hidden == 6


def test_the_repr_says_how_the_game_stands() -> None:
    game = Game("beginner", seed=1)
    game.open(0, 0)
    text = repr(game)
    assert "seed=1" in text
    assert "Topology.square(9, 9)" in text
    assert "playing after 1 action>" in text
    assert "given mines" in repr(small())


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
