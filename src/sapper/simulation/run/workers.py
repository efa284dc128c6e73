"""Where chunks are played: what all such places have in common, and this machine's threads."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Protocol, Self

from sapper import _engine
from sapper._support.engine_call import EngineCall
from sapper.simulation.plan.configuration import Chunk, Configuration
from sapper.simulation.results.records import Records
from sapper.simulation.run.chunk import ChunkResult

__all__ = ["Threads", "Workers", "usable_cores"]


class Workers(Protocol):
    """Plays chunks. Entered before the first and left after the last, or when all is to stop."""

    @property
    def slots(self) -> int:
        """How many chunks are played at the same time."""

    def __enter__(self) -> Self:
        """Gets ready."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stops; what is still being played is forgotten."""

    def submit(self, chunk: Chunk) -> None:
        """Has a chunk played soon."""

    def take(self) -> ChunkResult:
        """Waits for a chunk that is done; any of those submitted."""

    def __str__(self) -> str:
        """What it is, in words."""


class Threads:
    """The engine's own threads, which need no lock of the interpreter."""

    def __init__(self, configuration: Configuration, threads: int, keep: bool = False) -> None:
        """So many threads; with `keep`, results bring their games."""
        self.slots = threads
        self._configuration = configuration
        self._keep = keep
        self._pool: _engine.Pool | None = _pool(configuration, threads)
        self._chunks: dict[int, Chunk] = {}

    def __enter__(self) -> Self:
        """Nothing to do."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Waits for the games that are being played."""
        self._pool = None

    def submit(self, chunk: Chunk) -> None:
        """Has a chunk played soon."""
        assert self._pool is not None
        self._chunks[chunk.first] = chunk
        self._pool.submit(self._configuration.seed, chunk.first, chunk.count)

    def take(self) -> ChunkResult:
        """Waits for a chunk that is done.

        Raises:
            BudgetError: A position was too hard to analyse.
        """
        assert self._pool is not None
        with EngineCall("the simulation"):
            played = self._pool.take()
        chunk = self._chunks.pop(played.first)
        records = [Records.of(records) for records in played.records]
        return ChunkResult.of(self._configuration, chunk, records, self._keep)

    def __str__(self) -> str:
        """In words."""
        return "1 thread" if self.slots == 1 else f"{self.slots} threads"


def _pool(configuration: Configuration, threads: int) -> _engine.Pool:
    board, cell = configuration.board, configuration.first_cell
    return _engine.Pool(
        board.topology._engine,
        board.mines,
        configuration.rules._for_engine(),
        None if cell is None else board.topology.index(cell),
        list(configuration.strategies),
        threads,
    )


def usable_cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
