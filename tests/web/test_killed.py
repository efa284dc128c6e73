"""The server is killed in the middle of play, often: nothing answered is lost, nothing done twice."""

import asyncio
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from support.answered import live_fault
from support.live import Message, Seen
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import sapper

COOKIE = {"Cookie": "sapper_player=" + "k" * 32}


@contextmanager
def server(data: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "sapper", "serve", "--port", "0", "--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        address = re.search(r"http://(\S+)/", said)
        assert address is not None, said
        yield process, f"ws://{address[1]}/api/live"
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


async def received(socket: ClientConnection) -> Message:
    """The next message, compared with its model."""
    text = str(await socket.recv())
    assert live_fault(text) is None
    message: Message = json.loads(text)
    return message


class Page:
    """Keeps what was not answered, and sends it again after the connection broke."""

    def __init__(self) -> None:
        self.game: str | None = None
        self.seen: Seen | None = None
        self.unanswered: dict[int, Message] = {}
        self.answered = 0
        self.over = False
        self._id = 0

    async def play(self, socket: ClientConnection, actions: Iterator[Message]) -> None:
        await received(socket)
        if self.game is None:
            asked = {"type": "new", "board": {"level": "expert"}, "on_mine": "continue", "seed": "11"}
            self.game = (await self.ask(socket, asked))["game"]
        self.seen = Seen(await self.ask(socket, {"type": "resume", "game": self.game}))
        for id, action in list(self.unanswered.items()):
            await socket.send(json.dumps({**action, "id": id}))
        while not self.over:
            for action in islice(actions, 3 - len(self.unanswered)):
                self._id += 1
                self.unanswered[self._id] = {**action, "game": self.game}
                await socket.send(json.dumps({**action, "game": self.game, "id": self._id}))
            if not self.unanswered:
                return
            self.take(await received(socket))

    async def ask(self, socket: ClientConnection, message: dict[str, Any]) -> Message:
        self._id += 1
        await socket.send(json.dumps({**message, "id": self._id}))
        answer: Message = {}
        while answer.get("id") != self._id:
            answer = await received(socket)
        return answer

    def take(self, answer: Message) -> None:
        assert self.seen is not None
        assert self.unanswered.pop(answer["id"])
        self.answered += 1
        assert answer["type"] == "update", answer
        self.seen.take(answer)
        self.over = answer["status"] != "playing"


def actions() -> Iterator[Message]:
    """Flags are set and taken back: doing one twice would show."""
    chance = random.Random(3)
    for number in range(180):
        kind = chance.choice(["open", "flag", "flag", "chord"])
        yield {"type": "act", "kind": kind, "cell": chance.randrange(480), "key": f"key {number}"}


async def test_every_move_is_there_once_after_kills(tmp_path: Path) -> None:
    page, doing, chance, kills = Page(), actions(), random.Random(8), 0
    while page.answered < 180 and not page.over:
        with server(tmp_path) as (process, address):
            async with connect(
                address, additional_headers=COOKIE, open_timeout=None, ping_interval=None
            ) as socket:
                playing = asyncio.create_task(page.play(socket, doing))
                if kills < 5:
                    target = page.answered + chance.randrange(5, 35)
                    while not playing.done() and page.answered < target:
                        await asyncio.sleep(0)
                    os.kill(process.pid, signal.SIGKILL)
                    kills += 1
                try:
                    await playing
                except ConnectionClosed:
                    continue
    assert kills >= 4
    assert page.seen is not None
    game = sapper.Game.new("expert", on_mine="continue", seed=11)
    for action in actions():
        if game.status == "playing":
            getattr(game, action["kind"])(divmod(action["cell"], 30))
    assert (page.seen.marks == game.position.marks.ravel()).all()
    with sqlite3.connect(tmp_path / "games.sqlite") as kept:
        moves = kept.execute("SELECT number, key FROM moves ORDER BY number").fetchall()
        assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert [number for number, _ in moves] == list(range(len(moves)))
    assert [key for _, key in moves] == [f"key {number}" for number in range(len(moves))]
    assert np.count_nonzero(page.seen.marks == -2) == game.flags
