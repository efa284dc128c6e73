"""The record of a series of games."""

from copy import copy

from sapper import Game, Minefield, Rules, Topology
from sapper.cli.play.series import Record, Result


def summed(*results: Result) -> Record:
    record = Record()
    for result in results:
        record = record.plus(result)
    return record


def test_prints_as_a_table() -> None:
    record = summed(
        *[Result("won", 99, 99, 0.05)] * 257,
        *[Result("lost", 99, 75, 0.01)] * 242,
        Result("lost", 99, 0, 0.61),
    )
    assert str(record) == (
        "Games          500\n"
        "Record         257-243-0 (won-lost-drawn)\n"
        "Win rate       51.40 % (95 % interval 47.03 to 55.75)\n"
        "Mines found    88.07 %\n"
        "Time per game  31.76 ms\n"
        "Total time     15.88 s\n"
        "Longest game   0.61 s"
    )


def test_prints_nothing_it_does_not_know() -> None:
    assert str(Record()) == "Games          0\nRecord         0-0-0 (won-lost-drawn)"
    unfinished = summed(Result("playing", 10, 3, 1.0))
    assert str(unfinished) == "Games          1\nRecord         0-0-0 (won-lost-drawn), 1 unfinished"
    assert "Mines found" not in str(summed(Result("won", 0, 0, 1.0)))


def test_unfinished_games_are_counted_and_change_nothing_else() -> None:
    ended = summed(Result("won", 10, 10, 1.0), Result("cleared", 10, 7, 2.0))
    more = ended.plus(Result("playing", 10, 9, 50.0))
    assert (more.games, more.complete, more.unfinished) == (3, 2, 1)
    assert more.win_interval == ended.win_interval
    assert (more.win_rate, more.mines_found, more.seconds, more.timing.longest) == (0.5, 0.85, 3.0, 2e9)


def row(rules: Rules | None = None) -> Game:
    """Mines at both ends of a row of five."""
    return Minefield([(0, 0), (0, 4)], Topology.square(1, 5)).game(rules)


def test_mines_found_by_analysis_are_those_that_were_certain() -> None:
    game = Minefield([(0, 0), (0, 3)], Topology.square(1, 6)).game()
    game.open(0, 1)
    assert Result.of_engine(game, None, 1.0) == Result("playing", 2, 0, 1.0)
    unsure = copy(game)
    unsure.open(0, 3)
    assert Result.of_engine(unsure, (0, 3), 1.0) == Result("lost", 2, 0, 1.0)
    game.open(0, 2)
    game.open(0, 3)
    assert Result.of_engine(game, (0, 3), 1.0) == Result("lost", 2, 2, 1.0)


def test_mines_found_by_hand_are_those_rightly_flagged() -> None:
    game = row()
    game.open(0, 1)
    game.flag(0, 0)
    game.flag(0, 3)
    game.open(0, 4)
    assert Result.of_person(game, 2.0) == Result("lost", 2, 1, 2.0)
    assert Result.of_person(row(), 2.0) == Result("playing", 2, 0, 2.0)


def test_a_game_brought_to_its_end_with_mines_set_off_is_drawn() -> None:
    game = row(Rules(on_mine="continue"))
    for column in (0, 1, 2):
        game.open(0, column)
    assert Result.of_person(game, 1.0) == Result("cleared", 2, 1, 1.0)
