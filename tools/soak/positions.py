"""Compares random positions on boards of every kind with the reference solver."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count

from soak.common import Round, Work
from support.any_topology import KINDS, random_positions
from support.truth import check_against_reference

BATCH = 20


def attack(work: Work) -> Iterator[Round]:
    """Compares some positions of every kind until the time is up."""
    seeds = count(work.seed * 1_000_000)
    while True:
        round_, until = Round(), time.monotonic() + work.seconds
        while not round_.tries or time.monotonic() < until:
            seed = next(seeds)
            for kind in KINDS:
                for number, position in enumerate(random_positions(kind, BATCH, seed, dense=bool(seed % 2))):
                    round_.tries += 1
                    start = time.monotonic()
                    try:
                        check_against_reference(position)
                    except Exception as error:  # noqa: BLE001 - the soak looks for all errors
                        call = f"random_positions({kind!r}, {BATCH}, {seed}, dense={bool(seed % 2)})"
                        round_.faults.append(f"position {number} of {call}: {error!r}")
                    round_.took(time.monotonic() - start)
        yield round_
