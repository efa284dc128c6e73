"""A full disk or a damaged file under a running server is reported in words, and everything else goes on."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient
from support.live import EXPERT, Live, Seen, connected

from sapper.web.games.store import Store

LINE = {"rows": 1, "columns": 6, "mines": 2, "mined": [1, 5]}


def service(client: TestClient) -> Any:
    return client.app._app.state.service  # type: ignore[attr-defined]


def sql(client: TestClient, statement: str) -> Any:
    return client.portal.call(  # type: ignore[union-attr]  # it runs
        service(client).desk.ask_store, lambda: service(client).store._sql.execute(statement).fetchall()
    )


def fill_the_disk(client: TestClient, _folder: Path) -> None:
    """SQLite's own limit, which fails as a full disk does."""
    sql(client, "PRAGMA wal_checkpoint(TRUNCATE)")
    service(client).store._sql.execute("CREATE TABLE filler (bytes BLOB)")
    sql(client, "PRAGMA max_page_count = 1")
    for size in (4000, 100, 1):
        with suppress(sqlite3.OperationalError):
            for _ in range(1000):
                service(client).store._sql.execute("INSERT INTO filler VALUES (zeroblob(?))", (size,))


def damage_the_pages(client: TestClient, folder: Path) -> None:
    sql(client, "PRAGMA wal_checkpoint(TRUNCATE)")
    file = folder / "games.sqlite"
    with file.open("r+b") as pages:
        pages.seek(4096)
        pages.write(b"\x5a" * (file.stat().st_size - 4096))
    sql(client, "PRAGMA shrink_memory")


def cut_the_file(client: TestClient, folder: Path) -> None:
    sql(client, "PRAGMA wal_checkpoint(TRUNCATE)")
    with (folder / "games.sqlite").open("r+b") as pages:
        pages.truncate(4096)
    sql(client, "PRAGMA shrink_memory")


FAULTS = [fill_the_disk, damage_the_pages, cut_the_file]


@pytest.mark.parametrize("fault", FAULTS)
def test_games_in_memory_are_served_and_failed_saves_are_reported(
    client: TestClient, tmp_path: Path, live: Live, fault: Callable[[TestClient, Path], None]
) -> None:
    state = live.new()
    seen = Seen(state)
    seen.take(live.open(state["game"], 200))
    hidden = np.flatnonzero(seen.marks == -1).tolist()
    fault(client, tmp_path)

    refused = [live.act(state["game"], "flag", cell) for cell in hidden[:100]]
    errors = {answer["error"]["type"] for answer in refused if "error" in answer}
    assert errors == {"storage"}
    assert "error" in refused[-1]
    assert refused[-1]["error"]["message"].startswith("the games on disk cannot be read or written: ")
    # What was refused did not happen, and the game is as it was.
    for answer in refused:
        if answer["type"] == "update":
            seen.take(answer)
    again = live.ask("resume", game=state["game"])
    assert (Seen(again).marks == seen.marks).all()
    assert again["moves"] == 1 + sum(answer["type"] == "update" for answer in refused)
    # Thinking needs no disk.
    assert live.ask("hint", game=state["game"])["type"] == "hint"
    assert live.ask("analyse", game=state["game"])["type"] == "analysis"
    with connected(client) as other:
        assert other.hello["settings"] == {}
        assert other.ask("ping")["type"] == "pong"
    # Over HTTP the same, and never a fault.
    for method, path, body in [
        ("GET", "/api/games", None),
        ("GET", "/api/games/none", None),
        ("GET", "/api/statistics", None),
        ("DELETE", "/api/statistics", None),
        ("GET", "/api/settings", None),
        ("PUT", "/api/settings", {"a": "b" * 10_000}),
        ("POST", "/api/games", {"board": EXPERT}),
    ]:
        reply = client.request(method, path, json=body)
        assert reply.status_code in (200, 201, 404, 507), reply.text
        assert reply.status_code != 507 or reply.json()["error"]["type"] == "storage"
    assert client.get(f"/api/games/{state['game']}").json()["moves"] == again["moves"]


def test_play_goes_on_when_there_is_room_again(client: TestClient, tmp_path: Path, live: Live) -> None:
    game = live.new(minefield=LINE)["game"]
    fill_the_disk(client, tmp_path)
    answer = live.open(game, 0)
    while answer["type"] == "update":  # there was a little room in the last page
        answer = live.act(game, "flag", 2)
    before = live.ask("resume", game=game)
    sql(client, "PRAGMA max_page_count = 1000000")
    assert live.act(game, "flag", 3)["moves"] == before["moves"] + 1
    service(client).desk.seats.let_all_go()
    assert live.ask("resume", game=game)["moves"] == before["moves"] + 1


def test_a_lost_game_whose_loss_could_not_be_kept_goes_on(
    client: TestClient, live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    for rules in ({}, {"variant": "hard_core"}, {"variant": "lucky"}):
        game = live.new(minefield=LINE, **rules)["game"]
        live.open(game, 0)
        with monkeypatch.context() as patch:
            patch.setattr(Store, "moved", _fails)
            assert live.open(game, 1)["error"]["type"] == "storage"
            assert live.act(game, "flag", 3)["error"]["type"] == "storage"
        state = live.ask("resume", game=game)
        assert (state["status"], state["moves"], state["clicks"]) == ("playing", 1, 1)
        assert Seen(state).marks.tolist() == [1, -1, -1, -1, -1, -1]
        live.open(game, 1)
        kept = live.ask("resume", game=game)
        service(client).desk.seats.let_all_go()
        again = live.ask("resume", game=game)
        assert (again["status"], again["moves"]) == (kept["status"], kept["moves"])
        assert Seen(again).marks.tolist() == Seen(kept).marks.tolist()


def test_an_undo_that_cannot_be_kept_did_not_happen(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    game = live.new(minefield=LINE)["game"]
    live.open(game, 0)
    lost = live.open(game, 1)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "moved", _fails)
        assert live.ask("undo", game=game)["error"]["type"] == "storage"
    state = live.ask("resume", game=game)
    assert (state["status"], state["moves"], state["counts_not"]) == ("lost", 2, lost["counts_not"])
    assert live.ask("undo", game=game)["status"] == "playing"


def test_damaged_rows_are_reported_and_the_others_stay(client: TestClient, live: Live) -> None:
    games = [live.new()["game"] for _ in range(6)]
    live.open(games[5], 200)
    for game, change in [
        (games[0], "origin = 'nonsense'"),
        (games[1], "origin = json_set(origin, '$.board.shape', json('[1000000000, 2]'))"),
        (games[2], "origin = json_set(origin, '$.board', 7)"),
        (games[3], "origin = json_set(origin, '$.variant', 'nonsense'), counts_not = '['"),
    ]:
        sql(client, f"UPDATE games SET {change} WHERE id = '{game}'")
    sql(client, f"UPDATE moves SET cell = 100000 WHERE game = '{games[5]}'")
    service(client).desk.seats.let_all_go()
    for game in (*games[:4], games[5]):
        answer = client.get(f"/api/games/{game}")
        assert (answer.status_code, answer.json()["error"]["type"]) == (507, "storage"), game
    assert client.get(f"/api/games/{games[4]}").status_code == 200
    listed = {game["game"] for game in client.get("/api/games").json()["games"]}
    assert games[4] in listed
    assert games[0] not in listed


DEEP = ['{"a":' * 250 + "1" + "}" * 250, '{"a":' * 950 + "1" + "}" * 950, "[" * 5000]


@pytest.mark.parametrize("kept", [*DEEP, '{"a":NaN}', "NaN", "[1]", "{", "\x01"])
def test_unreadable_settings_are_dropped(client: TestClient, kept: str) -> None:
    client.put("/api/settings", json={"a": 1})
    assert client.get("/api/settings").json() == {"a": 1}
    sql(client, f"UPDATE players SET settings = '{kept}'")
    answer = client.get("/api/settings")
    assert (answer.status_code, answer.json()) == (200, {})
    with connected(client) as other:
        assert other.hello["settings"] == {}
    client.put("/api/settings", json={"a": 2})
    assert client.get("/api/settings").json() == {"a": 2}


@pytest.mark.parametrize("kept", [*DEEP, '{"a":NaN}', "NaN"])
def test_unreadable_games_and_results_are_reported(client: TestClient, live: Live, kept: str) -> None:
    games = [live.new(minefield=LINE)["game"] for _ in range(2)]
    live.open(games[1], 0)
    live.open(games[1], 1)
    for columns in ("origin = '{0}'", "origin = json_set(origin, '$.fair', json_extract('{0}', '$'))"):
        if kept != DEEP[0] and columns.startswith("origin = json_set"):
            continue  # SQLite makes none
        sql(
            client,
            f"UPDATE games SET {columns.format(kept)}, category = '{kept}', standing = 'lost', result_at = 1",
        )
        service(client).desk.seats.let_all_go()
        assert client.get("/api/games").json() == {"games": []}
        for path in (f"/api/games/{games[0]}", "/api/statistics"):
            answer = client.get(path)
            assert (answer.status_code, answer.json()["error"]["type"]) == (507, "storage"), path


def _fails(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")
