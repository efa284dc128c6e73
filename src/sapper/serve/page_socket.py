"""The processes that answer a page over its socket.

To the page each is a worker, as its own helpers are: it gets questions, answers one after the other, and is
ended if a question takes too long. So a strategy that hangs disturbs nobody. Messages are objects of JSON:

* From the page, `worker` is a number that it chooses. A new number begins a process, which takes all further
  messages with that number. `{"worker": 1, "end": true}` ends it.
* To the page, the first message has `strategies`, those that play here by name. Each has a summary and a mark
  that changes with its source. `processes` is the number that this machine can run well. All others have a
  `worker`. The first of a process is `ready`, and then each has an `answer` or `error`. `lost` says why the
  process ended by itself.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from websockets.exceptions import ConnectionClosed

from sapper._support.parallel import usable_cores
from sapper.simulation.strategy_marks import name_in_files
from sapper.strategy.loading import load_strategy

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection

_MOST_PROCESSES: Final = 64
"""The most processes for all tabs together."""

_MOST_LINE: Final = 2**26
"""Bytes of an answer. A board of a million cells takes some ten million."""


class Helpers:
    """The processes of all pages."""

    def __init__(self, names: Sequence[str]) -> None:
        """Takes the names of strategies, which are known to load."""
        self._names = names
        self._greeting = {
            "strategies": [_described(name) for name in names],
            "processes": max(1, usable_cores() - 1),
        }
        self._count = 0

    async def attend(self, page: ServerConnection) -> None:
        """Serves one page until it goes."""
        workers: dict[int, asyncio.Task[None]] = {}
        inboxes: dict[int, asyncio.Queue[bytes]] = {}
        try:
            with suppress(ConnectionClosed):
                await self._hear(page, workers, inboxes)
        finally:
            for number in list(workers):
                _end(workers, inboxes, number)

    async def _hear(
        self,
        page: ServerConnection,
        workers: dict[int, asyncio.Task[None]],
        inboxes: dict[int, asyncio.Queue[bytes]],
    ) -> None:
        """Hands the messages of a page to its processes until it goes."""
        await page.send(json.dumps(self._greeting))
        async for message in page:
            try:
                request = json.loads(message)
                number = int(request.pop("worker"))
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                await page.close(1008, "every message is an object with the number of a worker")
                return
            if request.get("end"):
                _end(workers, inboxes, number)
                continue
            if number not in inboxes:
                if self._count >= _MOST_PROCESSES:
                    await _tell(page, number, {"lost": "this machine is busy: close other tabs of the page"})
                    continue
                inboxes[number] = asyncio.Queue()
                workers[number] = asyncio.create_task(self._work(page, number, inboxes[number]))
            inboxes[number].put_nowait(json.dumps(request).encode() + b"\n")

    async def _work(self, page: ServerConnection, number: int, inbox: asyncio.Queue[bytes]) -> None:
        """Runs a process until it is cancelled or the process ends."""
        self._count += 1
        process = None
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "sapper.serve.helper", *self._names,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=_MOST_LINE, **_apart(),
            )  # fmt: skip
            feeding = asyncio.create_task(_feed(process, inbox))
            try:
                assert process.stdout is not None
                while line := await process.stdout.readline():
                    await _tell(page, number, json.loads(line))
            finally:
                feeding.cancel()
            code = await process.wait()
            why = f"signal {-code}" if code < 0 else f"exit code {code}"
            await _tell(page, number, {"lost": f"its process ended too early ({why})"})
        finally:
            self._count -= 1
            if process is not None:
                with suppress(ProcessLookupError):
                    process.kill()
                await asyncio.shield(process.wait())


def _described(name: str) -> dict[str, str]:
    strategy = load_strategy(name)
    return {"name": name, "summary": strategy.summary, "mark": name_in_files(strategy)}


def _apart() -> dict[str, Any]:
    """The options for a process that gets no Ctrl-C from the terminal: the server ends it."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _end(
    workers: dict[int, asyncio.Task[None]], inboxes: dict[int, asyncio.Queue[bytes]], number: int
) -> None:
    inboxes.pop(number, None)
    if (worker := workers.pop(number, None)) is not None:
        worker.cancel()


async def _feed(process: asyncio.subprocess.Process, inbox: asyncio.Queue[bytes]) -> None:
    assert process.stdin is not None
    with suppress(ConnectionError):  # who reads the answers notices that it ended
        while True:
            process.stdin.write(await inbox.get())
            await process.stdin.drain()


async def _tell(page: ServerConnection, number: int, message: dict[str, Any]) -> None:
    with suppress(ConnectionClosed):  # `attend` notices it, too
        await page.send(json.dumps({"worker": number, **message}))
