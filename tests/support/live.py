"""A page, as far as the server can tell: it sends requests over a WebSocket and puts answers together."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import numpy as np
from starlette.testclient import TestClient, WebSocketTestSession

Message = dict[str, Any]

EXPERT = {"level": "expert"}


class Live:
    """One connection.

    Attributes:
        hello: What the server said first.
        frames: Everything the server sent.
        news: Of that, what answered no request.
    """

    def __init__(self, socket: WebSocketTestSession) -> None:
        self._socket = socket
        self._ids = count(1000)
        self.frames: list[Message] = []
        self.news: list[Message] = []
        self.hello = self.receive()

    def receive(self) -> Message:
        message: Message = self._socket.receive_json()
        self.frames.append(message)
        return message

    def send(self, type: str, **fields: Any) -> int:
        id = next(self._ids)
        self._socket.send_json({"type": type, "id": id, **fields})
        return id

    def send_text(self, frame: str) -> None:
        self._socket.send_text(frame)

    def all_answers(self, id: int) -> list[Message]:
        answers: list[Message] = []
        while not answers or answers[-1].get("more"):
            message = self.receive()
            (answers if message.get("id") == id else self.news).append(message)
        return answers

    def ask(self, type: str, **fields: Any) -> Message:
        return self.all_answers(self.send(type, **fields))[-1]

    def new(self, **fields: Any) -> Message:
        given = {"board", "same_as", "minefield", "daily"} & set(fields)
        state = self.ask("new", **({} if given else {"board": EXPERT}), **fields)
        assert state["type"] == "state", state
        return state

    def act(self, game: str, kind: str, cell: int, key: str | None = None) -> Message:
        return self.ask("act", game=game, kind=kind, cell=cell, key=key or f"key-{next(self._ids)}")

    def open(self, game: str, cell: int) -> Message:
        return self.act(game, "open", cell)


@contextmanager
def connected(client: TestClient) -> Iterator[Live]:
    with client.websocket_connect("ws://127.0.0.1/api/live") as socket:
        yield Live(socket)


class Seen:
    """The board as a page keeps it: a state, and every update put on it."""

    def __init__(self, state: Message) -> None:
        self.board = state["board"]
        self.marks = self._decoded(state["marks"])

    def take(self, update: Message) -> None:
        if update["marks"] is not None:
            self.marks = self._decoded(update["marks"])
        for cell, value in zip(update["cells"], update["values"], strict=True):
            self.marks[cell] = value

    def _decoded(self, marks: str | None) -> np.ndarray[Any, np.dtype[np.int8]]:
        size = int(np.prod(self.board["shape"]))
        if marks is None:
            return np.full(size, -1, dtype=np.int8)
        return np.frombuffer(base64.b64decode(marks), dtype=np.int8).copy()


def marks_text(marks: Any) -> str:
    return base64.b64encode(np.asarray(marks, dtype=np.int8).tobytes()).decode()


def floats(text: str) -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.frombuffer(base64.b64decode(text), dtype="<f4")
