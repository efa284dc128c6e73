"""Many and large games: each player has a share of the memory, and what does not fit waits in the store."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient
from support.live import Live, Seen, connected

from sapper.board.kinds import _kept
from sapper.web import limits

LARGE = {"rows": 100, "columns": 100, "mines": 1500}
BEGINNER = {"level": "beginner"}


@pytest.fixture(autouse=True)
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if large boards were a hundred times as large."""
    monkeypatch.setattr(limits, "SMALL_CELLS", 500)
    monkeypatch.setattr(limits, "CELLS_IN_MEMORY", 100_000)
    monkeypatch.setattr(limits, "CELLS_OF_A_PLAYER", 40_000)


@contextmanager
def somebody_else(client: TestClient) -> Iterator[Live]:
    mine = dict(client.cookies)
    client.cookies.clear()
    client.get("/api/about")
    with connected(client) as live:
        client.cookies.clear()
        client.cookies.update(mine)
        yield live


def seats(client: TestClient) -> Any:
    return client.app._app.state.service.desk.seats  # type: ignore[attr-defined]


def in_memory(client: TestClient) -> int:
    return int(seats(client)._used().total())


def test_large_boards_of_one_player_leave_room_for_everybody(client: TestClient, live: Live) -> None:
    games = [live.new(board=LARGE)["game"] for _ in range(7)]
    assert in_memory(client) <= limits.CELLS_OF_A_PLAYER
    with somebody_else(client) as other:
        assert other.open(other.new(board=BEGINNER)["game"], 40)["moves"] == 1
        assert other.open(other.new(board=LARGE)["game"], 40)["moves"] == 1
    for game in games:  # followed all the time, though not all in memory
        assert live.open(game, 5050)["moves"] == 1
    assert in_memory(client) <= limits.CELLS_IN_MEMORY


def test_many_players_with_large_boards_leave_room_for_small_ones(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CELLS_IN_MEMORY", 25_000)
    with somebody_else(client) as one, somebody_else(client) as two, somebody_else(client) as three:
        kept = one.new(board=BEGINNER)["game"]
        for _ in range(3):
            for large in (two, three):
                assert large.open(large.new(board=LARGE)["game"], 5050)["moves"] == 1
        assert one.open(one.new(board=BEGINNER)["game"], 40)["moves"] == 1
        assert seats(client).get(kept) is not None  # those who have most make room
        assert in_memory(client) <= limits.CELLS_IN_MEMORY


def test_a_game_that_made_room_comes_back_as_it_was(client: TestClient, live: Live) -> None:
    state = live.new(board=LARGE)
    seen = Seen(state)
    seen.take(live.open(state["game"], 5050))
    hidden = int(np.flatnonzero(seen.marks == -1)[0])
    seen.take(live.act(state["game"], "flag", hidden))
    seats(client).let_all_go()
    assert seats(client).get(state["game"]) is None
    again = live.ask("resume", game=state["game"])
    assert (Seen(again).marks == seen.marks).all()
    assert again["moves"] == 2


def test_the_clock_of_a_followed_game_runs_while_it_is_not_in_memory(client: TestClient, live: Live) -> None:
    game = live.new(board=BEGINNER)["game"]
    with connected(client) as tab:
        tab.ask("resume", game=game)
        first = live.open(game, 40)["elapsed_ms"]
        following = client.app._app.state.service.desk._followed[game]  # type: ignore[attr-defined]
        following.clock._before += 100  # as if this many seconds went by
        seats(client).let_all_go()
        later = live.ask("resume", game=game)["elapsed_ms"]
        assert 100_000 <= later - first <= 160_000
        assert tab.ask("ping")["type"] == "pong"
        live.act(game, "flag", 0)
        tab.ask("ping")
        assert [news["action"]["kind"] for news in tab.news if news["type"] == "update"] == ["open", "flag"]
        seats(client).let_all_go()
        live.ask("leave", game=game)
        tab.ask("leave", game=game)
    seats(client).let_all_go()
    assert client.get(f"/api/games/{game}").json()["elapsed_ms"] >= later


def test_a_lack_of_room_is_reported_and_small_games_still_fit(
    client: TestClient, live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CELLS_OF_A_PLAYER", 15_000)
    game = live.new(board=LARGE)["game"]
    at_work = seats(client).get(game)
    refused = live.ask("new", board=LARGE)
    assert refused["error"]["type"] == "busy"
    assert "your large boards" in refused["error"]["message"]
    assert live.new(board=BEGINNER)["type"] == "state"
    del at_work
    assert live.new(board=LARGE)["type"] == "state"


def test_topologies_of_large_boards_are_not_kept(live: Live) -> None:
    before = _kept.cache_info().currsize
    for columns in range(201, 205):
        live.new(board={**LARGE, "columns": columns})
    assert _kept.cache_info().currsize == before
