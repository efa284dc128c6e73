"""The page's worker answers as the server does, message by message."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from support.live import Live, Seen, connected
from support.wasm import PACKAGE

from sapper.web import limits
from sapper.web.app import create_app

pytestmark = pytest.mark.wasm

Message = dict[str, Any]

OF_ITS_OWN = {"id", "game", "elapsed_ms", "started_at", "ended_at", "three_bv_per_second", "at", "player"}
"""What differs from run to run: ids and clocks."""


class _Worker:
    """The worker in Node.js, with the methods of a test's WebSocket."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin, process.stdout

    def begin(self) -> None:
        """Forgets all games."""
        self._in.write("\n")
        self._in.flush()

    def send_json(self, message: Message) -> None:
        self._in.write(json.dumps(message) + "\n")
        self._in.flush()

    def receive_json(self) -> Message:
        message: Message = json.loads(self._out.readline())
        return message


class Both:
    """Asks the server and the worker, and compares their answers."""

    def __init__(self, server: Live, worker: Live) -> None:
        self.sides = server, worker

    def ask(self, type: str, games: tuple[str, str] | None = None, **fields: Any) -> tuple[Message, Message]:
        answers = []
        for number, side in enumerate(self.sides):
            game = {} if games is None else {"game": games[number]}
            news = len(side.news)
            all_answers = side.all_answers(side.send(type, **game, **fields))
            told = [each for each in all_answers if each["type"] != "progress"]
            answers.append(
                ([bare(each) for each in told], [bare(each) for each in side.news[news:]], told[-1])
            )
        (theirs, their_news, server), (ours, our_news, worker) = answers
        assert ours == theirs, (type, fields)
        assert our_news == their_news, (type, fields)
        return server, worker

    def play(self, draw: random.Random, actions: int = 60, **fields: Any) -> tuple[str, str]:
        """Plays a game, mostly at safe cells, and undoes the first loss."""
        states = self.ask("new", **fields)
        games = states[0]["game"], states[1]["game"]
        seen = Seen(states[0])
        state, undone = states[0], False
        for number in range(actions):
            if state["status"] == "lost" and not undone:
                undone = True
                update, _ = self.ask("undo", games)
            elif state["status"] != "playing":
                break
            else:
                kind = draw.choice(["open", "open", "open", "flag", "chord"])
                cell = draw.choice(range(len(seen.marks)))
                update, _ = self.ask("act", games, kind=kind, cell=cell, key=f"{number}")
            seen.take(update)
            state = update
        self.ask("act", games, kind="open", cell=0, key="last")
        self.ask("resume", games)
        return games


def bare(value: Any) -> Any:
    """A message without clocks and ids."""
    if isinstance(value, list):
        return [bare(each) for each in value]
    if isinstance(value, dict):
        return {name: bare(each) for name, each in value.items() if name not in OF_ITS_OWN}
    return value


@pytest.fixture(scope="module")
def worker() -> Iterator[_Worker]:
    node = shutil.which("node")
    assert node is not None, "these tests need Node.js 20 or later: install it"
    command = [node, str(Path(__file__).parent / "page.mjs"), f"{PACKAGE}/"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield _Worker(process)
        assert process.stdin is not None
        process.stdin.close()
    assert process.returncode == 0


@pytest.fixture
def both(worker: _Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Both]:
    monkeypatch.setattr(limits, "LIVE_BURST", 1_000_000)
    worker.begin()
    with (
        TestClient(create_app(tmp_path), base_url="http://127.0.0.1") as client,
        connected(client) as server,
    ):
        both = Both(server, Live(worker))  # type: ignore[arg-type]  # it has the methods that are used
        server_hello, worker_hello = (bare(side.hello) for side in both.sides)
        assert "new" in worker_hello.pop("answers")
        assert worker_hello == server_hello
        yield both


@pytest.mark.parametrize("variant", ["normal", "hard_core", "lucky"])
@pytest.mark.parametrize("topology", ["square", "torus", "hexagons", "octagons"])
def test_games(both: Both, topology: str, variant: str) -> None:
    draw = random.Random(f"{topology} {variant}")
    board = {"topology": topology, "shape": [7, 9], "density": 0.15}
    for seed in range(6):
        win, on_mine = draw.choice(["cleared", "flagged"]), draw.choice(["stop", "continue"])
        rules = {"win": win, "on_mine": on_mine, "question_marks": draw.random() < 0.5}
        first = draw.choice(["safe", "opening", "any"])
        both.play(draw, board=board, variant=variant, seed=str(seed), first_click=first, **rules)


def test_levels_and_fair_boards(both: Both) -> None:
    draw = random.Random(3)
    for level in ("beginner", "intermediate", "expert"):
        both.play(draw, board={"level": level}, seed="7")
        both.play(draw, board={"level": level}, seed=str(2**64 - 1), first_click="fair")
    adjusted = {"method": "adjusted", "rule": "cases", "mine_count": False}
    games = both.play(draw, board={"level": "intermediate"}, seed="1", first_click="fair", fair=adjusted)
    for side, game in zip(both.sides, games, strict=True):
        assert side.ask("new", same_as=game)["counts_not"] == ["same"]
    both.play(draw, daily="expert")
