"""A page, as far as its worker can tell: it sends requests and puts answers together."""

import base64
import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.wasm import SOURCES, node

Message = dict[str, Any]

EXPERT = {"level": "expert"}
SCRIPT = Path(__file__).resolve().parents[1] / "host" / "host.mjs"


class Live:
    """The worker of the page in Node.js, and one page that it answers.

    Attributes:
        hello: What the worker said first.
        frames: Everything that it said since.
        news: Of that, what answered no request.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin, process.stdout
        self._ids = count(1000)
        self.begin()

    def begin(self) -> None:
        """Forgets everything."""
        self.tell("limits", limits={})
        self._greet("begin")

    def restart(self) -> None:
        """Loads the page again. What was saved is there."""
        self._greet("restart")

    def tell(self, test: str, **fields: Any) -> None:
        """Tells the worker what no page tells it; see `host.mjs`."""
        self._send({"test": test, **fields})

    def ask_test(self, test: str, **fields: Any) -> Message:
        """Asks the worker what no page asks it."""
        self.tell(test, **fields)
        return self.receive()

    def receive(self) -> Message:
        message: Message = json.loads(self._out.readline(), object_hook=_without_base64)
        self.frames.append(message)
        return message

    def send(self, type: str, **fields: Any) -> int:
        id = next(self._ids)
        self._send({"type": type, "id": id, **fields})
        return id

    def all_answers(self, id: int) -> list[Message]:
        answers: list[Message] = []
        while not answers or answers[-1].get("more"):
            message = self.receive()
            (answers if message.get("id") == id else self.news).append(message)
        return answers

    def ask(self, type: str, **fields: Any) -> Message:
        return self.all_answers(self.send(type, **fields))[-1]

    def fields(self, type: str, **fields: Any) -> Message:
        """An answer without what every message has."""
        return {name: value for name, value in self.ask(type, **fields).items() if name not in ("id", "type")}

    def file(self, type: str = "game_file", **fields: Any) -> bytes:
        """The file that a request asks for."""
        content: bytes = self.ask(type, **fields)["bytes"]
        return content

    def new(self, **fields: Any) -> Message:
        names = {"board", "same_as", "minefield", "daily"} & set(fields)
        state = self.ask("new", **({} if names else {"board": EXPERT}), **fields)
        assert state["type"] == "new", state
        return state

    def act(self, game: str, kind: str, cell: int, key: str | None = None) -> Message:
        return self.ask("act", game=game, kind=kind, cell=cell, key=key or f"key-{next(self._ids)}")

    def open(self, game: str, cell: int) -> Message:
        return self.act(game, "open", cell)

    def mines(self, game: str) -> list[int]:
        """The cells with a mine, which the page only sees at the end."""
        mine_cells: list[int] = np.flatnonzero(self.ask_test("minefield", game=game)["mined"]).tolist()
        return mine_cells

    def run_to_end(self, **plan: Any) -> Message:
        """Starts a run, and waits until no run is in progress. Returns the run."""
        run = self.ask("start_run", **plan)["run"]
        until = time.monotonic() + 300
        while any(each["state"] == "running" for each in self.ask("runs")["runs"]):
            assert time.monotonic() < until
            time.sleep(0.05)
        message: Message = self.ask("watch", run=run)["run"]
        self.ask("unwatch", run=run)
        return message

    def _greet(self, test: str) -> None:
        self.frames: list[Message] = []
        self.news: list[Message] = []
        self.hello = self.ask_test(test)

    def _send(self, message: Message) -> None:
        self._in.write(json.dumps(message, default=_base64) + "\n")
        self._in.flush()


def _base64(content: bytes) -> dict[str, str]:
    return {"base64": base64.b64encode(content).decode()}


def _without_base64(value: dict[str, Any]) -> Any:
    return base64.b64decode(value["base64"]) if "base64" in value else value


@contextmanager
def live_in_node(players: int, socket: str = "") -> Iterator[Live]:
    """The worker in Node.js. So many threads play its runs.

    The socket is the address of the one of `sapper serve`, if there is a server.
    """
    command = [node(), str(SCRIPT), f"{SOURCES}/", str(players), socket]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Live(process)
        assert process.stdin is not None
        process.stdin.close()
    assert process.returncode == 0


class View:
    """The board as a page keeps it: a state, and every update put on it."""

    def __init__(self, state: Message) -> None:
        self.marks = marks_in(state)

    def take(self, update: Message) -> None:
        if update["marks"] is not None:
            self.marks = marks_in(update)
        for cell, value in zip(update["cells"], update["values"], strict=True):
            self.marks[cell] = value


def marks_in(message: Message) -> np.ndarray[Any, np.dtype[np.int8]]:
    return np.frombuffer(message["marks"], dtype=np.int8).copy()


def files_in(folder: Path) -> list[Message]:
    """The files of a folder as a page sends them."""
    return [{"name": path.name, "file": path.read_bytes()} for path in sorted(folder.iterdir())]


def marks_bytes(marks: Any) -> bytes:
    return np.asarray(marks, dtype=np.int8).tobytes()


def floats(content: bytes) -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.frombuffer(content, dtype="<f4")


def close(value: Any) -> Any:
    """A value of JSON whose figures may differ in the last bit: logarithms come from the system's library."""
    if isinstance(value, list):
        return [close(each) for each in value]
    if isinstance(value, dict):
        return {name: close(each) for name, each in value.items()}
    return pytest.approx(value, rel=1e-11, abs=0) if isinstance(value, float) else value
