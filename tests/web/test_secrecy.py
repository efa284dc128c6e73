"""The mines and the seed of a game never leave the server before it is over."""

import json
import random
import secrets
from typing import Any

import pytest
from starlette.testclient import TestClient
from support.live import Live, Message, Seen, connected

import sapper
from sapper.web import limits

BOARD: dict[str, Any] = {"rows": 6, "columns": 7, "mines": 9}


def everything_asked(live: Live, game: str, cell: int) -> None:
    live.ask("analyse", game=game, zeros=True)
    live.ask("cell", game=game, cell=cell)
    live.ask("hint", game=game, all=True)
    live.ask("structure", game=game)
    live.ask("resume", game=game)
    live.ask("explain", game=game)
    live.ask("review", game=game)


def played(live: Live, chance: random.Random, **fields: Any) -> tuple[Message, Message]:
    """Random actions, with every question in between, until the game is over."""
    state = live.new(board=BOARD, first_click=chance.choice(["safe", "opening", "any"]), **fields)
    seen = Seen(state)
    update = state
    while update["status"] == "playing":
        cell = chance.randrange(42)
        if seen.marks[cell] == -1 and chance.random() < 0.3:
            everything_asked(live, state["game"], cell)
        update = live.act(state["game"], chance.choice(["open", "open", "flag", "chord"]), cell)
        seen.take(update)
    return state, update


def test_no_frame_has_the_seed_or_the_mines_before_the_end(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    real = secrets.randbits

    def noted(bits: int) -> int:
        drawn.append(real(bits))
        return drawn[-1]

    monkeypatch.setattr(secrets, "randbits", noted)
    monkeypatch.setattr(limits, "LIVE_BURST", 1_000_000)
    with connected(client) as live:
        for number in range(25):
            first = len(live.frames)
            _, last = played(live, random.Random(number))
            seed = str(drawn[-1])
            assert len(drawn) == number + 1
            before = live.frames[first:-1]
            assert not any(seed in json.dumps(frame) for frame in before)
            assert not any((frame.get("end") or {}).get("mined") for frame in before)
            assert last["end"]["seed"] == seed
            assert len(last["end"]["mined"]) == 9


def test_no_twin_shows_the_mines_of_a_game_that_counts(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same board is begun again and again; any of its games is played and undone."""
    monkeypatch.setattr(limits, "LIVE_BURST", 1_000_000)
    chance = random.Random(8)
    counted = 0
    with connected(client) as live:
        for _ in range(30):
            first = live.new(board={"rows": 3, "columns": 4, "mines": 2}, first_click="safe")["game"]
            games = [first]
            live.open(first, 5)
            counts: dict[str, bool] = {}  # the games in play
            seen: set[str] = set()  # those in which something was opened
            for _ in range(30):
                before = len(live.frames)
                game = chance.choice(games)
                kind = chance.choice(["again", "act", "act", "act", "undo"])
                if kind == "again":
                    games.append(live.new(same_as=game)["game"])
                elif kind == "act":
                    live.act(game, "open", chance.randrange(12))
                else:
                    live.ask("undo", game=game)
                for frame in live.frames[before:]:
                    if "status" in frame:
                        counts[frame["game"]] = frame["status"] == "playing" and frame["counts"]
                        if frame["begun"]:
                            seen.add(frame["game"])
                counted += counts.get(first, False)
                assert len(seen - {first}) == 0 or not any(counts.values())
    assert counted > 30


def test_traffic_does_not_depend_on_mines_that_cannot_be_told_apart(client: TestClient) -> None:
    """Two minefields that agree on everything seen: every byte the page gets has to agree too."""
    chance = random.Random(5)
    compared = 0
    for _ in range(15):
        mined = chance.sample(range(1, 42), 9)
        game = sapper.Game.from_mines(sapper.Topology.square(6, 7), mines=[divmod(cell, 7) for cell in mined])
        actions = []
        for _ in range(8):
            cell = chance.choice([cell for cell in range(42) if cell not in mined])
            actions.append(("open", cell))
            game.open(divmod(cell, 7))
            if game.status != "playing":
                break
        other = other_minefield(game, mined, chance)
        if game.status != "playing" or other is None:
            continue
        logs = [traffic(client, minefield, actions) for minefield in (mined, other)]
        assert logs[0] == logs[1]
        compared += 1
    assert compared > 3


def other_minefield(game: sapper.Game, mined: list[int], chance: random.Random) -> list[int] | None:
    """Another minefield that fits the position: a mine and a free cell that changed places."""
    hidden = [cell for cell in range(42) if game.position.marks.flat[cell] < 0]
    free = [cell for cell in hidden if cell not in mined]
    for _ in range(100):
        away, to = chance.choice(mined), chance.choice(free)
        swapped = [to if cell == away else cell for cell in mined]
        again = sapper.Game.from_mines(
            sapper.Topology.square(6, 7), mines=[divmod(cell, 7) for cell in swapped]
        )
        for action in game.history:
            if again.status == "playing":
                again.open(action.cell)
        if again.position == game.position:
            return swapped
    return None


def traffic(client: TestClient, mined: list[int], actions: list[tuple[str, int]]) -> list[str]:
    """All frames of a game, except for its id and what clocks say."""
    with connected(client) as live:
        state = live.new(
            minefield={"topology": "square", "rows": 6, "columns": 7, "mines": 9, "mined": mined}
        )
        for number, (kind, cell) in enumerate(actions):
            live.act(state["game"], kind, cell, key=f"{number}")
        everything_asked(live, state["game"], 0)
        frames = [{**frame, "elapsed_ms": 0, "started_at": 0} for frame in live.frames[1:]]
        return [json.dumps(frame).replace(state["game"], "game") for frame in frames]


def test_http_keeps_the_secret_too(client: TestClient) -> None:
    state = client.post("/api/games", json={"board": BOARD, "first_click": "safe"}).json()
    game = f"/api/games/{state['game']}"
    opened = client.post(f"{game}/actions", json={"kind": "open", "cell": 20}).json()
    if opened["status"] == "playing":
        for answer in (opened, client.get(game).json()):
            assert answer["end"] is None
        assert client.get(f"{game}/file?format=mbf").status_code == 409
        (listed,) = client.get("/api/games").json()["games"]
        assert listed["seed"] is None
