"""Strategies in Python in the page's list: they play, and those that raise or hang disturb nobody."""

# ruff: noqa: ARG002  # the methods have the arguments that they are called with
# mypy: disable-error-code="override"

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient
from support.live import Live, Message, Seen, connected, floats
from support.own import Keeper

import sapper
from sapper import Beliefs, Cell, Position, Strategy
from sapper.strategy import Statement
from sapper.web.app import create_app

BEGINNER: dict[str, Any] = {"level": "beginner"}


class Raising(Strategy):
    """Raises at its second move."""

    moves = 0

    def choose(self, position: Position) -> Cell:
        self.moves += 1
        if self.moves > 1:
            raise KeyError("no reason")
        return (4, 4)


OVER = Event()
"""Set when a test is over, so that nobody is busy during the next."""


class Busy(Strategy):
    def choose(self, position: Position) -> Cell:
        until = time.monotonic() + 20
        while time.monotonic() < until and not OVER.is_set():
            pass
        return (0, 0)


class Believing(Strategy):
    """Believes that the first cell is safe and the last a mine, whatever is shown."""

    def choose(self, position: Position) -> Cell:
        return (4, 4)

    def beliefs(self, position: Position) -> Beliefs:
        safe, mines = np.zeros((2, *position.topology.shape), dtype=bool)
        safe[0, 0] = mines[-1, -1] = True
        few = Statement(((0, 1), (0, 2)), 0, 1)
        return Beliefs(safe, mines, np.full(safe.shape, np.nan), (few,))


class Asleep(Strategy):
    def choose(self, position: Position) -> Cell:
        time.sleep(600)
        return (0, 0)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    given = {f"mine:{kind.__name__}": Strategy(kind) for kind in (Keeper, Raising, Busy, Asleep, Believing)}
    given["mine:Keeper+with a name that is longer than most names of strategies are"] = Strategy(Keeper(2))
    with TestClient(create_app(tmp_path, strategies=given), base_url="http://127.0.0.1") as client:
        client.get("/api/about")  # which makes it a player
        OVER.clear()
        yield client
        OVER.set()


def ended(client: TestClient, id: str) -> Message:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        run: Message = client.get(f"/api/runs/{id}").json()
        if run["state"] != "running":
            return run
        time.sleep(0.05)
    pytest.fail("the run did not end")


def test_the_list_has_them(live: Live) -> None:
    listed = {entry["name"]: entry["summary"] for entry in live.hello["strategies"]}
    assert listed["mine:Raising"] == "Raises at its second move."
    assert listed["mine:Busy"] == "The class Busy."
    assert next(iter(listed)) == "best"


@pytest.mark.parametrize(
    "name", ["mine:Keeper", "mine:Keeper+with a name that is longer than most names of strategies are"]
)
def test_autoplay_plays_by_it(live: Live, name: str) -> None:
    state = live.new(seed="5", board=BEGINNER, first_click="safe")
    answers = live.all_answers(live.send("autoplay", game=state["game"], delay_ms=0, strategy=name))
    assert answers[-1]["reason"] == "over"
    seen = Seen(state)
    for update in answers[:-1]:
        seen.take(update)
    game = Keeper().play(sapper.Game.new("beginner", first_click="safe", seed=5))
    assert (seen.marks == game.position.marks.ravel()).all()


def test_it_tells_its_own_beliefs(live: Live) -> None:
    state = live.new(seed="5", board=BEGINNER)
    said = live.ask("beliefs", game=state["game"], strategy="mine:Believing")
    assert (said["strategy"], said["safe"], said["mines"]) == ("Believing", [0], [80])
    assert said["statements"] == [{"cells": [1, 2], "least": 0, "most": 1}]
    nothing = live.ask("beliefs", game=state["game"], strategy="mine:Keeper")
    assert (nothing["safe"], nothing["mines"], nothing["statements"]) == ([], [], [])
    assert np.isnan(floats(nothing["risk"])).all()


def test_the_page_cannot_name_a_module(live: Live) -> None:
    state = live.new(board=BEGINNER)
    for name in ("support.own:Keeper", "os:abort", "mine:Other"):
        said = live.ask("autoplay", game=state["game"], delay_ms=0, strategy=name)
        assert (said["type"], said["error"]["type"]) == ("error", "request")
        assert "unknown strategy" in said["error"]["message"]


def test_one_that_raises_is_reported_and_the_game_goes_on(live: Live) -> None:
    state = live.new(seed="5", board=BEGINNER)
    said = live.ask("autoplay", game=state["game"], delay_ms=0, strategy="mine:Raising")
    assert said["type"] == "error"
    assert "'Raising' raised KeyError: 'no reason' (in choose, line " in said["error"]["message"]
    said = live.ask("autoplay", game=state["game"], delay_ms=0, strategy="mine:Keeper")
    assert said["reason"] == "over"


@pytest.mark.timing
@pytest.mark.parametrize("name", ["mine:Busy", "mine:Asleep"])
def test_one_that_hangs_is_given_up_and_others_play(client: TestClient, live: Live, name: str) -> None:
    state = live.new(seed="5", board=BEGINNER)
    begun = time.monotonic()
    id = live.send("autoplay", game=state["game"], strategy=name, time_limit_ms=700, delay_ms=0)
    with connected(client) as other:
        mine = other.new(seed="6", board=BEGINNER)
        assert other.ask("autoplay", game=mine["game"], delay_ms=0)["reason"] == "over"
    said = live.all_answers(id)[-1]
    assert (said["type"], said["error"]["type"]) == ("error", "budget")
    assert "within 0.7 seconds" in said["error"]["message"]
    assert time.monotonic() - begun < 10
    assert live.open(state["game"], 80)["type"] == "update"


@pytest.mark.timing
def test_one_that_hangs_can_be_stopped(live: Live) -> None:
    state = live.new(seed="5", board=BEGINNER)
    id = live.send("autoplay", game=state["game"], strategy="mine:Asleep", delay_ms=0, time_limit_ms=30_000)
    time.sleep(0.5)
    begun = time.monotonic()
    live.ask("stop", request=id)
    done = next((f for f in live.frames if f["type"] == "done"), None) or live.all_answers(id)[-1]
    assert done["reason"] == "stopped"
    assert time.monotonic() - begun < 5


def test_runs_play_by_it_and_go_on(client: TestClient) -> None:
    asked = {"board": BEGINNER, "first_click": "safe", "seed": "9"}
    started = client.post("/api/runs", json={**asked, "strategy": "mine:Keeper", "games": 30})
    assert started.status_code == 201, started.text
    run = ended(client, started.json()["run"])
    report = sapper.simulate("beginner", Keeper, games=30, seed=9, first_click="safe", threads=1)
    assert (run["state"], run["done"], run["won"]) == ("finished", 30, report.won)
    assert run["strategy"] == report.strategy
    assert client.post(f"/api/runs/{run['run']}/resume").status_code < 300
    run = ended(client, run["run"])
    assert run["done"] == 30


@pytest.mark.long
def test_a_run_of_one_that_raises_fails_with_a_message(client: TestClient) -> None:
    asked = {"board": BEGINNER, "first_click": "safe", "seed": "9", "strategy": "mine:Raising", "games": 30}
    said = client.post("/api/runs", json=asked)
    message = (
        said.json()["error"]["message"]
        if said.status_code >= 400
        else ended(client, said.json()["run"])["message"]
    )
    assert "raised KeyError" in message


@pytest.mark.long
@pytest.mark.timing
def test_a_run_of_one_that_hangs_is_stopped(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.web.runs.runs._PATIENCE", 2.0)
    asked = {"board": BEGINNER, "first_click": "safe", "seed": "9", "strategy": "mine:Asleep", "games": 30}
    started = client.post("/api/runs", json=asked)
    assert started.status_code == 201, started.text
    assert started.json()["state"] == "running"
    begun = time.monotonic()
    stopped = client.post(f"/api/runs/{started.json()['run']}/stop").json()
    assert stopped["state"] != "running"
    assert time.monotonic() - begun < 40
    other = client.post("/api/runs", json={**asked, "strategy": "mine:Keeper", "games": 5})
    assert ended(client, other.json()["run"])["done"] == 5


@pytest.mark.long
@pytest.mark.timing
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT for one process")
def test_the_server_takes_names_and_stops_beside_one_that_hangs(tmp_path: Path) -> None:
    (tmp_path / "of_mine.py").write_text(
        "import sapper, time\n"
        "class Hanging(sapper.Strategy):\n"
        "    def choose(self, position):\n"
        "        while True: pass\n"
    )
    command = [sys.executable, "-m", "sapper", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    wrong = subprocess.run(
        [*command, "--strategy", "of_mine:Hangin"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert "did you mean 'Hanging'?" in wrong.stderr
    command += ["--strategy", "of_mine:Hanging", "--strategy", "exact+corners"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            from websockets.sync.client import connect

            with connect(address.replace("http", "ws") + "api/live") as socket:
                import json

                names = [entry["name"] for entry in json.loads(socket.recv())["strategies"]]
                assert names[-2:] == ["of_mine:Hanging", "exact+corners"]
                socket.send(json.dumps({"type": "new", "id": 1, "board": BEGINNER}))
                game = json.loads(socket.recv())["game"]
                ask = {"type": "autoplay", "id": 2, "game": game, "strategy": names[-2], "time_limit_ms": 500}
                socket.send(json.dumps({**ask, "delay_ms": 0}))
                assert json.loads(socket.recv())["error"]["type"] == "budget"
            server.send_signal(signal.SIGINT)
            server.wait(30)
        finally:
            server.kill()
