"""A server that is killed in the middle of play, and a page that goes on where it was."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any

import numpy as np
from support.answered import live_fault
from support.live import Message, Seen
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import sapper

COOKIE = {"Cookie": "sapper_player=" + "k" * 32}


@contextmanager
def server(data: Path, log: IO[bytes] | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a separate process, and its host and port. Without `log` it logs to our standard error."""
    command = [sys.executable, "-m", "sapper", "serve", "--port", "0", "--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        address = re.search(r"http://(\S+)/", said)
        assert address is not None, said
        yield process, address[1]
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

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.game: str | None = None
        self.seen: Seen | None = None
        self.unanswered: dict[int, Message] = {}
        self.answered = 0
        self.over = False
        self._id = 0

    async def play(self, socket: ClientConnection, actions: Iterator[Message]) -> None:
        await received(socket)
        if self.game is None:
            board = {"level": "expert"}
            asked = {"type": "new", "board": board, "on_mine": "continue", "seed": str(self.seed)}
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
        return await ask(socket, self._id, message)

    def take(self, answer: Message) -> None:
        assert self.seen is not None
        assert self.unanswered.pop(answer["id"])
        self.answered += 1
        assert answer["type"] == "update", answer
        self.seen.take(answer)
        self.over = answer["status"] != "playing"


async def ask(socket: ClientConnection, id: int, message: dict[str, Any]) -> Message:
    """The last answer to a message."""
    await socket.send(json.dumps({**message, "id": id}))
    answer: Message = {}
    while answer.get("id") != id or answer.get("more"):
        answer = await received(socket)
    return answer


def actions(seed: int, count: int) -> Iterator[Message]:
    """Flags are set and taken back: doing one twice would show."""
    chance = random.Random(seed)
    for number in range(count):
        kind = chance.choice(["open", "flag", "flag", "chord"])
        yield {"type": "act", "kind": kind, "cell": chance.randrange(480), "key": f"key {number}"}


async def play_through_kills(
    data: Path, seed: int, *, moves: int, kills: int, log: IO[bytes] | None = None
) -> int:
    """Plays a game while the server is killed at random moments, then compares it with one played here.

    Returns how many of the kills took place before the game ended. Raises AssertionError when a move that was
    answered is lost, or one is done twice.
    """
    page, doing, chance, killed = Page(seed), actions(seed, moves), random.Random(seed), 0
    while page.answered < moves and not page.over:
        with server(data, log) as (process, address):
            async with connect(
                f"ws://{address}/api/live", additional_headers=COOKIE, open_timeout=None, ping_interval=None
            ) as socket:
                playing = asyncio.create_task(page.play(socket, doing))
                if killed < kills:
                    target = page.answered + chance.randrange(5, 35)
                    while not playing.done() and page.answered < target:
                        await asyncio.sleep(0)
                    process.kill()
                    killed += 1
                try:
                    await playing
                except ConnectionClosed:
                    continue
    assert page.seen is not None
    game = sapper.Game.new("expert", on_mine="continue", seed=seed)
    for action in actions(seed, moves):
        if game.status == "playing":
            getattr(game, action["kind"])(divmod(action["cell"], 30))
    assert (page.seen.marks == game.position.marks.ravel()).all()
    assert np.count_nonzero(page.seen.marks == -2) == game.flags
    with sqlite3.connect(data / "games.sqlite") as kept:
        rows = kept.execute("SELECT number, key FROM moves ORDER BY number").fetchall()
        assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert [number for number, _ in rows] == list(range(len(rows)))
    assert [key for _, key in rows] == [f"key {number}" for number in range(len(rows))]
    return killed
