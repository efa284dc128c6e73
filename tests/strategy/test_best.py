"""Our own player: its endgames against perfect play, wide ones against the best guess, and rollouts."""

import time
from collections.abc import Iterator
from itertools import count, islice

import numpy as np
import pytest
from support.cases import rest_long
from support.expectimax import best_chance_from
from support.safest_play import SafestPlay

import sapper
from sapper import Board, Position, Rules, Topology, _engine
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
                chance = float(best_chance_from(game.position))
                assert choice.win_probability == pytest.approx(chance, abs=1e-12)
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
        start = time.process_time()
        turn = playing.choose()
        seconds = time.process_time() - start
        if seconds > 0.1:
            in_game.append(seconds)
            thinking.choose(position)
            alone.append(time.process_time() - start - seconds)
        for _ in playing.act(turn):
            pass
    assert len(alone) == 5
    assert sum(in_game[2:]) < 0.75 * sum(alone[2:])


WIDE_BOARDS = [Board.square(5, 5, 8), Board(Topology.torus(4, 5), 7), Board(Topology.hexagons(5, 5), 9)]
# How many configurations fit, and how many of the safest cells are then tried each time. Fewer are played out
# exactly, more would take the definition too long.
RANGES = [(400, 1500, 2), (2000, 3000, 1)]
QUICK = [(RANGES[1], WIDE_BOARDS[0]), (RANGES[0], WIDE_BOARDS[2])]


def positions(board: Board, above: int, most: int) -> Iterator[Position]:
    """Positions in which a guess is needed and this many minefields fit."""
    player = Strategy("fast")
    for number in count():
        game = sapper.Game(board, Rules("safe"), seed=8, number=number)
        game.open(board.topology.cell(0))
        while game.status == "playing":
            truth = sapper.analyse(game.position)
            if not truth.safe and above < truth.configurations <= most:
                yield game.position
                break
            game.open(player.choose(game.position).cell)


@pytest.mark.parametrize(
    ("above", "most", "tries", "board", "numbers"),
    [
        pytest.param(*within, board, numbers, id=f"{within[0]}-{board!r}-{numbers[0]}", marks=marks)
        for within in RANGES
        for board in WIDE_BOARDS
        for numbers in [(0, 1), (1, 5)]
        # Few configurations on hexagons, many on a square board.
        for marks in [[] if numbers == (0, 1) and (within, board) in QUICK else [pytest.mark.long]]
    ],
)
def test_no_other_guess_is_sure_to_win_more(
    above: int, most: int, tries: int, board: Board, numbers: tuple[int, int]
) -> None:
    best = Strategy("best")
    for position in islice(positions(board, above, most), *numbers):
        play = SafestPlay(position, tries)
        choice = best.choose(position)
        wins = [play.wins_after(cell) for cell in range(board.topology.size)]
        assert wins[board.topology.index(choice.cell)].most >= max(each.least for each in wins)


def test_its_chance_to_win_is_not_proven() -> None:
    assert Strategy("best").choose(next(positions(WIDE_BOARDS[0], 400, 1500))).win_probability is None
