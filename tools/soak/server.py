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
MOST_WORK = 1.0  # seconds of processor time that the server may take meanwhile; a busy machine adds nothing


def attack(work: Work) -> Iterator[Round]:
    """Runs every attack of the strangers at least once, in random order."""
    _allow_many_files()
    number = 0
    log = work.folder / "log"
    most = dict.fromkeys(ATTACKS, 0.0)
    while True:
        with log.open("wb") as file, server(work.folder / "data", file) as (process, address):
            watched, first = psutil.Process(process.pid), 0
            while process.poll() is None:
                round_, read = Round(), log.stat().st_size
                port = int(address.rpartition(":")[2])
                for name, seconds in asyncio.run(_round(port, watched, work, number, round_)).items():
                    most[name] = max(most[name], seconds)
                if process.poll() is not None:
                    round_.broken.append(f"round {number}: the server ended with status {process.returncode}")
                with suppress(psutil.Error):
                    now = watched.memory_info().rss
                    first = first or now
                    worst = max(most, key=most.__getitem__)
                    round_.note = (
                        f"{most[worst]:.2f} s of work for a plain answer beside {worst}; "
                        f"at rest {now >> 20} MiB, at first {first >> 20} MiB"
                    )
                if said := _end_of(log, read):
                    round_.broken.append(f"round {number}: the log says {said}")
                number += 1
                yield round_


async def _round(
    port: int, watched: psutil.Process, work: Work, number: int, round_: Round
) -> dict[str, float]:
    """Plays all attacks. Returns the most processor time during a plain answer beside each."""
    random, until = work.random(number), time.monotonic() + work.seconds
    most = dict.fromkeys(ATTACKS, 0.0)
    while not round_.tried or time.monotonic() < until:
        for name in random.sample(list(ATTACKS), len(ATTACKS)):
            here = Serving(port, Wires())
            stranger = Stranger(here, Random(random.randrange(2**32)), long=work.seconds > 0)
            somebody = _Somebody(port, watched)
            try:
                round_.tried += await asyncio.wait_for(ATTACKS[name](stranger), 3 * PATIENCE)
            except Exception as error:  # noqa: BLE001 - the soak looks for all errors
                round_.broken.append(f"{name}, seed {work.seed}, round {number}: {error!r}")
            finally:
                for writer in here.opened:
                    writer.transport.abort()
                await asyncio.to_thread(somebody.ends)
            round_.took(somebody.slowest)
            most[name] = max(most[name], somebody.most_work)
            round_.broken += [
                f"beside {name}, seed {work.seed}, round {number}: {line}" for line in somebody.broken
            ]
    await asyncio.sleep(1.0 if work.seconds else 0.0)
    return most


class _Somebody:
    """A client that asks a plain question again and again, in a thread, and times the answers."""

    def __init__(self, port: int, watched: psutil.Process) -> None:
        self.slowest = self.most_work = 0.0
        self.broken: list[str] = []
        self._port, self._watched = port, watched
        self._ended = Event()
        self._thread = Thread(target=self._ask)
        self._thread.start()

    def ends(self) -> None:
        self._ended.set()
        self._thread.join()

    def _ask(self) -> None:
        missed = False
        while not self._ended.wait(0.1):
            start, worked = time.monotonic(), self._work()
            connection = HTTPConnection(HOST, self._port, timeout=PATIENCE)
            try:
                connection.request("GET", "/api/about", headers={"Cookie": f"sapper_player={'5' * 32}"})
                answer = connection.getresponse()
                answer.read()
                if answer.status not in (
                    200,
                    429,
                ):  # the strangers share this address and may use up its rate
                    self.broken.append(f"a plain request was answered {answer.status}")
                missed = False
            except (OSError, HTTPException) as error:
                if missed:  # a new connection may be closed to make room, and browsers try again
                    self.broken.append(f"a plain request was not answered: {error!r}")
                missed = True
            finally:
                connection.close()
            seconds, work = time.monotonic() - start, self._work() - worked
            self.slowest, self.most_work = max(self.slowest, seconds), max(self.most_work, work)
            if seconds > SLOWEST or work > MOST_WORK:
                self.broken.append(f"a plain request took {seconds:.1f} s, and {work:.1f} s of work")

    def _work(self) -> float:
        """Seconds of processor time that the server has taken so far."""
        with suppress(psutil.Error):
            times = self._watched.cpu_times()
            return float(times.user + times.system)
        return 0.0  # it has ended, which is reported elsewhere


def _allow_many_files() -> None:
    """Lets this process and its server have as many connections as the system allows."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _end_of(log: Path, start: int) -> str:
    with log.open("rb") as file:
        file.seek(start)
        return file.read(4000).decode(errors="replace")
