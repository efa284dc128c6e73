"""The commands about games and minefields."""

from typing import Any

import pytest
from support.protocol import RefusedError, Session

import sapper


def ask(**fields: Any) -> dict[str, Any]:
    return Session().ask(**fields)


def test_games_are_those_of_the_strategy() -> None:
    """Compares with the games that `Strategy.play` plays move by move."""
    answer = ask(command="play", level="expert", seed=5, number=3, games=3, strategy="fast")
    assert (answer["answer"], answer["strategy"], answer["seed"]) == ("games", "fast", 5)
    for number, played in enumerate(answer["games"]):
        game = sapper.Game("expert", seed=5, number=3 + number)
        risks = [move.risk for move in sapper.autoplay(game, strategy="fast")]
        assert played["status"] == game.status
        assert played["clicks"] == len(game.history)
        assert [guess["risk"] for guess in played["guesses"]] == [risk for risk in risks if risk > 0]
        metrics = sapper.measure(game)
        assert (played["three_bv"], played["solved"]) == (metrics.board.three_bv, metrics.solved)
        lost_at = None if game.status == "won" else list(game.history[-1].cell)
        assert played["lost_at"] == lost_at


def test_the_rules_and_the_first_cell_of_games() -> None:
    answer = ask(
        command="play", shape=[4, 4], topology="torus", mines=9, first_click="any", on_mine="continue",
        first_cell=[1, 2], games=20,
    )  # fmt: skip
    statuses = {game["status"] for game in answer["games"]}
    assert statuses <= {"won", "cleared"}
    assert "cleared" in statuses
    firsts = [game["lost_at"] for game in answer["games"] if game["guesses"][0]["exploded"]]
    assert firsts
    assert all(cell == [1, 2] for cell in firsts)


@pytest.mark.parametrize(
    ("fields", "kind", "text"),
    [
        ({"level": "expert", "games": 0}, "request", "'games' of 'play' must be from 1 to 10000, not 0"),
        ({"level": "expert", "seed": -1}, "error", "seed must be from 0 to 2^64 - 1, not -1"),
        ({"shape": [2, 2], "mines": 4}, "error", "4 mines leave none of 4 cells"),
        ({"shape": [2, 2], "mines": 5}, "board", "cannot hold 5 mines"),
        ({"level": "expert", "strategy": "bets"}, "error", "did you mean 'best'"),
        ({"level": "expert", "strategy": "mine.py:Mine"}, "error", "such names are for the command line"),
        ({"level": "expert", "first_cell": [16, 0]}, "cell", "not on the board"),
        ({"level": "expert", "win": "maybe"}, "error", "unknown win 'maybe'"),
    ],
)
def test_games_that_cannot_be_played(fields: dict[str, Any], kind: str, text: str) -> None:
    with pytest.raises(RefusedError) as error:
        ask(command="play", **fields)
    assert text in str(error.value)
    assert error.value.about["type"] == kind
    assert "Python" not in str(error.value)


def test_minefields_are_those_of_generate() -> None:
    answer = ask(command="generate", level="beginner", seed=1, count=2, three_bv=[10, 20], hardest="subset")
    made = sapper.generate_many(2, "beginner", seed=1, three_bv=(10, 20), hardest="subset")
    assert [each["number"] for each in answer["minefields"]] == [each.number for each in made]
    for each, same in zip(answer["minefields"], made, strict=True):
        assert list(map(tuple, each["mines"])) == same.minefield.cells()
        assert tuple(each["first_cell"]) == same.first_cell
        measured = ask(command="measure", shape=[9, 9], mines=each["mines"])
        assert {"answer": "metrics", **sapper.measure(same.minefield).to_dict()} == measured


def test_a_search_that_finds_nothing_ends() -> None:
    with pytest.raises(RefusedError, match=r"no such minefield within 0\.01"):
        ask(command="generate", shape=[30, 30], mines=400, seed=1, time_limit=0.01)
    with pytest.raises(RefusedError, match="an array of the least and the most"):
        ask(command="generate", level="expert", three_bv=[1])
    with pytest.raises(RefusedError, match="a mine cannot be there"):
        ask(command="measure", shape=[3, 3], mines=[[0, 5]])
