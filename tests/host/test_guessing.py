"""Rules of guessing: games, reviews and files of them are those of the library."""

import base64
from typing import Any

import numpy as np
import pytest
from support.live import Live, Seen

import sapper
from sapper import formats
from sapper.board.rules import FirstClick, Guessing

LINE: dict[str, Any] = {"rows": 1, "columns": 8, "mines": 2, "mined": [1, 6]}


@pytest.mark.parametrize("first_click", ["any", "safe"])
@pytest.mark.parametrize("rule", ["hard_core", "lucky", "kaboom"])
def test_the_same_seed_and_clicks_give_the_game_of_the_library(
    live: Live, rule: Guessing, first_click: FirstClick
) -> None:
    """`tests/board/test_guessing.py` holds the library against all minefields. A loss is taken back once."""
    ends = []
    for seed in range(12):
        board = {"rows": 6, "columns": 6, "mines": 12}
        state = live.new(board=board, seed=str(seed), guessing=rule, first_click=first_click)
        game = sapper.Game((6, 6, 12), sapper.Rules(first_click, guessing=rule), seed=seed)
        view = Seen(state)
        random = np.random.default_rng(seed)
        took_back = False
        while True:
            cell = int(random.choice(np.flatnonzero(game.position.marks == -1)))
            if not game.history and rule != "hard_core":
                ends.append("first")
                assert live.ask("hint", game=state["game"])["guess"]["risk"] == 0
            game.open(divmod(cell, 6))
            update = live.open(state["game"], cell)
            view.take(update)
            assert update["status"] == game.status
            assert np.array_equal(view.marks.reshape(6, 6), game.position.marks)
            if game.status == "playing":
                continue
            cause = update["end"]["cause"]
            assert (cause == "guess") == game.lost_by_guess
            assert cause != "guess" or update["end"]["cells"] == [cell]
            assert game.minefield is not None
            assert update["end"]["mined"] == np.flatnonzero(game.minefield).tolist()
            ends.append(cause)
            if game.status == "won" or took_back:
                break
            took_back = True
            game.undo()
            view.take(live.ask("undo", game=state["game"]))
            live.restart()
            assert np.array_equal(view.marks.reshape(6, 6), game.position.marks)
    expected = {"hard_core": {"guess", "mine"}, "lucky": {"mine", "first"}, "kaboom": {"guess", "first"}}
    assert set(ends) >= expected[rule]


@pytest.mark.parametrize("reached", [True, False])
def test_a_review_shows_the_guess_that_hard_core_punishes(live: Live, reached: bool) -> None:
    """The guess is judged as if it had been made, but it opened nothing."""
    game = live.new(minefield=LINE, guessing="hard_core")["game"]
    live.open(game, 0)
    live.open(game, 2)
    guess = 5 if reached else 1  # beside a mine, or on one
    explained = live.ask("explain", game=game) if live.open(game, guess)["status"] == "lost" else {}
    answer = live.ask("review", game=game)
    last = answer["moves"][-1]
    assert (answer["status"], answer["lost_by_guess"], len(answer["moves"])) == ("lost", True, 3)
    assert (last["cell"], last["verdict"], last["cells"]) == (guess, "needless", [])
    assert [move["values"] for move in answer["moves"]] == [[1], [1], []]
    assert last["risk"] == explained["risk"]
    assert set(last["safe"]) >= set(explained["safe"])
    assert last["sentence"] in explained["sentence"]
    assert answer["summary"]["needless"] == 1
    assert last["luck"] == answer["summary"]["luck"] == answer["moves"][1]["luck"]
    assert answer["line"]["clicks"] == 2
    report = live.ask("report")
    assert (report["needless"], report["struck"], report["course"]) == (0, 0, [])  # a typed minefield

    file = live.file(game=game)
    replay = formats.parse(file, kind=sapper.Replay)
    assert replay.rules.guessing == "hard_core"
    assert replay.play().lost_by_guess
    again = live.ask("review", file=base64.b64encode(file).decode())
    names = ("status", "lost_by_guess", "guessing", "win", "on_mine", "mined", "summary")
    assert {name: again[name] for name in names} == {name: answer[name] for name in names}
    fields = ("kind", "cell", "verdict", "risk", "safe", "luck", "cells", "sentence")
    for one, other in zip(again["moves"], answer["moves"], strict=True):
        assert [one[name] for name in fields] == [other[name] for name in fields]
    assert again["line"]["clicks"] == 2


@pytest.mark.parametrize("rule", ["hard_core", "lucky", "kaboom"])
def test_a_file_with_a_rule_of_guessing_is_reviewed_as_the_library_does(live: Live, rule: Guessing) -> None:
    """`tests/reviews/test_rules_of_guessing.py` holds the library against all minefields."""
    ends = set()
    for seed in range(12):
        game = sapper.Game((6, 6, 9), sapper.Rules("any", guessing=rule), seed=seed)
        replay = sapper.Replay.of(sapper.Strategy("single+random").play(game))
        review = sapper.review(replay)
        file = base64.b64encode(formats.render(replay, "rawvf")).decode()
        answer = live.ask("review", file=file)
        assert (answer["status"], answer["lost_by_guess"]) == (review.status, review.lost_by_guess)
        figures = ("luck", "needed_luck", "forced", "riskier", "needless", "slips")
        assert [answer["summary"][name] for name in figures] == [getattr(review, name) for name in figures]
        assert answer["line"]["clicks"] == review.metrics.clicks
        for one, other in zip(answer["moves"], review.moves, strict=True):
            assert one["verdict"] == ("first" if other.verdict == "start" else other.verdict)
            assert (one["risk"], len(one["cells"])) == (other.risk, other.opened or other.verdict == "flag")
        ends.add((review.status, review.lost_by_guess))
    assert (("won", False) if rule == "lucky" else ("lost", True)) in ends
