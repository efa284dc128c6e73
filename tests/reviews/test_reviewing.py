"""Reviews against the definition: fresh analyses of the positions, and counting by hand on small boards."""

import json
import time
from itertools import product
from random import Random
from typing import Literal

import numpy as np
import pytest

import sapper
from sapper import Minefield, Rules, Topology
from sapper.board.game import Game
from sapper.board.rules import OnMine

SQUARE = Topology.square(10, 12)


def careless_game(
    seed: int, *, on_mine: OnMine = "stop", moves: int = 100, topology: Topology = SQUARE
) -> Game:
    """Mostly certain moves, flags and chords, with guesses now and then."""
    game = Game(sapper.Board(topology, topology.size // 6), rules=Rules(on_mine=on_mine), seed=seed)
    random = Random(seed)
    game.open(topology.cell(topology.size // 2))
    while game.status == "playing" and len(game.history) < moves:
        step(game, random)
    return game


def step(game: Game, random: Random) -> None:
    position = game.position
    analysis = sapper.analyse(position)
    hidden = [cell for cell in game.topology if position[cell] == -1]
    flags = [cell for cell in analysis.mines if position[cell] == -1]
    chance = random.random()
    if chance < 0.07 and hidden:
        random.choice([game.open, game.open, game.flag])(random.choice(hidden))
    elif chance < 0.4 and flags:
        game.flag(flags[0])
    elif chance < 0.6:
        game.chord(random.choice([cell for cell in game.topology if position[cell] >= 0]))
    elif analysis.safest is not None:
        if position[analysis.safest] == -2:
            game.flag(analysis.safest)
        game.open(analysis.safest)


def test_a_fair_game_played_well_has_no_guesses() -> None:
    game = sapper.generate("intermediate", seed=5).play()
    while game.status == "playing":
        game.open(sapper.analyse(game.position).safest)
    review = sapper.review(game)
    assert review.fair
    assert (review.status, review.luck, review.guesses) == ("won", 1, ())
    assert {move.verdict for move in review.moves} == {"start", "certain"}


def test_times_are_those_of_the_replay() -> None:
    game = Minefield([(0, 0)], Topology.square(3, 3)).game()
    game.open(0, 1)
    game.open(2, 2)
    review = sapper.review(sapper.Replay.from_game(game, [1.5, 4.0]))
    assert [move.pause for move in review.moves] == [1.5, 2.5]
    assert review.to_dict()["seconds"] == 4.0
    assert [move.pause for move in sapper.review(game).moves] == [None, None]


def test_a_mine_where_no_cell_is_safe_needs_no_luck() -> None:
    """Where flags win, the game goes on when all safe cells are open."""
    game = sapper.Minefield([(0, 0)], Topology.square(1, 3)).game(sapper.Rules(win="flagged"))
    game.open(0, 2)
    game.open(0, 0)
    review = sapper.review(game)
    (guess,) = review.guesses
    assert (guess.verdict, guess.risk, guess.safest, guess.excess) == ("forced", 1.0, None, 0.0)
    assert (review.luck, review.needed_luck) == (0.0, 1.0)
    json.dumps(review.to_dict(), allow_nan=False)


def test_reviews_are_plain_values() -> None:
    review = sapper.review(careless_game(4))
    plain = json.loads(json.dumps(review.to_dict(), allow_nan=False))
    assert plain["guesses"] == {
        "forced": review.forced,
        "riskier": review.riskier,
        "needless": review.needless,
        "slips": review.slips,
        "near": review.near,
    }
    assert len(plain["moves"]) == len(review.moves)
    assert "needless" in repr(review)


@pytest.mark.long
def test_the_time_limit_is_kept_within_a_move() -> None:
    # Towards the end every move takes seconds to judge.
    mined = np.random.default_rng(1).random((30, 30)) < 0.5
    mined[1::2, 1::2] = False
    game = Minefield(mined).game()
    for cell in product(range(1, 30, 2), repeat=2):
        if game.position[cell] == -1:
            game.open(cell)
    start = time.process_time()  # another program may have had the rest
    with pytest.raises(sapper.BudgetError, match="the review did not finish within 3 seconds"):
        sapper.review(game, time_limit=3)
    assert time.process_time() - start < 4


@pytest.mark.parametrize("by", ["risk", "win"])
def test_progress_is_reported_and_reviews_can_be_stopped(by: Literal["risk", "win"]) -> None:
    game = careless_game(1)
    steps: list[sapper.Progress] = []
    total = len(sapper.review(game, by=by, progress=steps.append).moves)
    assert steps == [(step, total) for step in range(1, total + 1)]
    cancel = sapper.Cancel()
    with pytest.raises(sapper.CancelledError, match="the review was cancelled"):
        sapper.review(game, by=by, cancel=cancel, progress=lambda at: cancel.set() if at.done == 2 else None)
    expert = sapper.Strategy("fast").play(Game("expert", seed=3))
    limit = 0 if by == "risk" else 0.1  # within a move
    with pytest.raises(sapper.BudgetError, match=f"the review did not finish within {limit} seconds"):
        sapper.review(expert, by=by, time_limit=limit)


def test_a_game_not_begun_has_nothing_to_review() -> None:
    with pytest.raises(sapper.GameError):
        sapper.review(Game("beginner"))
