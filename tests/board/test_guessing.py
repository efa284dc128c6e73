"""Rules of guessing, against a referee that lists all minefields."""

import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest
from support.optional import not_none
from support.truth import configurations_of

import sapper
from sapper import Game, Rules, _engine
from sapper._support.engine_call import EngineCall

RULES = ("free", "hard_core", "lucky", "kaboom")
BOARDS: dict[str, Any] = {
    "square": sapper.Board.square(3, 4, 4),
    "torus": sapper.Board(sapper.Topology.torus(3, 4), 3),
    "graph": sapper.Board(sapper.Topology.graph([[1, 2], [0, 2, 3], [0, 1, 3], [1, 2, 4], [3, 5], [4]]), 2),
}


def minefield_of(board: Any, seed: int) -> Any:
    mined = np.zeros(board.topology.size, np.bool_)
    mined[np.random.default_rng(seed).permutation(mined.size)[: board.mines]] = True
    return mined.reshape(board.topology.shape)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("board", BOARDS)
def test_each_click_has_the_outcome_that_the_rule_demands(board: str, rule: str) -> None:
    """Random clicks. What may happen is decided by all minefields that fit."""
    random = np.random.default_rng(RULES.index(rule))
    outcomes: Counter[str] = Counter()
    for seed in range(24):
        first_click, is_given = [("safe", False), ("any", False), ("any", True)][seed % 3]
        rules = Rules(first_click, guessing=rule)  # type: ignore[arg-type]
        origin: dict[str, Any] = {"seed": seed}
        if is_given:
            origin = {"minefield": minefield_of(BOARDS[board], seed)}
        game: Any = Game(BOARDS[board], rules, **origin)
        assert game.is_judged
        positions = []
        while game.status == "playing":
            position = game.position
            positions.append(position)
            marks = position.marks.ravel()
            index = int(random.choice(np.flatnonzero(marks == -1)))
            cell = position.topology.cell(index)
            fits = configurations_of(position)
            is_protected = first_click == "safe" and not game.history
            safe = [i for i in np.flatnonzero(marks == -1).tolist() if not any(i in mined for mined in fits)]
            risk = sum(index in mined for mined in fits) / len(fits)
            mines = game.minefield
            hit = None if mines is None else bool(mines.ravel()[index])  # None: the click draws the mines
            game.open(cell)
            is_needless = bool(safe) and index not in safe
            if rule in ("hard_core", "kaboom") and is_needless:
                outcomes["needless"] += 1
                assert game.status == "lost"
                assert game.lost_by_guess
                assert (game.position, game.history[-1].cell) == (position, cell)
                break
            assert not game.lost_by_guess
            if rule in ("lucky", "kaboom") and 0 < risk < 1:
                outcomes["first" if hit is None else "moved" if hit else "spared"] += 1
                outcomes["first moved"] += bool(hit and not game.history[1:])
                assert game.position[cell] >= 0
            elif is_protected:
                assert game.position[cell] >= 0
            else:
                exploded = game.position[cell] == -3
                outcomes["hit" if exploded else "safe"] += 1
                outcomes["first hit"] += bool(exploded and hit is None)
                assert hit in (exploded, None)
            mined = not_none(game.minefield)
            if not game.exploded:
                assert set(np.flatnonzero(mined.ravel()).tolist()) in configurations_of(game.position)
        again = Game(game.board, game.rules, **origin, history=game.history)
        assert again == game
        assert again.position == game.position
        assert (again.status, again.lost_by_guess) == (game.status, game.lost_by_guess)
        assert pickle.loads(pickle.dumps(game)).position == game.position
        for position in reversed(positions):
            game.undo()
            assert game.position == position
    expected = {
        "free": {"hit", "safe", "first hit"},
        "hard_core": {"hit", "safe", "first hit", "needless"},
        "lucky": {"moved", "spared", "safe", "first", "first moved"},
        "kaboom": {"moved", "spared", "safe", "first", "first moved", "needless"},
    }
    assert expected[rule] <= {name for name, times in outcomes.items() if times}


def test_a_given_minefield_stays_the_origin_when_its_mines_move() -> None:
    mined = np.zeros((3, 5), np.bool_)
    mined[1, [0, 4]] = True
    game = Game((3, 5, 2), Rules("any", guessing="lucky"), minefield=mined)
    game.open(0, 0)
    game.open(1, 0)
    assert game.status == "playing"
    assert not not_none(game.minefield)[1, 0]
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again == Game((3, 5, 2), game.rules, minefield=mined, history=game.history)


def test_a_game_too_hard_to_count_says_so_before_the_click_and_is_judged_freely() -> None:
    """A number on every second row and column of a large board."""
    side = 60
    on_lattice = np.add.outer(np.arange(side) % 2, np.arange(side) % 2) == 0
    mined = ~on_lattice & (np.random.default_rng(1).random((side, side)) < 0.5)
    game = Game((side, side, int(mined.sum())), Rules("any", guessing="lucky"), minefield=mined)
    for row in range(0, side, 2):
        for column in range(0, side, 2):
            game.open(row, column)
    assert not game.is_judged
    row, column = np.argwhere(mined & (game.position.marks == -1))[0].tolist()
    game.open(row, column)
    replay = sapper.Replay.from_game(game)
    for end in (game, replay.play()):
        assert (end.status, end.lost_by_guess) == ("lost", False)
    assert replay._line.status.name == "lost"


def test_moving_mines_away_takes_bounded_time() -> None:
    game = Game((10, 10, 22), seed=4)
    game.open(5, 5)
    late = pytest.raises(sapper.BudgetError, match="moving the mines did not finish")
    with late, EngineCall("moving the mines", 1e-9):
        _engine.rearrange(game.position._engine, [0], 1, 1e-9)


def test_strategies_play_under_each_rule() -> None:
    """Who opens all that is certain never loses by kaboom, and who does not see it does."""
    won = {
        (rule, name): sapper.simulate(
            "intermediate",
            name,
            rules=Rules("safe", guessing=rule),  # type: ignore[arg-type]
            seed=1,
            games=60,
        ).won
        for rule in RULES
        for name in ("fast", "single+random")
    }
    assert won["kaboom", "fast"] == won["lucky", "fast"] == 60
    assert won["hard_core", "fast"] == won["free", "fast"] < 60
    assert won["lucky", "single+random"] > won["free", "single+random"] > won["hard_core", "single+random"]
    assert won["kaboom", "single+random"] < won["lucky", "single+random"]


def test_what_cannot_hold_the_rule_says_so() -> None:
    rules = Rules(guessing="kaboom")
    with pytest.raises(sapper.GameError, match="kaboom"):
        Rules(guessing="kabom")  # type: ignore[arg-type]
    with pytest.raises(sapper.GameError, match="environments"):
        sapper.GameBatch(2, "beginner", rules=rules)
    game = Game("beginner", rules, seed=1)
    game.open(0, 0)
    with pytest.raises(sapper.FormatError, match="the rule 'kaboom'"):
        sapper.formats.render(sapper.Replay.from_game(game), "evf")
