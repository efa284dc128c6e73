"""Simulations from the page: the same runs, in the same files, as those of the command line."""

import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from support.live import Live, connected

import sapper
from sapper.simulation.run.chunk import ChunkResult
from sapper.simulation.storage.ledger import Ledger
from sapper.web.runs.view import KeptRun

BEGINNER: dict[str, Any] = {"board": {"level": "beginner"}, "strategy": "exact+first", "first_click": "safe"}


def finished(client: TestClient, id: str) -> dict[str, Any]:
    until = time.monotonic() + 300
    while time.monotonic() < until:
        run: dict[str, Any] = client.get(f"/api/runs/{id}").json()
        if run["state"] != "running":
            return run
        time.sleep(0.05)
    pytest.fail("the run did not end")


def test_no_error_shows_where_the_runs_are(client: TestClient, tmp_path: Path) -> None:
    asked = {**BEGINNER, "games": 5, "seed": "7"}
    run = finished(client, client.post("/api/runs", json=asked).json()["run"])
    (file,) = (tmp_path / "runs").glob("*.sapper")
    kept = file.read_bytes()
    for content in (b"no run at all" * 100, kept[:100] + b"x" * 5000, b""):
        file.write_bytes(content)
        for answer in (
            client.get("/api/runs"),
            client.get(f"/api/runs/{run['run']}"),
            client.post(f"/api/runs/{run['run']}/resume"),
            client.post(f"/api/runs/{run['run']}/stop"),
        ):
            assert answer.status_code < 500, answer.text
            assert str(tmp_path) not in answer.text
        with connected(client) as live:
            news = live.ask("watch", run=run["run"])
            assert news["type"] == "error"
            assert file.name in news["error"]["message"]
            assert str(tmp_path) not in news["error"]["message"]
        answer = client.post("/api/runs", json=asked)
        assert answer.status_code == (422 if content else 201)
        assert str(tmp_path) not in answer.text
    finished(client, run["run"])
    file.unlink()
    file.parent.rmdir()
    file.parent.write_text("a file")
    answer = client.post("/api/runs", json=asked)
    assert (answer.status_code, answer.json()["error"]["type"]) == (507, "storage")
    assert str(tmp_path) not in answer.text


def test_a_run_says_what_the_library_says(client: TestClient) -> None:
    started = client.post("/api/runs", json={**BEGINNER, "games": 600, "seed": "9"})
    assert started.status_code == 201
    run = finished(client, started.json()["run"])
    report = sapper.simulate("beginner", "exact+first", games=600, seed=9, first_click="safe", threads=1)
    assert run["state"] == "finished"
    assert (run["done"], run["won"]) == (600, report.won)
    assert run["win_interval"] == list(report.interval)
    results = run["results"]
    assert results["win_rate_by_games"][-1][:2] == [600, report.win_rate]
    assert results["heat"]["lost"] == report.lost_at.ravel().tolist()
    assert sum(games for _, games, _ in results["by_guesses"]) == 600
    assert sum(games for _, games in results["milliseconds"]) == 600
    assert sum(row[2] for row in results["calibration"]) == report.tally.guesses


def test_runs_of_others_in_the_folder_are_listed(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "broken.sapper").write_bytes(b"no run at all" * 100)
    sapper.simulate("beginner", "exact+first", games=50, out=tmp_path / "runs" / "mine.sapper", threads=1)
    (run,) = client.get("/api/runs").json()["runs"]
    assert (run["name"], run["state"], run["done"], run["mine"]) == ("mine", "finished", 50, False)
    assert "results" not in run


def test_a_run_stops_and_goes_on(client: TestClient) -> None:
    asked = {**BEGINNER, "board": {"level": "expert"}, "games": 1_000_000}
    id = client.post("/api/runs", json=asked).json()["run"]
    busy = client.post("/api/runs", json={**BEGINNER, "games": 10})
    assert (busy.status_code, busy.json()["error"]["type"]) == (503, "busy")
    stopped = client.post(f"/api/runs/{id}/stop").json()
    assert stopped["state"] == "stopped"
    going_on = client.post(f"/api/runs/{id}/resume").json()
    assert going_on["state"] == "running"
    assert client.post(f"/api/runs/{id}/stop").json()["done"] >= stopped["done"]


def test_a_run_stays_its_starters_when_another_is_played(client: TestClient) -> None:
    first = client.post("/api/runs", json={**BEGINNER, "games": 10}).json()["run"]
    finished(client, first)
    finished(client, client.post("/api/runs", json={**BEGINNER, "games": 10, "seed": "2"}).json()["run"])
    assert client.get(f"/api/runs/{first}").json()["mine"]


def test_a_run_is_watched_to_its_end(client: TestClient, live: Live) -> None:
    id = client.post("/api/runs", json={**BEGINNER, "games": 300}).json()["run"]
    news = live.ask("watch", run=id)["run"]
    while news["state"] == "running":
        news = live.receive()["run"]
    assert news["done"] == 300
    assert live.ask("unwatch", run=id)["type"] == "unwatched"


@pytest.mark.long
def test_a_file_that_grows_is_read_where_it_grew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, read = tmp_path / "run.sapper", list[int]()
    real = Ledger.chunk

    def noted(ledger: Ledger, number: int, **how: bool) -> ChunkResult | None:
        if (result := real(ledger, number, **how)) is not None:
            read.append(number)
        return result

    def play(games: int) -> None:
        sapper.simulate("beginner", "exact+first", games=games, chunk=50, out=file, threads=1)
        read.clear()

    monkeypatch.setattr(Ledger, "chunk", noted)
    kept = KeptRun(file)
    for games, new in [
        (500, range(10)),
        (500, range(0)),
        (720, range(10, 15)),
        (1000, range(20)),  # the last chunk was a short one, and has grown
        (1100, range(20, 22)),
    ]:
        play(games)
        report, seen = kept.read(results=True)
        assert read == list(new)
        assert (report.games, report.complete) == (games, True)
        assert seen == KeptRun(file).read(results=True)[1]
    play(25_000)
    points = kept.read(results=True)[1]["results"]["win_rate_by_games"]
    assert points == KeptRun(file).read(results=True)[1]["results"]["win_rate_by_games"]
    assert 100 <= len(points) <= 201
    assert points[-1][0] == 25_000
    gaps = {after[0] - before[0] for before, after in pairwise(points[:-1])}
    assert len(gaps) == 1


@pytest.mark.parametrize("id", ["r-00", "..", "%2e%2e%2fgames", "mine.sapper"])
def test_an_id_is_one_that_was_listed(client: TestClient, id: str) -> None:
    assert client.get(f"/api/runs/{id}").status_code == 404


def test_an_unknown_strategy_gets_the_nearest_suggested(client: TestClient) -> None:
    answer = client.post("/api/runs", json={**BEGINNER, "strategy": "exact+corner"})
    assert answer.status_code == 422
    assert "corners" in answer.json()["error"]["message"]
