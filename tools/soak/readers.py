"""Gives mutated files, files that grow, and pictures too large to draw, to what reads or draws them.

A reader gives contents or raises FormatError or PositionError. Its work grows no faster than the file.
Corpus, mutations and stretched files are those of the tests. The limits of time and memory need Linux.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random

from soak.common import Round, Work
from support.fuzzing import READERS, mutants, target
from support.growth import grows_too_fast, random_stretches, worst_cases

from sapper import FormatError
from sapper.draw.pixels import png_of

BATCH = 100
SECONDS = 2  # of processor time for one input, which usually takes a fraction of a millisecond
MEMORY = 2**30  # bytes of address space on top of those at the start
STATUS = Path("/proc/self/statm")


def attack(work: Work) -> Iterator[Round]:
    """Reads mutants and stretched files of every format until the time is up."""
    _limit()
    worst = [(name, *case) for name in READERS for case in worst_cases(name)]
    inputs, number = cycle(worst), 0
    while True:
        round_, until = Round(), time.monotonic() + work.seconds
        while not round_.tries or time.monotonic() < until:
            seed = work.seed * 1_000_000 + number
            for name in READERS:
                _feed(name, seed, round_)
            name = READERS[number % len(READERS)]
            cases = [(name, *case) for case in random_stretches(name, 2, seed)]
            for name, what, make in (*cases, *islice(inputs, 2)):
                round_.tries += 1
                if grows_too_fast(make, name):
                    round_.faults.append(f"{name}: the work grows faster than the file if {what} grows")
            _draw(work.random(number), round_)
            number += 1
        yield round_


def _feed(name: str, seed: int, round_: Round) -> None:
    """Feeds a reader some mutants; one in ten goes through the detection of the format."""
    for number, data in enumerate(mutants(name, BATCH, seed)):
        round_.tries += 1
        start = time.monotonic()
        if STATUS.exists():
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        try:
            target(data, "auto" if number % 10 == 9 else name)
        except Exception as error:  # noqa: BLE001 - the soak looks for all errors
            round_.faults.append(f"{name}, seed {seed}, input {number}: {error!r} for {data!r}")
        finally:
            if STATUS.exists():
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        round_.took(time.monotonic() - start)


def _draw(random: Random, round_: Round) -> None:
    """Draws pictures of thousands of millions of pixels, by their sides and by their zoom."""
    sides = [2 ** random.randrange(1, 40) for _ in range(2)]
    for side in (f'width="{sides[0]}" height="{sides[1]}"', f'viewBox="0 0 {sides[0]} {sides[1]}"'):
        round_.tries += 1
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" {side}></svg>'
        zoom = 2**16 / (sides[0] * sides[1]) ** 0.5
        try:
            png_of(svg, zoom=zoom)
            round_.faults.append(f"{svg} was drawn with zoom={zoom}")
        except FormatError:
            pass


def _limit() -> None:
    """Turns a large allocation into a MemoryError, and a long computation into a TimeoutError."""
    if not STATUS.exists():
        return
    import resource

    now = int(STATUS.read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, resource.RLIM_INFINITY))
    signal.signal(signal.SIGVTALRM, _too_long)


def _too_long(_signal: int, _frame: object) -> None:
    raise TimeoutError(f"more than {SECONDS} s of processor time")
