"""Measure how long the server takes to answer many players at once, each with a click a second.

    python benchmarks/web_load.py --players 200 --seconds 20

Starts its own server with temporary data and lets the players play expert games over WebSockets. Prints the
quantiles of the time from a click sent to its update received. `--check` exits with 1 if the median is 20 ms
or more, or the 99th percentile 150 ms or more.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

MOST_MEDIAN, MOST_P99 = 0.020, 0.150


@contextmanager
def server() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "sapper", "serve", "--port", "0", "--data", data]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            address = re.search(r"http://(\S+)/", process.stdout.readline())
            assert address is not None, "the server did not start"
            yield f"ws://{address[1]}/api/live"
        finally:
            process.terminate()
            process.wait()


class Player:
    """One page with one player in front of it."""

    def __init__(self, number: int, clicks: int) -> None:
        self.times: list[float] = []
        self._clicks = clicks
        self._chance = random.Random(number)
        self._id = 0

    async def play(self, address: str) -> None:
        async with connect(address, compression=None) as socket:
            await socket.recv()
            await asyncio.sleep(self._chance.random())
            game = await self._new(socket)
            for _ in range(self._clicks):
                started = time.perf_counter()
                cell = self._chance.randrange(480)
                update = await self._ask(
                    socket, "act", game=game, kind="open", cell=cell, key=f"click {self._id}"
                )
                took = time.perf_counter() - started
                self.times.append(took)
                if update["status"] != "playing":
                    game = await self._new(socket)
                await asyncio.sleep(max(0.0, 1.0 - took))

    async def _new(self, socket: ClientConnection) -> str:
        state = await self._ask(socket, "new", board={"level": "expert"}, first_click="opening")
        return str(state["game"])

    async def _ask(self, socket: ClientConnection, type: str, **fields: Any) -> dict[str, Any]:
        self._id += 1
        await socket.send(json.dumps({"type": type, "id": self._id, **fields}))
        answer: dict[str, Any] = json.loads(await socket.recv())
        assert answer["type"] != "error", answer
        return answer


async def load(address: str, players: int, seconds: int) -> list[float]:
    everybody = [Player(number, seconds) for number in range(players)]
    await asyncio.gather(*(player.play(address) for player in everybody))
    return [took for player in everybody for took in player.times]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    with server() as address:
        times = asyncio.run(load(address, asked.players, asked.seconds))
    quantiles = statistics.quantiles(times, n=100)
    median, p99 = quantiles[49], quantiles[98]
    print(f"{asked.players} players, {len(times)} clicks: median {1000 * median:.1f} ms,", end=" ")
    print(f"p99 {1000 * p99:.1f} ms, worst {1000 * max(times):.1f} ms")
    if asked.check and (median >= MOST_MEDIAN or p99 >= MOST_P99):
        sys.exit(1)


if __name__ == "__main__":
    main()
