"""Strategies in Python: the page's worker lets them play, and those that raise or hang disturb nobody."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.live import Live, live_in_node
from support.own_strategies import Keeper
from support.serving import Server, serve

import sapper

BEGINNER: dict[str, Any] = {"level": "beginner"}

MINE = """
import sys, time
import numpy as np
from sapper import Beliefs, Strategy
from sapper.strategy import Statement

sys.path.append({tests!r})
from support.own_strategies import Keeper

class Faulty(Strategy):
    '''Raises at its second move.'''
    moves = 0
    def choose(self, position):
        print("a strategy may print")
        self.moves += 1
        if self.moves > 1:
            raise KeyError("no reason")
        return (4, 4)

class Busy(Strategy):
    def choose(self, position):
        while True:
            pass

class Sleeper(Strategy):
    def choose(self, position):
        time.sleep(600)

class Leaver(Strategy):
    def choose(self, position):
        import os
        os._exit(3)

class Believer(Strategy):
    def choose(self, position):
        return (4, 4)
    def beliefs(self, position):
        safe, mines = np.zeros((2, *position.topology.shape), dtype=bool)
        safe[0, 0] = mines[-1, -1] = True
        few = Statement(((0, 1), (0, 2)), 0, 1)
        return Beliefs(safe, mines, np.full(safe.shape, np.nan), (few,))
"""
NAMES = [f"mine.py:{name}" for name in ("Keeper", "Faulty", "Busy", "Sleeper", "Leaver", "Believer")]


def new_game(worker: Live, **options: Any) -> str:
    """A new game's id."""
    state = worker.ask("new", **{"seed": "5", "board": BEGINNER, "first_click": "safe", **options})
    return str(state["game"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("own")
    (folder / "mine.py").write_text(MINE.format(tests=str(Path(__file__).parents[1])))
    with serve(folder, *NAMES) as server:
        yield server


@pytest.fixture(scope="module")
def page(server: Server) -> Iterator[Live]:
    with live_in_node(2, server.socket) as page:
        yield page


@pytest.fixture
def worker(page: Live) -> Live:
    page.begin()
    return page


def test_the_list_has_them(worker: Live) -> None:
    entries = {entry["name"]: entry for entry in worker.hello["strategies"]}
    assert list(entries)[-len(NAMES) :] == NAMES
    assert entries["mine.py:Faulty"]["summary"] == "Raises at its second move."
    assert next(iter(entries)) == "best"
    assert worker.hello["remote"] == {"there": True}


@pytest.mark.parametrize("delay", [0, 1])
def test_autoplay_plays_by_it(worker: Live, delay: int) -> None:
    request = worker.send("autoplay", game=new_game(worker), delay_ms=delay, strategy="mine.py:Keeper")
    *updates, last = worker.all_answers(request)
    assert last["reason"] == "over"
    values = {cell: value for x in updates for cell, value in zip(x["cells"], x["values"], strict=True)}
    marks = Keeper().play(sapper.Game("beginner", rules="safe", seed=5)).position.marks.ravel()
    assert all(marks[cell] == value for cell, value in values.items())
    assert set(np.flatnonzero(marks != -1)) == set(values)


def test_it_goes_on_in_a_game_that_somebody_else_has_begun(worker: Live) -> None:
    game = new_game(worker, first_click="opening")
    worker.ask("act", game=game, kind="open", cell=40, key="a")
    first = worker.ask("autoplay", game=game, delay_ms=0, strategy="mine.py:Keeper", guesses=False)
    assert first["reason"] in ("over", "guess")
    assert worker.ask("autoplay", game=game, delay_ms=0, strategy="mine.py:Keeper")["reason"] == "over"


def test_it_tells_its_own_beliefs(worker: Live) -> None:
    game = new_game(worker)
    message = worker.ask("beliefs", game=game, strategy="mine.py:Believer")
    assert (message["strategy"], message["safe"], message["mines"]) == ("Believer", [0], [80])
    assert message["statements"] == [{"cells": [1, 2], "least": 0, "most": 1}]
    assert worker.ask("beliefs", game=game, strategy="mine.py:Keeper")["safe"] == []


def test_the_page_cannot_name_a_module(worker: Live) -> None:
    game = new_game(worker)
    for name in ("support.own_strategies:Keeper", "os:abort", "mine.py:Other"):
        error = worker.ask("autoplay", game=game, delay_ms=0, strategy=name)["error"]
        assert (error["type"], "unknown strategy" in error["message"]) == ("request", True)


def test_one_that_raises_or_leaves_is_reported_and_the_game_goes_on(worker: Live) -> None:
    game = new_game(worker)
    message = worker.ask("autoplay", game=game, delay_ms=0, strategy="mine.py:Faulty")["error"]["message"]
    assert "'Faulty' raised KeyError: 'no reason' (in choose, line " in message
    message = worker.ask("autoplay", game=game, delay_ms=0, strategy="mine.py:Leaver")["error"]["message"]
    assert message == "the strategy cannot go on: its process ended too early (exit code 3)"
    assert worker.ask("autoplay", game=game, delay_ms=0, strategy="mine.py:Keeper")["reason"] == "over"


@pytest.mark.timing
@pytest.mark.parametrize("name", ["mine.py:Busy", "mine.py:Sleeper"])
def test_one_that_hangs_is_given_up_and_others_play(worker: Live, server: Server, name: str) -> None:
    game = new_game(worker)
    start = time.monotonic()
    request = worker.send("autoplay", game=game, strategy=name, time_limit_ms=700, delay_ms=0)
    with live_in_node(1, server.socket) as other:
        mine = new_game(other, seed="6")
        assert other.ask("autoplay", game=mine, delay_ms=0, strategy="mine.py:Keeper")["reason"] == "over"
    error = worker.all_answers(request)[-1]["error"]
    assert (error["type"], "within 0.7 seconds" in error["message"]) == ("budget", True)
    assert time.monotonic() - start < 20
    assert worker.ask("act", game=game, kind="open", cell=80, key="a")["type"] == "act"


@pytest.mark.timing
def test_one_that_hangs_can_be_stopped(worker: Live) -> None:
    game = new_game(worker)
    request = worker.send("autoplay", game=game, strategy="mine.py:Sleeper", delay_ms=0, time_limit_ms=30_000)
    time.sleep(0.5)
    start = time.monotonic()
    worker.send("stop", request=request)
    assert worker.all_answers(request)[-1]["reason"] == "stopped"
    assert time.monotonic() - start < 5


def test_runs_play_by_it_and_go_on(worker: Live) -> None:
    request = {"board": BEGINNER, "first_click": "safe", "seed": "9", "strategy": "mine.py:Keeper"}
    run = worker.run_to_end(**request, games=30)
    report = sapper.simulate("beginner", Keeper, games=30, seed=9, rules="safe", threads=1)
    assert (run["state"], run["done"], run["won"]) == ("finished", 30, report.won)
    more = worker.run_to_end(**request, games=35)
    report = sapper.simulate("beginner", Keeper, games=35, seed=9, rules="safe", threads=1)
    assert (more["run"], more["done"], more["won"]) == (run["run"], 35, report.won)


def test_a_run_of_one_that_raises_fails_and_of_one_that_hangs_is_stopped(worker: Live) -> None:
    request = {"board": BEGINNER, "first_click": "safe", "games": 30}
    run = worker.run_to_end(**request, strategy="mine.py:Faulty")
    assert (run["state"], "raised KeyError" in run["message"]) == ("failed", True)
    run = worker.ask("start_run", **{**request, "strategy": "mine.py:Busy"})
    assert run["state"] == "running"
    assert worker.ask("stop_run", run=run["run"])["state"] == "stopped"
    run = worker.run_to_end(**{**request, "games": 5}, strategy="mine.py:Keeper")
    assert run["done"] == 5


def test_the_page_says_when_the_server_goes_and_comes_back(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE.format(tests=str(Path(__file__).parents[1])))
    with serve(tmp_path, *NAMES[:4]) as server, live_in_node(2, server.socket) as worker:
        game = new_game(worker)
        request = worker.send("autoplay", game=game, strategy="mine.py:Sleeper", delay_ms=0)
        server.end(kill=True)
        assert "“sapper serve” does not answer" in worker.all_answers(request)[-1]["error"]["message"]
        message = worker.ask("beliefs", game=game, strategy="mine.py:Keeper")["error"]["message"]
        assert "“sapper serve” does not answer" in message
        assert worker.ask("autoplay", game=game, delay_ms=0)["reason"] == "over"  # the engine is in the page
        server.start()
        while (news := worker.receive()) != {**news, "type": "remote", "remote": {"there": True}}:
            pass
        request = worker.send("autoplay", game=new_game(worker), strategy="mine.py:Keeper", delay_ms=0)
        assert worker.all_answers(request)[-1]["reason"] == "over"
