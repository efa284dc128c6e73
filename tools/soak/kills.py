"""Kills a server at random moments while a game is played on it. No answered move may be lost."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Iterator
from itertools import count

from soak.common import Round, Work
from support.killed import play_through_kills

MOVES, KILLS = 120, 4


def attack(work: Work) -> Iterator[Round]:
    """Plays games through some kills, each in a fresh data folder. The time is that of the whole game."""
    seeds = count(work.seed * 1_000_000)
    while True:
        round_, until = Round(), time.monotonic() + work.seconds
        while not round_.tried or time.monotonic() < until:
            seed, data, start = next(seeds), work.folder / "data", time.monotonic()
            kills = KILLS if work.seconds else 1
            with (work.folder / "log").open("wb") as log:
                try:
                    round_.tried += asyncio.run(
                        play_through_kills(data, seed, moves=MOVES, kills=kills, log=log)
                    )
                except Exception as error:  # noqa: BLE001 - the soak looks for all errors
                    round_.broken.append(
                        f"play_through_kills(data, {seed}, moves={MOVES}, kills={kills}): {error!r}"
                    )
            round_.took(time.monotonic() - start)
            said = (work.folder / "log").read_text(errors="replace")
            if said:
                round_.broken.append(f"seed {seed}: the log of the server says {said[-2000:]}")
            shutil.rmtree(data, ignore_errors=True)
        yield round_
