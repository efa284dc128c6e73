"""What games count as: losses, games that were left, practice; and the same numbers everywhere."""

import io
import json
import shutil
import sqlite3
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from support.live import Live, Message, Seen, connected

import sapper
from sapper.web.app import create_app
from sapper.web.games import desk, store

LINE: dict[str, Any] = {"rows": 1, "columns": 8, "mines": 2, "mined": [1, 7]}
PAIR = {"rows": 1, "columns": 3, "mines": 1}
"""Opening the middle says nothing. Then one end wins, and the other loses."""


def service(client: TestClient) -> Any:
    return client.app._app.state.service  # type: ignore[attr-defined]


def category(client: TestClient) -> Message:
    (only,) = client.get("/api/statistics").json()["categories"]
    assert isinstance(only, dict)
    return only


def counted(client: TestClient) -> tuple[int, int, int, int]:
    only = category(client)
    return only["won"], only["lost"], only["left"], only["streak"]


def begun(live: Live) -> str:
    """A game that counts, with the middle of three cells open."""
    game: str = live.new(board=PAIR, first_click="safe")["game"]
    live.open(game, 1)
    return game


def ended(client: TestClient, live: Live, status: str) -> str:
    """A game that counts and ended so."""
    game = begun(live)
    mined = service(client).desk.seats.get(game).hosted.game.minefield.ravel()
    end = next(cell for cell in (0, 2) if mined[cell] == (status == "lost"))
    assert live.open(game, end)["status"] == status
    return game


def test_a_loss_stays_a_loss(client: TestClient, live: Live) -> None:
    game = ended(client, live, "lost")
    before = counted(client)
    (mined,) = live.ask("resume", game=game)["end"]["mined"]
    undone = live.ask("undo", game=game)
    assert (undone["status"], undone["counts_not"], undone["end"]) == ("playing", ["undo"], None)
    assert counted(client) == before
    won = live.open(game, 2 - mined)
    assert (won["status"], won["end"]["record"]) == ("won", None)
    assert counted(client) == before
    again = live.new(same_as=game)
    assert again["counts_not"] == ["same"]
    for cell in (1, 2 - mined):
        live.open(again["game"], cell)
    assert counted(client) == before
    service(client).desk.seats.let_all_go()  # as after a restart
    assert live.ask("resume", game=game)["status"] == "won"
    assert counted(client) == before


def test_a_game_that_was_left_counts_as_not_won_until_it_is_finished(client: TestClient, live: Live) -> None:
    game = begun(live)
    assert client.get("/api/statistics").json()["categories"] == []  # it is the current one
    live.new(board=PAIR, first_click="safe")
    assert counted(client) == (0, 0, 1, 0)
    (listed,) = client.get("/api/games?status=unfinished").json()["games"]
    assert listed["game"] == game
    assert client.get("/api/statistics").json()["unfinished"] == [listed]
    ended_so = live.open(game, 0)["status"]
    assert counted(client) == ((1, 0, 0, 1) if ended_so == "won" else (0, 1, 0, 0))
    assert client.get("/api/games?status=unfinished").json()["games"] == []


def test_a_game_that_was_left_breaks_a_streak(client: TestClient, live: Live) -> None:
    ended(client, live, "won")
    assert category(client)["streak"] == 1
    begun(live)
    assert category(client)["streak"] == 1
    begun(live)
    assert category(client)["streak"] == 0


def test_a_game_is_abandoned_when_its_board_is_seen_in_another(client: TestClient, live: Live) -> None:
    game = begun(live)
    again = live.new(same_as=game)["game"]
    assert live.ask("resume", game=game)["counts"]  # nothing was seen yet
    live.open(again, 1)
    assert live.ask("resume", game=game)["counts_not"] == ["same"]
    assert counted(client) == (0, 0, 1, 0)
    live.open(game, 0)
    assert counted(client) == (0, 0, 1, 0)
    # Before a cell is open there is nothing to abandon.
    fresh = live.new(board=PAIR, first_click="safe")["game"]
    live.open(live.new(same_as=fresh)["game"], 1)
    live.open(fresh, 1)
    live.new()
    assert counted(client) == (0, 0, 1, 0)


@pytest.mark.parametrize(
    ("type", "fields"), [("hint", {}), ("analyse", {}), ("assist", {"action": "move"}), ("autoplay", {})]
)
def test_help_never_takes_a_game_in_trouble_out_of_the_statistics(
    client: TestClient, live: Live, type: str, fields: dict[str, Any]
) -> None:
    ended(client, live, "won")
    game = begun(live)
    live.ask(type, game=game, **fields)
    assert live.ask("resume", game=game)["result"] == "helped"
    assert (*counted(client), category(client)["helped"]) == (1, 0, 0, 0, 1)
    if live.ask("resume", game=game)["status"] == "playing":
        live.open(game, 0)
    service(client).desk.seats.let_all_go()  # as after a restart
    assert live.ask("resume", game=game)["end"]["record"] is None
    assert (*counted(client), category(client)["helped"]) == (1, 0, 0, 0, 1)
    assert client.get("/api/games").json()["games"][0]["result"] == "helped"
    assert live.ask("review", game=game)["result"] == "helped"
    assert live.ask("report")["games"] == 1


def test_help_before_the_first_opening_makes_a_practice_game(client: TestClient, live: Live) -> None:
    game = live.new(board=PAIR, first_click="safe")["game"]
    live.ask("hint", game=game)
    live.open(game, 1)
    assert live.open(game, 0)["result"] is None
    given = client.get("/api/statistics").json()
    assert (given["categories"], given["not_counted"]) == ([], 1)


def test_a_lost_game_is_explained_without_help(client: TestClient, live: Live) -> None:
    lost = ended(client, live, "lost")
    before = counted(client)
    assert live.ask("explain", game=lost)["type"] == "explanation"
    assert counted(client) == before


def test_bests_and_curves(client: TestClient, live: Live) -> None:
    for status in ("won", "lost", "won"):
        ended(client, live, status)
    only = category(client)
    assert [point["game"] for point in only["win_rates"]] == list(range(1, only["played"] + 1))
    assert only["win_rates"][-1]["rate"] == only["won"] / only["played"]
    assert only["bests"]["time"] == only["best"][0]
    # The click at the end would have been enough.
    assert {(win["three_bv"], win["clicks"], win["efficiency"]) for win in only["wins"]} == {(1, 2, 0.5)}


@pytest.mark.parametrize("variant", ["normal", "hard_core"])
def test_the_result_and_the_review_have_the_same_numbers(live: Live, variant: str) -> None:
    game = live.new(minefield=LINE, variant=variant)["game"]
    live.act(game, "flag", 1)
    live.open(game, 1)  # has a flag, so nothing happens
    live.open(game, 0)
    live.act(game, "chord", 2)  # closed
    live.open(game, 7)
    live.ask("undo", game=game)
    live.open(game, 2)
    last = live.open(game, 7)
    metrics = last["end"]["metrics"]
    review = live.ask("review", game=game)
    assert review["metrics"] == metrics
    assert last["clicks"] == metrics["clicks"]
    assert metrics["efficiency"] == metrics["solved"] / metrics["clicks"]
    assert last["elapsed_ms"] == review["duration_ms"]
    assert [move["verdict"] for move in review["moves"]].count("idle") == 2


@pytest.mark.parametrize(
    ("opened", "safe", "best", "sentence"),
    [
        ([0, 2, 7], [3], None, "The risk was 25 %. You did not have to guess."),
        ([0, 1], [], 2, "It was certainly a mine. Nothing was certainly safe. The least risk was 16.7 %, at"),
        ([2, 1], [], 0, "The risk was 50 %. Nothing was certainly safe. The least risk was 20 %, at"),
        ([1], [], None, "Nothing was open yet. The risk was 25 %."),
    ],
)
def test_a_loss_is_explained(
    live: Live, opened: list[int], safe: list[int], best: int | None, sentence: str
) -> None:
    game = live.new(minefield=LINE)["game"]
    for cell in opened:
        live.open(game, cell)
    given = live.ask("explain", game=game)
    assert given["sentence"].startswith(sentence)
    assert (given["safe"], given["best"]) == (safe, best)
    assert given["numbers"] == (
        [0, 2] if safe else []
    )  # the 1 beside the mine, and the 1 beside the safe cell


def test_a_wrong_chord_and_a_needless_guess_are_explained(live: Live) -> None:
    game = live.new(minefield=LINE)["game"]
    live.open(game, 2)
    live.act(game, "flag", 3)
    assert live.act(game, "chord", 2)["status"] == "lost"
    assert live.ask("explain", game=game)["risk"] == pytest.approx(0.5)
    game = live.new(minefield=LINE, variant="hard_core")["game"]
    for cell in (0, 2, 5):
        live.open(game, cell)
    given = live.ask("explain", game=game)
    assert (given["safe"], given["numbers"]) == ([3], [0, 2])
    assert given["risk"] == pytest.approx(1 / 4)


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "_BEAT_EVERY", 0.01)


@pytest.fixture
def never(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "_BEAT_EVERY", 1e6)


@pytest.mark.usefixtures("never")  # before the server starts
def test_the_clock_of_a_killed_server_stops_at_its_last_sign_of_life(
    client: TestClient, live: Live, tmp_path: Path
) -> None:
    running, left = begun(live), begun(live)
    live.ask("leave", game=left)
    service(client).store._sql.execute(
        "UPDATE heartbeat SET at = (SELECT max(changed_at) FROM games) + 60000"
    )
    killed = tmp_path / "killed"
    killed.mkdir()
    for file in tmp_path.glob("games.sqlite*"):
        shutil.copy(file, killed)
    with TestClient(create_app(killed), base_url="http://127.0.0.1") as other:
        other.cookies = client.cookies
        assert other.get(f"/api/games/{running}").json()["elapsed_ms"] >= 60_000
        assert other.get(f"/api/games/{left}").json()["elapsed_ms"] < 60_000


@pytest.mark.usefixtures("often")  # before the server starts
def test_the_server_gives_signs_of_life_while_a_clock_runs(client: TestClient, live: Live) -> None:
    def last() -> int:
        asked = "SELECT at FROM heartbeat"
        store = service(client).store._sql
        found = client.portal.call(  # type: ignore[union-attr]  # it runs
            service(client).desk.ask_store, lambda: store.execute(asked).fetchone()[0]
        )
        return int(found)

    game = begun(live)
    while not (first := last()):
        time.sleep(0.01)
    while last() == first:
        time.sleep(0.01)
    live.ask("leave", game=game)
    stopped = last()
    time.sleep(0.05)
    assert last() == stopped


def test_games_of_the_first_version_open(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path), base_url="http://127.0.0.1") as client:
        client.get("/api/about")
        with connected(client) as live:
            games = {status: ended(client, live, status) for status in ("won", "lost")}
            games["left"], games["given up"] = begun(live), begun(live)
        cookies = client.cookies
    kept = sqlite3.connect(tmp_path / "games.sqlite")
    rows = kept.execute(
        "SELECT id, player, origin, mined, category, status, moves, clicks, elapsed_ms, counts_not,"
        " status = 'won', three_bv, started_at, changed_at, ended_at FROM games"
    ).fetchall()
    kept.executescript(
        "DROP TABLE games; DROP TABLE heartbeat; DROP TABLE reviews; ALTER TABLE moves DROP COLUMN path"
    )
    (table,) = [each for each in store._STEPS[0].split(";") if "CREATE TABLE games" in each]
    kept.execute(table)
    kept.executemany(f"INSERT INTO games VALUES ({', '.join('?' * len(rows[0]))})", rows)
    kept.execute(
        "INSERT INTO moves VALUES (?, 9, 'give_up', 0, 'x', 'player', 1, 0, NULL)", [games["given up"]]
    )
    kept.execute(
        "UPDATE games SET status = 'lost', counts_not = '[\"same\"]', ended_at = 1 WHERE id = ?",
        [games["given up"]],
    )
    kept.execute("PRAGMA user_version = 1")
    kept.commit()
    kept.close()
    with TestClient(create_app(tmp_path), base_url="http://127.0.0.1", cookies=cookies) as client:
        only = category(client)
        assert (only["won"], only["left"]) == (1, 0)  # games left earlier were left under other rules
        assert only["lost"] == 1
        with connected(client) as live:
            assert live.ask("explain", game=games["lost"])["type"] == "explanation"
            assert live.ask("review", game=games["won"])["status"] == "won"
            for name in ("left", "given up"):
                assert live.open(games[name], 0)["status"] in ("won", "lost"), name
        assert counted(client)[2] == 0


@pytest.mark.parametrize("last", [0, 5])
def test_the_live_3bv_tells_nothing_hidden_and_ends_as_that_of_the_result(live: Live, last: int) -> None:
    """The number beside the mine counts until its opening is open, or the game is lost."""
    game = live.new(minefield={"rows": 1, "columns": 8, "mines": 1, "mined": [0]})["game"]
    assert live.open(game, 1)["solved"] == 1
    ended = live.open(game, last)
    solved = 1 if ended["status"] == "won" else 0
    assert ended["solved"] == ended["end"]["metrics"]["solved"] == solved
    assert live.ask("resume", game=game)["solved"] == solved
    if solved == 0:
        assert live.ask("undo", game=game)["solved"] == 1


def test_all_finished_games_can_be_taken_away(client: TestClient, live: Live) -> None:
    torus = {"topology": "torus", "rows": 4, "columns": 5, "mines": 1, "mined": [0]}
    for minefield in (LINE, torus):
        game = live.new(minefield=minefield)["game"]
        for cell in (2, 2, 1, 0):
            live.open(game, cell)
    begun(live)
    answer = client.get("/api/archive")
    assert answer.headers["content-type"] == "application/zip"
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None
    listed = [json.loads(line) for line in archive.read("games.jsonl").splitlines()]
    assert {each["file"] for each in listed} | {"games.jsonl"} == set(archive.namelist())
    assert len(listed) == 2
    for each in listed:
        replay = sapper.formats.parse(archive.read(each["file"]), kind=sapper.Replay)
        assert replay.board.topology.name == each["board"]["topology"]
        assert (replay.play().status, len(replay.actions)) == (each["status"], each["clicks"])
        assert sapper.review(replay).metrics.clicks == each["clicks"]


def test_the_board_is_as_it_was_after_an_undo(live: Live) -> None:
    state = live.new(minefield=LINE)
    seen = Seen(state)
    seen.take(live.open(state["game"], 2))
    before = seen.marks.copy()
    seen.take(live.open(state["game"], 1))
    seen.take(live.ask("undo", game=state["game"]))
    assert (seen.marks == before).all()
