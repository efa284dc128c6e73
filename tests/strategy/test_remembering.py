"""A player that is asked once about each position, as the one in the rollouts of `best@5`."""

from typing import NamedTuple

import pytest

from sapper import Board, Cell, Game, Position, Rules, Strategy, _engine, analyse

BOARD = Board.square(8, 8, 14)


class Guess(NamedTuple):
    open_cells: tuple[int, ...]
    cells: list[int]
    risk: float | None
    win_probability: float | None


def player_of(strategy: Strategy, *, remembers: bool, board: Board = BOARD) -> _engine.Player:
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

    return player_of(Strategy(choose), remembers=True)


def guesses(player: _engine.Player, game: Game) -> list[Guess]:
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
    return [Game(BOARD, rules="safe", seed=5, number=number) for number in range(count)]


@pytest.mark.parametrize("name", ["best@2", "fast"])
def test_it_guesses_as_the_player_that_it_asks(name: str) -> None:
    """In new games, in games seen before, and in games that leave the known way late."""
    remembering = player_of(Strategy(name), remembers=True)
    plain = player_of(Strategy(name), remembers=False)
    for game in games(60) * 2:
        assert guesses(remembering, game) == guesses(plain, game)


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
            player_of(Strategy("best@2"), remembers=remembers, board=board),
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
    guesses(player, first)
    first_questions = list(questions)
    assert len(first_questions) > 3
    first.open(Strategy("exact+first").choose(first).cell)
    for _ in range(2):
        guesses(player, first)  # from the middle of the game
        assert questions == first_questions
    guesses(player, second)  # of this minefield only the fresh board is known
    assert len(questions) > len(first_questions)
    assert len(set(questions)) == len(questions)
    player.forget()
    del questions[:]
    guesses(player, games(1)[0])
    assert questions == first_questions


def test_a_player_without_a_memory_has_nothing_to_forget() -> None:
    with pytest.raises(ValueError, match="remembers nothing"):
        player_of(Strategy("fast"), remembers=False).forget()
