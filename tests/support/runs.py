"""Short runs of one configuration, and what their files hold."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sapper
from sapper.simulation.plan import Plan
from sapper.simulation.tally import Records
from sapper.simulation.workers import play_chunk

if TYPE_CHECKING:
    from distributed import LocalCluster

GAMES, CHUNK = 900, 15


def run(out: Path | None = None, *, games: int = GAMES, chunk: int | None = CHUNK) -> sapper.Report:
    return sapper.simulate("expert", "exact+first", games=games, chunk=chunk, threads=2, out=out)


def chunk_counts(path: Path) -> list[tuple[int, int]]:
    """For every chunk, its number and how many games it has."""
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT number, count FROM chunks ORDER BY number").fetchall()


def records_of(plan: Plan, number: int = 0) -> tuple[Records, ...]:
    """The records of a chunk of games, for each strategy."""
    result = play_chunk(plan.configuration, plan.strategies, plan.configuration.chunk_at(number), keep=True)
    assert result.records is not None
    return tuple(result.records)


def records_of_strategy(
    board: sapper.Board, rules: sapper.Rules, strategy: sapper.Strategy, count: int, **options: Any
) -> Records:
    """The records of the first games of seed 3, or of those that options of `Plan.from_arguments` name."""
    plan = Plan.from_arguments(board, [strategy], rules=rules, chunk=count, **{"seed": 3, **options})
    return records_of(plan)[0]


@contextmanager
def two_workers() -> Iterator[LocalCluster]:
    """A Dask cluster of two processes on this machine."""
    from distributed import LocalCluster

    cluster = LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": ":0"},
        silence_logs=50,
        scheduler_port=0,
    )
    try:
        yield cluster
    finally:
        with suppress(TimeoutError):  # Dask before 2026.7 may wait forever for a worker that was killed
            cluster.close(timeout=20)
