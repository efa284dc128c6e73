"""Runs of Simulate: the results are those of the library, bit for bit, however many workers play."""

import time
from typing import Any

import numpy as np
import pytest
from support.cases import rest_long
from support.live import Live, Message

import sapper

HEXAGONS = {"topology": "hexagons", "shape": [6, 7], "mines": 8}
RUNS = [
    ({"board": {"level": "expert"}, "games": 300, "seed": "7", "first_click": "opening"}, "expert"),
    ({"board": {"level": "beginner"}, "games": 5000, "strategy": "subset+ratio"}, "beginner"),
    (
        {"board": HEXAGONS, "games": 900, "first_click": "any", "seed": str(2**64 - 1)},
        sapper.Board(sapper.Topology.hexagons(6, 7), 8),
    ),
]


@pytest.mark.parametrize(("plan", "board"), rest_long([pytest.param(*run) for run in RUNS]))
def test_a_run_has_the_results_of_the_library(live: Live, plan: Message, board: Any) -> None:
    run = live.run_to_end(**plan)
    how = {"rules": plan.get("first_click", "safe"), "seed": int(plan.get("seed", "1"))}
    expected = sapper.simulate(board, plan.get("strategy", "best"), games=plan["games"], **how)
    assert (run["state"], run["done"], run["won"]) == ("finished", expected.games, expected.won)
    assert (run["win_rate"], tuple(run["win_interval"])) == (expected.win_rate, expected.interval)
    luck_free = expected.without_luck.to_dict("win_interval")
    assert run["without_luck"] == {name: pytest.approx(value, rel=1e-9) for name, value in luck_free.items()}
    results = run["results"]
    assert results["by_guesses"] == [[row.guesses, row.games, row.won] for row in expected.by_guesses]
    calibration = [(1 - row.predicted, 1 - row.happened, row.guesses) for row in expected.calibration]
    assert np.allclose(results["calibration"], calibration, rtol=1e-12, atol=0)
    assert results["heat"]["lost"] == expected.lost_at.ravel().tolist()
    assert results["win_rate_by_games"][-1] == [run["done"], run["win_rate"], *run["win_interval"]]
    assert sum(games for _, games in results["milliseconds"]) == run["done"]


def test_a_run_goes_on_to_another_number_of_games(live: Live) -> None:
    """Its last chunk may have been too short. Fewer games change no results."""
    runs = set()
    for games in (900, 300, 1201, 1202):
        run = live.run_to_end(board={"level": "beginner"}, games=games, strategy="fast")
        most = max(games, 900)
        expected = sapper.simulate("beginner", "fast", games=most, rules=sapper.Rules("safe"), seed=1)
        assert (run["done"], run["won"]) == (most, expected.won)
        runs.add(run["run"])
    assert len(runs) == 1


def test_a_run_that_is_left_at_once_sends_no_news(live: Live) -> None:
    run = live.ask("start_run", board={"level": "beginner"}, strategy="fast", games=100_000_000)["run"]
    live.ask("stop_run", run=run)
    live.restart()  # so that the run has to be looked up
    ids = [live.send(type, run=run) for type in ("watch", "unwatch")]
    assert sorted(live.receive()["id"] for _ in ids) == ids
    time.sleep(1.2)  # longer than between two messages about a run
    live.ask("runs")
    assert live.news == []


def test_a_run_stops_at_once_and_goes_on(live: Live) -> None:
    plan = {"board": {"level": "beginner"}, "strategy": "fast", "games": 100_000_000}
    run = live.ask("start_run", **plan)["run"]
    assert live.ask("watch", run=run)["run"]["state"] == "running"
    while live.receive()["run"]["done"] == 0:
        pass
    assert live.ask("start_run", **{**plan, "seed": "2"})["error"]["type"] == "busy"
    live.ask("unwatch", run=run)
    before = live.fields("stop_run", run=run)
    assert before["state"] == "stopped"
    (entry,) = live.ask("runs")["runs"]
    assert {**entry, "results": before["results"]} == before
    assert live.ask("resume_run", run=run)["state"] == "running"
    assert live.ask("stop_run", run=run)["done"] >= before["done"]
