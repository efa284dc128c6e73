"""Chunks played by processes of this machine: functions in Python would share one lock in threads."""

from __future__ import annotations

import multiprocessing
import pickle
import sys
from collections import deque
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Self

from sapper.errors import SimulationError
from sapper.simulation.plan.configuration import Chunk, Configuration
from sapper.simulation.run.chunk import ChunkResult
from sapper.simulation.run.interrupts import interruptible, starting_processes
from sapper.simulation.run.orphans import (
    IMPORTED_A_SCRIPT,
    IN_A_SCRIPT,
    end_if_importing_a_script,
    end_with_parent,
)
from sapper.simulation.run.playing import play_chunk
from sapper.strategy.strategy import Strategy

__all__ = ["Here", "Processes", "is_typed_in"]


class Here:
    """This thread itself, one chunk at a time."""

    slots = 1

    def __init__(
        self, configuration: Configuration, strategies: Sequence[Strategy], keep: bool = False
    ) -> None:
        """With `keep`, results bring their games."""
        self._arguments = configuration, tuple(strategies)
        self._keep = keep
        self._chunks: deque[Chunk] = deque()

    def __enter__(self) -> Self:
        """Nothing to do."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to do."""

    def submit(self, chunk: Chunk) -> None:
        """Notes a chunk."""
        self._chunks.append(chunk)

    def take(self) -> ChunkResult:
        """Plays the next chunk. Raises SimulationError where a function fails."""
        return play_chunk(*self._arguments, self._chunks.popleft(), self._keep)

    def __str__(self) -> str:
        """In words."""
        return "this process"


class Processes:
    """Processes of their own, each with its interpreter."""

    def __init__(
        self, configuration: Configuration, strategies: Sequence[Strategy], processes: int, keep: bool = False
    ) -> None:
        """So many processes; with `keep`, results bring their games.

        Raises:
            SimulationError: A function cannot be sent to another process.
        """
        for strategy in strategies:
            _check_can_be_sent(strategy)
        self.slots = processes
        self._arguments = configuration, tuple(strategies)
        self._keep = keep
        end_if_importing_a_script()
        self._pool = ProcessPoolExecutor(
            processes, mp_context=multiprocessing.get_context("spawn"), initializer=end_with_parent
        )
        self._running: set[Future[ChunkResult]] = set()
        self._started: dict[int, BaseProcess] = {}  # the pool forgets them when one has died

    def __enter__(self) -> Self:
        """Nothing to do: processes start with their first chunk."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Forgets the chunks that wait, and waits for those being played."""
        self._pool.shutdown(cancel_futures=True)

    def submit(self, chunk: Chunk) -> None:
        """Has a chunk played soon; the first ones start a process each."""
        with starting_processes():
            self._running.add(self._pool.submit(_play, *self._arguments, chunk, self._keep))
        self._started.update(self._pool._processes)

    def take(self) -> ChunkResult:
        """Waits for a chunk.

        Raises:
            SimulationError: A function failed, or a process died.
        """
        done, _ = wait(self._running, return_when=FIRST_COMPLETED)
        future = done.pop()
        self._running.remove(future)
        try:
            return future.result()
        except BrokenProcessPool:
            self._pool.shutdown()
            if any(process.exitcode == IMPORTED_A_SCRIPT for process in self._started.values()):
                raise SimulationError(
                    f"{IN_A_SCRIPT} Each process that plays reads the script first. "
                    "Or play in this process, with threads=1"
                ) from None
            raise SimulationError(
                "a process that played ended before its games: can it import the strategy's module? "
                "What is kept is safe; run the same again to go on"
            ) from None

    def __str__(self) -> str:
        """In words."""
        return "1 process" if self.slots == 1 else f"{self.slots} processes"


def _play(
    configuration: Configuration, strategies: Sequence[Strategy], chunk: Chunk, keep: bool
) -> ChunkResult:
    """In a process of the pool. Ended while it sends a result, it would leave the pool waiting for more."""
    with interruptible():
        return play_chunk(configuration, strategies, chunk, keep)


def is_typed_in(strategy: Strategy) -> bool:
    """Whether a part of it was typed into a notebook or at a prompt, where other processes cannot find it."""
    typed = any(getattr(part, "__module__", None) == "__main__" for part in strategy._parts())
    file = getattr(sys.modules["__main__"], "__file__", None)
    return typed and (file is None or not Path(file).is_file())  # "<stdin>" of a script that is piped in


def _check_can_be_sent(strategy: Strategy) -> None:
    here = "or play in this process, with threads=1"
    try:
        pickle.dumps(strategy)
    except Exception:  # noqa: BLE001  # pickling raises what it likes
        raise SimulationError(
            f"{strategy.name} cannot be sent to other processes: define it at the top of a module, {here}"
        ) from None
    if is_typed_in(strategy):
        raise SimulationError(f"{strategy.name} was typed in: put it into a module, {here}")
