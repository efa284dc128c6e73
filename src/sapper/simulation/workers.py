"""Workers, which play chunks: their protocol, the current thread, and the threads of the engine."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol, Self

from sapper import _engine
from sapper._support.engine_call import EngineCall
from sapper._support.installation import this_version
from sapper.errors import SimulationError
from sapper.simulation.chunk_result import ChunkResult
from sapper.simulation.configuration import Chunk, Configuration
from sapper.simulation.plan import Plan
from sapper.simulation.tally import Records
from sapper.strategy.strategy import Strategy


class Workers(Protocol):
    """Plays chunks. A context manager, entered before the first chunk and left after the last."""

    @property
    def slots(self) -> int:
        """The number of chunks that are played at the same time."""

    def __enter__(self) -> Self:
        """Gets ready."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stops, and drops the chunks that are not done."""

    def submit(self, chunk: Chunk) -> None:
        """Queues a chunk."""

    def take(self) -> ChunkResult:
        """Waits for any of the queued chunks and returns its result."""

    def __str__(self) -> str:
        """The workers in words."""


class InProcess(Workers):
    """The current thread, which plays one chunk at a time."""

    slots = 1

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._chunks: deque[Chunk] = deque()

    def __exit__(self, *_: object) -> None:
        """Drops the chunks that are not played."""
        self._chunks.clear()

    def submit(self, chunk: Chunk) -> None:
        """Queues a chunk."""
        self._chunks.append(chunk)

    def take(self) -> ChunkResult:
        """Plays the next chunk. Raises StrategyError if a function fails."""
        plan = self._plan
        return play_chunk(plan.configuration, plan.strategies, self._chunks.popleft(), plan.keeps_games)

    def __str__(self) -> str:
        return "this process"


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


def play_chunk(
    configuration: Configuration, strategies: Sequence[Strategy], chunk: Chunk, keep: bool
) -> ChunkResult:
    """Plays a chunk with each strategy. With `keep` the result brings the games along.

    Raises:
        SimulationError: This process has another version of Sapper than the run.
        StrategyError: A part written in Python failed.
        BudgetError: A position was too hard to analyse.
    """
    if configuration.version != this_version():
        raise SimulationError(
            f"a worker has Sapper {this_version()}, but the run needs {configuration.version}: "
            "install the same version everywhere"
        )
    played = [_played(configuration, strategy, chunk) for strategy in strategies]
    return ChunkResult.of(configuration, chunk, played, keep)


def board_for_engine(configuration: Configuration) -> tuple[Any, int, Any, int | None]:
    """What the engine has to know about a configuration: cells, mines, rules and the first cell."""
    board, cell = configuration.board, configuration.first_cell
    first = None if cell is None else board.topology.index(cell)
    return board.topology._engine, board.mines, configuration.rules._for_engine(), first


_kept = threading.local()


def _played(configuration: Configuration, strategy: Strategy, chunk: Chunk) -> Records:
    """The games. Each thread keeps the engine's players of its last run from chunk to chunk."""
    if getattr(_kept, "configuration", None) != configuration:
        _kept.configuration, _kept.series = configuration, {}
    kept: dict[str, _engine.Series] = _kept.series
    series = kept.get(strategy.name) if not strategy._is_in_python else None
    if series is None:
        player = strategy._player(configuration.board, configuration.rules)
        series = _engine.Series(*board_for_engine(configuration), player)
        if not strategy._is_in_python:
            kept[strategy.name] = series
    with EngineCall("the simulation"):
        return Records.of(series.play(configuration.seed, chunk.first, chunk.count))
