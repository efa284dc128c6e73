"""Our own player: its endgames against perfect play, and the same games from the same seed."""

import time
from itertools import count

import numpy as np
import pytest
from support.cases import rest_long
from support.expectimax import best_chance_from

import sapper
from sapper import _engine
from sapper.strategy import Strategy
from sapper.strategy.turns import GameTurns

BOARDS = [
    pytest.param(sapper.Board.square(3, 5, 5), marks=pytest.mark.long),
    sapper.Board(sapper.Topology.torus(3, 4), 5),
    sapper.Board(sapper.Topology.hexagons(4, 4), 7),
]


@pytest.mark.parametrize("board", rest_long(BOARDS, 2), ids=repr)
def test_a_proven_chance_is_the_chance_of_perfect_play(board: sapper.Board) -> None:
    proven = 0
    best = Strategy("best")
    for number in count():
        game = sapper.Game(board, sapper.Rules(first_click="safe"), seed=3, number=number)
        game.open(board.topology.cell(0))
        while game.status == "playing":
            choice = best.choose(game.position)
            if choice.win_probability is not None:
                assert choice.win_probability == pytest.approx(
                    float(best_chance_from(game.position)), abs=1e-12
                )
                proven += 1
            game.open(choice.cell)
        if proven >= 8:
            return


@pytest.mark.long
def test_what_rollouts_prefer_wins_more_often_on_other_minefields() -> None:
    usual, thinking = Strategy("best"), Strategy("best@5")
    game = sapper.Game("expert", rules="safe", seed=5002, number=22)
    while usual.choose(game).certain or (game.position.marks < 0).sum() > 250:
        for cell in usual.choose(game).cells:
            if game.position[cell] < 0:
                game.open(cell)
    choice, other = thinking.choose(game), usual.choose(game)
    assert not choice.certain
    assert choice.cell != other.cell
    assert thinking.choose(game.position) == choice  # the same position gets the same guess
    player = Strategy("fast")._player(game.board, game.rules)
    evaluation = _engine.Evaluation(game.position._engine, game.rules._for_engine(), player, None, None)
    index = game.topology.index
    one, two = (np.array(evaluation.values(7, 0, 2000, cells=[index(each.cell)])) for each in (choice, other))
    gains = one - two
    assert gains.mean() > 3 * gains.std() / len(gains) ** 0.5


@pytest.mark.long
@pytest.mark.timing
def test_rollouts_spend_less_on_each_further_guess_of_a_game() -> None:
    """A game of many hard guesses: at the same positions, each asked about alone, they take longer."""
    thinking = Strategy("best@5")
    game = sapper.Game("expert", rules="safe", seed=26, number=237)
    playing = GameTurns(game, thinking)
    in_game: list[float] = []
    alone: list[float] = []
    while game.status == "playing" and len(alone) < 5:
        position = game.position
        begun = time.process_time()
        turn = playing.choose()
        taken = time.process_time() - begun
        if taken > 0.1:
            in_game.append(taken)
            thinking.choose(position)
            alone.append(time.process_time() - begun - taken)
        for _ in playing.act(turn):
            pass
    assert len(alone) == 5
    assert sum(in_game[2:]) < 0.75 * sum(alone[2:])
