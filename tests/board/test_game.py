import copy
import pickle
import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from sapper import (
    Action,
    Board,
    CellError,
    Game,
    GameError,
    Minefield,
    Rules,
    SapperError,
    Strategy,
    Topology,
)
from sapper.board.game import ActionKind
from sapper.board.rules import OnMine, Win

MINES = [(0, 0), (2, 3)]


def small(**rules: Any) -> Game:
    """Two mines in opposite corners: *100 above 1111 above 001*."""
    return Minefield(MINES, Topology.square(3, 4)).game(Rules(**rules))


# Functions, because a type checker assumes that a property keeps its value.
def status(game: Game) -> str:
    return game.status


def is_drawn(game: Game) -> bool:
    return game.minefield is not None


def test_opening_what_is_open_or_flagged_does_nothing_and_leaves_no_trace() -> None:
    game = small()
    game.open(0, 1)
    game.flag(0, 0)
    before = game.history
    assert game.open(0, 1) == 0
    assert game.open(0, 0) == 0
    assert game.flag(0, 1) == 0
    assert game.changed == []
    assert game.history == before == (Action("open", (0, 1)), Action("flag", (0, 0)))
    assert status(game) == "playing"


def test_flags_set_before_the_minefield_is_drawn_count_once_it_is() -> None:
    seen: set[str] = set()
    for seed in range(30):
        game = Game((1, 3, 1), rules=Rules(first_click="safe", win="flagged"), seed=seed)
        game.flag(0, 2)
        assert not is_drawn(game)
        game.open(0, 0)
        assert game.minefield is not None
        assert status(game) == ("won" if game.minefield[0, 2] else "playing")
        seen.add(game.status)
    assert seen == {"won", "playing"}


def test_the_minefield_is_drawn_at_the_first_cell_that_opens() -> None:
    game = Game("beginner", seed=3)
    game.flag(4, 4)
    assert game.open(4, 4) == 0  # flagged: nothing opens, nothing is drawn
    assert not is_drawn(game)
    game.open(0, 0)
    assert game.minefield is not None
    assert game.minefield.shape == (9, 9)
    assert game.minefield.dtype == np.bool_
    assert game.minefield.sum() == 10
    assert not game.minefield[:2, :2].any()


def test_the_minefield_is_a_copy() -> None:
    game = small()
    minefield = game.minefield
    assert minefield is not None
    minefield[:] = False
    assert game.open(0, 0) == 1
    assert status(game) == "lost"


@pytest.mark.parametrize("cell", [((3, 5),), (3, 5), (np.array([3, 5]),), ([3, 5],)])
def test_a_cell_may_be_given_in_one_or_in_parts(cell: tuple[Any, ...]) -> None:
    game = Game("expert", seed=1)
    game.open(*cell)
    assert game.history == (Action("open", (3, 5)),)


def test_a_line_of_cells_takes_one_number() -> None:
    game = Minefield([(3,)], Topology.grid(4)).game()
    game.open(0)
    assert game.history == (Action("open", (0,)),)
    assert status(game) == "won"


@pytest.mark.parametrize("cell", [(16, 0), (-1, 0), (), ("a", 0)])
@pytest.mark.parametrize("kind", ["open", "flag", "chord"])
def test_a_cell_outside_the_board_is_named(kind: str, cell: tuple[Any, ...]) -> None:
    game = Game("expert", seed=1)
    with pytest.raises(CellError, match=rf"cannot {kind} .*cells are \(0, 0\) to \(15, 29\)"):
        getattr(game, kind)(*cell)
    assert game == Game("expert", seed=1)


def test_an_action_on_a_finished_game_says_so() -> None:
    game = small()
    game.open(0, 0)
    with pytest.raises(
        GameError, match=r"cannot flag row 1, column 2 \(0-based\): the game is over \(lost\)"
    ) as e:
        game.flag(1, 2)
    assert e.value.cell == (1, 2)
    assert isinstance(e.value, SapperError)


def test_copies_go_their_own_way() -> None:
    game = small()
    game.open(0, 1)
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        other.open(0, 3)
        assert other != game
        assert hash(other) == hash(game)
    assert game.safe_left == 9


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
def test_undo_gives_every_state_of_the_game_again(
    win: Win, on_mine: OnMine, mines: list[tuple[int, int]] | None
) -> None:
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

    def won(seed: int | None) -> float:
        games = [Minefield(mines, topology).game(seed=seed) for mines in minefields]
        return sum(strategy.play(game).status == "won" for game in games) / len(games)

    mixed = np.mean(
        [
            strategy.play(Minefield(mines, topology).game(seed=number)).status == "won"
            for number, mines in enumerate(minefields)
        ]
    )
    error = (2 * mixed * (1 - mixed) / len(minefields)) ** 0.5
    assert won(None) == won(None)
    assert abs(won(None) - mixed) < 4 * error
    assert len({won(seed) for seed in range(3)}) > 1


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
