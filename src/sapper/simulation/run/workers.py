"""The workers for a plan: the threads of this machine, or others."""

from __future__ import annotations

import os

from sapper import _engine
from sapper._support.engine_call import EngineCall
from sapper.simulation.plan.configuration import Chunk
from sapper.simulation.plan.plan import Plan
from sapper.simulation.results.records import Records
from sapper.simulation.run.chunk import ChunkResult
from sapper.simulation.run.playing import Here, Workers, board_for_engine


def workers_for(plan: Plan) -> Workers:
    """The workers for a plan: the engine's threads, processes for functions in Python, or a cluster.

    Raises:
        SimulationError: A function cannot be sent to a process.
    """
    if plan.cluster is not None:
        from sapper.simulation.run.cluster import Cluster  # Dask is an optional package

        return Cluster(plan, plan.cluster)
    count = usable_cores() if plan.threads is None else plan.threads
    if not any(strategy._is_in_python for strategy in plan.strategies):
        return Threads(plan, count)
    from sapper.simulation.run.processes import Processes, stays_here  # few runs need processes

    if count == 1 or (plan.threads is None and any(map(stays_here, plan.strategies))):
        return Here(plan)
    return Processes(plan, count)


class Threads(Workers):
    """The threads of the engine. They do not need the interpreter's lock."""

    slots = 1

    def __init__(self, plan: Plan, threads: int) -> None:
        self.slots = threads
        self._plan = plan
        configuration = plan.configuration
        self._pool: _engine.Pool | None = _engine.Pool(
            *board_for_engine(configuration), list(configuration.strategies), threads
        )
        self._chunks: dict[int, Chunk] = {}

    def __exit__(self, *_: object) -> None:
        """Waits for the games that are being played."""
        self._pool = None

    def submit(self, chunk: Chunk) -> None:
        """Queues a chunk."""
        assert self._pool is not None
        self._chunks[chunk.first] = chunk
        self._pool.submit(self._plan.configuration.seed, chunk.first, chunk.count)

    def take(self) -> ChunkResult:
        """Waits for any of the queued chunks and returns its result.

        Raises:
            BudgetError: A position was too hard to analyse.
        """
        assert self._pool is not None
        with EngineCall("the simulation"):
            played = self._pool.take()
        chunk = self._chunks.pop(played.first)
        records = [Records.of(records) for records in played.records]
        return ChunkResult.of(self._plan.configuration, chunk, records, self._plan.keeps_games)

    def __str__(self) -> str:
        return "1 thread" if self.slots == 1 else f"{self.slots} threads"


def usable_cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
