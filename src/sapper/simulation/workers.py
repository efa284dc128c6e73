"""Workers, which play chunks: the current thread, threads of the engine, and processes of this machine."""

from __future__ import annotations

import pickle
import sys
import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, Final, Protocol, Self

from sapper import _engine
from sapper._support.engine_call import EngineCall
from sapper._support.installation import this_version
from sapper._support.parallel import ScriptImportError, WorkerProcesses
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


class EngineThreads(Workers):
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
            result = self._pool.take()
        chunk = self._chunks.pop(result.first)
        records = [Records.from_engine(records) for records in result.records]
        return ChunkResult.from_records(self._plan.configuration, chunk, records, self._plan.keeps_games)

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
    records = [_records(configuration, strategy, chunk) for strategy in strategies]
    return ChunkResult.from_records(configuration, chunk, records, keep)


def board_for_engine(configuration: Configuration) -> tuple[Any, int, Any, int | None]:
    """What the engine has to know about a configuration: cells, mines, rules and the first cell."""
    board, cell = configuration.board, configuration.first_cell
    first = None if cell is None else board.topology.index(cell)
    return board.topology._engine, board.mines, configuration.rules._for_engine(), first


_local = threading.local()
_HERE: Final = "or play in this process with `threads` 1"


def _records(configuration: Configuration, strategy: Strategy, chunk: Chunk) -> Records:
    """The games. Each thread keeps the engine's players of its last run from chunk to chunk."""
    if getattr(_local, "configuration", None) != configuration:
        _local.configuration, _local.series = configuration, {}
    series_by_name: dict[str, _engine.Series] = _local.series
    series = series_by_name.get(strategy.name) if not strategy._is_in_python else None
    if series is None:
        player = strategy._player(configuration.board, configuration.rules)
        series = _engine.Series(*board_for_engine(configuration), player)
        if not strategy._is_in_python:
            series_by_name[strategy.name] = series
    with EngineCall("the simulation"):
        return Records.from_engine(series.play(configuration.seed, chunk.first, chunk.count))


class Processes(Workers):
    """Separate processes, each with its own interpreter. They start with their first chunks."""

    slots = 1

    def __init__(self, plan: Plan, processes: int) -> None:
        """Prepares this many processes.

        Raises:
            SimulationError: A function cannot be sent to another process.
        """
        for strategy in plan.strategies:
            _check_pickles(strategy)
        self.slots = processes
        self._plan = plan
        self._pool = WorkerProcesses(processes, _HERE)
        self._running: set[Future[ChunkResult]] = set()

    def __exit__(self, *_: object) -> None:
        """Drops the chunks in the queue, and waits for those that are being played."""
        self._pool.stop()

    def submit(self, chunk: Chunk) -> None:
        """Queues a chunk. Each of the first ones starts a process.

        Raises:
            SimulationError: A process died.
        """
        plan = self._plan
        arguments = plan.configuration, plan.strategies, chunk, plan.keeps_games
        try:
            self._running.add(self._pool.submit(play_chunk, *arguments))
        except BrokenProcessPool:
            raise self._lost() from None

    def take(self) -> ChunkResult:
        """Waits for any of the queued chunks and returns its result.

        Raises:
            SimulationError: A function failed, or a process died.
        """
        over, _ = wait(self._running, return_when=FIRST_COMPLETED)
        future = over.pop()
        self._running.remove(future)
        try:
            return future.result()
        except BrokenProcessPool:
            raise self._lost() from None

    def _lost(self) -> SimulationError:
        """The error after a process died. Raises KeyboardInterrupt if Ctrl-C ended it."""
        return self._pool.cause_of_end() or SimulationError(
            "a worker process ended too early: can it import the strategy's module? "
            "The results so far are safe if a file keeps them: run the same again to continue"
        )

    def __str__(self) -> str:
        return "1 process" if self.slots == 1 else f"{self.slots} processes"


def stays_here(strategy: Strategy) -> bool:
    """Whether a strategy plays in this process unless the caller gives `threads`.

    It does if it was typed at a prompt or into a notebook, or comes from a script that runs there, with
    `python -i` or `%run`. Such scripts often lack `if __name__ == "__main__":`, which processes need.
    """
    at_a_prompt = hasattr(sys, "ps1") or bool(sys.flags.inspect)
    return is_of_prompt(strategy) or (at_a_prompt and _is_of_main(strategy))


def is_of_prompt(strategy: Strategy) -> bool:
    """Whether a strategy needs what was typed at a prompt or into a notebook.

    Other processes cannot find that. A strategy that a script defines does not count.
    """
    file = getattr(sys.modules["__main__"], "__file__", None)
    if file is not None and Path(file).is_file():  # a piped script is "<stdin>"
        return False
    return _is_of_main(strategy)


def _is_of_main(strategy: Strategy) -> bool:
    """Whether a strategy needs what the script, the prompt or the notebook defines."""
    data = _pickle(strategy)
    return data is None or "__main__" in _texts(data)


def _check_pickles(strategy: Strategy) -> None:
    data = _pickle(strategy)
    if data is not None and any(map(_import_is_running, _texts(data))):
        raise ScriptImportError(_HERE)  # pickle would wait in another thread until the import is done
    if data is None:
        raise SimulationError(
            f"{strategy.name} cannot be sent to other processes: define it at the top of a module, {_HERE}"
        )
    if is_of_prompt(strategy):
        raise SimulationError(
            f"{strategy.name} is defined at a prompt or in a notebook, where other processes cannot find it: "
            f"put it into a module, {_HERE}"
        )


def _texts(data: bytes) -> set[str]:
    """All texts in a pickle, the names of modules among them."""
    import pickletools  # few runs have a strategy in Python

    return {part for _, part, _ in pickletools.genops(data) if isinstance(part, str)}


def _import_is_running(name: str) -> bool:
    """Whether Python is still running the module of this name: importlib marks its spec until then."""
    spec = getattr(sys.modules.get(name), "__spec__", None)
    return getattr(spec, "_initializing", False) is True


def _pickle(strategy: Strategy) -> bytes | None:
    """The strategy as it is sent to other processes; None if it cannot be sent."""
    try:
        return pickle.dumps(strategy)
    except Exception:  # noqa: BLE001  # pickling may raise anything
        return None
