"""Attacks a server in every way of `soak.strangers`, while another client asks a plain question.

One server lives through all rounds, so that leaks show. The attack watches the plain answers, the memory, and
the log, to which strangers must not write.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from threading import Event, Thread

import psutil
from soak.common import PATIENCE, Round, Work
from soak.strangers import ATTACKS, Stranger
from support.killed import server
from support.serving import HOST, Serving

from sapper.web.access.wires import Wires

SLOWEST = 15.0  # seconds for a plain answer, which takes milliseconds on an idle machine


def attack(work: Work) -> Iterator[Round]:
    """Runs every attack of the strangers at least once, in random order."""
    number = 0
    log = work.folder / "log"
    slowest = dict.fromkeys(ATTACKS, 0.0)
    while True:
        with log.open("wb") as file, server(work.folder / "data", file) as (process, address):
            watched, first = psutil.Process(process.pid), 0
            while process.poll() is None:
                round_, read = Round(), log.stat().st_size
                beside = asyncio.run(_round(int(address.rpartition(":")[2]), work, number, round_))
                for name, seconds in beside.items():
                    slowest[name] = max(slowest[name], seconds)
                if process.poll() is not None:
                    round_.broken.append(f"round {number}: the server ended with status {process.returncode}")
                with suppress(psutil.Error):
                    now = watched.memory_info().rss
                    first = first or now
                    worst = max(slowest, key=slowest.__getitem__)
                    round_.note = (
                        f"slowest beside {worst}; at rest {now >> 20} MiB, at first {first >> 20} MiB"
                    )
                if said := _end_of(log, read):
                    round_.broken.append(f"round {number}: the log says {said}")
                number += 1
                yield round_


async def _round(port: int, work: Work, number: int, round_: Round) -> dict[str, float]:
    """Plays all attacks. Returns the slowest plain answer beside each."""
    random, until = work.random(number), time.monotonic() + work.seconds
    slowest = dict.fromkeys(ATTACKS, 0.0)
    while not round_.tried or time.monotonic() < until:
        for name in random.sample(list(ATTACKS), len(ATTACKS)):
            here = Serving(port, Wires())
            stranger = Stranger(here, Random(random.randrange(2**32)), long=work.seconds > 0)
            somebody = _Somebody(port)
            try:
                round_.tried += await asyncio.wait_for(ATTACKS[name](stranger), 3 * PATIENCE)
            except Exception as error:  # noqa: BLE001 - the soak looks for all errors
                round_.broken.append(f"{name}, seed {work.seed}, round {number}: {error!r}")
            finally:
                for writer in here.opened:
                    writer.transport.abort()
                await asyncio.to_thread(somebody.ends)
            round_.took(somebody.slowest)
            slowest[name] = max(slowest[name], somebody.slowest)
            round_.broken += [
                f"beside {name}, seed {work.seed}, round {number}: {line}" for line in somebody.broken
            ]
    await asyncio.sleep(1.0 if work.seconds else 0.0)
    return slowest


class _Somebody:
    """A client that asks a plain question again and again, in a thread, and times the answers."""

    def __init__(self, port: int) -> None:
        self.slowest = 0.0
        self.broken: list[str] = []
        self._port = port
        self._ended = Event()
        self._thread = Thread(target=self._ask)
        self._thread.start()

    def ends(self) -> None:
        self._ended.set()
        self._thread.join()

    def _ask(self) -> None:
        while not self._ended.wait(0.1):
            start = time.monotonic()
            connection = HTTPConnection(HOST, self._port, timeout=PATIENCE)
            try:
                connection.request("GET", "/api/about")
                answer = connection.getresponse()
                answer.read()
                if answer.status not in (
                    200,
                    429,
                ):  # the strangers share this address and may use up its rate
                    self.broken.append(f"a plain request was answered {answer.status}")
            except (OSError, HTTPException) as error:
                self.broken.append(f"a plain request was not answered: {error!r}")
            finally:
                connection.close()
            seconds = time.monotonic() - start
            self.slowest = max(self.slowest, seconds)
            if seconds > SLOWEST:
                self.broken.append(f"a plain request took {seconds:.1f} s")


def _end_of(log: Path, start: int) -> str:
    with log.open("rb") as file:
        file.seek(start)
        return file.read(4000).decode(errors="replace")
