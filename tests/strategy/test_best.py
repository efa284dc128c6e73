"""Our own player: endgames against perfect play, rollouts, memory, and the network that it asks."""

import math
import time
from collections.abc import Iterator
from itertools import count, islice
from typing import NamedTuple

import numpy as np
import pytest
from support import guess_net_model as model
from support.cases import rest_long
from support.expectimax import best_chance_from
from support.futures import Futures
from support.optional import not_none
from support.safest_play import SafestPlay

import sapper
from sapper import Board, Cell, Game, Position, Rules, Strategy, Topology, _engine, analyse
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


def guesses_of_best(board: sapper.Board, seed: int) -> Iterator[tuple[sapper.Position, int, int]]:
    """Where `best` guesses and nothing is proven, in one game after another."""
    for number in range(100):
        game = sapper.Game(board, sapper.Rules("safe"), seed=seed, number=number)
        game.open((0, 0))
        while game.status == "playing":
            choice = Strategy("best").choose(game.position)
            if choice.risk and choice.win_probability is None:
                row, column = divmod(board.topology.index(choice.cell), board.topology.shape[1])
                yield game.position, row, column
            game.open(choice.cell)


def test_it_computes_what_numpy_does() -> None:
    random = np.random.default_rng(5)
    for _ in range(50):
        around = random.integers(model.KINDS, size=(model.SIDE, model.SIDE))
        figures = random.normal(size=model.FIGURES) * [1, 1, 1, 1, 3, 1, 3, 1, 200, 1]
        figures = figures.astype(np.float32).astype(np.float64)
        worth_found = _engine.guess_worth(around.ravel().tolist(), figures.tolist())
        assert worth_found == pytest.approx(model.worth(around, figures), abs=1e-5)
    with pytest.raises(ValueError, match="kind"):
        _engine.guess_worth([model.KINDS] * model.SIDE**2, [0.0] * model.FIGURES)


@pytest.mark.parametrize("level", ["expert", "beginner"])
def test_its_input_has_what_lies_around(level: str) -> None:
    for position, row, column in islice(guesses_of_best(sapper.Board.level(level), seed=3), 12):
        around, _ = _engine.guess_input(position._engine, position.topology.index((row, column)))
        kinds = model.around(position, sapper.analyse(position), row, column)
        assert np.array_equal(np.array(around).reshape(kinds.shape), kinds)


def test_its_input_has_what_the_guess_may_bring() -> None:
    position = sapper.Position.from_text("1...\n....\n....", 3)
    configurations = Futures(position)
    cell = position.topology.index((0, 1))
    shares = [len(each) / len(configurations.configurations) for each in configurations.after(cell).values()]
    _, figures = _engine.guess_input(position._engine, cell)
    score, safety, *_, entropy, log_configurations, sea_risk = figures
    assert safety == pytest.approx(1 - configurations.risk(cell))
    assert entropy == pytest.approx(-sum(chance * math.log(chance) for chance in shares))
    assert log_configurations == pytest.approx(math.log(len(configurations.configurations)))
    assert sea_risk == pytest.approx(configurations.risk(position.topology.index((2, 3))))
    assert score == pytest.approx(not_none(_engine.figures_of(position._engine, cell)).score)


def test_guesses_on_other_boards_are_not_judged() -> None:
    square = sapper.Position.from_text("1...\n....\n....\n....", 2)
    torus = sapper.Position(square.marks, 2, topology="torus")
    for position, is_judged in ((square, True), (torus, False)):
        figures = not_none(_engine.figures_of(position._engine, 10))
        assert (figures.worth is not None) == is_judged


SMALL = Board.square(8, 8, 14)


class Guess(NamedTuple):
    open_cells: tuple[int, ...]
    cells: list[int]
    risk: float | None
    win_probability: float | None


def own_player(strategy: Strategy, *, remembers: bool, board: Board = SMALL) -> _engine.Player:
    player = strategy._player(board, Rules())
    if remembers:
        player.remember()
    return player


def noting(positions: list[str]) -> _engine.Player:
    """A player that remembers, and asks one that notes every position that it is asked about."""

    def choose(position: Position) -> Cell:
        positions.append(str(position))
        best = analyse(position).safest
        assert best is not None
        return best

    return own_player(Strategy(choose), remembers=True)


def guesses_of(player: _engine.Player, game: Game) -> list[Guess]:
    """The guesses of a player that plays a copy of a game to its end.

    Which of the certain cells come first depends on what the player saw before. All are open at a guess.
    """
    engine = game._engine.copy()
    player.begin(engine, 0, 0)
    actions = []
    while engine.status == _engine.Status.playing:
        choice = player.next()
        if choice.risk != 0:
            open_cells = tuple(cell for cell in range(game.topology.size) if engine.mark(cell) >= 0)
            actions.append(Guess(open_cells, choice.cells, choice.risk, choice.win_probability))
        for cell in choice.cells:
            if engine.mark(cell) < 0:  # opening another may have opened it
                engine.open(cell)
                player.follow(engine)
    return actions


def games(count: int) -> list[Game]:
    return [Game(SMALL, rules="safe", seed=5, number=number) for number in range(count)]


@pytest.mark.parametrize("name", ["best@2", "fast"])
def test_it_guesses_as_the_player_that_it_asks(name: str) -> None:
    """In new games, in games seen before, and in games that leave the known way late."""
    remembering = own_player(Strategy(name), remembers=True)
    plain = own_player(Strategy(name), remembers=False)
    for game in games(60) * 2:
        assert guesses_of(remembering, game) == guesses_of(plain, game)


def test_the_values_of_rollouts_are_the_same() -> None:
    board = Board.square(16, 30, 99)
    game = Game(board, rules="safe", seed=3)
    while (turn := Strategy("best").choose(game)).certain or game.safe_left > 220:
        assert game.status == "playing"
        for cell in turn.cells:
            game.open(cell)
    plain, remembering = (
        _engine.Evaluation(
            game.position._engine,
            game.rules._for_engine(),
            own_player(Strategy("best@2"), remembers=remembers, board=board),
        )
        for remembers in (False, True)
    )
    risks = analyse(game.position).mine_probability
    for cell in [cell for cell in game.topology if 0.1 < risks[cell] < 0.5][:3]:
        values = plain.values(1, 0, 60, cells=[game.topology.index(cell)])
        assert len(set(values)) > 10
        for _ in range(2):
            assert remembering.values(1, 0, 60, cells=[game.topology.index(cell)]) == values


def test_it_asks_about_each_position_once_until_it_forgets() -> None:
    questions: list[str] = []
    player = noting(questions)
    first, second = games(2)
    guesses_of(player, first)
    first_questions = list(questions)
    assert len(first_questions) > 3
    first.open(Strategy("exact+first").choose(first).cell)
    for _ in range(2):
        guesses_of(player, first)  # from the middle of the game
        assert questions == first_questions
    guesses_of(player, second)  # of this minefield only the fresh board is known
    assert len(questions) > len(first_questions)
    assert len(set(questions)) == len(questions)
    player.forget()
    del questions[:]
    guesses_of(player, games(1)[0])
    assert questions == first_questions


def test_a_player_without_a_memory_has_nothing_to_forget() -> None:
    with pytest.raises(ValueError, match="remembers nothing"):
        own_player(Strategy("fast"), remembers=False).forget()
