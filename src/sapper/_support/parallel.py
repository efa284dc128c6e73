"""Threads and processes: how many work for a call, and how they end.

The threads do not keep the program from ending. Worker processes end with their parent. The terminal sends
Ctrl-C also to processes that start, before Python in them can handle it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future
from concurrent.futures import wait as wait_for_calls
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Final, TypeVar

from sapper._engine import Cancel
from sapper._support.checks import whole
from sapper.errors import CancelledError, SimulationError

T = TypeVar("T")

_CONTROL_C_EXIT: Final = 0xC000013A if sys.platform == "win32" else -signal.SIGINT
_ON_ITS_WAY: Final = 2.0  # seconds; a busy machine may take tenths of one


@contextmanager
def delay_control_c() -> Iterator[None]:
    """Delays Ctrl-C until the end of the block."""
    if not _gets_control_c():
        yield
        return
    signals: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: signals.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if signals:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def starting_processes() -> Iterator[None]:
    """Delays Ctrl-C until the processes that the block starts are up. Then only this process gets it.

    The new processes ignore it, and so do the processes that threads from within start later. On Windows
    processes do not inherit this, so there Ctrl-C is only delayed.
    """
    with delay_control_c():  # if processes have ended in between, they have ended because of it
        if sys.platform == "win32":
            yield
            return
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # if it started within, it would unblock the signal
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def wait_for_control_c(exit_codes: Iterable[int | None]) -> None:
    """If Ctrl-C ended one of the processes, waits a moment until this process gets it too.

    The terminal sends it to one process after the other. So this process may see a worker end before it gets
    Ctrl-C itself. `exit_codes` are those of processes that were interruptible.

    Raises:
        KeyboardInterrupt: This process got Ctrl-C.
    """
    if _CONTROL_C_EXIT in exit_codes and _gets_control_c():
        time.sleep(_ON_ITS_WAY)


def _gets_control_c() -> bool:
    """Whether this thread gets Ctrl-C: no thread but the main one does."""
    return threading.current_thread() is threading.main_thread()


@contextmanager
def interruptible() -> Iterator[None]:
    """Lets Ctrl-C end a process of `starting_processes` silently. After the block it ignores Ctrl-C again."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform == "win32":
        yield
        return
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


SCRIPT_IMPORT: Final = 79
"""The exit status of a worker process whose script starts a run when it is imported."""


class ScriptImportError(SimulationError, SystemExit):
    """A script starts a run outside of `if __name__ == "__main__":`.

    If nothing catches this error, its text is all that the user sees, as for any `SystemExit`. A traceback
    would hide the cure, and the error is caught like any other.
    """

    def __init__(self, instead: str | None = None) -> None:
        """Says the cure, and what else can be done."""
        other = "" if instead is None else f", {instead}"
        SystemExit.__init__(
            self,
            "each worker process reads this script first: put the call below "
            f"'if __name__ == \"__main__\":'{other}",
        )


def end_with_parent() -> None:
    """Ends this process as soon as its parent is gone, even if the parent was killed.

    A thread waits on a pipe whose other end only the parent holds (on Windows, on the parent process). The
    thread runs between games, and between the steps of a strategy in Python.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="ends with the parent", daemon=True).start()


class WorkerProcesses:
    """Processes that work for this one, each with its own interpreter. They start with their first calls.

    Ctrl-C ends such a process only while it works. If it ended while it sends a result, the pool would wait
    for the rest of the result.
    """

    def __init__(self, count: int, instead: str) -> None:
        """Prepares this many processes. `instead` is what else can be done if a script imports itself."""
        from concurrent.futures import ProcessPoolExecutor  # slow to import

        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(count, mp_context=context, initializer=end_with_parent)
        self._processes: dict[int, Any] = {}  # the pool forgets its processes when one dies
        self._instead = instead

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Queues a call. If a process died, this or the result raises BrokenProcessPool."""
        with starting_processes():
            future = self._pool.submit(_interruptibly, function, *arguments)
        self._processes.update(self._pool._processes)
        return future

    def cause_of_end(self) -> ScriptImportError | None:
        """Why a process died: a script that imports itself, or something unknown.

        Raises:
            KeyboardInterrupt: Ctrl-C ended it.
        """
        self._pool.shutdown()
        exit_codes = {process.exitcode for process in self._processes.values()}
        wait_for_control_c(exit_codes)
        return ScriptImportError(self._instead) if SCRIPT_IMPORT in exit_codes else None

    def stop(self) -> None:
        """Drops the calls in the queue, and waits for those that are carried out."""
        self._pool.shutdown(cancel_futures=True)


def _interruptibly(function: Callable[..., T], *arguments: Any) -> T:
    with interruptible():
        return function(*arguments)


def end_if_importing_a_script() -> None:
    """Ends a worker process that starts a run while it imports the script of its parent.

    Such a script lacks `if __name__ == "__main__":`, so each process would start more processes.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):  # multiprocessing uses this flag too
        sys.exit(SCRIPT_IMPORT)


def usable_cores() -> int:
    """The number of processors that this process may use."""
    if sys.platform == "emscripten":  # there are no threads
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_PATIENCE: Final = 0.1
"""Seconds until the main thread looks again whether a call was cancelled."""

MOST_THREADS: Final = 1024
"""The most threads or processes of one call."""


def thread_count(threads: int | None) -> int:
    """The number of threads that an argument `threads` means; None is one for each processor.

    Raises:
        ArgumentError: It is neither None nor a whole number from 1 to 1024.
    """
    return usable_cores() if threads is None else whole("threads", threads, 1, MOST_THREADS)


class Threads:
    """Daemon threads, as a context that waits for all their work. An error in it, Ctrl-C too, sets `stop`.

    Give `stop` to the engine with the work. Signals reach the main thread alone, so Ctrl-C does not end what
    the engine does on another.

    The pool of the standard library would let the program end only when its threads have done all their work,
    even if a daemon thread gave them the work.
    """

    def __init__(self, count: int, what: str, cancel: Cancel | None = None) -> None:
        """Starts this many threads. If `cancel` is set, waiting for `what` they do ends with an error."""
        self.stop = Cancel()
        self._what = what
        self._cancel = cancel
        self._work: SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None] = (
            SimpleQueue()
        )
        self._threads = [threading.Thread(target=self._run, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Queues a call."""
        future: Future[T] = Future()
        self._work.put((future, function, arguments))
        return future

    def wait(self, futures: Iterable[Future[T]]) -> tuple[set[Future[T]], set[Future[T]]]:
        """Waits until some calls have ended. Returns them and the others.

        Raises:
            CancelledError: `cancel` was set.
        """
        while True:
            over, running = wait_for_calls(futures, _PATIENCE, FIRST_COMPLETED)
            if self._cancel is not None and self._cancel.is_set:
                raise CancelledError(f"{self._what} was cancelled")
            if over:
                return over, running

    def results(self, futures: Sequence[Future[T]]) -> list[T]:
        """Waits for all these calls. The first that fails raises its error at once."""
        ended: SimpleQueue[Future[T]] = SimpleQueue()
        for future in futures:
            future.add_done_callback(ended.put)
        left = len(futures)
        while left:
            if self._cancel is not None and self._cancel.is_set:
                raise CancelledError(f"{self._what} was cancelled")
            with suppress(Empty):
                ended.get(timeout=_PATIENCE).result()
                left -= 1
        return [future.result() for future in futures]

    def __enter__(self) -> Threads:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is not None:
            self.stop.set()
        for _ in self._threads:
            self._work.put(None)
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        while (task := self._work.get()) is not None:
            future, function, arguments = task
            try:
                future.set_result(function(*arguments))
            except BaseException as error:  # noqa: BLE001  # the caller gets it
                future.set_exception(error)
