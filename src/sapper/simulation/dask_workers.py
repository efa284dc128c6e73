"""Plays chunks on a Dask cluster, which may also be a few worker processes on this machine."""

from __future__ import annotations

import asyncio
import copyreg
import logging
import math
import multiprocessing
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Self

from sapper._support.installation import importing
from sapper._support.parallel import (
    SCRIPT_IMPORT,
    ScriptImportError,
    delay_control_c,
    starting_processes,
)
from sapper.errors import SapperError, SimulationError
from sapper.simulation.chunk_result import ChunkResult
from sapper.simulation.configuration import Chunk
from sapper.simulation.plan import LOCAL_CLUSTER, Plan
from sapper.simulation.workers import Workers, play_chunk

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

    from sapper.strategy.strategy import Strategy

_PATIENCE: Final = 10.0  # seconds to wait for a scheduler
_LOOK_EVERY: Final = 0.5  # seconds
_COUNT_EVERY: Final = 5.0  # seconds between counts of the workers, which come and go
_WITHOUT_WORKERS: Final = 600.0  # seconds that a cluster may be without workers after it had some
# Dask does not replace a local worker that dies just after its start: a local cluster can lose all of them.
_WITHOUT_LOCAL_WORKERS: Final = 60.0
_MOST_DEADLY: Final = 2  # Dask fails a chunk that lost four workers; the run ends after this many failures

# Dask starts a web server even without a dashboard. Any free port lets two clusters run side by side.
_ANY_PORT: Final = {"dashboard_address": ":0"}

# Dask measures these things many times a second, for dashboards and for large results. We have neither, and
# the measurements take a tenth of the time of two workers on two processors.
_QUIET: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "2s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.tick.interval": "500ms",
    "distributed.scheduler.active-memory-manager.start": False,
    # Ctrl-C is for this process only. On Windows the workers get it too, and each would print a traceback.
    "distributed.worker.preload": ["import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"],
}
_GO_ON: Final = "The results so far are safe if a file keeps them: run the same again to continue"


class Cluster(Workers):
    """The workers of a Dask cluster. When a worker dies, another one plays its chunks."""

    def __init__(self, plan: Plan, cluster: str | Client) -> None:
        """Prepares the plan for the cluster. The connection is made on entering.

        A `distributed.Client` stays open at the end.

        Raises:
            SimulationError: A function cannot be sent to workers.
        """
        _check_pickles(plan.strategies)
        self._cluster = cluster
        self._open = ExitStack()
        self._client: Any = None
        self._plan = plan
        self._results: SimpleQueue[Any] = SimpleQueue()
        self._chunks: dict[str, tuple[Any, Chunk]] = {}
        self._deadly: Counter[Chunk] = Counter()
        self._count = 0
        self._threads = 0
        self._count_again_at = 0.0
        self._workers_at = math.inf

    @property
    def slots(self) -> int:
        """The number of threads of all workers, as counted some seconds ago at most; at least one."""
        if time.monotonic() >= self._count_again_at and self._is_running():
            with suppress(OSError, TimeoutError):  # `take` reports a lost scheduler
                self._threads = sum(self._client.nthreads().values())
            self._count_again_at = time.monotonic() + _COUNT_EVERY
            if self._threads:
                self._workers_at = time.monotonic()
        return max(1, self._threads)

    def __enter__(self) -> Self:
        """Connects.

        Raises:
            MissingExtraError: distributed is missing.
            SimulationError: No scheduler answers within 10 seconds.
        """
        self._client = self._open.enter_context(_connect(self._cluster))
        return self

    def __exit__(self, *_: object) -> None:
        """Cancels the chunks that are not done. A client that the caller gave stays open."""
        with suppress(Exception):  # the cluster may be gone
            self._client.cancel([future for future, _ in self._chunks.values()], force=True)
        self._chunks.clear()
        self._open.close()

    def submit(self, chunk: Chunk) -> None:
        """Queues a chunk."""
        plan = self._plan
        self._count += 1
        future = self._client.submit(
            play_chunk,
            plan.configuration,
            plan.strategies,
            chunk,
            plan.keeps_games,
            key=f"sapper-{id(self):x}-{self._count}-{chunk.number}",
            pure=False,
        )
        self._chunks[future.key] = future, chunk
        future.add_done_callback(self._results.put)

    def take(self) -> ChunkResult:
        """Waits for any of the queued chunks and returns its result.

        Raises:
            SimulationError: The scheduler is lost, or a strategy fails or ends the workers.
        """
        while True:
            future = self._wait()
            if future.key not in self._chunks:
                continue
            _, chunk = self._chunks.pop(future.key)
            if future.status == "finished":
                with suppress(Exception):  # if the worker died with the result, the chunk is played again
                    return self._result(future)
            elif future.status == "error" and isinstance(error := future.exception(), SapperError):
                raise error
            elif future.status == "error" and not _is_of_a_dead_worker(error):
                raise SimulationError(f"a worker failed: {type(error).__name__}: {error}. {_GO_ON}")
            elif future.status == "error":
                self._deadly[chunk] += type(error).__name__ == "KilledWorker"
                if self._deadly[chunk] == _MOST_DEADLY:
                    raise SimulationError(
                        f"many workers ended while they played the {chunk.count} games from number "
                        f"{chunk.first} on: does the strategy end its process, or take all memory? {_GO_ON}"
                    )
            self._check_running()
            self.submit(chunk)

    def _result(self, future: Any) -> ChunkResult:
        with delay_control_c():  # Dask would leave a coroutine behind, which prints a warning
            result: ChunkResult = future.result(timeout=_PATIENCE)
        return result

    def _wait(self) -> Any:
        while True:
            try:
                future = self._results.get(timeout=_LOOK_EVERY)
            except Empty:
                self._check_running()
                self._check_workers()
            else:
                self._workers_at = time.monotonic()
                return future

    def _check_running(self) -> None:
        start = time.monotonic()
        while not self._is_running():
            if time.monotonic() - start > _PATIENCE or self._client.status == "closed":
                raise SimulationError(f"the scheduler is lost. {_GO_ON}")
            time.sleep(_LOOK_EVERY)

    def _check_workers(self) -> None:
        """Raises if all workers have left for a long time. The first ones may take hours to arrive."""
        _ = self.slots  # looks for workers
        patience = _WITHOUT_LOCAL_WORKERS if _is_local(self._client) else _WITHOUT_WORKERS
        if time.monotonic() - self._workers_at > patience:
            raise SimulationError(f"the cluster has had no worker for {patience:g} seconds. {_GO_ON}")

    def _is_running(self) -> bool:
        return bool(self._client.status == "running")

    def __str__(self) -> str:
        """The address of the cluster in words."""
        return f"Dask cluster at {self._client.scheduler.address}"


def _is_local(client: Client) -> bool:
    from distributed import LocalCluster

    return isinstance(client.cluster, LocalCluster)


def _is_of_a_dead_worker(error: BaseException | None) -> bool:
    """Whether a chunk failed because its workers died. The chunk need not be the reason."""
    return type(error).__name__ in {"KilledWorker", "FutureCancelledError", "CancelledError"}


def _check_pickles(strategies: Sequence[Strategy]) -> None:
    try:
        from distributed.protocol.pickle import dumps
    except ImportError:
        return  # connecting reports it
    copyreg.pickle(ModuleType, lambda it: (import_module, (it.__name__,)))
    for strategy in strategies:
        try:
            dumps(strategy)
        except Exception:  # noqa: BLE001  # pickling may raise anything
            raise SimulationError(
                f"{strategy.name} cannot be sent to the workers: define it at the top of a module that they "
                "can import"
            ) from None


@contextmanager
def _connect(cluster: str | Client) -> Iterator[Client]:
    """The client. What was opened for it is closed at the end, even if Ctrl-C interrupts the opening."""
    with importing("cluster", "a cluster needs Dask"):
        from distributed import Client
    if isinstance(cluster, Client):
        yield cluster
        return
    with ExitStack() as stack:
        if local := LOCAL_CLUSTER.fullmatch(cluster):
            with starting_processes():
                workers = _start(int(local[1]))
                stack.callback(_close, workers)
                client = Client(workers, timeout=_PATIENCE)
        elif _answers(cluster):
            # `Cluster` reports a lost scheduler itself.
            logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
            client = Client(cluster, timeout=_PATIENCE)
        else:
            raise SimulationError(f"no Dask scheduler answered at {cluster} within {_PATIENCE:g} seconds")
        stack.callback(_close, client)
        yield client


def _close(stack: Client | LocalCluster) -> None:
    with suppress(Exception):  # it may be gone
        stack.close(timeout=5)


def _start(count: int) -> LocalCluster:
    import dask
    from distributed import LocalCluster

    _check_processes_start()
    try:
        with dask.config.set(_QUIET):
            return LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                dashboard_address=None,
                scheduler_kwargs=_ANY_PORT,
                silence_logs=50,
            )
    except RuntimeError as error:
        raise SimulationError(f"the worker processes did not start: {error}") from None


def _check_processes_start() -> None:
    """Starts a process that does nothing but read the script of this one, as every new process does first.

    If workers end there, Dask before 2026.7 starts others in their place forever.
    """
    idle = multiprocessing.get_context("spawn").Process(target=int)
    idle.start()
    idle.join()
    if idle.exitcode == SCRIPT_IMPORT:
        raise ScriptImportError
    if idle.exitcode:
        raise SimulationError(
            "the worker processes did not start: each reads the script first, and that fails"
        )


def _answers(address: str) -> bool:
    """Whether a scheduler answers. A client would wait forever for one that accepts but never answers."""
    from distributed.core import connect

    async def ask() -> None:
        connection = await connect(address, timeout=_PATIENCE)
        await connection.close()

    def try_it() -> None:
        with suppress(Exception):  # what answers may not be a scheduler, and its bytes may raise anything
            asyncio.run(asyncio.wait_for(ask(), _PATIENCE))
            success.set()

    success = threading.Event()
    asking = threading.Thread(target=try_it, daemon=True)  # a notebook runs a loop in this thread already
    asking.start()
    asking.join(2 * _PATIENCE)
    return success.is_set()
